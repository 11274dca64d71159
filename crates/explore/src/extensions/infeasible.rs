//! Why arms are infeasible: how often no input takes an arm of a branch or switch, and the decisions
//! before it that it is in conflict with, by source line.

use super::contract::{Extension, InfeasibleArm};
use crate::results::{Decided, Place};
use ir::Program;
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// A decision by its place in the source.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct DecidedAt {
    /// What is decided: `branch`, `switch`, `pointer`, …
    pub kind: String,
    /// Function.
    pub function: String,
    /// Where.
    pub place: Place,
    /// The arm: of a branch 1 if its condition holds.
    pub choice: u64,
}

/// An arm that no input takes, and with what it is in conflict.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Conflict {
    /// The arm.
    pub arm: DecidedAt,
    /// Decisions of the paths, each once, by place; none if the arm's condition cannot hold by itself.
    pub with: Vec<DecidedAt>,
}

impl Conflict {
    /// Reads a fact of [`InfeasibleStatistics`]; `None` if it is damaged.
    pub fn read(fact: &[u8]) -> Option<Conflict> {
        postcard::from_bytes(fact).ok()
    }
}

/// Counts conflicts.
#[derive(Default)]
pub struct InfeasibleStatistics {
    counts: FxHashMap<Conflict, u64>,
    places: FxHashMap<Decided, DecidedAt>,
}

impl InfeasibleStatistics {
    /// Its name in the store.
    pub const NAME: &str = "infeasible";

    fn at(&mut self, decided: Decided, program: &dyn Program) -> DecidedAt {
        let place = self.places.entry(decided).or_insert_with(|| {
            let site = decided.site;
            let function = program.function(site.function);
            DecidedAt {
                kind: decided.kind.name().to_owned(),
                function: function.map_or_else(|_| String::new(), |function| function.name.clone()),
                place: Place::of(program, site.location),
                choice: decided.choice,
            }
        });
        place.clone()
    }
}

impl Extension for InfeasibleStatistics {
    fn name(&self) -> &'static str {
        InfeasibleStatistics::NAME
    }

    fn infeasible(&mut self, arm: &InfeasibleArm<'_>, program: &dyn Program) {
        let core = arm.core.iter();
        let mut with: Vec<DecidedAt> = core
            .map(|&(_, decided)| self.at(decided, program))
            .collect();
        with.sort_unstable();
        with.dedup();
        let arm = self.at(arm.arm, program);
        *self.counts.entry(Conflict { arm, with }).or_default() += 1;
    }

    fn take_facts(&mut self) -> Vec<(Vec<u8>, u64)> {
        let counts = self.counts.drain();
        counts
            .filter_map(|(conflict, count)| Some((postcard::to_stdvec(&conflict).ok()?, count)))
            .collect()
    }
}
