//! What the operators of the program model mean, without a machine's state: on concrete patterns of at
//! most 64 bits ([`integers`], [`floats`]), and as terms ([`instruction`] for whole instructions,
//! [`memory`] for what accesses find). The machine runs this meaning forward, a backward search reads it
//! backward, and what that finds ([`precondition`]) the machine is asked for.
//!
//! A condition (`i1`) is a bit-vector of width 1 wherever it is a value.
//!
//! Invariant: this crate knows nothing of states, paths and solvers.

pub mod casts;
pub mod floats;
pub mod instruction;
pub mod integers;
pub mod math;
pub mod memory;
pub mod precondition;
