//! What a path has made of the program's classes, cell by cell.

use crate::state::{ClassState, Classes};
use ir::{ClassId, LiteralId};
use std::sync::Arc;

/// A cell of a state that belongs to a class or a literal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum ClassCell {
    /// Address of its static fields, or 0.
    Statics(ClassId),
    /// Address of the object that stands for it, or 0.
    Object(ClassId),
    /// How far its initialisation is.
    State(ClassId),
    /// Address of the string of a literal, or 0.
    Literal(LiteralId),
    /// Address of the interned string of these contents, or 0.
    Text(Arc<[u16]>),
}

impl ClassCell {
    /// What stands there.
    pub(super) fn bits(&self, classes: &Classes) -> u64 {
        match self {
            ClassCell::Statics(class) => classes.get(*class).statics,
            ClassCell::Object(class) => classes.get(*class).object,
            ClassCell::State(class) => match classes.get(*class).state {
                ClassState::Untouched => 0,
                ClassState::Begun => 1,
                ClassState::Failed => 2,
            },
            ClassCell::Literal(literal) => classes.literal(*literal),
            ClassCell::Text(units) => classes.interned(units).unwrap_or(0),
        }
    }

    /// True if what stands there is an address.
    pub(super) fn holds_addresses(&self) -> bool {
        match self {
            ClassCell::State(_) => false,
            ClassCell::Statics(_)
            | ClassCell::Object(_)
            | ClassCell::Literal(_)
            | ClassCell::Text(_) => true,
        }
    }
}
