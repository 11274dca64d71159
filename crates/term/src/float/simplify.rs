//! Rewriting of float operations while they are built: what unoptimised C does in a wide format,
//! or by way of floats, is done in the narrow format, or on integers.
//!
//! Every rule gives the same pattern for every operand, NaNs included. The formats are ordered such
//! that each holds all numbers of those before it.

mod compare;

use crate::{Bits, FloatFormat, FloatOp, Op, Pool, RoundingMode, Sort, Term, Value};

use super::evaluate;

/// An equal term that is simpler than the operation itself, if a rule is known.
pub(crate) fn simplify(
    pool: &mut Pool,
    op: FloatOp,
    format: FloatFormat,
    rounding: RoundingMode,
    arguments: &[Term],
    sort: Sort,
) -> Option<Term> {
    match op {
        FloatOp::Convert { from } => convert(pool, from, format, rounding, arguments[0]),
        FloatOp::FromSigned | FloatOp::FromUnsigned => {
            from_extended(pool, op, format, rounding, arguments[0])
        }
        FloatOp::ToSigned | FloatOp::ToUnsigned => {
            let Sort::BitVec(width) = sort else {
                return None;
            };
            to_integer(pool, op, format, rounding, arguments[0], width)
        }
        FloatOp::RoundToIntegral => round_to_integral(pool, format, rounding, arguments[0]),
        FloatOp::Eq | FloatOp::Lt | FloatOp::Le => {
            compare::compare(pool, op, format, arguments[0], arguments[1])
        }
        FloatOp::Add
        | FloatOp::Sub
        | FloatOp::Mul
        | FloatOp::Div
        | FloatOp::Rem
        | FloatOp::Fmod
        | FloatOp::Fma
        | FloatOp::Sqrt
        | FloatOp::Min
        | FloatOp::Max => None,
    }
}

/// For a conversion from a narrower format: that format, and the operand.
fn widened(pool: &Pool, t: Term) -> Option<(FloatFormat, Term)> {
    match pool.op(t) {
        Op::Float {
            op: FloatOp::Convert { from },
            format,
            ..
        } if from < format => Some((from, pool.arguments(t)[0])),
        _ => None,
    }
}

/// For a conversion of an integer that no integer of its width needs rounding for: the integer, and
/// whether it is signed.
fn exact_integer(pool: &Pool, t: Term) -> Option<(Term, bool)> {
    let Op::Float { op, format, .. } = pool.op(t) else {
        return None;
    };
    let signed = match op {
        FloatOp::FromSigned => true,
        FloatOp::FromUnsigned => false,
        _ => return None,
    };
    let integer = pool.arguments(t)[0];
    // The magnitude has one bit less, or is a power of two.
    let bits = pool.width(integer) - u32::from(signed);
    (bits <= format.precision()).then_some((integer, signed))
}

/// A constant in a narrower format, if that loses nothing.
fn narrowed_constant(from: FloatFormat, to: FloatFormat, value: &Bits) -> Option<Bits> {
    let convert = |from, to: FloatFormat, value: &Bits| {
        let operation = FloatOp::Convert { from };
        let value = std::slice::from_ref(value);
        match evaluate(operation, to, RoundingMode::TowardZero, value, to.width()) {
            Value::Bits(bits) => Some(bits),
            Value::Bool(_) | Value::Array(_) => None,
        }
    };
    let narrow = convert(from, to, value)?;
    (convert(to, from, &narrow)? == *value).then_some(narrow)
}

/// A term of one format in a narrower one, if it is a conversion from there (or from a still
/// narrower one), or a constant of it. Signalling NaNs may come back as they went in.
fn narrowed(pool: &mut Pool, from: FloatFormat, to: FloatFormat, t: Term) -> Option<Term> {
    if let Some(value) = pool.bits(t) {
        let narrow = narrowed_constant(from, to, &value)?;
        return Some(pool.constant(&narrow));
    }
    let (source, operand) = widened(pool, t)?;
    if source > to {
        return None;
    }
    Some(converted(
        pool,
        source,
        to,
        RoundingMode::NearestEven,
        operand,
    ))
}

/// The term in another format; in the same format it stays as it is.
fn converted(
    pool: &mut Pool,
    from: FloatFormat,
    to: FloatFormat,
    rounding: RoundingMode,
    t: Term,
) -> Term {
    if from == to {
        return t;
    }
    pool.float(FloatOp::Convert { from }, to, rounding, &[t])
}

/// A number, or the NaN made quiet.
fn quieted(pool: &mut Pool, format: FloatFormat, t: Term) -> Term {
    let nan = super::is_nan(pool, format, t);
    let quiet_bit = pool.constant(&Bits::from_u128(format.width(), format.quiet_bit()));
    let quiet = pool.bv_or(t, quiet_bit);
    pool.ite(nan, quiet, t)
}

