//! Paths that may become tests.

use super::finding::{ErrorSite, Place};
use super::trace::Trace;
use crate::coverage::CoveredPart;
use ir::ErrorKind;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use vm::{EntryImage, HeapImage, InputOrigin, Observed};

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
    /// What may exclude what a native run of it does that is not predicted, where that may come of inputs that callers do not
    /// give.
    pub assumption: Option<String>,
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
    /// Standard error under these inputs.
    pub stderr: Vec<u8>,
    /// It ran to an end of the program or an error, and all assumptions held.
    pub(crate) completed: bool,
    /// It shows nothing new, and is a test so that its native run can contradict the machine.
    pub(crate) is_sample: bool,
    /// What its explorer had not executed before; of a test, what nobody had.
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
    /// The program sent itself this signal, which ended it.
    Killed(i32),
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

    /// What of user code it was the first to execute.
    pub fn covers(&self) -> &[CoveredPart] {
        &self.covers
    }

    /// Calls where it ended, innermost first.
    pub(crate) fn calls(&self) -> Vec<(String, Place)> {
        let calls = self.stack.iter();
        calls
            .map(|(name, place, _)| (name.clone(), place.clone()))
            .collect()
    }
}

/// What of a path is not the same in every run of a program with the same inputs: runs differ in
/// identity hash codes, in the order of sets and maps that comes of these, and in the time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum VariesByRun {
    /// As far as is known, nothing.
    #[default]
    Nothing,
    /// The way it takes; it ends alike.
    Way,
    /// How it ends.
    End,
}
