//! Options of a run.

use crate::coverage::Targets;
use crate::limits::Limits;
use crate::seed::Seed;
use crate::strategy::KnownGraph;
use semantics::precondition::Preconditions;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What is to be the same as without pruning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PruneFor {
    /// Error sites, and the code that is covered.
    Coverage,
    /// Error sites.
    Errors,
}

/// When what a sequence of calls has made counts as the same as what another has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MatchStates {
    /// Where the later path has required, word for word, what the earlier one did of the inputs that stand for its own.
    Exact,
    /// Where the earlier one comes about for all values that the later one does.
    Subsumption,
    /// Where the same objects lead to the same others, whatever numbers they hold: that leaves out states.
    Shape,
}

/// Options of a run.
#[derive(Clone, Debug)]
pub struct Options {
    /// Strategy by name, as [`crate::strategy::parse`] reads it.
    pub strategy: String,
    /// Seed of every random choice.
    pub seed: u64,
    /// Limits.
    pub limits: Limits,
    /// Keep every completed path instead of those that cover something new or show an error.
    pub keep_all: bool,
    /// Inputs whose paths are run before others.
    pub seeds: Arc<Vec<Seed>>,
    /// Inputs of kept paths are made as plain as the conditions of the path allow.
    pub plain_values: bool,
    /// Bytes that the process has allocated: what [`Limits::memory_bytes`] is compared with.
    pub memory_in_use: fn() -> usize,
    /// Set, before the run is interrupted, by whoever watches the clock when the time of the run
    /// ([`Limits::time`]) is up: that is no interruption.
    pub time_is_up: Arc<AtomicBool>,
    /// What the run is to reach; nothing in particular if absent. Nodes from which nothing of it can be
    /// reached are left out ([`crate::extensions::BesideTargets`]).
    pub targets: Option<Arc<Targets>>,
    /// What backward searches know of the targets ([`crate::extensions::Aim`]).
    pub preconditions: Option<KnownPreconditions>,
    /// For tests: dies at the end of a path.
    pub crash: Option<Crash>,
    /// Learn why arms are infeasible ([`crate::extensions::InfeasibleStatistics`]).
    pub explain_infeasible: bool,
    /// Leave out what cannot show anything new ([`crate::extensions::Prune`]).
    pub prune: Option<PruneFor>,
    /// Sequences of calls are not gone on with where one of as many calls has made the same
    /// ([`crate::extensions::StateMatching`]).
    pub match_states: Option<MatchStates>,
    /// Where something is pruned, visit what is left of finishing a part of the tree before the strategy
    /// chooses again, as long as that is of use.
    pub greedy_confirmation: bool,
    /// Skip calls of the functions that the machine may skip, and expand them where a path needs it
    /// ([`crate::LazyStatistics`]).
    pub lazy: bool,
    /// Calls that are deeper are skipped, if that is bounded: what statistics say of it.
    pub call_depth: Option<u32>,
    /// Stretches of paths that the search for inputs of one arm may run, if calls are skipped.
    pub lazy_steps: u64,
    /// Of these, how many at the most run through calls that are entered before calls are answered by
    /// summaries.
    pub lazy_entered_steps: u64,
    /// Traces begin with the first call of the function of that name, and are those of a program
    /// that grows: see [`crate::results::trace::Traced::From`].
    pub trace_from: Option<String>,
    /// Sequences of calls make inputs: what fewer calls lead to comes first.
    pub by_calls: bool,
    /// Functions that do nothing but make the inputs of another: what is executed first in them is covered, and worth no test.
    pub makers: Arc<BTreeSet<String>>,
    /// The graph of the program, shared by those who explore it one after the other.
    pub graph: Arc<KnownGraph>,
}

/// Conditions under which targets are reached.
#[derive(Clone)]
pub struct KnownPreconditions(pub Rc<Preconditions>);

impl std::fmt::Debug for KnownPreconditions {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "at {} edges", self.0.at.len())
    }
}

/// A death for tests of what survives it.
#[derive(Clone, Copy, Debug)]
pub struct Crash {
    /// Hash of the path.
    pub hash: u64,
    /// Each time the path is run; otherwise only in processes that do not announce their visits,
    /// as those do that take up the work of a dead one.
    pub always: bool,
}

impl Default for Options {
    fn default() -> Options {
        Options {
            strategy: crate::strategy::DEFAULT.to_owned(),
            seed: 0,
            limits: Limits::default(),
            keep_all: false,
            seeds: Arc::default(),
            plain_values: true,
            memory_in_use: || 0,
            time_is_up: Arc::default(),
            targets: None,
            preconditions: None,
            crash: None,
            explain_infeasible: false,
            prune: None,
            match_states: None,
            greedy_confirmation: true,
            lazy: false,
            call_depth: None,
            lazy_steps: 10_000,
            lazy_entered_steps: 500,
            trace_from: None,
            by_calls: false,
            makers: Arc::default(),
            graph: Arc::default(),
        }
    }
}

impl Options {
    /// True if parts of the tree are finished first.
    pub(crate) fn confirms(&self) -> bool {
        self.prune.is_some() && self.greedy_confirmation
    }
}
