//! Names of the nodes of the execution tree, and how they end.

/// A node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The root: the start of the program.
    pub const ROOT: NodeId = NodeId(0);

    /// Dense index for side tables; indices of freed nodes are used again.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a node ended.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub enum Closed {
    /// A path ran to its end.
    Completed,
    /// No input takes this arm.
    Infeasible,
    /// An assumption failed on it.
    AssumeFailed,
    /// Replay decided otherwise than recorded.
    Diverged,
    /// The program did something the machine does not support.
    Unsupported,
    /// A limit of a path ended it (depth, instructions, memory).
    CutOff,
    /// The solver did not answer.
    Unknown,
    /// Workers died on it.
    Failed,
}

impl Closed {
    /// Every way to end.
    pub const ALL: [Closed; Closed::COUNT] = [
        Closed::Completed,
        Closed::Infeasible,
        Closed::AssumeFailed,
        Closed::Diverged,
        Closed::Unsupported,
        Closed::CutOff,
        Closed::Unknown,
        Closed::Failed,
    ];

    /// Name in files and output.
    pub fn name(self) -> &'static str {
        match self {
            Closed::Completed => "completed",
            Closed::Infeasible => "infeasible",
            Closed::AssumeFailed => "assumption failed",
            Closed::Diverged => "diverged",
            Closed::Unsupported => "unsupported",
            Closed::CutOff => "cut off",
            Closed::Unknown => "unknown",
            Closed::Failed => "worker died",
        }
    }

    /// The way to end of that name.
    pub fn from_name(name: &str) -> Option<Closed> {
        Closed::ALL.into_iter().find(|how| how.name() == name)
    }

    /// True if nothing below the node is left out.
    pub fn is_explored(self) -> bool {
        match self {
            Closed::Completed | Closed::Infeasible | Closed::AssumeFailed => true,
            Closed::Diverged
            | Closed::Unsupported
            | Closed::CutOff
            | Closed::Unknown
            | Closed::Failed => false,
        }
    }

    /// Number of ways to end.
    pub(crate) const COUNT: usize = 8;
}

/// Tells the nodes that used one slot of the tree apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Stamp(pub(crate) u32);
