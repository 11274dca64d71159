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
    /// Nothing that the run is to reach can be reached from it.
    BesideTargets,
    /// What can be met from it was met from another node, which is explored.
    Subsumed,
    /// No error can be met from it that cannot be met from another node, which is explored.
    SubsumedForErrors,
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
        Closed::BesideTargets,
        Closed::Subsumed,
        Closed::SubsumedForErrors,
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
            Closed::BesideTargets => "beside targets",
            Closed::Subsumed => "subsumed",
            Closed::SubsumedForErrors => "subsumed for errors",
        }
    }

    /// The way to end of that name.
    pub fn from_name(name: &str) -> Option<Closed> {
        Closed::ALL.into_iter().find(|how| how.name() == name)
    }

    /// True if nothing below the node is left out.
    pub fn is_explored(self) -> bool {
        match self {
            Closed::Completed
            | Closed::Infeasible
            | Closed::AssumeFailed
            | Closed::BesideTargets
            | Closed::Subsumed
            | Closed::SubsumedForErrors => true,
            Closed::Diverged
            | Closed::Unsupported
            | Closed::CutOff
            | Closed::Unknown
            | Closed::Failed => false,
        }
    }

    /// Number of ways to end.
    pub(crate) const COUNT: usize = 11;
}

/// Tells the nodes that used one slot of the tree apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Stamp(pub(crate) u32);

/// What was found in a finished part of the tree.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Found(u8);

impl Found {
    const COMPLETED: u8 = 1;
    const LEFT_OUT: u8 = 2;
    const ERROR: u8 = 4;
    const NEW: u8 = 8;

    /// What a node that ended so shows by itself.
    pub(crate) fn by(how: Closed) -> Found {
        let completed = match how {
            Closed::Completed => Found::COMPLETED,
            _ => 0,
        };
        match how.is_explored() {
            true => Found(completed),
            false => Found(completed | Found::LEFT_OUT),
        }
    }

    /// Something is not explored here.
    pub(crate) fn left_out() -> Found {
        Found(Found::LEFT_OUT)
    }

    /// A path ended in an error, or covered something for the first time.
    pub(crate) fn with(self, error: bool, new: bool) -> Found {
        let error = if error { Found::ERROR } else { 0 };
        let new = if new { Found::NEW } else { 0 };
        Found(self.0 | error | new)
    }

    /// This and what another part shows.
    pub(crate) fn and(self, other: Found) -> Found {
        Found(self.0 | other.0)
    }

    /// A path ran to an end of the program or an error.
    pub fn completed(self) -> bool {
        self.0 & Found::COMPLETED != 0
    }

    /// Something was left out: cut off, unsupported, not decided, given to another worker.
    pub fn has_left_out(self) -> bool {
        self.0 & Found::LEFT_OUT != 0
    }

    /// A path ended in an error.
    pub fn error(self) -> bool {
        self.0 & Found::ERROR != 0
    }

    /// A path was the first to cover something.
    pub fn covered_new(self) -> bool {
        self.0 & Found::NEW != 0
    }
}
