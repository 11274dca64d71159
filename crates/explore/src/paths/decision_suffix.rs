//! The decisions of a path under way, from where it left another.

use crate::results::Decided;
use vm::Fork;

/// Decisions, collected only if somebody wants to be told of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct DecisionSuffix {
    pub(crate) wanted: bool,
    /// Number of the path that was left, 0 for the start of the program.
    pub(crate) parent: u64,
    /// Decisions of that path before it was left.
    pub(crate) depth: u32,
    pub(crate) steps: Vec<Decided>,
}

impl DecisionSuffix {
    /// From the start of the program.
    pub(crate) fn from_start(wanted: bool) -> DecisionSuffix {
        DecisionSuffix {
            wanted,
            ..DecisionSuffix::default()
        }
    }

    /// An arm is taken.
    pub(crate) fn push(&mut self, fork: &Fork, arm: usize) {
        if self.wanted {
            self.steps.push(Decided::of(fork, arm));
        }
    }
}
