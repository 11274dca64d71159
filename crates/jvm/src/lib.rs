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
mod class;
pub mod class_file;
mod class_path;
mod decode;
pub mod descriptor;
mod dynamic;
mod dynamic_error;
mod entry;
mod error;
mod function;
mod functional_interface;
mod generic;
mod initialise;
mod input_construction;
mod input_recipes;
pub mod javac;
mod jdk;
mod jimage;
mod link;
mod method_resolution;
mod method_spec;
mod model_table;
mod null_message;
mod object_model;
mod program;
mod record_constructor;
mod source_branches;
mod split;
pub mod symbol;
mod translate;
mod type_arguments;
mod user_calls;
mod well_known;

pub use class_path::{ClassPath, ClassPathOptions, Origin, directory_of};
pub use decode::{DecodeError, DecodeErrorKind, decode};
pub use entry::EntryOptions;
pub use error::JvmError;
pub use jdk::Jdk;
pub use method_spec::{Method, Parameter};
pub use program::Program;
pub use source_branches::{SourceBranch, SourceMethod};
pub use split::Split;
pub use user_calls::UserCalls;

/// What a program is executed with.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// `assert` statements of the user's classes are executed.
    pub assertions: bool,
}
