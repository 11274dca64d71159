//! Remainders: exact in every format, so they need no rounding mode.

use super::{Class, Unpacked, nan_result, normalise_and_round, unpack};
use crate::{FloatFormat, RoundingMode};

/// How the quotient whose multiple is taken away becomes an integer.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Quotient {
    /// Towards zero: C `fmod`.
    Truncated,
    /// To nearest, ties to even: IEEE remainder.
    Nearest,
}

/// a − q × b for the integer q that `quotient` describes.
pub(crate) fn remainder(format: FloatFormat, quotient: Quotient, a: u128, b: u128) -> u128 {
    let (x, y) = (unpack(format, a), unpack(format, b));
    match (x.class, y.class) {
        (Class::Nan, _) | (_, Class::Nan) => nan_result(format, &[a, b]),
        (Class::Infinite, _) | (_, Class::Zero) => format.default_nan(),
        (Class::Zero, _) => format.zero(x.sign),
        (Class::Finite, Class::Infinite) => repack(format, x),
        (Class::Finite, Class::Finite) => finite(format, quotient, x, y),
    }
}

/// The number itself (in its canonical encoding).
fn repack(format: FloatFormat, x: Unpacked) -> u128 {
    super::round(
        format,
        RoundingMode::TowardZero,
        x.sign,
        x.exponent,
        x.significand,
    )
}

fn finite(format: FloatFormat, quotient: Quotient, x: Unpacked, y: Unpacked) -> u128 {
    let unused = 128 - format.precision();
    let (a, b) = (x.significand >> unused, y.significand >> unused);
    if x.exponent < y.exponent - 1 {
        // |a| < |b| / 2
        return repack(format, x);
    }
    // Everything in units of the last place of the smaller exponent.
    let (rest, divisor, odd, exponent) = if x.exponent < y.exponent {
        (a, b << 1, false, x.exponent)
    } else {
        let (rest, odd) = divide_scaled(a, (x.exponent - y.exponent) as u32, b);
        (rest, b, odd, y.exponent)
    };
    let twice = rest << 1;
    let nearer_above = twice > divisor || twice == divisor && odd;
    let (sign, rest) = match quotient {
        Quotient::Nearest if nearer_above => (!x.sign, divisor - rest),
        Quotient::Nearest | Quotient::Truncated => (x.sign, rest),
    };
    if rest == 0 {
        return format.zero(x.sign);
    }
    normalise_and_round(
        format,
        RoundingMode::TowardZero,
        sign,
        exponent + unused as i32,
        rest,
    )
}

/// `a × 2^scale mod b`, and whether the quotient is odd.
fn divide_scaled(a: u128, mut scale: u32, b: u128) -> (u128, bool) {
    let (mut rest, mut odd) = (a % b, (a / b) & 1 == 1);
    let step = b.leading_zeros();
    while scale > 0 {
        // rest < b, so this many places are free.
        let by = step.min(scale);
        let shifted = rest << by;
        (rest, odd) = (shifted % b, (shifted / b) & 1 == 1);
        scale -= by;
    }
    (rest, odd)
}
