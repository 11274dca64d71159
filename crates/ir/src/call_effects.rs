//! What calls of methods do to objects that were there before, told without running them.

use crate::ClassId;
use std::collections::BTreeSet;

/// Cells of objects, as far as code tells them apart.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ObjectCells {
    /// Any cell at all.
    pub any: bool,
    /// Fields, static ones too: the class that declares one, and its offset.
    pub fields: BTreeSet<(ClassId, u32)>,
    /// The elements of any array.
    pub elements: bool,
    /// What objects of the language's own library hold.
    pub library: bool,
}

impl ObjectCells {
    /// Every cell.
    pub fn anything() -> ObjectCells {
        ObjectCells {
            any: true,
            ..ObjectCells::default()
        }
    }

    /// True without a single cell.
    pub fn is_empty(&self) -> bool {
        *self == ObjectCells::default()
    }

    /// True if some cell may be in both.
    pub fn meets(&self, other: &ObjectCells) -> bool {
        if self.any || other.any {
            return !self.is_empty() && !other.is_empty();
        }
        self.elements && other.elements
            || self.library && other.library
            || self.fields.iter().any(|field| other.fields.contains(field))
    }

    /// Adds the cells of another set.
    pub fn add(&mut self, other: &ObjectCells) {
        self.any |= other.any;
        self.elements |= other.elements;
        self.library |= other.library;
        self.fields.extend(&other.fields);
    }
}

/// What a call may do to objects, with all that it calls. Code that a call gets to by other ways than calls
/// of methods (reflection, methods of keys that a map asks) is not followed: good for the order of a search,
/// not for a proof.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallEffects {
    /// Cells that it may read.
    pub reads: ObjectCells,
    /// Cells that it may write.
    pub writes: ObjectCells,
}

impl CallEffects {
    /// Of code that nobody knows.
    pub fn anything() -> CallEffects {
        CallEffects {
            reads: ObjectCells::anything(),
            writes: ObjectCells::anything(),
        }
    }

    /// Adds what another call may do.
    pub fn add(&mut self, other: &CallEffects) {
        self.reads.add(&other.reads);
        self.writes.add(&other.writes);
    }
}
