//! Hash-consed terms over Bool, BitVec(w) and Array: the language in which the machine writes
//! down what a program computes from its inputs, and in which the solver is asked about it.
//!
//! Vocabulary: a [`Term`] is a 32-bit handle into a [`Pool`]; the pool's constructors rewrite while
//! they build. A [`Model`] gives values to inputs; an [`Evaluator`] gives values to terms under one
//! model, each new term in one step. [`Bits`] is a concrete bit-vector of any width.
//!
//! Invariant: this crate knows nothing of programs and nothing of solvers.

mod bits;
mod constant_evaluation;
mod evaluate;
pub mod float;
mod handle;
mod input_set;
mod model;
mod node;
mod op;
mod pool;
#[cfg(test)]
mod random_terms;
mod rewrite;
mod smtlib;
mod sort;
mod tape;
mod value;
mod word;

pub use bits::Bits;
pub use evaluate::Evaluator;
pub use handle::{InputId, OpaqueId, TableId, Term};
pub use input_set::InputMask;
pub use model::Model;
pub use op::{FloatFormat, FloatOp, Op, RoundingMode};
pub use pool::{OpaqueFunction, Pool, Statistics};
pub use smtlib::IncrementalScript;
pub use sort::Sort;
pub use tape::{Slot, Tape};
pub use value::{ArrayValue, Value};
