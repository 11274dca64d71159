//! Generational search as in SAGE (Godefroid, Levin and Molnar, *Automated whitebox fuzz testing*,
//! NDSS 2008, figure 3): the best path is expanded whole, then the best of all again.

use super::contract::{Candidate, EndedPath, Entry, Strategy, View};
use crate::tree::NodeId;
use rand::rngs::SmallRng;
use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// Nodes along paths. SAGE's bound, by which a path is not expanded again above the branch that
/// made it, comes by itself: the nodes up there belong to the path that added them.
#[derive(Default)]
pub(super) struct Generational {
    /// Nodes along the path that runs.
    running: Vec<Entry>,
    /// What is left of the path that is being expanded, in reverse.
    expanding: Vec<Entry>,
    paths: BinaryHeap<Path>,
    ended: u64,
}

struct Path {
    /// What it was the first to execute.
    score: u64,
    number: u64,
    nodes: Vec<Entry>,
}

impl Path {
    /// The best score, and of one score the oldest path.
    fn key(&self) -> (u64, std::cmp::Reverse<u64>) {
        (self.score, std::cmp::Reverse(self.number))
    }
}

impl PartialEq for Path {
    fn eq(&self, other: &Path) -> bool {
        self.key() == other.key()
    }
}

impl Eq for Path {}

impl PartialOrd for Path {
    fn partial_cmp(&self, other: &Path) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Path {
    fn cmp(&self, other: &Path) -> Ordering {
        self.key().cmp(&other.key())
    }
}

impl Generational {
    fn end(&mut self, score: u64) {
        if self.running.is_empty() {
            return;
        }
        let mut nodes = std::mem::take(&mut self.running);
        nodes.reverse();
        nodes.shrink_to_fit();
        self.ended += 1;
        self.paths.push(Path {
            score,
            number: self.ended,
            nodes,
        });
    }
}

impl Strategy for Generational {
    fn added(&mut self, candidate: &Candidate<'_>, view: &View<'_>) {
        self.running.push(view.entry(candidate.node));
    }

    fn next(&mut self, view: &View<'_>, _random: &mut SmallRng) -> Option<NodeId> {
        self.end(0);
        loop {
            while let Some(entry) = self.expanding.pop() {
                if view.is_current(entry) {
                    return Some(entry.node);
                }
            }
            self.expanding = self.paths.pop()?.nodes;
        }
    }

    fn path_ended(&mut self, path: &EndedPath, _view: &View<'_>) {
        self.end(path.new);
    }

    fn ranking(&self, _view: &View<'_>) -> Vec<Entry> {
        let mut paths: Vec<&Path> = self.paths.iter().collect();
        paths.sort_unstable();
        let waiting = paths.into_iter().flat_map(|path| &path.nodes);
        let all = waiting.chain(&self.running).chain(&self.expanding);
        all.copied().collect()
    }

    fn forget_visited(&mut self, view: &View<'_>) {
        let mut paths = std::mem::take(&mut self.paths).into_vec();
        for path in &mut paths {
            path.nodes.retain(|&entry| view.is_current(entry));
        }
        paths.retain(|path| !path.nodes.is_empty());
        self.paths = paths.into();
        self.running.retain(|&entry| view.is_current(entry));
        self.expanding.retain(|&entry| view.is_current(entry));
    }
}
