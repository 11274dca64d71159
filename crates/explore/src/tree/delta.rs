//! Which nodes of a tree have changed since a batch last told of them.
//!
//! Nodes have slots that are used again; what is told has names ([`NodeKey`]) that last. A node
//! that is added and freed between two batches never gets a name.

use super::node::NodeId;
use super::task::{KeyRange, NodeKey};

/// Notes of a tree; empty and free of cost unless they are wanted.
#[derive(Debug, Default)]
pub struct TreeDelta {
    /// Names come from here; `None` if nobody is told.
    keys: Option<KeyRange>,
    /// Names of the nodes that were told of, by slot; [`UNTOLD`] for others.
    told: Vec<NodeKey>,
    added: Vec<NodeId>,
    visited: Vec<NodeId>,
    finished: Vec<NodeKey>,
}

/// No name: a run has millions of nodes, an `Option` would take twice the memory.
const UNTOLD: NodeKey = NodeKey(u64::MAX);

/// Notes kept at most before they are wanted in a batch.
const MANY: usize = 1 << 20;

impl TreeDelta {
    /// Notes are taken, with names from this range.
    pub(crate) fn told(keys: KeyRange) -> TreeDelta {
        TreeDelta {
            keys: Some(keys),
            ..TreeDelta::default()
        }
    }

    /// What is left of the range of names.
    pub(crate) fn keys(&self) -> Option<KeyRange> {
        self.keys
    }

    /// True if notes are taken.
    pub(crate) fn is_wanted(&self) -> bool {
        self.keys.is_some()
    }

    /// True if a batch should be made lest the notes take much memory.
    pub(crate) fn is_large(&self) -> bool {
        self.added.len() + self.visited.len() >= MANY
    }

    /// The name of a node, if it was told of.
    pub(crate) fn key(&self, node: NodeId) -> Option<NodeKey> {
        let key = self.told.get(node.index()).copied();
        key.filter(|&key| key != UNTOLD)
    }

    /// Gives a node its name.
    pub(crate) fn tell(&mut self, node: NodeId) -> NodeKey {
        let key = NodeKey(self.draw());
        self.set_key(node, key);
        key
    }

    /// A number for a name.
    pub(crate) fn draw(&mut self) -> u64 {
        let keys = self.keys.as_mut();
        keys.expect("names are given only if they are wanted")
            .draw()
    }

    /// A node came with its name.
    pub(crate) fn set_key(&mut self, node: NodeId, key: NodeKey) {
        if self.told.len() <= node.index() {
            self.told.resize(node.index() + 1, UNTOLD);
        }
        self.told[node.index()] = key;
    }

    pub(crate) fn note_added(&mut self, node: NodeId) {
        if self.keys.is_some() {
            self.added.push(node);
        }
    }

    /// A node that was told of as pending is visited.
    pub(crate) fn note_visited(&mut self, node: NodeId) {
        if self.key(node).is_some() {
            self.visited.push(node);
        }
    }

    pub(crate) fn note_freed(&mut self, node: NodeId) {
        let key = self.forget(node);
        self.finished.extend(key);
    }

    /// The node in this slot is no more, or no longer here.
    pub(crate) fn forget(&mut self, node: NodeId) -> Option<NodeKey> {
        let told = self.told.get_mut(node.index())?;
        let key = std::mem::replace(told, UNTOLD);
        (key != UNTOLD).then_some(key)
    }

    /// The nodes added since they were last taken: some of them are no more.
    pub(crate) fn take_added(&mut self) -> Vec<NodeId> {
        std::mem::take(&mut self.added)
    }

    /// The nodes visited since they were last taken: some of them are no more.
    pub(crate) fn take_visited(&mut self) -> Vec<NodeId> {
        std::mem::take(&mut self.visited)
    }

    pub(crate) fn take_finished(&mut self) -> Vec<NodeKey> {
        std::mem::take(&mut self.finished)
    }
}
