//! Walks the paths of a program: the execution tree, the order in which it is explored, what ends
//! a run, and what is kept of it.
//!
//! Vocabulary: an [`Explorer`] drives the machine over a [`tree::Tree`]; a [`strategy::Strategy`]
//! chooses the next pending node; an [`Observer`] receives each [`KeptPath`] (a path worth a test)
//! and [`Progress`]; the [`Report`] says what was found and what was left out. A technique that goes along with
//! all this is an [`extensions::Extension`].
//!
//! Invariant: this crate knows nothing of source languages.

mod coverage;
mod error;
mod exchange;
mod executor;
mod explorer;
pub mod extensions;
mod feasibility;
mod lazy;
mod limits;
mod options;
mod parts;
mod paths;
mod results;
mod search;
mod seed;
mod steps;
pub mod strategy;
mod summaries;
#[cfg(test)]
mod tests;
pub mod tree;
pub mod workers;

pub use coverage::{CoveredPart, Part, Targets};
pub use error::{BoxError, ExploreError};
pub use exchange::{AddedNode, Batch, Frontier, Observer, Owner, PendingNode, Progress, Run};
pub use exchange::{batch, supervisor};
pub use executor::Start;
pub use explorer::Explorer;
pub use limits::{LimitKind, Limits, SLICE};
pub use options::{Crash, KnownPreconditions, MatchStates, Options, PruneFor};
pub use results::{
    BlockCode, BoundPlace, Decided, DecisionCode, Ending, ErrorSite, Facts, Fates, Finding,
    Findings, FunctionCode, KeptPath, LazyStatistics, Left, LeftOut, LoggedPath, LoggedStep,
    MonitorLog, PathBlock, PathEnd, PathInput, PathLog, Place, PruneStatistics, Report, RunTotals,
    SearchByCalls, Statistics, Step, StepSite, TAKEN_TO_BE_NULL, TotalsDelta, Trace, TraceStep,
    VariesByRun,
};
pub use results::{run_totals, varint};
pub use search::confirmation;
pub use seed::{Seed, SeedPlace};
pub use tree::{InputValue, KeyRange, NodeKey, RunKey, Task, task};
pub use vm::BY_CALLS;
