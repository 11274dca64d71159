//! Several strategies that take turns, each over all nodes; a single one, too. What is common to
//! all is done here: nodes that are gone are passed over, and forgotten before they pile up.

use super::contract::{Arm, BranchWindow, Candidate, EndedPath, Entry, Strategy, View};
use crate::tree::NodeId;
use rand::rngs::SmallRng;

/// Nodes that may be remembered in vain whatever number is pending.
const SLACK: usize = 4096;

/// Bytes that a ranking takes while it is made, at most, for each pending node.
pub(crate) const RANKING_BYTES: usize = 40;

/// A search order made of others.
pub struct Interleaved {
    strategies: Vec<Box<dyn Strategy>>,
    /// Index of the strategy for each turn of a round.
    round: Vec<usize>,
    turn: usize,
    /// Nodes added since all that are gone were forgotten.
    remembered: usize,
}

impl Interleaved {
    /// A round of turns, each strategy with its number of them.
    pub(super) fn new(strategies: Vec<(Box<dyn Strategy>, usize)>) -> Interleaved {
        let mut round = Vec::new();
        let most = strategies.iter().map(|(_, weight)| *weight).max();
        // Spread over the round: `a:3,b` is a, b, a, a.
        for pass in 0..most.unwrap_or(0) {
            for (index, (_, weight)) in strategies.iter().enumerate() {
                if pass < *weight {
                    round.push(index);
                }
            }
        }
        Interleaved {
            strategies: strategies
                .into_iter()
                .map(|(strategy, _)| strategy)
                .collect(),
            round,
            turn: 0,
            remembered: 0,
        }
    }

    fn next_of(&mut self, index: usize, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        loop {
            let node = self.strategies[index].next(view, random)?;
            if view.tree.is_pending(node) {
                return Some(node);
            }
        }
    }
}

impl Strategy for Interleaved {
    fn added(&mut self, candidate: &Candidate<'_>, view: &View<'_>) {
        self.remembered += 1;
        if self.remembered > 2 * view.tree.pending() + SLACK {
            self.forget_visited(view);
        }
        for strategy in &mut self.strategies {
            strategy.added(candidate, view);
        }
    }

    fn pause_at(&self, length: u64, slice: u64) -> u64 {
        let strategies = self.strategies.iter();
        let ends = strategies.map(|strategy| strategy.pause_at(length, slice));
        ends.min().unwrap_or(u64::MAX)
    }

    fn next(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        if view.tree.pending() == 0 {
            return None;
        }
        // One of them may be at the end of its wits for now: then it is the next one's turn.
        for _ in 0..self.round.len() {
            let index = self.round[self.turn];
            self.turn = (self.turn + 1) % self.round.len();
            if let Some(node) = self.next_of(index, view, random) {
                return Some(node);
            }
        }
        if view.in_layers {
            return None;
        }
        let mut strategies = self.strategies.iter_mut();
        strategies.find_map(|strategy| strategy.last_resort(view, random))
    }

    fn arm_taken(&mut self, arm: &Arm, recent: BranchWindow) {
        for strategy in &mut self.strategies {
            strategy.arm_taken(arm, recent);
        }
    }

    fn refused(&mut self, arm: &Arm) {
        for strategy in &mut self.strategies {
            strategy.refused(arm);
        }
    }

    fn path_ended(&mut self, path: &EndedPath, view: &View<'_>) {
        for strategy in &mut self.strategies {
            strategy.path_ended(path, view);
        }
    }

    /// A node comes as soon as the one that ranks it highest comes to it. Memory is short when this
    /// is asked for: see [`RANKING_BYTES`].
    fn ranking(&self, view: &View<'_>) -> Vec<Entry> {
        if let [only] = &self.strategies[..] {
            let mut entries = only.ranking(view);
            entries.retain(|&entry| view.is_current(entry));
            return entries;
        }
        let mut soonest = vec![u32::MAX; view.tree.slots()];
        let mut entries = Vec::with_capacity(view.tree.pending());
        for strategy in &self.strategies {
            let ranking = strategy.ranking(view);
            let current = ranking.iter().rev();
            let current = current.filter(|&&entry| view.is_current(entry));
            for (place, &entry) in (0..).zip(current) {
                let best = &mut soonest[entry.node.index()];
                if *best == u32::MAX {
                    entries.push(entry);
                }
                *best = place.min(*best);
            }
        }
        let last_first = |entry: &Entry| (soonest[entry.node.index()], entry.node);
        entries.sort_unstable_by_key(|entry| std::cmp::Reverse(last_first(entry)));
        entries
    }

    fn forget_visited(&mut self, view: &View<'_>) {
        for strategy in &mut self.strategies {
            strategy.forget_visited(view);
        }
        self.remembered = view.tree.pending();
    }

    fn wants_data(&self) -> bool {
        self.strategies.iter().any(|strategy| strategy.wants_data())
    }

    fn wants_misses(&self) -> bool {
        self.strategies
            .iter()
            .any(|strategy| strategy.wants_misses())
    }

    fn wants_callers(&self) -> bool {
        self.strategies
            .iter()
            .any(|strategy| strategy.wants_callers())
    }
}
