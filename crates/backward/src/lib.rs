//! Backward symbolic execution (Dinges and Agha, *Targeted Test Input Generation Using Symbolic-Concrete
//! Backward Execution*, ASE 2014, phase I): from a target back to the entry, collecting the weakest
//! precondition of the way; if every way is refuted, no input reaches the target.
//!
//! Vocabulary: a [`Condition`](condition::Condition) is what must hold at a point of the program so that
//! the target is reached from there along the way taken; crossing an instruction backward replaces what
//! it assigns by what it computes. Whatever cannot be told exactly is *forgotten*: it may be anything from
//! there on, so that a condition only ever asks for less, and what is refuted stays refuted. How much is
//! forgotten is the [`Precision`] of a search: loops are crossed whole at first, then some traversals of
//! them one by one; calls are stepped over at first, then entered.
//!
//! Invariant: this crate knows nothing of source languages, of the machine and of strategies.

mod address;
mod code;
mod condition;
mod heap;
mod heap_effects;
mod invariants;
mod merge;
mod objects;
mod origins;
mod pointers;
mod ranges;
mod recorder;
mod refuted;
mod region;
mod search;
mod transfer;
mod visited;

pub use code::ProgramCode;
pub use heap::KnownCode;
pub use invariants::Knowledge;
pub use search::{Entry, Limits, Outcome, Precision, Statistics, refute};
