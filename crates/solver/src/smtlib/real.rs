//! Real literals (`0.1`, `(/ 1 3)`, `(- 2.5)`) rounded to floating-point formats.

use super::sexpr::{Arena, Sexp};
use term::{Bits, FloatFormat, RoundingMode};

/// A rational number.
pub(crate) struct Real {
    negative: bool,
    /// Both of the same width, with room for the digits of either.
    numerator: Bits,
    denominator: Bits,
}

/// The digits of a numeral or decimal, and how many of them are behind the point.
fn digits(text: &str) -> Option<(String, usize)> {
    let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
    let all_digits = |s: &str| s.bytes().all(|b| b.is_ascii_digit());
    let complete = !whole.is_empty() && (!text.contains('.') || !fraction.is_empty());
    (complete && all_digits(whole) && all_digits(fraction))
        .then(|| (format!("{whole}{fraction}"), fraction.len()))
}

/// Room for a product of decimal numbers of so many digits.
fn width_of(digits: usize) -> u32 {
    (digits as u32 + 2) * 4
}

impl Real {
    /// The number that an expression is, if it is a literal.
    pub(crate) fn read(arena: &Arena, at: Sexp) -> Option<Real> {
        if let Some(text) = arena.atom(at) {
            return Real::fraction(text, "1");
        }
        let list = arena.list(at)?;
        let head = arena.atom(*list.first()?)?;
        match (head, &list[1..]) {
            ("-", &[of]) => {
                let mut real = Real::read(arena, of).filter(|real| !real.negative)?;
                real.negative = true;
                Some(real)
            }
            ("/", &[top, bottom]) => {
                let negated = arena
                    .list(top)
                    .filter(|list| list.len() == 2 && arena.atom(list[0]) == Some("-"));
                let digits = negated.map_or(top, |list| list[1]);
                let mut real = Real::fraction(arena.atom(digits)?, arena.atom(bottom)?)?;
                real.negative = negated.is_some();
                Some(real)
            }
            _ => None,
        }
    }

    fn fraction(top: &str, bottom: &str) -> Option<Real> {
        let ((mut top, top_places), (mut bottom, bottom_places)) = (digits(top)?, digits(bottom)?);
        top.push_str(&"0".repeat(bottom_places));
        bottom.push_str(&"0".repeat(top_places));
        let width = width_of(top.len().max(bottom.len()));
        let numerator = Bits::parse_decimal(width, &top)?;
        let denominator = Bits::parse_decimal(width, &bottom).filter(|bits| !bits.is_zero())?;
        Some(Real {
            negative: false,
            numerator,
            denominator,
        })
    }

    /// The bit pattern nearest to the number in the direction of a rounding mode.
    pub(crate) fn round(&self, format: FloatFormat, mode: RoundingMode) -> Bits {
        let pattern = self.magnitude(format, mode);
        let sign = u128::from(self.negative) << (format.width() - 1);
        Bits::from_u128(format.width(), sign | pattern)
    }

    fn magnitude(&self, format: FloatFormat, mode: RoundingMode) -> u128 {
        if self.numerator.is_zero() {
            return 0;
        }
        let precision = format.precision() as i32;
        let length = |bits: &Bits| (bits.width() - bits.leading_zeros()) as i32;
        // The number is between 2^(exponent − 1) and 2^(exponent + 1).
        let mut exponent = length(&self.numerator) - length(&self.denominator);
        if exponent > format.max_exponent() + 2 {
            return self.overflow(format, mode);
        }
        exponent = exponent.max(format.min_exponent() - 1);
        // At least one bit below the last one that is kept.
        let mut scale = exponent - precision - 2;
        let (mut significand, mut rest) = self.scaled(scale);
        let bits = |value: u128| 128 - value.leading_zeros() as i32;
        // As many bits as the format keeps, fewer only below its smallest normal number.
        let surplus = bits(significand) - precision;
        let lowest = format.min_exponent() - (precision - 1);
        let shift = surplus.max(lowest - scale);
        let mut half = false;
        for _ in 0..shift {
            rest |= half;
            half = significand & 1 == 1;
            significand >>= 1;
            scale += 1;
        }
        let odd = significand & 1 == 1;
        if round_up(mode, self.negative, odd, half, rest) {
            significand += 1;
        }
        // A significand of one bit more has become a power of two.
        if bits(significand) > precision {
            significand >>= 1;
            scale += 1;
        }
        if bits(significand) < precision {
            return significand;
        }
        let field = scale + precision - 1 + format.max_exponent();
        if field > 2 * format.max_exponent() {
            return self.overflow(format, mode);
        }
        let fraction = significand & ((1 << (precision - 1)) - 1);
        (field as u128) << (precision - 1) | fraction
    }

    /// What stands for numbers beyond the largest finite one.
    fn overflow(&self, format: FloatFormat, mode: RoundingMode) -> u128 {
        if round_up(mode, self.negative, true, true, true) {
            format.infinity(false)
        } else {
            format.max_finite(false)
        }
    }

    /// The number divided by 2^scale: its whole part, and whether there is anything behind it.
    fn scaled(&self, scale: i32) -> (u128, bool) {
        let width = self.numerator.width() + scale.unsigned_abs() + 1;
        let (mut top, mut bottom) = (
            self.numerator.zero_extend(width),
            self.denominator.zero_extend(width),
        );
        if scale > 0 {
            bottom = bottom.shl_by(scale.unsigned_abs());
        } else {
            top = top.shl_by(scale.unsigned_abs());
        }
        let rest = !top.urem(&bottom).is_zero();
        // The quotient has the format's precision and up to four bits more.
        let whole = top
            .udiv(&bottom)
            .zero_extend(width.max(128))
            .extract(127, 0);
        (whole.to_u128().expect("128 bits"), rest)
    }
}

/// Whether what is cut off (half a unit or not, and whether more) makes the magnitude larger.
fn round_up(mode: RoundingMode, negative: bool, odd: bool, half: bool, rest: bool) -> bool {
    match mode {
        RoundingMode::NearestEven => half && (rest || odd),
        RoundingMode::NearestAway => half,
        RoundingMode::TowardPositive => !negative && (half || rest),
        RoundingMode::TowardNegative => negative && (half || rest),
        RoundingMode::TowardZero => false,
    }
}
