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

/// The numbers that processes give to nodes and models never meet: each resumption of a run, and in
/// it each worker, draws from a range of its own.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct KeyRange {
    next: u64,
}

impl KeyRange {
    /// Workers that may be started in one session.
    pub(crate) const WORKERS: u32 = 1 << 12;

    /// The range of a session: 0 is the first of a run, then one for each resumption. At most 2^12
    /// sessions.
    pub fn new(session: u32) -> KeyRange {
        debug_assert!(session < 1 << 12);
        let next = (u64::from(session) << 52) + 1;
        KeyRange { next }
    }

    /// The range of a worker of this session, whose own range is not drawn from then.
    pub(crate) fn of_worker(self, worker: u32) -> KeyRange {
        debug_assert!(worker < KeyRange::WORKERS);
        let next = self.next + (u64::from(worker) << 40);
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
    pub choices: Vec<u32>,
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
