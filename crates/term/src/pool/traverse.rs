//! Walking and rebuilding terms without recursion.

use rustc_hash::{FxHashMap, FxHashSet};

use super::{Pool, Term};
use crate::node::Kind;

impl Pool {
    /// Visits every distinct term below and including `roots`, operands first, without recursion.
    pub fn visit_post_order(&self, roots: &[Term], visit: &mut dyn FnMut(Term)) {
        self.visit_new(roots, &mut FxHashSet::default(), &mut |_| true, visit);
    }

    /// As [`Pool::visit_post_order`], but leaves out terms in `seen`, adding those visited, and
    /// everything below terms that `enter` refuses (these are visited themselves).
    pub(crate) fn visit_new(
        &self,
        roots: &[Term],
        seen: &mut FxHashSet<Term>,
        enter: &mut dyn FnMut(Term) -> bool,
        visit: &mut dyn FnMut(Term),
    ) {
        /// What to do with a term on the stack.
        enum Visit {
            Enter(Term),
            Leave(Term),
        }
        let mut stack: Vec<Visit> = roots.iter().rev().map(|&t| Visit::Enter(t)).collect();
        while let Some(step) = stack.pop() {
            match step {
                Visit::Enter(t) if seen.insert(t) => {
                    stack.push(Visit::Leave(t));
                    if enter(t) {
                        let operands = self.arguments(t).iter().rev();
                        stack.extend(operands.map(|&operand| Visit::Enter(operand)));
                    }
                }
                Visit::Enter(_) => {}
                Visit::Leave(t) => visit(t),
            }
        }
    }

    /// Replaces terms by terms everywhere in `t`, without recursion; results are rewritten.
    /// Replacements are taken as they are: the map is not applied to them again.
    pub fn substitute(&mut self, t: Term, map: &FxHashMap<Term, Term>) -> Term {
        if map.is_empty() || self.is_constant(t) {
            return t;
        }
        // Terms with smaller handles than all keys cannot contain a key.
        let least = map.keys().min().copied().expect("the map has keys");
        let mut order = Vec::new();
        let mut enter = |t: Term| t > least && !map.contains_key(&t);
        self.visit_new(&[t], &mut FxHashSet::default(), &mut enter, &mut |t| {
            order.push(t)
        });
        let mut rebuilt: FxHashMap<Term, Term> = FxHashMap::default();
        let mut operands = Vec::new();
        for &old in &order {
            let new = match map.get(&old) {
                Some(&replacement) => replacement,
                None if old < least => old,
                None => {
                    operands.clear();
                    let image = |operand| rebuilt.get(operand).copied().unwrap_or(*operand);
                    operands.extend(self.arguments(old).iter().map(image));
                    if operands == self.arguments(old) {
                        old
                    } else {
                        let (op, sort) = (self.op(old), self.sort(old));
                        self.build(op, &operands, sort)
                    }
                }
            };
            debug_assert_eq!(self.sort(old), self.sort(new), "replacements keep the sort");
            if new != old {
                rebuilt.insert(old, new);
            }
        }
        rebuilt.get(&t).copied().unwrap_or(t)
    }

    /// The conjuncts of a Bool term: nested `and`s flattened, in order, without recursion.
    pub fn conjuncts(&self, t: Term) -> Vec<Term> {
        let mut conjuncts = Vec::new();
        let mut seen = FxHashSet::default();
        let mut stack = vec![t];
        while let Some(t) = stack.pop() {
            match self.pair(t, Kind::And) {
                Some((first, second)) if seen.insert(t) => stack.extend([second, first]),
                Some(_) => {}
                None => conjuncts.push(t),
            }
        }
        conjuncts
    }
}
