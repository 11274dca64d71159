//! Conditions that were met at a point: what asks for more than one of them leads nowhere new.

use crate::condition::{Call, Condition};
use ir::{BlockId, FunctionId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use term::Term;

type Point = (FunctionId, BlockId, Vec<Call>);

/// Conditions by point.
#[derive(Default)]
pub(crate) struct Visited {
    conditions: FxHashMap<Point, Vec<BTreeSet<Term>>>,
}

/// Conditions of a point that are compared with.
const COMPARED: usize = 64;

impl Visited {
    /// True if a condition asks for at least as much as one met at the same point before, from which the
    /// search goes on, or went on, anyway. If not, it is remembered.
    pub(crate) fn covers(&mut self, at: (FunctionId, BlockId), condition: &Condition) -> bool {
        let point = (at.0, at.1, condition.calls.clone());
        let known = self.conditions.entry(point).or_default();
        let covered = known
            .iter()
            .rev()
            .take(COMPARED)
            .any(|before| before.is_subset(&condition.constraints));
        if !covered {
            known.push(condition.constraints.clone());
        }
        covered
    }
}
