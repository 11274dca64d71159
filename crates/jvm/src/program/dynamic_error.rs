//! Why there is no function for a dynamic call site or constant.

use crate::JvmError;
use crate::class_file::FormatError;

/// What is wrong with a dynamic call site, or not supported of it.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum DynamicError {
    #[error("a dynamic call in code that is in no class file")]
    NoFile,
    #[error("bootstrap method {0} does not exist")]
    NoBootstrap(u16),
    #[error("a bootstrap method that is no method handle")]
    NoHandle,
    #[error("{0} is no descriptor of a method")]
    Descriptor(String),
    #[error("a lambda {0}")]
    Lambda(&'static str),
    #[error("a lambda of a method handle of kind {0}")]
    HandleKind(u8),
    #[error("a concatenation {0}")]
    Concatenation(&'static str),
    #[error("a switch with a label {0}")]
    Label(&'static str),
    #[error("a record's method {0}")]
    Record(String),
    #[error("a variable handle {0}")]
    Variable(&'static str),
    #[error("invokedynamic with {0}")]
    Bootstrap(String),
    #[error("constant method handle of {0}")]
    HandleConstant(String),
    #[error("constant method type {0}")]
    TypeConstant(String),
    #[error("dynamically computed constant {0}")]
    DynamicConstant(String),
    #[error(transparent)]
    Format(#[from] FormatError),
    #[error(transparent)]
    Class(#[from] JvmError),
}

/// What looking at a call site gives.
pub(crate) type Result<T, E = DynamicError> = std::result::Result<T, E>;
