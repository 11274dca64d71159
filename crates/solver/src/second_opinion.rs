//! What makes answers checkable: queries as files, and a second solver's opinion of each answer.

use crate::answer::{Answer, Limits, Unknown};
use crate::options::{Options, SolverError};
use crate::path::PathCondition;
use crate::query::Query;
use crate::statistics::Statistics;
use crate::z3::Z3Backend;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use term::{Evaluator, Model, Pool, Term};

/// Dumps queries and confirms answers.
pub(crate) struct SecondOpinion {
    dump: Option<PathBuf>,
    backend: Z3Backend,
    limits: Limits,
    disagreement: Option<SolverError>,
}

/// An answer's kind, as SMT-LIB calls it.
pub(crate) fn kind(answer: &Answer) -> &'static str {
    match answer {
        Answer::Sat(_) => "sat",
        Answer::Unsat(_) => "unsat",
        Answer::Unknown(_) => "unknown",
    }
}

impl SecondOpinion {
    pub(crate) fn new(
        options: &Options,
        interrupt: Arc<AtomicBool>,
    ) -> Result<SecondOpinion, SolverError> {
        if let Some(path) = &options.dump {
            std::fs::create_dir_all(path).map_err(|source| SolverError::Dump {
                path: path.clone(),
                source,
            })?;
        }
        Ok(SecondOpinion {
            dump: options.dump.clone(),
            backend: Z3Backend::new(),
            limits: Limits {
                time: options.time,
                interrupt,
            },
            disagreement: None,
        })
    }

    pub(crate) fn disagreement(&self) -> Option<&SolverError> {
        self.disagreement.as_ref()
    }

    pub(crate) fn take_disagreement(&mut self) -> Option<SolverError> {
        self.disagreement.take()
    }

    /// Writes a query that came as far as the caches, with its answer.
    pub(crate) fn dump(
        &self,
        pool: &mut Pool,
        query: &Query,
        answer: &Answer,
        stage: &'static str,
        statistics: &mut Statistics,
    ) {
        let early = matches!(stage, "literal" | "equality");
        let Some(directory) = self.dump.as_deref().filter(|_| !early) else {
            return;
        };
        let path = directory.join(format!("query-{:07}.smt2", statistics.queries));
        if write_query(pool, &path, &query.set, answer, stage) {
            statistics.dumped += 1;
        }
    }

    /// Asks Z3 from scratch. A contradicted answer is replaced by "unknown" and remembered as a
    /// disagreement.
    #[expect(
        clippy::too_many_arguments,
        reason = "the query and the parts of the solver it needs"
    )]
    pub(crate) fn confirm(
        &mut self,
        pool: &mut Pool,
        path: &PathCondition,
        goal: Term,
        answer: Answer,
        stage: &'static str,
        evaluator: &mut Evaluator,
        statistics: &mut Statistics,
    ) -> Answer {
        let (set, hint) = match &answer {
            Answer::Sat(model) => {
                let mut set = path.slice(pool, goal);
                set.push(goal);
                (set, model.clone())
            }
            Answer::Unsat(core) => (core.clone(), Model::new()),
            Answer::Unknown(_) => return answer,
        };
        let mut all = path.constraints();
        all.push(goal);
        let refuted = match &answer {
            Answer::Sat(model) => !holds(pool, evaluator, model, &all),
            Answer::Unsat(core) => {
                let conjuncts = pool.conjuncts(goal);
                !core
                    .iter()
                    .all(|t| all.contains(t) || conjuncts.contains(t))
            }
            Answer::Unknown(_) => false,
        };
        let second = self.backend.check_once(pool, &set, &hint, &self.limits);
        let contradicted = match (&answer, &second) {
            (Answer::Sat(_), Answer::Unsat(_)) => true,
            // An opaque application is free to Z3: only a model that evaluation confirms counts.
            (Answer::Unsat(_), Answer::Sat(model)) => holds(pool, evaluator, model, &set),
            _ => false,
        };
        if refuted || contradicted {
            let second = if contradicted {
                kind(&second)
            } else {
                "that evaluation refutes it"
            };
            self.disagree(pool, &set, &answer, stage, second, statistics);
            return Answer::Unknown(Unknown::Incomplete);
        }
        if kind(&answer) == kind(&second) {
            statistics.checked += 1;
        } else {
            statistics.check_unknown += 1;
        }
        answer
    }

    fn disagree(
        &mut self,
        pool: &mut Pool,
        set: &[Term],
        answer: &Answer,
        stage: &'static str,
        second: &'static str,
        statistics: &mut Statistics,
    ) {
        statistics.disagreements += 1;
        let directory = self.dump.clone().unwrap_or_else(std::env::temp_dir);
        let name = format!(
            "wayfarer-disagreement-{}-{}.smt2",
            std::process::id(),
            statistics.queries
        );
        let path = directory.join(name);
        let written = write_query(pool, &path, set, answer, stage);
        let query = written.then_some(path);
        let error = SolverError::Disagreement {
            stage,
            answer: kind(answer),
            second,
            query,
        };
        tracing::error!(%error, "answers disagree");
        self.disagreement.get_or_insert(error);
    }
}

fn holds(pool: &Pool, evaluator: &mut Evaluator, model: &Model, set: &[Term]) -> bool {
    evaluator.set_model(model.clone());
    set.iter().all(|&t| evaluator.bool(pool, t))
}

fn write_query(
    pool: &mut Pool,
    path: &Path,
    set: &[Term],
    answer: &Answer,
    stage: &'static str,
) -> bool {
    let script = format!("; {} ({stage})\n{}", kind(answer), pool.to_smtlib(set));
    let written = std::fs::write(path, script);
    if let Err(error) = &written {
        tracing::error!(path = %path.display(), %error, "cannot write a solver query");
    }
    written.is_ok()
}
