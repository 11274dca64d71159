//! Division and square root, by digit recurrence: one subtraction of the precision's width a digit.

use super::circuit::Circuit;
use super::exponent::Exponent;
use super::pack::{Operand, Unrounded, infinity, or_nan, pack, round, round_below_four};
use crate::{RoundingMode, Term};

/// a ÷ b
pub(super) fn divide(c: &Circuit, rounding: RoundingMode, a: &Operand, b: &Operand) -> Term {
    let format = a.format;
    let sign = c.xor(a.sign, b.sign);
    let ((ea, ma), (eb, mb)) = (a.normalised(c), b.normalised(c));
    // The quotient lies in (1/2, 2); a digit before the point, so many behind that the precision
    // and a half are there without the first one.
    let (significand, sticky) = quotient(c, ma, mb, format.precision() + 2);
    // One less, because the significand is read as one in [1, 4).
    let exponent = ea
        .minus(c, eb)
        .plus_constant(c, i64::from(format.max_exponent()) - 1);
    let number = Unrounded {
        sign,
        exponent,
        significand,
        sticky,
    };
    let magnitude = round_below_four(c, format, rounding, number);
    let to_zero = c.or(a.zero, b.infinite);
    let to_infinity = c.or(a.infinite, b.zero);
    let magnitude = c.masked(c.not(to_zero), magnitude);
    let magnitude = c.ite(to_infinity, infinity(c, format), magnitude);
    // 0 ÷ 0 and ∞ ÷ ∞.
    let invalid = c.and(to_zero, to_infinity);
    or_nan(c, &[a, b], invalid, pack(c, format, sign, magnitude))
}

/// If `minuend ≥ subtrahend` (of one width), and the difference then, else the minuend.
pub(super) fn try_subtract(c: &Circuit, minuend: Term, subtrahend: Term) -> (Term, Term) {
    let width = c.width(minuend);
    let difference = c.sub(
        c.zero_extend(minuend, width + 1),
        c.zero_extend(subtrahend, width + 1),
    );
    let fits = c.not(c.bit(difference, width));
    (
        fits,
        c.ite(fits, c.extract(difference, width - 1, 0), minuend),
    )
}

/// The first `digits` digits of `a ÷ b`, one of them before the point, and whether a rest is left.
fn quotient(c: &Circuit, a: Term, b: Term, digits: u32) -> (Term, Term) {
    let width = c.width(a) + 1;
    let divisor = c.zero_extend(b, width);
    let mut rest = c.zero_extend(a, width);
    let mut quotient: Option<Term> = None;
    for _ in 0..digits {
        let (fits, left) = try_subtract(c, rest, divisor);
        // What is left is less than the divisor, so its topmost bit is free.
        rest = c.pad_low(c.extract(left, width - 2, 0), 1);
        let digit = c.flag(fits);
        quotient = Some(quotient.map_or(digit, |higher| c.concat(higher, digit)));
    }
    (quotient.expect("at least one digit"), c.any(rest))
}

/// Square root.
pub(super) fn square_root(c: &Circuit, rounding: RoundingMode, a: &Operand) -> Term {
    let format = a.format;
    let (exponent, significand) = a.normalised(c);
    // In [1, 4) with two bits before the point, over an even power of two. The bias is odd.
    let odd = c.not(c.bit(exponent.term, 0));
    let radicand = c.ite(
        odd,
        c.pad_low(significand, 1),
        c.zero_extend(significand, format.precision() + 1),
    );
    let (significand, sticky) = root(c, radicand, format.precision() + 1);
    let exponent = exponent
        .plus_constant(c, i64::from(format.max_exponent()))
        .halved(c);
    // The root of a number of the format lies well within the normal range.
    let exponent = Exponent {
        low: exponent.low.max(1),
        high: exponent.high.min(i64::from(format.exponent_mask()) - 1),
        ..exponent
    };
    let sign = c.bool(false);
    let number = Unrounded {
        sign,
        exponent,
        significand,
        sticky,
    };
    let magnitude = round(c, format, rounding, number);
    let magnitude = c.ite(a.infinite, infinity(c, format), magnitude);
    let positive = pack(c, format, c.bool(false), magnitude);
    // −0 is its own root.
    let zero = pack(c, format, a.sign, a.magnitude);
    let result = c.ite(a.zero, zero, positive);
    or_nan(c, &[a], c.and(a.sign, c.not(a.zero)), result)
}

/// The first `digits` digits of the root of a number that has two bits before its point, one of
/// them before the point, and whether a rest is left.
fn root(c: &Circuit, radicand: Term, digits: u32) -> (Term, Term) {
    let padded = c.pad_low(radicand, 2 * digits - c.width(radicand));
    let pair = |i: u32| c.extract(padded, 2 * (digits - i) - 1, 2 * (digits - i) - 2);
    // The first digit is 1. After i digits, the root has i bits and the rest is at most twice it.
    let mut root = c.ones(1);
    let mut rest = c.sub(pair(0), c.constant(2, 1));
    for i in 1..digits {
        let grown = c.concat(rest, pair(i));
        let trial = c.concat(root, c.constant(2, 1));
        let width = i + 3;
        let (fits, left) =
            try_subtract(c, c.zero_extend(grown, width), c.zero_extend(trial, width));
        root = c.concat(root, c.flag(fits));
        rest = c.extract(left, i + 1, 0);
    }
    (root, c.any(rest))
}
