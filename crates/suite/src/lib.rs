//! Tests as files, and what a native run says of them.
//!
//! Vocabulary: a [`Suite`] is a directory that says how the program is built ([`Plan`]) and holds
//! [`TestCase`]s; a writer puts a test into one of the formats people's tools read; replay builds
//! the program natively, runs every test in a sandbox and gives each a [`Verdict`].
//!
//! Invariant: this crate knows nothing of solving, terms or the machine.

mod check;
mod compile_script;
mod coverage_scopes;
pub mod cpp_names;
mod cut_reason;
mod directory;
mod entry;
mod entry_call;
mod error;
mod format_value;
mod host_input;
pub mod java;
mod java_text;
mod kind_by_name;
pub mod monitors;
mod monitors_of_suite;
pub mod native;
mod optional_hex;
mod plan;
mod predicted_output;
mod sandbox_options;
mod stack_frame;
mod test_case;
pub mod unit;
mod verdict;
pub mod writer;

pub use check::Check;
pub use coverage_scopes::CoverageScopes;
pub use cut_reason::CutReason;
pub use directory::{Language, Suite, SuitePlan, Test, coverage_scopes, language};
pub use entry::{After, Entry, Left, LeftState, Pointer, Region};
pub use error::SuiteError;
pub use format_value::{c_string_literal, format_value};
pub use host_input::HostInput;
pub use plan::{
    DecisionPlaces, EntryPoint, FreeVariable, FunctionParameter, GivenFunction, InputFunction,
    MonitorPlan, Plan, Unit, UnitParameter,
};
pub use predicted_output::PredictedOutput;
pub use sandbox_options::{Limits, SandboxMode, SandboxOptions};
pub use stack_frame::StackFrame;
pub use test_case::{
    Bytes, DecisionTrace, FileContent, InputValue, MadeBy, MemoryInput, Outcome, TestCase,
};
pub use verdict::{Aspect, Difference, NativeError, NativeErrorSite, Verdict, VerdictKind};

/// The present time in UTC as ISO 8601, to the second.
pub fn timestamp() -> String {
    humantime::format_rfc3339_seconds(std::time::SystemTime::now()).to_string()
}

/// The present time in UTC as ISO 8601, as exact as the times of files, with which it may be compared.
pub fn exact_timestamp() -> String {
    humantime::format_rfc3339_nanos(std::time::SystemTime::now()).to_string()
}
