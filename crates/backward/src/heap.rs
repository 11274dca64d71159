//! Objects: what a condition reads of them, and what code may change of that.
//!
//! Fields, elements and static fields are cells by what they are (Burstall's memory model): a field that one class
//! declares is never another one, and no element. An object that was made on the way has an address of its
//! own; whatever was there before is another one.

use ir::{ClassId, FunctionId, SelectorId};
pub(crate) use semantics::precondition::Space;
use std::collections::{BTreeMap, BTreeSet};

/// What code may change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct HeapEffects {
    /// Everything that can change.
    pub(crate) any: bool,
    /// Cells of these kinds and widths; with the state of a class its static fields.
    pub(crate) cells: BTreeSet<(Space, u32)>,
    /// The state and static fields of other classes than [`KnownCode::classes`].
    pub(crate) of_library: bool,
    /// That, the fields that such classes declare, and elements of arrays: what code does that does not know the
    /// fields of the others.
    pub(crate) by_others: bool,
}

impl HeapEffects {
    /// Adds what other code may change.
    pub(crate) fn add(&mut self, other: &HeapEffects) {
        self.any |= other.any;
        self.of_library |= other.of_library;
        self.by_others |= other.by_others;
        self.cells.extend(&other.cells);
    }

    /// True if a cell may be changed; `is_known` tells of a class.
    pub(crate) fn may_change(
        &self,
        (space, width): (Space, u32),
        is_known: impl Fn(ClassId) -> bool,
    ) -> bool {
        match space {
            // What an object is, it stays.
            Space::Length | Space::Class | Space::Instance(_) => false,
            _ if self.any => true,
            Space::State(class) | Space::Static { class, .. } => {
                self.cells.contains(&(space, width))
                    || self.cells.contains(&(Space::State(class), STATE_WIDTH))
                    || (self.of_library || self.by_others) && !is_known(class)
            }
            Space::Field { class, .. } => {
                self.cells.contains(&(space, width)) || self.by_others && !is_known(class)
            }
            Space::Memory | Space::Element { .. } => {
                self.cells.contains(&(space, width)) || self.by_others
            }
        }
    }
}

/// Bits of the state of a class.
pub(crate) const STATE_WIDTH: u32 = 32;
/// The state of a class from the beginning of its initialisation on, unless that fails.
pub(crate) const BEGUN: u64 = 1;
pub(crate) const FAILED: u64 = 2;

/// Objects that have addresses by what they are. No input has one of them, and they are apart by more than
/// any number of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Known {
    /// The one of that number that was made on the way.
    Made(u32),
    Statics(ClassId),
    ClassObject(ClassId),
    Literal(ir::LiteralId),
}

/// What addresses of known objects begin with.
const KNOWN: u64 = 0xFFF0_0000_0000_0000;

impl Known {
    /// True for the address of one that was not made on the way: who asks a state of the machine for it has to know where it is.
    pub(crate) fn was_there(address: u64) -> bool {
        address & KNOWN == KNOWN && address >> 40 & 0xF > 1
    }

    pub(crate) fn address(self) -> u64 {
        let (kind, number) = match self {
            Known::Made(number) => (1, number),
            Known::Statics(class) => (2, class.0),
            Known::ClassObject(class) => (3, class.0),
            Known::Literal(literal) => (4, literal.0),
        };
        KNOWN | kind << 40 | u64::from(number) << 4
    }
}

/// What is known of all code of a program with objects.
#[derive(Clone, Debug, Default)]
pub struct KnownCode {
    /// Functions whose code is known and is all that they do, in memory. Others may do anything, but to the fields,
    /// static fields and states of `classes`, which they do not know.
    pub functions: BTreeSet<FunctionId>,
    /// Those of them that may be called where an input becomes an object.
    pub called_for_inputs: BTreeSet<FunctionId>,
    /// Those that such other functions may call.
    pub called_back: BTreeSet<FunctionId>,
    /// Those of them that others than these functions may call.
    pub called_from_outside: BTreeSet<FunctionId>,
    /// Other functions, which neither call them nor change what their classes' fields and elements hold.
    pub harmless: BTreeSet<FunctionId>,
    /// Classes whose state and fields only `functions` change.
    pub classes: BTreeSet<ClassId>,
    /// Functions that nothing calls.
    pub uncalled: BTreeSet<FunctionId>,
    /// Virtual methods of which `functions` has all implementations.
    pub closed: BTreeSet<SelectorId>,
    /// The classes that declare methods.
    pub holders: BTreeMap<FunctionId, ClassId>,
}
