//! What keeps an instruction from completing.

use crate::{Arm, End, ForkKind, Limit, StackEntry};
use ir::ErrorKind;
use std::sync::Arc;

/// An exception that nothing caught.
#[derive(Clone, Debug)]
pub(crate) struct Uncaught {
    /// Its class.
    pub(crate) class: String,
    /// What users see.
    pub(crate) text: String,
    /// The calls that it tells of.
    pub(crate) stack: Vec<StackEntry>,
}

/// Why an instruction did not complete, as the parts of the machine know it that do not know where
/// in the program they are.
#[derive(Clone, Debug)]
pub(crate) enum Fault {
    /// It needs a decision; it is executed again once that is made.
    Fork {
        kind: ForkKind,
        arms: Vec<Arm>,
        taken: usize,
        complete: bool,
    },
    /// The program made an error.
    Error(ErrorKind, String),
    /// Nothing caught an exception.
    Uncaught(Box<Uncaught>),
    /// The machine cannot do it.
    Unsupported(String),
    /// A limit is reached.
    Limit(Limit),
    /// An assumption does not hold.
    AssumeFailed,
    /// The program ends with that status.
    Exit(i32),
    /// The program ends by that signal.
    Killed(i32),
    /// The program ends like this, in a call that was run apart.
    Ended(Arc<End>),
    /// It is asked what a call does; the call is executed again once that is known.
    Asked,
}

/// Result of a part of an instruction; the fault is boxed to keep the good case small.
pub(crate) type Outcome<T> = Result<T, Box<Fault>>;

pub(crate) fn error<T>(kind: ErrorKind, message: impl Into<String>) -> Outcome<T> {
    Err(Box::new(Fault::Error(kind, message.into())))
}

pub(crate) fn unsupported<T>(what: impl Into<String>) -> Outcome<T> {
    Err(Box::new(Fault::Unsupported(what.into())))
}

pub(crate) fn limit<T>(limit: Limit) -> Outcome<T> {
    Err(Box::new(Fault::Limit(limit)))
}
