//! Subpath-guided search (Li, Su, Wang and Li, *Steering symbolic execution to less traveled
//! paths*, OOPSLA 2013): the node whose last decisions were taken least often in this order.

use super::contract::{Arm, BranchWindow, Candidate, Entry, Strategy, View};
use super::ranked_buckets::RankedBuckets;
use crate::tree::NodeId;
use rand::rngs::SmallRng;
use rustc_hash::FxHashMap;

#[derive(Default)]
pub(super) struct Subpath {
    taken: FxHashMap<BranchWindow, u32>,
    nodes: RankedBuckets<BranchWindow>,
}

fn times(taken: &FxHashMap<BranchWindow, u32>, subpath: BranchWindow) -> u64 {
    taken.get(&subpath).copied().unwrap_or(0).into()
}

impl Strategy for Subpath {
    fn added(&mut self, candidate: &Candidate<'_>, view: &View<'_>) {
        let (taken, subpath) = (&self.taken, candidate.recent);
        let entry = view.entry(candidate.node);
        self.nodes.add(subpath, entry, || times(taken, subpath));
    }

    fn next(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        let rank = |subpath| times(&self.taken, subpath);
        self.nodes
            .take(view, random, rank)
            .map(|(_, _, entry)| entry.node)
    }

    fn arm_taken(&mut self, _arm: &Arm, recent: BranchWindow) {
        let times = self.taken.entry(recent).or_default();
        *times = times.saturating_add(1);
    }

    fn ranking(&self, _view: &View<'_>) -> Vec<Entry> {
        self.nodes.ranking()
    }

    fn forget_visited(&mut self, view: &View<'_>) {
        self.nodes.forget_visited(view);
    }
}
