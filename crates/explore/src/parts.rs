//! What an explorer is made of. Each part owns its fields; the steps of an exploration (a visit, a
//! fork, the end of a path, …) are functions over all of them, a file each.

use crate::coverage::Coverage;
use crate::exchange::Outbox;
use crate::executor::Executor;
use crate::extensions::{Extensions, Skip};
use crate::feasibility::Feasibility;
use crate::options::Options;
use crate::paths::Pending;
use crate::results::{Effort, LazyStatistics, Statistics};
use crate::search::Search;
use crate::summaries::Summaries;
use crate::tree::{Closed, Found, NodeId};
use vm::State;

/// The parts of an explorer.
pub(crate) struct Parts {
    /// Runs the program.
    pub(crate) executor: Executor,
    /// Knows the tree, and what is next.
    pub(crate) search: Search,
    /// Says which arms can be taken.
    pub(crate) feasibility: Feasibility,
    /// What is to be told.
    pub(crate) outbox: Outbox,
    /// What was executed.
    pub(crate) coverage: Coverage,
    /// What else goes along.
    pub(crate) extensions: Extensions,
    pub(crate) options: Options,
    /// What lazy expansion did.
    pub(crate) lazy: LazyStatistics,
    /// Summaries of calls that it made.
    pub(crate) summaries: Summaries,
    /// What making inputs plain took.
    pub(crate) plain_effort: Effort,
}

impl Parts {
    /// A node is finished.
    pub(crate) fn close(&mut self, node: NodeId, how: Closed) {
        let how = match how {
            Closed::Unknown if self.extensions.is_met_elsewhere(node) => Closed::BesideTargets,
            how => how,
        };
        self.close_with(node, how, Found::by(how));
    }

    /// A node is finished, and this was found there.
    pub(crate) fn close_with(&mut self, node: NodeId, how: Closed, found: Found) {
        let share = self.search.close(node, how, found);
        self.outbox.closed(how, share);
        self.tell_finished();
    }

    /// Tells extensions of the nodes that are finished.
    pub(crate) fn tell_finished(&mut self) {
        if !self.extensions.is_empty() {
            for (node, found) in self.search.take_finished() {
                let machine = self.executor.machine();
                self.extensions.subtree_closed(node, found, machine);
            }
        }
    }

    /// Leaves out the nodes that wait if whatever they lead to is met elsewhere: where all else is finished, and
    /// nothing was left out. Paths that covered something go on, as they become tests.
    pub(crate) fn leave_out_met_elsewhere(&mut self) {
        let (tree, extensions) = (self.search.tree(), &self.extensions);
        let is_met_elsewhere = |node| extensions.is_met_elsewhere(node);
        if !tree.pending_nodes().all(is_met_elsewhere) {
            return;
        }
        let has_covers = |node: NodeId| {
            let pending = self.search.pending(node);
            self.search.has_covered_before(node) || pending.is_some_and(Pending::has_covers)
        };
        let nodes = tree.pending_nodes().filter(|&node| !has_covers(node));
        let nodes: Vec<NodeId> = nodes.collect();
        for node in nodes {
            if let Some(pending) = self.search.visit(node) {
                self.leave_out(node, &pending, Closed::BesideTargets);
            }
        }
    }

    /// An extension leaves out a node that was opened.
    pub(crate) fn leave_out(&mut self, node: NodeId, pending: &Pending, closed: Closed) {
        let mut covers = self.search.take_covered_before(node);
        if let Pending::Paused(paused) = pending {
            covers.append(&mut paused.covers.borrow_mut());
        }
        self.outbox.covered(covers);
        self.search.release(pending);
        self.close(node, closed);
    }

    /// Asks extensions whether a node is left out; the limit that is the reason is counted.
    pub(crate) fn skips(&mut self, node: NodeId) -> Option<Skip> {
        let skip = self.extensions.may_skip(node)?;
        if let Some(limit) = skip.limit {
            self.outbox.limit(limit);
        }
        Some(skip)
    }

    /// Digest of a state's data, if strategies go by it.
    pub(crate) fn data(&mut self, state: &State) -> Option<u64> {
        let wanted = self.search.wants_data();
        wanted.then(|| self.executor.digest(state))
    }

    /// The counters of all.
    pub(crate) fn statistics(&self) -> Statistics {
        let mut statistics = Statistics {
            solver: self.feasibility.statistics().clone(),
            arms: self.coverage.edges().1,
            lazy: LazyStatistics {
                call_depth: self.options.call_depth,
                taken_as_tested: self.executor.skipped_functions(),
                ..self.lazy.clone()
            },
            ..Statistics::default()
        };
        self.executor.count(&mut statistics);
        self.search.count(&mut statistics);
        self.extensions.count(&mut statistics);
        statistics
    }
}
