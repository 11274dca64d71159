//! Bitwise operators.

use crate::node::Kind;
use crate::{Pool, Term};

impl Pool {
    /// Bitwise complement.
    pub fn bv_not(&mut self, a: Term) -> Term {
        if let Some(bits) = self.bits(a) {
            return self.constant(&bits.not());
        }
        if let Some(x) = self.single(a, Kind::BvNot) {
            return x;
        }
        let width = self.width(a);
        self.make_bv(Kind::BvNot, width, &[a])
    }

    /// Bitwise and.
    pub fn bv_and(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::BvAnd, a, b, Pool::bv_and_rules)
    }

    /// Bitwise or.
    pub fn bv_or(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::BvOr, a, b, Pool::bv_or_rules)
    }

    /// Bitwise xor.
    pub fn bv_xor(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::BvXor, a, b, Pool::bv_xor_rules)
    }

    fn bv_and_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if a == b || self.is_ones(b) {
            return Some(a);
        }
        self.is_zero(b).then_some(b)
    }

    fn bv_or_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if a == b || self.is_zero(b) {
            return Some(a);
        }
        self.is_ones(b).then_some(b)
    }

    fn bv_xor_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if a == b {
            let width = self.width(a);
            return Some(self.bv(width, 0));
        }
        if self.is_zero(b) {
            return Some(a);
        }
        self.is_ones(b).then(|| self.bv_not(a))
    }
}
