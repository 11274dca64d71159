//! The chain of stages that a query goes through.

use crate::answer::{Answer, Unknown};
use crate::bounds;
use crate::cache::{Assignment, Cache, Known};
use crate::clock::CoarseInstant;
use crate::descent::Hardness;
use crate::equality;
use crate::options::{Options, SolverError};
use crate::path::PathCondition;
use crate::query::Query;
use crate::record::Recorder;
use crate::refinement_loop::RefinementLoop;
use crate::search::{Search, candidates};
use crate::second_opinion::SecondOpinion;
use crate::statistics::Statistics;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use term::{Evaluator, InputId, Model, Pool, Term, Value};

mod constraint_subset;
mod hard;

/// Answers whether goals can hold together with paths.
pub struct Solver {
    options: Options,
    /// Time for a query, at most that of the options.
    time: Duration,
    interrupt: Arc<AtomicBool>,
    /// Queries that were left open are asked anew.
    insists: bool,
    /// How often a query was left open, for those that took all of their time.
    left_open: FxHashMap<Arc<[Term]>, u32>,
    statistics: Statistics,
    evaluator: Evaluator,
    cache: Cache,
    refinement: RefinementLoop,
    second: SecondOpinion,
    recorder: Option<Recorder>,
}

/// An answer with the stage that gave it.
struct Staged {
    answer: Answer,
    stage: &'static str,
    /// The query, if slicing was reached.
    query: Option<Query>,
}

impl Staged {
    fn early(stage: &'static str, answer: Answer) -> Staged {
        Staged {
            answer,
            stage,
            query: None,
        }
    }
}

impl Solver {
    /// A solver; fails if its back end or its dump directory cannot be used. Setting `interrupt`
    /// from elsewhere stops the query that is running, and those that come.
    pub fn new(options: Options, interrupt: Arc<AtomicBool>) -> Result<Solver, SolverError> {
        Ok(Solver {
            insists: false,
            left_open: FxHashMap::default(),
            statistics: Statistics::default(),
            evaluator: Evaluator::new(),
            cache: Cache::new(options.cache),
            refinement: RefinementLoop::new(&options, interrupt.clone()),
            second: SecondOpinion::new(&options, interrupt.clone())?,
            recorder: options
                .record
                .as_deref()
                .map(Recorder::create)
                .transpose()?,
            time: options.time,
            options,
            interrupt,
        })
    }

    /// Queries may take this part of their time from now on; all of it unless told otherwise. An
    /// answer that a part was too short for is not remembered.
    pub fn allow(&mut self, part: u32, of: u32) {
        self.time = self.options.time * part / of;
        self.refinement.allow(self.time);
    }

    /// Queries that were left open for want of time are asked anew from now on, or not: searches go other
    /// ways then. Otherwise the answer is the one remembered.
    pub fn insist(&mut self, insists: bool) {
        self.insists = insists;
    }

    /// Can `goal` hold together with `path`? The hint must satisfy the path. A model that is
    /// returned satisfies both; inputs that the goal does not depend on keep the hint's values.
    pub fn check(
        &mut self,
        pool: &mut Pool,
        path: &PathCondition,
        goal: Term,
        hint: &Model,
    ) -> Answer {
        let (answer, query) = self.check_conjuncts(pool, path, goal, hint);
        match (answer, query) {
            (Answer::Unsat(core), Some(query)) => Answer::Unsat(query.core(core)),
            (answer, _) => answer,
        }
    }

    /// Which of the conjuncts of a goal nothing satisfies together; `None` if something may.
    pub fn refute(&mut self, pool: &mut Pool, goal: Term) -> Option<Vec<Term>> {
        let (nothing, hint) = (PathCondition::new(), Model::new());
        match self.check_conjuncts(pool, &nothing, goal, &hint).0 {
            Answer::Unsat(core) => Some(core),
            Answer::Sat(_) | Answer::Unknown(_) => None,
        }
    }

