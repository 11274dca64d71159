//! Tests of the solver against Z3 used plainly, against evaluation, and against naive versions of
//! its data structures.

mod chain;
mod deep;
mod dump;
mod float_scripts;
mod generate;
mod interrupt;
mod opaque;
mod operations;
mod ordering;
mod path;
mod smtlib;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use wayfarer_solver::Limits;

/// Limits that a small query never meets.
fn generous() -> Limits {
    Limits {
        time: Duration::from_secs(60),
        interrupt: Arc::new(AtomicBool::new(false)),
    }
}
