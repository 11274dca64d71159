//! The run store: what outlasts a run, in one SQLite file of the output directory.
//!
//! Vocabulary: a *session* is one time that a process works on the run; a [`Writer`] takes what the
//! explorer's [`explore::supervisor::Supervisor`] is told and commits it a few times a second; a
//! [`Reader`] looks at a run, also one in progress; [`Reader::restore`] gives what the explorer
//! needs to go on. A [`DirectoryLock`] keeps two sessions apart.
//!
//! Invariant: a commit is a state the run could have been in. A node leaves the frontier in the
//! transaction that holds what came of it: its path, the arms this path left, its test, finding and
//! coverage.

mod code_map;
mod codec;
mod commit;
mod coverage;
mod description;
mod error;
mod interner;
mod lock;
mod native;
mod read;
mod renewal;
mod restore;
mod schema;
mod tree;
mod writer;
mod writer_thread;

pub use coverage::{ArmCoverage, FunctionCoverage, LineCoverage, Uncovered};
pub use description::{Description, IN_ANY_STATE, InputFile, StartSeed, file_hash, hash_of_files};
pub use error::StoreError;
pub use lock::DirectoryLock;
pub use read::{Counts, FindingRow, Reader, Sample, SessionRow, TestRow};
pub use renewal::{Moved, forget_starts, move_places};
pub use restore::{Restored, RestoredStart};
pub use schema::{FILE, exists};
pub use tree::{Leaf, Node, NodeIndex, Site, Tree};
pub use writer::{Ended, Opened, ResourceUsage, Session, StoreHandle, TestSink, Work, Writer};
