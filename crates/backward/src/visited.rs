//! Conditions that were met at a point: what asks for more than one of them leads nowhere new.

use crate::condition::{Call, Condition};
use ir::{BlockId, FunctionId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use term::Term;

type Point = (FunctionId, BlockId, Vec<Call>, Vec<Term>);

/// Conditions by point.
#[derive(Default)]
pub(crate) struct Visited {
    conditions: FxHashMap<Point, Vec<BTreeSet<Term>>>,
}

/// Conditions of a point that are compared with.
const COMPARED: usize = 64;

impl Visited {
    /// The last conditions met at a point.
    pub(crate) fn last(
        &self,
        at: (FunctionId, BlockId),
        condition: &Condition,
        count: usize,
    ) -> impl Iterator<Item = &BTreeSet<Term>> {
        let known = self.conditions.get(&point(at, condition));
        known
            .into_iter()
            .flat_map(move |it| it.iter().rev().take(count))
    }

    /// True if a condition asks for at least as much as one met at the same point before, from which the
    /// search goes on, or went on, anyway. If not, it is remembered.
    pub(crate) fn covers(&mut self, at: (FunctionId, BlockId), condition: &Condition) -> bool {
        let known = self.conditions.entry(point(at, condition)).or_default();
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

fn point((function, block): (FunctionId, BlockId), condition: &Condition) -> Point {
    let (calls, outputs) = (condition.calls.clone(), condition.outputs.clone());
    (function, block, calls, outputs)
}
