//! Multiplication and fused multiply-add.

use super::circuit::Circuit;
use super::exponent::Exponent;
use super::pack::{Operand, Unrounded, counted, infinity, or_nan, pack, round, round_below_four};
use crate::{RoundingMode, Term};

/// The exact product of two numbers that are not zero: biased exponent, and a significand in
/// [1, 4) of twice the precision.
fn exact_product(c: &Circuit, a: &Operand, b: &Operand) -> (Exponent, Term) {
    let width = 2 * a.format.precision();
    // Products of both orders share one circuit.
    let (a, b) = if a.pattern <= b.pattern {
        (a, b)
    } else {
        (b, a)
    };
    let ((ea, ma), (eb, mb)) = (a.normalised(c), b.normalised(c));
    let exponent = ea
        .plus(c, eb)
        .plus_constant(c, -i64::from(a.format.max_exponent()));
    (
        exponent,
        c.mul(c.zero_extend(ma, width), c.zero_extend(mb, width)),
    )
}

/// a × b
pub(super) fn multiply(c: &Circuit, rounding: RoundingMode, a: &Operand, b: &Operand) -> Term {
    let format = a.format;
    let sign = c.xor(a.sign, b.sign);
    let (exponent, significand) = exact_product(c, a, b);
    let number = Unrounded {
        sign,
        exponent,
        significand,
        sticky: c.bool(false),
    };
    let magnitude = round_below_four(c, format, rounding, number);
    let zero = c.or(a.zero, b.zero);
    let infinite = c.or(a.infinite, b.infinite);
    let magnitude = c.masked(c.not(zero), magnitude);
    let magnitude = c.ite(infinite, infinity(c, format), magnitude);
    or_nan(
        c,
        &[a, b],
        c.and(infinite, zero),
        pack(c, format, sign, magnitude),
    )
}

/// a × b + c, rounded once.
pub(super) fn fused_multiply_add(
    c: &Circuit,
    rounding: RoundingMode,
    a: &Operand,
    b: &Operand,
    addend: &Operand,
) -> Term {
    let format = a.format;
    let product_sign = c.xor(a.sign, b.sign);
    let differ = c.xor(product_sign, addend.sign);
    let (sign, magnitude, exactly_zero) = finite_sum(c, rounding, a, b, addend, product_sign);

    let product_zero = c.or(a.zero, b.zero);
    let product_infinite = c.or(a.infinite, b.infinite);
    // Zeros: a zero product leaves the addend, the sum of two zeros obeys their signs.
    let both_zero = c.and(product_zero, addend.zero);
    let cancelled = c.and(
        differ,
        c.or(both_zero, c.and(exactly_zero, c.not(product_zero))),
    );
    let sign = c.ite(product_zero, addend.sign, sign);
    let sign = c.ite(
        cancelled,
        c.bool(rounding == RoundingMode::TowardNegative),
        sign,
    );
    let magnitude = c.ite(product_zero, addend.magnitude, magnitude);
    let infinite = c.or(product_infinite, addend.infinite);
    let sign_of_infinity = c.ite(product_infinite, product_sign, addend.sign);
    let sign = c.ite(infinite, sign_of_infinity, sign);
    let magnitude = c.ite(infinite, infinity(c, format), magnitude);
    let invalid = c.or(
        c.and(product_infinite, product_zero),
        c.all_of(&[product_infinite, addend.infinite, differ]),
    );
    or_nan(
        c,
        &[a, b, addend],
        invalid,
        pack(c, format, sign, magnitude),
    )
}

/// Sign and magnitude of the sum for a finite product that is not zero and a finite addend, and
/// whether it is exactly zero.
fn finite_sum(
    c: &Circuit,
    rounding: RoundingMode,
    a: &Operand,
    b: &Operand,
    addend: &Operand,
    product_sign: Term,
) -> (Term, Term, Term) {
    let format = a.format;
    let precision = format.precision();
    let width = 2 * precision;
    // The product in [1, 2).
    let (exponent, significand) = exact_product(c, a, b);
    let two = c.bit(significand, width - 1);
    let doubled = c.pad_low(c.extract(significand, width - 2, 0), 1);
    let product = c.ite(two, significand, doubled);
    let product_exponent = exponent.plus_one_if(c, two);
    let (addend_exponent, significand) = addend.normalised(c);
    let addend_significand = c.pad_low(significand, precision);

    // A zero addend must not be taken for the larger one by its exponent.
    let above = product_exponent.less_than_term(c, addend_exponent);
    let below = addend_exponent.less_than_term(c, product_exponent);
    let level = c.not(c.or(above, below));
    let above = c.or(above, c.and(level, c.ult(product, addend_significand)));
    let swapped = c.and(above, c.not(addend.zero));

    let sign = c.ite(swapped, addend.sign, product_sign);
    let differ = c.xor(product_sign, addend.sign);
    let large_exponent = Exponent::choose(c, swapped, addend_exponent, product_exponent);
    let small_exponent = Exponent::choose(c, swapped, product_exponent, addend_exponent);
    let large = c.ite(swapped, addend_significand, product);
    let small = c.ite(swapped, product, addend_significand);

    // As in an addition of numbers of twice the precision. A zero addend may have the larger
    // exponent; whatever distance comes of it, zero is shifted.
    let distance = large_exponent.minus(c, small_exponent).as_unsigned(c);
    let (aligned, lost) = c.shift_right_sticky(c.pad_low(small, 2), distance);
    let aligned = c.zero_extend(c.concat(aligned, c.flag(lost)), width + 4);
    let large = c.zero_extend(c.pad_low(large, 3), width + 4);
    let sum = c.add_or_subtract(differ, large, aligned);

    let (significand, count) = c.normalise(sum);
    let exponent = large_exponent
        .plus_constant(c, 1)
        .minus(c, counted(c, count));
    let number = Unrounded {
        sign,
        exponent,
        significand,
        sticky: c.bool(false),
    };
    let zero = c.none(sum);
    let magnitude = round(c, format, rounding, number);
    (sign, c.masked(c.not(zero), magnitude), zero)
}
