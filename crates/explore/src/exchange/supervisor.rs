//! Between an explorer and whoever runs it: what it reports and what it is asked for meanwhile.

use super::batch::Batch;
use super::observer::{Observer, Progress};
use crate::coverage::CoveredPart;
use crate::error::BoxError;
use crate::limits::LimitKind;
use crate::results::{Facts, RunTotals, Statistics};
use crate::tree::Task;

/// The other side of an explorer.
pub trait Supervisor {
    /// True if batches shall tell of the frontier, too.
    fn wants_frontier(&self) -> bool;
    /// True if a batch is wanted now; asked often, between paths and at forks. `kept` says that a
    /// path that may be worth a test waits to be told.
    fn is_due(&mut self, kept: bool) -> bool;
    /// True if each visit shall be announced in a batch of its own before it begins.
    fn wants_visits(&self) -> bool {
        false
    }
    /// Receives a batch.
    ///
    /// # Errors
    /// An error (a full disk) ends the run.
    fn submit(&mut self, batch: Batch, statistics: &Statistics) -> Result<(), BoxError>;
    /// A limit of the whole run was reached.
    fn stopped(&mut self, limit: LimitKind, left: u64);
    /// Called every now and then.
    fn progress(&mut self, progress: Progress);
    /// So many instructions were executed, as many as allowed ([`crate::Limits::instructions`]): how
    /// many may be now, over all. Waits for the answer; `None` ends the exploration.
    fn more_instructions(&mut self, _executed: u64) -> Option<u64> {
        None
    }
    /// What the explorer is asked for, if anything. `idle` says that it has nothing to do: then
    /// this waits, and `None` ends the exploration.
    fn request(&mut self, idle: bool) -> Option<Request>;
}

/// What an explorer is asked for.
#[derive(Clone, Debug, serde::Serialize, serde::Deserialize)]
pub enum Request {
    /// Take these up, too.
    Take(Vec<Task>),
    /// Give up pending nodes near the root, for somebody who has nothing to do.
    Donate {
        /// All others have nothing to do, and have left nothing out.
        is_last: bool,
    },
    /// Others covered this.
    Covered(Vec<CoveredPart>),
    /// Others learned this.
    Learn(Facts),
    /// So many instructions may be executed, over all.
    Allow(u64),
    /// So many bytes may be used.
    Memory(usize),
}

/// Runs of one explorer: batches are recorded at once, and handed on to the observer.
pub(crate) struct InProcess<'a> {
    pub(crate) observer: &'a mut dyn Observer,
    pub(crate) account: RunTotals,
    pub(crate) keep_all: bool,
}

impl Supervisor for InProcess<'_> {
    fn wants_frontier(&self) -> bool {
        self.observer.wants_batches()
    }

    fn is_due(&mut self, kept: bool) -> bool {
        kept || self.observer.batch_is_due()
    }

    fn submit(&mut self, batch: Batch, statistics: &Statistics) -> Result<(), BoxError> {
        record(
            &mut self.account,
            batch,
            statistics,
            self.keep_all,
            self.observer,
        )?;
        Ok(())
    }

    fn stopped(&mut self, limit: LimitKind, left: u64) {
        self.account.stop(limit, left);
    }

    fn progress(&mut self, progress: Progress) {
        self.observer.progress(&Progress {
            tests: self.account.tests,
            findings: self.account.findings.list().len(),
            ..progress
        });
    }

    fn request(&mut self, _idle: bool) -> Option<Request> {
        None
    }
}

/// Records a batch and tells the observer what came of it, tests first. Gives what was covered for
/// the first time.
pub(crate) fn record(
    account: &mut RunTotals,
    mut batch: Batch,
    statistics: &Statistics,
    keep_all: bool,
    observer: &mut dyn Observer,
) -> Result<Vec<CoveredPart>, BoxError> {
    let kept = std::mem::take(&mut batch.kept);
    let recorded = account.record(batch.delta.clone(), kept, keep_all);
    batch.delta.fates = recorded.fates;
    for path in &recorded.tests {
        observer.path(path)?;
    }
    for finding in &recorded.findings {
        observer.finding(finding)?;
    }
    if !batch.functions.is_empty() {
        observer.code(&batch.functions);
    }
    if !recorded.covered.is_empty() {
        observer.covered(&recorded.covered, statistics);
    }
    if observer.wants_batches() {
        observer.batch(batch, account, &recorded.covered, statistics)?;
    }
    Ok(recorded.covered)
}
