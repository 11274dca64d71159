//! Ranges of terms from ranges of their operands.
//!
//! A range is a pair of intervals over the integers, one for the unsigned and one for the signed
//! reading of the bits. Every rule is sound for all operand values in the ranges; where a result
//! may wrap around, it is everything.

use term::{Op, Pool, Sort, Term};

/// Widest bit-vector that is bounded: sums and differences of its values fit `i128`.
pub(crate) const WIDTH_LIMIT: u32 = 64;

/// Entries of a table that are looked at for its range.
const TABLE_LIMIT: usize = 1_024;

/// A non-empty interval of integers.
pub(crate) type Interval = (i128, i128);

/// Where the values of a bit-vector term of at most [`WIDTH_LIMIT`] bits lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub(crate) unsigned: Interval,
    pub(crate) signed: Interval,
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
    }
}

/// Makes each reading as narrow as the other allows; `None` if they contradict each other.
pub(crate) fn tighten(range: Range, width: u32) -> Option<Range> {
    let (size, half) = (modulus(width), modulus(width) / 2);
    let Range {
        mut unsigned,
        mut signed,
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
    (unsigned.0 <= unsigned.1 && signed.0 <= signed.1).then_some(Range { unsigned, signed })
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
    let range = if let Op::Ite = pool.op(t) {
        let (then, otherwise) = (operands[1]?, operands[2]?);
        Range {
            unsigned: join(then.unsigned, otherwise.unsigned),
            signed: join(then.signed, otherwise.signed),
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
    tighten(range, width)
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
            }
        }
        Op::Neg => Range {
            unsigned: if ua.0 > 0 {
                (size - ua.1, size - ua.0)
            } else {
                all.unsigned
            },
            signed: within(Some((-sa.1, -sa.0)), all.signed),
        },
        Op::BvNot => Range {
            unsigned: (size - 1 - ua.1, size - 1 - ua.0),
            signed: (-1 - sa.1, -1 - sa.0),
        },
        Op::Mul => Range {
            unsigned: within(products(ua, ub), all.unsigned),
            signed: within(products(sa, sb), all.signed),
        },
        Op::Udiv if ub.0 > 0 => unsigned((ua.0 / ub.1, ua.1 / ub.0)),
        Op::Urem if ua.1 < ub.0 => unsigned(ua),
        Op::Urem if ub.0 > 0 => unsigned((0, ua.1.min(ub.1 - 1))),
        Op::Urem => unsigned((0, ua.1)),
        Op::Sdiv if sa.0 >= 0 && sb.0 > 0 => unsigned((sa.0 / sb.1, sa.1 / sb.0)),
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
