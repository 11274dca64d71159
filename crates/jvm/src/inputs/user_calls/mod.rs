//! Which methods of the user a call of one may lead to, erring on the side of more. A virtual call leads to the
//! methods of its name and descriptor in all classes of which objects are made (rapid type analysis: Bacon and
//! Sweeney, OOPSLA 1996); the JDK may call back the methods that such classes have of its own types.

mod closed_world;
mod collect;
mod reached;

pub use closed_world::{ClosedWorld, OpenWorld};

use crate::program::Linked;
use crate::symbol::Symbol;
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;

/// Calls between methods of the user.
pub struct UserCalls {
    methods: Vec<UserMethod>,
    classes: Vec<UserClass>,
    /// Methods by the names of their functions.
    named: FxHashMap<String, usize>,
    class_numbers: FxHashMap<Symbol, usize>,
    /// A type by which methods may be called that no code names.
    is_open: Option<String>,
}

struct UserMethod {
    name: String,
    signature: (Symbol, Symbol),
    class: usize,
    /// The JDK knows it by its name.
    of_object: bool,
    is_constructor: bool,
    is_private: bool,
    is_static: bool,
    /// Classes of its parameters.
    parameters: Vec<InputType>,
    does: Does,
}

impl UserMethod {
    /// True if what calls it by its name calls it and no other one.
    fn is_direct(&self) -> bool {
        self.is_constructor || self.is_private || self.is_static
    }
}

/// What the code of a method does.
#[derive(Default)]
struct Does {
    /// Calls these methods.
    calls: Vec<usize>,
    /// Calls methods of these names and descriptors.
    virtual_calls: Vec<(Symbol, Symbol)>,
    /// Those of them that it calls on types of the JDK.
    calls_on_jdk: Vec<(Symbol, Symbol)>,
    /// Initialises these classes.
    uses: Vec<usize>,
    /// Makes objects of these.
    makes: Vec<usize>,
    /// Makes objects by call sites.
    has_sites: bool,
    /// What may call everything by its name.
    everything: Option<String>,
    /// May ask for inputs of any class.
    inputs: bool,
    /// Names something by which code runs beside other code.
    threads: bool,
}

struct UserClass {
    linked: Arc<Linked>,
    /// Its methods.
    methods: Vec<usize>,
    /// Itself and classes of the user that it extends or implements.
    above: Vec<usize>,
    /// It has types of the JDK, beside `Object`.
    is_of_jdk: bool,
    /// Names and descriptors of the methods of those.
    of_jdk: FxHashSet<(Symbol, Symbol)>,
    /// Methods that its method handles refer to, if it is known which they are, and their signatures.
    handles: Vec<(Option<usize>, (Symbol, Symbol))>,
    /// Interfaces that its call sites make objects of.
    constructed_by_sites: Vec<usize>,
    /// Classes whose constructors its method handles refer to (`Circle::new`).
    constructed_by_handles: Vec<usize>,
    /// Types of its fields, and of what its abstract methods return: inputs, if it is one.
    fields: Vec<InputType>,
}

/// What an input of a type may be.
#[derive(Clone, Copy, PartialEq, Eq)]
enum InputType {
    /// No object of the user's classes.
    Plain,
    /// One of this class.
    Of(usize),
    Any,
}
