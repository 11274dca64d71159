//! Tests as files, and what a native run says of them.
//!
//! Vocabulary: a [`Suite`] is a directory that says how the program is built ([`Plan`]) and holds
//! [`TestCase`]s; a writer puts a test into one of the formats people's tools read; replay builds
//! the program natively, runs every test in a sandbox and gives each a [`Verdict`].
//!
//! Invariant: this crate knows nothing of solving, terms or the machine.

mod entry;
mod entry_call;
mod error;
mod hex;
pub mod java;
pub mod native;
mod plan;
mod readable;
mod test_case;
mod timestamp;
pub mod writer;

pub use entry::{Entry, Pointer, Region};
pub use error::SuiteError;
pub use plan::{EntryPoint, FunctionParameter, Language, Plan, Suite, language};
pub use readable::readable;
pub use test_case::{
    Bytes, DecisionTrace, FileContent, InputValue, Outcome, StackFrame, TestCase, Verdict,
};
pub use timestamp::timestamp;
