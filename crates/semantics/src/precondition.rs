//! What must hold at an edge of a program so that a target is reached from there: what a backward search
//! finds, and a state of the machine can be asked for.

use ir::analysis::{CodePoint, Target};
use ir::{ClassId, FunctionId, GlobalId, Reg};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use term::{Pool, Term};

/// What must hold before the moves of an edge, beside that the edge is taken.
#[derive(Clone, Debug)]
pub struct Precondition {
    /// What is reached: one of these.
    pub targets: Rc<[Target]>,
    /// The calls under way that matter, innermost first: each at the instruction that calls.
    pub callers: Vec<CodePoint>,
    /// Variables for registers of frames, of which the innermost is number 0.
    pub registers: Vec<(usize, Reg, Term)>,
    /// Cells of memory and objects; an address has no other variables of cells than of those before.
    pub cells: Vec<Cell>,
    /// What must hold of them. Other variables are free.
    pub constraints: Vec<Term>,
}

/// A cell that a condition reads.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// What it is.
    pub space: Space,
    /// Where it is; of a static field or the state of a class, nothing.
    pub address: Term,
    /// In bits.
    pub width: u32,
    /// The variable that stands for what it holds.
    pub variable: Term,
}

/// What kind of cell it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Space {
    /// Memory, by address.
    Memory,
    /// A field that a class declares, of the object at that address.
    Field {
        /// The class.
        class: ClassId,
        /// In bytes from the object's beginning.
        offset: u32,
        /// It holds a reference.
        reference: bool,
    },
    /// An element: the address is that of the array and, behind it, the index.
    Element {
        /// It holds a reference.
        reference: bool,
    },
    /// The number of elements of the array at that address.
    Length,
    /// The class of the object at that address.
    Class,
    /// Whether the object at that address is one of that class.
    Instance(ClassId),
    /// A static field, which needs no address.
    Static {
        /// The class that declares it.
        class: ClassId,
        /// In bytes from the beginning of its statics.
        offset: u32,
        /// It holds a reference.
        reference: bool,
    },
    /// How far the initialisation of a class is, as [`ir::JavaIntrinsic::ClassState`] has it.
    State(ClassId),
}

impl Space {
    /// True for a cell that holds a reference to an object.
    pub fn is_reference(self) -> bool {
        match self {
            Space::Field { reference, .. }
            | Space::Element { reference }
            | Space::Static { reference, .. } => reference,
            Space::Memory | Space::Length | Space::Class | Space::Instance(_) | Space::State(_) => {
                false
            }
        }
    }

    /// The object whose cell it is at an address, if it is one of an object.
    pub fn object(self, pool: &mut Pool, address: Term) -> Option<Term> {
        match self {
            Space::Field { .. } | Space::Length | Space::Class | Space::Instance(_) => {
                Some(address)
            }
            Space::Element { .. } => Some(pool.extract(address, 95, 32)),
            Space::Memory | Space::Static { .. } | Space::State(_) => None,
        }
    }
}

/// Preconditions by the edge where they are, with the pool that their terms are of.
#[derive(Default)]
pub struct Preconditions {
    /// Has their terms.
    pub pool: Pool,
    /// Variables for the addresses of globals.
    pub globals: FxHashMap<Term, GlobalId>,
    /// Variables for the addresses of functions.
    pub functions: FxHashMap<Term, FunctionId>,
    /// The preconditions.
    pub at: FxHashMap<Target, Vec<Precondition>>,
}
