//! Walks the paths of a program: the execution tree, the order in which it is explored, what ends
//! a run, and what is kept of it.
//!
//! Vocabulary: an [`Explorer`] drives the machine over a [`tree::Tree`]; a [`strategy::Strategy`]
//! chooses the next pending node; an [`Observer`] receives each [`KeptPath`] (a path worth a test)
//! and [`Progress`]; the [`Report`] says what was found and what was left out.
//!
//! Invariant: this crate knows nothing of source languages.

pub mod account;
mod again;
pub mod batch;
mod changes;
mod code;
pub mod coverage;
mod explorer;
mod finding;
mod frontier;
pub mod journal;
mod limits;
mod memory;
mod observer;
mod opaque;
mod path_end;
mod path_log;
mod path_numbers;
mod paused;
mod report;
mod run;

mod snapshot;
mod statistics;
pub mod strategy;
pub mod task;
mod tell;
mod trace;
mod trail;
pub mod tree;
pub mod varint;
mod visit;
pub mod workers;

pub use account::{Account, BoundPlace, CoveredPart, Fates, Part, Tally};
pub use again::VariesByRun;
pub use batch::{AddedNode, Batch, PendingNode, Run, StepSite};
pub use code::{BlockCode, DecisionCode, FunctionCode};
pub use explorer::{BoxError, ExploreError, Explorer, Start};
pub use finding::{ErrorSite, Finding, Findings, Place};
pub use frontier::{Frontier, Owner};
pub use limits::{Crash, LimitKind, Limits, Options, SLICE};
pub use observer::{KeptPath, Observer, PathEnd, PathInput, Progress};
pub use path_log::{EndedPath, Ending, PathBlock, PathLog, Step};
pub use report::{Left, Report};
pub use statistics::Statistics;
pub use task::{InputValue, KeyRange, NodeKey, RunKey, Task};
pub use trace::{Trace, TraceStep};
