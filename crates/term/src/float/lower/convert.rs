//! Conversions between formats, to and from integers, and rounding to integral values.

use super::circuit::Circuit;
use super::exponent::Exponent;
use super::pack::{
    Operand, Unrounded, counted, default_nan, infinity, magnitude_width, or_nan, pack, round,
    rounds_up,
};
use crate::{FloatFormat, RoundingMode, Term};

/// The number in another format.
pub(super) fn convert(
    c: &Circuit,
    format: FloatFormat,
    rounding: RoundingMode,
    a: &Operand,
) -> Term {
    let bias = i64::from(format.max_exponent()) - i64::from(a.format.max_exponent());
    let (exponent, significand) = a.normalised(c);
    let number = Unrounded {
        sign: a.sign,
        exponent: exponent.plus_constant(c, bias),
        significand,
        sticky: c.bool(false),
    };
    let magnitude = round(c, format, rounding, number);
    let magnitude = c.masked(c.not(a.zero), magnitude);
    let magnitude = c.ite(a.infinite, infinity(c, format), magnitude);
    let result = pack(c, format, a.sign, magnitude);
    c.ite(a.nan, converted_nan(c, format, a), result)
}

/// A NaN keeps its sign and the upper end of its payload; what x87 refuses has none.
fn converted_nan(c: &Circuit, format: FloatFormat, a: &Operand) -> Term {
    let from = a.format;
    let (have, need) = (from.fraction_bits(), format.fraction_bits());
    let fraction = c.extract(a.magnitude, have - 1, 0);
    let fraction = if have > need {
        c.top(fraction, need)
    } else {
        c.pad_low(fraction, need - have)
    };
    let payload = c.extract(fraction, need - 2, 0);
    let above = c.ones(format.exponent_bits() + 1);
    let nan = pack(c, format, a.sign, c.concat(above, payload));
    if !from.has_integer_bit() {
        return nan;
    }
    let integer = c.bit(a.pattern, have);
    c.ite(integer, nan, default_nan(c, format))
}

/// An integer of any width.
pub(super) fn from_integer(
    c: &Circuit,
    format: FloatFormat,
    rounding: RoundingMode,
    a: Term,
    signed: bool,
) -> Term {
    let width = c.width(a);
    let sign = if signed {
        c.bit(a, width - 1)
    } else {
        c.bool(false)
    };
    let magnitude = if signed { c.ite(sign, c.neg(a), a) } else { a };
    let (significand, count) = c.normalise(magnitude);
    let top = i64::from(width) - 1 + i64::from(format.max_exponent());
    let top = Exponent {
        term: c.signed(64, top),
        low: top,
        high: top,
    };
    let number = Unrounded {
        sign,
        exponent: top.minus(c, counted(c, count)),
        significand,
        sticky: c.bool(false),
    };
    let rounded = round(c, format, rounding, number);
    let rounded = c.masked(c.any(a), rounded);
    pack(c, format, sign, rounded)
}

/// The integer of `width` bits; what is out of range gives 100…0 or all ones.
pub(super) fn to_integer(
    c: &Circuit,
    rounding: RoundingMode,
    a: &Operand,
    width: u32,
    signed: bool,
) -> Term {
    let format = a.format;
    let bias = i64::from(format.max_exponent());
    let (exponent, significand) = a.parts(c);
    // Finite numbers are below 2^(bias + 1): more places than that stay empty.
    let places = i64::from(width).min(bias + 1);
    let too_large = c.not(exponent.less_than(c, bias + places));

    // The point behind the topmost `places` bits, then one half, then what is sticky.
    let (integral, half, rest) = split_at_point(c, significand, exponent, bias, places as u32);
    let up = rounds_up(c, rounding, a.sign, c.bit(integral, 0), half, rest);
    // Two more bits for the carry and the sign.
    let wide = width + 2;
    let magnitude = c.increment_if(up, c.zero_extend(integral, wide));
    let value = c.ite(a.sign, c.neg(magnitude), magnitude);
    let fits = if signed {
        let low = c.extract(value, width - 1, 0);
        c.eq(c.sign_extend(low, wide), value)
    } else {
        c.none(c.top(value, 2))
    };
    let otherwise = if signed {
        c.signed_minimum(width)
    } else {
        c.ones(width)
    };
    let fits = c.all_of(&[fits, c.not(too_large), c.not(a.nan)]);
    c.ite(fits, c.extract(value, width - 1, 0), otherwise)
}

