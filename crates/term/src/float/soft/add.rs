//! Addition and subtraction.

use super::{Class, Unpacked, cancelled_sign, nan_result, normalise_and_round, unpack};
use crate::{FloatFormat, RoundingMode};

/// a + b
pub(crate) fn add(format: FloatFormat, rounding: RoundingMode, a: u128, b: u128) -> u128 {
    sum(format, rounding, a, b, false)
}

/// a − b
pub(crate) fn subtract(format: FloatFormat, rounding: RoundingMode, a: u128, b: u128) -> u128 {
    sum(format, rounding, a, b, true)
}

fn sum(format: FloatFormat, rounding: RoundingMode, a: u128, b: u128, minus: bool) -> u128 {
    let (x, mut y) = (unpack(format, a), unpack(format, b));
    y.sign ^= minus;
    match (x.class, y.class) {
        (Class::Nan, _) | (_, Class::Nan) => nan_result(format, &[a, b]),
        (Class::Infinite, Class::Infinite) if x.sign != y.sign => format.default_nan(),
        (Class::Infinite, _) => format.infinity(x.sign),
        (_, Class::Infinite) => format.infinity(y.sign),
        (Class::Zero, Class::Zero) if x.sign != y.sign => format.zero(cancelled_sign(rounding)),
        (Class::Zero, Class::Zero) => format.zero(x.sign),
        (Class::Zero, Class::Finite) => exact(format, rounding, y),
        (Class::Finite, Class::Zero) => exact(format, rounding, x),
        (Class::Finite, Class::Finite) => finite_sum(format, rounding, x, y),
    }
}

fn exact(format: FloatFormat, rounding: RoundingMode, x: Unpacked) -> u128 {
    super::round(format, rounding, x.sign, x.exponent, x.significand)
}

fn finite_sum(format: FloatFormat, rounding: RoundingMode, x: Unpacked, y: Unpacked) -> u128 {
    let magnitude = |u: &Unpacked| (u.exponent, u.significand);
    let (large, small) = if magnitude(&x) >= magnitude(&y) {
        (x, y)
    } else {
        (y, x)
    };
    // One bit of room for the carry; at least 14 bits below stay zero in `large`, so that a sticky
    // bit in `small` is enough.
    let first = large.significand >> 1;
    let second = shifted_right_sticky(
        small.significand >> 1,
        (large.exponent - small.exponent) as u32,
    );
    let total = if large.sign == small.sign {
        first + second
    } else {
        first - second
    };
    if total == 0 {
        return format.zero(cancelled_sign(rounding));
    }
    normalise_and_round(format, rounding, large.sign, large.exponent + 1, total)
}

fn shifted_right_sticky(value: u128, by: u32) -> u128 {
    match by {
        0 => value,
        1..128 => value >> by | u128::from(value << (128 - by) != 0),
        _ => u128::from(value != 0),
    }
}
