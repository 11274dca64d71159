//! Paths that begin at any function: its arguments, and what they are under a model.

mod after;
mod arguments;
mod contents;
mod image;
mod pointers;

pub use after::{AfterKind, EntryAfter, ObjectAfter};
pub use image::{EntryImage, EntryPointer, EntryRegion};
