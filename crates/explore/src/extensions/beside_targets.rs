//! Leaves out what cannot lead to a target: nodes from whose place, and from the places where the
//! callers on their stack go on, no target that is left can be reached on the control flow graph. That
//! graph errs on the side of more, so what is left out takes nothing from a proof that no input reaches
//! a target.

use super::contract::{Extension, Forked, Skip};
use crate::coverage::{CoveredPart, OpenTargets, Part, Targets};
use crate::results::Decided;
use crate::tree::{Closed, Found, NodeId};
use ir::analysis::{
    CallGraph, CodePoint, DistanceGraph, Distances, Target, functions_of, is_unsupported,
};
use ir::{BlockId, CIntrinsic, Function, FunctionId, InstructionKind, Intrinsic, Program};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;
use std::sync::Arc;
use vm::{ArmOutcome, ForkKind, Machine, State};

/// Calls of a stack that are looked at: with more, a node is visited.
const CALLERS: usize = 4096;

/// Where a node's path goes on.
#[derive(Clone)]
struct Ahead {
    /// Where it stands.
    function: FunctionId,
    start: LeadsOn,
    callers: Rc<[CodePoint]>,
}

#[derive(Clone, Copy)]
enum LeadsOn {
    /// Along this edge.
    Edge(Target),
    /// At this instruction.
    At(CodePoint),
    /// Nowhere: with an error.
    Error,
}

impl LeadsOn {
    fn function(self) -> Option<FunctionId> {
        match self {
            LeadsOn::Edge(Target::Block(function, _) | Target::Edge(function, ..)) => {
                Some(function)
            }
            LeadsOn::At(point) => Some(point.function),
            LeadsOn::Error => None,
        }
    }

    fn of(decided: &Decided) -> LeadsOn {
        let (function, block) = (decided.site.function, decided.site.block);
        match decided.kind {
            // `then` comes first among the edges.
            ForkKind::Branch => LeadsOn::Edge(Target::Edge(
                function,
                block,
                1 - decided.choice.min(1) as u32,
            )),
            ForkKind::Switch => LeadsOn::Edge(Target::Edge(function, block, decided.choice as u32)),
            _ => LeadsOn::At(CodePoint {
                function,
                block,
                instruction: decided.site.instruction,
            }),
        }
    }
}

/// Leaves out nodes that lead to no target.
pub struct BesideTargets {
    program: Arc<dyn Program>,
    targets: OpenTargets,
    /// Names of functions with targets that stay open.
    lasting: FxHashSet<String>,
    /// Whether a function is one of them.
    is_lasting: FxHashMap<FunctionId, bool>,
    graph: Option<Graph>,
    nodes: FxHashMap<NodeId, Ahead>,
}

impl BesideTargets {
    /// For the targets of a run.
    pub fn new(program: Arc<dyn Program>, targets: Arc<Targets>) -> BesideTargets {
        BesideTargets {
            program,
            lasting: targets.lasting_functions().map(str::to_owned).collect(),
            is_lasting: FxHashMap::default(),
            targets: OpenTargets::new(targets),
            graph: None,
            nodes: FxHashMap::default(),
        }
    }

    fn callers(&self, state: &State) -> Rc<[CodePoint]> {
        state.callers(CALLERS).into()
    }

    /// True where a path is in a function with a target that stays open, or below a call of one: what is looked for there may
    /// come of what it does yet.
    fn is_at_lasting(&mut self, ahead: &Ahead) -> bool {
        if self.lasting.is_empty() {
            return false;
        }
        let callers = ahead.callers.iter().map(|caller| caller.function);
        let (program, lasting) = (&self.program, &self.lasting);
        let known = &mut self.is_lasting;
        std::iter::once(ahead.function).chain(callers).any(|id| {
            *known.entry(id).or_insert_with(|| {
                let function = program.loaded_function(id);
                function.is_some_and(|function| lasting.contains(&function.name))
            })
        })
    }

