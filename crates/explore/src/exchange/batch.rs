//! What an explorer did since it last said so: changes of its frontier, and what the paths that
//! ended meanwhile add to the account of the run.
//!
//! A batch holds *net* changes: subtrees that were both begun and finished since the last batch do
//! not show, so a depth-first run of millions of paths costs next to nothing. Batches are whole: the
//! frontier after a batch belongs to the account after it. Whoever has every batch up to some moment
//! can go on from there, and does nothing twice but what was done since.

use crate::results::{FunctionCode, KeptPath, PathLog, TotalsDelta};
use crate::tree::{InputValue, NodeKey, RunKey};
use serde::{Deserialize, Serialize};

/// Net changes since the batch before.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub struct Batch {
    /// Models that nodes speak of, each behind the one it is based on.
    pub runs: Vec<Run>,
    /// Nodes that are new, each behind its parent.
    pub added: Vec<AddedNode>,
    /// Nodes that were pending and now have nodes below them (in `added`).
    pub opened: Vec<NodeKey>,
    /// Nodes below which all is finished. Their number is not used again.
    pub finished: Vec<NodeKey>,
    /// Nodes given up unvisited because [`crate::exchange::supervisor::Request::Donate`] asked for them: still
    /// pending, but for somebody else.
    pub donated: Vec<NodeKey>,
    /// The node that is visited next, if the explorer was asked to say so.
    pub visiting: Option<NodeKey>,
    /// What the paths that ended add to the account.
    pub delta: TotalsDelta,
    /// Paths that ended, if [`crate::exchange::supervisor::Supervisor::wants_frontier`].
    pub paths: PathLog,
    /// User code that became known: what is loaded when it is first called is told of then.
    pub functions: Vec<FunctionCode>,
    /// Paths that may be worth a test, for [`crate::RunTotals::record`] to decide.
    pub kept: Vec<KeptPath>,
}

impl Batch {
    /// True if there is nothing to tell.
    pub fn is_empty(&self) -> bool {
        let Batch {
            runs,
            added,
            opened,
            finished,
            donated,
            visiting,
            delta,
            paths,
            functions,
            kept,
        } = self;
        runs.is_empty()
            && added.is_empty()
            && opened.is_empty()
            && finished.is_empty()
            && donated.is_empty()
            && visiting.is_none()
            && delta.is_empty()
            && paths.is_empty()
            && functions.is_empty()
            && kept.is_empty()
    }
}

/// A model that was followed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Run {
    /// Its name.
    pub key: RunKey,
    /// The model it differs from.
    pub base: RunKey,
    /// In what.
    pub inputs: Vec<InputValue>,
}

/// A node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct AddedNode {
    /// Its name.
    pub key: NodeKey,
    /// The node above.
    pub parent: NodeKey,
    /// Which arm leads from there to it.
    pub choice: u64,
    /// Present if it is not visited yet (or its visit is not over and has left nothing below it).
    pub pending: Option<PendingNode>,
}

/// What it takes to visit a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PendingNode {
    /// The model that leads to the fork above it.
    pub run: RunKey,
    /// Number of the path that left it ([`crate::LoggedPath::number`]); 0 if it is the lowest node of a path
    /// under way.
    pub path: u64,
    /// `vm::State::path_hash` at that fork.
    pub hash: u64,
    /// `vm::State::depth` at that fork: all decisions before it, also those that are no nodes.
    pub depth: u32,
    /// Instructions on its path since something was covered for the first time.
    pub since_new: u64,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::results::LoggedPath;

    /// A path that waits where it waited before changes no node: later ones go on from what it tells.
    #[test]
    fn a_path_that_only_waits_is_something_to_tell() {
        let mut batch = Batch::default();
        assert!(batch.is_empty());
        batch.paths.push_paused(&LoggedPath {
            number: 1,
            parent: 0,
            depth: 0,
            hash: 0,
            ending: 0,
            steps: [].as_slice().into(),
        });
        assert!(!batch.is_empty());
    }
}
