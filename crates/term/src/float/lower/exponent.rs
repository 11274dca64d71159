//! Exponents whose range is known while the circuit is built, so that each has the narrowest width
//! and checks that cannot fail are left out.

use super::circuit::Circuit;
use crate::Term;

/// A signed bit-vector with bounds on its value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exponent {
    pub term: Term,
    pub low: i64,
    pub high: i64,
}

/// Width of the signed bit-vectors that hold a range.
fn signed_width(low: i64, high: i64) -> u32 {
    let bits = |value: i64| 65 - (if value < 0 { !value } else { value }).leading_zeros();
    bits(low).max(bits(high))
}

impl Exponent {
    /// From an unsigned bit-vector whose values lie in a range.
    pub fn from_unsigned(c: &Circuit, term: Term, low: i64, high: i64) -> Exponent {
        let wide = c.zero_extend(term, c.width(term) + 1);
        Exponent {
            term: wide,
            low,
            high,
        }
        .fitted(c)
    }

    fn fitted(self, c: &Circuit) -> Exponent {
        Exponent {
            term: self.at_width(c, signed_width(self.low, self.high)),
            ..self
        }
    }

    /// The value in a width, which must hold it.
    pub fn at_width(self, c: &Circuit, width: u32) -> Term {
        if c.width(self.term) > width {
            c.extract(self.term, width - 1, 0)
        } else {
            c.sign_extend(self.term, width)
        }
    }

    pub fn plus(self, c: &Circuit, other: Exponent) -> Exponent {
        let (low, high) = (self.low + other.low, self.high + other.high);
        let width = signed_width(low, high);
        Exponent {
            term: c.add(self.at_width(c, width), other.at_width(c, width)),
            low,
            high,
        }
    }

    pub fn minus(self, c: &Circuit, other: Exponent) -> Exponent {
        let (low, high) = (self.low - other.high, self.high - other.low);
        // Both operands are cut to the width of the difference: it is right modulo that width.
        let width = signed_width(low, high);
        Exponent {
            term: c.sub(self.at_width(c, width), other.at_width(c, width)),
            low,
            high,
        }
    }

    pub fn plus_constant(self, c: &Circuit, value: i64) -> Exponent {
        let (low, high) = (self.low + value, self.high + value);
        let width = signed_width(low, high);
        Exponent {
            term: c.add(self.at_width(c, width), c.signed(width, value)),
            low,
            high,
        }
    }

    pub fn plus_one_if(self, c: &Circuit, condition: Term) -> Exponent {
        let (low, high) = (self.low, self.high + 1);
        let width = signed_width(low, high);
        Exponent {
            term: c.increment_if(condition, self.at_width(c, width)),
            low,
            high,
        }
    }

    /// Half of the value, rounded down.
    pub fn halved(self, c: &Circuit) -> Exponent {
        let width = c.width(self.term);
        let (low, high) = (self.low >> 1, self.high >> 1);
        Exponent {
            term: c.extract(self.term, width - 1, 1),
            low,
            high,
        }
        .fitted(c)
    }

    pub fn choose(c: &Circuit, condition: Term, then: Exponent, otherwise: Exponent) -> Exponent {
        let (low, high) = (then.low.min(otherwise.low), then.high.max(otherwise.high));
        let width = signed_width(low, high);
        let term = c.ite(
            condition,
            then.at_width(c, width),
            otherwise.at_width(c, width),
        );
        Exponent { term, low, high }
    }

    /// Whether the value is less than a number.
    pub fn less_than(self, c: &Circuit, bound: i64) -> Term {
        if self.high < bound {
            return c.bool(true);
        }
        if self.low >= bound {
            return c.bool(false);
        }
        // Between the bounds, so it has the same width.
        c.slt(self.term, c.signed(c.width(self.term), bound))
    }

    /// Whether the value is less than another.
    pub fn less_than_term(self, c: &Circuit, other: Exponent) -> Term {
        let width = c.width(self.term).max(c.width(other.term));
        c.slt(self.at_width(c, width), other.at_width(c, width))
    }

    /// The value as an unsigned bit-vector, given that the caller only looks where it is not
    /// negative.
    pub fn as_unsigned(self, c: &Circuit) -> Term {
        let width = c.width(self.term);
        if width == 1 {
            c.zeros(1)
        } else {
            c.extract(self.term, width - 2, 0)
        }
    }
}
