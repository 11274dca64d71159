//! Equality.

use crate::node::Kind;
use crate::{Pool, Sort, Term};

impl Pool {
    /// Equality of any sort.
    pub fn eq(&mut self, a: Term, b: Term) -> Term {
        debug_assert_eq!(self.sort(a), self.sort(b), "equality within one sort");
        if a == b {
            return self.bool(true);
        }
        if self.is_constant(a) && self.is_constant(b) {
            return self.bool(false); // equal constants are one term
        }
        let (a, b) = self.ordered(a, b);
        let rules = match self.sort(a) {
            Sort::Bool => Pool::eq_bool_rules,
            Sort::BitVec(_) => Pool::eq_bv_rules,
            Sort::Array { .. } => Pool::eq_array_rules,
        };
        let term = self.rules(|pool| rules(pool, a, b));
        term.unwrap_or_else(|| self.make_bool(Kind::Eq, &[a, b]))
    }

    fn eq_bool_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if let Some(value) = self.constant_bool(b) {
            return Some(if value { a } else { self.not(a) });
        }
        if self.are_opposite(a, b) {
            return Some(self.bool(false));
        }
        // Negations move outwards.
        match (self.single(a, Kind::Not), self.single(b, Kind::Not)) {
            (Some(x), Some(y)) => Some(self.eq(x, y)),
            (Some(x), None) => {
                let equal = self.eq(x, b);
                Some(self.not(equal))
            }
            (None, Some(y)) => {
                let equal = self.eq(a, y);
                Some(self.not(equal))
            }
            (None, None) => None,
        }
    }

    fn eq_array_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let (x, y) = (
            self.single(a, Kind::ConstArray)?,
            self.single(b, Kind::ConstArray)?,
        );
        Some(self.eq(x, y))
    }

    fn eq_bv_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.are_distinct(a, b) {
            return Some(self.bool(false));
        }
        if self.is_literal(b) {
            return self.eq_literal_rules(a, b);
        }
        None
    }

    /// `a = k`.
    fn eq_literal_rules(&mut self, a: Term, k: Term) -> Option<Term> {
        if self.width(a) == 1 && self.is_zero(k) {
            let one = self.bv(1, 1);
            let equal = self.eq(a, one);
            return Some(self.not(equal));
        }
        if let Some((condition, then, otherwise)) = self.choice(a)
            && (self.is_literal(then) || self.is_literal(otherwise))
        {
            let (then, otherwise) = (self.eq(then, k), self.eq(otherwise, k));
            return Some(self.ite(condition, then, otherwise));
        }
        if let (base, Some(offset)) = self.base_and_offset(a) {
            let difference = self.sub(k, offset);
            return Some(self.eq(base, difference));
        }
        None
    }
}
