//! Propositional solvers under the native back end, on the same query traces.
//!
//! `cargo bench -p wayfarer-solver --features compare --bench sat_solvers [-- NAME…]` prints a
//! table of the built-in solver, `batsat` and CaDiCaL.

mod batsat;
mod cadical;
#[path = "../bitblast/programs.rs"]
mod programs;
#[path = "../bitblast/record.rs"]
mod record;
#[path = "../bitblast/replay.rs"]
mod replay;

use programs::PROGRAMS;
use record::record;
use replay::{replay, show, show_header};
use wayfarer_solver::bitblast::{NativeBackend, NativeOptions};

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with("--"))
        .collect();
    show_header();
    for (name, seconds, most, program) in PROGRAMS {
        if !wanted.is_empty() && !wanted.iter().any(|w| w == name) {
            continue;
        }
        let mut trace = record(name, seconds, most, program);
        let options = NativeOptions {
            conflicts: 1_000_000,
            ..NativeOptions::default()
        };
        let outcome = replay(&mut trace, &mut NativeBackend::new(options.clone()));
        show(name, "built-in", &outcome);
        let mut backend = NativeBackend::with_solver(options.clone(), batsat::Batsat::new);
        let outcome = replay(&mut trace, &mut backend);
        show("", "batsat", &outcome);
        let mut backend = NativeBackend::with_solver(options, cadical::Cadical::new);
        let outcome = replay(&mut trace, &mut backend);
        show("", "cadical", &outcome);
    }
}
