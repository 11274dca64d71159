//! Answers to queries about long paths from the few constraints that matter.
//!
//! On a long path whose constraints share inputs every query is as long as the path, and the path
//! costs quadratic time. Most goals are decided by a few of the constraints: the query is put with
//! those next to the goal, and what a model of them violates is added for the next round. A
//! contradiction among some constraints is one of all; a model that differs from the hint in a few
//! inputs needs evaluation only where these occur, as the hint satisfies the rest.

use super::{Solver, Staged};
use crate::answer::{Answer, Unknown};
use std::time::Instant;
use term::{InputMask, Model, Pool, Term};

/// Constraints up to which a query is put as a whole.
const SHORT: usize = 64;
/// Constraints that the first round has, the latest that share an input with the goal.
const FIRST: usize = 16;
/// Violated constraints that a round adds, the latest.
const ADDED: usize = 32;
/// Rounds before the query is put as a whole.
const ROUNDS: usize = 12;

impl Solver {
    /// Answers from a part of a slice; `None` if it is short, or if a part is not enough.
    pub(super) fn answer_from_subset(
        &mut self,
        pool: &mut Pool,
        slice: &[Term],
        goal: Term,
        hint: &Model,
    ) -> Option<Staged> {
        if slice.len() <= SHORT {
            return None;
        }
        let start = Instant::now();
        let mut chosen = vec![false; slice.len()];
        let inputs: InputMask = pool.inputs_of(goal).iter().copied().collect();
        let next_to_goal = (0..slice.len()).rev();
        let next_to_goal = next_to_goal.filter(|&i| pool.has_input_in(slice[i], &inputs));
        next_to_goal.take(FIRST).for_each(|i| chosen[i] = true);
        for _ in 0..ROUNDS {
            let part: Vec<Term> = (0..slice.len())
                .filter(|&i| chosen[i])
                .map(|i| slice[i])
                .collect();
            if part.len() > slice.len() / 2 || start.elapsed() > self.time / 4 {
                return None;
            }
            let staged = self.answer_slice(pool, part, goal, hint);
            let model = match &staged.answer {
                Answer::Sat(model) => model,
                Answer::Unknown(Unknown::Incomplete | Unknown::ResourceLimit) => return None,
                // The time is spent.
                Answer::Unsat(_) | Answer::Unknown(_) => {
                    self.statistics.near += 1;
                    return Some(staged);
                }
            };
            if !self.add_violated(pool, slice, &mut chosen, model, hint) {
                self.statistics.near += 1;
                return Some(staged);
            }
            self.statistics.widened += 1;
        }
        None
    }

    /// Adds the latest constraints that a model violates; false if there are none.
    fn add_violated(
        &mut self,
        pool: &Pool,
        slice: &[Term],
        chosen: &mut [bool],
        model: &Model,
        hint: &Model,
    ) -> bool {
        let changes = model.changes_since(hint);
        let changed: InputMask = changes.iter().map(|(input, _)| *input).collect();
        let evaluator = &mut self.evaluator;
        evaluator.set_model(model.clone());
        let mut violated = (0..slice.len()).rev().filter(|&i| {
            !chosen[i] && pool.has_input_in(slice[i], &changed) && !evaluator.bool(pool, slice[i])
        });
        let added: Vec<usize> = violated.by_ref().take(ADDED).collect();
        for &i in &added {
            chosen[i] = true;
        }
        !added.is_empty()
    }
}
