//! SMT-LIB 2 scripts over bit-vectors, floating-point numbers, arrays of them and uninterpreted
//! functions (QF_ABVFP, QF_AUFBV and what they contain): what `--dump-queries` and
//! `--record-queries` write, and files from elsewhere.

mod checks;
mod expression;
mod interpretation;
mod operators;
mod real;
mod scope;
mod script;
mod settings;
mod sexpr;
mod sort;
mod table;
mod value;

pub use script::{Summary, run_script};
