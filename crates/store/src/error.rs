//! What can go wrong with a store.

use std::path::PathBuf;

/// Why a store cannot be used or written.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// There is no store.
    #[error("{0}: no run is stored here")]
    Absent(PathBuf),
    /// The file is no store, or damaged.
    #[error("{path}: damaged: {problem}")]
    Damaged {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// Another version of Wayfarer wrote it.
    #[error("{path}: written in version {found} of the format, this is version {expected}")]
    Version {
        /// The file.
        path: PathBuf,
        /// Its version.
        found: i64,
        /// The version that can be read.
        expected: i64,
    },
    /// Another process works in the directory.
    #[error("{0}: another wayfarer works in this directory")]
    Locked(PathBuf),
    /// A file cannot be read or written.
    #[error("{path}: {source}")]
    Io {
        /// The file.
        path: PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The database refuses, for want of room or otherwise.
    #[error("{path}: {problem}")]
    Database {
        /// The file.
        path: PathBuf,
        /// SQLite's words.
        problem: String,
        /// True if there is no room left.
        full: bool,
        /// True if another process has it.
        busy: bool,
    },
    /// A test cannot be kept.
    #[error("{0}")]
    Test(String),
}

impl StoreError {
    pub(crate) fn io(path: &std::path::Path) -> impl FnOnce(std::io::Error) -> StoreError {
        let path = path.to_owned();
        move |source| StoreError::Io { path, source }
    }

    pub(crate) fn database(
        path: &std::path::Path,
    ) -> impl Fn(rusqlite::Error) -> StoreError + use<> {
        let path = path.to_owned();
        move |error| {
            use rusqlite::ErrorCode;
            let path = path.clone();
            let problem = error.to_string();
            match error.sqlite_error_code() {
                Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt) => {
                    StoreError::Damaged { path, problem }
                }
                code => StoreError::Database {
                    path,
                    problem,
                    full: code == Some(ErrorCode::DiskFull),
                    busy: code == Some(ErrorCode::DatabaseBusy),
                },
            }
        }
    }

    /// True if there is no room left for what should be written.
    pub fn is_full(&self) -> bool {
        match self {
            StoreError::Database { full, .. } => *full,
            StoreError::Io { source, .. } => matches!(
                source.kind(),
                std::io::ErrorKind::StorageFull
                    | std::io::ErrorKind::QuotaExceeded
                    | std::io::ErrorKind::FileTooLarge
            ),
            StoreError::Absent(_)
            | StoreError::Damaged { .. }
            | StoreError::Version { .. }
            | StoreError::Locked(_)
            | StoreError::Test(_) => false,
        }
    }
}
