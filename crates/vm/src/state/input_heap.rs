//! References and objects that are inputs of a path.
//!
//! A lazy reference is a number that stands for a reference to no object yet. What it refers to is
//! decided when the program looks at it: that is lazy initialisation (Khurshid, Păsăreanu and
//! Visser, "Generalized Symbolic Execution for Model Checking and Testing", TACAS 2003, section
//! 3). The table remembers what was decided, so that copies of the number mean the same object.

use crate::Cell;
use crate::memory::address::{LATE_FUNCTIONS, LAZY_REFERENCES};
use crate::memory::{ObjectId, address, split};
use ir::{ClassId, Primitive};
use std::sync::Arc;

/// Number of a lazy reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(crate) struct LazyId(pub u32);

impl LazyId {
    /// The address that stands for it.
    pub(crate) fn address(self) -> u64 {
        address(ObjectId(LAZY_REFERENCES + self.0), 0)
    }

    /// The lazy reference that an address stands for.
    pub(crate) fn of(at: u64) -> Option<LazyId> {
        let (id, offset) = split(at);
        let lazy = (LAZY_REFERENCES..LATE_FUNCTIONS).contains(&id.0) && offset == 0;
        lazy.then(|| LazyId(id.0 - LAZY_REFERENCES))
    }
}

/// What is known of what a lazy reference refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Referent {
    /// Nothing.
    Open,
    /// Some object.
    NotNull,
    /// A fresh object of that class, which is made once the class is initialised.
    Fresh(ClassId),
    /// A fresh object of that class, which a call is making.
    UnderConstruction(ClassId),
    /// A fresh string, all of whose characters are below U+0100 or one of which is not.
    FreshText {
        wide: bool,
    },
    Null,
    /// The object at that address.
    Object(u64),
}

/// See the module's description.
#[derive(Clone, Debug)]
pub(crate) struct LazyReference {
    /// Class of the variable.
    pub class: ClassId,
    /// How the test reaches it: `list.head.next`.
    pub name: Arc<str>,
    /// Number of references on the way to it.
    pub depth: u32,
    /// False if no other input may refer to its object.
    pub shared: bool,
    /// True if it is an array none of whose elements is null.
    pub full: bool,
    /// Its generic type in the language's own notation, if it says more than its class.
    pub generic: Option<Arc<str>>,
    pub referent: Referent,
}

/// What an input object held when it was made.
#[derive(Clone, Debug)]
pub(crate) enum InitialContents {
    /// The instance fields of its class, in order.
    Fields(Arc<[Cell]>),
    /// Length and as many elements as the array may have.
    Elements { length: Cell, all: Arc<[Cell]> },
    /// Length and as many characters as the string may have.
    Text { length: Cell, all: Arc<[Cell]> },
    /// What calls put into it, or the arguments of the call that made it, in order.
    Calls(Arc<[InputPart]>),
    /// What the calls of a function return, in order: the parts of that reference.
    Results(LazyId),
}

/// An element or argument of an input object that is made by calls.
#[derive(Clone, Copy, Debug)]
pub(crate) enum InputPart {
    Reference(LazyId),
    Primitive(Primitive, Cell),
}

/// An object that is an input.
#[derive(Clone, Debug)]
pub(crate) struct InputObject {
    pub at: u64,
    pub class: ClassId,
    /// False if no reference but the one it was made for may refer to it.
    pub shared: bool,
    /// Generic type of the variable that it was made for.
    pub generic: Option<Arc<str>>,
    pub initial: InitialContents,
}

/// The inputs of a path that are references and objects. A clone shares all of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct InputHeap {
    references: Arc<Vec<LazyReference>>,
    objects: Arc<Vec<InputObject>>,
    /// References that the program asked for, in order.
    roots: Arc<Vec<LazyId>>,
    /// Parts of objects that are made by calls, by the object's reference.
    parts: Arc<Vec<(LazyId, InputPart)>>,
}

impl InputHeap {
    /// True if no input of the path is a reference.
    pub(crate) fn is_empty(&self) -> bool {
        self.references.is_empty()
    }

    pub(crate) fn get(&self, id: LazyId) -> Option<&LazyReference> {
        self.references.get(id.0 as usize)
    }

    pub(crate) fn add_reference(&mut self, reference: LazyReference) -> LazyId {
        let references = Arc::make_mut(&mut self.references);
        references.push(reference);
        LazyId(references.len() as u32 - 1)
    }

    pub(crate) fn add_root(&mut self, id: LazyId) {
        Arc::make_mut(&mut self.roots).push(id);
    }

    pub(crate) fn decide(&mut self, id: LazyId, referent: Referent) {
        Arc::make_mut(&mut self.references)[id.0 as usize].referent = referent;
    }

    pub(crate) fn objects(&self) -> &[InputObject] {
        &self.objects
    }

    pub(crate) fn add_object(&mut self, object: InputObject) {
        Arc::make_mut(&mut self.objects).push(object);
    }

    /// Calls `visit` with the address of every object here.
    pub(crate) fn each_address(&self, mut visit: impl FnMut(u64)) {
        self.objects.iter().for_each(|object| visit(object.at));
        for reference in self.references.iter() {
            if let Referent::Object(at) = reference.referent {
                visit(at);
            }
        }
    }

    pub(crate) fn add_part(&mut self, of: LazyId, part: InputPart) {
        Arc::make_mut(&mut self.parts).push((of, part));
    }

    /// The parts of the object of a reference, in order.
    pub(crate) fn parts(&self, of: LazyId) -> impl Iterator<Item = InputPart> + '_ {
        let own = move |(whole, part): &(LazyId, InputPart)| (*whole == of).then_some(*part);
        self.parts.iter().filter_map(own)
    }

    pub(crate) fn roots(&self) -> &[LazyId] {
        &self.roots
    }

    /// True if no more lazy references have numbers.
    pub(crate) fn is_full(&self) -> bool {
        self.references.len() as u32 >= LATE_FUNCTIONS - LAZY_REFERENCES
    }
}
