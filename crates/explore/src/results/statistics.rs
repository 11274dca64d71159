//! Counters of explorers.

use super::lazy_statistics::LazyStatistics;
use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What an explorer did and used.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Statistics {
    /// Counters of the machine.
    pub machine: vm::Statistics,
    /// Counters of the solver by stage.
    pub solver: solver::Statistics,
    /// Most nodes pending at one time.
    pub peak_pending: usize,
    /// Estimated bytes of the snapshots of pending nodes, when most were kept.
    pub peak_snapshot_bytes: usize,
    /// Most bytes that the process had allocated when it was looked at, and at the end.
    pub peak_memory_bytes: usize,
    /// Nodes visited depth first instead of in the strategy's order, for want of memory.
    pub chosen_depth_first: u64,
    /// Snapshots dropped for want of memory.
    pub snapshots_dropped: u64,
    /// Paths replayed from an ancestor because of that.
    pub replays: u64,
    /// Nodes of others (workers, an earlier run) that were reached by running from the start.
    pub tasks_taken: u64,
    /// Times that a path waited for others.
    pub pauses: u64,
    /// Terms built.
    pub terms: usize,
    /// Arms of user code in the program.
    pub arms: u32,
    /// What lazy expansion did.
    pub lazy: LazyStatistics,
    /// What pruning took.
    pub prune: PruneStatistics,
    /// States that sequences of calls led to.
    pub state_matching: StateMatchingStatistics,
}

/// States that sequences of calls led to, where these are compared.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize)]
pub struct StateMatchingStatistics {
    /// Those that no earlier one was the same as.
    pub states: u64,
    /// Those at which sequences ended, as an earlier one was the same.
    pub matched: u64,
}

/// What pruning took.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct PruneStatistics {
    /// Time, of all workers together.
    pub time: Duration,
    /// Instructions that were run again to see what matters; those of the machine count them, too.
    pub instructions: u64,
}

impl PruneStatistics {
    /// Adds those of another explorer.
    pub fn add(&mut self, other: &PruneStatistics) {
        self.time += other.time;
        self.instructions += other.instructions;
    }
}

impl Statistics {
    /// Adds those of an explorer before this one or behind it: their peaks are not at one time.
    pub fn add_later(&mut self, other: &Statistics) {
        let peaks = (
            self.peak_pending.max(other.peak_pending),
            self.peak_snapshot_bytes.max(other.peak_snapshot_bytes),
            self.peak_memory_bytes.max(other.peak_memory_bytes),
        );
        self.add(other);
        (
            self.peak_pending,
            self.peak_snapshot_bytes,
            self.peak_memory_bytes,
        ) = peaks;
    }

    /// Adds those of another explorer: sums, of peaks too, as both use memory at one time.
    pub fn add(&mut self, other: &Statistics) {
        self.machine.add(&other.machine);
        self.solver.add(&other.solver);
        self.peak_pending += other.peak_pending;
        self.peak_snapshot_bytes += other.peak_snapshot_bytes;
        self.peak_memory_bytes += other.peak_memory_bytes;
        self.chosen_depth_first += other.chosen_depth_first;
        self.snapshots_dropped += other.snapshots_dropped;
        self.replays += other.replays;
        self.tasks_taken += other.tasks_taken;
        self.pauses += other.pauses;
        self.terms += other.terms;
        self.arms = self.arms.max(other.arms);
        self.lazy.add(&other.lazy);
        self.prune.add(&other.prune);
        self.state_matching.states += other.state_matching.states;
        self.state_matching.matched += other.state_matching.matched;
    }
}
