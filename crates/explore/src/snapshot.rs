//! Snapshots of the states at forks, under a budget of memory.

use crate::run::Run;
use crate::strategy::Recent;
use crate::task::{NodeKey, Task};
use crate::tree::NodeId;
use solver::PathCondition;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::{Rc, Weak};
use vm::{Fork, State};

/// A fork on an explored path: what its pending arms need to be visited.
pub(crate) struct Point {
    /// The state at the fork; dropped when memory is short.
    pub(crate) state: RefCell<Option<State>>,
    /// What is decided.
    pub(crate) fork: Box<Fork>,
    /// Path condition before the fork.
    pub(crate) path: PathCondition,
    /// How it is found again.
    pub(crate) above: Above,
    /// The last decisions before it on its path.
    pub(crate) recent: Recent,
    bytes: usize,
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
        arm: usize,
    },
    /// A node that others met.
    Task(Rc<Task>),
    /// A node of the frontier that the run began with.
    Inherited(NodeKey),
}

/// Knows the snapshots in order of age and drops some when they exceed the budget.
pub(crate) struct Snapshots {
    by_age: VecDeque<Weak<Point>>,
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
            by_age: VecDeque::new(),
            live: 0,
            bytes: 0,
            budget,
            peak_bytes: 0,
            dropped: 0,
        }
    }

    /// Keeps the state at a fork. `bytes` is what the snapshot keeps alive alone.
    pub(crate) fn keep(
        &mut self,
        state: State,
        fork: Box<Fork>,
        path: PathCondition,
        above: Above,
        recent: Recent,
        bytes: usize,
    ) -> Rc<Point> {
        let state = RefCell::new(Some(state));
        let point = Rc::new(Point {
            state,
            fork,
            path,
            above,
            recent,
            bytes,
        });
        self.by_age.push_back(Rc::downgrade(&point));
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
        Some(state)
    }

    /// Drops snapshots while they exceed the budget: those that the strategy will come to last.
    pub(crate) fn trim(&mut self, oldest_first: bool) {
        if self.bytes <= self.budget {
            // A dead entry still holds the allocation of its point.
            if self.by_age.len() > 2 * self.live + 1024 {
                self.by_age.retain(|point| point.strong_count() > 0);
            }
            return;
        }
        // Down to three quarters, so that this does not run at every fork.
        while self.bytes > self.budget / 4 * 3 {
            // A strategy that visits old nodes first comes to the newest last.
            let next = if oldest_first {
                self.by_age.pop_back()
            } else {
                self.by_age.pop_front()
            };
            let Some(next) = next else { break };
            if let Some(point) = next.upgrade()
                && self.take(&point).is_some()
            {
                self.dropped += 1;
            }
        }
    }
}

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
