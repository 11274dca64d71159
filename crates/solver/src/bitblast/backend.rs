//! The back end: questions to assumptions, answers to models and cores.

use std::time::Instant;

use term::{Evaluator, Model, Pool, Term};

use super::blast::Budget;
use super::equalities::{self, Rewritten};
use super::graph::Edge;
use super::instance::{Instance, Question};
use super::options::{NativeOptions, NativeStatistics};
use super::sat::{Cdcl, SatSolver};
use crate::search::Boundaries;
use crate::{Answer, Backend, Limits, Unknown};

/// The native back end. It belongs to one pool: terms are remembered by handle.
pub struct NativeBackend<S = Cdcl> {
    options: NativeOptions,
    statistics: NativeStatistics,
    make: fn() -> S,
    evaluator: Evaluator,
    exact: Instance<S>,
    /// Made when the first question needs it.
    abstracting: Option<Instance<S>>,
    /// Above zero after questions that the abstracting circuit has answered: it is asked first.
    abstracting_credit: u32,
    boundaries: BoundaryHistory,
}

/// Most questions for which earlier success of the abstracting circuit counts.
const MOST_CREDIT: u32 = 8;

/// Searches of boundaries without success in a row after which only one in as many is made.
const MISSES: u32 = 4;

/// Searches of boundaries so far.
#[derive(Default)]
struct BoundaryHistory {
    /// The question of the last.
    last: Vec<Term>,
    /// Those that were due since one found a model.
    misses: u32,
}

/// Which circuit a question is put to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Circuit {
    Exact,
    /// Large operations are left free and refined.
    Abstracting,
}

impl NativeBackend<Cdcl> {
    /// A back end without any encoding yet.
    pub fn new(options: NativeOptions) -> NativeBackend<Cdcl> {
        NativeBackend::with_solver(options, Cdcl::new)
    }
}

impl<S: SatSolver> NativeBackend<S> {
    /// A back end over another propositional solver, for comparisons.
    pub fn with_solver(options: NativeOptions, make: fn() -> S) -> NativeBackend<S> {
        let statistics = NativeStatistics::default();
        NativeBackend {
            options,
            statistics,
            make,
            evaluator: Evaluator::new(),
            exact: Instance::new(make(), false),
            abstracting: None,
            abstracting_credit: 0,
            boundaries: BoundaryHistory::default(),
        }
    }

    /// Conflicts allowed for each question from now on.
    pub(crate) fn limit_conflicts(&mut self, conflicts: u64) {
        self.options.conflicts = conflicts;
    }

    /// Counters.
    pub fn counters(&self) -> &NativeStatistics {
        &self.statistics
    }

    /// Bytes taken by circuits and clauses, estimated.
    pub fn memory(&self) -> usize {
        let abstracting = self.abstracting.as_ref().map_or(0, Instance::memory);
        self.exact.memory() + abstracting
    }

    /// Drops all circuits and clauses.
    fn rebuild(&mut self) {
        let exact = Instance::new((self.make)(), false);
        let dropped = [
            Some(std::mem::replace(&mut self.exact, exact)),
            self.abstracting.take(),
        ];
        self.statistics.rebuilds += 1;
        for dropped in dropped.iter().flatten().map(Instance::statistics) {
            self.statistics.dropped_conflicts += dropped.conflicts;
            self.statistics.dropped_propagations += dropped.propagations;
            self.statistics.dropped_decisions += dropped.decisions;
        }
        tracing::debug!(target: "wayfarer_solver", rebuilds = self.statistics.rebuilds,
            "native back end dropped its clauses at the memory limit");
    }

    fn instance(&mut self, circuit: Circuit) -> &mut Instance<S> {
        let make = self.make;
        match circuit {
            Circuit::Exact => &mut self.exact,
            Circuit::Abstracting => self
                .abstracting
                .get_or_insert_with(|| Instance::new(make(), true)),
        }
    }

    /// Edges of all constraints. What breaks the memory limit is tried once more from scratch:
    /// then only this question's terms are encoded.
    fn encode(
        &mut self,
        pool: &mut Pool,
        constraints: &[Term],
        circuit: Circuit,
        budget: &Budget<'_>,
    ) -> Result<Vec<Edge>, Unknown> {
        // An eighth of the memory is left to the question.
        if self.memory() > self.options.memory / 8 * 7 {
            self.rebuild();
        }
        let instance = self.instance(circuit);
        let attempt = instance.encode(pool, constraints, budget);
        if attempt != Err(Unknown::ResourceLimit) || instance.is_empty() {
            return attempt;
        }
        self.rebuild();
        self.instance(circuit).encode(pool, constraints, budget)
    }

