//! What a verifier would not accept.

use crate::JvmError;
use crate::descriptor::Kind;

/// Why code cannot be translated, and where in it.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) struct TranslateError {
    /// Where the instruction starts, in bytes of the code, and its line where that is known; none
    /// for code that the front end made.
    pub place: Option<(u32, Option<u32>)>,
    /// What is wrong with it.
    pub what: Unverifiable,
}

impl std::fmt::Display for TranslateError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.what)?;
        match self.place {
            Some((offset, Some(line))) => write!(f, ", in line {line} (byte {offset} of the code)"),
            Some((offset, None)) => write!(f, ", at byte {offset} of the code"),
            None => Ok(()),
        }
    }
}

/// What can be wrong with an instruction where it stands.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum Unverifiable {
    #[error("a method without instructions")]
    Empty,
    #[error("control leaves the code at its end")]
    End,
    #[error("the stack differs between ways to one instruction")]
    StacksDiffer,
    #[error("an instruction takes more from the stack than there is")]
    Underflow,
    #[error("{wanted:?} expected on the stack, but it is {found:?}")]
    Kind { wanted: Kind, found: Kind },
    #[error("an instruction splits a long or double")]
    Split,
    #[error("a return that does not fit the method's result")]
    Return,
    #[error("ret outside of a subroutine")]
    Ret,
    #[error("a floating instruction on integers")]
    NotFloating,
    #[error("a dynamic call outside of a class")]
    NoClass,
    #[error("{0} is no descriptor of a method")]
    Descriptor(String),
    #[error("Machine.{0} differs from its intrinsic")]
    Intrinsic(String),
    #[error("an intrinsic of a type that Java does not have")]
    IntrinsicType,
    #[error(transparent)]
    Class(#[from] JvmError),
}

/// That a text is no descriptor of a method.
pub(super) fn no_descriptor(text: &str) -> Unverifiable {
    Unverifiable::Descriptor(text.to_owned())
}

/// What a step of the translation gives.
pub(super) type Result<T, E = Unverifiable> = std::result::Result<T, E>;
