//! The Static Analysis Results Interchange Format (SARIF 2.1.0, OASIS 2020): what Wayfarer finds as a log
//! ([`Log`]), and what other analysers found ([`Analysis`]), to be read and given back with verdicts
//! ([`Judged`]).
//!
//! A *log* is a file. It has *runs* of tools, these have *results*, and a result is of a *rule* and has
//! *locations*.

mod analysis;
mod error;
mod fields;
mod fingerprint;
mod judged;
mod log;
mod uri;

pub use analysis::{Analysis, ReportedPlace, ReportedResult, Role};
pub use error::SarifError;
pub use fingerprint::line_hashes;
pub use judged::{Decision, Judged};
pub use log::{
    ArtifactLocation, BaselineState, CodeFlow, Driver, FlowLocation, Invocation, Level, Location,
    Log, LogicalLocation, Message, PhysicalLocation, Region, ResultKind, Rule, RuleProperties, Run,
    RunResult, SCHEMA, ThreadFlow, Tool, VERSION,
};
pub use uri::{file_uri, path_of, relative_uri};