fn convert(
    pool: &mut Pool,
    from: FloatFormat,
    to: FloatFormat,
    rounding: RoundingMode,
    a: Term,
) -> Option<Term> {
    if from == to && !from.has_integer_bit() {
        return Some(quieted(pool, from, a));
    }
    if let Some((source, operand)) = widened(pool, a) {
        // What was widened is rounded as if it had not been.
        let conversion = FloatOp::Convert { from: source };
        return Some(pool.float(conversion, to, rounding, &[operand]));
    }
    if let Some((integer, signed)) = exact_integer(pool, a) {
        let conversion = if signed {
            FloatOp::FromSigned
        } else {
            FloatOp::FromUnsigned
        };
        return Some(pool.float(conversion, to, rounding, &[integer]));
    }
    if to < from {
        narrow_arithmetic(pool, from, to, rounding, a)
    } else {
        None
    }
}

/// An operation on narrow operands in a wide format, rounded to the narrow format, is the operation
/// in the narrow format if the wide one has two digits more than twice the precision: the first
/// rounding then never decides the second (Figueroa, "When is double rounding innocuous?", 1995).
fn narrow_arithmetic(
    pool: &mut Pool,
    from: FloatFormat,
    to: FloatFormat,
    rounding: RoundingMode,
    a: Term,
) -> Option<Term> {
    let Op::Float {
        op,
        rounding: first,
        ..
    } = pool.op(a)
    else {
        return None;
    };
    let arithmetic = matches!(
        op,
        FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div | FloatOp::Sqrt
    );
    let nearest = rounding == RoundingMode::NearestEven && first == rounding;
    if !arithmetic || !nearest || from.precision() < 2 * to.precision() + 2 {
        return None;
    }
    let operands: smallvec::SmallVec<[Term; 2]> = pool.arguments(a).iter().copied().collect();
    let mut narrow = smallvec::SmallVec::<[Term; 2]>::new();
    for operand in operands {
        narrow.push(narrowed(pool, from, to, operand)?);
    }
    Some(pool.float(op, to, rounding, &narrow))
}

/// An extended integer is converted from its own width.
fn from_extended(
    pool: &mut Pool,
    op: FloatOp,
    format: FloatFormat,
    rounding: RoundingMode,
    a: Term,
) -> Option<Term> {
    let op = match (pool.op(a), op) {
        (Op::SignExtend, FloatOp::FromSigned) => FloatOp::FromSigned,
        (Op::ZeroExtend, _) => FloatOp::FromUnsigned,
        _ => return None,
    };
    let inner = pool.arguments(a)[0];
    Some(pool.float(op, format, rounding, &[inner]))
}

fn to_integer(
    pool: &mut Pool,
    op: FloatOp,
    format: FloatFormat,
    rounding: RoundingMode,
    a: Term,
    width: u32,
) -> Option<Term> {
    if let Some((source, operand)) = widened(pool, a) {
        return Some(pool.float_to_int(op, source, rounding, operand, width));
    }
    let (integer, signed) = exact_integer(pool, a)?;
    debug_assert!(matches!(pool.op(a), Op::Float { format: f, .. } if f == format));
    let to_signed = op == FloatOp::ToSigned;
    let wide = width.max(pool.width(integer)) + 1;
    let value = extended(pool, integer, signed, wide);
    let low = pool.extract(value, width - 1, 0);
    let back = extended(pool, low, to_signed, wide);
    let fits = pool.eq(back, value);
    let otherwise = if to_signed {
        Bits::signed_min(width)
    } else {
        Bits::ones(width)
    };
    let otherwise = pool.constant(&otherwise);
    Some(pool.ite(fits, low, otherwise))
}

fn extended(pool: &mut Pool, t: Term, signed: bool, width: u32) -> Term {
    if signed {
        pool.sign_extend(t, width)
    } else {
        pool.zero_extend(t, width)
    }
}

fn round_to_integral(
    pool: &mut Pool,
    format: FloatFormat,
    rounding: RoundingMode,
    a: Term,
) -> Option<Term> {
    if let Some((source, operand)) = widened(pool, a) {
        let rounded = pool.float(FloatOp::RoundToIntegral, source, rounding, &[operand]);
        return Some(converted(pool, source, format, rounding, rounded));
    }
    let Op::Float { op, .. } = pool.op(a) else {
        return None;
    };
    let integral = matches!(
        op,
        FloatOp::RoundToIntegral | FloatOp::FromSigned | FloatOp::FromUnsigned
    );
    integral.then_some(a)
}
