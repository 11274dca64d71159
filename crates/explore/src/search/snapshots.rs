//! Snapshots of what is pending, under the budget of memory.

use super::{Code, Search};
use crate::paths::{Pending, Snapshot, Snapshots};
use crate::tree::NodeId;
use std::rc::Rc;
use vm::State;

/// Snapshots dropped between two looks at the memory in use.
const DROPPED_AT_ONCE: usize = 256;

impl Search {
    /// Keeps a state.
    pub(crate) fn keep(&mut self, state: State, bytes: usize) -> Snapshot {
        self.snapshots.keep(state, bytes)
    }

    /// Gives up a snapshot: the last node that needs it is visited.
    pub(crate) fn take_snapshot(&mut self, snapshot: &Snapshot) -> Option<State> {
        self.snapshots.take(snapshot)
    }

    /// A state on the path to a node, as far down as one is kept.
    pub(crate) fn nearest_snapshot(&self, node: NodeId) -> Option<State> {
        let mut below = node;
        loop {
            let above = self.tree.parent(below);
            // Nodes that others met hang below the root side by side, whatever leads to them.
            if above == NodeId::ROOT {
                return None;
            }
            for sibling in self.tree.children(above) {
                let Some(Pending::Arm { point, .. }) = self.pending.get(sibling) else {
                    continue;
                };
                // The snapshot stands at the fork itself; the model decides the arm again.
                if let Some(state) = point.snapshot.cloned() {
                    return Some(state);
                }
            }
            below = above;
        }
    }

    /// So many bytes may be used from now on.
    pub(crate) fn allow_memory(&mut self, bytes: usize) {
        self.pressure.allow(bytes);
        self.snapshots.allow(bytes);
    }

    /// After a fork: looks at the memory in use now and then, and drops snapshots if it is too much.
    pub(crate) fn watch_memory(&mut self, code: Code<'_>) {
        self.note_peak();
        let (urgent, pending) = (self.snapshots.exceed_budget(), self.tree.pending());
        if !self.pressure.is_due(urgent) {
            return;
        }
        if self.pressure.is_short(pending) || urgent {
            self.drop_snapshots(code);
            self.pressure.look_again(pending);
        }
    }

    /// Drops snapshots until enough memory is free.
    pub(crate) fn drop_snapshots(&mut self, code: Code<'_>) {
        if !self.snapshots.any() || !self.pressure.may_drop(self.tree.pending()) {
            return;
        }
        let ranking = self.strategy.ranking(&self.view(code));
        let enough = self.pressure.enough();
        let mut used = 0;
        for (number, entry) in ranking.into_iter().enumerate() {
            if number % DROPPED_AT_ONCE == 0 {
                used = self.pressure.in_use();
            }
            if used <= enough && !self.snapshots.exceed(enough) {
                return;
            }
            if let Some(pending) = self.pending.get(entry.node) {
                drop_snapshot(&mut self.snapshots, pending);
            }
        }
    }

    /// A node is given up: its snapshot goes, if no other node needs it.
    pub(crate) fn release(&mut self, pending: &Pending) {
        match pending {
            Pending::Arm { point, .. } if Rc::strong_count(point) == 1 => {
                self.snapshots.take(&point.snapshot);
            }
            Pending::Paused(paused) => {
                self.snapshots.take(&paused.snapshot);
            }
            Pending::Arm { .. } | Pending::Values(_) | Pending::Task(_) | Pending::Inherited(_) => {
            }
        }
    }
}

/// Drops the snapshot of a node, if it has one, and what can be found again of its path condition:
/// the node is replayed when its turn comes.
fn drop_snapshot(snapshots: &mut Snapshots, pending: &Pending) {
    let (snapshot, path) = match pending {
        Pending::Arm { point, .. } => (&point.snapshot, &point.path),
        // What it covered would have to be found again, too, for the test that it may become.
        Pending::Paused(paused) if paused.covers.borrow().is_empty() => {
            (&paused.snapshot, &paused.path)
        }
        Pending::Paused(_) | Pending::Values(_) | Pending::Task(_) | Pending::Inherited(_) => {
            return;
        }
    };
    path.borrow_mut().forget_components();
    snapshots.drop_state(snapshot);
}

#[cfg(test)]
impl Search {
    /// The nodes in the order in which their snapshots go, with whether each has one.
    pub(crate) fn ranked(&self, code: Code<'_>) -> Vec<(NodeId, bool)> {
        let ranking = self.strategy.ranking(&self.view(code)).into_iter();
        let ranked = ranking.map(|entry| match self.pending.get(entry.node) {
            Some(Pending::Arm { point, .. }) => (entry.node, point.snapshot.is_there()),
            _ => panic!("every node was met here"),
        });
        ranked.collect()
    }

    /// Estimated memory of all snapshots.
    pub(crate) fn snapshot_bytes(&self) -> usize {
        self.snapshots.bytes()
    }
}
