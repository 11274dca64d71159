//! Bits that are the same in every value that a term may have.
//!
//! Forwards a result's bits follow from those of the operands, backwards an operand's from those
//! of the result and of the other operand. Every rule is sound for all values that agree with
//! what is known; sums are Regehr and Duongsaa's carry analysis ("Deriving abstract transfer
//! functions for analyzing embedded software", LCTES 2006).

use super::interval::Interval;
use term::{Op, Pool, Term};

/// Entries of a table that are looked at for its range.
pub(super) const TABLE_LIMIT: usize = 1_024;

/// What is known of the bits of a term of at most 64 bits. Bits in neither mask are not known;
/// bits in both are a contradiction.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) struct KnownBits {
    /// Bits that are zero.
    pub(crate) zeros: u64,
    /// Bits that are one.
    pub(crate) ones: u64,
}

fn mask(width: u32) -> u64 {
    u64::MAX.checked_shr(64 - width).unwrap_or(0)
}

impl KnownBits {
    /// Nothing is known.
    pub(crate) const NONE: KnownBits = KnownBits { zeros: 0, ones: 0 };

    /// All bits are known.
    pub(crate) fn constant(value: u64, width: u32) -> KnownBits {
        KnownBits {
            zeros: !value & mask(width),
            ones: value,
        }
    }

    /// What an interval of unsigned values fixes: the prefix that its ends share.
    pub(crate) fn of_interval((low, high): Interval, width: u32) -> KnownBits {
        let (low, high) = (low as u64, high as u64);
        let free = 64 - (low ^ high).leading_zeros();
        KnownBits::constant(low, width).within(mask(width) & !mask(free))
    }

    /// Only the bits of a mask.
    pub(crate) fn within(self, mask: u64) -> KnownBits {
        KnownBits {
            zeros: self.zeros & mask,
            ones: self.ones & mask,
        }
    }

    /// Bits whose value is known.
    pub(crate) fn known(self) -> u64 {
        self.zeros | self.ones
    }

    /// No value has these bits.
    pub(crate) fn is_contradiction(self) -> bool {
        self.zeros & self.ones != 0
    }

    /// What both say together.
    pub(crate) fn meet(self, other: KnownBits) -> KnownBits {
        KnownBits {
            zeros: self.zeros | other.zeros,
            ones: self.ones | other.ones,
        }
    }

    /// This says something that `other` does not: a bit, or its contrary.
    pub(crate) fn adds_to(self, other: KnownBits) -> bool {
        self.meet(other) != other
    }

    /// What both of them have in common.
    pub(crate) fn join(self, other: KnownBits) -> KnownBits {
        KnownBits {
            zeros: self.zeros & other.zeros,
            ones: self.ones & other.ones,
        }
    }

    /// An interval of unsigned values with its ends moved to values that have these bits; `None`
    /// if it contains none. Nothing is contradictory here.
    pub(crate) fn narrow(self, interval: Interval, width: u32) -> Option<Interval> {
        if self == KnownBits::NONE {
            return Some(interval);
        }
        let all = mask(width);
        let flipped = KnownBits {
            zeros: self.ones,
            ones: self.zeros,
        };
        let low = self.at_least(interval.0 as u64, all)?;
        let high = !flipped.at_least(!(interval.1 as u64) & all, all)? & all;
        (low <= high).then_some((i128::from(low), i128::from(high)))
    }

    /// The least value with these bits that is not below `low`.
    fn at_least(self, low: u64, all: u64) -> Option<u64> {
        let value = low & !self.zeros | self.ones;
        let wrong = value ^ low;
        if wrong == 0 {
            return Some(low);
        }
        let top = 63 - wrong.leading_zeros();
        let mut raised = top;
        if value >> top & 1 == 0 {
            // A one that must be a zero: the lowest free zero above it becomes a one.
            let free = all & !low & !self.zeros & !mask(top + 1);
            if free == 0 {
                return None;
            }
            raised = free.trailing_zeros();
        }
        Some(low & !mask(raised + 1) | 1 << raised | self.ones & mask(raised))
    }

    fn not(self) -> KnownBits {
        KnownBits {
            zeros: self.ones,
            ones: self.zeros,
        }
    }

    fn shl(self, by: u32, width: u32) -> KnownBits {
        KnownBits {
            zeros: (self.zeros << by | mask(by)) & mask(width),
            ones: self.ones << by & mask(width),
        }
    }

