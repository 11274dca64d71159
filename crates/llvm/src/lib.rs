//! C and C++ programs and LLVM 19 bitcode to `ir`.
//!
//! [`build()`] compiles sources with clang, links them with each other and with the models of
//! the libraries of C and C++, and translates the result. [`instrument`] makes the user's bitcode log
//! its decisions natively, so that a replay can be compared with what the machine predicted.
//!
//! Invariant: this crate knows nothing of terms or of the machine; LLVM's errors and malformed
//! input become values, never the end of the process.

mod assumptions;
mod build;
mod checks;
mod clang;
mod debug;
mod decisions;
mod errno_uses;
mod error;
mod foreign;
mod library;
mod monitors;
mod reader;
mod sanitized;
mod signature;
mod spares;
mod translate;
mod uninitialised;

pub use build::{Build, BuildOptions, build};
pub use checks::Checks;
pub use clang::{is_cpp_source, is_source, preprocessed};
pub use decisions::{Changes, instrument};
pub use errno_uses::{ErrnoPlace, ErrnoUse};
pub use error::LlvmError;
pub use library::{HEADER, HEADER_NAME};
pub use monitors::{Monitored, Monitors};
pub use sanitized::compile_for_sanitizers;
pub use signature::{Signature, SignatureParameter, Variable};
pub use spares::Spare;
