//! Calls of which it is asked what they do, and what paths through them did.

use super::Referent;
use crate::Cell;
use crate::memory::ObjectId;
use ir::FunctionId;
use std::collections::BTreeMap;
use term::Term;

/// Something that a call may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ChangedPlace {
    /// A result: its register.
    Result(u32),
    /// Where a result leads that is a pointer, by the register: 0 for null, else the position of an entry of
    /// [`Pointees::list`] behind it. How far from the beginning of its object is the place behind this one, if that
    /// depends on the call.
    Target(u32),
    /// See [`ChangedPlace::Target`].
    Offset(u32),
    /// Memory.
    Memory(ObjectId, u32),
}

/// That with its width.
pub(crate) type Changed = (ChangedPlace, u32);

/// Where pointers may lead that a call leaves behind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pointees {
    /// They may be null.
    pub null: bool,
    /// In an order that does not depend on the numbers of objects.
    pub list: Vec<LeftTo>,
}

/// Where a pointer may lead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum LeftTo {
    /// To this address.
    At(u64),
    /// Somewhere into this object, or beyond it.
    In(ObjectId),
}

/// What a call may change.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct CallChanges {
    pub places: Vec<Changed>,
    pub pointees: Pointees,
}

/// A call of which it is asked what it does.
#[derive(Clone, Debug)]
pub struct AskedCall {
    /// The function that is called.
    pub function: FunctionId,
    /// Its number among the calls that may be skipped.
    pub call: u32,
    /// What it is given.
    pub(crate) arguments: Vec<Cell>,
    /// What it may change.
    pub(crate) changes: CallChanges,
    /// Where input pointers lead.
    pub(crate) referents: Vec<(Term, Referent)>,
}

/// What a path through a call did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CallEffect {
    /// Of the places that the call may change, by number: those that it wrote.
    pub(crate) words: Vec<WrittenPlace>,
}

/// A place that was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct WrittenPlace {
    pub place: u32,
    /// The bytes that were, a bit for each.
    pub bytes: u32,
    pub value: Term,
}

impl AskedCall {
    /// True if a call is given the same, and may change the same.
    pub fn is_like(&self, other: &AskedCall) -> bool {
        self.function == other.function
            && self.arguments == other.arguments
            && self.changes == other.changes
            && self.referents == other.referents
    }

    /// The terms that it is given.
    pub fn terms(&self) -> impl Iterator<Item = Term> + '_ {
        self.arguments.iter().filter_map(|cell| cell.as_term())
    }

    /// The bytes of memory that any of some paths wrote: object, offset, and whether all of them did.
    pub(crate) fn written_by(&self, effects: &[&CallEffect]) -> Vec<(ObjectId, u64, bool)> {
        let mut by_place: BTreeMap<u32, (u32, u32, usize)> = BTreeMap::new();
        for word in effects.iter().flat_map(|effect| &effect.words) {
            let (any, all, count) = by_place.entry(word.place).or_insert((0, u32::MAX, 0));
            *any |= word.bytes;
            *all &= word.bytes;
            *count += 1;
        }
        let mut written = Vec::new();
        for (place, (any, all, count)) in by_place {
            if let Some(&(ChangedPlace::Memory(object, offset), _)) =
                self.changes.places.get(place as usize)
            {
                let bytes = (0..8).filter(|byte| any >> byte & 1 == 1);
                written.extend(bytes.map(|byte| {
                    let by_all = count == effects.len() && all >> byte & 1 == 1;
                    (object, u64::from(offset) + byte, by_all)
                }));
            }
        }
        written
    }
}

impl CallEffect {
    /// The places it wrote, by number.
    pub fn places(&self) -> impl Iterator<Item = u32> + '_ {
        self.words.iter().map(|word| word.place)
    }

    /// What it wrote.
    pub fn terms(&self) -> impl Iterator<Item = Term> + '_ {
        self.words.iter().map(|word| word.value)
    }
}
