//! Native back end against Z3 in process on query traces, both in the same run.
//!
//! `cargo bench -p wayfarer-solver --bench bitblast [-- NAME…]` prints a table; with names, only
//! those traces.

mod programs;
mod record;

use std::time::{Duration, Instant};

use record::{Trace, limits, record};
use term::Evaluator;
use wayfarer_solver::bitblast::{NativeBackend, NativeOptions};
use wayfarer_solver::{Answer, Backend, Z3Backend};

#[derive(Default)]
struct Outcome {
    time: Duration,
    slowest: Duration,
    satisfiable: usize,
    unsatisfiable: usize,
    unknown: usize,
    wrong_models: usize,
}

/// Time after which the rest of a trace counts as unanswered.
const TRACE_LIMIT: Duration = Duration::from_secs(60);

fn replay(trace: &mut Trace, backend: &mut dyn Backend) -> Outcome {
    let mut outcome = Outcome::default();
    let mut evaluator = Evaluator::new();
    let limits = limits(trace.seconds_limit);
    for query in &trace.queries {
        if outcome.time > TRACE_LIMIT {
            outcome.unknown += 1;
            continue;
        }
        let start = Instant::now();
        let answer = backend.check(&mut trace.pool, &query.constraints, &query.hint, &limits);
        let spent = start.elapsed();
        outcome.time += spent;
        outcome.slowest = outcome.slowest.max(spent);
        match answer {
            Answer::Sat(model) => {
                outcome.satisfiable += 1;
                evaluator.set_model(model);
                let holds = |&c| evaluator.bool(&trace.pool, c);
                outcome.wrong_models += usize::from(!query.constraints.iter().all(holds));
            }
            Answer::Unsat(_) => outcome.unsatisfiable += 1,
            Answer::Unknown(_) => outcome.unknown += 1,
        }
    }
    outcome
}

fn show(trace: &str, name: &str, outcome: &Outcome) {
    println!(
        "{trace:14} {name:10} {:>7} {:>7} {:>4} {:>10.3} {:>10.1} {}",
        outcome.satisfiable,
        outcome.unsatisfiable,
        outcome.unknown,
        outcome.time.as_secs_f64(),
        outcome.slowest.as_secs_f64() * 1e3,
        if outcome.wrong_models > 0 {
            "WRONG MODELS"
        } else {
            ""
        },
    );
}

type Program = fn(&mut record::Execution<'_>);

const PROGRAMS: [(&str, u64, usize, Program); 11] = [
    ("sort6", 10, usize::MAX, programs::sort::<6>),
    ("sort7", 10, usize::MAX, programs::sort::<7>),
    ("table", 10, 400, programs::table_machine),
    ("hash table", 10, 2_000, programs::hash_table),
    ("mixing hash", 10, 60, programs::mixing_hash),
    ("checksum", 10, 60, programs::checksum),
    ("decimal", 10, 60, programs::decimal),
    ("euclid", 10, 40, programs::euclid),
    ("calculator", 10, 40, programs::calculator),
    ("parser", 10, 3_000, programs::parser),
    ("memory", 10, 400, programs::memory),
];

fn main() {
    let wanted: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| !a.starts_with("--"))
        .collect();
    let only_native = std::env::args().any(|a| a == "--native");
    println!(
        "{:14} {:10} {:>7} {:>7} {:>4} {:>10} {:>10}",
        "trace", "back end", "sat", "unsat", "?", "seconds", "worst ms"
    );
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
                println!("    {name:24} {value}");
            }
            continue;
        }
        let outcome = replay(&mut trace, &mut Z3Backend::new());
        show(&format!("  {paths} paths"), "z3", &outcome);
    }
}
