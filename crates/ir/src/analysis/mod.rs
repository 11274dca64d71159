//! What can be told of a program without running it. All on dense indices, iterative and
//! deterministic.

mod cfg;

pub use cfg::Cfg;
