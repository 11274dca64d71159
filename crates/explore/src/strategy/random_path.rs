//! A random walk down the tree from the root (KLEE's random path selection).

use super::contract::{Candidate, Entry, Strategy, View};
use crate::tree::NodeId;
use rand::rngs::SmallRng;

pub(super) struct RandomPath;

impl Strategy for RandomPath {
    fn added(&mut self, _candidate: &Candidate<'_>, _view: &View<'_>) {}

    fn next(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        view.tree.random_descent(random)
    }

    /// The deepest are the least likely.
    fn ranking(&self, view: &View<'_>) -> Vec<Entry> {
        let mut nodes: Vec<NodeId> = view.tree.pending_nodes().collect();
        nodes.sort_by_key(|&node| std::cmp::Reverse(view.tree.depth(node)));
        nodes.into_iter().map(|node| view.entry(node)).collect()
    }

    fn forget_visited(&mut self, _view: &View<'_>) {}
}
