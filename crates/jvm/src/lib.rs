//! Java classes as a program: class files, jars and the JDK's own image, translated to the program
//! model method by method, when they are first called.
//!
//! Vocabulary: a [`ClassPath`] is where classes come from; a [`Program`] is what they make up, an
//! [`ir::Program`] that grows while it runs; *linking* a class finds its superclasses and lays out
//! its fields; a *model* is a class of `library/` whose static methods replace those of a JDK class;
//! what is *synthetic* (lambdas, string concatenation, entries) is code that the front end writes
//! itself, in the same instructions as decoded bytecode.
//!
//! Every function has the exception that it threw as its last result, or null; what instructions
//! check is a branch. Nothing of a class is loaded before something needs it, and what is wrong with
//! a class is thrown, as an error of Java, where it is first used.
//!
//! Invariant: this crate knows nothing of terms, solvers or the machine.

pub mod bytecode;
pub mod class_file;
pub mod descriptor;
mod diagnostics;
mod error;
pub mod function_name;
mod functions;
mod generic;
mod inputs;
mod linking;
mod model_table;
mod object_model;
mod program;
mod source;
pub mod symbol;
mod synthetic;
mod translate;
mod well_known;

use std::collections::BTreeSet;

pub use bytecode::{DecodeError, DecodeErrorKind, decode};
pub use diagnostics::{ClassOutline, SourceBranch, SourceMethod};
pub use error::JvmError;
pub use generic::has_several_bounds;
pub use inputs::{ClosedWorld, Method, OpenWorld, Parameter, UserCalls};
pub use program::{Program, Split};
pub use source::{ClassArchive, ClassPath, ClassPathOptions, Jdk, Origin, directory_of, javac};
pub use synthetic::{EntryMonitors, EntryOptions};

/// What a program is executed with.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// `assert` statements of the user's classes are executed.
    pub assertions: bool,
    /// Calls that may follow on an input object once a call has made it
    /// ([`ir::CallSequences::length`]).
    pub sequence_length: u32,
    /// Packages of the methods under test, as class files name them, in which tests are, too; empty if that does not
    /// matter.
    pub packages: BTreeSet<String>,
}
