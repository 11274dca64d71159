//! Snapshots of the states at forks, under a budget of memory.

use crate::opaque::{Pins, Values};
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
    /// The state at the fork; dropped when memory is short. It is most of what a point takes, so it
    /// has memory of its own.
    pub(crate) state: RefCell<Option<Box<State>>>,
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
    bytes: usize,
}

impl Point {
    /// A fork that is always reached anew.
    pub(crate) fn without_state(
        fork: Box<Fork>,
        path: PathCondition,
        above: Above,
        recent: Recent,
        pins: Pins,
    ) -> Point {
        Point {
            state: RefCell::new(None),
            fork,
            path: RefCell::new(path),
            above,
            recent,
            pins,
            bytes: 0,
        }
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

    /// Keeps the state at a fork. `bytes` is what the snapshot keeps alive alone.
    pub(crate) fn keep(&mut self, state: State, point: Point, bytes: usize) -> Rc<Point> {
        let state = RefCell::new(Some(Box::new(state)));
        let point = Rc::new(Point {
            state,
            bytes,
            ..point
        });
        self.live += 1;
        self.bytes += bytes;
        self.peak_bytes = self.peak_bytes.max(self.bytes);
        point
    }

    /// Gives up a point's snapshot: its last pending arm is visited.
    pub(crate) fn take(&mut self, point: &Point) -> Option<State> {
        let state = point.state.borrow_mut().take()?;
        self.live -= 1;
        self.bytes -= point.bytes;
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

    /// Drops the snapshot of a point, if it has one, and what can be found again of its path
    /// condition: its arms are replayed when their turn comes.
    pub(crate) fn drop_of(&mut self, point: &Point) {
        point.path.borrow_mut().forget_groups();
        if self.take(point).is_some() {
            self.dropped += 1;
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
