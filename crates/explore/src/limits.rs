//! What ends a run or a path before its time.

use std::cell::Cell;
use std::time::Duration;

/// [`Limits::slice`] unless told otherwise.
pub const SLICE: u64 = 256;

/// Limits; `None` is no limit.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Time for the whole run.
    pub time: Option<Duration>,
    /// Completed paths.
    pub paths: Option<u64>,
    /// Errors, each site once.
    pub findings: Option<u64>,
    /// Forks on a path.
    pub depth: Option<u32>,
    /// Instructions of the whole run, replays included: a replay that is under way is not ended.
    pub instructions: Option<u64>,
    /// Instructions of one path: what ends endless loops.
    pub path_instructions: Option<u64>,
    /// Length of what a path runs at a time, before others get their turn: decisions, or 10,000
    /// instructions each; anew from where it covers something new.
    pub slice: Option<u64>,
    /// Times that a path takes an arm of a branch or switch.
    pub loop_bound: Option<u32>,
    /// Of a search for sequences of calls: completed paths in a row that show nothing new.
    pub sequence_paths: Option<u64>,
    /// Values tried of one argument of one call of an opaque function.
    pub opaque_values: u32,
    /// Bytes the run may use ([`crate::Options::memory_in_use`]); beyond it snapshots of pending nodes are
    /// dropped, and replayed when their turn comes, and then the search goes depth first.
    pub memory_bytes: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: None,
            paths: None,
            findings: None,
            depth: None,
            instructions: None,
            path_instructions: Some(100_000_000),
            slice: Some(SLICE),
            loop_bound: None,
            sequence_paths: None,
            opaque_values: 4,
            memory_bytes: 2 << 30,
        }
    }
}

/// A limit that cut something off.
#[derive(
    Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, serde::Serialize, serde::Deserialize,
)]
pub enum LimitKind {
    /// [`Limits::time`].
    Time,
    /// [`Limits::paths`].
    Paths,
    /// [`Limits::findings`].
    Findings,
    /// [`Limits::depth`].
    Depth,
    /// [`Limits::instructions`].
    Instructions,
    /// [`Limits::sequence_paths`].
    SequencePaths,
    /// [`Limits::path_instructions`].
    PathInstructions,
    /// The solver's time limit.
    SolverTime,
    /// The run was interrupted.
    Interrupted,
    /// A limit of the machine on the program's own memory.
    ProgramMemory,
    /// The limit on sizes that depend on inputs.
    SymbolicSize,
    /// Paths that came back to the same state, and so never end.
    Endless,
    /// [`Limits::opaque_values`].
    OpaqueValues,
    /// `vm::Options::result_objects`.
    ResultObjects,
    /// [`Limits::loop_bound`].
    LoopBound,
    /// [`crate::Options::lazy_steps`], or something else that a search for inputs of an arm left out.
    LazySteps,
    /// Seeds whose paths are longer than those of the run may be, or that were interrupted: they are not run.
    Seeds,
    /// [`crate::options::MatchStates::Shape`]: sequences of calls that made objects of a shape that was seen before.
    StateShapes,
}

impl LimitKind {
    /// True for what ends a whole run rather than a path.
    pub fn is_of_run(self) -> bool {
        match self {
            LimitKind::Time
            | LimitKind::Paths
            | LimitKind::Findings
            | LimitKind::Instructions
            | LimitKind::SequencePaths
            | LimitKind::Interrupted => true,
            LimitKind::Depth
            | LimitKind::PathInstructions
            | LimitKind::SolverTime
            | LimitKind::ProgramMemory
            | LimitKind::SymbolicSize
            | LimitKind::Endless
            | LimitKind::OpaqueValues
            | LimitKind::ResultObjects
            | LimitKind::LoopBound
            | LimitKind::LazySteps
            | LimitKind::Seeds
            | LimitKind::StateShapes => false,
        }
    }

    /// Every limit.
    pub const ALL: [LimitKind; 18] = [
        LimitKind::Time,
        LimitKind::Paths,
        LimitKind::Findings,
        LimitKind::Depth,
        LimitKind::Instructions,
        LimitKind::SequencePaths,
        LimitKind::PathInstructions,
        LimitKind::SolverTime,
        LimitKind::Interrupted,
        LimitKind::ProgramMemory,
        LimitKind::SymbolicSize,
        LimitKind::Endless,
        LimitKind::OpaqueValues,
        LimitKind::ResultObjects,
        LimitKind::LoopBound,
        LimitKind::LazySteps,
        LimitKind::Seeds,
        LimitKind::StateShapes,
    ];

    /// The limit of that name.
    pub fn from_name(name: &str) -> Option<LimitKind> {
        LimitKind::ALL.into_iter().find(|kind| kind.name() == name)
    }

    /// Name in summaries.
    pub fn name(self) -> &'static str {
        match self {
            LimitKind::Time => "time",
            LimitKind::Paths => "max-paths",
            LimitKind::Findings => "max-findings",
            LimitKind::Depth => "max-depth",
            LimitKind::Instructions => "max-instructions",
            LimitKind::SequencePaths => "sequence-paths",
            LimitKind::PathInstructions => "path-instructions",
            LimitKind::SolverTime => "solver-time",
            LimitKind::Interrupted => "interrupted",
            LimitKind::ProgramMemory => "program-memory",
            LimitKind::SymbolicSize => "symbolic-size",
            LimitKind::Endless => "endless",
            LimitKind::OpaqueValues => "opaque-values",
            LimitKind::ResultObjects => "result-objects",
            LimitKind::LoopBound => "loop-bound",
            LimitKind::LazySteps => "lazy-steps",
            LimitKind::Seeds => "seeds",
            LimitKind::StateShapes => "state-shapes",
        }
    }
}

/// Counts paths in a row that show nothing new.
#[derive(Debug, Default)]
pub(crate) struct Fruitless {
    /// How much was shown when that was last more than before, and by how many paths.
    shown: Cell<(u64, u64)>,
}

impl Fruitless {
    /// Paths that have ended since the last that showed something new, where so many have shown so much.
    pub(crate) fn paths(&self, shown: u64, paths: u64) -> u64 {
        let (before, since) = self.shown.get();
        if shown > before || paths < since {
            self.shown.set((shown, paths));
            return 0;
        }
        paths - since
    }
}
