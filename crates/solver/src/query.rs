//! A query on its way through the chain.

use std::sync::Arc;
use term::{InputId, Op, Pool, Term};

/// The constraints that matter for a goal, and the goal.
#[derive(Debug)]
pub(crate) struct Query {
    /// Path constraints in path order, then the goal's conjuncts.
    pub(crate) set: Vec<Term>,
    /// How many of `set` are path constraints.
    pub(crate) path: usize,
    /// The goal as it was asked.
    pub(crate) goal: Term,
    /// The goal with the path's equalities substituted, where that says more than `goal`.
    pub(crate) simplified: Option<Term>,
}

impl Query {
    /// The query for `goal` under a slice of its path.
    pub(crate) fn new(pool: &Pool, slice: Vec<Term>, goal: Term) -> Query {
        let path = slice.len();
        let mut set = slice;
        if pool.op(goal) == Op::And {
            set.extend(pool.conjuncts(goal));
        } else {
            set.push(goal);
        }
        Query {
            set,
            path,
            goal,
            simplified: None,
        }
    }

    /// Conjuncts of the goal.
    pub(crate) fn goals(&self) -> &[Term] {
        &self.set[self.path..]
    }

    /// Constraints of the path.
    pub(crate) fn path(&self) -> &[Term] {
        &self.set[..self.path]
    }

    /// The set as caches know it: sorted, without duplicates.
    pub(crate) fn key(&self) -> Arc<[Term]> {
        let mut key = self.set.clone();
        key.sort_unstable();
        key.dedup();
        key.into()
    }

    /// The inputs of the whole set, ascending.
    pub(crate) fn inputs(&self, pool: &Pool) -> Vec<InputId> {
        let mut inputs: Vec<InputId> = Vec::new();
        for &t in &self.set {
            inputs.extend(pool.inputs_of(t).iter());
        }
        inputs.sort_unstable();
        inputs.dedup();
        inputs
    }

    /// A core in terms of what the caller knows: the goal itself for any of its conjuncts.
    pub(crate) fn core(&self, core: Vec<Term>) -> Vec<Term> {
        let mut named: Vec<Term> = self
            .path()
            .iter()
            .copied()
            .filter(|t| core.contains(t))
            .collect();
        named.dedup();
        if self.goals().iter().any(|t| core.contains(t)) {
            named.push(self.goal);
        }
        named
    }
}
