//! How input objects are made: as their fields, or by calls that users of their class have.

use crate::{CallEffects, FunctionId, Primitive};
use std::sync::Arc;

/// How input objects of the program's own classes come about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum InputObjects {
    /// Their fields are inputs: they are in any state at all.
    #[default]
    AnyState,
    /// By calls that users of their classes have: [`InputConstruction::Sequence`].
    ByCalls,
}

/// How an input object of a class is made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum InputConstruction {
    /// Its fields are inputs.
    Fields,
    /// By a function that is given the number of the reference and has the exception as its only
    /// result. It fills the object through the calls its users have, with elements that are inputs.
    Elements {
        /// The function.
        function: FunctionId,
        /// True if the elements are keys and values in turn.
        entries: bool,
    },
    /// By such a function, too, which makes one call, whose arguments are inputs.
    Call {
        /// The function.
        function: FunctionId,
        /// The call.
        by: Arc<Construction>,
    },
    /// By such a function, too: one of several calls makes it, and others follow on it. Which ones, inputs
    /// say.
    Sequence {
        /// The function.
        function: FunctionId,
        /// The calls.
        of: Arc<CallSequences>,
    },
    /// By such a function, too: an object of an interface, one method of which returns inputs.
    Function {
        /// The function.
        function: FunctionId,
        /// The method.
        of: Arc<InterfaceMethod>,
    },
    /// Not at all: its fields depend on each other in ways that only its own code knows.
    Unknown,
}

/// The method of an interface whose results are inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InterfaceMethod {
    /// Name of the interface, as [`Class::name`].
    pub interface: String,
    /// Name of the method.
    pub method: String,
    /// Its descriptor.
    pub descriptor: String,
}

/// The calls by which users of a class make its objects. The parts of an object are, in this order: the
/// number of the call that makes it, if there are several; its arguments; then for each call that
/// follows its number, from 1, and its arguments, and 0 where none does before there are
/// [`CallSequences::length`]. Other numbers mean the lowest.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallSequences {
    /// Those of which one makes it, at least one.
    pub makers: Vec<Construction>,
    /// Those that may follow, on the object itself, or on what the last of them has taken in its place.
    pub calls: Vec<Construction>,
    /// How many follow at the most.
    pub length: u32,
    /// What each of these calls may do to objects.
    pub effects: Vec<Arc<CallEffects>>,
    /// Nothing else makes such objects or changes them, but for calls that end in an exception.
    pub closed: bool,
}

/// A call that makes an object, or a constant that is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Construction {
    /// Name of the class that has the method or constant, as [`Class::name`].
    pub class: String,
    /// Name of the static method or field; `<init>` for a constructor, `class` for the object that
    /// stands for the class.
    pub member: String,
    /// Its descriptor.
    pub descriptor: String,
    /// What the arguments are.
    pub arguments: Vec<ConstructionArgument>,
    /// True if the first argument is the object that the method is called on.
    pub on_first: bool,
    /// True if what it returns takes the place of the object that it is called on.
    pub takes_result: bool,
    /// True if it may refuse arguments: only an object that was made on the path is known to exist.
    pub may_throw: bool,
    /// True if no object of the class is in a state that no such call leads to.
    pub covers_all_states: bool,
}

/// An argument of the call that makes an object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConstructionArgument {
    /// Any value of a primitive type, converted to that of the parameter if need be.
    Primitive(Primitive),
    /// An object of the class of that name, null not included.
    Object(String),
    /// Null, or an object of the class that the type argument of the variable's type gives.
    Nullable,
    /// Null, or an object of a type in the language's own notation, which may use type parameters of
    /// the class.
    Reference(String),
}
