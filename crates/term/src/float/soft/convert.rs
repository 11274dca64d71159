//! Conversions between formats and to and from integers.

use super::{Class, Unpacked, nan_result, normalise_and_round, round, shift_rounded, unpack};
use crate::{FloatFormat, RoundingMode};

/// The number in another format.
pub(crate) fn convert(from: FloatFormat, to: FloatFormat, rounding: RoundingMode, a: u128) -> u128 {
    let x = unpack(from, a);
    match x.class {
        Class::Nan => convert_nan(from, to, a),
        Class::Infinite => to.infinity(x.sign),
        Class::Zero => to.zero(x.sign),
        Class::Finite => round(to, rounding, x.sign, x.exponent, x.significand),
    }
}

/// The payload keeps its upper end, as the hardware does it.
fn convert_nan(from: FloatFormat, to: FloatFormat, a: u128) -> u128 {
    let quiet = nan_result(from, &[a]);
    let sign = quiet >> (from.width() - 1) == 1;
    let fraction = quiet & ((1 << from.fraction_bits()) - 1);
    let aligned = fraction << (128 - from.fraction_bits()) >> (128 - to.fraction_bits());
    to.infinity(sign) | aligned
}

/// The number rounded to an integral value.
pub(crate) fn round_to_integral(format: FloatFormat, rounding: RoundingMode, a: u128) -> u128 {
    let x = unpack(format, a);
    match x.class {
        Class::Nan => nan_result(format, &[a]),
        Class::Infinite | Class::Zero => a,
        Class::Finite if x.exponent >= format.fraction_bits() as i32 => a,
        Class::Finite => {
            let magnitude = integral(x, rounding);
            normalise_and_round(format, rounding, x.sign, 127, magnitude)
        }
    }
}

/// The magnitude rounded to an integer, for exponents below 127.
fn integral(x: Unpacked, rounding: RoundingMode) -> u128 {
    // More than 128 dropped bits are all the same to the rounding.
    let dropped = (127 - x.exponent).min(200) as u32;
    shift_rounded(x.significand, dropped, x.sign, rounding)
}

/// The integer nearest to a number: `significand × 2^shift`, with its sign.
pub(crate) struct Magnitude {
    pub sign: bool,
    pub significand: u128,
    pub shift: u32,
}

/// The number rounded to an integer; `None` for NaNs and infinities.
pub(crate) fn round_to_magnitude(
    format: FloatFormat,
    rounding: RoundingMode,
    a: u128,
) -> Option<Magnitude> {
    let x = unpack(format, a);
    let (significand, shift) = match x.class {
        Class::Nan | Class::Infinite => return None,
        Class::Zero => (0, 0),
        Class::Finite if x.exponent >= 127 => (x.significand, (x.exponent - 127) as u32),
        Class::Finite => (integral(x, rounding), 0),
    };
    Some(Magnitude {
        sign: x.sign,
        significand,
        shift,
    })
}

/// The number as an integer of `width` ≤ 128 bits; `None` if it does not fit.
pub(crate) fn to_integer(
    format: FloatFormat,
    rounding: RoundingMode,
    a: u128,
    signed: bool,
    width: u32,
) -> Option<u128> {
    let magnitude = round_to_magnitude(format, rounding, a)?;
    if magnitude.shift > 0 {
        return None;
    }
    let value = magnitude.significand;
    let used = 128 - value.leading_zeros();
    let fits = match (signed, magnitude.sign) {
        (_, _) if value == 0 => true,
        (true, true) => used < width || used == width && value.is_power_of_two(),
        (true, false) => used < width,
        (false, true) => false,
        (false, false) => used <= width,
    };
    let mask = u128::MAX >> (128 - width);
    let value = if magnitude.sign {
        value.wrapping_neg()
    } else {
        value
    };
    fits.then_some(value & mask)
}

/// An integer, given as its sign and the limbs of its magnitude (least significant first), in a
/// format.
pub(crate) fn from_limbs(
    format: FloatFormat,
    rounding: RoundingMode,
    sign: bool,
    limbs: &[u64],
) -> u128 {
    let used = limbs
        .iter()
        .rposition(|&limb| limb != 0)
        .map_or(0, |top| top + 1);
    let limb = |i: usize| u128::from(limbs[i]);
    match used {
        0 => format.zero(false),
        1 => normalise_and_round(format, rounding, sign, 127, limb(0)),
        2 => normalise_and_round(format, rounding, sign, 127, limb(1) << 64 | limb(0)),
        _ => {
            let top = limb(used - 1) << 64 | limb(used - 2);
            let shift = top.leading_zeros();
            let next = limb(used - 3);
            // The topmost limb is not zero, so `shift` is below 64.
            let filled = top << shift | (next << shift) >> 64;
            let lost = (next << shift) as u64 != 0 || limbs[..used - 3].iter().any(|&l| l != 0);
            let exponent = i32::try_from(used as i64 * 64 - 1 - i64::from(shift));
            // Beyond i32 every format overflows.
            let exponent = exponent.unwrap_or(i32::MAX);
            round(format, rounding, sign, exponent, filled | u128::from(lost))
        }
    }
}
