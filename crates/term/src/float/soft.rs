//! Exact software arithmetic for every format and rounding mode, on patterns in a `u128`.
//!
//! Numbers are taken apart into [`Unpacked`], computed on with significands of 128 bits whose last
//! bit is *sticky* (set if anything was lost below it), and put together by [`round`]. The widest
//! format has 113 bits of precision, so at least 15 bits lie below the last bit that is kept, and
//! a sticky last bit decides every rounding as the exact number would.

mod add;
mod convert;
mod divide;
mod multiply;
mod order;
mod remainder;
mod wide;

pub(crate) use add::{add, subtract};
pub(crate) use convert::{convert, from_limbs, round_to_integral, round_to_magnitude, to_integer};
pub(crate) use divide::{divide, square_root};
pub(crate) use multiply::{fused_multiply_add, multiply};
pub(crate) use order::{compare, maximum, minimum};
pub(crate) use remainder::{Quotient, remainder};

use crate::{FloatFormat, RoundingMode};

/// What a pattern stands for, apart from its sign.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Class {
    Zero,
    Finite,
    Infinite,
    /// NaNs, and encodings of the x87 format that its hardware refuses.
    Nan,
}

/// A pattern taken apart. For `Finite`, its magnitude is `significand × 2^(exponent − 127)` and the
/// topmost bit of `significand` is set; otherwise these two are zero.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Unpacked {
    pub class: Class,
    pub sign: bool,
    pub exponent: i32,
    pub significand: u128,
}

/// Takes a pattern apart.
pub(crate) fn unpack(format: FloatFormat, pattern: u128) -> Unpacked {
    let sign = pattern >> (format.width() - 1) & 1 == 1;
    let special = |class| Unpacked {
        class,
        sign,
        exponent: 0,
        significand: 0,
    };
    let fraction_bits = format.fraction_bits();
    let fraction = pattern & ((1 << fraction_bits) - 1);
    let stored_bits = fraction_bits + u32::from(format.has_integer_bit());
    let field = (pattern >> stored_bits) as u32 & format.exponent_mask();
    let integer = if format.has_integer_bit() {
        pattern >> fraction_bits & 1 == 1
    } else {
        field != 0
    };
    if field != 0 && !integer {
        // Unnormal, pseudo-infinity or pseudo-NaN of the x87 format.
        return special(Class::Nan);
    }
    if field == format.exponent_mask() {
        return special(if fraction == 0 {
            Class::Infinite
        } else {
            Class::Nan
        });
    }
    let significand = u128::from(integer) << fraction_bits | fraction;
    if significand == 0 {
        return special(Class::Zero);
    }
    // An integer bit with a zero field (x87 pseudo-denormal) counts as if the field were one.
    let exponent = field.max(1) as i32 - format.max_exponent();
    let shift = significand.leading_zeros();
    Unpacked {
        class: Class::Finite,
        sign,
        exponent: exponent + 127 - fraction_bits as i32 - shift as i32,
        significand: significand << shift,
    }
}

/// True for NaNs and the invalid encodings of x87.
pub(crate) fn is_nan(format: FloatFormat, pattern: u128) -> bool {
    unpack(format, pattern).class == Class::Nan
}

/// A NaN made quiet. Invalid encodings of x87 have no payload worth keeping.
fn quieted(format: FloatFormat, nan: u128) -> u128 {
    if nan & format.infinity(false) == format.infinity(false) {
        nan | format.quiet_bit()
    } else {
        format.default_nan()
    }
}

/// The NaN that an operation on these operands yields: the first NaN operand made quiet, or the
/// default NaN if no operand is one.
pub(crate) fn nan_result(format: FloatFormat, operands: &[u128]) -> u128 {
    match operands.iter().find(|&&pattern| is_nan(format, pattern)) {
        Some(&nan) => quieted(format, nan),
        None => format.default_nan(),
    }
}

/// True if a number of this sign whose kept part ends in `odd` moves away from zero when the
/// dropped part is compared with one half by `half` (at least one half) and `rest` (not exactly
/// zero or one half).
fn rounds_up(rounding: RoundingMode, sign: bool, odd: bool, half: bool, rest: bool) -> bool {
    match rounding {
        RoundingMode::NearestEven => half && (rest || odd),
        RoundingMode::NearestAway => half,
        RoundingMode::TowardPositive => !sign && (half || rest),
        RoundingMode::TowardNegative => sign && (half || rest),
        RoundingMode::TowardZero => false,
    }
}

/// `significand >> by`, rounded. `by` may exceed 127; it must not be 0.
fn shift_rounded(significand: u128, by: u32, sign: bool, rounding: RoundingMode) -> u128 {
    let kept = significand.checked_shr(by).unwrap_or(0);
    let half = by <= 128 && significand >> (by - 1) & 1 == 1;
    let below = (1u128 << (by - 1).min(127)) - 1;
    let rest = if by > 128 {
        significand != 0
    } else {
        significand & below != 0
    };
    kept + u128::from(rounds_up(rounding, sign, kept & 1 == 1, half, rest))
}

/// What an overflow yields in a rounding mode.
fn overflow(format: FloatFormat, rounding: RoundingMode, sign: bool) -> u128 {
    let to_infinity = match rounding {
        RoundingMode::NearestEven | RoundingMode::NearestAway => true,
        RoundingMode::TowardPositive => !sign,
        RoundingMode::TowardNegative => sign,
        RoundingMode::TowardZero => false,
    };
    if to_infinity {
        format.infinity(sign)
    } else {
        format.max_finite(sign)
    }
}

/// The pattern nearest (as `rounding` says) to `significand × 2^(exponent − 127)`, whose topmost
/// bit is set and whose last bit is sticky.
pub(crate) fn round(
    format: FloatFormat,
    rounding: RoundingMode,
    sign: bool,
    exponent: i32,
    significand: u128,
) -> u128 {
    debug_assert!(significand >> 127 == 1);
    if exponent > format.max_exponent() {
        return overflow(format, rounding, sign);
    }
    let denormal = (format.min_exponent() - exponent).max(0) as u32;
    // More than 128 dropped bits are all the same to the rounding.
    let dropped = (128 - format.precision() + denormal).min(200);
    let kept = shift_rounded(significand, dropped, sign, rounding);
    // `kept` bears the leading one, hence the field less one; subnormals have none and field 0.
    let field = exponent.max(format.min_exponent()) + format.max_exponent();
    let implicit = ((field as u128 - 1) << format.fraction_bits()) + kept;
    if implicit >> format.fraction_bits() >= u128::from(format.exponent_mask()) {
        return overflow(format, rounding, sign);
    }
    format.pattern(sign, implicit)
}

/// [`round`] for a significand that need not be normalised; zero gives the zero of `sign`.
fn normalise_and_round(
    format: FloatFormat,
    rounding: RoundingMode,
    sign: bool,
    exponent: i32,
    significand: u128,
) -> u128 {
    if significand == 0 {
        return format.zero(sign);
    }
    let shift = significand.leading_zeros();
    round(
        format,
        rounding,
        sign,
        exponent - shift as i32,
        significand << shift,
    )
}

/// Sign of a sum that is exactly zero though its operands differ in sign.
fn cancelled_sign(rounding: RoundingMode) -> bool {
    rounding == RoundingMode::TowardNegative
}
