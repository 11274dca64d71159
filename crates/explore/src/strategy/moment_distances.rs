//! How far it is from pending nodes to the calls that tell monitors of specifications of a moment.

use super::contract::{Candidate, View};
use super::known_graph::{GraphOf, is_stale};
use super::places::{PlaceId, Places};
use super::target_distances::Change;
use ir::analysis::{DistanceGraph, Distances, Target};
use ir::{
    BlockId, Constant, CoreIntrinsic, Function, FunctionId, InstructionKind, Intrinsic, Operand,
    Program,
};
use rustc_hash::{FxHashMap, FxHashSet};
use specification::MonitorTables;
use std::sync::Arc;

/// Distances to all moments.
#[derive(Default)]
pub(super) struct MomentDistances {
    places: Places,
    /// By moment; `None` for one that nothing in the program tells of, and for the end of it.
    moments: Vec<Option<Distances>>,
    graph: Option<Arc<DistanceGraph>>,
    /// Functions in the graph.
    loaded: usize,
    /// Functions that were executed but are not in it.
    missing: FxHashSet<FunctionId>,
    /// Entries of the coverage's list of first times that were looked at.
    seen: usize,
}

impl MomentDistances {
    /// Takes note of new parts of the program.
    pub(super) fn update(&mut self, view: &View<'_>, tables: &MonitorTables) -> Change {
        let news = &view.coverage.first_times()[self.seen..];
        self.seen += news.len();
        if let Some(graph) = &self.graph {
            let executed = news.iter().map(|target| {
                let (Target::Block(function, _) | Target::Edge(function, ..)) = *target;
                function
            });
            let missing = executed.filter(|function| !graph.has_body(*function));
            self.missing.extend(missing);
            if !is_stale(self.missing.len(), self.loaded) {
                return Change::Grown;
            }
        }
        self.rebuild(view, tables);
        Change::Rebuilt
    }

    fn rebuild(&mut self, view: &View<'_>, tables: &MonitorTables) {
        load_called(view.program);
        let GraphOf {
            graph,
            functions,
            loaded,
        } = view.graph.of(view.program);
        self.loaded = loaded;
        self.missing.clear();
        let mut told = told_at(&functions);
        let moments = (0..tables.moments.len() as u64).map(|moment| {
            let mut distances = Distances::new(Arc::clone(&graph));
            distances.add(told.remove(&moment)?);
            Some(distances)
        });
        self.moments = moments.collect();
        self.graph = Some(graph);
    }

    /// The place that a candidate goes on at.
    pub(super) fn place(&mut self, candidate: &Candidate<'_>) -> PlaceId {
        self.places.place(candidate)
    }

    /// Least number of instructions from a place to where monitors are told of a moment; `None` if nothing
    /// known leads there.
    pub(super) fn distance(&self, place: PlaceId, moment: usize) -> Option<u64> {
        let distances = self.moments.get(moment)?.as_ref()?;
        let (start, stack) = self.places.at(place);
        let (inside, leaving) = start.inside(distances);
        let outside = leaving.and_then(|leaving| {
            let onward = distances.distance(self.places.callers(stack))?;
            Some(leaving.saturating_add(onward))
        });
        inside.into_iter().chain(outside).min()
    }
}

/// Has a program that is loaded as it runs load what its user code calls: what is not loaded leads nowhere.
fn load_called(program: &dyn Program) {
    let mut seen = FxHashSet::default();
    let loaded = (0..program.function_count()).map(FunctionId);
    let mut waiting: Vec<FunctionId> = loaded
        .filter(|&id| {
            program
                .loaded_function(id)
                .is_some_and(|it| goes_on(program, &it))
        })
        .collect();
    seen.extend(waiting.iter().copied());
    while let Some(id) = waiting.pop() {
        // What cannot be loaded cannot be called, either.
        let Ok(function) = program.function(id) else {
            continue;
        };
        if goes_on(program, &function) {
            let callees = calls(&function).map(|(_, callee, _)| callee);
            waiting.extend(callees.filter(|&callee| seen.insert(callee)));
        }
    }
}

/// True for a function whose calls are followed: user code, and the monitors.
fn goes_on(program: &dyn Program, function: &Function) -> bool {
    let own = program.describe_location(function.location);
    !function.is_declaration() && (function.user || own.contains("WayfarerMonitors"))
}

/// The direct calls of a function: the block, the callee and the first argument.
fn calls(function: &Function) -> impl Iterator<Item = (BlockId, FunctionId, Option<&Operand>)> {
    let blocks = (0..).map(BlockId).zip(&function.blocks);
    blocks.flat_map(|(id, block)| {
        let instructions = block.instructions.iter();
        instructions.filter_map(move |instruction| match &instruction.kind {
            InstructionKind::Call {
                function,
                arguments,
                ..
            } => Some((id, *function, arguments.first())),
            _ => None,
        })
    })
}

/// Where monitors are told of each moment: where they are told of its number, or it is the first argument of a call of
/// what tells of any.
fn told_at(functions: &[Arc<Function>]) -> FxHashMap<u64, Vec<Target>> {
    let numbered = || (0..).map(FunctionId).zip(functions);
    let mut tellers: FxHashSet<FunctionId> = numbered()
        .filter(|(_, function)| tells_any(function))
        .map(|(id, _)| id)
        .collect();
    let mut told: FxHashMap<u64, Vec<Target>> = FxHashMap::default();
    loop {
        told.clear();
        let before = tellers.len();
        let mut passing = Vec::new();
        for (id, function) in numbered() {
            for (block, moment) in moments_of(function) {
                if let Operand::Constant(Constant::Bits(moment)) = moment {
                    let moments = told.entry(*moment).or_default();
                    moments.push(Target::Block(id, block));
                }
            }
            for (block, callee, first) in calls(function) {
                if !tellers.contains(&callee) {
                    continue;
                }
                match first {
                    Some(Operand::Constant(Constant::Bits(moment))) => {
                        let moments = told.entry(*moment).or_default();
                        moments.push(Target::Block(id, block));
                    }
                    Some(Operand::Register(_)) => passing.push(id),
                    Some(Operand::Constant(_)) | None => {}
                }
            }
        }
        tellers.extend(passing);
        if tellers.len() == before {
            return told;
        }
    }
}

/// True for a function that hands a moment on that it is given.
fn tells_any(function: &Function) -> bool {
    moments_of(function).any(|(_, moment)| matches!(moment, Operand::Register(_)))
}

/// The moments that a function tells the machine of itself.
fn moments_of(function: &Function) -> impl Iterator<Item = (BlockId, &Operand)> {
    let blocks = (0..).map(BlockId).zip(&function.blocks);
    blocks.flat_map(|(id, block)| {
        let instructions = block.instructions.iter();
        instructions.filter_map(move |instruction| match &instruction.kind {
            InstructionKind::CallIntrinsic {
                intrinsic: Intrinsic::Core(CoreIntrinsic::MonitorStep),
                arguments,
                ..
            } => Some((id, arguments.first()?)),
            _ => None,
        })
    })
}
