//! The greatest part of the candidates that is inductive.

use super::{all, transitions::Loops, ways_to};
use ir::BlockId;
use rustc_hash::FxHashMap;
use solver::{Answer, PathCondition, Solver};
use std::time::Instant;
use term::{Evaluator, Model, Pool, Term};

/// Candidates of a header that the others are searched for that imply them.
const PRUNED: usize = 200;

pub(crate) struct Houdini<'a> {
    pub(crate) pool: &'a mut Pool,
    pub(crate) solver: &'a mut Solver,
    pub(crate) loops: &'a Loops,
    pub(crate) until: Instant,
    pub(crate) queries: &'a mut u64,
}

type Candidates = FxHashMap<BlockId, Vec<Term>>;

impl Houdini<'_> {
    /// Drops candidates until the others are an invariant. If there is no time for that, nothing is left.
    pub(crate) fn reduce(&mut self, candidates: &mut Candidates) {
        loop {
            let mut changed = false;
            for header in &self.loops.headers {
                let before = candidates[&header.block].len();
                self.check(header.block, candidates);
                changed |= candidates[&header.block].len() < before;
            }
            if Instant::now() >= self.until {
                candidates.clear();
                return;
            }
            if !changed {
                break;
            }
        }
        for known in candidates.values_mut() {
            self.without_implied(known);
        }
    }

    /// Drops the candidates of a header that some way to it refutes.
    fn check(&mut self, header: BlockId, candidates: &mut Candidates) {
        for way in ways_to(self.loops, header) {
            let slots = self.loops.headers.iter().find(|it| it.block == header);
            let Some(slots) = slots.map(|header| &header.slots) else {
                return;
            };
            let ends: FxHashMap<Term, Term> = slots
                .iter()
                .copied()
                .zip(way.values.iter().copied())
                .collect();
            let mut premise = all(self.pool, &way.guards);
            if let Some(from) = way.from {
                let known = all(self.pool, &candidates[&from]);
                premise = self.pool.and(premise, known);
            }
            let here = candidates.entry(header).or_default();
            let after: Vec<Term> = here
                .iter()
                .map(|&it| self.pool.substitute(it, &ends))
                .collect();
            let refuted = self.refuted(premise, &after);
            let mut refuted = refuted.into_iter();
            here.retain(|_| !refuted.next().unwrap_or(true));
        }
    }

    /// Which of these do not follow from a premise, as far as that is known.
    fn refuted(&mut self, premise: Term, conclusions: &[Term]) -> Vec<bool> {
        let mut refuted = vec![false; conclusions.len()];
        loop {
            let left = conclusions
                .iter()
                .zip(&refuted)
                .filter(|(_, refuted)| !**refuted);
            let left: Vec<Term> = left.map(|(&conclusion, _)| conclusion).collect();
            let whole = all(self.pool, &left);
            match self.counterexample(premise, whole) {
                Answer::Unsat(_) => return refuted,
                Answer::Sat(model) => {
                    let mut evaluator = Evaluator::new();
                    evaluator.set_model(model);
                    let before = refuted.clone();
                    for (conclusion, refuted) in conclusions.iter().zip(&mut refuted) {
                        *refuted |= !evaluator.bool(self.pool, *conclusion);
                    }
                    if before == refuted {
                        self.one_by_one(premise, conclusions, &mut refuted);
                        return refuted;
                    }
                }
                Answer::Unknown(_) => {
                    self.one_by_one(premise, conclusions, &mut refuted);
                    return refuted;
                }
            }
            if Instant::now() >= self.until {
                return vec![true; conclusions.len()];
            }
        }
    }

    /// Where all together are too hard.
    fn one_by_one(&mut self, premise: Term, conclusions: &[Term], refuted: &mut [bool]) {
        for (&conclusion, refuted) in conclusions.iter().zip(refuted) {
            let late = Instant::now() >= self.until;
            *refuted = *refuted
                || late
                || !matches!(self.counterexample(premise, conclusion), Answer::Unsat(_));
        }
    }

    fn counterexample(&mut self, premise: Term, conclusion: Term) -> Answer {
        let fails = self.pool.not(conclusion);
        let goal = self.pool.and(premise, fails);
        match self.pool.constant_bool(goal) {
            Some(false) => return Answer::Unsat(Vec::new()),
            Some(true) => return Answer::Sat(Model::new()),
            None => {}
        }
        *self.queries += 1;
        let (nothing, hint) = (PathCondition::new(), Model::new());
        self.solver.check(self.pool, &nothing, goal, &hint)
    }

    /// Drops what the others say anyway: the weaker ones are asked about first.
    fn without_implied(&mut self, candidates: &mut Vec<Term>) {
        let mut at = candidates.len().min(PRUNED);
        while at > 0 && Instant::now() < self.until {
            at -= 1;
            let candidate = candidates.remove(at);
            let others = all(self.pool, candidates);
            if !matches!(self.counterexample(others, candidate), Answer::Unsat(_)) {
                candidates.insert(at, candidate);
            }
        }
    }
}
