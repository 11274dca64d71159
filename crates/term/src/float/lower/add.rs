//! Addition and subtraction.

use super::circuit::Circuit;
use super::exponent::Exponent;
use super::pack::{Operand, Unrounded, infinity, normalise_limited, or_nan, pack, round};
use crate::{RoundingMode, Term};

/// a + b, or a − b.
pub(super) fn add(
    c: &Circuit,
    rounding: RoundingMode,
    a: &Operand,
    b: &Operand,
    minus: bool,
) -> Term {
    let format = a.format;
    let b_sign = if minus { c.not(b.sign) } else { b.sign };
    let differ = c.xor(a.sign, b_sign);

    // |large| ≥ |small|, by the order of patterns.
    let swapped = c.ult(a.magnitude, b.magnitude);
    let ((ea, ma), (eb, mb)) = (a.parts(c), b.parts(c));
    let sign = c.ite(swapped, b_sign, a.sign);
    let large_exponent = Exponent::choose(c, swapped, eb, ea);
    let small_exponent = Exponent::choose(c, swapped, ea, eb);
    let (large, small) = (c.ite(swapped, mb, ma), c.ite(swapped, ma, mb));

    // Two places and a sticky one below: with more than one lost place, the sum keeps at least all
    // but one of its leading places, so that they suffice.
    let distance = large_exponent.minus(c, small_exponent).as_unsigned(c);
    let (aligned, lost) = c.shift_right_sticky(c.pad_low(small, 2), distance);
    let precision = format.precision();
    let aligned = c.zero_extend(c.concat(aligned, c.flag(lost)), precision + 4);
    let large = c.zero_extend(c.pad_low(large, 3), precision + 4);
    let sum = c.add_or_subtract(differ, large, aligned);

    let number = Unrounded {
        sign,
        exponent: large_exponent.plus_constant(c, 1),
        significand: sum,
        sticky: c.bool(false),
    };
    let magnitude = round(c, format, rounding, normalise_limited(c, number));
    let cancelled = c.and(differ, c.none(sum));
    let sign = c.ite(
        cancelled,
        c.bool(rounding == RoundingMode::TowardNegative),
        sign,
    );
    let infinite = c.or(a.infinite, b.infinite);
    let magnitude = c.ite(infinite, infinity(c, format), magnitude);
    // An infinity is the larger operand; the sign of two is the same unless the sum is invalid.
    let sign_of_infinity = c.ite(a.infinite, a.sign, b_sign);
    let sign = c.ite(infinite, sign_of_infinity, sign);
    let invalid = c.all_of(&[a.infinite, b.infinite, differ]);
    or_nan(c, &[a, b], invalid, pack(c, format, sign, magnitude))
}
