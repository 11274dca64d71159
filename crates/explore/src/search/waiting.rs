//! The tree and what waits in it.

use super::{Code, Search};
use crate::coverage::CoveredPart;
use crate::paths::{OtherValues, Pending};
use crate::strategy::{Candidate, View};
use crate::tree::{Closed, Found, NodeId, NodeKey, Stamp};

impl Search {
    /// The running path goes along one of so many arms below a node.
    pub(crate) fn go_along(&mut self, parent: NodeId, arms: usize, choice: u64) -> NodeId {
        self.tree.split(parent, arms);
        self.tree.add_open(parent, choice)
    }

    /// An arm below a node is not visited yet.
    pub(crate) fn add_pending(&mut self, parent: NodeId, choice: u64) -> NodeId {
        self.tree.add_pending(parent, choice)
    }

    /// A pending node waits with this; the strategy is told of it.
    pub(crate) fn wait(&mut self, pending: Pending, candidate: &Candidate<'_>, code: Code<'_>) {
        self.pending.insert(candidate.node, pending);
        self.add_candidate(candidate, code);
    }

    /// A pending node waits with this that leads where others lead as well: it has its share of the time only.
    pub(crate) fn wait_standing_in(&mut self, pending: Pending, node: NodeId) {
        self.pending.insert(node, pending);
        self.standing_in.push_back((node, self.tree.stamp(node)));
    }

    /// Tells the strategy of a node that waits.
    pub(crate) fn add_candidate(&mut self, candidate: &Candidate<'_>, code: Code<'_>) {
        let view = View {
            tree: &self.tree,
            coverage: code.coverage,
            program: code.program,
            graph: code.graph,
            monitors: code.monitors,
            in_layers: false,
        };
        self.strategy.added(candidate, &view);
    }

    /// A path waits for others: its node is pending again.
    pub(crate) fn pause(&mut self, pending: Pending, candidate: &Candidate<'_>, code: Code<'_>) {
        self.tree.put_back(candidate.node);
        self.wait(pending, candidate, code);
    }

    /// Counts a path that is about to wait.
    pub(crate) fn count_pause(&mut self) {
        self.pauses += 1;
    }

    /// A node below another stands for the values of an argument that were not tried: `pending` is made
    /// for it.
    pub(crate) fn leave_values<T>(
        &mut self,
        parent: NodeId,
        choice: u64,
        pending: impl FnOnce((NodeId, Stamp)) -> (OtherValues, T),
    ) -> T {
        let node = self.tree.add_pending(parent, choice);
        let named = (node, self.tree.stamp(node));
        let (others, made) = pending(named);
        self.pending.insert(node, Pending::Values(Box::new(others)));
        self.other_values.push(named);
        self.note_peak();
        made
    }

    /// A node that stands for other values waits until nothing else is left.
    pub(crate) fn leave_values_last(&mut self, node: (NodeId, Stamp)) {
        self.other_values.push(node);
    }

    /// A node that is visited beside one that stands for several.
    pub(crate) fn open_beside(&mut self, node: NodeId, choice: u64) -> NodeId {
        self.tree.add_beside(node, choice)
    }

    /// True if the node that had this stamp waits.
    pub(crate) fn waits(&self, (node, stamp): (NodeId, Stamp)) -> bool {
        self.tree.stamp(node) == stamp && self.tree.is_pending(node)
    }

    /// A pending node is visited: what it waited with.
    pub(crate) fn visit(&mut self, node: NodeId) -> Option<Pending> {
        let pending = self.pending.take(node)?;
        self.tree.open(node);
        Some(pending)
    }

    /// A node that was visited waits again.
    pub(crate) fn put_back(&mut self, node: NodeId, pending: Pending) {
        self.tree.put_back(node);
        self.pending.insert(node, pending);
    }

    /// A pending node waits with something else.
    pub(crate) fn replace(&mut self, node: NodeId, pending: Pending) {
        self.pending.insert(node, pending);
    }

    /// A node is finished: the share of the tree that it had.
    pub(crate) fn close(&mut self, node: NodeId, how: Closed, found: Found) -> f64 {
        let share = self.tree.share(node);
        if let Some(confirmation) = &mut self.confirmation
            && matches!(how, Closed::Subsumed | Closed::SubsumedForErrors)
        {
            confirmation.subsumed();
        }
        self.tree.close_with(node, how, found);
        share
    }

    /// From now on, [`Search::take_finished`] tells of nodes that are finished.
    pub(crate) fn note_finished(&mut self) {
        self.tree.note_finished();
    }

    /// See [`Tree::take_finished`].
    pub(crate) fn take_finished(&mut self) -> Vec<(NodeId, Found)> {
        self.tree.take_finished()
    }

    /// Gives away half of the pending nodes nearest to the root, at least one: below them is most of
    /// what is left, as far as anybody knows. A node that is left alone is kept, unless a path is under
    /// way. What they are called.
    pub(crate) fn donate(&mut self, running: bool) -> Vec<NodeKey> {
        let mut nodes = self.tree.shallowest_pending();
        let all = self.tree.pending() + usize::from(running);
        let count = nodes.len().div_ceil(2).min(all.saturating_sub(1));
        let has_pins = |node: NodeId| self.pending.get(node).is_some_and(Pending::has_pins);
        nodes.retain(|&node| !has_pins(node));
        let mut donated = Vec::new();
        for node in nodes.into_iter().take(count) {
            // Whoever gets it executes it anew.
            self.covered_before.remove(&node);
            if let Some(pending) = self.pending.take(node) {
                self.release(&pending);
            }
            donated.extend(self.tree.delta.key(node));
            self.tree.remove(node);
        }
        donated
    }

    /// What was executed for the first time on the way to a node that others met.
    pub(crate) fn note_covered_before(&mut self, node: NodeId, covers: Vec<CoveredPart>) {
        if !covers.is_empty() {
            self.covered_before.insert(node, covers);
        }
    }

    /// True if something was noted for a node by [`Search::note_covered_before`].
    pub(crate) fn has_covered_before(&self, node: NodeId) -> bool {
        self.covered_before.contains_key(&node)
    }

    /// What was noted for a node by [`Search::note_covered_before`].
    pub(crate) fn take_covered_before(&mut self, node: NodeId) -> Vec<CoveredPart> {
        self.covered_before.remove(&node).unwrap_or_default()
    }
}
