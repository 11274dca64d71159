//! Multiplication and fused multiply-add.

use super::wide::Wide;
use super::{Class, Unpacked, add, cancelled_sign, nan_result, round, unpack};
use crate::{FloatFormat, RoundingMode};

/// a × b
pub(crate) fn multiply(format: FloatFormat, rounding: RoundingMode, a: u128, b: u128) -> u128 {
    let (x, y) = (unpack(format, a), unpack(format, b));
    let sign = x.sign ^ y.sign;
    match (x.class, y.class) {
        (Class::Nan, _) | (_, Class::Nan) => nan_result(format, &[a, b]),
        (Class::Infinite, Class::Zero) | (Class::Zero, Class::Infinite) => format.default_nan(),
        (Class::Infinite, _) | (_, Class::Infinite) => format.infinity(sign),
        (Class::Zero, _) | (_, Class::Zero) => format.zero(sign),
        (Class::Finite, Class::Finite) => {
            let (exponent, product) = finite_product(x, y);
            round(format, rounding, sign, exponent, product.high_sticky())
        }
    }
}

/// The exact product with its topmost bit set, and the exponent of that bit.
fn finite_product(x: Unpacked, y: Unpacked) -> (i32, Wide) {
    let product = Wide::product(x.significand, y.significand);
    let shift = product.leading_zeros();
    (
        x.exponent + y.exponent + 1 - shift as i32,
        product.shifted_left(shift),
    )
}

/// a × b + c, rounded once.
pub(crate) fn fused_multiply_add(
    format: FloatFormat,
    rounding: RoundingMode,
    a: u128,
    b: u128,
    c: u128,
) -> u128 {
    let (x, y, z) = (unpack(format, a), unpack(format, b), unpack(format, c));
    if [x, y, z].iter().any(|u| u.class == Class::Nan) {
        return nan_result(format, &[a, b, c]);
    }
    let sign = x.sign ^ y.sign;
    match (x.class, y.class) {
        (Class::Infinite, Class::Zero) | (Class::Zero, Class::Infinite) => format.default_nan(),
        (Class::Infinite, _) | (_, Class::Infinite) => {
            add(format, rounding, format.infinity(sign), c)
        }
        (Class::Zero, _) | (_, Class::Zero) => add(format, rounding, format.zero(sign), c),
        _ => match z.class {
            Class::Zero => multiply(format, rounding, a, b),
            Class::Finite => {
                let (exponent, product) = finite_product(x, y);
                finite_sum(format, rounding, (sign, exponent, product), z)
            }
            // The product is finite, however large.
            Class::Infinite | Class::Nan => format.infinity(z.sign),
        },
    }
}

fn finite_sum(
    format: FloatFormat,
    rounding: RoundingMode,
    (product_sign, product_exponent, product): (bool, i32, Wide),
    c: Unpacked,
) -> u128 {
    // The product ends at least 30 bits above the last, c at least 143: both lose one place to
    // the carry without loss, and the smaller one's sticky bit lies below the larger one's end
    // whenever bits of it are lost.
    let x = (
        product_exponent,
        product.shifted_right_sticky(1),
        product_sign,
    );
    let addend = Wide {
        high: c.significand,
        low: 0,
    };
    let y = (c.exponent, addend.shifted_right_sticky(1), c.sign);
    let (large, small) = if (x.0, x.1) >= (y.0, y.1) {
        (x, y)
    } else {
        (y, x)
    };
    let aligned = small.1.shifted_right_sticky((large.0 - small.0) as u32);
    let total = if large.2 == small.2 {
        large.1.plus(aligned)
    } else {
        large.1.minus(aligned)
    };
    if total.is_zero() {
        return format.zero(cancelled_sign(rounding));
    }
    let shift = total.leading_zeros();
    let significand = total.shifted_left(shift).high_sticky();
    round(
        format,
        rounding,
        large.2,
        large.0 + 1 - shift as i32,
        significand,
    )
}
