//! A path under way.

use super::decision_suffix::DecisionSuffix;
use super::path_model::{ForkOrigin, PathModel};
use super::pins::Pins;
use crate::coverage::{CoveredPart, Misses};
use crate::strategy::{Arm, BranchWindow};
use crate::tree::NodeId;
use solver::PathCondition;
use std::rc::Rc;
use term::Model;
use vm::State;

/// Instructions that count as much as a decision where the length of paths is measured: what a
/// fork and its arms cost, roughly.
const INSTRUCTIONS_OF_A_FORK: u64 = 10_000;

/// A path that runs.
pub(crate) struct ActivePath {
    pub(crate) origin: PathOrigin,
    pub(crate) state: State,
    pub(crate) path: PathCondition,
    /// What it pinned for calls of opaque functions.
    pub(crate) pins: Pins,
    /// The model it follows.
    pub(crate) model: Rc<PathModel>,
    /// What it decided.
    pub(crate) suffix: DecisionSuffix,
    /// Instructions of the path when something was last covered for the first time.
    pub(crate) new_at: u64,
    /// What it covered for the first time since it was started.
    pub(crate) covers: Vec<CoveredPart>,
    /// The last decisions.
    pub(crate) recent: BranchWindow,
    /// Arms that it missed, if strategies go by them.
    pub(crate) misses: Misses,
    /// Number of first times in the run before it began.
    pub(crate) new_before: u64,
    /// Length at which it waits for others.
    pub(crate) pause_at: u64,
    /// It was that long since it covered something for the first time.
    pub(crate) had_its_turn: bool,
    /// The model that it is to go on with when it has waited.
    pub(crate) aim: Option<Model>,
    /// The arm that it took last, unless it has gone on since.
    pub(crate) last: Option<Arm>,
}

/// The lowest node of a path under way, and the fork above it: what it takes to visit it anew.
#[derive(Clone)]
pub(crate) struct PathOrigin {
    pub(crate) node: NodeId,
    pub(crate) fork: ForkOrigin,
}

impl ActivePath {
    /// Takes over the values of inputs that its state came to know on the way.
    pub(crate) fn follow_state(&mut self) {
        let model = self.state.model().clone();
        self.model = PathModel::derived(model, &self.model, self.model.path);
    }

    /// Where a fork that it stands at is found again.
    pub(crate) fn here(&self) -> ForkOrigin {
        ForkOrigin {
            model: self.model.clone(),
            hash: self.state.path_hash(),
            depth: self.state.depth(),
            since_new: self.state.instructions().saturating_sub(self.new_at),
        }
    }
}

/// Length of a path, in slices' units.
pub(crate) fn length(state: &State) -> u64 {
    u64::from(state.depth()) + state.instructions() / INSTRUCTIONS_OF_A_FORK
}

/// Instructions that a path may execute until it has that length, if it does not fork.
pub(crate) fn instructions_until(state: &State, length: u64) -> u64 {
    let end = length.saturating_sub(u64::from(state.depth()));
    let end = end.saturating_mul(INSTRUCTIONS_OF_A_FORK);
    end.saturating_sub(state.instructions()).max(1)
}
