//! What can go wrong before a program runs.

use std::path::{Path, PathBuf};

/// Why classes cannot be loaded or a method cannot be found.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub enum JvmError {
    /// There is no JDK, or the one named is none.
    #[error("{0}")]
    Jdk(String),
    /// A file cannot be read.
    #[error("cannot read {path}: {message}")]
    Read {
        /// The file.
        path: PathBuf,
        /// What the system says.
        message: String,
    },
    /// An entry of the class path is none.
    #[error("{path}: {message}")]
    ClassPath {
        /// The entry.
        path: PathBuf,
        /// What is wrong with it.
        message: String,
    },
    /// `javac` did not compile the sources; its messages.
    #[error("javac failed:\n{0}")]
    Javac(String),
    /// Bytes that are no class file.
    #[error("{class}: not a valid class file: {message}")]
    ClassFormat {
        /// Name of the class, or the file it came from.
        class: String,
        /// What is wrong.
        message: String,
    },
    /// A class file of a version that the JDK in use does not know.
    #[error(
        "{class}: class file version {version} is newer than JDK {jdk} supports (up to {newest}); choose a newer JDK with --jdk"
    )]
    ClassVersion {
        /// Name of the class.
        class: String,
        /// Its major version.
        version: u16,
        /// Feature release of the JDK.
        jdk: u16,
        /// Newest major version it supports.
        newest: u16,
    },
    /// A class that is nowhere.
    #[error("class {class} not found{hint}")]
    NoClass {
        /// Its name with dots.
        class: String,
        /// Where to look, or empty.
        hint: String,
    },
    /// A method that its class does not have.
    #[error("{0}")]
    NoMethod(String),
    /// Several methods are meant by a name.
    #[error("{spec} is ambiguous; choose one of:{}", list(choices))]
    Ambiguous {
        /// What was asked for.
        spec: String,
        /// What it may mean, in the form that selects it.
        choices: Vec<String>,
    },
    /// Classes that contradict each other.
    #[error("{class}: {message}")]
    Link {
        /// The class.
        class: String,
        /// The contradiction.
        message: String,
    },
}

fn list(choices: &[String]) -> String {
    choices
        .iter()
        .map(|choice| format!("\n  {choice}"))
        .collect()
}

impl JvmError {
    pub(crate) fn read(path: &Path, error: &std::io::Error) -> JvmError {
        JvmError::Read {
            path: path.to_owned(),
            message: error.to_string(),
        }
    }

    pub(crate) fn format(class: &str, message: impl ToString) -> JvmError {
        JvmError::ClassFormat {
            class: class.to_owned(),
            message: message.to_string(),
        }
    }
}