    /// An answer whose core has the conjuncts of the goal, with the query if slicing was reached.
    fn check_conjuncts(
        &mut self,
        pool: &mut Pool,
        path: &PathCondition,
        goal: Term,
        hint: &Model,
    ) -> (Answer, Option<Query>) {
        self.statistics.queries += 1;
        let Staged {
            mut answer,
            stage,
            query,
        } = self.answer(pool, path, goal, hint);
        self.statistics.count_stage(stage);
        if let Some(query) = &query {
            self.second
                .dump(pool, query, &answer, stage, &mut self.statistics);
        }
        if self.options.check {
            let evaluator = &mut self.evaluator;
            let statistics = &mut self.statistics;
            answer = self
                .second
                .confirm(pool, path, goal, answer, stage, evaluator, statistics);
        }
        if let Some(recorder) = self.recorder.as_mut().filter(|_| query.is_some()) {
            recorder.query(pool, path, goal, &answer);
        }
        match &answer {
            Answer::Sat(_) => self.statistics.sat += 1,
            Answer::Unsat(_) => self.statistics.unsat += 1,
            Answer::Unknown(_) => self.statistics.unknown += 1,
        }
        (answer, query)
    }

    /// Counters of every stage.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// Counters of the back end.
    pub fn backend_statistics(&self) -> Vec<(&'static str, u64)> {
        self.refinement.statistics()
    }

    /// The first disagreement between an answer and its second opinion, if there was one: the run
    /// cannot be believed then.
    pub fn disagreement(&self) -> Option<&SolverError> {
        self.second.disagreement()
    }

    /// Which of the constraints are unsatisfiable already, by the back end's own answer; `None` if
    /// it does not say that they are.
    pub(crate) fn core(&mut self, pool: &mut Pool, constraints: &[Term]) -> Option<Vec<Term>> {
        let (evaluator, statistics) = (&mut self.evaluator, &mut self.statistics);
        let model = Model::new();
        let refinement = &mut self.refinement;
        match refinement.decide(pool, constraints, &model, evaluator, statistics) {
            Answer::Unsat(core) => Some(core),
            Answer::Sat(_) | Answer::Unknown(_) => None,
        }
    }

    /// Takes the disagreement out, to be returned as an error.
    pub(crate) fn take_disagreement(&mut self) -> Option<SolverError> {
        self.second.take_disagreement()
    }

    /// The stages before the caches: constants, the hint, slicing, equalities.
    fn answer(
        &mut self,
        pool: &mut Pool,
        path: &PathCondition,
        goal: Term,
        hint: &Model,
    ) -> Staged {
        if path.is_false() {
            let constraints = path.constraints();
            let none = |t: &Term| pool.inputs_of(*t).is_empty();
            let core = constraints.into_iter().filter(none).collect();
            return Staged::early("constant", Answer::Unsat(core));
        }
        if let Some(false) = pool.constant_bool(goal) {
            return Staged::early("constant", Answer::Unsat(vec![goal]));
        }
        self.evaluator.set_model(hint.clone());
        if self.evaluator.bool(pool, goal) {
            return Staged::early("hint", Answer::Sat(hint.clone()));
        }
        if pool.inputs_of(goal).is_empty() {
            return Staged::early("constant", Answer::Unsat(vec![goal]));
        }
        if self.options.plain {
            return self.ask_back_end(pool, path, goal, hint);
        }
        let slice = path.slice(pool, goal);
        self.statistics.independent += (path.len() - slice.len()) as u64;
        let staged = match self.answer_from_subset(pool, &slice, goal, hint) {
            Some(staged) => staged,
            None => self.answer_slice(pool, slice, goal, hint),
        };
        if let Answer::Sat(_) = &staged.answer {
            self.statistics.kept_inputs += u64::from(path.inputs_beside(pool, goal));
        }
        staged
    }

    /// The stages behind slicing, for a part of the path that the hint satisfies.
    fn answer_slice(
        &mut self,
        pool: &mut Pool,
        slice: Vec<Term>,
        goal: Term,
        hint: &Model,
    ) -> Staged {
        let start = CoarseInstant::now();
        let slice = equality::cut(pool, slice, goal);
        self.statistics.sliced += slice.len() as u64;
        let mut query = Query::new(pool, slice, goal);
        let contradiction = equality::literal_contradiction(pool, &query);
        let refuted = match contradiction {
            Some(core) => Some(("literal", core)),
            None => equality::substitute(pool, &mut query).map(|core| ("equality", core)),
        };
        Statistics::spend(&mut self.statistics.time_prepare, start.elapsed());
        let (stage, answer) = match refuted {
            Some((stage, core)) => (stage, Answer::Unsat(core)),
            None => self.look_up(pool, &query, hint),
        };
        Staged {
            answer,
            stage,
            query: Some(query),
        }
    }

