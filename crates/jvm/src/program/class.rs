//! Linked classes: what a class file means together with those it refers to.

use crate::bytecode::Code;
use crate::class_file::{ClassFile, CodeInfo, access};
use crate::source::Origin;
use crate::symbol::Symbol;
use ir::{ClassId, FieldType, FunctionId, LoadError, SelectorId};
use rustc_hash::FxHashMap;
use std::sync::{Arc, OnceLock, RwLock};

/// A class with everything that execution needs.
#[derive(Debug)]
pub struct Linked {
    /// Its id.
    pub id: ClassId,
    /// Internal name; a descriptor for array classes; `int` and the like for primitive types.
    pub name: Symbol,
    /// Who it belongs to.
    pub origin: Origin,
    /// Access flags.
    pub access: u16,
    /// Superclass (`java/lang/Object` for interfaces and arrays).
    pub superclass: Option<ClassId>,
    /// Direct superinterfaces.
    pub interfaces: Vec<ClassId>,
    /// Itself and all its superclasses and superinterfaces, ascending. For arrays, those of
    /// `java/lang/Object` and the interfaces of arrays.
    pub supertypes: Vec<ClassId>,
    /// Fields it declares.
    pub fields: Vec<LinkedField>,
    /// Methods it declares.
    pub methods: Vec<LinkedMethod>,
    /// Its class file; `None` for arrays, primitive types and what the front end makes.
    pub file: Option<ClassFile>,
    /// What the machine knows of it.
    pub ir: Arc<ir::Class>,
    /// True if its initialisation does anything.
    pub needs_initialisation: bool,
    /// The library model of some of its methods.
    pub model: OnceLock<Option<Arc<Linked>>>,
    /// Methods found by selector.
    pub dispatch: RwLock<FxHashMap<SelectorId, Result<FunctionId, LoadError>>>,
}

/// A field that a class declares.
#[derive(Clone, Debug)]
pub struct LinkedField {
    /// Access flags.
    pub access: u16,
    /// Name.
    pub name: Symbol,
    /// Descriptor.
    pub descriptor: Symbol,
    /// Offset in instances or statics.
    pub offset: u32,
    /// Its type.
    pub ty: FieldType,
    /// Constant of a static field, or 0.
    pub constant: u16,
}

/// A method that a class declares.
#[derive(Clone, Debug)]
pub struct LinkedMethod {
    /// Access flags.
    pub access: u16,
    /// Name.
    pub name: Symbol,
    /// Descriptor.
    pub descriptor: Symbol,
    /// Its body.
    pub body: Body,
}

/// Body of a method.
#[derive(Clone, Debug)]
pub enum Body {
    /// It is abstract or native.
    None,
    /// In the class file.
    File(CodeInfo),
    /// Made by the front end.
    Made(Arc<Code>),
}

impl Linked {
    /// True for an interface.
    pub fn is_interface(&self) -> bool {
        self.access & access::INTERFACE != 0
    }

    /// Index of the method it declares with that name and descriptor.
    pub fn method(&self, name: Symbol, descriptor: Symbol) -> Option<u32> {
        let found = |method: &LinkedMethod| method.name == name && method.descriptor == descriptor;
        self.methods
            .iter()
            .position(found)
            .map(|index| index as u32)
    }
}

impl LinkedMethod {
    /// True for a static method.
    pub fn is_static(&self) -> bool {
        self.access & access::STATIC != 0
    }

    /// True for a private method.
    pub fn is_private(&self) -> bool {
        self.access & access::PRIVATE != 0
    }

    /// True for an abstract method.
    pub fn is_abstract(&self) -> bool {
        self.access & access::ABSTRACT != 0
    }

    /// True for a native method.
    pub fn is_native(&self) -> bool {
        self.access & access::NATIVE != 0
    }

    /// True if only its package sees it.
    pub fn is_package_private(&self) -> bool {
        self.access & (access::PUBLIC | access::PROTECTED | access::PRIVATE) == 0
    }
}
