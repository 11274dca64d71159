//! What is said of code: messages of null pointer exceptions, branches as the source has them.

mod null_message;
mod source_branches;

pub use source_branches::{SourceBranch, SourceMethod};
