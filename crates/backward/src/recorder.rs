//! What a search back from a target leaves for searches from the entry: the conditions that it came to
//! without forgetting anything.

use crate::condition::{Condition, Variables};
use ir::analysis::{CodePoint, Target};
use rustc_hash::FxHashMap;
use semantics::precondition::{Precondition, Preconditions};
use std::rc::Rc;
use term::Pool;

/// Conditions kept at one edge, and in all. More say hardly anything more of where to go.
const AT_AN_EDGE: usize = 8;
const IN_ALL: usize = 1 << 14;

/// Conditions at edges.
#[derive(Default)]
pub(crate) struct Recorder {
    at: FxHashMap<Target, Vec<Precondition>>,
    count: usize,
}

impl Recorder {
    /// True if one more condition would be kept at an edge.
    pub(crate) fn has_room(&self, edge: Target) -> bool {
        let here = self.at.get(&edge).map_or(0, Vec::len);
        here < AT_AN_EDGE && self.count < IN_ALL
    }

    /// Keeps a condition before the moves of an edge, unless it is there.
    pub(crate) fn record(&mut self, edge: Target, targets: &Rc<[Target]>, condition: &Condition) {
        let found = precondition(condition, targets);
        let here = self.at.entry(edge).or_default();
        let is_there = |known: &Precondition| {
            known.constraints == found.constraints && known.callers == found.callers
        };
        if !here.iter().any(is_there) {
            here.push(found);
            self.count += 1;
        }
    }

    /// All of them, with the pool that their terms are of.
    pub(crate) fn preconditions(self, pool: Pool, variables: &Variables) -> Preconditions {
        Preconditions {
            pool,
            globals: variables.addresses.globals().collect(),
            functions: variables.addresses.functions().collect(),
            at: self.at,
        }
    }
}

fn precondition(condition: &Condition, targets: &Rc<[Target]>) -> Precondition {
    let depth = condition.depth();
    let callers = condition.calls.iter().rev();
    let mut cells = condition.cells.clone();
    // A variable of a cell was made after those that its address has.
    cells.sort_by_key(|cell| cell.variable);
    Precondition {
        targets: targets.clone(),
        callers: callers
            .map(|call| CodePoint {
                function: call.function,
                block: call.block,
                instruction: call.instruction,
            })
            .collect(),
        registers: condition
            .registers()
            .map(|(frame, register, variable)| (depth - frame, register, variable))
            .collect(),
        cells,
        constraints: condition.constraints.keys().copied().collect(),
    }
}
