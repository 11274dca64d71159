//! Whether memory is short. Snapshots go first then, those of the nodes that the strategy will come
//! to last; if there are none left to drop, the search goes depth first for a while, which leaves
//! fewer nodes pending with each path.

use crate::strategy::RANKING_BYTES;

/// Forks between two looks at the memory in use.
const LOOK_EVERY: u32 = 256;

/// What was seen of the memory in use, and what was done about it.
#[derive(Debug)]
pub(crate) struct MemoryPressure {
    /// Bytes that the process has allocated.
    in_use: fn() -> usize,
    /// Bytes it may use.
    budget: usize,
    /// Forks since the last look.
    forks: u32,
    /// Forks since snapshots were last dropped.
    forks_since_drop: usize,
    /// Dropping snapshots did not help.
    depth_first: bool,
    /// Most bytes in use when looked at.
    peak_bytes: usize,
}

impl MemoryPressure {
    pub(crate) fn new(in_use: fn() -> usize, budget: usize) -> MemoryPressure {
        MemoryPressure {
            in_use,
            budget,
            forks: 0,
            forks_since_drop: 0,
            depth_first: false,
            peak_bytes: 0,
        }
    }

    /// So many bytes may be used from now on.
    pub(crate) fn allow(&mut self, budget: usize) {
        self.budget = budget;
    }

    /// A fork was met: true if it is time to look, or `urgent` says so anyway.
    pub(crate) fn is_due(&mut self, urgent: bool) -> bool {
        self.forks += 1;
        self.forks_since_drop += 1;
        let due = self.forks >= LOOK_EVERY || urgent;
        if due {
            self.forks = 0;
        }
        due
    }

    /// Looks at the memory in use: true if it is too much for a search with so many pending nodes.
    pub(crate) fn is_short(&mut self, pending: usize) -> bool {
        let (used, usable) = ((self.in_use)(), self.usable(pending));
        self.peak_bytes = self.peak_bytes.max(used);
        if used < usable / 8 * 7 {
            self.depth_first = false;
        }
        used > usable
    }

    /// After snapshots were dropped, if that was possible: whether it helped.
    pub(crate) fn look_again(&mut self, pending: usize) {
        self.depth_first = (self.in_use)() > self.usable(pending);
    }

    /// What may be in use: the budget less what it takes to choose the snapshots to be dropped, and
    /// something for what is allocated between two looks, for tables while they grow, and for gaps
    /// that nothing fits into.
    fn usable(&self, pending: usize) -> usize {
        let ranking = pending * RANKING_BYTES;
        self.budget.saturating_sub(self.budget / 10 + ranking)
    }

    /// True if snapshots may be dropped now. All pending nodes are ranked for that: so it is done
    /// only after so many forks that it does not show.
    pub(crate) fn may_drop(&mut self, pending: usize) -> bool {
        let may = pending / 64 <= self.forks_since_drop;
        if may {
            self.forks_since_drop = 0;
        }
        may
    }

    /// Bytes down to which snapshots are dropped: three quarters of the budget.
    pub(crate) fn enough(&self) -> usize {
        self.budget / 4 * 3
    }

    /// Bytes that the process has allocated.
    pub(crate) fn in_use(&self) -> usize {
        (self.in_use)()
    }

    /// True if dropping snapshots did not help.
    pub(crate) fn goes_depth_first(&self) -> bool {
        self.depth_first
    }

    /// Most bytes in use when looked at, now included.
    pub(crate) fn peak_bytes(&self) -> usize {
        self.peak_bytes.max(self.in_use())
    }
}
