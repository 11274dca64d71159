//! Several strategies in turn, each over all nodes.

use super::{Candidate, Stamp, Strategy, View};
use crate::tree::NodeId;
use rand::rngs::SmallRng;

pub(super) struct Interleave {
    strategies: Vec<Box<dyn Strategy>>,
    turn: usize,
}

impl Interleave {
    pub(super) fn new(strategies: Vec<Box<dyn Strategy>>) -> Interleave {
        Interleave {
            strategies,
            turn: 0,
        }
    }
}

impl Strategy for Interleave {
    fn added(&mut self, candidate: &Candidate, stamp: Stamp) {
        for strategy in &mut self.strategies {
            strategy.added(candidate, stamp);
        }
    }

    fn next(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        self.turn = (self.turn + 1) % self.strategies.len();
        self.strategies[self.turn].next(view, random)
    }

    fn oldest_first(&self) -> bool {
        self.strategies
            .iter()
            .all(|strategy| strategy.oldest_first())
    }
}
