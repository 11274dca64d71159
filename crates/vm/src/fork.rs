//! Places where a path can go on in several ways.

use ir::{BlockId, ErrorKind, FunctionId, Location};
use serde::{Deserialize, Serialize};
use term::Term;

/// A place in the program, as precise as the machine knows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Site {
    /// Function.
    pub function: FunctionId,
    /// Block of the function.
    pub block: BlockId,
    /// Instruction of the block; the number of instructions for the terminator.
    pub instruction: u32,
    /// Source position for the user: that of the call in user code if the function is a library
    /// model.
    pub location: Location,
    /// Number of the decision in its function, for branches and switches of the source.
    pub decision: Option<u32>,
}

/// What is decided at a fork.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum ForkKind {
    /// A conditional branch: choice 1 if the condition holds, else 0.
    Branch,
    /// A switch: the choice is the index of the case, the number of cases for the default.
    Switch,
    /// Which object a pointer means: the choice is the object, 0 for none of them (an error), and
    /// `u64::MAX` for null where that is fine.
    Pointer,
    /// Which function a pointer means: the choice stands for its name, 0 for none.
    FunctionPointer,
    /// Whether an access is within its object: choice 1 if it is, 0 is the error.
    Bounds,
    /// Size of an allocation: the choice is the size.
    Size,
    /// An assumption: choice 1 if it holds, 0 ends the path.
    Assume,
    /// Whether an allocation fails: choice 1 if it does. Decided by a free input.
    MallocFails,
    /// What an input reference refers to: 0 null or 1 not; or the position among the input objects
    /// that fit, in order of creation, followed by the classes of which it may be a fresh object;
    /// or the position among the constants of an enumeration. Decided by a free input.
    Initialise,
    /// A value pinned to what it is under the model: the choice is the value.
    Pin,
    /// An argument of an opaque function, pinned to what it is under the model: the choice is the
    /// value. A state at the fork that is run under another model of its path pins another.
    Opaque,
    /// Whether something depends on memory never written: choice 0 if it does.
    NeverWritten,
    /// A condition of a library operation: the choice is 1 if it holds, else 0.
    Library,
    /// Whether a call that is skipped returns: choice 1 if it does, 0 if the program ends in it, and 2 if it is
    /// not skipped, as it looks at input pointers that the path has not looked at, or throws.
    Returns,
    /// Which object a pointer points into that a skipped call leaves behind, and whether it is within it: see
    /// [`ForkKind::place_of_pointer`].
    LeftPointer,
    /// Whether what is left of a loop is taken as a function: choice 1 if it is, 0 if it goes on one
    /// traversal after the other. Decided by an input that no program has.
    LoopFunction,
    /// By which exit a loop that is taken as a function is left: the choice is its number, `u64::MAX` for
    /// none.
    LoopExit,
}

impl ForkKind {
    /// The number of the place that holds the pointer, among those that the call may change, by the choice at a
    /// [`ForkKind::LeftPointer`].
    pub fn place_of_pointer(choice: u64) -> u64 {
        choice >> 32
    }

    /// Name in output.
    pub fn name(self) -> &'static str {
        match self {
            ForkKind::Branch => "branch",
            ForkKind::Switch => "switch",
            ForkKind::Pointer => "pointer",
            ForkKind::FunctionPointer => "function-pointer",
            ForkKind::Bounds => "bounds",
            ForkKind::Size => "size",
            ForkKind::Assume => "assume",
            ForkKind::MallocFails => "malloc-fails",
            ForkKind::Pin => "pin",
            ForkKind::Opaque => "opaque",
            ForkKind::Library => "library",
            ForkKind::Returns => "returns",
            ForkKind::LeftPointer => "left-pointer",
            ForkKind::LoopFunction => "loop-function",
            ForkKind::LoopExit => "loop-exit",
            ForkKind::Initialise => "initialise",
            ForkKind::NeverWritten => "never-written",
        }
    }
}

/// What taking an arm leads to, as far as it is known at the fork.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ArmOutcome {
    /// The path goes on.
    Continue,
    /// The path ends at once with this error.
    Error(ErrorKind),
    /// The path ends at once because an assumption fails; nothing is to be found there.
    Discard,
}

/// One way to go on.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Arm {
    /// The number that stands for it among a path's decisions; see [`ForkKind`].
    pub choice: u64,
    /// Holds for exactly the inputs that go this way.
    pub condition: Term,
    /// Where it leads.
    pub outcome: ArmOutcome,
}

/// A decision that depends on inputs. Its arms are disjoint.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fork {
    /// What is decided.
    pub kind: ForkKind,
    /// Where.
    pub site: Site,
    /// The ways to go on; at least one, ascending by nothing in particular but always in the same
    /// order for one path.
    pub arms: Vec<Arm>,
    /// Index of the arm that is taken under the state's model.
    pub taken: usize,
    /// True if the arms cover all inputs of the path; false if some are not explored (a pinned
    /// value, sizes or candidates left out).
    pub complete: bool,
}

impl Fork {
    /// Index of the arm with that choice: how a recorded path is followed again.
    pub fn arm_of(&self, choice: u64) -> Option<usize> {
        self.arms.iter().position(|arm| arm.choice == choice)
    }
}
