//! A bound on loops: a path takes no arm of a branch or switch more often than so many times, which
//! makes the tree of a program finite whose loops go on as long as its inputs say. What is left out is
//! counted as cut off.

use super::contract::{Extension, Forked, Skip};
use crate::limits::LimitKind;
use crate::results::Decided;
use crate::tree::{Closed, Found, NodeId};
use imbl::GenericHashMap;
use rustc_hash::{FxBuildHasher, FxHashMap};
use vm::{ForkKind, Machine, State};

/// Times that a path took each arm.
type ArmCounts = GenericHashMap<Decided, u32, FxBuildHasher, imbl::shared_ptr::RcK>;

/// What is known of a node.
struct NodeLoops {
    counts: ArmCounts,
    /// Its last arm was taken too often.
    beyond: bool,
}

/// The bound, with the arms taken on the way to each node.
pub struct LoopBound {
    most: u32,
    nodes: FxHashMap<NodeId, NodeLoops>,
}

impl LoopBound {
    /// Arms are taken so many times at the most.
    pub fn new(most: u32) -> LoopBound {
        LoopBound {
            most,
            nodes: FxHashMap::default(),
        }
    }

    fn count(&self, counts: &mut ArmCounts, taken: Decided) -> bool {
        if !matches!(taken.kind, ForkKind::Branch | ForkKind::Switch) {
            return false;
        }
        let times = counts.get(&taken).copied().unwrap_or(0) + 1;
        counts.insert(taken, times);
        times > self.most
    }
}

impl Extension for LoopBound {
    fn name(&self) -> &'static str {
        "loop-bound"
    }

    fn materialised(&mut self, node: NodeId, way: &[Decided], _state: &State) {
        let (mut counts, mut beyond) = (ArmCounts::default(), false);
        for &taken in way {
            beyond |= self.count(&mut counts, taken);
        }
        self.nodes.insert(node, NodeLoops { counts, beyond });
    }

    fn forked(&mut self, fork: &Forked<'_>) {
        let above = self.nodes.get(&fork.above);
        let counts = above.map_or_else(ArmCounts::default, |above| above.counts.clone());
        for &(arm, node) in fork.arms {
            let mut counts = counts.clone();
            let beyond = self.count(&mut counts, Decided::of(fork.fork, arm));
            self.nodes.insert(node, NodeLoops { counts, beyond });
        }
    }

    fn may_skip(&mut self, node: NodeId) -> Option<Skip> {
        let reached = self.nodes.get(&node)?;
        reached.beyond.then_some(Skip {
            closed: Closed::CutOff,
            limit: Some(LimitKind::LoopBound),
        })
    }

    fn subtree_closed(&mut self, node: NodeId, _found: Found, _machine: &mut Machine) {
        self.nodes.remove(&node);
    }
}
