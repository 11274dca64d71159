//! Taking patterns apart, rounding, and putting patterns together.

use super::circuit::{Circuit, stages};
use super::exponent::Exponent;
use crate::{FloatFormat, RoundingMode, Term};

/// A pattern taken apart. The magnitude is in the *implicit form*: exponent field above the
/// fraction, in every format, x87 pseudo-denormals with field 1 like the numbers that they are.
pub(super) struct Operand {
    pub format: FloatFormat,
    pub pattern: Term,
    pub nan: Term,
    pub infinite: Term,
    pub zero: Term,
    pub sign: Term,
    pub magnitude: Term,
}

/// Width of magnitudes in the implicit form.
pub(super) fn magnitude_width(format: FloatFormat) -> u32 {
    format.exponent_bits() + format.fraction_bits()
}

/// The magnitude of infinities in the implicit form.
pub(super) fn infinity(c: &Circuit, format: FloatFormat) -> Term {
    let pattern = u128::from(format.exponent_mask()) << format.fraction_bits();
    c.constant(magnitude_width(format), pattern)
}

impl Operand {
    pub fn new(c: &Circuit, format: FloatFormat, pattern: Term) -> Operand {
        let magnitude = if format.has_integer_bit() {
            let integer = format.fraction_bits();
            let fraction = c.extract(pattern, integer - 1, 0);
            let field = c.extract(pattern, format.width() - 2, integer + 1);
            let denormal = c.and(c.none(field), c.bit(pattern, integer));
            c.concat(c.increment_if(denormal, field), fraction)
        } else {
            c.extract(pattern, format.width() - 2, 0)
        };
        Operand {
            format,
            pattern,
            nan: c.is_nan(format, pattern),
            infinite: c.eq(magnitude, infinity(c, format)),
            zero: c.none(magnitude),
            sign: c.bit(pattern, format.width() - 1),
            magnitude,
        }
    }

    /// The exponent field.
    pub fn field(&self, c: &Circuit) -> Term {
        c.top(self.magnitude, self.format.exponent_bits())
    }

    /// Biased exponent (subnormals have that of the smallest normal number) and significand with
    /// its leading bit, which subnormals and zeros lack.
    pub fn parts(&self, c: &Circuit) -> (Exponent, Term) {
        let field = self.field(c);
        let normal = c.any(field);
        let fraction = c.extract(self.magnitude, self.format.fraction_bits() - 1, 0);
        let significand = c.concat(c.flag(normal), fraction);
        let exponent = c.increment_if(c.not(normal), field);
        let high = i64::from(self.format.exponent_mask());
        (Exponent::from_unsigned(c, exponent, 1, high), significand)
    }

    /// Biased exponent and significand with its topmost bit set. Without meaning for zeros.
    pub fn normalised(&self, c: &Circuit) -> (Exponent, Term) {
        let (exponent, significand) = self.parts(c);
        let (significand, count) = c.normalise(significand);
        (exponent.minus(c, counted(c, count)), significand)
    }

    /// The pattern made quiet. Invalid encodings of x87 have no payload worth keeping.
    pub fn quieted(&self, c: &Circuit) -> Term {
        let width = self.format.width();
        let quiet = c.bv_or(self.pattern, c.constant(width, self.format.quiet_bit()));
        if !self.format.has_integer_bit() {
            return quiet;
        }
        let integer = c.bit(self.pattern, self.format.fraction_bits());
        c.ite(integer, quiet, default_nan(c, self.format))
    }
}

/// The count that a normalisation gives.
pub(super) fn counted(c: &Circuit, count: Term) -> Exponent {
    Exponent::from_unsigned(c, count, 0, (1 << c.width(count)) - 1)
}

pub(super) fn default_nan(c: &Circuit, format: FloatFormat) -> Term {
    c.constant(format.width(), format.default_nan())
}

/// `result` unless an operand is a NaN or the operation is invalid.
pub(super) fn or_nan(c: &Circuit, operands: &[&Operand], invalid: Term, result: Term) -> Term {
    let format = operands[0].format;
    let result = c.ite(invalid, default_nan(c, format), result);
    operands.iter().rev().fold(result, |result, operand| {
        c.ite(operand.nan, operand.quieted(c), result)
    })
}

/// The pattern with this sign and this magnitude in the implicit form.
pub(super) fn pack(c: &Circuit, format: FloatFormat, sign: Term, magnitude: Term) -> Term {
    let sign = c.flag(sign);
    if !format.has_integer_bit() {
        return c.concat(sign, magnitude);
    }
    let field = c.top(magnitude, format.exponent_bits());
    let fraction = c.extract(magnitude, format.fraction_bits() - 1, 0);
    let integer = c.flag(c.any(field));
    c.concat(c.concat(sign, field), c.concat(integer, fraction))
}

/// A number before it is rounded: `significand` (a fraction in [1, 2), the point behind its topmost
/// bit) times two to the biased `exponent`, and something positive less than its last place if
/// `sticky`.
pub(super) struct Unrounded {
    pub sign: Term,
    pub exponent: Exponent,
    pub significand: Term,
    pub sticky: Term,
}

