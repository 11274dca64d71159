//! Asking a back end the questions of a trace.

use std::time::Duration;

use cpu_time::ThreadTime;
use term::Evaluator;
use wayfarer_solver::{Answer, Backend};

use crate::record::{Trace, limits};

/// Time after which the rest of a trace counts as unanswered.
const TRACE_LIMIT: Duration = Duration::from_secs(30);

/// What a back end made of a trace.
#[derive(Default)]
pub struct Outcome {
    time: Duration,
    slowest: Duration,
    satisfiable: usize,
    unsatisfiable: usize,
    unknown: usize,
    wrong_models: usize,
}

/// Asks all questions in order and checks the models by evaluation (outside the time).
pub fn replay(trace: &mut Trace, backend: &mut dyn Backend) -> Outcome {
    let mut outcome = Outcome::default();
    let mut evaluator = Evaluator::new();
    let limits = limits(trace.seconds_limit);
    for query in &trace.queries {
        if outcome.time > TRACE_LIMIT {
            outcome.unknown += 1;
            continue;
        }
        // Processor time: other load on the machine does not count.
        let start = ThreadTime::now();
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

pub fn show_header() {
    println!(
        "{:14} {:10} {:>7} {:>7} {:>4} {:>10} {:>10}",
        "trace", "back end", "sat", "unsat", "?", "cpu s", "worst ms"
    );
}

pub fn show(trace: &str, name: &str, outcome: &Outcome) {
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
