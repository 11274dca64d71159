//! What can go wrong.

use std::path::{Path, PathBuf};

/// Why it is not known what a file was built from, or the compiler could not be run.
#[derive(Debug, thiserror::Error)]
pub enum BuildError {
    /// A file cannot be read or written.
    #[error("{}: {message}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system says.
        message: String,
    },
    /// A file is not what it looks like.
    #[error("{}: damaged: {message}", path.display())]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
    /// Nothing in a file says what it was built from.
    #[error(
        "{}: nothing in it says what it was built from: build it with CC=\"wayfarer cc\" (strip with \
         --remove-section, objcopy --only-section and clang's -flto take that away)",
        path.display()
    )]
    NotRecorded {
        /// The file.
        path: PathBuf,
    },
    /// A tool cannot be started.
    #[error("cannot run {tool}: {message} (is it installed?)")]
    Tool {
        /// The tool.
        tool: String,
        /// What the system says.
        message: String,
    },
}

impl BuildError {
    pub(crate) fn file(path: &Path) -> impl FnOnce(std::io::Error) -> BuildError + '_ {
        move |error| BuildError::File {
            path: path.to_owned(),
            message: error.to_string(),
        }
    }

    pub(crate) fn damaged(path: &Path, error: &impl ToString) -> BuildError {
        BuildError::Damaged {
            path: path.to_owned(),
            message: error.to_string(),
        }
    }
}
