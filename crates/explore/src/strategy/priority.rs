//! Priorities with a share of random picks (Kähkönen, *Automated test generation for software
//! components*, §5): there a node's priority is how close its path is to violating a
//! specification; here it is how close to an error that has not happened yet.

use super::contract::{Arm, BranchWindow, Candidate, EndedPath, Entry, Strategy, View};
use super::nearest_uncovered::NearestUncovered;
use super::target_distances::Goal;
use crate::tree::NodeId;
use rand::{Rng, rngs::SmallRng};

/// One choice of so many is made at random: the greedy ones may never come to the other half of
/// the tree.
const RANDOM_SHARE: u32 = 4;

pub(super) struct Priority {
    nearest: NearestUncovered,
}

impl Default for Priority {
    fn default() -> Priority {
        Priority {
            nearest: NearestUncovered::new(Goal::Errors),
        }
    }
}

impl Strategy for Priority {
    fn added(&mut self, candidate: &Candidate<'_>, view: &View<'_>) {
        self.nearest.added(candidate, view);
    }

    fn next(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        if random.random_range(0..RANDOM_SHARE) == 0 {
            return view.any_node(random);
        }
        self.nearest.next(view, random)
    }

    fn arm_taken(&mut self, arm: &Arm, recent: BranchWindow) {
        self.nearest.arm_taken(arm, recent);
    }

    fn path_ended(&mut self, path: &EndedPath, view: &View<'_>) {
        self.nearest.path_ended(path, view);
    }

    fn ranking(&self, view: &View<'_>) -> Vec<Entry> {
        self.nearest.ranking(view)
    }

    fn forget_visited(&mut self, view: &View<'_>) {
        self.nearest.forget_visited(view);
    }

    fn wants_callers(&self) -> bool {
        true
    }
}
