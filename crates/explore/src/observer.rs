//! Who is told what a run finds while it runs.

use crate::account::{Account, CoveredPart};
use crate::again::VariesByRun;
use crate::batch::Batch;
use crate::code::FunctionCode;
use crate::explorer::BoxError;
use crate::finding::{ErrorSite, Finding, Place};
use crate::statistics::Statistics;
use crate::trace::Trace;
use ir::ErrorKind;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::time::Duration;
use vm::{EntryImage, HeapImage, InputOrigin, Observed};

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
    /// received before; `batch.kept` is empty, and `batch.tally` is in `account` already.
    /// `covered` is what nobody had executed before. `statistics` are those of the explorer that
    /// did it (of one worker, if there are several).
    ///
    /// # Errors
    /// As of [`Observer::path`].
    fn batch(
        &mut self,
        _batch: Batch,
        _account: &Account,
        _covered: &[CoveredPart],
        _statistics: &Statistics,
    ) -> Result<(), BoxError> {
        Ok(())
    }
    /// User code that became known; the same may come again with the paths of another start.
    fn code(&mut self, _functions: &[FunctionCode]) {}
    /// Nobody had executed these parts before on paths from this start.
    fn covered(&mut self, _parts: &[CoveredPart]) {}
    /// Called now and then.
    fn progress(&mut self, progress: &Progress);
    /// A library model or the machine has a warning for the user.
    fn warning(&mut self, text: &str);
}

/// A path with the inputs that take it.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct KeptPath {
    /// Number among the tests, from 1.
    pub id: u32,
    /// Inputs with their values, in order of creation.
    pub inputs: Vec<PathInput>,
    /// The arguments, if it began at a function other than `main`.
    pub entry: Option<EntryImage>,
    /// Input objects as they were when the path began, by what leads to them.
    pub objects: HeapImage,
    /// What the code under test told of, as far as it is the same in every run of the program.
    pub observed: Vec<Observed>,
    /// The message of the error at its end is not the same in every run of the program.
    pub message_differs: bool,
    /// What of it is not the same in every run of the program.
    pub varies: VariesByRun,
    /// How it ended.
    pub end: PathEnd,
    /// Where it ended, for errors and unsupported things.
    pub place: Place,
    /// Calls where it ended, innermost first, with place and whether it is user code.
    pub stack: Vec<(String, Place, bool)>,
    /// The branches and switches of user code it decided.
    pub trace: Trace,
    /// Hash of its decisions.
    pub hash: u64,
    /// Standard output under these inputs.
    pub stdout: Vec<u8>,
    /// It ran to an end of the program or an error, and all assumptions held.
    pub(crate) completed: bool,
    /// What its explorer had not executed before.
    pub(crate) covers: Vec<CoveredPart>,
    /// The error at its end, if its explorer had not met it before.
    pub(crate) error: Option<NewError>,
}

/// An error at a site that an explorer had not met before.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct NewError {
    pub(crate) site: ErrorSite,
    pub(crate) message: String,
}

/// How a path ended.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PathEnd {
    /// The program exited with this status.
    Exit(i32),
    /// The program made an error.
    Error {
        /// Kind.
        kind: ErrorKind,
        /// What happened, a phrase without file and line.
        message: String,
    },
    /// An assumption does not hold.
    AssumeFailed,
    /// The machine cannot do something for the program: what.
    Unsupported(String),
    /// A limit of the machine was reached: its name.
    Limit(String),
    /// The run stopped it.
    Stopped,
}

/// An input with its value on a path.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct PathInput {
    /// Name the program gave it; not necessarily unique.
    pub name: Arc<str>,
    /// C type name of a scalar, or `bytes`.
    pub ty: Arc<str>,
    /// Where it goes in a native run.
    pub origin: InputOrigin,
    /// Its bytes in memory order.
    pub bytes: Vec<u8>,
}

impl KeptPath {
    /// True if it ran to an end of the program or an error, and all assumptions held.
    pub fn completed(&self) -> bool {
        self.completed
    }

    /// Calls where it ended, innermost first.
    pub(crate) fn calls(&self) -> Vec<(String, Place)> {
        let calls = self.stack.iter();
        calls
            .map(|(name, place, _)| (name.clone(), place.clone()))
            .collect()
    }
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
