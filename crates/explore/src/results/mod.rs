//! What comes of a run: paths that ended, findings, counts and the report, in words that every process
//! understands.

mod facts;
mod finding;
mod function_code;
mod kept_path;
mod lazy_statistics;
mod monitor_log;
mod path_interner;
mod path_log;
pub(crate) mod plainest;
mod report;
pub mod run_totals;
mod statistics;
mod trace;
pub mod varint;

pub use facts::Facts;
pub(crate) use finding::{CYCLES_OF_MADE, LONGER_SEQUENCES, OTHER_CHANGES};
pub use finding::{ErrorSite, Finding, Findings, Place, SearchByCalls};
pub use function_code::{BlockCode, DecisionCode, FunctionCode};
pub(crate) use kept_path::NewError;
pub use kept_path::{KeptPath, PathEnd, PathInput, VariesByRun};
pub use lazy_statistics::LazyStatistics;
pub use monitor_log::{LoggedStep, MonitorLog};
pub use path_interner::Decided;
pub(crate) use path_interner::PathInterner;
pub use path_log::{Ending, LoggedPath, PathBlock, PathLog, Step, StepSite};
pub(crate) use plainest::Effort;
pub use report::{Left, LeftOut, Report, TAKEN_TO_BE_NULL};
pub use run_totals::{BoundPlace, Fates, RunTotals, TotalsDelta};
pub use statistics::{PruneStatistics, Statistics};
pub use trace::{Trace, TraceStep};
pub(crate) use trace::{TraceEvents, Traced};
