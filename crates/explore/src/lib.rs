//! Walks the paths of a program: the execution tree, the order in which it is explored, what ends
//! a run, and what is kept of it.
//!
//! Vocabulary: an [`Explorer`] drives the machine over a [`tree::Tree`]; a [`strategy::Strategy`]
//! chooses the next pending node; an [`Observer`] receives each [`KeptPath`] (a path worth a test)
//! and [`Progress`]; the [`Report`] says what was found and what was left out. A technique that goes along with
//! all this is an [`extensions::Extension`].
//!
//! Invariant: this crate knows nothing of source languages.

mod active_path;
pub mod batch;
mod batch_writer;
mod code;
pub mod confirmation;
mod coverage;
mod covered;
mod decision_suffix;
mod error;
mod executor;
mod explorer;
pub mod extensions;
mod facts;
mod feasibility;
mod finding;
mod fork;
mod frontier;
mod kept_path;
mod lazy;
mod lazy_statistics;
mod limits;
mod memory_pressure;
mod monitor_log;
mod node;
mod observer;
mod other_values;
mod outbox;
mod parts;
mod path_end;
mod path_interner;
mod path_log;
mod path_model;
mod pausing;
mod pending;
mod pins;
mod plainest;
mod postponed;
mod report;
mod retrace;
pub mod run_totals;
mod search;
mod seed;
mod snapshot;
mod statistics;
pub mod strategy;
mod summaries;
pub mod supervisor;
mod targets;
pub mod task;
#[cfg(test)]
mod tests;
mod trace;
pub mod tree;
mod tree_delta;
pub mod varint;
mod visit;
pub mod workers;

pub use batch::{AddedNode, Batch, PendingNode, Run};
pub use code::{BlockCode, DecisionCode, FunctionCode};
pub use covered::{CoveredPart, Part};
pub use error::{BoxError, ExploreError};
pub use executor::Start;
pub use explorer::Explorer;
pub use facts::Facts;
pub use finding::{ErrorSite, Finding, Findings, Place, SearchByCalls};
pub use frontier::{Frontier, Owner};
pub use kept_path::{KeptPath, PathEnd, PathInput, VariesByRun};
pub use lazy_statistics::LazyStatistics;
pub use limits::{Crash, KnownPreconditions, LimitKind, Limits, Options, PruneFor, SLICE};
pub use monitor_log::{LoggedStep, MonitorLog};
pub use observer::{Observer, Progress};
pub use path_interner::Decided;
pub use path_log::{Ending, LoggedPath, PathBlock, PathLog, Step, StepSite};
pub use report::{Left, LeftOut, Report, TAKEN_TO_BE_NULL};
pub use run_totals::{BoundPlace, Fates, RunTotals, TotalsDelta};
pub use seed::Seed;
pub use statistics::{PruneStatistics, Statistics};
pub use targets::Targets;
pub use task::{InputValue, KeyRange, NodeKey, RunKey, Task};
pub use trace::{Trace, TraceStep};
pub use vm::BY_CALLS;
