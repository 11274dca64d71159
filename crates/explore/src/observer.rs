//! Who is told what a run finds while it runs.

use crate::finding::Place;
use crate::trace::Trace;
use std::sync::Arc;
use std::time::Duration;
use vm::{End, EntryImage, InputRecord};

/// Receives what a run finds.
pub trait Observer {
    /// A path worth a test ended.
    ///
    /// # Errors
    /// An error (a full disk) ends the run; what was found so far is reported.
    fn path(&mut self, path: &KeptPath) -> Result<(), Box<dyn std::error::Error + Send + Sync>>;
    /// Called now and then.
    fn progress(&mut self, progress: &Progress);
    /// A library model or the machine has a warning for the user.
    fn warning(&mut self, text: &str);
}

/// A path with the inputs that take it.
#[derive(Clone, Debug)]
pub struct KeptPath {
    /// Number among the kept paths, from 1.
    pub id: u32,
    /// Inputs with their values, in order of creation.
    pub inputs: Vec<PathInput>,
    /// The arguments, if it began at a function other than `main`.
    pub entry: Option<EntryImage>,
    /// How it ended; `None` if the run stopped it.
    pub end: Option<End>,
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
}

/// An input with its value on a path.
#[derive(Clone, Debug)]
pub struct PathInput {
    /// The input.
    pub record: Arc<InputRecord>,
    /// Its bytes in memory order.
    pub bytes: Vec<u8>,
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
    /// Queries so far.
    pub queries: u64,
    /// Instructions so far.
    pub instructions: u64,
}
