//! Source positions.

use serde::{Deserialize, Serialize};

/// Index of a file in [`crate::Module::files`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FileId(pub u32);

/// A position in the source; line 0 means unknown, column 0 too.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
pub struct Location {
    /// The file, `None` if unknown.
    pub file: Option<FileId>,
    /// Line from 1.
    pub line: u32,
    /// Column from 1.
    pub column: u32,
}
