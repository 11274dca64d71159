//! Depth first: the newest node.

use super::{Candidate, Entry, Strategy, View};
use crate::tree::NodeId;
use rand::rngs::SmallRng;

#[derive(Default)]
pub(super) struct DepthFirst {
    stack: Vec<Entry>,
}

impl Strategy for DepthFirst {
    fn added(&mut self, candidate: &Candidate<'_>, view: &View<'_>) {
        self.stack.push(view.entry(candidate.node));
    }

    fn next(&mut self, view: &View<'_>, _random: &mut SmallRng) -> Option<NodeId> {
        while let Some(entry) = self.stack.pop() {
            if view.is_current(entry) {
                return Some(entry.node);
            }
        }
        None
    }

    fn ranking(&self, _view: &View<'_>) -> Vec<Entry> {
        self.stack.clone()
    }

    fn forget_visited(&mut self, view: &View<'_>) {
        self.stack.retain(|&entry| view.is_current(entry));
    }
}
