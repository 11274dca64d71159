//! Walks the paths of a program: the execution tree, the order in which it is explored, what ends
//! a run, and what is kept of it.
//!
//! Vocabulary: an [`Explorer`] drives the machine over a [`tree::Tree`]; a [`strategy::Strategy`]
//! chooses the next pending node; an [`Observer`] receives each [`KeptPath`] (a path worth a test)
//! and [`Progress`]; the [`Report`] says what was found and what was left out.
//!
//! Invariant: this crate knows nothing of source languages.

pub mod coverage;
mod explorer;
mod finding;
mod limits;
mod observer;
mod path_end;
mod report;
mod snapshot;
pub mod strategy;
mod trace;
pub mod tree;

pub use explorer::{ExploreError, Explorer, Start};
pub use finding::{Finding, Findings, Place};
pub use limits::{LimitKind, Limits, Options};
pub use observer::{KeptPath, Observer, PathInput, Progress};
pub use report::{Left, Report};
pub use trace::{Trace, TraceStep};
