//! What a run found and what it left out.

use super::finding::{
    CYCLES_OF_MADE, ErrorSite, Findings, LONGER_SEQUENCES, OTHER_CHANGES, Place, SearchByCalls,
};
use super::statistics::Statistics;
use crate::limits::LimitKind;
use crate::tree::Closed;
use std::collections::BTreeMap;
use std::time::Duration;

/// The result of a run.
#[derive(Clone, Debug, Default)]
pub struct Report {
    /// Paths that ran to an end of the program or an error.
    pub paths: u64,
    /// Paths on which an assumption failed.
    pub assume_failed: u64,
    /// Arms no input takes.
    pub infeasible: u64,
    /// Nodes left out because nothing of [`crate::Options::targets`] can be reached from them.
    pub beside_targets: u64,
    /// Subtrees left out because another was explored that shows the same code and the same errors.
    pub subsumed: u64,
    /// Subtrees left out because another was explored that shows the same errors.
    pub subsumed_for_errors: u64,
    /// Estimate of the share of the execution tree that was explored, from 0 to 1: at each fork
    /// every arm is taken to lead to equally many paths.
    pub explored_share: f64,
    /// Kept paths.
    pub tests: u32,
    /// Errors.
    pub findings: Findings,
    /// What was left out, and so why the run is not exhaustive; empty if it is.
    pub left: Vec<Left>,
    /// Limits that were hit and how many nodes or paths each cut off.
    pub limits: BTreeMap<LimitKind, u64>,
    /// Unsupported things met, by what and where, with the number of paths each ended.
    pub unsupported: BTreeMap<(String, Place), u64>,
    /// Errors that skipped calls may lead to, and how many arms before them were closed as no input takes them, or
    /// as it is not known whether one does.
    pub unrealised_errors: BTreeMap<(ErrorSite, Closed), u64>,
    /// Arms of user code that the machine took, and all.
    pub edges: (u32, u32),
    /// Counters of the machine and the solver, and what they used; over all workers.
    pub statistics: Statistics,
    /// Completed paths that came out otherwise when they were run again for their trace; not kept.
    pub diverged: u64,
    /// Time taken.
    pub elapsed: Duration,
    /// An error of the run itself that ended it early.
    pub failure: Option<String>,
}

/// What is left out where input pointers are taken to be null: deeper objects than are tried, and more of them.
pub const TAKEN_TO_BE_NULL: [&str; 2] = [
    "input objects deeper than --heap-depth",
    "paths with more input objects than --heap-objects",
];

/// Something a run left out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Left {
    /// What.
    pub what: LeftOut,
    /// How many.
    pub count: u64,
}

/// What a run may leave out.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LeftOut {
    /// Pending nodes.
    NotExplored,
    /// Methods that the run did not come to.
    Methods,
    /// Starts that the run did not come to.
    Starts,
    /// Paths that a limit ended.
    CutOff,
    /// Paths that came to something unsupported.
    Unsupported,
    /// Queries without an answer.
    Unknown,
    /// Paths that went another way when they were replayed.
    Diverged,
    /// Paths on which workers died.
    Failed,
    /// Paths whose run from the start came out otherwise.
    NotKept,
    /// Paths that depend on what differs from run to run.
    Varying,
    /// What the counters cannot explain.
    Unaccounted,
    /// Values or objects that were not tried at a place.
    Bounded(String),
}

impl std::fmt::Display for LeftOut {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            LeftOut::NotExplored => "paths not explored",
            LeftOut::Methods => "methods not explored",
            LeftOut::Starts => "starts from which nothing was explored",
            LeftOut::CutOff => "paths cut off by a limit",
            LeftOut::Unsupported => "paths ended by something unsupported",
            LeftOut::Unknown => "queries not answered",
            LeftOut::Diverged => "paths that diverged when replayed",
            LeftOut::Failed => "paths on which workers died",
            LeftOut::NotKept => "paths not kept, because they came out otherwise when run again",
            LeftOut::Varying => {
                "paths that depend on hash codes of addresses, the order of sets, the time or the machine"
            }
            LeftOut::Unaccounted => "paths unaccounted for, a defect of Wayfarer",
            LeftOut::Bounded(what) => what,
        })
    }
}

impl Report {
    /// True only if every path was explored and nothing was bounded, concretised, unknown or left.
    pub fn exhaustive(&self) -> bool {
        self.exhaustive_for_coverage() && self.subsumed == 0
    }

    /// True if every path was explored, or shows no code and no error that others do not show.
    pub fn exhaustive_for_coverage(&self) -> bool {
        self.exhaustive_for_errors() && self.subsumed_for_errors == 0
    }

    /// True if every path was explored, or shows no error that others do not show.
    pub fn exhaustive_for_errors(&self) -> bool {
        self.left.is_empty() && self.failure.is_none() && self.beside_targets == 0
    }

    /// True if every path was explored that may lead to a target which was not reached before.
    pub fn exhaustive_for_targets(&self) -> bool {
        self.left.is_empty() && self.failure.is_none() && self.subsumed == 0
    }

    /// The report of a search for calls that make objects, as part of a run that takes objects in any state as well: that
    /// other calls, or more of them, may make other objects leaves out none of these, as long as calls change nothing else.
    pub fn beside_any_state(&self) -> Report {
        let mut report = self.clone();
        let is =
            |left: &Left, text: &str| matches!(&left.what, LeftOut::Bounded(what) if what == text);
        if self.left.iter().any(|left| is(left, OTHER_CHANGES)) {
            return report;
        }
        // What is left to explore may still make objects that others change.
        report
            .left
            .retain(|left| !is(left, LONGER_SEQUENCES) && !is(left, CYCLES_OF_MADE));
        report
    }

    /// What it came to as a search for calls that make an error.
    pub fn search_by_calls(&self) -> SearchByCalls {
        let bounds = |left: &Left| matches!(left.what, LeftOut::Bounded(_));
        if self.failure.is_some()
            || self.beside_targets > 0
            || !self.limits.is_empty()
            || !self.left.iter().all(bounds)
        {
            return SearchByCalls::NotExhaustive;
        }
        let longer =
            |left: &Left| matches!(&left.what, LeftOut::Bounded(what) if what == LONGER_SEQUENCES);
        match self.left.iter().all(longer) {
            true => SearchByCalls::Exhaustive,
            false => SearchByCalls::ExhaustiveWithinBounds,
        }
    }
}
