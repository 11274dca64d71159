//! Uncovered branches first, then nodes whose path covered something new not long ago.

use super::contract::{Candidate, Entry, Strategy, View};
use crate::coverage::Edge;
use crate::tree::NodeId;
use rand::{Rng, rngs::SmallRng};

/// Nodes whose arm was uncovered when they were added come first (rechecked when their turn
/// comes). The others lie in classes by the logarithm of the instructions since new coverage; the
/// newest of the best class is taken, and every fourth time any node of any class, so that no
/// loop keeps the search for itself.
#[derive(Default)]
pub(super) struct CoverageNew {
    uncovered: Vec<(Entry, Edge, u64)>,
    classes: Vec<Vec<Entry>>,
    picks: u64,
}

impl CoverageNew {
    fn put(&mut self, entry: Entry, since_new: u64) {
        let class = (64 - since_new.leading_zeros()) as usize;
        if self.classes.len() <= class {
            self.classes.resize_with(class + 1, Vec::new);
        }
        self.classes[class].push(entry);
    }

    fn take_random(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        loop {
            let total: usize = self.classes.iter().map(Vec::len).sum();
            if total == 0 {
                return None;
            }
            let mut index = random.random_range(0..total);
            for class in &mut self.classes {
                if index < class.len() {
                    let entry = class.swap_remove(index);
                    if view.is_current(entry) {
                        return Some(entry.node);
                    }
                    break;
                }
                index -= class.len();
            }
        }
    }

    fn take_best(&mut self, view: &View<'_>) -> Option<NodeId> {
        for class in &mut self.classes {
            while let Some(entry) = class.pop() {
                if view.is_current(entry) {
                    return Some(entry.node);
                }
            }
        }
        None
    }
}

impl Strategy for CoverageNew {
    fn added(&mut self, candidate: &Candidate<'_>, view: &View<'_>) {
        let entry = view.entry(candidate.node);
        match candidate
            .arm
            .edge
            .filter(|&edge| !view.coverage.is_covered(edge))
        {
            Some(edge) => self.uncovered.push((entry, edge, candidate.since_new)),
            None => self.put(entry, candidate.since_new),
        }
    }

    fn next(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        while let Some((entry, edge, since_new)) = self.uncovered.pop() {
            if !view.is_current(entry) {
                continue;
            }
            if !view.coverage.is_covered(edge) {
                return Some(entry.node);
            }
            self.put(entry, since_new);
        }
        self.picks += 1;
        if self.picks.is_multiple_of(4) {
            return self.take_random(view, random);
        }
        self.take_best(view)
    }

    fn ranking(&self, _view: &View<'_>) -> Vec<Entry> {
        let classes = self.classes.iter().rev().flatten().copied();
        classes
            .chain(self.uncovered.iter().map(|&(entry, ..)| entry))
            .collect()
    }

    fn forget_visited(&mut self, view: &View<'_>) {
        self.uncovered.retain(|&(entry, ..)| view.is_current(entry));
        for class in &mut self.classes {
            class.retain(|&entry| view.is_current(entry));
        }
    }
}
