//! What the tables of a program are about: functions, virtual methods, classes before they are linked.

use super::class::{Linked, LinkedMethod};
use crate::bytecode::Code;
use crate::class_file::DynamicRef;
use crate::descriptor::Kind;
use crate::symbol::Symbol;
use ir::{ClassId, Function, FunctionId, LiteralId, LoadError};
use std::sync::{Arc, OnceLock};

/// What a function is.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum FunctionKey {
    /// A method a class declares.
    Method(ClassId, u32),
    /// Initialises a class.
    Initialise(ClassId),
    /// Throws an error instead of the method that was called.
    Thrower {
        class: Symbol,
        message: LiteralId,
        descriptor: Symbol,
        has_receiver: bool,
    },
    /// Made by the front end: a number in the table of these.
    Made(u32),
}

/// A function and, once it was asked for, its body.
pub(crate) struct FunctionEntry {
    pub key: FunctionKey,
    pub body: OnceLock<Result<Arc<Function>, LoadError>>,
}

/// A function that the front end makes itself.
#[derive(Clone, Debug)]
pub(crate) struct SyntheticFunction {
    pub name: String,
    /// Class whose constants and members it uses as its own.
    pub class: Option<Arc<Linked>>,
    pub parameters: Vec<Kind>,
    pub result: Option<Kind>,
    pub code: Code,
    /// The function in whose place it is reported.
    pub stands_for: Option<FunctionId>,
}

/// A virtual method as call sites mean it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Selector {
    pub name: Symbol,
    pub descriptor: Symbol,
    /// For a package-private method the class that declares it: only classes of its package
    /// override it (JVMS 5.4.5).
    pub declared_in: Option<ClassId>,
}

/// The number of a method in its class, and that of an instruction in it.
pub(crate) type CallSitePlace = (u32, u32);

/// A dynamic call site: its class, what it says, and its place where that makes a difference.
pub(crate) type CallSiteKey = (ClassId, DynamicRef, Option<CallSitePlace>);

/// What a class is made of before it is linked.
#[derive(Clone)]
pub(crate) struct Parts {
    pub access: u16,
    pub superclass: Option<Symbol>,
    pub interfaces: Vec<Symbol>,
    /// Access flags, name, descriptor, constant.
    pub fields: Vec<(u16, Symbol, Symbol, u16)>,
    pub methods: Vec<LinkedMethod>,
}