/// True if a number moves away from zero when what is dropped is at least one half (`half`) and
/// not exactly zero or one half (`rest`).
pub(super) fn rounds_up(
    c: &Circuit,
    rounding: RoundingMode,
    sign: Term,
    odd: Term,
    half: Term,
    rest: Term,
) -> Term {
    match rounding {
        RoundingMode::NearestEven => c.and(half, c.or(rest, odd)),
        RoundingMode::NearestAway => half,
        RoundingMode::TowardPositive => c.and(c.not(sign), c.or(half, rest)),
        RoundingMode::TowardNegative => c.and(sign, c.or(half, rest)),
        RoundingMode::TowardZero => c.bool(false),
    }
}

/// The magnitude (implicit form) nearest to a number, as `rounding` says. Where the topmost bit of
/// the significand is clear, the exponent must be 1 (a subnormal), or the significand zero and the
/// exponent not too large.
pub(super) fn round(
    c: &Circuit,
    format: FloatFormat,
    rounding: RoundingMode,
    number: Unrounded,
) -> Term {
    let precision = format.precision();
    let Unrounded {
        sign,
        exponent,
        significand,
        mut sticky,
    } = number;

    // Precision plus one bit, the rest goes to the sticky bit.
    let width = c.width(significand);
    let significand = if width > precision + 1 {
        let below = width - precision - 1;
        sticky = c.or(sticky, c.any_of_lowest(significand, below));
        c.top(significand, precision + 1)
    } else {
        c.pad_low(significand, precision + 1 - width)
    };

    // Numbers below the normal range lose places.
    let below_normal = exponent.less_than(c, 1);
    let significand = if exponent.low < 1 {
        let one = Exponent {
            term: c.signed(2, 1),
            low: 1,
            high: 1,
        };
        let distance = one.minus(c, exponent).as_unsigned(c);
        let (shifted, lost) = c.shift_right_sticky(significand, c.masked(below_normal, distance));
        sticky = c.or(sticky, lost);
        shifted
    } else {
        significand
    };

    let half = c.bit(significand, 0);
    let kept = c.top(significand, precision);
    let up = rounds_up(c, rounding, sign, c.bit(kept, 0), half, sticky);
    // A leading bit means a normal number with its exponent as field, else the field is 0.
    let normal = c.bit(kept, precision - 1);
    let field_bits = format.exponent_bits();
    let wide = c.width(exponent.term).max(field_bits + 1);
    let field = c.extract(exponent.at_width(c, wide), field_bits - 1, 0);
    let field = c.masked(normal, field);
    let fraction = c.extract(kept, precision - 2, 0);
    let magnitude = c.increment_if(up, c.concat(field, fraction));

    // An increment that carries into the field of infinities is an overflow done right.
    let in_range = exponent.less_than(c, i64::from(format.exponent_mask()));
    c.ite(in_range, magnitude, overflow(c, format, rounding, sign))
}

/// The magnitude that an overflow yields.
fn overflow(c: &Circuit, format: FloatFormat, rounding: RoundingMode, sign: Term) -> Term {
    let infinity = infinity(c, format);
    let largest = c.sub(infinity, c.constant(magnitude_width(format), 1));
    match rounding {
        RoundingMode::NearestEven | RoundingMode::NearestAway => infinity,
        RoundingMode::TowardPositive => c.ite(sign, largest, infinity),
        RoundingMode::TowardNegative => c.ite(sign, infinity, largest),
        RoundingMode::TowardZero => largest,
    }
}

/// [`round`] for a significand in [1, 4) whose point is behind its second bit.
pub(super) fn round_below_four(
    c: &Circuit,
    format: FloatFormat,
    rounding: RoundingMode,
    number: Unrounded,
) -> Term {
    let width = c.width(number.significand);
    let two = c.bit(number.significand, width - 1);
    let doubled = c.pad_low(c.extract(number.significand, width - 2, 0), 1);
    let significand = c.ite(two, number.significand, doubled);
    let exponent = number.exponent.plus_one_if(c, two);
    round(
        c,
        format,
        rounding,
        Unrounded {
            exponent,
            significand,
            ..number
        },
    )
}

/// Shifts a number left until its topmost bit is set or its exponent is 1, whichever is first.
pub(super) fn normalise_limited(c: &Circuit, number: Unrounded) -> Unrounded {
    let zeros = counted(c, c.leading_zeros(number.significand));
    let limit = number.exponent.plus_constant(c, -1);
    let limited = limit.less_than_term(c, zeros);
    let distance = Exponent::choose(c, limited, limit, zeros);
    // `limit` is not negative, so neither is the distance; it is below the width unless the
    // significand is zero.
    let needed = stages(c.width(number.significand)) + 1;
    let by = c.extract(
        distance.at_width(c, needed.max(c.width(distance.term)) + 1),
        needed - 1,
        0,
    );
    Unrounded {
        significand: c.shift_left(number.significand, by),
        exponent: number.exponent.minus(c, distance),
        ..number
    }
}
