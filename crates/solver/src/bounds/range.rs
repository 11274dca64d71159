//! Ranges of terms from ranges of their operands.
//!
//! A range is a pair of intervals over the integers, one for the unsigned and one for the signed
//! reading of the bits, and the bits that are known; each narrows the others. Every rule is sound
//! for all operand values in the ranges; where a result may wrap around, its interval is everything.

use super::interval::Interval;
use super::known::{self, KnownBits, TABLE_LIMIT};
use term::{Op, Pool, Sort, Term};

/// Widest bit-vector that is bounded: sums and differences of its values fit `i128`.
pub(crate) const WIDTH_LIMIT: u32 = 64;

/// Where the values of a bit-vector term of at most [`WIDTH_LIMIT`] bits lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) unsigned: Interval,
    pub(crate) signed: Interval,
    pub(crate) bits: KnownBits,
}

/// 2^width.
pub(crate) fn modulus(width: u32) -> i128 {
    1 << width
}

/// Everything that fits.
pub(crate) fn full(width: u32) -> Range {
    let half = modulus(width) / 2;
    Range {
        unsigned: (0, modulus(width) - 1),
        signed: (-half, half - 1),
        bits: KnownBits::NONE,
    }
}

/// Makes each reading, and the known bits, as narrow as the others allow; `None` if they
/// contradict each other.
pub(crate) fn tighten(range: Range, width: u32) -> Option<Range> {
    let mut range = tighten_readings(range, width)?;
    loop {
        let prefix = KnownBits::of_interval(range.unsigned, width);
        range.bits = range.bits.meet(prefix);
        if range.bits.is_contradiction() {
            return None;
        }
        let unsigned = range.bits.narrow(range.unsigned, width)?;
        if unsigned == range.unsigned {
            return Some(range);
        }
        // A longer common prefix adds nothing but bits that agree: this ends soon.
        range = tighten_readings(Range { unsigned, ..range }, width)?;
    }
}

fn tighten_readings(range: Range, width: u32) -> Option<Range> {
    let (size, half) = (modulus(width), modulus(width) / 2);
    let Range {
        mut unsigned,
        mut signed,
        bits,
    } = range;
    if unsigned.1 < half {
        signed = meet(signed, unsigned);
    } else if unsigned.0 >= half {
        signed = meet(signed, (unsigned.0 - size, unsigned.1 - size));
    }
    if signed.0 >= 0 {
        unsigned = meet(unsigned, signed);
    } else if signed.1 < 0 {
        unsigned = meet(unsigned, (signed.0 + size, signed.1 + size));
    }
    (unsigned.0 <= unsigned.1 && signed.0 <= signed.1).then_some(Range {
        unsigned,
        signed,
        bits,
    })
}

/// What both ranges say; it may be empty until it is tightened.
pub(crate) fn both(a: Range, b: Range) -> Range {
    Range {
        unsigned: meet(a.unsigned, b.unsigned),
        signed: meet(a.signed, b.signed),
        bits: a.bits.meet(b.bits),
    }
}

pub(crate) fn meet(a: Interval, b: Interval) -> Interval {
    (a.0.max(b.0), a.1.min(b.1))
}

fn join(a: Interval, b: Interval) -> Interval {
    (a.0.min(b.0), a.1.max(b.1))
}

fn within(interval: Option<Interval>, bounds: Interval) -> Interval {
    match interval {
        Some((low, high)) if low >= bounds.0 && high <= bounds.1 => (low, high),
        Some(_) | None => bounds,
    }
}

/// All ones up to the highest bit of `x`.
fn fill(x: i128) -> i128 {
    if x <= 0 {
        0
    } else {
        (1 << (128 - x.leading_zeros())) - 1
    }
}

fn products(a: Interval, b: Interval) -> Option<Interval> {
    let corners = [
        a.0.checked_mul(b.0)?,
        a.0.checked_mul(b.1)?,
        a.1.checked_mul(b.0)?,
        a.1.checked_mul(b.1)?,
    ];
    Some((*corners.iter().min()?, *corners.iter().max()?))
}

/// The range of a term, given those of its operands (`None` for operands without a range).
pub(crate) fn of(pool: &Pool, t: Term, operands: &[Option<Range>]) -> Option<Range> {
    let Sort::BitVec(width) = pool.sort(t) else {
        return None;
    };
    if width > WIDTH_LIMIT {
        return None;
    }
    let all = full(width);
    if let Some(value) = pool.constant_u64(t) {
        let value = i128::from(value);
        return tighten(
            Range {
                unsigned: (value, value),
                ..all
            },
            width,
        );
    }
    let mut range = if let Op::Ite = pool.op(t) {
        let (then, otherwise) = (operands[1]?, operands[2]?);
        Range {
            unsigned: join(then.unsigned, otherwise.unsigned),
            signed: join(then.signed, otherwise.signed),
            bits: KnownBits::NONE,
        }
    } else if let Op::Select = pool.op(t) {
        entries(pool, t)?
    } else {
        let mut known = [all; 2];
        for (place, operand) in known.iter_mut().zip(operands) {
            *place = (*operand)?;
        }
        operation(pool, t, known[0], known[1], width)?
    };
    range.bits = known::of(pool, t, bits_of(operands), width);
    tighten(range, width)
}

/// What is known of the bits of a term's operands.
fn bits_of(operands: &[Option<Range>]) -> [KnownBits; 3] {
    let known = |i: usize| operands.get(i).copied().flatten();
    [0, 1, 2].map(|i| known(i).map_or(KnownBits::NONE, |range| range.bits))
}

