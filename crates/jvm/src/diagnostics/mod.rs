//! What is said of code: messages of null pointer exceptions, branches as the source has them, classes as
//! others see them, and classes that are missing.

mod missing;
mod null_message;
mod outline;
mod source_branches;

pub use outline::ClassOutline;
pub use source_branches::{SourceBranch, SourceMethod};
