//! Division and remainder.

use crate::node::Kind;
use crate::{Bits, Pool, Term};

impl Pool {
    /// Unsigned division.
    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::Udiv, a, b, Pool::udiv_rules)
    }

    /// Unsigned remainder.
    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::Urem, a, b, Pool::urem_rules)
    }

    /// Signed division.
    pub fn sdiv(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::Sdiv, a, b, Pool::sdiv_rules)
    }

    /// Signed remainder (sign of dividend).
    pub fn srem(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::Srem, a, b, Pool::srem_rules)
    }

    fn udiv_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let Some(divisor) = self.bits(b) else {
            // x / x is 1, but all ones for 0.
            return (a == b).then(|| {
                let (zero, one) = (self.bv(width, 0), self.bv(width, 1));
                let ones = self.constant(&Bits::ones(width));
                let by_zero = self.eq(a, zero);
                self.ite(by_zero, ones, one)
            });
        };
        if divisor.is_zero() {
            return Some(self.constant(&Bits::ones(width)));
        }
        if let Some(exponent) = divisor.exponent() {
            let distance = self.bv(width, u64::from(exponent));
            return Some(self.lshr(a, distance));
        }
        if self.always_below(a, &divisor) {
            return Some(self.bv(width, 0));
        }
        if let Some((x, k)) = self.pair(a, Kind::Udiv)
            && let Some(inner) = self.bits(k)
            && !inner.is_zero()
        {
            let product = inner
                .zero_extend(2 * width)
                .mul(&divisor.zero_extend(2 * width));
            if product.leading_zeros() < width {
                return Some(self.bv(width, 0));
            }
            let product = self.constant(&product.extract(width - 1, 0));
            return Some(self.udiv(x, product));
        }
        let inner = self.single(a, Kind::ZeroExtend)?;
        let narrow = self.constant(&divisor.extract(self.width(inner) - 1, 0));
        let quotient = self.udiv(inner, narrow);
        Some(self.zero_extend(quotient, width))
    }

    fn urem_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if a == b {
            return Some(self.bv(width, 0)); // 0 for 0 as well
        }
        if let (Some(x), Some(y)) = (
            self.single(a, Kind::ZeroExtend),
            self.single(b, Kind::ZeroExtend),
        ) && self.width(x) == self.width(y)
        {
            let remainder = self.urem(x, y);
            return Some(self.zero_extend(remainder, width));
        }
        let divisor = self.bits(b)?;
        if divisor.is_zero() {
            return Some(a);
        }
        if let Some(exponent) = divisor.exponent() {
            if exponent == 0 {
                return Some(self.bv(width, 0));
            }
            let low = self.extract(a, exponent - 1, 0);
            return Some(self.zero_extend(low, width));
        }
        if self.always_below(a, &divisor) {
            return Some(a);
        }
        let inner = self.single(a, Kind::ZeroExtend)?;
        let narrow = self.constant(&divisor.extract(self.width(inner) - 1, 0));
        let remainder = self.urem(inner, narrow);
        Some(self.zero_extend(remainder, width))
    }

    /// True if `a < bound` by the known zeros at the top of `a`.
    pub(super) fn always_below(&self, a: Term, bound: &Bits) -> bool {
        let significant = match self.single(a, Kind::ZeroExtend) {
            Some(inner) => self.width(inner),
            None => self.width(a) - self.leading_known(a),
        };
        // a ≤ 2^significant - 1
        bound.width() - bound.leading_zeros() > significant
    }

    fn sdiv_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if self.leading_known(a) > 0 && self.leading_known(b) > 0 {
            return Some(self.udiv(a, b));
        }
        let divisor = self.bits(b)?;
        if divisor.is_zero() {
            let (minus_one, one) = (self.constant(&Bits::ones(width)), self.bv(width, 1));
            let zero = self.bv(width, 0);
            let negative = self.slt(a, zero);
            return Some(self.ite(negative, one, minus_one));
        }
        if divisor == Bits::signed_min(width) {
            let (one, zero) = (self.bv(width, 1), self.bv(width, 0));
            let least = self.eq(a, b);
            return Some(self.ite(least, one, zero));
        }
        if divisor.sign() {
            let positive = self.constant(&divisor.neg());
            let quotient = self.sdiv(a, positive);
            return Some(self.neg(quotient));
        }
        if let Some(exponent) = divisor.exponent() {
            return Some(self.sdiv_by_power(a, exponent));
        }
        if let Some((x, k)) = self.pair(a, Kind::Sdiv)
            && let Some(inner) = self.bits(k)
            && !inner.is_zero()
            && !inner.sign()
        {
            let (wide, least) = (2 * width, Bits::signed_min(width).zero_extend(2 * width));
            let product = inner.zero_extend(wide).mul(&divisor.zero_extend(wide));
            if least.ult(&product) {
                return Some(self.bv(width, 0));
            }
            if product.ult(&least) {
                let product = self.constant(&product.extract(width - 1, 0));
                return Some(self.sdiv(x, product));
            }
        }
        let (inner, narrow) = self.narrow_signed(a, &divisor)?;
        let quotient = self.sdiv(inner, narrow);
        Some(self.sign_extend(quotient, width))
    }

    /// `a / 2^exponent` for a positive divisor: an arithmetic shift, of negative dividends after
    /// adding what makes it round towards zero.
    fn sdiv_by_power(&mut self, a: Term, exponent: u32) -> Term {
        if exponent == 0 {
            return a;
        }
        let width = self.width(a);
        let sign = self.extract(a, width - 1, width - 1);
        let signs = self.sign_extend(sign, exponent);
        let correction = self.zero_extend(signs, width);
        let sum = self.add(a, correction);
        let distance = self.bv(width, u64::from(exponent));
        self.ashr(sum, distance)
    }

    fn srem_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if a == b {
            return Some(self.bv(width, 0));
        }
        if self.leading_known(a) > 0 && self.leading_known(b) > 0 {
            return Some(self.urem(a, b));
        }
        let divisor = self.bits(b)?;
        if divisor.is_zero() {
            return Some(a);
        }
        if divisor == Bits::signed_min(width) {
            let zero = self.bv(width, 0);
            let least = self.eq(a, b);
            return Some(self.ite(least, zero, a));
        }
        if divisor.sign() {
            let positive = self.constant(&divisor.neg());
            return Some(self.srem(a, positive));
        }
        if let Some(exponent) = divisor.exponent() {
            let quotient = self.sdiv_by_power(a, exponent);
            let multiple = self.shl_by(quotient, exponent);
            return Some(self.sub(a, multiple));
        }
        let (inner, narrow) = self.narrow_signed(a, &divisor)?;
        let remainder = self.srem(inner, narrow);
        Some(self.sign_extend(remainder, width))
    }

    /// The inner term of a sign-extended dividend, with the positive divisor if it fits there.
    fn narrow_signed(&mut self, a: Term, divisor: &Bits) -> Option<(Term, Term)> {
        let inner = self.single(a, Kind::SignExtend)?;
        let narrow = divisor.extract(self.width(inner) - 1, 0);
        if narrow.sign_extend(divisor.width()) != *divisor {
            return None;
        }
        Some((inner, self.constant(&narrow)))
    }
}
