//! The back ends, and the refinement of what they do not understand.

use crate::answer::{Answer, Backend, Limits, Unknown};
use crate::bitblast::{NativeBackend, NativeOptions};
use crate::options::{BackendKind, Options};
use crate::portfolio::Portfolio;
use crate::statistics::Statistics;
use crate::z3::Z3Backend;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use term::{Evaluator, Model, Op, Pool, Sort, Term, Value};

/// Asks the back end, and refines opaque applications.
pub(crate) struct RefinementLoop {
    backend: Box<dyn Backend>,
    time: Duration,
    refinements: u32,
    interrupt: Arc<AtomicBool>,
}

impl RefinementLoop {
    pub(crate) fn new(options: &Options, interrupt: Arc<AtomicBool>) -> RefinementLoop {
        let backend: Box<dyn Backend> = match options.backend {
            BackendKind::Z3 => Box::new(Z3Backend::new()),
            BackendKind::Native => Box::new(NativeBackend::new(NativeOptions::default())),
            BackendKind::Portfolio => Box::new(Portfolio::new(options.spare_cores)),
        };
        let (time, refinements) = (options.time, options.refinements);
        RefinementLoop {
            backend,
            time,
            refinements,
            interrupt,
        }
    }

    /// Queries may take so long from now on.
    pub(crate) fn allow(&mut self, time: Duration) {
        self.time = time;
    }

    pub(crate) fn statistics(&self) -> Vec<(&'static str, u64)> {
        self.backend.statistics()
    }

    /// Decides a conjunction. To back ends an opaque application is a free variable; a model that
    /// gets one wrong is answered with the point that it got wrong, a bounded number of times.
    pub(crate) fn decide(
        &mut self,
        pool: &mut Pool,
        set: &[Term],
        hint: &Model,
        evaluator: &mut Evaluator,
        statistics: &mut Statistics,
    ) -> Answer {
        let deadline = Instant::now() + self.time;
        let mut constraints = set.to_vec();
        for _ in 0..=self.refinements {
            statistics.backend_queries += 1;
            let time = deadline.saturating_duration_since(Instant::now());
            let limits = Limits {
                time,
                interrupt: self.interrupt.clone(),
            };
            let answer = self.backend.check(pool, &constraints, hint, &limits);
            self.backend.count(statistics);
            match answer {
                Answer::Sat(model) => {
                    evaluator.set_model(model.clone());
                    if set.iter().all(|&t| evaluator.bool(pool, t)) {
                        statistics.backend_sat += 1;
                        return Answer::Sat(model);
                    }
                    let points = points(pool, set, evaluator);
                    if points.is_empty() {
                        tracing::error!("the model of a back end does not satisfy its query");
                        statistics.models_refuted += 1;
                        break;
                    }
                    statistics.refinements += 1;
                    constraints.extend(points);
                }
                Answer::Unsat(core) => {
                    statistics.backend_unsat += 1;
                    // Points are facts: without them the core is as unsatisfiable.
                    let core = core.into_iter().filter(|t| set.contains(t)).collect();
                    return Answer::Unsat(core);
                }
                Answer::Unknown(why) => {
                    statistics.backend_unknown += 1;
                    return Answer::Unknown(why);
                }
            }
        }
        statistics.backend_unknown += 1;
        Answer::Unknown(Unknown::Incomplete)
    }
}

/// For every opaque application below the constraints: where its operands have the values that
/// they have now, it has the value that the host computes.
fn points(pool: &mut Pool, set: &[Term], evaluator: &mut Evaluator) -> Vec<Term> {
    let mut applications = Vec::new();
    pool.visit_post_order(set, &mut |t| {
        if let Op::Opaque(_) = pool.op(t) {
            applications.push(t);
        }
    });
    let mut points = Vec::new();
    for t in applications {
        let mut same = pool.bool(true);
        for operand in pool.arguments(t).to_vec() {
            let equal = equals_now(pool, evaluator, operand);
            same = pool.and(same, equal);
        }
        let value = equals_now(pool, evaluator, t);
        points.push(pool.implies(same, value));
    }
    points
}

/// `t` has the value that the evaluator gives it.
fn equals_now(pool: &mut Pool, evaluator: &mut Evaluator, t: Term) -> Term {
    match evaluator.value(pool, t) {
        Value::Bool(true) => t,
        Value::Bool(false) => pool.not(t),
        Value::Bits(bits) => {
            let value = pool.constant(&bits);
            pool.eq(t, value)
        }
        Value::Array(array) => {
            let Sort::Array { index, .. } = pool.sort(t) else {
                unreachable!("only array terms have array values")
            };
            let default = pool.constant(&array.default);
            let mut value = pool.const_array(index, default);
            for (at, element) in &array.entries {
                let (at, element) = (pool.constant(at), pool.constant(element));
                value = pool.store(value, at, element);
            }
            pool.eq(t, value)
        }
    }
}
