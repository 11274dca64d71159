//! Addition, negation, multiplication, division.

use crate::node::Kind;
use crate::{Pool, Term};

impl Pool {
    /// Two's complement negation.
    pub fn neg(&mut self, a: Term) -> Term {
        if let Some(bits) = self.bits(a) {
            return self.constant(&bits.neg());
        }
        if let Some(x) = self.single(a, Kind::Neg) {
            return x;
        }
        let width = self.width(a);
        self.make_bv(Kind::Neg, width, &[a])
    }

    /// Addition.
    pub fn add(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::Add, a, b, Pool::add_rules)
    }

    /// Multiplication.
    pub fn mul(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::Mul, a, b, Pool::mul_rules)
    }

    /// Unsigned division.
    pub fn udiv(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::Udiv, a, b, |_, _, _| None)
    }

    /// Unsigned remainder.
    pub fn urem(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::Urem, a, b, |_, _, _| None)
    }

    /// Signed division.
    pub fn sdiv(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::Sdiv, a, b, |_, _, _| None)
    }

    /// Signed remainder (sign of dividend).
    pub fn srem(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::Srem, a, b, |_, _, _| None)
    }

    fn add_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.is_zero(b) {
            return Some(a);
        }
        if self.single(a, Kind::Neg) == Some(b) || self.single(b, Kind::Neg) == Some(a) {
            let width = self.width(a);
            return Some(self.bv(width, 0));
        }
        // Constants move outwards and meet.
        if let (base, Some(offset)) = self.base_and_offset(a) {
            if self.is_literal(b) {
                let sum = self.add(offset, b);
                return Some(self.add(base, sum));
            }
            let sum = self.add(base, b);
            return Some(self.add(sum, offset));
        }
        if let (base, Some(offset)) = self.base_and_offset(b) {
            let sum = self.add(a, base);
            return Some(self.add(sum, offset));
        }
        None
    }

    fn mul_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let exponent = self.bits(b)?;
        if exponent.is_zero() {
            return Some(b);
        }
        let exponent = exponent.exponent()?;
        Some(self.shl_by(a, exponent))
    }
}
