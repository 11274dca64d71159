//! Paths that begin at any function: its arguments, and what they are under a model.

mod after;
mod arguments;
mod assumed;
mod contents;
mod encapsulated;
mod fuzz_target;
mod globals;
mod image;
mod lengths;
mod node_types;
mod pointee;
mod pointer_bytes;
mod pointers;
mod range_members;
mod range_use;

pub use after::{AfterKind, EntryAfter, ObjectAfter};
pub use assumed::{ASSUMED_CALL, ASSUMPTION};
pub use fuzz_target::{FUZZ_DATA, FUZZ_SIZE, FUZZ_TARGET};
pub use image::{EntryImage, EntryPointer, EntryRegion};
