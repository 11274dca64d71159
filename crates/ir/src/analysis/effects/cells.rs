//! Sets of cells of memory.

use super::pointers::Root;
use crate::{ClassId, GlobalId};
use std::collections::{BTreeMap, BTreeSet};

/// Parts of the objects of an argument that are told apart; beyond that it is anywhere in them.
const MOST_PARTS: usize = 64;

/// Bytes behind an address: the first, and how many.
pub type Part = (u64, u64);

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
    /// Of some of them, only in these parts behind the argument.
    pub parts: BTreeMap<u32, BTreeSet<Part>>,
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

    /// Some bytes behind an argument, or any.
    fn add_behind(&mut self, number: u32, part: Option<Part>) {
        let first = self.parameters.insert(number);
        if first && part.is_some() {
            self.parts.insert(number, BTreeSet::new());
        }
        match (self.parts.get_mut(&number), part) {
            (Some(parts), Some(part)) if parts.len() < MOST_PARTS => drop(parts.insert(part)),
            _ => drop(self.parts.remove(&number)),
        }
    }

    /// Memory behind a pointer that comes from there: that part of it, if it is known.
    pub(super) fn add_memory(&mut self, roots: &[Root], part: Option<Part>) {
        for root in roots {
            match *root {
                Root::Unknown => self.any = true,
                Root::Global(global) => drop(self.globals.insert(global)),
                Root::Parameter(number) => self.add_behind(number, None),
                Root::Whole(number) => {
                    self.add_behind(number, part);
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

    /// The cells of a callee whose arguments come from there, with what was added to them.
    pub(super) fn add_call(
        &mut self,
        callee: &Cells,
        argument: &impl Fn(u32) -> (Vec<Root>, Option<u64>),
    ) {
        let Cells {
            any,
            globals,
            parameters,
            parts,
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
            let (mut roots, offset) = argument(parameter);
            // An offset of another argument.
            if !whole.contains(&parameter) {
                roots.retain(|root| *root != Root::Part);
            }
            // A number that the caller's code says is an offset, or no address of anything.
            if !roots.is_empty() {
                match (parts.get(&parameter), offset) {
                    (Some(parts), Some(offset)) => {
                        for &(at, bytes) in parts {
                            self.add_memory(&roots, Some((at.wrapping_add(offset), bytes)));
                        }
                    }
                    _ => self.add_memory(&roots, None),
                }
            }
        }
    }
}
