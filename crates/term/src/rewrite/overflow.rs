//! Predicates that say whether arithmetic leaves the range of its operands. With a constant they
//! are bounds on the other operand.

use crate::{Bits, Pool, Term};

impl Pool {
    /// Unsigned addition overflows.
    pub fn uadd_overflows(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.ordered(a, b);
        if let Some(k) = self.bits(b) {
            let greatest = self.constant(&k.not());
            return self.ult(greatest, a);
        }
        let sum = self.add(a, b);
        self.ult(sum, a)
    }

    /// Signed addition overflows.
    pub fn sadd_overflows(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.ordered(a, b);
        if let Some(k) = self.bits(b) {
            return self.sadd_constant_overflows(a, &k);
        }
        // Both operands have the sign that the sum has not.
        let sum = self.add(a, b);
        let (sign_a, sign_b) = (self.is_negative(a), self.is_negative(b));
        let sign_sum = self.is_negative(sum);
        let (alike, changed) = (self.eq(sign_a, sign_b), self.ne(sign_sum, sign_a));
        self.and(alike, changed)
    }

    fn sadd_constant_overflows(&mut self, a: Term, k: &Bits) -> Term {
        let width = k.width();
        if k.sign() {
            let least = self.constant(&Bits::signed_min(width).sub(k));
            return self.slt(a, least);
        }
        let greatest = self.constant(&Bits::signed_max(width).sub(k));
        self.slt(greatest, a)
    }

    /// The sign of a bit-vector, as Bool.
    fn is_negative(&mut self, a: Term) -> Term {
        let top = self.width(a) - 1;
        let sign = self.extract(a, top, top);
        self.bv_to_bool(sign)
    }

    /// Unsigned subtraction overflows (borrows).
    pub fn usub_overflows(&mut self, a: Term, b: Term) -> Term {
        self.ult(a, b)
    }

    /// Signed subtraction overflows.
    pub fn ssub_overflows(&mut self, a: Term, b: Term) -> Term {
        if let Some(k) = self.bits(b)
            && k != Bits::signed_min(k.width())
        {
            return self.sadd_constant_overflows(a, &k.neg());
        }
        // The operands differ in sign, and the difference has not that of the first.
        let difference = self.sub(a, b);
        let (sign_a, sign_b) = (self.is_negative(a), self.is_negative(b));
        let sign_difference = self.is_negative(difference);
        let (apart, changed) = (self.ne(sign_a, sign_b), self.ne(sign_difference, sign_a));
        self.and(apart, changed)
    }

    /// Unsigned multiplication overflows.
    pub fn umul_overflows(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.ordered(a, b);
        let width = self.width(a);
        if let Some(k) = self.bits(b) {
            // (By zero, the quotient is the greatest value, above which nothing is.)
            let greatest = self.constant(&Bits::ones(width).udiv(&k));
            return self.ult(greatest, a);
        }
        if self.leading_known(a) + self.leading_known(b) >= width {
            return self.bool(false);
        }
        let (a, b) = (
            self.zero_extend(a, 2 * width),
            self.zero_extend(b, 2 * width),
        );
        let product = self.mul(a, b);
        let upper = self.extract(product, 2 * width - 1, width);
        let zero = self.bv(width, 0);
        self.ne(upper, zero)
    }

    /// Signed multiplication overflows.
    pub fn smul_overflows(&mut self, a: Term, b: Term) -> Term {
        let (a, b) = self.ordered(a, b);
        let width = self.width(a);
        if let Some(k) = self.bits(b) {
            return self.smul_constant_overflows(a, &k);
        }
        let (wide_a, wide_b) = (
            self.sign_extend(a, 2 * width),
            self.sign_extend(b, 2 * width),
        );
        let product = self.mul(wide_a, wide_b);
        // Upper half and sign of the lower half are all the same bit.
        let upper = self.extract(product, 2 * width - 1, width - 1);
        let zeros = self.bv(width + 1, 0);
        let ones = self.constant(&Bits::ones(width + 1));
        let (positive, negative) = (self.eq(upper, zeros), self.eq(upper, ones));
        let fits = self.or(positive, negative);
        self.not(fits)
    }

    fn smul_constant_overflows(&mut self, a: Term, k: &Bits) -> Term {
        let width = k.width();
        let (least, greatest) = (Bits::signed_min(width), Bits::signed_max(width));
        if k.is_ones() {
            let least = self.constant(&least);
            return self.eq(a, least);
        }
        if k.is_zero() || k.is_one() {
            return self.bool(false);
        }
        // Quotients are cut towards zero, so that they are the outermost factors that fit.
        let (below, above) = if k.sign() {
            (greatest.sdiv(k), least.sdiv(k))
        } else {
            (least.sdiv(k), greatest.sdiv(k))
        };
        let (below, above) = (self.constant(&below), self.constant(&above));
        let (too_small, too_great) = (self.slt(a, below), self.slt(above, a));
        self.or(too_small, too_great)
    }
}
