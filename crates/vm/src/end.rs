//! How running stops and how paths end.

use crate::Fork;
use ir::{ErrorKind, FunctionId, Location};

/// What excludes errors that need an object in a state that no call brings about: see [`Error::assumption`].
pub const BY_CALLS: &str = "--objects calls";

/// What excludes errors of a function under test that reads more arguments than it declares: it is passed none.
pub const PASSED: &str =
    "callers that pass the arguments that it reads behind those that it declares";

/// Why [`crate::Machine::run`] came back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The path can go on in several ways: [`crate::Machine::take`] one and run again. Boxed, as it
    /// is large beside the others.
    Fork(Box<Fork>),
    /// The path is over.
    End(End),
    /// The budget of instructions is used up; run again to go on.
    Budget,
}

/// How a path ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum End {
    /// The program exited with this status under the model; for a function under test, it returned
    /// (status 0).
    Exit(i32),
    /// The program sent itself a signal that ends it, which is no error.
    Killed(i32),
    /// The program made an error.
    Error(Box<Error>),
    /// An assumption does not hold.
    AssumeFailed,
    /// The program needs something the machine does not have.
    Unsupported(Box<Unsupported>),
    /// A limit of [`crate::Options`] was reached.
    Limit(Box<LimitReached>),
}

/// An error of the program under test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Error {
    /// Kind.
    pub kind: ErrorKind,
    /// What exactly happened, a phrase without file and line.
    pub message: String,
    /// Class of the exception that nothing caught, of a language that has them; empty for other
    /// errors.
    pub exception: String,
    /// What a caller would have to take for granted of the inputs for the error not to be made, as
    /// `--input` has it; empty if it is made for usual inputs, too.
    pub assumption: String,
    /// Where it is reported: in the innermost function that is user code.
    pub location: Location,
    /// Function it is reported in.
    pub function: FunctionId,
    /// The calls, innermost first, library models included; of a very deep stack the innermost
    /// and the outermost.
    pub stack: Vec<StackEntry>,
}

/// Something the machine cannot do for the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsupported {
    /// What, a phrase.
    pub what: String,
    /// Where, in the innermost function that is user code.
    pub location: Location,
    /// All calls, innermost first.
    pub stack: Vec<StackEntry>,
}

/// A limit that ended a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitReached {
    /// Which.
    pub limit: Limit,
    /// Where.
    pub location: Location,
    /// All calls, innermost first.
    pub stack: Vec<StackEntry>,
}

/// Limits that end a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Limit {
    /// [`crate::Options::max_object_bytes`].
    ObjectBytes,
    /// [`crate::Options::memory_bytes`].
    MemoryBytes,
    /// [`crate::Options::max_symbolic_size`]: the size is larger under the model.
    SymbolicSize,
    /// No limit of the options: the path came back to a state without a decision in between, and so
    /// never ends.
    Endless,
}

impl Limit {
    /// Name for the summary.
    pub fn name(self) -> &'static str {
        match self {
            Limit::ObjectBytes => "object-bytes",
            Limit::MemoryBytes => "memory-bytes",
            Limit::SymbolicSize => "symbolic-size",
            Limit::Endless => "endless",
        }
    }
}

/// A line of a call stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackEntry {
    /// Function.
    pub function: FunctionId,
    /// Its name.
    pub name: String,
    /// Position reached in it.
    pub location: Location,
    /// True for user code, false for library models.
    pub user: bool,
}

/// Why a program could not be started.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum StartError {
    /// No such function.
    #[error("the program has no function `{0}`")]
    NoFunction(String),
    /// It has no body.
    #[error("function `{0}` is declared but has no body")]
    NoBody(String),
    /// Its body cannot be loaded.
    #[error(transparent)]
    Load(#[from] ir::LoadError),
    /// `main` has parameters that C does not know.
    #[error("`main` has parameters that are not argc, argv and envp")]
    MainParameters,
    /// The globals or arguments do not fit the limits.
    #[error("the program's variables and arguments exceed the memory limit ({limit})")]
    Memory {
        /// Which limit.
        limit: &'static str,
    },
}
