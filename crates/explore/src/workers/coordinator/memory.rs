//! The limit on memory when there are several workers: what the coordinator does not take itself, it
//! divides evenly among them. It has what is left to explore as tasks, which may be much.

use super::Coordinator;
use crate::workers::messages::ToWorker;

/// Part of its share by which a worker's must change for it to be told.
const CHANGE: usize = 64;

impl Coordinator<'_> {
    /// Says to the workers how much memory they may use, if that has changed.
    pub(super) fn share_memory(&mut self) {
        let own = (self.worker_pool.memory_in_use)();
        let left = self.limits.memory_bytes.saturating_sub(own);
        let share = left / self.worker_pool.jobs as usize;
        if share.abs_diff(self.memory) <= self.memory / CHANGE {
            return;
        }
        self.memory = share;
        for worker in self.alive() {
            self.say(worker, &ToWorker::Memory(share));
        }
    }
}
