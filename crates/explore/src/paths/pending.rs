//! What pending nodes need to be visited.

use super::path_model::{ForkOrigin, PathModel};
use super::pins::{Pins, Values};
use super::snapshot::Snapshot;
use crate::coverage::{Coverage, CoveredPart, Misses};
use crate::strategy::{Arm, BranchWindow, Candidate, SequencePosition};
use crate::tree::{NodeId, NodeKey, Task};
use ir::analysis::CodePoint;
use solver::PathCondition;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;
use vm::{Fork, OccupiedStates, State};

/// A fork on an explored path: what its pending arms need.
pub(crate) struct ForkPoint {
    /// The state at the fork.
    pub(crate) snapshot: Snapshot,
    /// What is decided.
    pub(crate) fork: Box<Fork>,
    /// Path condition before the fork; without its groups when memory is short.
    pub(crate) path: RefCell<PathCondition>,
    /// How it is found again.
    pub(crate) origin: ForkOrigin,
    /// The last decisions before it on its path.
    pub(crate) recent: BranchWindow,
    /// What was pinned before it for calls of opaque functions.
    pub(crate) pins: Pins,
    /// Digest of the program's data there, if strategies go by it.
    pub(crate) data: Option<u64>,
    /// Arms that its path missed, if strategies go by them.
    pub(crate) misses: Misses,
    /// The sequences of calls on the way to it.
    pub(crate) sequences: SequencePosition,
    /// The states of the monitors of specifications there.
    pub(crate) monitors: Arc<OccupiedStates>,
}

impl ForkPoint {
    /// What strategies are told of the node of an arm.
    pub(crate) fn candidate<'a>(
        &'a self,
        node: NodeId,
        arm: usize,
        callers: &'a [CodePoint],
        coverage: &Coverage,
    ) -> Candidate<'a> {
        let arm = Arm::of(&self.fork, arm, (self.data, &self.monitors), coverage);
        Candidate {
            node,
            arm,
            since_new: self.origin.since_new,
            recent: self.recent.then(&arm),
            callers,
            misses: self.misses.list(),
            paused: false,
            sequences: &self.sequences,
            monitors: &self.monitors,
        }
    }
}

/// How far a path has come.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position {
    pub(crate) instructions: u64,
    pub(crate) depth: u32,
    pub(crate) hash: u64,
}

impl Position {
    pub(crate) fn of(state: &State) -> Position {
        Position {
            instructions: state.instructions(),
            depth: state.depth(),
            hash: state.path_hash(),
        }
    }
}

/// A path that waits for others: its lowest node is pending, and it goes on there.
pub(crate) struct Paused {
    pub(crate) snapshot: Snapshot,
    /// Path condition; without its groups when memory is short.
    pub(crate) path: RefCell<PathCondition>,
    pub(crate) pins: Pins,
    /// The fork above its node, for those who reach the node otherwise.
    pub(crate) origin: ForkOrigin,
    /// The model it follows.
    pub(crate) model: Rc<PathModel>,
    pub(crate) recent: BranchWindow,
    pub(crate) misses: Misses,
    pub(crate) at: Position,
    /// Instructions of the path when something was last covered for the first time.
    pub(crate) new_at: u64,
    /// What it covered for the first time and nobody was told of.
    pub(crate) covers: RefCell<Vec<CoveredPart>>,
}

/// A node to be visited.
#[derive(Clone)]
pub(crate) enum Pending {
    /// An arm of a fork that was met here.
    Arm {
        /// The fork.
        point: Rc<ForkPoint>,
        /// Index of the arm.
        arm: u32,
    },
    /// A path that waits for others.
    Paused(Rc<Paused>),
    /// The values not yet tried of an argument that was pinned here.
    Values(Box<OtherValues>),
    /// A node that others met.
    Task(Rc<Task>),
    /// A node of the frontier that the run began with.
    Inherited(NodeKey),
}

impl Pending {
    /// True if it is a path that covered something of which nobody was told.
    pub(crate) fn has_covers(&self) -> bool {
        match self {
            Pending::Paused(paused) => !paused.covers.borrow().is_empty(),
            Pending::Arm { .. } | Pending::Values(_) | Pending::Task(_) | Pending::Inherited(_) => {
                false
            }
        }
    }

    /// True if it has to do with arguments of opaque functions: what was tried of them is known in
    /// this process only.
    pub(crate) fn has_pins(&self) -> bool {
        match self {
            Pending::Arm { point, .. } => point.pins.any(),
            Pending::Paused(paused) => paused.pins.any(),
            Pending::Values(_) => true,
            Pending::Task(_) | Pending::Inherited(_) => false,
        }
    }

    /// True if others met the node, and it was not reached here.
    pub(crate) fn is_elsewhere(&self) -> bool {
        match self {
            Pending::Task(_) | Pending::Inherited(_) => true,
            Pending::Arm { .. } | Pending::Paused(_) | Pending::Values(_) => false,
        }
    }

    /// The fork above the node; `None` if it was met elsewhere.
    pub(crate) fn origin(&self) -> Option<&ForkOrigin> {
        match self {
            Pending::Arm { point, .. } => Some(&point.origin),
            Pending::Paused(paused) => Some(&paused.origin),
            Pending::Values(others) => Some(&others.point.origin),
            Pending::Task(_) | Pending::Inherited(_) => None,
        }
    }
}

/// Values of an argument that were not tried yet.
#[derive(Clone)]
pub(crate) struct OtherValues {
    /// Where it was pinned.
    pub(crate) point: Rc<ForkPoint>,
    /// Those tried.
    pub(crate) values: Rc<Values>,
}

/// Runs keep millions of these.
const _: () = assert!(size_of::<Option<Pending>>() <= 16);

/// Pending nodes by their index.
#[derive(Default)]
pub(crate) struct PendingNodes {
    nodes: Vec<Option<Pending>>,
}

impl PendingNodes {
    pub(crate) fn insert(&mut self, node: NodeId, pending: Pending) {
        if self.nodes.len() <= node.index() {
            self.nodes.resize(node.index() + 1, None);
        }
        self.nodes[node.index()] = Some(pending);
    }

    pub(crate) fn get(&self, node: NodeId) -> Option<&Pending> {
        self.nodes.get(node.index())?.as_ref()
    }

    pub(crate) fn take(&mut self, node: NodeId) -> Option<Pending> {
        self.nodes.get_mut(node.index())?.take()
    }
}
