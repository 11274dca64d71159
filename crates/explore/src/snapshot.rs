//! Snapshots of the states at forks, under a budget of memory.

use crate::strategy::Recent;
use crate::tree::NodeId;
use solver::PathCondition;
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::{Rc, Weak};
use term::Model;
use vm::{Fork, State};

/// A fork on an explored path: what its pending arms need to be visited.
pub(crate) struct Point {
    /// The state at the fork; dropped when memory is short.
    pub(crate) state: RefCell<Option<State>>,
    /// What is decided.
    pub(crate) fork: Box<Fork>,
    /// Path condition before the fork.
    pub(crate) path: PathCondition,
    /// Model that leads here.
    pub(crate) model: Model,
    /// Forks before it on its path.
    pub(crate) decisions: u32,
    /// Instructions on its path since something was covered for the first time.
    pub(crate) since_new: u64,
    /// The last decisions before it on its path.
    pub(crate) recent: Recent,
    bytes: usize,
}

/// An arm to be visited.
#[derive(Clone)]
pub(crate) struct Pending {
    pub(crate) point: Rc<Point>,
    pub(crate) arm: usize,
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
        since_new: u64,
        recent: Recent,
        bytes: usize,
    ) -> Rc<Point> {
        let (model, decisions) = (state.model().clone(), state.depth());
        let state = RefCell::new(Some(state));
        let point = Rc::new(Point {
            state,
            fork,
            path,
            model,
            decisions,
            since_new,
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
