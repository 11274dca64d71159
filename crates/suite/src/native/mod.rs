//! Running tests natively: nothing is believed until it has run.

mod build;
mod coverage;
mod decisions;
mod evidence;
mod headers;
mod monitors;
pub(crate) mod output;
mod probe;
pub(crate) mod redirect;
mod replay;
mod run_files;
mod runner;
mod runtime;
pub mod sandbox;
pub(crate) mod surroundings;
mod symbolizer;
mod symbols;
mod unit;
mod verdict;

pub use build::source_flags;
pub use coverage::{Count, CoverageReport, FileCoverage, PartCoverage, TRACEFILE, measured};
pub(crate) use coverage::{LINES_OF_METHODS, summarise};
pub use replay::Replay;
pub use runner::TestRunner;
pub use sandbox::{Isolation, Sandbox};
