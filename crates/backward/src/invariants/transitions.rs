//! Ways from header to header of a function's loops, as relations between states.

use super::slots::Slot;
use ir::BlockId;
use term::Term;

/// A way to a header from another one, from itself, or from the function's entry (`None`).
pub(crate) struct Transition {
    pub(crate) from: Option<BlockId>,
    pub(crate) to: BlockId,
    /// What must hold where it begins for the way to be taken.
    pub(crate) guards: Vec<Term>,
    /// The values of the header's slots at its end, by what holds where it begins.
    pub(crate) values: Vec<Term>,
}

/// A header with the slots that have a value there.
pub(crate) struct Header {
    pub(crate) block: BlockId,
    /// Their variables.
    pub(crate) slots: Vec<Term>,
}

/// The loops of a function.
pub(crate) struct Loops {
    pub(crate) headers: Vec<Header>,
    pub(crate) transitions: Vec<Transition>,
    pub(crate) slots: Vec<(Slot, Term)>,
}
