//! What must hold at an edge of a program so that a target is reached from there: what a backward search
//! finds, and a state of the machine can be asked for.

use ir::analysis::{CodePoint, Target};
use ir::{FunctionId, GlobalId, Reg};
use rustc_hash::FxHashMap;
use std::rc::Rc;
use term::{Pool, Term};

/// What must hold before the moves of an edge, beside that the edge is taken.
#[derive(Clone, Debug)]
pub struct Precondition {
    /// What is reached: one of these.
    pub targets: Rc<[Target]>,
    /// The calls under way that matter, innermost first: each at the instruction that calls.
    pub callers: Vec<CodePoint>,
    /// Variables for registers of frames, of which the innermost is number 0.
    pub registers: Vec<(usize, Reg, Term)>,
    /// Variables for cells of memory, with addresses and widths in bits; an address has no other variables
    /// of cells than of those before.
    pub cells: Vec<(Term, u32, Term)>,
    /// What must hold of them. Other variables are free.
    pub constraints: Vec<Term>,
}

/// Preconditions by the edge where they are, with the pool that their terms are of.
#[derive(Default)]
pub struct Preconditions {
    /// Has their terms.
    pub pool: Pool,
    /// Variables for the addresses of globals.
    pub globals: FxHashMap<Term, GlobalId>,
    /// Variables for the addresses of functions.
    pub functions: FxHashMap<Term, FunctionId>,
    /// The preconditions.
    pub at: FxHashMap<Target, Vec<Precondition>>,
}