    /// The back end's own answer to the whole path and the goal.
    fn ask_back_end(
        &mut self,
        pool: &mut Pool,
        path: &PathCondition,
        goal: Term,
        hint: &Model,
    ) -> Staged {
        let query = Query::new(pool, path.constraints(), goal);
        let (evaluator, statistics) = (&mut self.evaluator, &mut self.statistics);
        let start = Instant::now();
        let answer = self
            .refinement
            .decide(pool, &query.set, hint, evaluator, statistics);
        Statistics::spend(&mut self.statistics.time_backend, start.elapsed());
        Staged {
            answer,
            stage: "backend",
            query: Some(query),
        }
    }

    /// The caches, then everything behind them, whose answer is remembered.
    fn look_up(&mut self, pool: &mut Pool, query: &Query, hint: &Model) -> (&'static str, Answer) {
        let start = CoarseInstant::now();
        let key = query.key();
        let mut inputs = None;
        let known = self.cached(pool, query, &key, hint, &mut inputs);
        Statistics::spend(&mut self.statistics.time_cache, start.elapsed());
        if let Some(known) = known {
            return known;
        }
        let inputs = inputs.unwrap_or_else(|| query.inputs(pool));
        let attempt = self.left_open.get(&key).copied().unwrap_or(0);
        let (stage, answer) = self.solve_uncached(pool, query, hint, attempt);
        match &answer {
            Answer::Sat(model) => self.remember_model(pool, &key, &inputs, model),
            Answer::Unsat(core) => {
                let core = self.cache.remember_core(core);
                self.cache.remember(key, Known::Unsat(core));
            }
            Answer::Unknown(Unknown::Interrupted) => {}
            Answer::Unknown(_) if self.time < self.options.time => {}
            Answer::Unknown(why) => {
                if *why == Unknown::TimeOut {
                    *self.left_open.entry(key.clone()).or_default() += 1;
                }
                self.cache.remember(key, Known::Unknown(*why));
            }
        }
        (stage, answer)
    }

    fn remember_model(
        &mut self,
        pool: &Pool,
        key: &Arc<[Term]>,
        inputs: &[InputId],
        model: &Model,
    ) {
        let values = inputs.iter().map(|&input| (input, model.get(pool, input)));
        let assignment: Assignment = values.collect();
        self.cache.remember_model(key, &assignment);
        self.cache.remember_recent(inputs, &assignment);
        self.cache.remember(key.clone(), Known::Sat(assignment));
    }

    /// Exact answers, cores of subsets, models of supersets, recent models.
    fn cached(
        &mut self,
        pool: &Pool,
        query: &Query,
        key: &Arc<[Term]>,
        hint: &Model,
        inputs: &mut Option<Vec<InputId>>,
    ) -> Option<(&'static str, Answer)> {
        match self.cache.exact(key) {
            Some(Known::Unsat(core)) => {
                return Some(("cache_exact", Answer::Unsat(core.to_vec())));
            }
            Some(Known::Unknown(why)) if !self.insists || why != Unknown::TimeOut => {
                return Some(("cache_exact", Answer::Unknown(why)));
            }
            Some(Known::Sat(assignment)) => {
                let assignment = assignment.iter();
                if let Some(model) = self.try_assignment(pool, query, hint, assignment) {
                    return Some(("cache_exact", Answer::Sat(model)));
                }
            }
            Some(Known::Unknown(_)) | None => {}
        }
        if let Some(core) = self.cache.core_within(key) {
            self.cache.remember(key.clone(), Known::Unsat(core.clone()));
            return Some(("cache_unsat", Answer::Unsat(core.to_vec())));
        }
        let inputs = inputs.insert(query.inputs(pool));
        if let Some(assignment) = self.cache.superset_model(key) {
            // A superset may name inputs outside of the query: those keep the hint's values, now
            // and whenever the answer is used again.
            let within = |(input, _): &&(InputId, Value)| inputs.binary_search(input).is_ok();
            let assignment: Assignment = assignment.iter().filter(within).cloned().collect();
            if let Some(model) = self.try_assignment(pool, query, hint, assignment.iter()) {
                self.cache.remember(key.clone(), Known::Sat(assignment));
                return Some(("cache_sat", Answer::Sat(model)));
            }
        }
        for assignment in self.cache.recent(inputs) {
            if let Some(model) = self.try_assignment(pool, query, hint, assignment.iter()) {
                self.cache.remember(key.clone(), Known::Sat(assignment));
                return Some(("recent", Answer::Sat(model)));
            }
        }
        None
    }

