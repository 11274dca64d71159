//! The limit on instructions when several workers use them up: each is allowed a portion and asks for
//! more when it has executed it, so that all together execute no more than they may.

use super::Coordinator;
use crate::workers::messages::ToWorker;

/// Smallest portion: asking costs about as much time as these take.
const LEAST: u64 = 1 << 17;

impl Coordinator<'_> {
    /// Instructions that nobody is allowed to execute yet.
    fn not_allowed(&self) -> u64 {
        // What has ended or has nothing to do executes no more than it has.
        let used = self.workers.iter().map(|worker| match worker.spent {
            false if worker.ended || worker.idle => worker.executed,
            _ => worker.allowed.max(worker.executed),
        });
        let limit = self.limits.instructions.unwrap_or(u64::MAX);
        limit.saturating_sub(used.sum())
    }

    /// Instructions that one more may execute: a part of what is left, so that none keeps long what
    /// others wait for.
    pub(super) fn portion(&self) -> u64 {
        let left = self.not_allowed();
        (left / (2 * u64::from(self.worker_pool.jobs)))
            .max(LEAST)
            .min(left)
    }

    /// Gives those who wait more instructions to execute, if there are more.
    pub(super) fn allow(&mut self) {
        let waiting = |&index: &usize| self.workers[index].spent;
        let waiting: Vec<usize> = self.alive().into_iter().filter(waiting).collect();
        for index in waiting {
            let portion = self.portion();
            if portion == 0 {
                return;
            }
            self.let_execute(index, portion);
            self.workers[index].spent = false;
        }
    }

    /// A worker that has nothing to do is about to get something: what it was allowed before may have
    /// gone to others.
    pub(super) fn allow_again(&mut self, index: usize) {
        if self.limits.instructions.is_some() {
            let portion = self.portion();
            self.let_execute(index, portion);
        }
    }

    fn let_execute(&mut self, index: usize, portion: u64) {
        let worker = &mut self.workers[index];
        worker.allowed = worker.executed.saturating_add(portion);
        let allowed = worker.allowed;
        self.say(index, &ToWorker::Allow(allowed));
    }

    /// True if all instructions are executed: there are none left, and nobody executes any.
    pub(super) fn instructions_are_spent(&self) -> bool {
        if self.limits.instructions.is_none() {
            return false;
        }
        let rests = |index: usize| self.workers[index].spent || self.workers[index].idle;
        self.not_allowed() == 0 && self.alive().into_iter().all(rests)
    }
}
