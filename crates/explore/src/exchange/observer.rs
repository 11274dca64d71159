//! Who is told what a run finds while it runs.

use super::batch::Batch;
use crate::coverage::CoveredPart;
use crate::error::BoxError;
use crate::results::{Finding, FunctionCode, KeptPath, RunTotals, Statistics};
use std::time::Duration;

/// Receives what a run finds. Everything arrives in the thread that started the run, whatever the
/// number of workers.
pub trait Observer {
    /// A path worth a test ended.
    ///
    /// # Errors
    /// An error (a full disk) ends the run; what was found so far is reported.
    fn path(&mut self, path: &KeptPath) -> Result<(), BoxError>;
    /// An error at a new site; the test that shows it was received before.
    ///
    /// # Errors
    /// As of [`Observer::path`].
    fn finding(&mut self, _finding: &Finding) -> Result<(), BoxError> {
        Ok(())
    }
    /// True if [`Observer::batch`] wants to know of the frontier. Telling costs some time for
    /// every node that is pending when a batch is made.
    fn wants_batches(&self) -> bool {
        false
    }
    /// True if it is time for a batch: asked between paths and at forks, so it must be cheap. More
    /// batches may come than are asked for, one with every test at least.
    fn batch_is_due(&mut self) -> bool {
        false
    }
    /// The frontier and the account moved on, together. The tests and findings of the batch were
    /// received before; `batch.kept` is empty, and `batch.delta` is in `account` already.
    /// `covered` is what nobody had executed before. `statistics` are those of the explorer that
    /// did it (of one worker, if there are several).
    ///
    /// # Errors
    /// As of [`Observer::path`].
    fn batch(
        &mut self,
        _batch: Batch,
        _account: &RunTotals,
        _covered: &[CoveredPart],
        _statistics: &Statistics,
    ) -> Result<(), BoxError> {
        Ok(())
    }
    /// User code that became known; the same may come again with the paths of another start.
    fn code(&mut self, _functions: &[FunctionCode]) {}
    /// Nobody had executed these parts before on paths from this start; `statistics` are those of the
    /// explorer that did it (of one worker, if there are several).
    fn covered(&mut self, _parts: &[CoveredPart], _statistics: &Statistics) {}
    /// Called now and then.
    fn progress(&mut self, progress: &Progress);
    /// A library model or the machine has a warning for the user.
    fn warning(&mut self, text: &str);
}

/// How far a run is.
#[derive(Clone, Debug, Default)]
pub struct Progress {
    /// Time since the start.
    pub elapsed: Duration,
    /// Time left, if limited.
    pub left: Option<Duration>,
    /// Completed paths.
    pub paths: u64,
    /// Kept paths.
    pub tests: u32,
    /// Nodes to visit.
    pub pending: usize,
    /// Error sites.
    pub findings: usize,
    /// Arms of user code that the machine took, and all.
    pub edges: (u32, u32),
    /// Counters of the solver so far.
    pub solver: solver::Statistics,
    /// Instructions so far.
    pub instructions: u64,
}
