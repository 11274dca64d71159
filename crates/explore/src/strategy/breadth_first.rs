//! Breadth first: the least depth, and of one depth the oldest node.

use super::contract::{Candidate, Entry, Strategy, View};
use crate::tree::NodeId;
use rand::rngs::SmallRng;
use std::collections::{BTreeMap, VecDeque};

#[derive(Default)]
pub(super) struct BreadthFirst {
    levels: BTreeMap<u32, VecDeque<Entry>>,
}

impl Strategy for BreadthFirst {
    fn added(&mut self, candidate: &Candidate<'_>, view: &View<'_>) {
        let level = self.levels.entry(view.tree.depth(candidate.node));
        level.or_default().push_back(view.entry(candidate.node));
    }

    fn next(&mut self, view: &View<'_>, _random: &mut SmallRng) -> Option<NodeId> {
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

    fn ranking(&self, _view: &View<'_>) -> Vec<Entry> {
        let levels = self.levels.values().rev();
        levels
            .flat_map(|level| level.iter().rev())
            .copied()
            .collect()
    }

    fn forget_visited(&mut self, view: &View<'_>) {
        self.levels.retain(|_, level| {
            level.retain(|&entry| view.is_current(entry));
            !level.is_empty()
        });
    }
}