    /// Decides a question: as it stands, for a few conflicts; with large operations left free and
    /// refined, for some more, before that if such questions have been answered so lately; at last
    /// rewritten by the equalities and ranges in it, if there are any, with a search for models on its
    /// boundaries in between.
    fn decide(
        &mut self,
        pool: &mut Pool,
        constraints: &[Term],
        hint: &Model,
        budget: &Budget<'_>,
    ) -> Result<Answer, Unknown> {
        let easy = (Circuit::Exact, self.options.easy_conflicts);
        let abstracting = (Circuit::Abstracting, self.options.abstract_conflicts);
        let attempts = if self.abstracting_credit > 0 {
            [abstracting, easy]
        } else {
            [easy, abstracting]
        };
        let mut left = self.options.conflicts;
        for (circuit, conflicts) in attempts {
            let conflicts = conflicts.min(left);
            if conflicts == 0 {
                continue;
            }
            left -= conflicts;
            match self.attempt(pool, constraints, hint, circuit, budget, conflicts) {
                Ok(Some(answer)) => return Ok(answer),
                // What is too large as a circuit may be decided without its products and divisions.
                Ok(None) | Err(Unknown::ResourceLimit) => {}
                Err(why) => return Err(why),
            }
        }
        let by_equalities = equalities::rewrite(pool, constraints);
        let mut changed = by_equalities.is_some();
        let mut rewritten = by_equalities.unwrap_or_else(|| Rewritten::unchanged(constraints));
        changed |= rewritten.narrow(pool);
        let elimination = rewritten.eliminate(pool);
        let is_rewritten = changed || elimination.is_some();
        self.statistics.rewritten += u64::from(is_rewritten);
        self.statistics.eliminated += u64::from(elimination.is_some());
        let rewriting = &rewritten.constraints;
        let first = left.min(self.options.boundary_conflicts);
        let exact = Circuit::Exact;
        let answer = match self.attempt(pool, rewriting, hint, exact, budget, first)? {
            Some(answer) => answer,
            None => {
                if let Some(model) = self.search_boundaries(pool, constraints, hint, budget) {
                    return Ok(Answer::Sat(model));
                }
                self.attempt(pool, rewriting, hint, exact, budget, left - first)?
                    .ok_or(Unknown::ResourceLimit)?
            }
        };
        self.statistics.rewritten_answered += u64::from(is_rewritten);
        Ok(match (answer, elimination) {
            (Answer::Unsat(core), _) => Answer::Unsat(rewritten.originals(constraints, &core)),
            (Answer::Sat(model), Some(elimination)) => {
                Answer::Sat(elimination.complete(pool, &mut self.evaluator, model))
            }
            (answer, _) => answer,
        })
    }

    /// Looks for a model where constraints take over from each other; not twice for one question, and
    /// seldom where that has found nothing lately.
    fn search_boundaries(
        &mut self,
        pool: &Pool,
        constraints: &[Term],
        hint: &Model,
        budget: &Budget<'_>,
    ) -> Option<Model> {
        let history = &mut self.boundaries;
        if history.last == constraints {
            return None;
        }
        history.last = constraints.to_vec();
        if history.misses >= MISSES && !history.misses.is_multiple_of(MISSES) {
            history.misses += 1;
            return None;
        }
        self.statistics.boundary_searches += 1;
        let stop = || budget.check_time().is_err();
        let model = Boundaries::new(pool, &mut self.evaluator, constraints, &stop)?.find(hint);
        history.misses = match model {
            Some(_) => 0,
            None => history.misses + 1,
        };
        self.statistics.boundary_models += u64::from(model.is_some());
        model
    }

