//! Addition, negation and multiplication.

use crate::node::{Kind, Node};
use crate::{Bits, Pool, Term};

impl Pool {
    /// Two's complement negation.
    pub fn neg(&mut self, a: Term) -> Term {
        if let Some(bits) = self.bits(a) {
            return self.constant(&bits.neg());
        }
        if let Some(x) = self.single(a, Kind::Neg) {
            return x;
        }
        let node = Node::new(Kind::Neg, self.node(a).sort, 0, &[a]);
        self.rewritten(node, |pool| pool.neg_rules(a))
    }

    fn neg_rules(&mut self, a: Term) -> Option<Term> {
        let width = self.width(a);
        if width == 1 {
            return Some(a);
        }
        if let Some((condition, x, y)) = self.constant_choice(a) {
            let (x, y) = (self.neg(x), self.neg(y));
            return Some(self.ite(condition, x, y));
        }
        if let Some(x) = self.single(a, Kind::BvNot) {
            let one = self.bv(width, 1);
            return Some(self.add(x, one));
        }
        if let Some((x, k)) = self.pair(a, Kind::Mul)
            && self.is_literal(k)
        {
            let negated = self.neg(k);
            return Some(self.mul(x, negated));
        }
        let (x, y) = self.pair(a, Kind::Add)?;
        if self.is_literal(y) || self.kind(x) == Kind::Neg || self.kind(y) == Kind::Neg {
            let (x, y) = (self.neg(x), self.neg(y));
            return Some(self.add(x, y));
        }
        None
    }

    /// Addition.
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::Add, a, b, Pool::add_rules)
    }

    fn add_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.is_zero(b) {
            return Some(a);
        }
        if self.width(a) == 1 {
            return Some(self.bv_xor(a, b));
        }
        if a == b {
            return Some(self.shl_by(a, 1));
        }
        if self.is_literal(b) {
            return self.add_constant(a, b);
        }
        self.add_offsets(a, b)
            .or_else(|| self.add_opposites(a, b))
            .or_else(|| self.add_opposites(b, a))
            .or_else(|| self.remainder_of_sum(a, b))
            .or_else(|| self.remainder_of_sum(b, a))
            .or_else(|| self.add_multiples(a, b))
            .or_else(|| self.ends_disjoint(a, b).then(|| self.bv_or(a, b)))
    }

    /// `a + k`.
    fn add_constant(&mut self, a: Term, k: Term) -> Option<Term> {
        if let (base, Some(offset)) = self.base_and_offset(a) {
            let sum = self.add(offset, k);
            return Some(self.add(base, sum));
        }
        // ~x + k = (k - 1) - x
        let x = self.single(a, Kind::BvNot)?;
        let minus_one = self.constant(&Bits::ones(self.width(a)));
        let (constant, negated) = (self.add(k, minus_one), self.neg(x));
        Some(self.add(negated, constant))
    }

    /// Constant offsets move outwards.
    fn add_offsets(&mut self, a: Term, b: Term) -> Option<Term> {
        let ((x, c), (y, d)) = (self.base_and_offset(a), self.base_and_offset(b));
        let offset = match (c, d) {
            (Some(c), Some(d)) => self.add(c, d),
            (Some(c), None) => c,
            (None, Some(d)) => d,
            (None, None) => return None,
        };
        let sum = self.add(x, y);
        Some(self.add(sum, offset))
    }

    /// Sums in which terms cancel.
    fn add_opposites(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if self.single(a, Kind::BvNot) == Some(b) {
            return Some(self.constant(&Bits::ones(width)));
        }
        if let Some((p, q)) = self.pair(a, Kind::Add) {
            // (p - b) + b
            if self.single(p, Kind::Neg) == Some(b) {
                return Some(q);
            }
            if self.single(q, Kind::Neg) == Some(b) {
                return Some(p);
            }
        }
        let negated = self.single(b, Kind::Neg)?;
        if negated == a {
            return Some(self.bv(width, 0));
        }
        if let Some(x) = self.single(a, Kind::Neg) {
            let sum = self.add(x, negated);
            return Some(self.neg(sum));
        }
        if let Some((p, q)) = self.pair(a, Kind::Add) {
            // (p + q) - p
            if p == negated {
                return Some(q);
            }
            if q == negated {
                return Some(p);
            }
        }
        let (p, q) = self.pair(negated, Kind::Add)?;
        // a - (a + q)
        if p == a {
            return Some(self.neg(q));
        }
        (q == a).then(|| self.neg(p))
    }

    /// `x*c + x*d`.
    fn add_multiples(&mut self, a: Term, b: Term) -> Option<Term> {
        let ((x, c), (y, d)) = (self.multiple(a), self.multiple(b));
        if x != y || c.is_one() && d.is_one() {
            return None;
        }
        let factor = self.constant(&c.add(&d));
        Some(self.mul(x, factor))
    }

    /// A term as a multiple of another one by a constant (itself by 1 at least).
    fn multiple(&self, t: Term) -> (Term, Bits) {
        let width = self.width(t);
        if let Some((x, k)) = self.pair(t, Kind::Mul)
            && let Some(k) = self.bits(k)
        {
            return (x, k);
        }
        if let Some(x) = self.single(t, Kind::Neg) {
            return (x, Bits::ones(width));
        }
        // A left shift by a constant: the low part of `x` above zeros.
        if let Some((high, low)) = self.pair(t, Kind::Concat)
            && self.is_zero(low)
        {
            let node = self.node(high);
            let x = node.operands[0];
            if node.kind == Kind::Extract && node.payload == 0 && self.width(x) == width {
                return (x, Bits::power_of_two(width, self.width(low)));
            }
        }
        (t, Bits::new(width, 1))
    }

    /// Multiplication.
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::Mul, a, b, Pool::mul_rules)
    }

    fn mul_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.width(a) == 1 {
            return Some(self.bv_and(a, b));
        }
        if let Some(factor) = self.bits(b) {
            return self.mul_constant(a, b, &factor);
        }
        // Signs and constant factors move outwards.
        for (x, y) in [(a, b), (b, a)] {
            if let Some(inner) = self.single(x, Kind::Neg) {
                let product = self.mul(inner, y);
                return Some(self.neg(product));
            }
            if let Some((inner, k)) = self.pair(x, Kind::Mul)
                && self.is_literal(k)
            {
                let product = self.mul(inner, y);
                return Some(self.mul(product, k));
            }
        }
        None
    }

    /// `a * k`.
    fn mul_constant(&mut self, a: Term, k: Term, factor: &Bits) -> Option<Term> {
        if factor.is_zero() {
            return Some(k);
        }
        if let Some(exponent) = factor.exponent() {
            return Some(self.shl_by(a, exponent));
        }
        if let Some(exponent) = factor.neg().exponent() {
            let shifted = self.shl_by(a, exponent);
            return Some(self.neg(shifted));
        }
        let (x, inner) = self.multiple(a);
        if !inner.is_one() {
            let product = self.constant(&inner.mul(factor));
            return Some(self.mul(x, product));
        }
        if let (base, Some(offset)) = self.base_and_offset(a) {
            let (base, offset) = (self.mul(base, k), self.mul(offset, k));
            return Some(self.add(base, offset));
        }
        None
    }
}