    fn lshr(self, by: u32, width: u32) -> KnownBits {
        KnownBits {
            zeros: self.zeros >> by | mask(width) & !mask(width - by),
            ones: self.ones >> by,
        }
    }

    /// The low `from` bits of a word, their topmost repeated above.
    fn sign_extend(self, from: u32, width: u32) -> KnownBits {
        let above = mask(width) & !mask(from);
        let sign = |bits: u64| {
            if bits >> (from - 1) & 1 == 1 {
                above
            } else {
                0
            }
        };
        KnownBits {
            zeros: self.zeros | sign(self.zeros),
            ones: self.ones | sign(self.ones),
        }
    }

    /// `self + other + carry`.
    fn add(self, other: KnownBits, carry: bool, width: u32) -> KnownBits {
        let carry = u64::from(carry);
        let largest = (!self.zeros).wrapping_add(!other.zeros).wrapping_add(carry);
        let smallest = self.ones.wrapping_add(other.ones).wrapping_add(carry);
        let no_carry = !(largest ^ self.zeros ^ other.zeros);
        let carries = smallest ^ self.ones ^ other.ones;
        let known = self.known() & other.known() & (no_carry | carries) & mask(width);
        KnownBits {
            zeros: !smallest & known,
            ones: smallest & known,
        }
    }

    fn sub(self, other: KnownBits, width: u32) -> KnownBits {
        // Above the width nothing counts: complementing may leave it unknown.
        self.add(other.not(), true, width)
    }

    /// The lowest bits of a product: those that follow from known low bits of the factors.
    fn mul(self, other: KnownBits, width: u32) -> KnownBits {
        let low = |bits: KnownBits| (bits.known().trailing_ones(), bits.zeros.trailing_ones());
        let ((known_a, zeros_a), (known_b, zeros_b)) = (low(self), low(other));
        let known = (known_a + zeros_b).min(known_b + zeros_a).min(width);
        KnownBits::constant(self.ones.wrapping_mul(other.ones) & mask(width), width)
            .within(mask(known))
    }
}

/// The amount of a shift by a constant below the width.
fn shift_amount(pool: &Pool, t: Term, width: u32) -> Option<u32> {
    let by = pool.constant_u64(pool.arguments(t)[1])?;
    u32::try_from(by).ok().filter(|&by| by < width)
}

/// The bits of a term of `width` bits, given those of its operands. Operands that are no
/// bit-vectors of at most 64 bits come as [`KnownBits::NONE`].
pub(super) fn of(pool: &Pool, t: Term, operands: [KnownBits; 3], width: u32) -> KnownBits {
    let [a, b, c] = operands;
    let arguments = pool.arguments(t);
    let nothing = KnownBits::NONE;
    match pool.op(t) {
        Op::ZeroExtend => KnownBits {
            zeros: a.zeros | mask(width) & !mask(pool.width(arguments[0])),
            ones: a.ones,
        },
        Op::SignExtend => a.sign_extend(pool.width(arguments[0]), width),
        Op::Extract { low, .. } if pool.width(arguments[0]) <= 64 => KnownBits {
            zeros: a.zeros >> low,
            ones: a.ones >> low,
        }
        .within(mask(width)),
        Op::Concat => {
            let low = pool.width(arguments[1]);
            KnownBits {
                zeros: a.zeros << low | b.zeros,
                ones: a.ones << low | b.ones,
            }
        }
        Op::BvNot => a.not(),
        Op::BvAnd => KnownBits {
            zeros: a.zeros | b.zeros,
            ones: a.ones & b.ones,
        },
        Op::BvOr => KnownBits {
            zeros: a.zeros & b.zeros,
            ones: a.ones | b.ones,
        },
        Op::BvXor => KnownBits {
            zeros: a.zeros & b.zeros | a.ones & b.ones,
            ones: a.zeros & b.ones | a.ones & b.zeros,
        },
        Op::Add => a.add(b, false, width),
        Op::Neg => KnownBits::constant(0, width).sub(a, width),
        Op::Mul => a.mul(b, width),
        Op::Shl => shift_amount(pool, t, width).map_or(nothing, |by| a.shl(by, width)),
        Op::Lshr => shift_amount(pool, t, width).map_or(nothing, |by| a.lshr(by, width)),
        Op::Ashr => shift_amount(pool, t, width).map_or(nothing, |by| {
            let kept = KnownBits {
                zeros: a.zeros >> by,
                ones: a.ones >> by,
            };
            kept.sign_extend(width - by, width)
        }),
        Op::Ite => b.join(c),
        Op::Select => entries(pool, t, width).unwrap_or(nothing),
        _ => nothing,
    }
}

