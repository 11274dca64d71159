//! Finding a model without a decision procedure.
//!
//! A goal is inverted onto inputs, starting from the values that the hint gives; what that breaks
//! elsewhere is repaired by inverting the broken constraints in turn. After "Propagation based
//! local search for bit-precise reasoning" (Niemetz, Preiner, Biere 2017): values are propagated
//! from a constraint towards one input along inverse values, but here every step yields a few
//! candidates, and the one that violates least is taken. Whatever comes out has been evaluated.

mod boundary;
mod inverse;
mod invert;
mod modular;
mod numeric;
mod task;

use crate::query::Query;
use crate::wanted::Wanted;
pub(crate) use boundary::Boundaries;
pub(crate) use inverse::replace_bits;
pub(crate) use invert::{Updates, candidates};
use rustc_hash::FxHashSet;
use term::{Evaluator, Model, Pool, Term};

/// Candidates tried for one constraint.
const CANDIDATES: usize = 8;
/// Terms evaluated in the repairs of one query.
const EVALUATIONS: usize = 300_000;

/// A model with the constraints that it violates.
struct Candidate {
    model: Model,
    violated: Vec<Term>,
}

/// The search for one query; `evaluator` is left under some candidate.
pub(crate) struct Search<'a> {
    pub(crate) pool: &'a Pool,
    pub(crate) evaluator: &'a mut Evaluator,
    pub(crate) query: &'a Query,
    pub(crate) hint: &'a Model,
    /// Candidate models evaluated.
    pub(crate) tried: u64,
    best: Option<Candidate>,
}

impl<'a> Search<'a> {
    pub(crate) fn new(
        pool: &'a Pool,
        evaluator: &'a mut Evaluator,
        query: &'a Query,
        hint: &'a Model,
    ) -> Search<'a> {
        Search {
            pool,
            evaluator,
            query,
            hint,
            tried: 0,
            best: None,
        }
    }

    /// Inverts the goal once.
    pub(crate) fn invert(&mut self) -> Option<Model> {
        let goal = self.query.simplified.unwrap_or(self.query.goal);
        self.step(&self.hint.clone(), goal)
    }

    /// Tries one assignment, as a model and as a start for repairs.
    pub(crate) fn propose(&mut self, updates: &Updates) -> Option<Model> {
        self.consider(&self.hint.clone(), updates)
    }

    /// Repairs the best candidate so far, at most `steps` times.
    pub(crate) fn repair(&mut self, steps: u32) -> Option<Model> {
        self.best.as_ref()?;
        // A candidate costs the evaluation of everything below the constraints.
        let cost = terms_below(self.pool, &self.query.set, EVALUATIONS);
        let most = EVALUATIONS / cost.max(1);
        let before = self.tried;
        for step in 0..steps as usize {
            if self.tried - before >= most as u64 {
                return None;
            }
            let state = self.best.take()?;
            let broken = state.violated[step % state.violated.len()];
            if let Some(model) = self.step(&state.model, broken) {
                return Some(model);
            }
        }
        None
    }

    /// Makes one constraint true from `base`, in a few ways.
    fn step(&mut self, base: &Model, constraint: Term) -> Option<Model> {
        self.evaluator.set_model(base.clone());
        let wanted = [(constraint, Wanted::Bool(true))];
        let all = candidates(self.pool, self.evaluator, &wanted, CANDIDATES);
        all.iter().find_map(|updates| self.consider(base, updates))
    }

    /// Evaluates a candidate: a model if it violates nothing; else kept if it is the best.
    fn consider(&mut self, base: &Model, updates: &Updates) -> Option<Model> {
        let mut model = base.clone();
        for (input, value) in updates {
            model.set(*input, value.clone());
        }
        self.tried += 1;
        self.evaluator.set_model(model.clone());
        let limit = self
            .best
            .as_ref()
            .map_or(usize::MAX, |best| best.violated.len());
        let mut violated = Vec::new();
        // The goals come first: they are the likeliest to be violated.
        let order = self.query.goals().iter().chain(self.query.path());
        for &t in order {
            if !self.evaluator.bool(self.pool, t) {
                violated.push(t);
                if violated.len() >= limit {
                    return None;
                }
            }
        }
        if violated.is_empty() {
            return Some(model);
        }
        self.best = Some(Candidate { model, violated });
        None
    }
}

/// Number of terms that the evaluation of some takes, or `most`.
fn terms_below(pool: &Pool, roots: &[Term], most: usize) -> usize {
    let mut seen: FxHashSet<Term> = FxHashSet::default();
    let mut pending = roots.to_vec();
    while let Some(t) = pending.pop() {
        if seen.insert(t) {
            if seen.len() >= most {
                break;
            }
            pending.extend(pool.arguments(t));
        }
    }
    seen.len()
}
