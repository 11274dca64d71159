//! Where the paths of nodes go on, by numbers: nodes alike in that, and in their call stack, are equally far from
//! everything.

use super::contract::Candidate;
use ir::analysis::{CodePoint, Distances, Target};
use ir::{BlockId, FunctionId};
use rustc_hash::FxHashMap;
use vm::{ArmOutcome, ForkKind};

/// Where the path of a node goes on, with the call stack.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct PlaceId(u32);

impl PlaceId {
    pub(super) fn index(self) -> usize {
        self.0 as usize
    }
}

/// Where the innermost function goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum PlaceStart {
    /// Along this edge.
    Edge(Target),
    /// At this instruction.
    At(CodePoint),
    /// With this instruction's error.
    Error(CodePoint),
}

impl PlaceStart {
    /// Least number of instructions to a target without leaving the function, and to its return.
    pub(super) fn inside(self, distances: &Distances) -> (Option<u64>, Option<u64>) {
        match self {
            PlaceStart::Edge(edge) => (
                distances.from_target_to_target(edge),
                distances.graph().target_to_return(edge),
            ),
            PlaceStart::At(point) => (distances.to_target(point), distances.to_return(point)),
            PlaceStart::Error(_) => (None, None),
        }
    }
}

/// A call stack: where the innermost function returns to, and the number of the stack without it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stack {
    pub(super) caller: CodePoint,
    pub(super) outer: u32,
}

/// The number of the empty stack.
pub(super) const BOTTOM: u32 = 0;

/// All places so far.
pub(super) struct Places {
    places: Vec<(PlaceStart, u32)>,
    place_ids: FxHashMap<(PlaceStart, u32), PlaceId>,
    stacks: Vec<Stack>,
    stack_ids: FxHashMap<(CodePoint, u32), u32>,
}

impl Default for Places {
    fn default() -> Places {
        let nowhere = CodePoint {
            function: FunctionId(u32::MAX),
            block: BlockId(0),
            instruction: 0,
        };
        Places {
            places: Vec::new(),
            place_ids: FxHashMap::default(),
            stacks: vec![Stack {
                caller: nowhere,
                outer: BOTTOM,
            }],
            stack_ids: FxHashMap::default(),
        }
    }
}

impl Places {
    /// The place that a candidate goes on at.
    pub(super) fn place(&mut self, candidate: &Candidate<'_>) -> PlaceId {
        let mut stack = BOTTOM;
        for &caller in candidate.callers.iter().rev() {
            let stacks = &mut self.stacks;
            stack = *self.stack_ids.entry((caller, stack)).or_insert_with(|| {
                stacks.push(Stack {
                    caller,
                    outer: stack,
                });
                stacks.len() as u32 - 1
            });
        }
        let arm = &candidate.arm;
        let (function, block) = (arm.site.function, arm.site.block);
        let here = CodePoint {
            function,
            block,
            instruction: arm.site.instruction,
        };
        let start = match (arm.outcome, arm.kind) {
            (ArmOutcome::Error(_), _) => PlaceStart::Error(here),
            // `then` comes first among the edges.
            (_, ForkKind::Branch) => {
                PlaceStart::Edge(Target::Edge(function, block, 1 - arm.choice.min(1) as u32))
            }
            (_, ForkKind::Switch) => {
                PlaceStart::Edge(Target::Edge(function, block, arm.choice as u32))
            }
            _ => PlaceStart::At(here),
        };
        let places = &mut self.places;
        *self.place_ids.entry((start, stack)).or_insert_with(|| {
            places.push((start, stack));
            PlaceId(places.len() as u32 - 1)
        })
    }

    /// Where the innermost function of a place goes on, and the number of its call stack.
    pub(super) fn at(&self, place: PlaceId) -> (PlaceStart, u32) {
        self.places[place.index()]
    }

    /// The call stack of a number.
    pub(super) fn stack(&self, number: u32) -> Stack {
        self.stacks[number as usize]
    }

    /// The callers of a call stack, innermost first.
    pub(super) fn callers(&self, stack: u32) -> impl Iterator<Item = CodePoint> {
        let numbers = std::iter::successors(Some(stack), |&number| Some(self.stack(number).outer));
        let inner = numbers.take_while(|&number| number != BOTTOM);
        inner.map(|number| self.stack(number).caller)
    }

    /// Number of call stacks.
    pub(super) fn stacks(&self) -> usize {
        self.stacks.len()
    }
}
