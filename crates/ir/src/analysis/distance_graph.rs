//! The interprocedural graph that distances are measured on, and its coordinates.
//!
//! A node is the start of a block, a call, an instruction that does not go on, a terminator, an
//! edge, or a set of callees (calls that may call the same functions share one); straight code
//! between is the weight of a graph edge. Since a call may be stepped over
//! at the cost of returning from the callee, which no target changes, the graph with those
//! weights is fixed and distances to targets are plain shortest paths in it. This is the idea of
//! KLEE's minimal distance to uncovered, made exact for calls and returns.

use super::return_distance::{self, UNREACHABLE, add};
use super::{CallGraph, CallSite};
use crate::{
    BlockId, CIntrinsic, CoreIntrinsic, Function, FunctionId, InstructionKind, Intrinsic,
    JavaIntrinsic, TerminatorKind,
};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A point of execution: what is executed next.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CodePoint {
    /// Function.
    pub function: FunctionId,
    /// Block.
    pub block: BlockId,
    /// Index of the instruction; the number of instructions stands for the terminator.
    pub instruction: u32,
}

/// Something to be reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Target {
    /// The start of a block.
    Block(FunctionId, BlockId),
    /// A way out of a block, by its index in [`TerminatorKind::edges`].
    Edge(FunctionId, BlockId, u32),
}

/// What a node of the graph is.
#[derive(Clone, Debug)]
pub(super) enum NodeKind {
    /// Start of a block, an edge, or a terminator with successors: goes on along graph edges.
    Pass,
    /// A call of the set of callees of that index; execution goes on at the node right after.
    Call(u32),
    /// A set of callees with an edge to the entry of each that has a body.
    Callees {
        /// What it costs at most to have a call of it over without a return of a callee: nothing but the call itself
        /// if something of it has no body, [`OVERFLOW`] if a call can end because the stack has no room for it.
        without_return: Option<u64>,
    },
    /// A return.
    Return,
    /// Ends the path, or goes where nobody knows (`longjmp`).
    Stop,
}

/// What it costs until a call throws because calls that recur have filled the stack.
const OVERFLOW: u64 = 1 << 20;

/// A node with its place.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) kind: NodeKind,
    /// Index of the instruction in its block.
    pub(super) position: u32,
    /// Its successors with the instructions executed on the way; for calls that over the call,
    /// without what the callee executes.
    pub(super) next: Vec<(u32, u64)>,
}

/// Nodes of one block: its start, calls and stops by position, its terminator, its edges.
#[derive(Clone, Copy, Debug)]
struct BlockNodes {
    start: u32,
    terminator: u32,
    edges: u32,
}

/// The graph of a program, built once; [`super::Distances`] measure on it.
#[derive(Clone, Debug)]
pub struct DistanceGraph {
    blocks: Vec<BlockNodes>,
    /// First entry in `blocks` of each function.
    functions: Vec<u32>,
    positions: Vec<u32>,
    /// Least instructions to return from the function, from each node.
    to_return: Vec<u64>,
    pub(super) forward: Adjacency,
    pub(super) backward: Adjacency,
}

impl DistanceGraph {
    /// The graph of functions that the verifier accepts, with their call graph.
    pub fn new(functions: &[Arc<Function>], calls: &CallGraph) -> DistanceGraph {
        let mut builder = GraphBuilder::default();
        let mut starts = vec![0];
        for (id, function) in functions.iter().enumerate() {
            builder.function(function, calls.sites(FunctionId(id as u32)));
            starts.push(builder.blocks.len() as u32);
        }
        let first_set = builder.callee_sets(&starts, &may_overflow(functions, calls));
        let nodes = builder.nodes;
        let to_return = return_distance::compute(&nodes, first_set);
        let links = links(&nodes, first_set, &to_return);
        DistanceGraph {
            blocks: builder.blocks,
            functions: starts,
            positions: nodes.iter().map(|node| node.position).collect(),
            to_return,
            forward: Adjacency::new(nodes.len(), links.iter().copied()),
            backward: Adjacency::new(nodes.len(), links.iter().map(|(a, b, w)| (*b, *a, *w))),
        }
    }

    /// Number of nodes.
    pub fn node_count(&self) -> usize {
        self.positions.len()
    }

    /// Least number of instructions to return from the function of a point, that of the return
    /// included; `None` if it cannot.
    pub fn to_return(&self, point: CodePoint) -> Option<u64> {
        let (node, ahead) = self.locate(point)?;
        finite(add(self.to_return[node as usize], ahead))
    }

    /// True if the function had a body when the graph was built.
    pub fn has_body(&self, function: FunctionId) -> bool {
        self.block(function, BlockId(0)).is_some()
    }

    /// The same from the start of a block or from an edge.
    pub fn target_to_return(&self, from: Target) -> Option<u64> {
        finite(self.to_return[self.target(from)? as usize])
    }

