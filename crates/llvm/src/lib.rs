//! C programs and LLVM 19 bitcode to `ir`.
//!
//! [`build()`] compiles C sources with clang, links them with each other and with the models of
//! the C library, and translates the result. [`instrument_decisions`] makes the user's bitcode log
//! its decisions natively, so that a replay can be compared with what the machine predicted.
//!
//! Invariant: this crate knows nothing of terms or of the machine; LLVM's errors and malformed
//! input become values, never the end of the process.

mod build;
mod clang;
mod debug;
mod decisions;
mod error;
mod foreign;
mod library;
mod reader;
mod signature;
mod translate;

pub use build::{Build, BuildOptions, Checks, build};
pub use decisions::instrument_decisions;
pub use error::LlvmError;
pub use library::{HEADER, HEADER_NAME};
pub use signature::{Signature, SignatureParameter, signature};
