//! What an explorer is made of. Each part owns its fields; the steps of an exploration (a visit, a
//! fork, the end of a path, …) are functions over all of them, a file each.

use crate::coverage::Coverage;
use crate::executor::Executor;
use crate::feasibility::Feasibility;
use crate::limits::Options;
use crate::node::{Closed, NodeId};
use crate::outbox::Outbox;
use crate::search::Search;
use crate::statistics::Statistics;
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
    pub(crate) options: Options,
}

impl Parts {
    /// A node is finished.
    pub(crate) fn close(&mut self, node: NodeId, how: Closed) {
        let share = self.search.close(node, how);
        self.outbox.closed(how, share);
    }

    /// Digest of a state's data, if strategies go by it.
    pub(crate) fn data(&self, state: &State) -> Option<u64> {
        let wanted = self.search.wants_data();
        wanted.then(|| self.executor.digest(state))
    }

    /// The counters of all.
    pub(crate) fn statistics(&self) -> Statistics {
        let mut statistics = Statistics {
            solver: self.feasibility.statistics().clone(),
            arms: self.coverage.edges().1,
            ..Statistics::default()
        };
        self.executor.count(&mut statistics);
        self.search.count(&mut statistics);
        statistics
    }
}
