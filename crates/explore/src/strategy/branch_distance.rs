//! The node whose path came nearest to an arm never taken: where a decision depends on data that
//! others have counted up, how far its numbers are from deciding otherwise says which way to go
//! (search-based testing: Korel, *Automated software test data generation*, 1990; McMinn,
//! *Search-based software test data generation*, 2004).

use super::contract::{Arm, BranchWindow, Candidate, EndedPath, Entry, Strategy, View};
use super::new_data::{ArmWithData, Taken};
use super::patience::PathsWithoutNews;
use super::ranked_buckets::RankedBuckets;
use super::refusals::Refusals;
use crate::coverage::Edge;
use crate::tree::NodeId;
use rand::rngs::SmallRng;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Buckets kept at most: each takes some 150 bytes.
const MOST_BUCKETS: usize = 1 << 18;

/// Distances to one arm of which nodes are kept, the least.
const LEVELS: usize = 64;

#[derive(Default)]
pub(super) struct BranchDistance {
    taken: Taken,
    refusals: Refusals,
    goals: Vec<MissedArm>,
    numbers: FxHashMap<Edge, usize>,
    /// Groups of all goals.
    groups: usize,
    /// The goal whose turn it is.
    turn: usize,
    patience: PathsWithoutNews,
}

/// An arm never taken, with the nodes whose paths missed it, by distance.
struct MissedArm {
    edge: Edge,
    levels: BTreeMap<u64, Level>,
}

/// Nodes that are equally far from a goal.
#[derive(Default)]
struct Level {
    /// Times that one of them was chosen.
    chosen: u64,
    nodes: RankedBuckets<ArmWithData>,
}

impl MissedArm {
    /// Takes a node. Each choice at a distance counts it once more: it may be that nothing leads on
    /// from there but by going away first.
    fn take(
        &mut self,
        view: &View<'_>,
        random: &mut SmallRng,
        taken: &Taken,
    ) -> Option<(u64, ArmWithData, Entry)> {
        loop {
            let levels = self.levels.iter_mut();
            let filled = levels.filter(|(_, level)| level.nodes.count() > 0);
            let (&distance, level) = filled.min_by_key(|(distance, level)| {
                let distance = distance.saturating_add(1);
                distance.saturating_mul(level.chosen + 1)
            })?;
            let found = level
                .nodes
                .take_shallow(view, random, |key| taken.times(key));
            if let Some((_, key, entry)) = found {
                level.chosen += 1;
                return Some((distance, key, entry));
            }
        }
    }

    /// The level of a distance, unless there are enough that are nearer.
    fn level(&mut self, distance: u64) -> Option<&mut Level> {
        if !self.levels.contains_key(&distance) && self.levels.len() >= LEVELS {
            let (&farthest, _) = self.levels.last_key_value()?;
            if distance > farthest {
                return None;
            }
            self.levels.remove(&farthest);
        }
        Some(self.levels.entry(distance).or_default())
    }
}

impl BranchDistance {
    fn goal(&mut self, edge: Edge) -> &mut MissedArm {
        let next = self.goals.len();
        let number = *self.numbers.entry(edge).or_insert(next);
        if number == next {
            let levels = BTreeMap::new();
            self.goals.push(MissedArm { edge, levels });
        }
        &mut self.goals[number]
    }

    /// Passes the turn on, and forgets goals that were reached.
    fn next_goal(&mut self, view: &View<'_>) {
        self.turn += 1;
        while !self.goals.is_empty() {
            self.turn %= self.goals.len();
            let edge = self.goals[self.turn].edge;
            if !view.coverage.is_covered(edge) {
                return;
            }
            self.numbers.remove(&edge);
            self.goals.swap_remove(self.turn);
            if let Some(moved) = self.goals.get(self.turn) {
                self.numbers.insert(moved.edge, self.turn);
            }
        }
    }

    fn choose(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        for _ in 0..self.goals.len() {
            self.next_goal(view);
            let (taken, refusals) = (&mut self.taken, &self.refusals);
            let goal = self.goals.get_mut(self.turn)?;
            while let Some((distance, key, entry)) = goal.take(view, random, taken) {
                // Counted here: it may be that no input leads there, with this data never.
                taken.count(key);
                if refusals.let_pass(key.arm, random) {
                    return Some(entry.node);
                }
                if let Some(level) = goal.level(distance) {
                    level.nodes.add(key, entry, || taken.times(key));
                }
            }
        }
        None
    }
}

impl Strategy for BranchDistance {
    fn added(&mut self, candidate: &Candidate<'_>, view: &View<'_>) {
        let Some(key) = ArmWithData::of(&candidate.arm) else {
            return;
        };
        let (entry, times) = (view.entry(candidate.node), self.taken.times(key));
        for miss in candidate.misses {
            if self.groups >= MOST_BUCKETS || view.coverage.is_covered(miss.edge) {
                continue;
            }
            if let Some(level) = self.goal(miss.edge).level(miss.distance) {
                let before = level.nodes.count();
                level.nodes.add(key, entry, || times);
                let added = level.nodes.count() - before;
                self.groups += added;
            }
        }
    }

    fn pause_at(&self, length: u64, slice: u64) -> u64 {
        match self.groups > 0 {
            true => self.patience.pause_at(length, slice),
            false => length.saturating_add(slice),
        }
    }

    fn next(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        match self.patience.is_over() {
            true => self.choose(view, random),
            false => None,
        }
    }

    fn last_resort(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        view.any_node(random)
    }

    fn path_ended(&mut self, path: &EndedPath, _view: &View<'_>) {
        self.patience.path_ended(path);
    }

    fn arm_taken(&mut self, arm: &Arm, _recent: BranchWindow) {
        self.taken.arm_taken(arm);
        self.refusals.arm_taken(arm);
    }

    fn refused(&mut self, arm: &Arm) {
        self.refusals.refused(arm);
    }

    fn ranking(&self, view: &View<'_>) -> Vec<Entry> {
        // A node may be near to several goals, and another to none.
        let mut listed = vec![false; view.tree.slots()];
        let mut near = Vec::new();
        for level in self.goals.iter().flat_map(|goal| goal.levels.values()) {
            for entry in level.nodes.ranking() {
                let listed = &mut listed[entry.node.index()];
                if view.is_current(entry) && !std::mem::replace(listed, true) {
                    near.push(entry);
                }
            }
        }
        near.reverse();
        let others = view.tree.pending_nodes();
        let others = others.filter(|node| !listed[node.index()]);
        others.map(|node| view.entry(node)).chain(near).collect()
    }

    fn forget_visited(&mut self, view: &View<'_>) {
        self.groups = 0;
        for goal in &mut self.goals {
            for level in goal.levels.values_mut() {
                level.nodes.forget_visited(view);
                self.groups += level.nodes.count();
            }
        }
    }

    fn wants_data(&self) -> bool {
        true
    }

    fn wants_misses(&self) -> bool {
        self.patience.is_over()
    }
}