    fn leads_on(&mut self, ahead: &Ahead) -> bool {
        // Whatever the graph does not show then.
        if self.targets.are_reached() {
            return false;
        }
        if self.targets.any_error() || ahead.callers.len() == CALLERS || self.is_at_lasting(ahead) {
            return true;
        }
        // Behind what initialises the program comes its main function.
        let outermost = ahead.callers.last().map(|caller| caller.function);
        let outermost = outermost.or(ahead.start.function());
        if outermost.is_some() && outermost == self.program.find_function(vm::INITIALISE) {
            return true;
        }
        let is_stale = self.graph.as_ref().is_none_or(Graph::is_stale);
        if is_stale {
            self.graph = Some(Graph::new(&*self.program, &self.targets));
        }
        let graph = self.graph.as_mut();
        graph.is_none_or(|graph| graph.leads_on(ahead))
    }
}

impl Extension for BesideTargets {
    fn name(&self) -> &'static str {
        "beside-targets"
    }

    fn materialised(&mut self, node: NodeId, way: &[Decided], state: &State) {
        let Some(last) = way.last() else {
            return;
        };
        let ahead = Ahead {
            function: last.site.function,
            start: LeadsOn::of(last),
            callers: self.callers(state),
        };
        self.nodes.insert(node, ahead);
    }

    fn forked(&mut self, fork: &Forked<'_>) {
        let callers = self.callers(fork.state);
        for &(arm, node) in fork.arms {
            let start = match fork.fork.arms[arm].outcome {
                ArmOutcome::Error(_) | ArmOutcome::Discard => LeadsOn::Error,
                ArmOutcome::Continue => LeadsOn::of(&Decided::of(fork.fork, arm)),
            };
            let ahead = Ahead {
                function: fork.fork.site.function,
                start,
                callers: callers.clone(),
            };
            self.nodes.insert(node, ahead);
        }
    }

    fn covered(&mut self, parts: &[CoveredPart]) {
        for part in parts {
            if !self.targets.has(&part.function, part.part) {
                continue;
            }
            let others = self.targets.reach(&part.function, part.part);
            if self.targets.has(&part.function, part.part) {
                // It stays open.
                continue;
            }
            if let Some(graph) = &mut self.graph {
                graph.remove(&*self.program, part);
                others
                    .iter()
                    .for_each(|part| graph.remove(&*self.program, part));
            }
        }
    }

    fn may_skip(&mut self, node: NodeId) -> Option<Skip> {
        let ahead = self.nodes.get(&node)?.clone();
        (!self.leads_on(&ahead)).then_some(Skip {
            closed: Closed::BesideTargets,
            limit: None,
        })
    }

    fn subtree_closed(&mut self, node: NodeId, _found: Found, _machine: &mut Machine) {
        self.nodes.remove(&node);
    }
}

/// What can be reached from where, in the functions that were loaded when it was made.
struct Graph {
    distances: Distances,
    /// The last instruction of a block from which execution may go anywhere.
    open: FxHashMap<(FunctionId, BlockId), u32>,
    /// What is executed when the outermost function has returned.
    at_exit: Option<CodePoint>,
    /// Functions in it.
    loaded: usize,
    /// Functions that were met and are not in it.
    missing: FxHashSet<FunctionId>,
}

impl Graph {
    fn new(program: &dyn Program, targets: &OpenTargets) -> Graph {
        let functions = functions_of(program);
        let calls = CallGraph::new(program, &functions);
        let graph = Arc::new(DistanceGraph::new(&functions, &calls));
        let mut distances = Distances::new(graph);
        let mut open = FxHashMap::default();
        for (index, function) in functions.iter().enumerate() {
            let id = FunctionId(index as u32);
            distances.add(targets.of_function(&function.name, id));
            for (block, instruction) in open_blocks(program, function) {
                distances.add([Target::Block(id, block)]);
                open.insert((id, block), instruction);
            }
        }
        let at_exit = program.find_function(vm::EXIT_HANDLERS);
        let bodies = functions.iter().filter(|it| !it.is_declaration());
        Graph {
            distances,
            open,
            at_exit: at_exit.map(|function| CodePoint {
                function,
                block: BlockId(0),
                instruction: 0,
            }),
            loaded: bodies.count(),
            missing: FxHashSet::default(),
        }
    }

