//! The native back end: bit-vectors, arrays and floats as one growing circuit and one persistent
//! propositional solver.
//!
//! Every term is turned into circuit edges once ([`blast`], [`word`], [`multiply`], [`divide`],
//! [`arrays`]), hashed structurally ([`Graph`]); the nodes a question depends on ([`cone`]) get
//! clauses once ([`encode`]); a question is a list of assumption literals. So sibling questions
//! share their encoding, what was learnt from it, and the assignment that their common path
//! implies.
//!
//! Invariant: clauses are definitions of gates or valid in the theory of arrays, never
//! constraints. Whatever was learnt holds for every later question.

mod applications;
mod arrays;
mod backend;
mod blast;
mod cone;
mod divide;
mod encode;
mod equalities;
mod graph;
mod instance;
mod lemmas;
mod linear;
mod model_extraction;
mod multiply;
mod narrow;
mod options;
pub mod sat;
#[cfg(test)]
mod tests;
#[cfg(test)]
pub(crate) use tests::{Dice, Generator};
mod unconstrained;
mod word;

pub use backend::NativeBackend;
pub use graph::{Edge, Gate, Graph};
pub use options::{NativeOptions, NativeStatistics};
