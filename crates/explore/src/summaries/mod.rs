//! Summaries of calls, made on demand (LATEST §4.3: *summarization and lazy expansion are complementary*), and
//! the ways that searches come along with them.

mod answers;
mod follower;
mod inputs;
mod merge;
mod prefixes;
mod recent;
mod store;
mod summary;

pub(crate) use answers::{AnsweredCalls, Demands};
pub(crate) use follower::{Follower, Recorder, WayToArm};
pub(crate) use inputs::{call_in, without_selectors};
pub(crate) use merge::{after, together};
pub(crate) use prefixes::{Key, Prefix, keys};
pub(crate) use store::{Meeting, Summaries};
pub(crate) use summary::{Alternative, Context, Summary};
