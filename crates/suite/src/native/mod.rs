//! Running tests natively: nothing is believed until it has run.

mod build;
mod child;
mod coverage;
mod decisions;
mod evidence;
mod replay;
pub(crate) mod sandbox;
mod verdict;

pub use coverage::{Count, CoverageReport, FileCoverage};
pub use replay::Replay;
pub use sandbox::Limits;
