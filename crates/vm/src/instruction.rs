//! An instruction about to be executed, and what its operands are in the state at hand.

use crate::code::{Code, Slot};
use crate::memory::{ObjectId, split};
use crate::state::Frame;
use crate::{Cell, Machine, State};
use std::sync::Arc;

/// A range of bytes of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Range {
    pub object: ObjectId,
    pub offset: u64,
    pub size: u64,
}

/// An instruction about to be executed.
pub struct Instruction<'a> {
    pub(crate) machine: &'a Machine,
    pub(crate) state: &'a State,
    /// The innermost call.
    pub(crate) frame: &'a Frame,
    pub(crate) code: &'a Arc<Code>,
    pub(crate) pc: usize,
    /// Its registers, which are not in the frame while it runs.
    pub(crate) registers: &'a [Cell],
}

impl Instruction<'_> {
    /// What a register holds; nothing for no register.
    pub(crate) fn cell(&self, slot: Slot) -> Cell {
        self.registers
            .get(slot as usize)
            .copied()
            .unwrap_or(Cell::ZERO)
    }

    /// The concrete value of a register.
    pub(crate) fn concrete(&self, slot: Slot) -> Option<u64> {
        let cell = self.cell(slot);
        match cell.as_term() {
            None => Some(cell.bits),
            Some(term) => self.machine.pool.constant_u64(term),
        }
    }

    /// The object that a value is an address in, if objects of its kind may have other numbers in
    /// other states.
    pub(crate) fn object_in(&self, value: u64) -> Option<ObjectId> {
        renumbered(self.state, value)
    }

    /// The place a concrete address means; none if there is no object that is alive.
    pub(crate) fn place(&self, address: u64, size: u64) -> Option<Range> {
        let (object, offset) = split(address);
        self.state.memory.object(object)?;
        Some(Range {
            object,
            offset,
            size,
        })
    }
}

/// The object that a value is an address in, if its number depends on the path.
pub(crate) fn renumbered(state: &State, value: u64) -> Option<ObjectId> {
    let (object, _) = split(value);
    (object.0 >= state.first_object && object.0 < state.memory.len()).then_some(object)
}

/// All of an object.
pub(crate) fn whole(at: &Instruction<'_>, object: ObjectId) -> Range {
    let size = at.state.memory.object(object).map_or(0, |it| it.size());
    Range {
        object,
        offset: 0,
        size,
    }
}
