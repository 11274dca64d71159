//! Every pending node with the same chance.

use super::{Candidate, Entry, Stamp, Strategy, View};
use crate::tree::NodeId;
use rand::{Rng, rngs::SmallRng};

#[derive(Default)]
pub(super) struct RandomNode {
    nodes: Vec<Entry>,
}

impl Strategy for RandomNode {
    fn added(&mut self, candidate: &Candidate, stamp: Stamp) {
        self.nodes.push(Entry {
            node: candidate.node,
            stamp,
        });
    }

    fn next(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        while !self.nodes.is_empty() {
            let entry = self
                .nodes
                .swap_remove(random.random_range(0..self.nodes.len()));
            if view.is_current(entry) {
                return Some(entry.node);
            }
        }
        None
    }
}
