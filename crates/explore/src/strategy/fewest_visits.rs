//! The node whose arm was taken least often.

use super::contract::{Arm, BranchWindow, Candidate, Entry, Strategy, View};
use super::ranked_buckets::RankedBuckets;
use crate::tree::NodeId;
use rand::rngs::SmallRng;
use rustc_hash::FxHashMap;

#[derive(Default)]
pub(super) struct FewestVisits {
    taken: FxHashMap<u64, u32>,
    nodes: RankedBuckets<u64>,
}

fn times(taken: &FxHashMap<u64, u32>, arm: u64) -> u64 {
    taken.get(&arm).copied().unwrap_or(0).into()
}

impl Strategy for FewestVisits {
    fn added(&mut self, candidate: &Candidate<'_>, view: &View<'_>) {
        let (taken, arm) = (&self.taken, candidate.arm.code());
        let entry = view.entry(candidate.node);
        self.nodes.add(arm, entry, || times(taken, arm));
    }

    fn next(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        let rank = |arm| times(&self.taken, arm);
        self.nodes
            .take(view, random, rank)
            .map(|(_, _, entry)| entry.node)
    }

    fn arm_taken(&mut self, arm: &Arm, _recent: BranchWindow) {
        let times = self.taken.entry(arm.code()).or_default();
        *times = times.saturating_add(1);
    }

    fn ranking(&self, _view: &View<'_>) -> Vec<Entry> {
        self.nodes.ranking()
    }

    fn forget_visited(&mut self, view: &View<'_>) {
        self.nodes.forget_visited(view);
    }
}
