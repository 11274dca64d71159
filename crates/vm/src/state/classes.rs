//! What a path has made of the program's classes: statics, class objects, interned strings.

use crate::Cell;
use ir::{ClassId, LiteralId};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// How far the initialisation of a class is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum ClassState {
    #[default]
    Untouched,
    /// Its initialisation has begun; the machine does not ask whether it is over.
    Begun,
    Failed,
}

impl ClassState {
    /// As [`ir::JavaIntrinsic::ClassState`] has it.
    pub(crate) fn number(self) -> u64 {
        match self {
            ClassState::Untouched => 0,
            ClassState::Begun => 1,
            ClassState::Failed => 2,
        }
    }
}

/// Addresses of what belongs to a class; 0 for what has not been made.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct ClassSlot {
    pub statics: u64,
    pub object: u64,
    pub state: ClassState,
}

/// Interned strings by contents.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interned {
    pub by_contents: FxHashMap<Arc<[u16]>, u64>,
    /// By number of the literal; 0 for those not made yet.
    pub by_literal: Vec<u64>,
}

/// See the module's description. A clone shares all of it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Classes {
    slots: Arc<Vec<ClassSlot>>,
    /// Classes of the program with static fields that refer to objects, whose initialisation has begun.
    holders: Arc<Vec<ClassId>>,
    interned: Arc<Interned>,
}

impl Classes {
    #[inline(always)]
    pub(crate) fn get(&self, class: ClassId) -> ClassSlot {
        let slot = self.slots.get(class.0 as usize);
        slot.copied().unwrap_or_default()
    }

    pub(crate) fn get_mut(&mut self, class: ClassId) -> &mut ClassSlot {
        let slots = Arc::make_mut(&mut self.slots);
        let index = class.0 as usize;
        if slots.len() <= index {
            slots.resize_with(index + 1, ClassSlot::default);
        }
        &mut slots[index]
    }

    /// Static fields of a class of the program may hold objects from now on.
    pub(crate) fn add_holder(&mut self, class: ClassId) {
        Arc::make_mut(&mut self.holders).push(class);
    }

    /// Classes of the program whose static fields may hold objects.
    pub(crate) fn holders(&self) -> &Arc<Vec<ClassId>> {
        &self.holders
    }

    /// Number of classes whose initialisation has begun.
    pub(crate) fn begun(&self) -> u32 {
        let slots = self.slots.iter();
        let begun = slots.filter(|slot| slot.state != ClassState::Untouched);
        begun.count() as u32
    }

    /// Addresses of the static fields of classes that have some.
    pub(crate) fn statics(&self) -> impl Iterator<Item = u64> + '_ {
        let statics = self.slots.iter().map(|slot| slot.statics);
        statics.filter(|&address| address != 0)
    }

    /// True if all classes are initialised as far, to the same objects.
    pub(crate) fn are_as(&self, other: &Classes) -> bool {
        let same = |one: &ClassSlot, other: &ClassSlot| {
            (one.statics, one.object, one.state) == (other.statics, other.object, other.state)
        };
        let mut slots = self.slots.iter().zip(other.slots.iter());
        Arc::ptr_eq(&self.slots, &other.slots)
            || self.slots.len() == other.slots.len() && slots.all(|(one, other)| same(one, other))
    }

    /// Calls `visit` with the address of every object here; some are 0.
    pub(crate) fn each_address(&self, mut visit: impl FnMut(u64)) {
        for slot in self.slots.iter() {
            visit(slot.statics);
            visit(slot.object);
        }
        self.each_interned(visit);
    }

    /// Calls `visit` with the address of every interned string.
    pub(crate) fn each_interned(&self, mut visit: impl FnMut(u64)) {
        self.interned.by_contents.values().for_each(|at| visit(*at));
    }

    /// Address of the string of a literal, 0 if it has not been made.
    #[inline(always)]
    pub(crate) fn literal(&self, literal: LiteralId) -> u64 {
        let known = self.interned.by_literal.get(literal.0 as usize);
        known.copied().unwrap_or(0)
    }

    pub(crate) fn set_literal(&mut self, literal: LiteralId, address: u64) {
        let literals = &mut Arc::make_mut(&mut self.interned).by_literal;
        let index = literal.0 as usize;
        if literals.len() <= index {
            literals.resize(index + 1, 0);
        }
        literals[index] = address;
    }

    pub(crate) fn interned(&self, text: &[u16]) -> Option<u64> {
        self.interned.by_contents.get(text).copied()
    }

    pub(crate) fn intern(&mut self, text: Arc<[u16]>, address: u64) {
        let interned = Arc::make_mut(&mut self.interned);
        interned.by_contents.insert(text, address);
    }
}

/// A value that code under test has told of.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ObservedValue {
    /// See [`ir::JavaIntrinsic::Observe`].
    pub kind: char,
    pub value: Cell,
}
