//! The decisions of a path under way, from where it left another.

use crate::path_numbers::Decided;
use crate::run::Run;
use crate::snapshot::Above;
use vm::Fork;

/// Decisions, collected only if somebody wants to be told of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Trail {
    wanted: bool,
    /// Number of the path that was left, 0 for the start of the program.
    pub(crate) parent: u64,
    /// Decisions of that path before it was left.
    pub(crate) depth: u32,
    pub(crate) steps: Vec<Decided>,
}

impl Trail {
    /// From the start of the program.
    pub(crate) fn from_start(wanted: bool) -> Trail {
        Trail {
            wanted,
            ..Trail::default()
        }
    }

    /// From a fork: that of a path told of, or one that was reached from the start.
    pub(crate) fn from_fork(above: &Above, wanted: bool) -> Trail {
        match &above.run.reached_by {
            Some(trail) => trail.clone(),
            None => Trail {
                wanted,
                parent: above.run.path,
                depth: above.depth,
                steps: Vec::new(),
            },
        }
    }

    /// From where a path waited that was told of up to there.
    pub(crate) fn going_on(run: &Run, depth: u32, wanted: bool) -> Trail {
        Trail {
            wanted,
            parent: run.path,
            depth,
            steps: Vec::new(),
        }
    }

    /// An arm is taken.
    pub(crate) fn push(&mut self, fork: &Fork, arm: usize) {
        if self.wanted {
            self.steps.push(Decided {
                choice: fork.arms[arm].choice,
                kind: fork.kind,
                site: fork.site,
            });
        }
    }
}
