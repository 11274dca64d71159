//! Not, and, or.

use crate::node::{Kind, Node, PackedSort};
use crate::{Pool, Sort, Term};

impl Pool {
    /// Boolean not.
    pub fn not(&mut self, a: Term) -> Term {
        debug_assert_eq!(self.sort(a), Sort::Bool);
        if let Some(value) = self.constant_bool(a) {
            return self.bool(!value);
        }
        let node = Node::new(Kind::Not, PackedSort::BOOL, 0, &[a]);
        self.rewritten(node, |pool| pool.not_rules(a))
    }

    fn not_rules(&mut self, a: Term) -> Option<Term> {
        let [x, y, z] = self.node(a).operands;
        match self.kind(a) {
            Kind::Not => Some(x),
            Kind::Ult => Some(self.ule(y, x)),
            Kind::Ule => Some(self.ult(y, x)),
            Kind::Slt => Some(self.sle(y, x)),
            Kind::Sle => Some(self.slt(y, x)),
            // De Morgan where no negation is left over.
            Kind::And if self.negates_freely(x) && self.negates_freely(y) => {
                let (x, y) = (self.not(x), self.not(y));
                Some(self.or(x, y))
            }
            Kind::Or if self.negates_freely(x) && self.negates_freely(y) => {
                let (x, y) = (self.not(x), self.not(y));
                Some(self.and(x, y))
            }
            Kind::Ite if self.negates_freely(y) && self.negates_freely(z) => {
                let (y, z) = (self.not(y), self.not(z));
                Some(self.ite(x, y, z))
            }
            _ => None,
        }
    }

    /// True if the negation of a Bool term is as large as the term.
    fn negates_freely(&self, t: Term) -> bool {
        matches!(
            self.kind(t),
            Kind::Not | Kind::Ult | Kind::Ule | Kind::Slt | Kind::Sle | Kind::BoolConst
        )
    }

    /// Boolean and.
    pub fn and(&mut self, a: Term, b: Term) -> Term {
        self.junction(Kind::And, a, b)
    }

    /// Boolean or.
    pub fn or(&mut self, a: Term, b: Term) -> Term {
        self.junction(Kind::Or, a, b)
    }

    /// `and` or `or`: they obey the same rules with the constants exchanged.
    fn junction(&mut self, kind: Kind, a: Term, b: Term) -> Term {
        debug_assert!(self.sort(a) == Sort::Bool && self.sort(b) == Sort::Bool);
        let (a, b) = self.ordered(a, b);
        let absorbing = kind == Kind::Or;
        if let Some(value) = self.constant_bool(b) {
            return if value == absorbing { b } else { a };
        }
        if a == b {
            return a;
        }
        if self.are_opposite(a, b) {
            return self.bool(absorbing);
        }
        let node = Node::new(kind, PackedSort::BOOL, 0, &[a, b]);
        self.rewritten(node, |pool| {
            pool.junction_rules(kind, a, b)
                .or_else(|| pool.junction_rules(kind, b, a))
        })
    }

    /// Rules for `a` beside a `b` that is looked into; written for `and`, dual for `or`.
    fn junction_rules(&mut self, kind: Kind, a: Term, b: Term) -> Option<Term> {
        let dual = if kind == Kind::And {
            Kind::Or
        } else {
            Kind::And
        };
        if let Some((x, y)) = self.pair(b, kind) {
            if x == a || y == a {
                return Some(b); // a & (a & y) = a & y
            }
            if self.are_opposite(x, a) || self.are_opposite(y, a) {
                return Some(self.bool(kind == Kind::Or)); // a & (!a & y) = false
            }
        }
        if let Some((x, y)) = self.pair(b, dual) {
            if x == a || y == a {
                return Some(a); // a & (a | y) = a
            }
            if self.are_opposite(x, a) {
                return Some(self.junction(kind, a, y)); // a & (!a | y) = a & y
            }
            if self.are_opposite(y, a) {
                return Some(self.junction(kind, a, x));
            }
        }
        if let Some(inner) = self.single(b, Kind::Not) {
            // a & !(a & y) = a & !y; a & !(!a & y) = a.
            if let Some((x, y)) = self.pair(inner, kind) {
                if x == a || y == a {
                    let other = self.not(if x == a { y } else { x });
                    return Some(self.junction(kind, a, other));
                }
                if self.are_opposite(x, a) || self.are_opposite(y, a) {
                    return Some(a);
                }
            }
        }
        self.equality_junction(kind, a, b)
    }

    /// `x = k` beside another equation or disequation of `x` with a constant.
    fn equality_junction(&mut self, kind: Kind, a: Term, b: Term) -> Option<Term> {
        let equation = |pool: &Pool, t: Term, positive: bool| {
            let t = if positive {
                t
            } else {
                pool.single(t, Kind::Not)?
            };
            let (x, k) = pool.pair(t, Kind::Eq)?;
            pool.is_literal(k).then_some((x, k))
        };
        // For `and`: x = k, k ≠ l. For `or`: x ≠ k.
        let conjunction = kind == Kind::And;
        let (x, k) = equation(self, a, conjunction)?;
        if let Some((y, l)) = equation(self, b, conjunction)
            && x == y
            && k != l
        {
            return Some(self.bool(!conjunction)); // x = k & x = l; x ≠ k | x ≠ l
        }
        if let Some((y, l)) = equation(self, b, !conjunction)
            && x == y
            && k != l
        {
            return Some(a); // x = k & x ≠ l; x ≠ k | x = l
        }
        None
    }
}
