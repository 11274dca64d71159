//! Shifts: by constants they become pieces of their operand.

use crate::node::Kind;
use crate::{Pool, Term};

impl Pool {
    /// Shift left.
    pub fn shl(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::Shl, a, b, Pool::shl_rules)
    }

    /// Logical shift right.
    pub fn lshr(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::Lshr, a, b, Pool::lshr_rules)
    }

    /// Arithmetic shift right.
    pub fn ashr(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::Ashr, a, b, Pool::ashr_rules)
    }

    /// The distance of a shift by a constant, at most the width.
    fn constant_distance(&self, by: Term) -> Option<u32> {
        let width = self.width(by);
        Some(self.bits(by)?.to_small().unwrap_or(width).min(width))
    }

    fn shl_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.is_zero(a) {
            return Some(a);
        }
        let distance = self.constant_distance(b)?;
        Some(self.shl_by(a, distance))
    }

    /// Shift left by a number.
    pub(super) fn shl_by(&mut self, a: Term, distance: u32) -> Term {
        let width = self.width(a);
        if distance == 0 {
            return a;
        }
        if distance >= width {
            return self.bv(width, 0);
        }
        let kept = self.extract(a, width - 1 - distance, 0);
        let zeros = self.bv(distance, 0);
        self.concat(kept, zeros)
    }

    fn lshr_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.is_zero(a) {
            return Some(a);
        }
        let (width, distance) = (self.width(a), self.constant_distance(b)?);
        if distance == width {
            return Some(self.bv(width, 0));
        }
        let kept = self.extract(a, width - 1, distance);
        Some(self.zero_extend(kept, width))
    }

    fn ashr_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.is_zero(a) || self.is_ones(a) {
            return Some(a);
        }
        if self.leading_known(a) > 0 {
            return Some(self.lshr(a, b));
        }
        let (width, distance) = (self.width(a), self.constant_distance(b)?);
        let kept = self.extract(a, width - 1, distance.min(width - 1));
        Some(self.sign_extend(kept, width))
    }
}