/// For a number below 2^`places`: its integral part in that many bits, whether the rest is at least
/// one half, and whether it is more than zero or one half.
fn split_at_point(
    c: &Circuit,
    significand: Term,
    exponent: Exponent,
    bias: i64,
    places: u32,
) -> (Term, Term, Term) {
    let precision = c.width(significand);
    let kept = places + 1;
    let (at_top, below) = if precision > kept {
        (
            c.top(significand, kept),
            c.any_of_lowest(significand, precision - kept),
        )
    } else {
        (c.pad_low(significand, kept - precision), c.bool(false))
    };
    let top = bias + i64::from(places) - 1;
    let top = Exponent {
        term: c.signed(64, top),
        low: top,
        high: top,
    };
    let distance = top.minus(c, exponent).as_unsigned(c);
    let (shifted, lost) = c.shift_right_sticky(at_top, distance);
    (c.top(shifted, places), c.bit(shifted, 0), c.or(lost, below))
}

/// The number rounded to an integral value.
pub(super) fn round_to_integral(c: &Circuit, rounding: RoundingMode, a: &Operand) -> Term {
    let format = a.format;
    let width = magnitude_width(format);
    let fraction_bits = format.fraction_bits();
    let bias = i64::from(format.max_exponent());
    let (exponent, _) = a.parts(c);
    let below_one = exponent.less_than(c, bias);
    let integral = c.not(exponent.less_than(c, bias + i64::from(fraction_bits)));

    // In between, the lowest `places` bits of the fraction lie behind the point.
    let places = bias + i64::from(fraction_bits);
    let places = Exponent {
        term: c.signed(64, places),
        low: places,
        high: places,
    };
    let places = places.minus(c, exponent).as_unsigned(c);
    let ones = c.ones(fraction_bits);
    let behind = c.bv_not(c.shift_left(ones, places));
    let below_half = c.zero_extend(c.extract(behind, fraction_bits - 1, 1), fraction_bits);
    let half_bit = c.bv_xor(behind, below_half);
    let before = c.bv_not(c.zero_extend(behind, width));
    let unit = c.bv_and(c.zero_extend(c.concat(behind, c.ones(1)), width), before);
    let fraction = c.extract(a.magnitude, fraction_bits - 1, 0);
    let half = c.any(c.bv_and(fraction, half_bit));
    let rest = c.any(c.bv_and(fraction, below_half));
    let odd = c.any(c.bv_and(a.magnitude, unit));

    // Below one, the halves are told by the exponent.
    let at_least_half = c.not(exponent.less_than(c, bias - 1));
    let rest_below_one = c.ite(at_least_half, c.any(fraction), c.not(a.zero));
    let half = c.ite(below_one, at_least_half, half);
    let rest = c.ite(below_one, rest_below_one, rest);
    let odd = c.and(c.not(below_one), odd);
    let up = rounds_up(c, rounding, a.sign, odd, half, rest);

    let one = c.constant(width, (bias as u128) << fraction_bits);
    let cut = c.bv_and(a.magnitude, before);
    // The unit of the last place before the point; carries go into the exponent as they should.
    let moved = c.add(cut, c.masked(up, unit));
    let rounded = c.ite(below_one, c.masked(up, one), moved);
    let magnitude = c.ite(integral, a.magnitude, rounded);
    or_nan(c, &[a], c.bool(false), pack(c, format, a.sign, magnitude))
}