/// What the known bits of a term say of its operand `which`: `None` if nothing.
pub(crate) fn operand_bits(
    pool: &Pool,
    t: Term,
    bits: KnownBits,
    operands: &[Option<Range>],
    which: usize,
) -> Option<KnownBits> {
    let before = (*operands.get(which)?)?;
    let bits = known::operand(pool, t, bits, bits_of(operands), which, pool.width(t));
    bits.adds_to(before.bits).then_some(bits)
}

/// The range of a table's entries, and of the zero behind them.
fn entries(pool: &Pool, t: Term) -> Option<Range> {
    let Op::Table(table) = pool.op(pool.arguments(t)[0]) else {
        return None;
    };
    let entries = pool.table(table);
    if entries.len() > TABLE_LIMIT {
        return None;
    }
    let largest = entries
        .iter()
        .map(|entry| entry.low_u64())
        .max()
        .unwrap_or(0);
    Some(Range {
        unsigned: (0, i128::from(largest)),
        ..full(pool.width(t))
    })
}

/// Arithmetic on ranges.
fn operation(pool: &Pool, t: Term, a: Range, b: Range, width: u32) -> Option<Range> {
    let all = full(width);
    let size = modulus(width);
    let (ua, ub, sa, sb) = (a.unsigned, b.unsigned, a.signed, b.signed);
    let unsigned = |interval: Interval| Range {
        unsigned: within(Some(interval), all.unsigned),
        ..all
    };
    Some(match pool.op(t) {
        Op::ZeroExtend => Range {
            unsigned: ua,
            signed: ua,
            ..all
        },
        Op::SignExtend => Range { signed: sa, ..all },
        Op::Extract { high, low } => {
            let shifted = (ua.0 >> low, ua.1 >> low);
            // Higher bits that are cut off must be the same at both ends.
            let above = high - low + 1;
            if shifted.0 >> above != shifted.1 >> above {
                return Some(all);
            }
            let mask = modulus(above) - 1;
            unsigned((shifted.0 & mask, shifted.1 & mask))
        }
        Op::Concat => {
            let low = pool.width(pool.arguments(t)[1]);
            unsigned(((ua.0 << low) + ub.0, (ua.1 << low) + ub.1))
        }
        Op::Add => {
            let sum = (ua.0 + ub.0, ua.1 + ub.1);
            let wrapped = if sum.0 >= size {
                (sum.0 - size, sum.1 - size)
            } else {
                sum
            };
            Range {
                unsigned: within(Some(wrapped), all.unsigned),
                signed: within(Some((sa.0 + sb.0, sa.1 + sb.1)), all.signed),
                ..all
            }
        }
        Op::Neg => Range {
            unsigned: if ua.0 > 0 {
                (size - ua.1, size - ua.0)
            } else {
                all.unsigned
            },
            signed: within(Some((-sa.1, -sa.0)), all.signed),
            ..all
        },
        Op::BvNot => Range {
            unsigned: (size - 1 - ua.1, size - 1 - ua.0),
            signed: (-1 - sa.1, -1 - sa.0),
            ..all
        },
        Op::Mul => Range {
            unsigned: within(products(ua, ub), all.unsigned),
            signed: within(products(sa, sb), all.signed),
            ..all
        },
        Op::Udiv if ub.0 > 0 => unsigned((ua.0 / ub.1, ua.1 / ub.0)),
        Op::Urem if ua.1 < ub.0 => unsigned(ua),
        Op::Urem if ub.0 > 0 => unsigned((0, ua.1.min(ub.1 - 1))),
        Op::Urem => unsigned((0, ua.1)),
        Op::Sdiv if sa.0 >= 0 && sb.0 > 0 => unsigned((sa.0 / sb.1, sa.1 / sb.0)),
        Op::Sdiv if sb.0 > 0 && sb.0 == sb.1 => Range {
            signed: (sa.0 / sb.0, sa.1 / sb.0),
            ..all
        },
        Op::Srem if sb.0 > 0 || sb.1 < 0 => {
            let largest = sb.0.abs().max(sb.1.abs()) - 1;
            let low = if sa.0 >= 0 { 0 } else { (-largest).max(sa.0) };
            let high = if sa.1 <= 0 { 0 } else { largest.min(sa.1) };
            Range {
                signed: (low, high),
                ..all
            }
        }
        Op::BvAnd => unsigned((0, ua.1.min(ub.1))),
        Op::BvOr => unsigned((ua.0.max(ub.0), fill(ua.1 | ub.1).min(size - 1))),
        Op::BvXor => unsigned((0, fill(ua.1 | ub.1).min(size - 1))),
        Op::Shl if ub.0 == ub.1 && ub.0 < i128::from(width) => {
            let factor = modulus(ub.0 as u32);
            Range {
                unsigned: within(products(ua, (factor, factor)), all.unsigned),
                signed: within(products(sa, (factor, factor)), all.signed),
                ..all
            }
        }
        Op::Lshr if ub.0 == ub.1 && ub.0 < i128::from(width) => {
            unsigned((ua.0 >> ub.0, ua.1 >> ub.0))
        }
        Op::Lshr => unsigned((0, ua.1)),
        Op::Ashr if ub.0 == ub.1 && ub.0 < i128::from(width) => Range {
            signed: (sa.0 >> ub.0, sa.1 >> ub.0),
            ..all
        },
        _ => all,
    })
}
