//! What searches use.

use crate::executor::Executor;
use crate::feasibility::Feasibility;
use crate::results::LazyStatistics;
use crate::summaries::Summaries;

/// Instructions that a run of a search may take.
pub(super) const RUN: u64 = 20_000_000;

/// What a search uses.
pub(super) struct SearchTools<'a> {
    pub(super) executor: &'a mut Executor,
    pub(super) feasibility: &'a mut Feasibility,
    /// Steps that it may take.
    pub(super) left: &'a mut u64,
    pub(super) counts: &'a mut LazyStatistics,
    pub(super) summaries: &'a mut Summaries,
}

/// The run ends.
pub(super) struct Interrupted;
