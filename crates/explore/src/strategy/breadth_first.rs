//! Breadth first: the least depth, and of one depth the oldest node.

use super::{Candidate, Entry, Stamp, Strategy, View};
use crate::tree::NodeId;
use rand::rngs::SmallRng;
use std::collections::{BTreeMap, VecDeque};

#[derive(Default)]
pub(super) struct BreadthFirst {
    levels: BTreeMap<u32, VecDeque<Entry>>,
    fresh: Vec<Entry>,
}

impl Strategy for BreadthFirst {
    fn added(&mut self, candidate: &Candidate, stamp: Stamp) {
        self.fresh.push(Entry {
            node: candidate.node,
            stamp,
        });
    }

    fn next(&mut self, view: &View<'_>, _random: &mut SmallRng) -> Option<NodeId> {
        for entry in self.fresh.drain(..) {
            if view.is_current(entry) {
                self.levels
                    .entry(view.tree.depth(entry.node))
                    .or_default()
                    .push_back(entry);
            }
        }
        while let Some(mut level) = self.levels.first_entry() {
            match level.get_mut().pop_front() {
                Some(entry) if view.is_current(entry) => return Some(entry.node),
                Some(_) => {}
                None => {
                    level.remove();
                }
            }
        }
        None
    }

    fn oldest_first(&self) -> bool {
        true
    }
}
