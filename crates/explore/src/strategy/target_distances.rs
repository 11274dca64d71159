//! How far it is from pending nodes to code that is to be reached, kept up to date while that
//! changes.

use super::contract::{Candidate, View};
use super::known_graph::{GraphOf, is_stale};
use super::places::{BOTTOM, PlaceId, PlaceStart, Places, Stack};
use ir::analysis::{CodePoint, DistanceGraph, Distances, Target};
use ir::{BlockId, CIntrinsic, Function, FunctionId, InstructionKind, Intrinsic, TerminatorKind};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The distance of what nothing wanted can be reached from.
pub(super) const UNREACHABLE: u64 = u64::MAX;

/// How far an error counts that an instruction may make, and that no path has been followed into yet: that costs little,
/// and nothing else leads there.
const ERROR_NOT_TRIED: u64 = 10;

/// What is to be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Goal {
    /// Blocks and arms of user code that were not executed yet.
    Uncovered,
    /// The same, and errors that an instruction may make, of which none was tried yet.
    UncoveredOrUntried,
    /// Blocks of user code that are an error, or call what ends in one, and were not executed yet.
    Errors,
}

/// What lies beyond the return to a call stack.
#[derive(Clone, Copy, Debug)]
struct Beyond {
    /// Least number of instructions to what is wanted after the return.
    onward: u64,
    /// The version of the distances that it was computed from.
    version: u64,
}

/// Distances of places.
pub(super) struct TargetDistances {
    goal: Goal,
    distances: Option<Distances>,
    /// Functions in the graph.
    loaded: usize,
    /// Functions that were executed but are not in it.
    missing: FxHashSet<FunctionId>,
    /// Entries of the coverage's list of first times that the distances know of.
    seen: usize,
    /// Changes with the distances.
    version: u64,
    places: Places,
    /// By call stack, as far as they were asked for.
    beyond: Vec<Beyond>,
    /// Instructions whose errors were tried.
    tried: FxHashSet<CodePoint>,
}

/// What has changed since the last look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// Distances have grown, if anything.
    Grown,
    /// Distances may be less than before: the program has got new parts.
    Rebuilt,
}

impl TargetDistances {
    pub(super) fn new(goal: Goal) -> TargetDistances {
        TargetDistances {
            goal,
            distances: None,
            loaded: 0,
            missing: FxHashSet::default(),
            seen: 0,
            version: 0,
            places: Places::default(),
            beyond: Vec::new(),
            tried: FxHashSet::default(),
        }
    }

    /// A node at a place was chosen.
    pub(super) fn note_chosen(&mut self, place: PlaceId) {
        if let (PlaceStart::Error(point), _) = self.places.at(place) {
            self.tried.insert(point);
        }
    }

    /// Takes note of what was executed since the last call, and of new parts of the program.
    pub(super) fn update(&mut self, view: &View<'_>) -> Change {
        let news = &view.coverage.first_times()[self.seen..];
        self.seen += news.len();
        let Some(distances) = &mut self.distances else {
            return self.rebuild(view);
        };
        if news.is_empty() {
            return Change::Grown;
        }
        self.version += 1;
        distances.remove(news.iter().copied());
        for target in news {
            let (Target::Block(function, _) | Target::Edge(function, ..)) = *target;
            if !distances.graph().has_body(function) {
                self.missing.insert(function);
            }
        }
        if is_stale(self.missing.len(), self.loaded) {
            return self.rebuild(view);
        }
        Change::Grown
    }

    fn rebuild(&mut self, view: &View<'_>) -> Change {
        let made = view.graph.of(view.program);
        self.loaded = made.loaded;
        self.missing.clear();
        self.version += 1;
        self.distances = Some(distances(self.goal, &made, view));
        Change::Rebuilt
    }

    /// The place that a candidate goes on at.
    pub(super) fn place(&mut self, candidate: &Candidate<'_>) -> PlaceId {
        self.places.place(candidate)
    }