    fn block(&self, function: FunctionId, block: BlockId) -> Option<BlockNodes> {
        let start = *self.functions.get(function.0 as usize)?;
        let end = *self.functions.get(function.0 as usize + 1)?;
        let index = start.checked_add(block.0).filter(|index| *index < end)?;
        Some(self.blocks[index as usize])
    }

    /// The node that stands for a target.
    pub(super) fn target(&self, target: Target) -> Option<u32> {
        match target {
            Target::Block(function, block) => Some(self.block(function, block)?.start),
            Target::Edge(function, block, edge) => {
                let nodes = self.block(function, block)?;
                (edge < nodes.edges).then_some(nodes.terminator + 1 + edge)
            }
        }
    }

    /// The first node at or after a point in its block, and the instructions up to it.
    pub(super) fn locate(&self, point: CodePoint) -> Option<(u32, u64)> {
        let nodes = self.block(point.function, point.block)?;
        if point.instruction == 0 {
            return Some((nodes.start, 0));
        }
        let after_start = &self.positions[nodes.start as usize + 1..=nodes.terminator as usize];
        let skipped = after_start.partition_point(|position| *position < point.instruction);
        let ahead = after_start.get(skipped)? - point.instruction;
        Some((nodes.start + 1 + skipped as u32, u64::from(ahead)))
    }
}

/// A distance, unless it is that of the unreachable.
pub(super) fn finite(distance: u64) -> Option<u64> {
    (distance != UNREACHABLE).then_some(distance)
}

#[derive(Default)]
struct GraphBuilder {
    nodes: Vec<Node>,
    blocks: Vec<BlockNodes>,
    /// Sets of callees, in order of first appearance, and their indices.
    sets: Vec<Arc<[FunctionId]>>,
    set_indices: FxHashMap<Arc<[FunctionId]>, u32>,
}

impl GraphBuilder {
    fn node(&mut self, kind: NodeKind, position: usize) -> u32 {
        self.nodes.push(Node {
            kind,
            position: position as u32,
            next: Vec::new(),
        });
        self.nodes.len() as u32 - 1
    }

    fn function(&mut self, function: &Function, sites: &[CallSite]) {
        let first = self.blocks.len();
        let mut sites = sites.iter().peekable();
        for (index, block) in function.blocks.iter().enumerate() {
            let start = self.node(NodeKind::Pass, 0);
            for (position, instruction) in block.instructions.iter().enumerate() {
                let called = sites
                    .next_if(|s| s.block.0 as usize == index && s.instruction as usize == position);
                if let Some(site) = called {
                    let set = self.set(&site.callees);
                    self.node(NodeKind::Call(set), position);
                } else if never_goes_on(&instruction.kind) {
                    self.node(NodeKind::Stop, position);
                }
            }
            let kind = match block.terminator.kind {
                TerminatorKind::Return(_) => NodeKind::Return,
                TerminatorKind::Error { .. } => NodeKind::Stop,
                TerminatorKind::Jump(_)
                | TerminatorKind::Branch { .. }
                | TerminatorKind::Switch { .. } => NodeKind::Pass,
            };
            let terminator = self.node(kind, block.instructions.len());
            let edges = block.terminator.kind.edges().len();
            for _ in 0..edges {
                self.node(NodeKind::Pass, block.instructions.len());
            }
            self.blocks.push(BlockNodes {
                start,
                terminator,
                edges: edges as u32,
            });
        }
        for (index, block) in function.blocks.iter().enumerate() {
            let nodes = self.blocks[first + index];
            self.chain(nodes);
            for (edge, taken) in block.terminator.kind.edges().iter().enumerate() {
                let node = nodes.terminator + 1 + edge as u32;
                let target = self.blocks[first + taken.target.0 as usize].start;
                self.nodes[nodes.terminator as usize].next.push((node, 1));
                self.nodes[node as usize].next.push((target, 0));
            }
        }
    }

    /// Index of a set of callees.
    fn set(&mut self, callees: &Arc<[FunctionId]>) -> u32 {
        *self
            .set_indices
            .entry(Arc::clone(callees))
            .or_insert_with(|| {
                self.sets.push(Arc::clone(callees));
                self.sets.len() as u32 - 1
            })
    }

    /// Adds the nodes of the sets of callees, given where the blocks of each function start.
    /// `may_overflow` are those whose call may throw because the stack is full.
    fn callee_sets(&mut self, starts: &[u32], may_overflow: &[bool]) -> u32 {
        let first = self.nodes.len() as u32;
        for callees in std::mem::take(&mut self.sets) {
            let mut next = Vec::new();
            for id in callees.iter().map(|id| id.0 as usize) {
                if starts[id] < starts[id + 1] {
                    next.push((self.blocks[starts[id] as usize].start, 0));
                }
            }
            let steps = callees.is_empty() || next.len() < callees.len();
            let overflows = callees.iter().any(|id| may_overflow[id.0 as usize]);
            let without_return = match (steps, overflows) {
                (true, _) => Some(0),
                (false, true) => Some(OVERFLOW),
                (false, false) => None,
            };
            let node = self.node(NodeKind::Callees { without_return }, 0);
            self.nodes[node as usize].next = next;
        }
        first
    }

