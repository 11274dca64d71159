//! What became of the results of other analysers: by what a run found ([`judge`], [`verdict`]), for people ([`summary`]) and
//! written into their logs ([`logs`]).

mod judge;
mod logs;
pub mod of_run;
mod summary;
mod verdict;

pub use judge::{goes_on_natively, without_condition};
pub use logs::{names, write};
pub use summary::{json, text};
pub use verdict::{Judgement, ResultVerdict};