    /// Least number of instructions from a place to what is wanted.
    pub(super) fn distance(&mut self, place: PlaceId) -> u64 {
        let (start, stack) = self.places.at(place);
        let Some(distances) = &self.distances else {
            return UNREACHABLE;
        };
        let (inside, leaving) = match start {
            PlaceStart::Error(point) => match self.goal {
                Goal::Errors => (Some(0), None),
                Goal::UncoveredOrUntried if !self.tried.contains(&point) => {
                    (Some(ERROR_NOT_TRIED), None)
                }
                Goal::Uncovered | Goal::UncoveredOrUntried => (None, None),
            },
            PlaceStart::Edge(_) | PlaceStart::At(_) => start.inside(distances),
        };
        let inside = inside.unwrap_or(UNREACHABLE);
        match leaving {
            Some(leaving) if leaving < inside => {
                inside.min(leaving.saturating_add(self.onward(stack)))
            }
            _ => inside,
        }
    }

    /// Least number of instructions after the return to a stack.
    fn onward(&mut self, stack: u32) -> u64 {
        let never = Beyond {
            onward: UNREACHABLE,
            version: 0,
        };
        self.beyond.resize(self.places.stacks(), never);
        let mut stale = Vec::new();
        let mut at = stack;
        while at != BOTTOM && self.beyond[at as usize].version != self.version {
            stale.push(at);
            at = self.places.stack(at).outer;
        }
        let Some(distances) = &self.distances else {
            return UNREACHABLE;
        };
        for &at in stale.iter().rev() {
            let Stack { caller, outer } = self.places.stack(at);
            let beyond = self.beyond[outer as usize].onward;
            let inside = distances.to_target(caller).unwrap_or(UNREACHABLE);
            let leaving = distances.to_return(caller).unwrap_or(UNREACHABLE);
            self.beyond[at as usize] = Beyond {
                onward: inside.min(leaving.saturating_add(beyond)),
                version: self.version,
            };
        }
        self.beyond[stack as usize].onward
    }
}

fn distances(goal: Goal, made: &GraphOf, view: &View<'_>) -> Distances {
    let (functions, graph) = (&made.functions, &made.graph);
    let mut distances = Distances::new(Arc::clone(graph));
    for (index, function) in functions.iter().enumerate() {
        let id = FunctionId(index as u32);
        let uncovered = view.coverage.uncovered(id, function);
        match goal {
            Goal::Uncovered | Goal::UncoveredOrUntried => distances.add(uncovered),
            Goal::Errors => distances.add(uncovered.filter(|target| match target {
                Target::Block(_, block) => is_error(function, *block, functions, graph),
                Target::Edge(..) => false,
            })),
        }
    }
    distances
}

/// True for a block that ends in an error, or calls a function that does nothing else.
fn is_error(
    function: &Function,
    block: BlockId,
    functions: &[Arc<Function>],
    graph: &DistanceGraph,
) -> bool {
    let block = &function.blocks[block.0 as usize];
    if matches!(block.terminator.kind, TerminatorKind::Error { .. }) {
        return true;
    }
    block
        .instructions
        .iter()
        .any(|instruction| match instruction.kind {
            InstructionKind::Call { function, .. } => {
                let entry = Target::Block(function, BlockId(0));
                let never_returns = graph.target_to_return(entry).is_none();
                never_returns && makes_errors(&functions[function.0 as usize])
            }
            _ => makes_error(&instruction.kind),
        })
}

fn makes_errors(function: &Function) -> bool {
    let mut blocks = function.blocks.iter();
    blocks.any(|block| {
        let ends = matches!(block.terminator.kind, TerminatorKind::Error { .. });
        ends || block.instructions.iter().any(|i| makes_error(&i.kind))
    })
}

fn makes_error(kind: &InstructionKind) -> bool {
    matches!(
        kind,
        InstructionKind::CallIntrinsic {
            intrinsic: Intrinsic::C(CIntrinsic::Error),
            ..
        }
    )
}
