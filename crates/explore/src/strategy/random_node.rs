//! Every pending node with the same chance.

use super::contract::{Candidate, Entry, Strategy, View};
use super::ranked_buckets::take_random;
use crate::tree::NodeId;
use rand::rngs::SmallRng;

#[derive(Default)]
pub(super) struct RandomNode {
    nodes: Vec<Entry>,
}

impl Strategy for RandomNode {
    fn added(&mut self, candidate: &Candidate<'_>, view: &View<'_>) {
        self.nodes.push(view.entry(candidate.node));
    }

    fn next(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        take_random(&mut self.nodes, view, random).map(|entry| entry.node)
    }

    fn ranking(&self, _view: &View<'_>) -> Vec<Entry> {
        self.nodes.clone()
    }

    fn forget_visited(&mut self, view: &View<'_>) {
        self.nodes.retain(|&entry| view.is_current(entry));
    }
}