    /// True if so much was loaded meanwhile that it is worth making it anew: which costs a constant
    /// factor in all.
    fn is_stale(&self) -> bool {
        self.missing.len() > self.loaded / 16
    }

    /// A target was reached.
    fn remove(&mut self, program: &dyn Program, part: &CoveredPart) {
        let Some(id) = program.find_function(&part.function) else {
            return;
        };
        self.distances.remove([match part.part {
            Part::Block(block) => Target::Block(id, BlockId(block)),
            Part::Arm(block, index) => Target::Edge(id, BlockId(block), index),
        }]);
    }

    /// True if a target may be reached.
    fn leads_on(&mut self, ahead: &Ahead) -> bool {
        let leaves = match ahead.start {
            LeadsOn::Error => return false,
            LeadsOn::Edge(edge) => {
                let (Target::Edge(function, ..) | Target::Block(function, _)) = edge;
                if self.is_missing(function) || self.distances.from_target_to_target(edge).is_some()
                {
                    return true;
                }
                self.distances.graph().target_to_return(edge).is_some()
            }
            LeadsOn::At(point) => match self.look_ahead(point) {
                Reaches::Target => return true,
                Reaches::Return => true,
                Reaches::Nothing => false,
            },
        };
        leaves && self.callers_lead_on(&ahead.callers)
    }

    fn callers_lead_on(&mut self, callers: &[CodePoint]) -> bool {
        let at_exit = self.at_exit;
        for &point in callers.iter().chain(&at_exit) {
            match self.look_ahead(point) {
                Reaches::Target => return true,
                Reaches::Return => {}
                Reaches::Nothing => return false,
            }
        }
        false
    }

    fn look_ahead(&mut self, point: CodePoint) -> Reaches {
        let open = self.open.get(&(point.function, point.block));
        let in_block = open.is_some_and(|&last| last >= point.instruction);
        if in_block || self.is_missing(point.function) || self.distances.to_target(point).is_some()
        {
            return Reaches::Target;
        }
        match self.distances.to_return(point) {
            Some(_) => Reaches::Return,
            None => Reaches::Nothing,
        }
    }

    fn is_missing(&mut self, function: FunctionId) -> bool {
        let missing = !self.distances.graph().has_body(function);
        if missing {
            self.missing.insert(function);
        }
        missing
    }
}

/// What may be reached without callers.
enum Reaches {
    Target,
    /// No target, but the end of the function.
    Return,
    Nothing,
}

/// Blocks from which execution may go where the graph does not show, each with the last such
/// instruction.
fn open_blocks(program: &dyn Program, function: &Function) -> Vec<(BlockId, u32)> {
    let mut open = Vec::new();
    for (index, block) in function.blocks.iter().enumerate() {
        let mut instructions = block.instructions.iter();
        let last = instructions.rposition(|instruction| is_open(program, &instruction.kind));
        if let Some(last) = last {
            open.push((BlockId(index as u32), last as u32));
        }
    }
    open
}

/// True if execution may go from an instruction where the graph does not show. In a program with
/// classes more may be loaded at any time, and addresses of functions come from the machine.
fn is_open(program: &dyn Program, kind: &InstructionKind) -> bool {
    let grows = program.objects().is_some();
    match kind {
        InstructionKind::CallIntrinsic { intrinsic, .. } => {
            *intrinsic == Intrinsic::C(CIntrinsic::LongJump) || is_unsupported(kind)
        }
        // The machine ends the path there, the program does not: what is behind is not explored.
        InstructionKind::Unsupported { .. } => true,
        InstructionKind::CallIndirect { .. } | InstructionKind::CallVirtual { .. } => grows,
        InstructionKind::Call { function, .. } => {
            grows && program.loaded_function(*function).is_none()
        }
        _ => false,
    }
}
