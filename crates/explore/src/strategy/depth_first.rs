//! Depth first: the newest node, down to a bound that grows (iterative deepening), so that a path that
//! never ends does not keep the search for itself.

use super::contract::{Candidate, Entry, Strategy, View};
use crate::tree::NodeId;
use rand::rngs::SmallRng;

/// The first bound, in slices.
const FIRST: u64 = 4;

/// Paths that came to the bound wait until nothing is left above it; then it is doubled.
#[derive(Default)]
pub(super) struct DepthFirst {
    stack: Vec<Entry>,
    /// Paths that wait at the bound.
    below: Vec<Entry>,
    /// How often the bound was doubled.
    doubled: u32,
}

impl Strategy for DepthFirst {
    fn added(&mut self, candidate: &Candidate<'_>, view: &View<'_>) {
        let nodes = match candidate.paused {
            true => &mut self.below,
            false => &mut self.stack,
        };
        nodes.push(view.entry(candidate.node));
    }

    fn pause_at(&self, length: u64, slice: u64) -> u64 {
        let bound = slice.saturating_mul(FIRST << self.doubled);
        bound.max(length.saturating_add(slice))
    }

    fn next(&mut self, view: &View<'_>, _random: &mut SmallRng) -> Option<NodeId> {
        loop {
            while let Some(entry) = self.stack.pop() {
                if view.is_current(entry) {
                    return Some(entry.node);
                }
            }
            if self.below.is_empty() {
                return None;
            }
            std::mem::swap(&mut self.stack, &mut self.below);
            self.doubled = (self.doubled + 1).min(u64::BITS / 2);
        }
    }

    fn ranking(&self, _view: &View<'_>) -> Vec<Entry> {
        self.below.iter().chain(&self.stack).copied().collect()
    }

    fn forget_visited(&mut self, view: &View<'_>) {
        self.stack.retain(|&entry| view.is_current(entry));
        self.below.retain(|&entry| view.is_current(entry));
    }
}
