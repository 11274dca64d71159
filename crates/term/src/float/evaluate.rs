//! Evaluation of operations on concrete patterns: chooses between the host and the software.

use super::host::{double, double_to_single, single, single_to_double};
use super::soft::{self, Quotient};
use crate::{Bits, FloatFormat, FloatOp, RoundingMode, Value};
use std::cmp::Ordering;

/// Evaluates `op` on bit patterns, exactly. `result_width` matters for the conversions to
/// integers only.
pub fn evaluate(
    op: FloatOp,
    format: FloatFormat,
    rounding: RoundingMode,
    arguments: &[Bits],
    result_width: u32,
) -> Value {
    let width = arguments[0].width();
    match op {
        FloatOp::ToSigned | FloatOp::ToUnsigned if result_width > 128 => {
            let signed = op == FloatOp::ToSigned;
            let pattern = pattern(&arguments[0]);
            Value::Bits(to_wide_integer(
                format,
                rounding,
                pattern,
                signed,
                result_width,
            ))
        }
        FloatOp::FromSigned | FloatOp::FromUnsigned if width > 128 => {
            let signed = op == FloatOp::FromSigned;
            let result = from_wide_integer(format, rounding, &arguments[0], signed);
            Value::Bits(Bits::from_u128(format.width(), result))
        }
        FloatOp::Eq | FloatOp::Lt | FloatOp::Le => {
            let (a, b) = (pattern(&arguments[0]), pattern(&arguments[1]));
            Value::Bool(compare(op, format, a, b))
        }
        _ => {
            let mut patterns = [0; 3];
            for (to, from) in patterns.iter_mut().zip(arguments) {
                *to = pattern(from);
            }
            let operands = &patterns[..arguments.len().min(3)];
            let result = evaluate_u128(op, format, rounding, operands, width, result_width);
            let width = match op {
                FloatOp::ToSigned | FloatOp::ToUnsigned => result_width,
                _ => format.width(),
            };
            Value::Bits(Bits::from_u128(width, result))
        }
    }
}

fn pattern(bits: &Bits) -> u128 {
    bits.to_u128()
        .expect("operands of float operations that reach this point have at most 128 bits")
}

/// [`evaluate`] on patterns in a `u128`, for operand and result widths up to 128 bits.
/// `operand_width` matters for the conversions from integers only; comparisons give 0 or 1.
pub fn evaluate_u128(
    op: FloatOp,
    format: FloatFormat,
    rounding: RoundingMode,
    arguments: &[u128],
    operand_width: u32,
    result_width: u32,
) -> u128 {
    if operand_width <= 64 && result_width <= 64 {
        let mut narrow = [0; 3];
        for (to, from) in narrow.iter_mut().zip(arguments) {
            *to = *from as u64;
        }
        let operands = &narrow[..arguments.len().min(3)];
        if let Some(result) = by_host(op, format, rounding, operands, operand_width, result_width) {
            return u128::from(result);
        }
    }
    by_software(op, format, rounding, arguments, operand_width, result_width)
}

/// [`evaluate`] on patterns in a `u64`, for operand and result widths up to 64 bits, without
/// allocation. `operand_width` matters for the conversions from integers only; comparisons give 0
/// or 1. Who knows the operation beforehand calls [`single`] and [`double`] directly.
pub fn evaluate_u64(
    op: FloatOp,
    format: FloatFormat,
    rounding: RoundingMode,
    arguments: &[u64],
    operand_width: u32,
    result_width: u32,
) -> u64 {
    by_host(op, format, rounding, arguments, operand_width, result_width).unwrap_or_else(|| {
        let mut wide = [0; 3];
        for (to, from) in wide.iter_mut().zip(arguments) {
            *to = u128::from(*from);
        }
        let operands = &wide[..arguments.len().min(3)];
        by_software(op, format, rounding, operands, operand_width, result_width) as u64
    })
}

/// What the host's arithmetic can answer.
pub(super) fn by_host(
    op: FloatOp,
    format: FloatFormat,
    rounding: RoundingMode,
    arguments: &[u64],
    operand_width: u32,
    result_width: u32,
) -> Option<u64> {
    let nearest = rounding == RoundingMode::NearestEven;
    let truncating = rounding == RoundingMode::TowardZero;
    macro_rules! in_format {
        ($module:ident, $other:expr, $convert:expr) => {
            Some(match (op, arguments) {
                (FloatOp::Add, &[a, b]) if nearest => $module::add(a, b),
                (FloatOp::Sub, &[a, b]) if nearest => $module::subtract(a, b),
                (FloatOp::Mul, &[a, b]) if nearest => $module::multiply(a, b),
                (FloatOp::Div, &[a, b]) if nearest => $module::divide(a, b),
                (FloatOp::Fma, &[a, b, c]) if nearest => $module::fused_multiply_add(a, b, c),
                (FloatOp::Sqrt, &[a]) if nearest => $module::square_root(a),
                (FloatOp::Fmod, &[a, b]) => $module::fmod(a, b),
                (FloatOp::Min, &[a, b]) => $module::minimum(a, b),
                (FloatOp::Max, &[a, b]) => $module::maximum(a, b),
                (FloatOp::Eq, &[a, b]) => u64::from($module::equal(a, b)),
                (FloatOp::Lt, &[a, b]) => u64::from($module::less(a, b)),
                (FloatOp::Le, &[a, b]) => u64::from($module::less_or_equal(a, b)),
                (FloatOp::RoundToIntegral, &[a]) => $module::round_to_integral(rounding, a),
                (FloatOp::ToSigned, &[a]) if truncating => $module::to_signed(a, result_width),
                (FloatOp::ToUnsigned, &[a]) if truncating => $module::to_unsigned(a, result_width),
                (FloatOp::FromSigned, &[a]) if nearest => {
                    let unused = 64 - operand_width;
                    $module::from_signed((a << unused) as i64 >> unused)
                }
                (FloatOp::FromUnsigned, &[a]) if nearest => $module::from_unsigned(a),
                (FloatOp::Convert { from }, &[a]) if from == $other && nearest => $convert(a),
                _ => return None,
            })
        };
    }
    match format {
        FloatFormat::Single => in_format!(single, FloatFormat::Double, double_to_single),
        FloatFormat::Double => in_format!(double, FloatFormat::Single, single_to_double),
        FloatFormat::Half | FloatFormat::X87 | FloatFormat::Quad => None,
    }
}

