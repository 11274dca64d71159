//! Conditions that were met at a point: what asks for more than one of them leads nowhere new.

use crate::condition::{Call, Condition};
use ir::{BlockId, FunctionId};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use term::Term;

/// A place of the program with the calls entered on the way back to it.
pub(crate) type Point = (FunctionId, BlockId, Vec<Call>);

/// The point of a condition before a block.
pub(crate) fn point(block: BlockId, condition: &Condition) -> Point {
    (condition.function, block, condition.calls.clone())
}

/// A condition that was met.
#[derive(Clone)]
pub(crate) struct Met {
    /// Its conjuncts.
    pub(crate) constraints: Rc<[Term]>,
    /// Its node among the conditions that the search goes on from, if that is kept.
    pub(crate) node: Option<usize>,
}

/// Conditions by point, and by the values looked for there.
#[derive(Default)]
pub(crate) struct Visited {
    conditions: FxHashMap<(Point, Vec<Term>), Vec<Met>>,
}

/// Conditions of a point that are compared with.
const COMPARED: usize = 64;

impl Visited {
    /// The last conditions met at a point.
    pub(crate) fn last(
        &self,
        block: BlockId,
        condition: &Condition,
        count: usize,
    ) -> impl Iterator<Item = &Met> {
        let known = self.conditions.get(&key(block, condition));
        known
            .into_iter()
            .flat_map(move |it| it.iter().rev().take(count))
    }

    /// One met at the same point before that a condition asks for at least as much as. From there the search
    /// goes on, or went on, anyway.
    pub(crate) fn covering(&self, block: BlockId, condition: &Condition) -> Option<&Met> {
        let mut last = self.last(block, condition, COMPARED);
        last.find(|met| condition.has_all(&met.constraints))
    }

    /// Remembers a condition.
    pub(crate) fn meet(&mut self, block: BlockId, condition: &Condition, node: Option<usize>) {
        let constraints = condition.constraints.keys().copied().collect();
        let met = Met { constraints, node };
        let known = self.conditions.entry(key(block, condition)).or_default();
        known.push(met);
    }
}

fn key(block: BlockId, condition: &Condition) -> (Point, Vec<Term>) {
    (point(block, condition), condition.outputs.clone())
}
