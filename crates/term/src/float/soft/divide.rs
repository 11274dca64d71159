//! Division and square root.

use super::{Class, nan_result, round, unpack};
use crate::{FloatFormat, RoundingMode};

/// a ÷ b
pub(crate) fn divide(format: FloatFormat, rounding: RoundingMode, a: u128, b: u128) -> u128 {
    let (x, y) = (unpack(format, a), unpack(format, b));
    let sign = x.sign ^ y.sign;
    match (x.class, y.class) {
        (Class::Nan, _) | (_, Class::Nan) => nan_result(format, &[a, b]),
        (Class::Infinite, Class::Infinite) | (Class::Zero, Class::Zero) => format.default_nan(),
        (Class::Infinite, _) | (_, Class::Zero) => format.infinity(sign),
        (Class::Zero, _) | (_, Class::Infinite) => format.zero(sign),
        (Class::Finite, Class::Finite) => {
            let unused = 128 - format.precision();
            let less = x.significand < y.significand;
            let quotient = quotient(
                x.significand >> unused << u32::from(less),
                y.significand >> unused,
                format.precision() + 2,
            );
            round(
                format,
                rounding,
                sign,
                x.exponent - y.exponent - i32::from(less),
                quotient,
            )
        }
    }
}

/// The first `digits` binary digits of `a ÷ b` (which lies in [1, 2)), at the top, with a sticky
/// last bit.
fn quotient(a: u128, b: u128, digits: u32) -> u128 {
    let (mut rest, mut quotient) = (a - b, 1u128);
    let mut missing = digits - 1;
    // The rest is less than b, so it can be shifted by as many places as b has free.
    let step = b.leading_zeros();
    while missing > 0 {
        let by = step.min(missing);
        let shifted = rest << by;
        quotient = (quotient << by) + shifted / b;
        rest = shifted % b;
        missing -= by;
    }
    quotient << (128 - digits) | u128::from(rest != 0)
}

/// Square root.
pub(crate) fn square_root(format: FloatFormat, rounding: RoundingMode, a: u128) -> u128 {
    let x = unpack(format, a);
    match x.class {
        Class::Nan => nan_result(format, &[a]),
        Class::Zero => format.zero(x.sign),
        Class::Infinite | Class::Finite if x.sign => format.default_nan(),
        Class::Infinite => format.infinity(false),
        Class::Finite => {
            // In [1, 4) with two bits before the point, over an even power of two.
            let odd = x.exponent & 1 == 1;
            let radicand = if odd {
                x.significand
            } else {
                x.significand >> 1
            };
            let root = root(radicand, format.precision() + 2);
            round(
                format,
                rounding,
                false,
                (x.exponent - i32::from(odd)) / 2,
                root,
            )
        }
    }
}

/// The first `digits` binary digits of the root of a number in [1, 4) that has two bits before its
/// point, at the top, with a sticky last bit.
fn root(mut radicand: u128, digits: u32) -> u128 {
    let (mut rest, mut root) = (0u128, 0u128);
    for _ in 0..digits {
        rest = rest << 2 | radicand >> 126;
        radicand <<= 2;
        let trial = root << 2 | 1;
        root <<= 1;
        if rest >= trial {
            rest -= trial;
            root |= 1;
        }
    }
    root << (128 - digits) | u128::from(rest != 0 || radicand != 0)
}