pub(super) fn by_software(
    op: FloatOp,
    format: FloatFormat,
    rounding: RoundingMode,
    arguments: &[u128],
    operand_width: u32,
    result_width: u32,
) -> u128 {
    let a = arguments[0];
    let b = || arguments[1];
    match op {
        FloatOp::Add => soft::add(format, rounding, a, b()),
        FloatOp::Sub => soft::subtract(format, rounding, a, b()),
        FloatOp::Mul => soft::multiply(format, rounding, a, b()),
        FloatOp::Div => soft::divide(format, rounding, a, b()),
        FloatOp::Rem => soft::remainder(format, Quotient::Nearest, a, b()),
        FloatOp::Fmod => soft::remainder(format, Quotient::Truncated, a, b()),
        FloatOp::Fma => soft::fused_multiply_add(format, rounding, a, b(), arguments[2]),
        FloatOp::Sqrt => soft::square_root(format, rounding, a),
        FloatOp::RoundToIntegral => soft::round_to_integral(format, rounding, a),
        FloatOp::Min => soft::minimum(format, a, b()),
        FloatOp::Max => soft::maximum(format, a, b()),
        FloatOp::Eq | FloatOp::Lt | FloatOp::Le => u128::from(compare(op, format, a, b())),
        FloatOp::ToSigned => soft::to_integer(format, rounding, a, true, result_width)
            .unwrap_or(1 << (result_width - 1)),
        FloatOp::ToUnsigned => soft::to_integer(format, rounding, a, false, result_width)
            .unwrap_or(u128::MAX >> (128 - result_width)),
        FloatOp::FromSigned => {
            let unused = 128 - operand_width;
            let value = (a << unused) as i128 >> unused;
            from_integer(format, rounding, value < 0, value.unsigned_abs())
        }
        FloatOp::FromUnsigned => from_integer(format, rounding, false, a),
        FloatOp::Convert { from } => soft::convert(from, format, rounding, a),
    }
}

fn compare(op: FloatOp, format: FloatFormat, a: u128, b: u128) -> bool {
    let order = soft::compare(format, a, b);
    match op {
        FloatOp::Eq => order == Some(Ordering::Equal),
        FloatOp::Lt => order == Some(Ordering::Less),
        _ => order.is_some_and(Ordering::is_le),
    }
}

fn from_integer(format: FloatFormat, rounding: RoundingMode, sign: bool, magnitude: u128) -> u128 {
    soft::from_limbs(
        format,
        rounding,
        sign,
        &[magnitude as u64, (magnitude >> 64) as u64],
    )
}

fn from_wide_integer(
    format: FloatFormat,
    rounding: RoundingMode,
    value: &Bits,
    signed: bool,
) -> u128 {
    let sign = signed && value.bit(value.width() - 1);
    let magnitude = if sign { value.neg() } else { value.clone() };
    soft::from_limbs(format, rounding, sign, magnitude.limbs())
}

/// For results wider than 128 bits.
fn to_wide_integer(
    format: FloatFormat,
    rounding: RoundingMode,
    a: u128,
    signed: bool,
    width: u32,
) -> Bits {
    let out_of_range = || {
        if signed {
            Bits::signed_min(width)
        } else {
            Bits::ones(width)
        }
    };
    let Some(rounded) = soft::round_to_magnitude(format, rounding, a) else {
        return out_of_range();
    };
    if rounded.significand == 0 {
        return Bits::new(width, 0);
    }
    let used = 128 - rounded.significand.leading_zeros() + rounded.shift;
    let minimum = used == width && rounded.significand.is_power_of_two();
    let fits = match (signed, rounded.sign) {
        (true, true) => used < width || minimum,
        (true, false) => used < width,
        (false, sign) => !sign && used <= width,
    };
    if !fits {
        return out_of_range();
    }
    let magnitude = Bits::from_u128(width, rounded.significand).shl_by(rounded.shift);
    if rounded.sign {
        magnitude.neg()
    } else {
        magnitude
    }
}
