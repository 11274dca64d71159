//! What a run does when memory is short: snapshots go first, those of the nodes that the strategy
//! will come to last; if there are none left to drop, the search goes depth first for a while,
//! which leaves fewer nodes pending with each path.

use crate::explorer::Explorer;
use crate::snapshot::Pending;
use crate::strategy::{Strategy, View};
use crate::tree::NodeId;

/// Forks between two looks at the memory in use.
const LOOK_EVERY: u32 = 256;

/// Whether memory is short, and what was done about it.
#[derive(Debug, Default)]
pub(crate) struct Shortage {
    /// Forks since the last look.
    forks: u32,
    /// Forks since snapshots were last dropped.
    forks_since_drop: usize,
    /// Dropping snapshots did not help.
    depth_first: bool,
    /// The node that a depth-first search would visit next.
    next: Option<NodeId>,
    /// Most bytes in use when looked at.
    pub(crate) peak_bytes: usize,
    /// Nodes chosen depth first instead of by the strategy.
    pub(crate) chosen_depth_first: u64,
}

impl Explorer {
    /// Looks at the memory in use now and then, and drops snapshots if it exceeds the budget.
    pub(crate) fn watch_memory(&mut self) {
        self.shortage.forks += 1;
        self.shortage.forks_since_drop += 1;
        let look = self.shortage.forks >= LOOK_EVERY;
        if !look && !self.snapshots.exceed_budget() {
            return;
        }
        self.shortage.forks = 0;
        let (used, budget) = (
            (self.options.memory_in_use)(),
            self.options.limits.memory_bytes,
        );
        self.shortage.peak_bytes = self.shortage.peak_bytes.max(used);
        if used <= budget && !self.snapshots.exceed_budget() {
            if used < budget / 8 * 7 {
                self.shortage.depth_first = false;
            }
            return;
        }
        self.drop_snapshots();
        self.shortage.depth_first = (self.options.memory_in_use)() > budget;
    }

    /// Drops snapshots down to three quarters of the budget. All pending nodes are ranked for that:
    /// so it is done only after so many forks that it does not show.
    fn drop_snapshots(&mut self) {
        let dear = self.tree.pending() / 64 > self.shortage.forks_since_drop;
        if !self.snapshots.any() || dear {
            return;
        }
        self.shortage.forks_since_drop = 0;
        let view = View {
            tree: &self.tree,
            coverage: &self.coverage,
            program: &**self.machine.program(),
        };
        let enough = self.options.limits.memory_bytes / 4 * 3;
        for entry in self.strategy.ranking(&view) {
            if !self.snapshots.exceed(enough) && (self.options.memory_in_use)() <= enough {
                return;
            }
            if !view.is_current(entry) {
                continue;
            }
            if let Some(Pending::Arm { point, .. }) = self.pending.get(entry.node) {
                self.snapshots.drop_of(point);
            }
        }
    }

    /// The node to visit next: the strategy's choice, unless memory is short.
    pub(crate) fn next_node(&mut self) -> Option<NodeId> {
        if self.shortage.depth_first
            && let Some(node) = self.shortage.next.take()
            && self.tree.is_pending(node)
        {
            self.shortage.chosen_depth_first += 1;
            self.shortage.next = self.tree.nearest_pending(node);
            return Some(node);
        }
        let view = View {
            tree: &self.tree,
            coverage: &self.coverage,
            program: &**self.machine.program(),
        };
        let node = self.strategy.next(&view, &mut self.random)?;
        self.shortage.next = match self.shortage.depth_first {
            true => self.tree.nearest_pending(node),
            false => None,
        };
        Some(node)
    }

    /// Notes where a depth-first search goes on after the path that ends at this leaf.
    pub(crate) fn note_leaf(&mut self, leaf: NodeId) {
        if self.shortage.depth_first {
            self.shortage.next = self.tree.nearest_pending(leaf);
        }
    }
}
