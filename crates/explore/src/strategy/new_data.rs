//! The node whose arm was taken least often with the program's data as it is there: where code is long
//! covered, as in the loop of a controller, new data is what leads on.

use super::contract::{Arm, BranchWindow, Candidate, EndedPath, Entry, Strategy, View};
use super::patience::PathsWithoutNews;
use super::ranked_buckets::{RankedBuckets, take_random};
use super::refusals::Refusals;
use crate::tree::NodeId;
use rand::{Rng, rngs::SmallRng};
use rustc_hash::FxHashMap;

/// Buckets kept at most: each takes some 150 bytes.
const MOST_BUCKETS: usize = 1 << 18;

/// One choice of so many is among nodes whose data nobody has looked at.
const SHARE_OF_OTHERS: u32 = 8;

/// An arm, and the same with the program's data as it is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct ArmWithData {
    pub(super) arm: u64,
    with_data: u64,
}

impl ArmWithData {
    /// `None` unless somebody has looked at the data.
    pub(super) fn of(arm: &Arm) -> Option<ArmWithData> {
        let code = arm.code();
        Some(ArmWithData {
            arm: code,
            with_data: super::contract::mix(code ^ arm.data?),
        })
    }
}

/// How many times arms were taken with the program's data as it was there.
#[derive(Default)]
pub(super) struct Taken(FxHashMap<u64, u32>);

impl Taken {
    pub(super) fn times(&self, key: ArmWithData) -> u64 {
        self.0.get(&key.with_data).copied().unwrap_or(0).into()
    }

    pub(super) fn count(&mut self, key: ArmWithData) {
        let times = self.0.entry(key.with_data).or_default();
        *times = times.saturating_add(1);
    }

    pub(super) fn arm_taken(&mut self, arm: &Arm) {
        if let Some(key) = ArmWithData::of(arm) {
            self.count(key);
        }
    }
}

#[derive(Default)]
pub(super) struct NewData {
    taken: Taken,
    refusals: Refusals,
    nodes: RankedBuckets<ArmWithData>,
    /// Those met before anybody looked at data, or when there were too many groups.
    others: Vec<Entry>,
    patience: PathsWithoutNews,
}

impl NewData {
    fn choose(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        if random.random_range(0..SHARE_OF_OTHERS) == 0
            && let Some(entry) = take_random(&mut self.others, view, random)
        {
            return Some(entry.node);
        }
        loop {
            let rank = |key| self.taken.times(key);
            let (_, key, entry) = self.nodes.take_shallow(view, random, rank)?;
            // Counted here: it may be that no input leads there, with this data never.
            self.taken.count(key);
            if self.refusals.let_pass(key.arm, random) {
                return Some(entry.node);
            }
            self.nodes.add(key, entry, || self.taken.times(key));
        }
    }
}

impl Strategy for NewData {
    fn added(&mut self, candidate: &Candidate<'_>, view: &View<'_>) {
        let (taken, entry) = (&self.taken, view.entry(candidate.node));
        match ArmWithData::of(&candidate.arm) {
            Some(key) if self.nodes.count() < MOST_BUCKETS => {
                self.nodes.add(key, entry, || taken.times(key));
            }
            Some(_) | None => self.others.push(entry),
        }
    }

    fn pause_at(&self, length: u64, slice: u64) -> u64 {
        match self.nodes.count() > 0 {
            true => self.patience.pause_at(length, slice),
            false => length.saturating_add(slice),
        }
    }

    fn next(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        match self.patience.is_over() && self.nodes.count() > 0 {
            true => self.choose(view, random),
            false => None,
        }
    }

    fn last_resort(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        while let Some(entry) = self.others.pop() {
            if view.is_current(entry) {
                return Some(entry.node);
            }
        }
        self.choose(view, random)
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

    fn ranking(&self, _view: &View<'_>) -> Vec<Entry> {
        let others = self.others.iter().copied();
        others.chain(self.nodes.ranking()).collect()
    }

    fn forget_visited(&mut self, view: &View<'_>) {
        self.nodes.forget_visited(view);
        self.others.retain(|&entry| view.is_current(entry));
    }

    fn wants_data(&self) -> bool {
        true
    }
}