    /// The hint with an assignment over it, if it satisfies the query.
    fn try_assignment<'m>(
        &mut self,
        pool: &Pool,
        query: &Query,
        hint: &Model,
        assignment: impl Iterator<Item = &'m (InputId, Value)>,
    ) -> Option<Model> {
        let mut model = hint.clone();
        for (input, value) in assignment {
            model.set(*input, value.clone());
        }
        self.statistics.candidates += 1;
        self.evaluator.set_model(model.clone());
        let evaluator = &mut self.evaluator;
        query
            .set
            .iter()
            .rev()
            .all(|&t| evaluator.bool(pool, t))
            .then_some(model)
    }

    /// Search, refutation, and the back end at last.
    fn solve_uncached(
        &mut self,
        pool: &mut Pool,
        query: &Query,
        hint: &Model,
        attempt: u32,
    ) -> (&'static str, Answer) {
        let start = CoarseInstant::now();
        let found = self.search(pool, query, hint);
        Statistics::spend(&mut self.statistics.time_search, start.elapsed());
        if let Some(found) = found {
            return found;
        }
        if self.interrupt.load(Ordering::Relaxed) {
            return ("interrupt", Answer::Unknown(Unknown::Interrupted));
        }
        match Hardness::of(pool, &query.set) {
            Some(hardness) => self.work_hard(pool, query, hint, (hardness, attempt)),
            None => ("backend", self.decide(pool, query, hint)),
        }
    }

    fn decide(&mut self, pool: &mut Pool, query: &Query, hint: &Model) -> Answer {
        let (evaluator, statistics) = (&mut self.evaluator, &mut self.statistics);
        let start = Instant::now();
        let answer = self
            .refinement
            .decide(pool, &query.set, hint, evaluator, statistics);
        Statistics::spend(&mut self.statistics.time_backend, start.elapsed());
        answer
    }

    /// What needs no back end: inverting the goal, refuting by bounds, assigning along the order,
    /// repairing.
    fn search(
        &mut self,
        pool: &Pool,
        query: &Query,
        hint: &Model,
    ) -> Option<(&'static str, Answer)> {
        let statistics = &mut self.statistics;
        let mut search = Search::new(pool, &mut self.evaluator, query, hint);
        let mut found = search
            .invert()
            .map(|model| ("inverted", Answer::Sat(model)));
        if found.is_none() {
            found = match bounds::derive(pool, &query.set) {
                Err(core) => Some(("refuted", Answer::Unsat(core))),
                Ok(Some(bounds)) => propose(pool, &mut search, &bounds, hint)
                    .map(|model| ("ordered", Answer::Sat(model))),
                Ok(None) => None,
            };
        }
        if found.is_none() {
            found = search
                .repair(self.options.repairs)
                .map(|model| ("repaired", Answer::Sat(model)));
        }
        statistics.candidates += search.tried;
        found
    }
}

/// A model with the values that the order of the terms suggests.
fn propose(
    pool: &Pool,
    search: &mut Search<'_>,
    bounds: &bounds::Bounds,
    hint: &Model,
) -> Option<Model> {
    search.evaluator.set_model(hint.clone());
    let wanted = bounds::propose(pool, search.evaluator, bounds)?;
    let all = candidates(pool, search.evaluator, &wanted, 1);
    search.propose(all.first()?)
}
