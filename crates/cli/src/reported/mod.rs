//! What other analysers report (`--sarif-in`): their logs ([`logs`]), and which errors their rules ([`rules`]) name
//! ([`named_error`]).

mod logs;
mod named_error;
mod rules;

pub use logs::{GivenLog, Reported, read, reported};
pub use named_error::RuleError;

use sarif::ReportedPlace;

/// A result that is looked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SoughtResult {
    /// Its number among the results of all logs.
    pub number: usize,
    pub condition: RuleError,
    pub places: Vec<ReportedPlace>,
}
