//! Comparisons of widened numbers, of integers, and of a term with itself.

use super::{exact_integer, extended, narrowed, widened};
use crate::float::{evaluate, is_nan, soft};
use crate::{Bits, FloatFormat, FloatOp, Pool, RoundingMode, Term, Value};

pub(super) fn compare(
    pool: &mut Pool,
    op: FloatOp,
    format: FloatFormat,
    a: Term,
    b: Term,
) -> Option<Term> {
    if a == b {
        let nan = is_nan(pool, format, a);
        let number = pool.not(nan);
        return Some(if op == FloatOp::Lt {
            pool.bool(false)
        } else {
            number
        });
    }
    let nan = |pool: &Pool, t| constant(pool, t).is_some_and(|value| soft::is_nan(format, value));
    if nan(pool, a) || nan(pool, b) {
        return Some(pool.bool(false));
    }
    integers(pool, op, format, a, b).or_else(|| narrow(pool, op, format, a, b))
}

fn constant(pool: &Pool, t: Term) -> Option<u128> {
    pool.bits(t).and_then(|bits| bits.to_u128())
}

/// A constant converted, for conversions to bit-vectors.
fn computed(
    op: FloatOp,
    format: FloatFormat,
    rounding: RoundingMode,
    value: u128,
    from: u32,
    to: u32,
) -> Option<Bits> {
    match evaluate(op, format, rounding, &[Bits::from_u128(from, value)], to) {
        Value::Bits(bits) => Some(bits),
        Value::Bool(_) | Value::Array(_) => None,
    }
}

/// How a comparison of a number from a smaller set with any constant is one within the set.
enum Bound {
    /// The comparison, and the rounding that brings the constant into the set.
    Rounded(FloatOp, RoundingMode),
    /// Nothing of the set is equal to the constant.
    Never,
}

/// For a constant that is not in the set.
fn bound(op: FloatOp, constant_first: bool) -> Bound {
    match (op, constant_first) {
        (FloatOp::Lt | FloatOp::Le, false) => {
            Bound::Rounded(FloatOp::Le, RoundingMode::TowardNegative)
        }
        (FloatOp::Lt | FloatOp::Le, true) => {
            Bound::Rounded(FloatOp::Le, RoundingMode::TowardPositive)
        }
        _ => Bound::Never,
    }
}

/// Both operands are numbers of a narrower format, or one of them is a constant.
fn narrow(pool: &mut Pool, op: FloatOp, format: FloatFormat, a: Term, b: Term) -> Option<Term> {
    let sources = [widened(pool, a), widened(pool, b)];
    let to = sources.iter().flatten().map(|&(source, _)| source).max()?;
    let mut op = op;
    let mut operands = [a, b];
    for (i, operand) in operands.iter_mut().enumerate() {
        if let Some(exact) = narrowed(pool, format, to, *operand) {
            *operand = exact;
            continue;
        }
        let value = constant(pool, *operand)?;
        let Bound::Rounded(instead, rounding) = bound(op, i == 0) else {
            return Some(pool.bool(false));
        };
        let conversion = FloatOp::Convert { from: format };
        let rounded = computed(conversion, to, rounding, value, format.width(), to.width())?;
        *operand = pool.constant(&rounded);
        op = instead;
    }
    Some(pool.float(op, to, RoundingMode::NearestEven, &operands))
}

/// Both operands are integers converted exactly, or one of them is a constant.
fn integers(pool: &mut Pool, op: FloatOp, format: FloatFormat, a: Term, b: Term) -> Option<Term> {
    let sources = [exact_integer(pool, a), exact_integer(pool, b)];
    let widths = sources
        .iter()
        .flatten()
        .map(|&(integer, _)| pool.width(integer));
    // Signed, and room for constants beyond both ends. Integers that are exact in a format have at
    // most one bit more than its precision, so this is below 128.
    let width = widths.max()? + 2;
    let mut op = op;
    let mut operands = [a, b];
    for (i, operand) in operands.iter_mut().enumerate() {
        if let Some((integer, signed)) = sources[i] {
            *operand = extended(pool, integer, signed, width);
            continue;
        }
        let value = constant(pool, *operand)?;
        let integral = computed(
            FloatOp::RoundToIntegral,
            format,
            RoundingMode::TowardZero,
            value,
            format.width(),
            format.width(),
        )?;
        let same = soft::compare(format, integral.to_u128()?, value).is_some_and(|o| o.is_eq());
        let mut rounding = RoundingMode::TowardZero;
        if !same {
            match bound(op, i == 0) {
                Bound::Never => return Some(pool.bool(false)),
                Bound::Rounded(instead, direction) => (op, rounding) = (instead, direction),
            }
        }
        let limit = soft::to_integer(format, rounding, value, true, width).unwrap_or_else(|| {
            // Beyond every integer of the operand's width, as the limits of ours are.
            let negative = value >> (format.width() - 1) == 1;
            let minimum = 1u128 << (width - 1);
            if negative { minimum } else { minimum - 1 }
        });
        *operand = pool.constant(&Bits::from_u128(width, limit));
    }
    let [a, b] = operands;
    Some(match op {
        FloatOp::Eq => pool.eq(a, b),
        FloatOp::Lt => pool.slt(a, b),
        _ => pool.sle(a, b),
    })
}
