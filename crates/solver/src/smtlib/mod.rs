//! SMT-LIB 2 scripts: what `--dump-queries` writes, and files of QF_ABV, QF_BV and QF_AUFBV from
//! elsewhere.

mod operators;
mod reader;
mod script;
mod sexpr;

pub use script::{Summary, run_script};
