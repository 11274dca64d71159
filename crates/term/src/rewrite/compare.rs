//! Orders.

use crate::node::Kind;
use crate::{Pool, Term};

impl Pool {
    /// Unsigned `<`.
    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        self.comparison(Kind::Ult, a, b, |_, _, _| None)
    }

    /// Unsigned `<=`.
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        self.comparison(Kind::Ule, a, b, |_, _, _| None)
    }

    /// Signed `<`.
    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        self.comparison(Kind::Slt, a, b, |_, _, _| None)
    }

    /// Signed `<=`.
    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        self.comparison(Kind::Sle, a, b, |_, _, _| None)
    }

    fn comparison(
        &mut self,
        kind: Kind,
        a: Term,
        b: Term,
        rules: fn(&mut Pool, Term, Term) -> Option<Term>,
    ) -> Term {
        debug_assert_eq!(
            self.sort(a),
            self.sort(b),
            "{kind:?} of operands of one sort"
        );
        if a == b {
            return self.bool(matches!(kind, Kind::Ule | Kind::Sle));
        }
        if let Some(value) = self.fold_comparison(kind, a, b) {
            return value;
        }
        if let Some(term) = self.rules(|pool| rules(pool, a, b)) {
            return term;
        }
        self.make_bool(kind, &[a, b])
    }
}