    /// Links each node of a block up to its terminator with the next.
    fn chain(&mut self, nodes: BlockNodes) {
        for node in nodes.start..nodes.terminator {
            let gap = self.nodes[node as usize + 1].position - self.nodes[node as usize].position;
            self.nodes[node as usize]
                .next
                .push((node + 1, u64::from(gap)));
        }
    }
}

/// By function: whether a call of it may throw because calls have filled the stack. Only calls that recur can, and
/// what they call.
fn may_overflow(functions: &[Arc<Function>], calls: &CallGraph) -> Vec<bool> {
    let ids = (0..functions.len() as u32).map(FunctionId);
    let recursive: Vec<FunctionId> = ids.filter(|id| calls.is_recursive(*id)).collect();
    let mut may_overflow = vec![false; functions.len()];
    for id in calls.reachable(&recursive) {
        may_overflow[id.0 as usize] = functions[id.0 as usize].throws;
    }
    may_overflow
}

/// True if nothing of the function is executed after the instruction.
pub fn never_goes_on(kind: &InstructionKind) -> bool {
    match kind {
        InstructionKind::Unsupported { .. } => true,
        InstructionKind::CallIntrinsic { intrinsic, .. } => matches!(
            intrinsic,
            Intrinsic::Core(CoreIntrinsic::Exit)
                | Intrinsic::C(CIntrinsic::Killed)
                | Intrinsic::C(CIntrinsic::Error)
                | Intrinsic::C(CIntrinsic::LongJump)
                | Intrinsic::C(CIntrinsic::Unsupported)
                | Intrinsic::Java(JavaIntrinsic::UnsupportedText)
                | Intrinsic::Java(JavaIntrinsic::ErrorText)
                | Intrinsic::Java(JavaIntrinsic::Uncaught)
        ),
        _ => false,
    }
}

/// True if the machine ends a path at an instruction because it, or a model of the library, does not
/// support something: a native run goes on.
pub fn is_unsupported(kind: &InstructionKind) -> bool {
    match kind {
        InstructionKind::Unsupported { .. } => true,
        InstructionKind::CallIntrinsic { intrinsic, .. } => matches!(
            intrinsic,
            Intrinsic::C(CIntrinsic::Unsupported) | Intrinsic::Java(JavaIntrinsic::UnsupportedText)
        ),
        _ => false,
    }
}

/// Every graph edge `(from, to, instructions)`.
fn links(nodes: &[Node], first_set: u32, to_return: &[u64]) -> Vec<(u32, u32, u64)> {
    let mut links = Vec::new();
    for (index, node) in nodes.iter().enumerate() {
        let index = index as u32;
        match node.kind {
            NodeKind::Pass | NodeKind::Callees { .. } => {
                links.extend(node.next.iter().map(|(to, weight)| (index, *to, *weight)));
            }
            NodeKind::Call(set) => {
                let set = first_set + set;
                links.push((index, set, 1));
                let over = to_return[set as usize];
                if over != UNREACHABLE {
                    links.extend(
                        node.next
                            .iter()
                            .map(|(to, gap)| (index, *to, add(over, *gap))),
                    );
                }
            }
            NodeKind::Return | NodeKind::Stop => {}
        }
    }
    links
}

/// Weighted edges by their source, in one allocation.
#[derive(Clone, Debug)]
pub(super) struct Adjacency {
    starts: Vec<u32>,
    edges: Vec<(u32, u64)>,
}

impl Adjacency {
    pub(super) fn new(
        nodes: usize,
        links: impl Iterator<Item = (u32, u32, u64)> + Clone,
    ) -> Adjacency {
        let mut starts = vec![0_u32; nodes + 1];
        for (from, _, _) in links.clone() {
            starts[from as usize + 1] += 1;
        }
        for node in 0..nodes {
            starts[node + 1] += starts[node];
        }
        let mut free = starts.clone();
        let mut edges = vec![(0, 0); starts[nodes] as usize];
        for (from, to, weight) in links {
            let slot = &mut free[from as usize];
            edges[*slot as usize] = (to, weight);
            *slot += 1;
        }
        Adjacency { starts, edges }
    }

    /// Edges of a node.
    pub(super) fn of(&self, node: u32) -> &[(u32, u64)] {
        let node = node as usize;
        &self.edges[self.starts[node] as usize..self.starts[node + 1] as usize]
    }
}
