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
    let b_sign = if minus { c.not(b.sign) } else { b.sign };
    let differ = c.xor(a.sign, b_sign);
    let invalid = c.all_of(&[a.infinite, b.infinite, differ]);
    // The sum without its NaNs does not depend on the order, so both orders share one circuit.
    let mut summands = [(a, a.sign), (b, b_sign)];
    summands.sort_by_key(|(operand, _)| operand.pattern);
    or_nan(
        c,
        &[a, b],
        invalid,
        number_sum(c, rounding, summands, differ),
    )
}

/// The sum of two numbers with these signs, of which `differ` says whether they differ. Infinities
/// that differ may give anything.
fn number_sum(
    c: &Circuit,
    rounding: RoundingMode,
    [(a, a_sign), (b, b_sign)]: [(&Operand, Term); 2],
    differ: Term,
) -> Term {
    let format = a.format;

    // |large| ≥ |small|, by the order of patterns.
    let swapped = c.ult(a.magnitude, b.magnitude);
    let ((ea, ma), (eb, mb)) = (a.parts(c), b.parts(c));
    let large_sign = c.ite(swapped, b_sign, a_sign);
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
        sign: large_sign,
        exponent: large_exponent.plus_constant(c, 1),
        significand: sum,
        sticky: c.bool(false),
    };
    let magnitude = round(c, format, rounding, normalise_limited(c, number));
    let cancelled = c.and(differ, c.none(sum));
    let rounded_down = c.bool(rounding == RoundingMode::TowardNegative);
    // An infinity is the larger operand, and nothing but another cancels it.
    let sign = c.ite(cancelled, rounded_down, large_sign);
    let infinite = c.or(a.infinite, b.infinite);
    let magnitude = c.ite(infinite, infinity(c, format), magnitude);
    pack(c, format, sign, magnitude)
}
