//! What can go wrong.

use std::path::{Path, PathBuf};

/// Why a report could not be written.
#[derive(Debug, thiserror::Error)]
pub enum PagesError {
    /// A file or folder cannot be written.
    #[error("{}: {source}", path.display())]
    Io {
        /// Which.
        path: PathBuf,
        /// What the system says.
        source: std::io::Error,
    },
    /// The folder has files that no report has written.
    #[error("{}: holds other files; choose another folder", .0.display())]
    Foreign(PathBuf),
}

impl PagesError {
    pub(crate) fn io(path: &Path) -> impl FnOnce(std::io::Error) -> PagesError + use<> {
        let path = path.to_owned();
        move |source| PagesError::Io { path, source }
    }
}