    /// Decides a question within a number of conflicts; `None` if they do not suffice, or if
    /// nothing of the question is abstracted where that was asked for.
    fn attempt(
        &mut self,
        pool: &mut Pool,
        constraints: &[Term],
        hint: &Model,
        circuit: Circuit,
        budget: &Budget<'_>,
        conflicts: u64,
    ) -> Result<Option<Answer>, Unknown> {
        budget.check_time()?;
        let edges = self.encode(pool, constraints, circuit, budget)?;
        if let Some(refuted) = edges.iter().position(|&e| e == Edge::FALSE) {
            self.statistics.folded += 1;
            return Ok(Some(Answer::Unsat(vec![constraints[refuted]])));
        }
        self.instance(circuit).enter(&edges, budget)?;
        let question = Question {
            pool,
            constraints,
            hint,
        };
        let (evaluator, statistics) = (&mut self.evaluator, &mut self.statistics);
        let answer = match (circuit, &mut self.abstracting) {
            (Circuit::Abstracting, Some(instance)) => {
                if !instance.abstracts_question() {
                    return Ok(None);
                }
                statistics.abstracted += 1;
                let answer = instance.solve(&question, budget, conflicts, evaluator, statistics)?;
                statistics.abstracted_answered += u64::from(answer.is_some());
                self.abstracting_credit = match answer {
                    Some(_) => (self.abstracting_credit + 2).min(MOST_CREDIT),
                    None => 0,
                };
                answer
            }
            _ => self
                .exact
                .solve(&question, budget, conflicts, evaluator, statistics)?,
        };
        if matches!(&answer, Some(Answer::Unsat(core)) if core.is_empty()) {
            // Definitions alone are never contradictory: only a defect could bring us here, and
            // then nothing that this instance says is to be believed.
            tracing::error!(target: "wayfarer_solver", "contradictory definitions");
            self.rebuild();
            return Err(Unknown::Incomplete);
        }
        Ok(answer)
    }
}

impl<S: SatSolver> Backend for NativeBackend<S> {
    fn name(&self) -> &'static str {
        "native"
    }

    fn check(
        &mut self,
        pool: &mut Pool,
        constraints: &[Term],
        hint: &Model,
        limits: &Limits,
    ) -> Answer {
        let budget = Budget {
            deadline: Instant::now() + limits.time,
            limits,
            memory: self.options.memory,
        };
        self.statistics.queries += 1;
        let answer = match self.decide(pool, constraints, hint, &budget) {
            Ok(answer) => answer,
            Err(why) => Answer::Unknown(why),
        };
        match &answer {
            Answer::Sat(_) => self.statistics.satisfiable += 1,
            Answer::Unsat(_) => self.statistics.unsatisfiable += 1,
            Answer::Unknown(why) => {
                self.statistics.unknown += 1;
                self.statistics.unsupported += u64::from(*why == Unknown::Incomplete);
            }
        }
        answer
    }

    fn statistics(&self) -> Vec<(&'static str, u64)> {
        let (sat, abstracting) = (
            self.exact.statistics(),
            self.abstracting
                .as_ref()
                .map(Instance::statistics)
                .unwrap_or_default(),
        );
        let s = &self.statistics;
        vec![
            ("native queries", s.queries),
            ("native sat", s.satisfiable),
            ("native unsat", s.unsatisfiable),
            ("native unknown", s.unknown),
            ("native unsupported", s.unsupported),
            ("native folded", s.folded),
            ("native rewritten", s.rewritten),
            ("native rewritten answered", s.rewritten_answered),
            ("native eliminated", s.eliminated),
            ("native abstracted", s.abstracted),
            ("native abstracted answered", s.abstracted_answered),
            ("native operation lemmas", s.operation_lemmas),
            ("native operation circuits", s.operation_circuits),
            ("native boundary searches", s.boundary_searches),
            ("native boundary models", s.boundary_models),
            ("native rebuilds", s.rebuilds),
            ("native agreements", s.array_lemmas),
            ("native nodes", self.exact.nodes() as u64),
            ("native variables", sat.variables),
            ("native clauses", sat.clauses),
            ("native learnt clauses", sat.learnt),
            (
                "native conflicts",
                s.dropped_conflicts + sat.conflicts + abstracting.conflicts,
            ),
            (
                "native decisions",
                s.dropped_decisions + sat.decisions + abstracting.decisions,
            ),
            (
                "native propagations",
                s.dropped_propagations + sat.propagations + abstracting.propagations,
            ),
            ("native bytes", self.memory() as u64),
        ]
    }
}
