//! Units of work that any process can take up: what to decide, and inputs that lead there.

use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// Name of a node of the execution tree, the same in all processes of a run and over its resumption.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
pub struct NodeKey(pub u64);

impl NodeKey {
    /// The start of the program.
    pub const ROOT: NodeKey = NodeKey(0);

    /// Where the paths begin of that start, if a run has several: a method each.
    pub fn start(number: u32) -> NodeKey {
        NodeKey(u64::from(number))
    }

    /// True for what [`NodeKey::start`] gives.
    pub fn is_start(self) -> bool {
        self.0 < KeyRange::LENGTH
    }
}

/// Name of a model that was followed for some part of the tree; as lasting as [`NodeKey`].
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Default, Serialize, Deserialize,
)]
pub struct RunKey(pub u64);

impl RunKey {
    /// The model in which every input is zero.
    pub const ZERO: RunKey = RunKey(0);
}

/// The numbers that processes give to nodes, models and paths never meet: each explorer of a run
/// draws from a range of its own. Those below the first range are starts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyRange {
    next: u64,
}

impl KeyRange {
    /// Numbers in a range.
    const LENGTH: u64 = 1 << 40;
    /// Workers that may be started for one start of a run.
    pub(crate) const WORKERS: u32 = 1 << 12;

    /// The first range of a run.
    pub fn first() -> KeyRange {
        KeyRange::behind(0)
    }

    /// The first range that begins behind a number, the largest one used so far.
    pub fn behind(used: u64) -> KeyRange {
        let next = (used / KeyRange::LENGTH + 1) * KeyRange::LENGTH;
        KeyRange { next }
    }

    /// Which range a number is of: each explorer of a run has one of its own.
    pub fn index_of(number: u64) -> u64 {
        number / KeyRange::LENGTH
    }

    /// The range behind this one, which is not drawn from any more.
    pub(crate) fn following(self) -> KeyRange {
        KeyRange::behind(self.next)
    }

    /// The range of a worker, counted from 0; this one is not drawn from then.
    pub(crate) fn of_worker(self, worker: u32) -> KeyRange {
        debug_assert!(worker <= KeyRange::WORKERS);
        let next = self.next + u64::from(worker) * KeyRange::LENGTH;
        KeyRange { next }
    }

    /// A number not used before.
    pub fn draw(&mut self) -> u64 {
        self.next += 1;
        self.next - 1
    }
}

/// Value of an input, without reference to a pool: number, name and width are what
/// `vm::Machine::input` identifies it by.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct InputValue {
    /// Number of inputs created before on the path.
    pub ordinal: u32,
    /// Name.
    pub name: Arc<str>,
    /// Width in bits.
    pub width: u32,
    /// The value, least significant byte first.
    pub bytes: Vec<u8>,
}

/// A pending node with what it takes to visit it in any process: the program is run from its start
/// with `inputs`; at forks of several arms it must make these choices; at the last of them its way
/// is left, if the solver finds inputs for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Task {
    /// The node.
    pub node: NodeKey,
    /// The choices at forks of several arms, in order; the last one leads into the node. Empty for
    /// the start of the program.
    pub choices: Vec<u64>,
    /// Inputs that lead to the last fork; others are zero.
    pub inputs: Vec<InputValue>,
    /// Name of that model.
    pub run: RunKey,
    /// `vm::State::path_hash` at the last fork: a program that gets there otherwise has diverged.
    pub hash: u64,
    /// Instructions on its path since something was covered for the first time.
    pub since_new: u64,
}

impl Task {
    /// The whole tree.
    pub fn root() -> Task {
        Task {
            node: NodeKey::ROOT,
            choices: Vec::new(),
            inputs: Vec::new(),
            run: RunKey::ZERO,
            hash: 0,
            since_new: 0,
        }
    }
}