/// What the entries of a table, and the zero behind them, have in common.
fn entries(pool: &Pool, t: Term, width: u32) -> Option<KnownBits> {
    let Op::Table(table) = pool.op(pool.arguments(t)[0]) else {
        return None;
    };
    let entries = pool.table(table);
    if entries.len() > TABLE_LIMIT {
        return None;
    }
    let any = entries.iter().fold(0, |any, entry| any | entry.low_u64());
    Some(KnownBits {
        zeros: !any & mask(width),
        ones: 0,
    })
}

/// What the bits of a term of `width` bits say of its operand `which`, given what is known of all
/// operands.
pub(super) fn operand(
    pool: &Pool,
    t: Term,
    result: KnownBits,
    operands: [KnownBits; 3],
    which: usize,
    width: u32,
) -> KnownBits {
    let arguments = pool.arguments(t);
    let own_width = pool.width(arguments[which]);
    let other = operands[usize::from(which == 0)];
    let nothing = KnownBits::NONE;
    let bits = match pool.op(t) {
        Op::ZeroExtend => result,
        Op::SignExtend => {
            let above = mask(width) & !mask(own_width - 1);
            let sign = |bits: u64| u64::from(bits & above != 0) << (own_width - 1);
            KnownBits {
                zeros: result.zeros | sign(result.zeros),
                ones: result.ones | sign(result.ones),
            }
        }
        Op::Extract { low, .. } if own_width <= 64 => KnownBits {
            zeros: result.zeros << low,
            ones: result.ones << low,
        },
        Op::Concat if which == 0 => {
            let low = pool.width(arguments[1]);
            KnownBits {
                zeros: result.zeros >> low,
                ones: result.ones >> low,
            }
        }
        Op::Concat => result,
        Op::BvNot => result.not(),
        Op::BvAnd => KnownBits {
            zeros: result.zeros & other.ones,
            ones: result.ones,
        },
        Op::BvOr => KnownBits {
            zeros: result.zeros,
            ones: result.ones & other.zeros,
        },
        Op::BvXor => KnownBits {
            zeros: result.zeros & other.zeros | result.ones & other.ones,
            ones: result.zeros & other.ones | result.ones & other.zeros,
        },
        Op::Add => result.sub(other, width),
        Op::Neg => KnownBits::constant(0, width).sub(result, width),
        Op::Mul => factor(result, other, width),
        Op::Shl if which == 0 => shift_amount(pool, t, width).map_or(nothing, |by| KnownBits {
            zeros: result.zeros >> by,
            ones: result.ones >> by,
        }),
        Op::Lshr if which == 0 => shift_amount(pool, t, width).map_or(nothing, |by| KnownBits {
            zeros: result.zeros << by,
            ones: result.ones << by,
        }),
        Op::Ashr if which == 0 => shift_amount(pool, t, width).map_or(nothing, |by| {
            let above = mask(width) & !mask(width - by - 1);
            let shifted = |bits: u64| bits << by | u64::from(bits & above != 0) << (width - 1);
            KnownBits {
                zeros: shifted(result.zeros),
                ones: shifted(result.ones),
            }
        }),
        // The branch that cannot give this result is not taken.
        Op::Ite if which > 0 => {
            let untaken = operands[3 - which];
            if result.meet(untaken).is_contradiction() {
                result
            } else {
                nothing
            }
        }
        _ => nothing,
    };
    bits.within(mask(own_width))
}

/// The other factor of a product by a constant `odd * 2^shift`: as many low bits of it as the
/// product has above the shift.
fn factor(product: KnownBits, constant: KnownBits, width: u32) -> KnownBits {
    if constant.known() != mask(width) || constant.ones == 0 {
        return KnownBits::NONE;
    }
    let shift = constant.ones.trailing_zeros();
    let odd = constant.ones >> shift;
    let known = (product.known() >> shift).trailing_ones();
    let low = (product.ones >> shift).wrapping_mul(inverse(odd));
    KnownBits::constant(low & mask(width), width).within(mask(known))
}

/// The inverse of an odd number modulo 2^64, by Newton's iteration.
fn inverse(odd: u64) -> u64 {
    (0..6).fold(odd, |x, _| {
        x.wrapping_mul(2u64.wrapping_sub(odd.wrapping_mul(x)))
    })
}

#[cfg(test)]
mod tests;
