//! The node with the shortest way to code that was not executed yet.

use super::contract::{Candidate, EndedPath, Entry, Strategy, View};
use super::places::PlaceId;
use super::ranked_buckets::RankedBuckets;
use super::target_distances::{Change, Goal, TargetDistances, UNREACHABLE};
use crate::tree::NodeId;
use rand::rngs::SmallRng;

/// Nodes grouped by place. A distance is a lower bound: what it promises may be impossible. So
/// each visit from a place that covers nothing new counts the distance once more. What may be an error counts as near
/// until one such node was visited.
pub(super) struct NearestUncovered {
    ways: TargetDistances,
    nodes: RankedBuckets<PlaceId>,
    /// Visits in vain by place.
    vain: Vec<u32>,
    /// Where the node was that was chosen last.
    chosen: Option<PlaceId>,
}

impl Default for NearestUncovered {
    fn default() -> NearestUncovered {
        NearestUncovered::new(Goal::UncoveredOrUntried)
    }
}

impl NearestUncovered {
    /// The node with the shortest way to a goal.
    pub(super) fn new(goal: Goal) -> NearestUncovered {
        NearestUncovered {
            ways: TargetDistances::new(goal),
            nodes: RankedBuckets::default(),
            vain: Vec::new(),
            chosen: None,
        }
    }
}

fn rank(ways: &mut TargetDistances, vain: &[u32], place: PlaceId) -> u64 {
    let vain = vain.get(place.index()).copied().unwrap_or(0);
    match ways.distance(place) {
        UNREACHABLE => UNREACHABLE,
        distance => (distance + 1)
            .saturating_mul(u64::from(vain) + 1)
            .min(UNREACHABLE - 1),
    }
}

impl Strategy for NearestUncovered {
    fn added(&mut self, candidate: &Candidate<'_>, view: &View<'_>) {
        let place = self.ways.place(candidate);
        let entry = view.entry(candidate.node);
        let (ways, vain) = (&mut self.ways, &self.vain);
        self.nodes.add(place, entry, || rank(ways, vain, place));
    }

    fn next(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        let (ways, vain) = (&mut self.ways, &mut self.vain);
        if ways.update(view) == Change::Rebuilt {
            self.nodes.rerank(|place| rank(ways, vain, place));
        }
        self.chosen = None;
        let (rank, place, entry) = self
            .nodes
            .take(view, random, |place| rank(ways, vain, place))?;
        if rank == UNREACHABLE {
            // Nothing is to be found below any node, as far as one can know.
            self.nodes.add(place, entry, || UNREACHABLE);
            return view.any_node(random);
        }
        if vain.len() <= place.index() {
            vain.resize(place.index() + 1, 0);
        }
        vain[place.index()] = vain[place.index()].saturating_add(1);
        self.chosen = Some(place);
        ways.note_chosen(place);
        Some(entry.node)
    }

    fn path_ended(&mut self, path: &EndedPath, _view: &View<'_>) {
        if let Some(place) = self.chosen.take()
            && path.new > 0
        {
            self.vain[place.index()] = 0;
            let rank = rank(&mut self.ways, &self.vain, place);
            self.nodes.requeue(place, rank);
        }
    }

    fn ranking(&self, _view: &View<'_>) -> Vec<Entry> {
        self.nodes.ranking()
    }

    fn forget_visited(&mut self, view: &View<'_>) {
        self.nodes.forget_visited(view);
    }

    fn wants_callers(&self) -> bool {
        true
    }
}
