//! Nodes whose queries take long: so that a few of them do not use up the time of all others, each is
//! given little time at first, and more when it is their turn.

use crate::tree::{NodeId, Stamp, Tree};
use rustc_hash::FxHashMap;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// Part of the time of the run that may go into them, as long as there are others.
const SHARE: u32 = 4;

/// Nodes whose queries did not answer in the time that is given at first.
pub(crate) struct Postponed {
    begun: Instant,
    /// The oldest first.
    waiting: VecDeque<(NodeId, Stamp)>,
    /// Whether their queries had all of their time already.
    known: FxHashMap<(NodeId, Stamp), bool>,
    /// Time spent on them since.
    spent: Duration,
}

impl Postponed {
    /// None, in a run that begins now.
    pub(crate) fn new() -> Postponed {
        Postponed {
            begun: Instant::now(),
            waiting: VecDeque::new(),
            known: FxHashMap::default(),
            spent: Duration::ZERO,
        }
    }

    /// A node waits until there is time for its query, which had all of it once already, or not.
    pub(crate) fn push(&mut self, node: (NodeId, Stamp), tried: bool) {
        self.waiting.push_back(node);
        self.known.insert(node, tried);
    }

    /// Whether a node that is visited was given all the time before, or little (`None` if it is not one of
    /// these): it is not one of them any more.
    pub(crate) fn remove(&mut self, node: (NodeId, Stamp)) -> Option<bool> {
        self.known.remove(&node)
    }

    /// Time was spent on one of them.
    pub(crate) fn spend(&mut self, time: Duration) {
        self.spent += time;
    }

    /// True if their share of the time is not used up.
    pub(crate) fn has_time(&self) -> bool {
        self.spent * SHARE <= self.begun.elapsed()
    }

    /// The one that has waited longest.
    pub(crate) fn next(&mut self, tree: &Tree) -> Option<NodeId> {
        while let Some((node, stamp)) = self.waiting.pop_front() {
            if tree.stamp(node) == stamp && tree.is_pending(node) {
                return Some(node);
            }
            self.known.remove(&(node, stamp));
        }
        None
    }
}
