//! The node whose arm was taken least often with the program's data as it is there: where code is long
//! covered, as in the loop of a controller, new data is what leads on.

use super::contract::{Arm, Candidate, EndedPath, Entry, Recent, Strategy, View};
use super::groups::Groups;
use crate::tree::NodeId;
use rand::rngs::SmallRng;
use rustc_hash::FxHashMap;

/// Part of a slice that paths run here: they are many, and what comes after the first steps is
/// taken up by others.
const PART: u64 = 4;

/// Paths in a row that covered nothing new before it chooses: as long as others get on, there is no
/// need.
const PATIENCE: u32 = 16;

/// Groups kept at most: each takes some 150 bytes.
const GROUPS: usize = 1 << 18;

#[derive(Default)]
pub(super) struct NewData {
    taken: FxHashMap<u64, u32>,
    nodes: Groups<u64>,
    /// Those met before anybody looked at data, or when there were too many groups.
    others: Vec<Entry>,
    /// Paths since one covered something new.
    vain: u32,
}

/// The arm with the data.
fn key(arm: &Arm) -> Option<u64> {
    Some(super::contract::mix(arm.code() ^ arm.data?))
}

fn times(taken: &FxHashMap<u64, u32>, key: u64) -> u64 {
    taken.get(&key).copied().unwrap_or(0).into()
}

impl NewData {
    fn choose(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        let rank = |key| times(&self.taken, key);
        let (_, key, entry) = self.nodes.take(view, random, rank)?;
        // Counted here: it may be that no input leads there, with this data never.
        self.count(key);
        Some(entry.node)
    }

    fn count(&mut self, key: u64) {
        let times = self.taken.entry(key).or_default();
        *times = times.saturating_add(1);
    }
}

impl Strategy for NewData {
    fn added(&mut self, candidate: &Candidate<'_>, view: &View<'_>) {
        let (taken, entry) = (&self.taken, view.entry(candidate.node));
        match key(&candidate.arm) {
            Some(key) if self.nodes.count() < GROUPS => {
                self.nodes.add(key, entry, || times(taken, key))
            }
            Some(_) | None => self.others.push(entry),
        }
    }

    fn pause_at(&self, length: u64, slice: u64) -> u64 {
        length.saturating_add((slice / PART).max(1))
    }

    fn next(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        match self.vain >= PATIENCE {
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
        self.vain = match path.new {
            0 => self.vain.saturating_add(1),
            _ => 0,
        };
    }

    fn arm_taken(&mut self, arm: &Arm, _recent: Recent) {
        if let Some(key) = key(arm) {
            self.count(key);
        }
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
