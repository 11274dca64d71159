//! Which regions are looked at, and what that may take: where it is of no use, it gets rarer.

use super::forks::{KnownFork, Way};
use super::loops::{MOST_DEPTH, Region};
use crate::tree::NodeId;
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// Nodes that may be visited for the sake of regions before one is closed, and forks that are met for each one more.
const VISITS: u32 = 64;
const FORKS: u32 = 32;
/// Nodes that the first region of a place may visit; each of those behind it twice as many, up to the bound.
const FIRST_VISITS: u32 = 16;
const MOST_VISITS: u32 = 512;
/// Instructions that may be run again before a region is closed, and how many more for a fork that is met.
const INSTRUCTIONS: u64 = 1 << 18;
const FOR_A_FORK: u64 = 8;
/// Instructions that a comparison is worth.
const COMPARISON: u64 = 64;

/// What is known of a place that paths come back to.
#[derive(Default)]
struct Returns {
    /// How often they did.
    times: u32,
    /// Regions that were given up.
    failed: u32,
}

/// See the module's description.
pub(super) struct Sessions {
    /// The region that is being explored, and its place.
    pub region: Option<Region>,
    places: FxHashMap<u64, Returns>,
    visits: u32,
    instructions: u64,
    forks: u32,
}

impl Default for Sessions {
    fn default() -> Sessions {
        Sessions {
            region: None,
            places: FxHashMap::default(),
            visits: VISITS,
            instructions: INSTRUCTIONS,
            forks: 0,
        }
    }
}

impl Sessions {
    /// A path forks.
    pub(super) fn forked(&mut self) {
        self.forks = self.forks.wrapping_add(1);
        if self.forks.is_multiple_of(FORKS) {
            self.visits = (self.visits + 1).min(VISITS);
        }
        self.instructions = (self.instructions + FOR_A_FORK).min(INSTRUCTIONS);
    }

    /// A path has come back to a place: true if a region is begun there.
    pub(super) fn begin(
        &mut self,
        node: NodeId,
        point: u64,
        ways: &FxHashMap<NodeId, Way>,
    ) -> bool {
        if self.region.is_some() || self.visits == 0 || self.instructions == 0 {
            return false;
        }
        let heads = heads(node, point, ways);
        let (Some(nearest), Some(farthest)) = (heads.first(), heads.last()) else {
            return false;
        };
        let place = self.places.entry(point).or_default();
        place.times += 1;
        let root = if place.times.is_power_of_two() {
            nearest
        } else if place.times.is_multiple_of(3) && (place.times / 3).is_power_of_two() {
            farthest
        } else {
            return false;
        };
        let visits = FIRST_VISITS.saturating_mul(1 << place.failed.min(5));
        self.region = Some(Region::new(root, visits.min(MOST_VISITS)));
        true
    }

    /// Instructions were run again, and states compared to others.
    pub(super) fn spend(&mut self, instructions: u64, compared: u64) {
        let spent = instructions + compared * COMPARISON;
        self.instructions = self.instructions.saturating_sub(spent);
    }

    /// A node is visited for the sake of a region; false if none may be.
    pub(super) fn visit(&mut self) -> bool {
        let may = self.visits > 0 && self.instructions > 0;
        self.visits = self.visits.saturating_sub(1);
        may
    }

    /// A region of that place is given up.
    pub(super) fn failed(&mut self, point: u64) {
        self.places.entry(point).or_default().failed += 1;
    }

    /// A region was closed.
    pub(super) fn closed(&mut self) {
        self.visits = VISITS;
        self.instructions = INSTRUCTIONS;
    }
}

/// Forks above a node where a path stood at the same place: the nearest and the farthest.
fn heads(node: NodeId, point: u64, ways: &FxHashMap<NodeId, Way>) -> Vec<Rc<KnownFork>> {
    let mut heads: Vec<Rc<KnownFork>> = Vec::new();
    let mut node = node;
    for _ in 0..MOST_DEPTH {
        let Some((fork, _)) = ways.get(&node).and_then(|way| way.above.as_ref()) else {
            break;
        };
        if !fork.is_known() {
            break;
        }
        if fork.point == point {
            heads.truncate(1);
            heads.push(fork.clone());
        }
        node = fork.above;
    }
    heads
}
