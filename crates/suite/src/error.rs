//! What can go wrong with suites.

use std::path::{Path, PathBuf};

/// An error of this crate, with the file it is about.
#[derive(Debug, thiserror::Error)]
pub enum SuiteError {
    /// Reading or writing a file failed.
    #[error("{}: {source}", path.display())]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A file of the suite is not what it should be.
    #[error("{}: {message}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        message: String,
    },
    /// The function under test cannot be called natively.
    #[error("{function} cannot be called natively: {problem}")]
    Entry {
        /// The function.
        function: String,
        /// Why.
        problem: String,
    },
    /// A file of another package is not there.
    #[error("{} is missing: install {package}", path.display())]
    Missing {
        /// The file.
        path: PathBuf,
        /// The package of Debian that has it.
        package: String,
    },
    /// A test could not be started where it can do no harm.
    #[error("the sandbox: {what}")]
    Sandbox {
        /// Why.
        what: String,
    },
    /// What runs tests does not work.
    #[error("tests cannot be run here: {problem}")]
    Harness {
        /// What keeps it from that.
        problem: String,
    },
    /// The native build failed.
    #[error("the native build failed: {command}\n{output}")]
    Build {
        /// What was run.
        command: String,
        /// What it printed.
        output: String,
    },
}

impl SuiteError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> SuiteError + '_ {
        move |source| SuiteError::Io {
            path: path.to_owned(),
            source,
        }
    }

    pub(crate) fn format(path: &Path, message: impl std::fmt::Display) -> SuiteError {
        SuiteError::Format {
            path: path.to_owned(),
            message: message.to_string(),
        }
    }
}
