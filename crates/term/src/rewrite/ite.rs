//! If-then-else.

use crate::node::{Kind, Node};
use crate::{Pool, Sort, Term};

impl Pool {
    /// If-then-else of any sort.
    pub fn ite(&mut self, condition: Term, then: Term, otherwise: Term) -> Term {
        debug_assert_eq!(self.sort(condition), Sort::Bool);
        debug_assert_eq!(self.sort(then), self.sort(otherwise), "arms of one sort");
        if let Some(value) = self.constant_bool(condition) {
            return if value { then } else { otherwise };
        }
        if then == otherwise {
            return then;
        }
        let sort = self.node(then).sort;
        let node = Node::new(Kind::Ite, sort, 0, &[condition, then, otherwise]);
        self.rewritten(node, |pool| {
            pool.ite_polarity(condition, then, otherwise)
                .or_else(|| pool.ite_of_bools(condition, then, otherwise))
                .or_else(|| pool.ite_nested(condition, then, otherwise))
                .or_else(|| pool.ite_of_equality(condition, then, otherwise))
                .or_else(|| pool.ite_of_extensions(condition, then, otherwise))
        })
    }

    /// Conditions are not negated, and comparisons of two terms strict.
    fn ite_polarity(&mut self, condition: Term, then: Term, otherwise: Term) -> Option<Term> {
        match self.kind(condition) {
            Kind::Not | Kind::Ule | Kind::Sle => {
                let opposite = self.not(condition);
                (!matches!(self.kind(opposite), Kind::Not | Kind::Ule | Kind::Sle))
                    .then(|| self.ite(opposite, otherwise, then))
            }
            _ => None,
        }
    }

    /// Bool arms become connectives where one is a constant or the condition.
    fn ite_of_bools(&mut self, condition: Term, then: Term, otherwise: Term) -> Option<Term> {
        if self.sort(then) != Sort::Bool {
            return None;
        }
        let always = |pool: &Pool, t: Term| {
            if t == condition {
                None
            } else {
                pool.constant_bool(t)
            }
        };
        let then_value = if then == condition {
            Some(true)
        } else {
            always(self, then)
        };
        let otherwise_value = if otherwise == condition {
            Some(false)
        } else {
            always(self, otherwise)
        };
        match (then_value, otherwise_value) {
            (Some(true), _) => return Some(self.or(condition, otherwise)),
            (_, Some(false)) => return Some(self.and(condition, then)),
            (Some(false), _) => {
                let opposite = self.not(condition);
                return Some(self.and(opposite, otherwise));
            }
            (_, Some(true)) => {
                let opposite = self.not(condition);
                return Some(self.or(opposite, then));
            }
            (None, None) => {}
        }
        self.are_opposite(then, otherwise)
            .then(|| self.eq(condition, then))
    }

    /// An arm that is an if-then-else itself.
    fn ite_nested(&mut self, condition: Term, then: Term, otherwise: Term) -> Option<Term> {
        if let Some((inner, x, y)) = self.choice(then) {
            if inner == condition {
                return Some(self.ite(condition, x, otherwise));
            }
            if y == otherwise {
                let both = self.and(condition, inner);
                return Some(self.ite(both, x, otherwise));
            }
            if x == otherwise {
                let opposite = self.not(inner);
                let both = self.and(condition, opposite);
                return Some(self.ite(both, y, otherwise));
            }
        }
        if let Some((inner, x, y)) = self.choice(otherwise) {
            if inner == condition {
                return Some(self.ite(condition, then, y));
            }
            if x == then {
                let either = self.or(condition, inner);
                return Some(self.ite(either, then, y));
            }
            if y == then {
                let opposite = self.not(inner);
                let either = self.or(condition, opposite);
                return Some(self.ite(either, then, x));
            }
        }
        None
    }

    /// `ite(x = y, x, y)` is `y`.
    fn ite_of_equality(&mut self, condition: Term, then: Term, otherwise: Term) -> Option<Term> {
        let (x, y) = self.pair(condition, Kind::Eq)?;
        ((x, y) == (then, otherwise) || (y, x) == (then, otherwise)).then_some(otherwise)
    }

    /// Arms that are extended alike, or one of them a constant that could be.
    fn ite_of_extensions(&mut self, condition: Term, then: Term, otherwise: Term) -> Option<Term> {
        let extended = if self.is_literal(then) {
            otherwise
        } else {
            then
        };
        let kind = self.kind(extended);
        if !matches!(kind, Kind::ZeroExtend | Kind::SignExtend) {
            return None;
        }
        let (width, narrow) = (self.width(extended), self.width(self.operand(extended, 0)));
        let inner = |pool: &mut Pool, t: Term| {
            if pool.kind(t) == kind {
                let x = pool.operand(t, 0);
                return (pool.width(x) == narrow).then_some(x);
            }
            let value = pool.bits(t)?;
            let cut = value.extract(narrow - 1, 0);
            let back = match kind {
                Kind::ZeroExtend => cut.zero_extend(width),
                _ => cut.sign_extend(width),
            };
            (back == value).then(|| pool.constant(&cut))
        };
        let (x, y) = (inner(self, then)?, inner(self, otherwise)?);
        let choice = self.ite(condition, x, y);
        Some(match kind {
            Kind::ZeroExtend => self.zero_extend(choice, width),
            _ => self.sign_extend(choice, width),
        })
    }
}
