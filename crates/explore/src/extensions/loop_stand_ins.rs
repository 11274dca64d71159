//! Arms on which the rest of a loop is taken as a function: they lead where the loop itself leads, so that nothing
//! is looked for behind them once all of that is explored.

use super::contract::{Extension, Forked, Skip, Tools};
use crate::results::Decided;
use crate::tree::{Closed, Found, NodeId};
use rustc_hash::FxHashMap;
use vm::{ForkKind, Machine, State};

/// What stands in for a loop.
#[derive(Default)]
struct StandIn {
    /// The node from which the loop itself goes on, until all below it is finished.
    loop_itself: Option<NodeId>,
    /// The arm that this one is behind, if there is one.
    behind: Option<NodeId>,
    /// The nodes that were met behind it and behind no other one, itself included; some may be closed by now.
    nodes: Vec<NodeId>,
    /// All that the loop leads to is explored.
    is_redundant: bool,
}

/// Leaves out what is behind the function that a loop is taken for when the loop itself is explored.
#[derive(Default)]
pub struct LoopStandIns {
    stand_ins: FxHashMap<NodeId, StandIn>,
    /// By the node from which a loop itself goes on: what stands in for it.
    by_loop: FxHashMap<NodeId, NodeId>,
    /// The arm that a node is, or is behind.
    behind: FxHashMap<NodeId, NodeId>,
    /// Nodes that became redundant: visited next, they are left out, and what is above them is finished.
    redundant: Vec<NodeId>,
}

impl LoopStandIns {
    /// Has the nodes behind an arm visited next, those behind further arms included.
    fn add_redundant(&mut self, arm: NodeId) {
        let mut arms = vec![arm];
        while let Some(arm) = arms.pop() {
            let nodes = self.stand_ins.get(&arm).map_or(&[][..], |it| &it.nodes);
            let is_further = |node: &NodeId| *node != arm && self.stand_ins.contains_key(node);
            arms.extend(nodes.iter().copied().filter(is_further));
            self.redundant.extend(nodes);
        }
    }

    fn is_redundant(&self, node: NodeId) -> bool {
        let mut arm = self.behind.get(&node);
        while let Some(stand_in) = arm.and_then(|arm| self.stand_ins.get(arm)) {
            if stand_in.is_redundant {
                return true;
            }
            arm = stand_in.behind.as_ref();
        }
        false
    }
}

impl Extension for LoopStandIns {
    fn name(&self) -> &'static str {
        "loop-stand-ins"
    }

    fn materialised(&mut self, node: NodeId, way: &[Decided], state: &State) {
        let is_function = |last: &Decided| last.kind == ForkKind::LoopFunction && last.choice != 0;
        if state.has_taken_loop_function() || way.last().is_some_and(is_function) {
            // Who met it knows whether it is redundant.
            self.behind.insert(node, node);
        }
    }

    fn forked(&mut self, fork: &Forked<'_>) {
        let above = self.behind.get(&fork.above).copied();
        if let Some(above) = above {
            let nodes = fork.arms.iter().map(|&(_, node)| node);
            self.behind.extend(nodes.clone().map(|node| (node, above)));
            if let Some(stand_in) = self.stand_ins.get_mut(&above) {
                stand_in.nodes.extend(nodes);
            }
        }
        let choice = |arm: usize| fork.fork.arms[arm].choice;
        let node = |chosen: bool| {
            let mut arms = fork.arms.iter();
            let arm = arms.find(|&&(arm, _)| (choice(arm) != 0) == chosen)?;
            Some(arm.1)
        };
        if fork.fork.kind == ForkKind::LoopFunction
            && let (Some(arm), Some(loop_itself)) = (node(true), node(false))
        {
            self.behind.insert(arm, arm);
            self.by_loop.insert(loop_itself, arm);
            self.stand_ins.insert(
                arm,
                StandIn {
                    loop_itself: Some(loop_itself),
                    behind: above,
                    nodes: vec![arm],
                    is_redundant: false,
                },
            );
        }
    }

    fn wants(
        &mut self,
        _tools: &mut Tools<'_>,
        is_pending: &dyn Fn(NodeId) -> bool,
    ) -> Option<NodeId> {
        while let Some(node) = self.redundant.pop() {
            if self.is_redundant(node) && is_pending(node) {
                return Some(node);
            }
        }
        None
    }

    fn may_skip(&mut self, node: NodeId) -> Option<Skip> {
        self.is_redundant(node).then_some(Skip {
            closed: Closed::BesideTargets,
            limit: None,
        })
    }

    fn is_met_elsewhere(&self, node: NodeId) -> bool {
        self.behind.contains_key(&node)
    }

    fn subtree_closed(&mut self, node: NodeId, found: Found, _machine: &mut Machine) {
        if let Some(arm) = self.by_loop.remove(&node)
            && let Some(stand_in) = self.stand_ins.get_mut(&arm)
        {
            stand_in.loop_itself = None;
            stand_in.is_redundant = !found.has_left_out();
            if stand_in.is_redundant {
                self.add_redundant(arm);
            }
        }
        self.behind.remove(&node);
        // Its number may be another node's from now on.
        let stand_in = self.stand_ins.remove(&node);
        if let Some(loop_itself) = stand_in.and_then(|it| it.loop_itself) {
            self.by_loop.remove(&loop_itself);
        }
    }
}
