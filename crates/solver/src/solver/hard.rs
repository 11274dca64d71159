//! Questions that a search by evaluation may answer where a back end does not: a little of the search, the
//! back end, and then the search for as long as there is time.

use super::Solver;
use crate::answer::{Answer, Unknown};
use crate::descent::{Descent, Hardness};
use crate::query::Query;
use crate::statistics::Statistics;
use std::sync::atomic::Ordering;
use std::time::Instant;
use term::{Model, Pool};

impl Solver {
    /// The back end, with a search by evaluation before it and behind it. The search goes other ways at each
    /// attempt.
    pub(super) fn work_hard(
        &mut self,
        pool: &mut Pool,
        query: &Query,
        hint: &Model,
        (hardness, attempt): (Hardness, u32),
    ) -> (&'static str, Answer) {
        let begun = Instant::now();
        let (time, interrupt) = (self.time, self.interrupt.clone());
        let stop = || begun.elapsed() >= time || interrupt.load(Ordering::Relaxed);
        let mut descent = Descent::new(pool, &query.set, (hint, attempt), &stop);
        let first = hardness.first_steps();
        if let Some(model) = self.descend(pool, query, hint, descent.as_mut(), first) {
            return ("descended", Answer::Sat(model));
        }
        if descent.is_some() {
            let (part, of) = hardness.back_end_part();
            self.refinement.allow(time * part / of);
        }
        let answer = self.decide(pool, query, hint);
        self.refinement.allow(time);
        let Answer::Unknown(why) = answer else {
            return ("backend", answer);
        };
        if let Some(model) = self.descend(pool, query, hint, descent.as_mut(), u64::MAX) {
            return ("descended", Answer::Sat(model));
        }
        let why = match descent {
            _ if self.interrupt.load(Ordering::Relaxed) => Unknown::Interrupted,
            Some(_) => Unknown::TimeOut,
            None => why,
        };
        ("backend", Answer::Unknown(why))
    }

    /// Searches for so many steps of evaluation.
    fn descend(
        &mut self,
        pool: &Pool,
        query: &Query,
        hint: &Model,
        descent: Option<&mut Descent<'_>>,
        steps: u64,
    ) -> Option<Model> {
        let descent = descent?;
        let start = Instant::now();
        let found = descent.find(pool, steps, hint);
        Statistics::spend(&mut self.statistics.time_search, start.elapsed());
        let model = found?;
        self.evaluator.set_model(model.clone());
        let evaluator = &mut self.evaluator;
        let holds = query.set.iter().all(|&t| evaluator.bool(pool, t));
        debug_assert!(holds, "tapes agree with evaluation");
        holds.then_some(model)
    }
}
