//! The execution tree (LCT §4.3): what was decided where, and which ways are not taken yet.
//!
//! A node stands for the state after one arm of a fork. Pending nodes have not been visited; open
//! ones have pending nodes below them, or the path that runs. A node is freed once everything
//! below it is finished, so a depth-first run keeps no more than its current path.

use rand::{Rng, rngs::SmallRng};
use smallvec::SmallVec;

/// A node of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(u32);

impl NodeId {
    /// The root: the start of the program.
    pub const ROOT: NodeId = NodeId(0);

    /// Dense index for side tables; indices of freed nodes are used again.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// How a node ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
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
}

impl Closed {
    const COUNT: usize = 7;
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NodeState {
    Pending,
    Open,
    Free,
}

#[derive(Debug)]
struct Node {
    parent: NodeId,
    choice: u32,
    depth: u32,
    state: NodeState,
    children: SmallVec<[NodeId; 2]>,
}

/// The tree.
#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    free: Vec<NodeId>,
    pending: usize,
    closed: [u64; Closed::COUNT],
    exhausted: bool,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree::new()
    }
}

impl Tree {
    /// A tree with an open root.
    pub fn new() -> Tree {
        let root = Node {
            parent: NodeId::ROOT,
            choice: 0,
            depth: 0,
            state: NodeState::Open,
            children: SmallVec::new(),
        };
        Tree {
            nodes: vec![root],
            free: Vec::new(),
            pending: 0,
            closed: [0; Closed::COUNT],
            exhausted: false,
        }
    }

    /// Adds an arm that is not visited yet.
    pub fn add_pending(&mut self, parent: NodeId, choice: u32) -> NodeId {
        self.pending += 1;
        self.add(parent, choice, NodeState::Pending)
    }

    /// Adds the arm that the running path goes along.
    pub fn add_open(&mut self, parent: NodeId, choice: u32) -> NodeId {
        self.add(parent, choice, NodeState::Open)
    }

    fn add(&mut self, parent: NodeId, choice: u32, state: NodeState) -> NodeId {
        let depth = self.nodes[parent.index()].depth + 1;
        let node = Node {
            parent,
            choice,
            depth,
            state,
            children: SmallVec::new(),
        };
        let id = match self.free.pop() {
            Some(id) => {
                self.nodes[id.index()] = node;
                id
            }
            None => {
                let index = u32::try_from(self.nodes.len()).expect("fewer than 2^32 live nodes");
                self.nodes.push(node);
                NodeId(index)
            }
        };
        self.nodes[parent.index()].children.push(id);
        id
    }

    /// A pending node is being visited.
    pub fn open(&mut self, node: NodeId) {
        debug_assert!(self.is_pending(node));
        self.pending -= 1;
        self.nodes[node.index()].state = NodeState::Open;
    }

    /// An open leaf has ended; frees it and every ancestor that has nothing left below it.
    /// Returns how many nodes were freed upwards of it, itself included.
    pub fn close(&mut self, leaf: NodeId, how: Closed) {
        debug_assert!(self.nodes[leaf.index()].children.is_empty());
        debug_assert_eq!(self.nodes[leaf.index()].state, NodeState::Open);
        self.closed[how as usize] += 1;
        let mut node = leaf;
        loop {
            if node == NodeId::ROOT {
                self.exhausted = true;
                return;
            }
            let parent = self.nodes[node.index()].parent;
            self.nodes[node.index()].state = NodeState::Free;
            self.free.push(node);
            let siblings = &mut self.nodes[parent.index()].children;
            siblings.retain(|&mut child| child != node);
            if !siblings.is_empty() {
                return;
            }
            node = parent;
        }
    }

    /// True if nothing is left to visit.
    pub fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    /// True for a node that waits to be visited.
    pub fn is_pending(&self, node: NodeId) -> bool {
        self.nodes[node.index()].state == NodeState::Pending
    }

    /// Number of pending nodes.
    pub fn pending(&self) -> usize {
        self.pending
    }

    /// Number of nodes that ended so.
    pub fn closed(&self, how: Closed) -> u64 {
        self.closed[how as usize]
    }

    /// Number of nodes kept now.
    pub fn size(&self) -> usize {
        self.nodes.len() - self.free.len()
    }

    /// Number of forks above the node.
    pub fn depth(&self, node: NodeId) -> u32 {
        self.nodes[node.index()].depth
    }

    /// The node above; the root's is the root.
    pub fn parent(&self, node: NodeId) -> NodeId {
        self.nodes[node.index()].parent
    }

    /// Which arm of the fork above leads to the node.
    pub fn choice(&self, node: NodeId) -> u32 {
        self.nodes[node.index()].choice
    }

    /// Nodes right below.
    pub fn children(&self, node: NodeId) -> &[NodeId] {
        &self.nodes[node.index()].children
    }

    /// The choices from the root to the node.
    pub fn decisions(&self, node: NodeId) -> Vec<u32> {
        let mut decisions = Vec::with_capacity(self.depth(node) as usize);
        let mut node = node;
        while node != NodeId::ROOT {
            decisions.push(self.choice(node));
            node = self.parent(node);
        }
        decisions.reverse();
        decisions
    }

    /// Goes down from the root, choosing evenly among the children, until a pending node: nodes
    /// near the root are likelier, as KLEE's random path selection has it. `None` if nothing is
    /// pending. No path may be running.
    pub fn random_descent(&self, random: &mut SmallRng) -> Option<NodeId> {
        if self.pending == 0 {
            return None;
        }
        let mut node = NodeId::ROOT;
        while !self.is_pending(node) {
            let children = &self.nodes[node.index()].children;
            node = children[random.random_range(0..children.len())];
        }
        Some(node)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::SeedableRng;

    #[test]
    fn a_finished_subtree_is_freed_and_its_slots_used_again() {
        let mut tree = Tree::new();
        let taken = tree.add_open(NodeId::ROOT, 0);
        let other = tree.add_pending(NodeId::ROOT, 1);
        tree.close(taken, Closed::Completed);
        assert_eq!((tree.size(), tree.pending()), (2, 1));
        tree.open(other);
        assert_eq!(tree.decisions(other), [1]);
        let below = tree.add_open(other, 4);
        assert_eq!(below.index(), taken.index());
        assert_eq!(tree.decisions(below), [1, 4]);
        assert!(!tree.is_exhausted());
        tree.close(below, Closed::Infeasible);
        assert!(tree.is_exhausted());
        assert_eq!(
            (
                tree.closed(Closed::Completed),
                tree.closed(Closed::Infeasible)
            ),
            (1, 1)
        );
    }

    #[test]
    fn a_deep_path_closes_without_recursion() {
        let mut tree = Tree::new();
        let mut node = NodeId::ROOT;
        for _ in 0..200_000 {
            node = tree.add_open(node, 0);
        }
        assert_eq!(tree.decisions(node).len(), 200_000);
        tree.close(node, Closed::Completed);
        assert_eq!(tree.size(), 1);
    }

    #[test]
    fn random_descent_finds_every_pending_node() {
        let mut tree = Tree::new();
        let a = tree.add_open(NodeId::ROOT, 0);
        let b = tree.add_pending(NodeId::ROOT, 1);
        let c = tree.add_pending(a, 0);
        let d = tree.add_pending(a, 1);
        let mut random = SmallRng::seed_from_u64(1);
        let mut seen: Vec<NodeId> = (0..100)
            .filter_map(|_| tree.random_descent(&mut random))
            .collect();
        seen.sort();
        seen.dedup();
        assert_eq!(seen, [b, c, d]);
    }
}
