//! Sets of cells of memory.

use super::pointers::Root;
use crate::{ClassId, GlobalId};
use std::collections::BTreeSet;

/// Cells that are there before a call. Fields and elements are those of Java objects, the rest is C's
/// memory and, as far as it goes by pointers, both.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cells {
    /// Any cell at all.
    pub any: bool,
    /// Anywhere in these globals.
    pub globals: BTreeSet<GlobalId>,
    /// Anywhere in the objects that these arguments point into.
    pub parameters: BTreeSet<u32>,
    /// Those of them that are addresses by themselves, not offsets from something else.
    pub(super) whole: BTreeSet<u32>,
    /// The static field at that offset of a class.
    pub statics: BTreeSet<(ClassId, u32)>,
    /// The field at that offset of any object.
    pub fields: BTreeSet<u32>,
    /// The elements of any array.
    pub elements: bool,
}

impl Cells {
    /// Every cell.
    pub fn anything() -> Cells {
        Cells {
            any: true,
            ..Cells::default()
        }
    }

    /// No cell.
    pub fn is_empty(&self) -> bool {
        *self == Cells::default()
    }

    /// True if some cell may be in both. Arguments are those of the same call.
    pub fn may_meet(&self, other: &Cells) -> bool {
        if self.is_empty() || other.is_empty() {
            return false;
        }
        let by_pointer = |cells: &Cells| cells.any || !cells.parameters.is_empty();
        // Arguments may point to each other's objects, to globals, and to objects with fields.
        by_pointer(self)
            || by_pointer(other)
            || self.globals.intersection(&other.globals).next().is_some()
            || self.statics.intersection(&other.statics).next().is_some()
            || self.fields.intersection(&other.fields).next().is_some()
            || self.elements && other.elements
    }

    /// Memory behind a pointer that comes from there.
    pub(super) fn add_memory(&mut self, roots: &[Root]) {
        for root in roots {
            match *root {
                Root::Unknown => self.any = true,
                Root::Global(global) => drop(self.globals.insert(global)),
                Root::Parameter(number) => drop(self.parameters.insert(number)),
                Root::Whole(number) => {
                    self.parameters.insert(number);
                    self.whole.insert(number);
                }
                Root::Statics(_) | Root::Part => self.any = true,
                Root::Own(_) | Root::Fresh => {}
            }
        }
        // A number in the code that is used as an address.
        self.any |= roots.is_empty();
    }

    /// A field of an object that comes from there.
    pub(super) fn add_field(&mut self, roots: &[Root], offset: u32) {
        for root in roots {
            match *root {
                Root::Statics(class) => drop(self.statics.insert((class, offset))),
                Root::Unknown
                | Root::Parameter(_)
                | Root::Whole(_)
                | Root::Global(_)
                | Root::Part => {
                    self.fields.insert(offset);
                }
                Root::Own(_) | Root::Fresh => {}
            }
        }
        if roots.is_empty() {
            self.fields.insert(offset);
        }
    }

    /// The elements of an array that comes from there.
    pub(super) fn add_elements(&mut self, roots: &[Root]) {
        let own = |root: &Root| matches!(root, Root::Own(_) | Root::Fresh);
        self.elements |= roots.is_empty() || !roots.iter().all(own);
    }

    /// The cells of a callee whose arguments come from there.
    pub(super) fn add_call(&mut self, callee: &Cells, argument: &impl Fn(u32) -> Vec<Root>) {
        let Cells {
            any,
            globals,
            parameters,
            whole,
            statics,
            fields,
            elements,
        } = callee;
        self.any |= any;
        self.globals.extend(globals);
        self.statics.extend(statics);
        self.fields.extend(fields);
        self.elements |= elements;
        for &parameter in parameters {
            let mut roots = argument(parameter);
            // An offset of another argument.
            if !whole.contains(&parameter) {
                roots.retain(|root| *root != Root::Part);
            }
            // A number that the caller's code says is an offset, or no address of anything.
            if !roots.is_empty() {
                self.add_memory(&roots);
            }
        }
    }
}
