//! Native back end against Z3 in process on query traces, both in the same run.
//!
//! `cargo bench -p wayfarer-solver --bench bitblast [-- [--native] NAME…]` prints a table; with
//! names, only those traces; with `--native`, counters instead of Z3.

mod programs;
mod record;
mod replay;

use programs::PROGRAMS;
use record::record;
use replay::{replay, show, show_header};
use wayfarer_solver::bitblast::{NativeBackend, NativeOptions};
use wayfarer_solver::{Backend, Z3Backend};

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with("--"))
        .collect();
    let only_native = std::env::args().any(|a| a == "--native");
    show_header();
    for (name, seconds, most, program) in PROGRAMS {
        if !wanted.is_empty() && !wanted.iter().any(|w| w == name) {
            continue;
        }
        let mut trace = record(name, seconds, most, program);
        let paths = trace.paths;
        let mut native = NativeBackend::new(NativeOptions::default());
        let outcome = replay(&mut trace, &mut native);
        show(trace.name, "native", &outcome);
        if only_native {
            for (name, value) in native.statistics() {
                println!("    {name:26} {value}");
            }
            continue;
        }
        let outcome = replay(&mut trace, &mut Z3Backend::new());
        show(&format!("  {paths} paths"), "z3", &outcome);
    }
}
