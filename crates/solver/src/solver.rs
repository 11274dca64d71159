//! The chain of stages that a query goes through.

use crate::answer::{Answer, Backend, Limits, Unknown};
use crate::bitblast::{NativeBackend, NativeOptions};
use crate::options::{BackendKind, Options, SolverError};
use crate::path::PathCondition;
use crate::portfolio::Portfolio;
use crate::statistics::Statistics;
use crate::z3::{self, Z3Backend};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use term::{Evaluator, Model, Pool, Term};

/// Answers whether goals can hold together with paths.
pub struct Solver {
    options: Options,
    interrupt: Arc<AtomicBool>,
    statistics: Statistics,
    evaluator: Evaluator,
    backend: Box<dyn Backend>,
}

impl Solver {
    /// A solver; fails if its back end or its dump directory cannot be used. Setting `interrupt`
    /// from elsewhere stops the query that is running, and those that come.
    pub fn new(options: Options, interrupt: Arc<AtomicBool>) -> Result<Solver, SolverError> {
        z3::available()?;
        let backend: Box<dyn Backend> = match options.backend {
            BackendKind::Z3 => Box::new(Z3Backend::new()),
            BackendKind::Native => Box::new(NativeBackend::new(NativeOptions::default())),
            BackendKind::Portfolio => Box::new(Portfolio::new()),
        };
        Ok(Solver {
            options,
            interrupt,
            statistics: Statistics::default(),
            evaluator: Evaluator::new(),
            backend,
        })
    }

    /// Can `goal` hold together with `path`? The hint satisfies the path. A model that is returned
    /// satisfies both; inputs that the goal does not depend on keep the hint's values.
    pub fn check(
        &mut self,
        pool: &mut Pool,
        path: &PathCondition,
        goal: Term,
        hint: &Model,
    ) -> Answer {
        self.statistics.queries += 1;
        let answer = self.answer(pool, path, goal, hint);
        match &answer {
            Answer::Sat(_) => self.statistics.sat += 1,
            Answer::Unsat(_) => self.statistics.unsat += 1,
            Answer::Unknown(_) => self.statistics.unknown += 1,
        }
        answer
    }

    /// Counters of every stage.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    fn answer(
        &mut self,
        pool: &mut Pool,
        path: &PathCondition,
        goal: Term,
        hint: &Model,
    ) -> Answer {
        if path.is_false() {
            self.statistics.constant += 1;
            let constraints = path.constraints();
            let none = |t: &Term| pool.inputs_of(*t).is_empty();
            return Answer::Unsat(constraints.into_iter().filter(none).collect());
        }
        if pool.constant_bool(goal) == Some(false) {
            self.statistics.constant += 1;
            return Answer::Unsat(vec![goal]);
        }
        self.evaluator.set_model(hint.clone());
        if self.evaluator.bool(pool, goal) {
            self.statistics.hint += 1;
            return Answer::Sat(hint.clone());
        }
        if pool.inputs_of(goal).is_empty() {
            self.statistics.constant += 1;
            return Answer::Unsat(vec![goal]);
        }
        let mut set = path.slice(pool, goal);
        self.statistics.sliced += set.len() as u64;
        set.push(goal);
        self.ask_backend(pool, &set, hint)
    }

    fn ask_backend(&mut self, pool: &mut Pool, set: &[Term], hint: &Model) -> Answer {
        let start = Instant::now();
        self.statistics.backend_queries += 1;
        let limits = Limits {
            time: self.options.time,
            interrupt: self.interrupt.clone(),
        };
        let answer = self.backend.check(pool, set, hint, &limits);
        Statistics::spend(&mut self.statistics.time_backend, start.elapsed());
        match answer {
            Answer::Sat(model) => {
                self.statistics.backend_sat += 1;
                if self.satisfies(pool, set, &model) {
                    return Answer::Sat(model);
                }
                self.statistics.models_refuted += 1;
                tracing::error!(
                    backend = self.backend.name(),
                    "a model does not satisfy its query"
                );
                Answer::Unknown(Unknown::Incomplete)
            }
            Answer::Unsat(core) => {
                self.statistics.backend_unsat += 1;
                Answer::Unsat(core)
            }
            Answer::Unknown(why) => {
                self.statistics.backend_unknown += 1;
                Answer::Unknown(why)
            }
        }
    }

    /// Evaluates every constraint under a model.
    fn satisfies(&mut self, pool: &Pool, set: &[Term], model: &Model) -> bool {
        self.evaluator.set_model(model.clone());
        set.iter().all(|&t| self.evaluator.bool(pool, t))
    }
}
