//! What an instruction of a stretch did.

use super::class_cell::ClassCell;
use super::intrinsic;
use crate::instruction::Range;
use crate::memory::ObjectId;

/// An effect, or why it cannot be told.
pub type Told<T> = Result<T, &'static str>;

/// Whether operands matter as numbers where the result does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Under {
    /// Yes.
    Exactly,
    /// As much as the result, which is one of them.
    AsResult,
    /// As much as the result: an address, and by how much it is moved, which is this operand. With objects numbered
    /// otherwise it is the same address.
    Moved { by: u8 },
    /// No: with objects numbered otherwise the result is the same.
    Invariant,
    /// They are these numbers, and no addresses.
    Numbers([u64; 2]),
    /// They are these addresses in one object: with objects numbered otherwise the result is the same.
    Offsets([u64; 2]),
}

/// What an instruction did.
#[derive(Clone, Debug)]
pub(super) enum Effect {
    Nothing,
    /// Of a choice, only this operand besides the condition.
    Compute {
        under: Under,
        chosen: Option<u8>,
    },
    /// Decided by these operands; not noted for what a fork decided.
    Decide {
        under: Under,
    },
    /// At a place of an object, or, if that depends on inputs, anywhere in it.
    Access {
        range: Range,
        anywhere: bool,
        /// Of what is written: the bytes that may be written around it, from the first to behind the last.
        room: Option<(u32, u32)>,
    },
    /// The result is an object that was made.
    Make,
    /// What a reference that is an input refers to: true if that was decided.
    Input {
        decides: bool,
    },
    /// The result is read from there.
    Instance(Range),
    /// The result is what belongs to a class.
    OfClass(Box<OfClass>),
    /// The number is that of the callee's code; none for a function without body.
    Call {
        callee: Option<u32>,
        receiver: Option<Range>,
    },
    /// The caller's code and the number of its call; none if nothing is handed on.
    Return {
        to: Option<(u32, u32)>,
    },
    /// What intrinsics do.
    Intrinsic(Box<intrinsic::Effects>),
}

/// What belongs to a class is read, and made if it is not there yet.
#[derive(Clone, Debug)]
pub(super) struct OfClass {
    /// What is read.
    pub cell: ClassCell,
    /// Of a literal: the interned string that it becomes, and whether there is one already.
    pub text: Option<(ClassCell, bool)>,
    /// What is made where there is nothing.
    pub makes: Makes,
    /// The objects that were made.
    pub made: Vec<ObjectId>,
}

/// What the result is, if it is made.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Makes {
    /// It is not.
    #[default]
    Nothing,
    /// An object whose contents follow from how it is made.
    Object,
    /// A string object and the array of its contents.
    Text,
    /// The static fields of a class.
    Statics(ir::ClassId),
}

/// An instruction that was executed.
#[derive(Clone, Debug)]
pub(super) struct Step {
    pub code: u32,
    pub pc: u32,
    pub depth: u32,
    pub effect: Effect,
    /// An object that the result is an address in, though it was not computed as one.
    pub derived: Option<ObjectId>,
    /// A frame of that depth began behind it.
    pub entered: bool,
}

impl OfClass {
    /// What stands in a cell, or 0.
    pub(super) fn known(cell: ClassCell) -> OfClass {
        OfClass {
            cell,
            text: None,
            makes: Makes::Nothing,
            made: Vec::new(),
        }
    }
}
