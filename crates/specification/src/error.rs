//! What is wrong with a specification, and where.

use std::path::PathBuf;

/// What is wrong with a specification.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{}:{line}:{column}: {message}", file.display())]
pub struct SpecificationError {
    /// The file.
    pub file: PathBuf,
    /// Its line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// What was expected, or what is not possible.
    pub message: String,
}

/// The same before it is known in which file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// Byte of the text.
    pub(crate) at: usize,
    pub(crate) message: String,
}

impl Problem {
    pub(crate) fn new(at: usize, message: impl Into<String>) -> Problem {
        Problem {
            at,
            message: message.into(),
        }
    }

    /// The error in a file with this text.
    pub(crate) fn located(self, file: &std::path::Path, text: &str) -> SpecificationError {
        let (line, column) = position(text, self.at);
        SpecificationError {
            file: file.to_owned(),
            line,
            column,
            message: self.message,
        }
    }
}

/// Line and column of a byte, from 1.
pub(crate) fn position(text: &str, at: usize) -> (usize, usize) {
    let before = text.get(..at).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |newline| newline + 1);
    (line, before[start..].chars().count() + 1)
}
