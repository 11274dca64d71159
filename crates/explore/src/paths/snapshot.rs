//! Snapshots of the states at forks, under a budget of memory.

use std::cell::RefCell;
use vm::State;

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

/// Counts the snapshots there are, and their estimated memory.
pub(crate) struct Snapshots {
    /// Points that hold a snapshot.
    live: usize,
    bytes: usize,
    budget: usize,
    peak_bytes: usize,
    dropped: u64,
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

    /// Most that their estimated memory was, and how many were dropped for want of memory.
    pub(crate) fn counted(&self) -> (usize, u64) {
        (self.peak_bytes, self.dropped)
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

    /// Drops a snapshot for want of memory.
    pub(crate) fn drop_state(&mut self, snapshot: &Snapshot) {
        if self.take(snapshot).is_some() {
            self.dropped += 1;
        }
    }
}
