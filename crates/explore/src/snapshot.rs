//! Snapshots of the states at forks, under a budget of memory.

use crate::opaque::{Pins, Values};
use crate::paused::Paused;
use crate::run::Run;
use crate::strategy::Recent;
use crate::task::{NodeKey, Task};
use crate::tree::NodeId;
use solver::PathCondition;
use std::cell::RefCell;
use std::rc::Rc;
use vm::{Fork, State};

/// A fork on an explored path: what its pending arms need to be visited.
pub(crate) struct Point {
    /// The state at the fork.
    pub(crate) snapshot: Snapshot,
    /// What is decided.
    pub(crate) fork: Box<Fork>,
    /// Path condition before the fork; without its groups when memory is short.
    pub(crate) path: RefCell<PathCondition>,
    /// How it is found again.
    pub(crate) above: Above,
    /// The last decisions before it on its path.
    pub(crate) recent: Recent,
    /// What was pinned before it for calls of opaque functions.
    pub(crate) pins: Pins,
    /// Digest of the program's data there, if strategies go by it.
    pub(crate) data: Option<u64>,
}

impl Point {
    pub(crate) fn new(
        fork: Box<Fork>,
        snapshot: Snapshot,
        path: PathCondition,
        above: Above,
        recent: Recent,
        pins: Pins,
        data: Option<u64>,
    ) -> Point {
        Point {
            snapshot,
            fork,
            path: RefCell::new(path),
            above,
            recent,
            pins,
            data,
        }
    }
}

/// A state that can be reached again; dropped when memory is short. It is most of what a point
/// takes, so it has memory of its own.
#[derive(Default)]
pub(crate) struct Snapshot {
    state: RefCell<Option<Box<State>>>,
    bytes: usize,
}

impl Snapshot {
    /// A copy of the state, if it is there.
    pub(crate) fn cloned(&self) -> Option<State> {
        self.state.borrow().as_deref().cloned()
    }

    /// True if the state is there.
    #[cfg(test)]
    pub(crate) fn is_there(&self) -> bool {
        self.state.borrow().is_some()
    }
}

/// How a fork on an explored path is found again.
#[derive(Clone)]
pub(crate) struct Above {
    /// The model that leads there.
    pub(crate) run: Rc<Run>,
    /// Hash of the decisions before it.
    pub(crate) hash: u64,
    /// Number of the decisions before it.
    pub(crate) depth: u32,
    /// Instructions on its path since something was covered for the first time.
    pub(crate) since_new: u64,
}

/// A node to be visited.
#[derive(Clone)]
pub(crate) enum Pending {
    /// An arm of a fork that was met here.
    Arm {
        /// The fork.
        point: Rc<Point>,
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

/// Values of an argument that were not tried yet.
#[derive(Clone)]
pub(crate) struct OtherValues {
    /// Where it was pinned.
    pub(crate) point: Rc<Point>,
    /// Those tried.
    pub(crate) values: Rc<Values>,
}

/// Counts the snapshots there are, and their estimated memory.
pub(crate) struct Snapshots {
    /// Points that hold a snapshot.
    live: usize,
    bytes: usize,
    budget: usize,
    pub(crate) peak_bytes: usize,
    pub(crate) dropped: u64,
}

impl Snapshots {
    pub(crate) fn new(budget: usize) -> Snapshots {
        Snapshots {
            live: 0,
            bytes: 0,
            budget,
            peak_bytes: 0,
            dropped: 0,
        }
    }

    /// They may take so many bytes from now on.
    pub(crate) fn allow(&mut self, budget: usize) {
        self.budget = budget;
    }

    /// Keeps a state. `bytes` is what the snapshot keeps alive alone.
    pub(crate) fn keep(&mut self, state: State, bytes: usize) -> Snapshot {
        self.live += 1;
        self.bytes += bytes;
        self.peak_bytes = self.peak_bytes.max(self.bytes);
        Snapshot {
            state: RefCell::new(Some(Box::new(state))),
            bytes,
        }
    }

    /// Gives up a snapshot: the last node that needs it is visited.
    pub(crate) fn take(&mut self, snapshot: &Snapshot) -> Option<State> {
        let state = snapshot.state.borrow_mut().take()?;
        self.live -= 1;
        self.bytes -= snapshot.bytes;
        Some(*state)
    }

    /// Estimated memory of all.
    #[cfg(test)]
    pub(crate) fn bytes(&self) -> usize {
        self.bytes
    }

    /// True if there is one to drop.
    pub(crate) fn any(&self) -> bool {
        self.live > 0
    }

    /// True if they take more than that, as far as it can be estimated.
    pub(crate) fn exceed(&self, bytes: usize) -> bool {
        self.bytes > bytes
    }

    /// True if they alone take more than the run may.
    pub(crate) fn exceed_budget(&self) -> bool {
        self.exceed(self.budget)
    }

    /// Drops the snapshot of a node, if it has one, and what can be found again of its path
    /// condition: the node is replayed when its turn comes.
    pub(crate) fn drop_of(&mut self, pending: &Pending) {
        let (snapshot, path) = match pending {
            Pending::Arm { point, .. } => (&point.snapshot, &point.path),
            // What it covered would have to be found again, too, for the test that it may become.
            Pending::Paused(paused) if paused.covers.borrow().is_empty() => {
                (&paused.snapshot, &paused.path)
            }
            Pending::Paused(_) | Pending::Values(_) | Pending::Task(_) | Pending::Inherited(_) => {
                return;
            }
        };
        path.borrow_mut().forget_groups();
        if self.take(snapshot).is_some() {
            self.dropped += 1;
        }
    }

    /// A node is given up: its snapshot goes, if no other node needs it.
    pub(crate) fn release(&mut self, pending: &Pending) {
        match pending {
            Pending::Arm { point, .. } if Rc::strong_count(point) == 1 => {
                self.take(&point.snapshot);
            }
            Pending::Paused(paused) => {
                self.take(&paused.snapshot);
            }
            Pending::Arm { .. } | Pending::Values(_) | Pending::Task(_) | Pending::Inherited(_) => {
            }
        }
    }
}

/// Runs keep millions of these.
const _: () = assert!(size_of::<Option<Pending>>() <= 16);

/// Pending arms by node.
#[derive(Default)]
pub(crate) struct PendingArms {
    arms: Vec<Option<Pending>>,
}

impl PendingArms {
    pub(crate) fn insert(&mut self, node: NodeId, pending: Pending) {
        if self.arms.len() <= node.index() {
            self.arms.resize(node.index() + 1, None);
        }
        self.arms[node.index()] = Some(pending);
    }

    pub(crate) fn get(&self, node: NodeId) -> Option<&Pending> {
        self.arms.get(node.index())?.as_ref()
    }

    pub(crate) fn take(&mut self, node: NodeId) -> Option<Pending> {
        self.arms.get_mut(node.index())?.take()
    }
}
