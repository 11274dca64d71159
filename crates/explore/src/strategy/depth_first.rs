//! Depth first: the newest node.

use super::{Candidate, Entry, Stamp, Strategy, View};
use crate::tree::NodeId;
use rand::rngs::SmallRng;

#[derive(Default)]
pub(super) struct DepthFirst {
    stack: Vec<Entry>,
}

impl Strategy for DepthFirst {
    fn added(&mut self, candidate: &Candidate, stamp: Stamp) {
        self.stack.push(Entry {
            node: candidate.node,
            stamp,
        });
    }

    fn next(&mut self, view: &View<'_>, _random: &mut SmallRng) -> Option<NodeId> {
        while let Some(entry) = self.stack.pop() {
            if view.is_current(entry) {
                return Some(entry.node);
            }
        }
        None
    }
}
