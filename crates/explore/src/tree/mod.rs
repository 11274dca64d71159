//! The execution tree (LCT §4.3): what was decided where, and which ways are not taken yet.
//!
//! A node stands for the state after one arm of a fork. Pending nodes have not been visited; open
//! ones have pending nodes below them, or the path that runs. A node is freed once everything
//! below it is finished, so a depth-first run keeps no more than its current path.

mod delta;
mod node;
pub mod task;

pub(crate) use delta::TreeDelta;
pub use node::{Closed, Found, NodeId, Stamp};
pub use task::{InputValue, KeyRange, NodeKey, RunKey, Task};

use rand::{Rng, rngs::SmallRng};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NodeState {
    Pending,
    Open,
    Free,
}

/// Stands for no node in links.
const NONE: NodeId = NodeId(u32::MAX);

/// Runs keep millions of these: children are a list through their siblings, not a vector.
#[derive(Clone, Debug)]
struct Node {
    parent: NodeId,
    choice: u64,
    depth: u32,
    stamp: Stamp,
    /// Share of all the tree that lies below: see [`Tree::split`].
    weight: f32,
    first_child: NodeId,
    previous: NodeId,
    next: NodeId,
    state: NodeState,
    /// What was found in the finished parts below.
    found: Found,
}

/// The tree.
#[derive(Debug)]
pub struct Tree {
    nodes: Vec<Node>,
    free: Vec<NodeId>,
    pending: usize,
    closed: [u64; Closed::COUNT],
    exhausted: bool,
    pub(crate) delta: TreeDelta,
    /// Nodes finished since they were last taken, if somebody wants to know.
    finished: Option<Vec<(NodeId, Found)>>,
}

impl Default for Tree {
    fn default() -> Tree {
        Tree::new()
    }
}

impl Tree {
    /// A tree with an open root.
    pub fn new() -> Tree {
        Tree::with_delta(TreeDelta::default())
    }

    /// A tree with an open root that notes what changes.
    pub(crate) fn with_delta(delta: TreeDelta) -> Tree {
        let root = Node {
            parent: NodeId::ROOT,
            choice: 0,
            depth: 0,
            stamp: Stamp::default(),
            weight: 1.0,
            first_child: NONE,
            previous: NONE,
            next: NONE,
            state: NodeState::Open,
            found: Found::default(),
        };
        Tree {
            nodes: vec![root],
            free: Vec::new(),
            pending: 0,
            closed: [0; Closed::COUNT],
            exhausted: false,
            delta,
            finished: None,
        }
    }

    /// Adds a node that was reached elsewhere, so many forks deep, and is to be visited here. Its
    /// share of the tree is that of a node below so many binary forks.
    pub fn add_task(&mut self, depth: u32) -> NodeId {
        self.exhausted = false;
        let node = self.add_pending(NodeId::ROOT, 0);
        let task = &mut self.nodes[node.index()];
        task.depth = depth;
        task.weight = 0.5f32.powi(depth.min(1 << 20) as i32);
        node
    }

    /// Says that so many arms are about to be added below a node: each gets an equal part of its
    /// share of the tree.
    pub fn split(&mut self, parent: NodeId, arms: usize) {
        self.nodes[parent.index()].weight /= arms.max(1) as f32;
    }

    /// Adds an arm that is not visited yet.
    pub fn add_pending(&mut self, parent: NodeId, choice: u64) -> NodeId {
        self.pending += 1;
        self.add(parent, choice, NodeState::Pending)
    }

    /// Adds the arm that the running path goes along.
    pub fn add_open(&mut self, parent: NodeId, choice: u64) -> NodeId {
        self.add(parent, choice, NodeState::Open)
    }

    fn add(&mut self, parent: NodeId, choice: u64, state: NodeState) -> NodeId {
        let above = &self.nodes[parent.index()];
        let sibling = above.first_child;
        let mut node = Node {
            parent,
            choice,
            depth: above.depth + 1,
            stamp: Stamp::default(),
            weight: above.weight,
            first_child: NONE,
            previous: NONE,
            next: sibling,
            state,
            found: Found::default(),
        };
        let id = match self.free.pop() {
            Some(id) => {
                let slot = &mut self.nodes[id.index()];
                node.stamp = Stamp(slot.stamp.0.wrapping_add(1));
                *slot = node;
                id
            }
            None => {
                let index = u32::try_from(self.nodes.len()).expect("fewer than 2^32 live nodes");
                self.nodes.push(node);
                NodeId(index)
            }
        };
        if sibling != NONE {
            self.nodes[sibling.index()].previous = id;
        }
        self.nodes[parent.index()].first_child = id;
        self.delta.note_added(id);
        id
    }

    /// Adds a node that is being visited beside one with which it shares its part of the tree.
    pub(crate) fn add_beside(&mut self, node: NodeId, choice: u64) -> NodeId {
        let half = self.nodes[node.index()].weight / 2.0;
        self.nodes[node.index()].weight = half;
        let added = self.add_open(self.parent(node), choice);
        self.nodes[added.index()].weight = half;
        added
    }

    /// A pending node is being visited.
    pub fn open(&mut self, node: NodeId) {
        debug_assert!(self.is_pending(node));
        self.pending -= 1;
        self.nodes[node.index()].state = NodeState::Open;
        self.delta.note_visited(node);
    }

    /// A node that was opened waits again.
    pub(crate) fn put_back(&mut self, node: NodeId) {
        debug_assert_eq!(self.nodes[node.index()].first_child, NONE);
        self.pending += 1;
        self.nodes[node.index()].state = NodeState::Pending;
    }

    /// Gives up a pending node: somebody else visits it.
    pub(crate) fn remove(&mut self, node: NodeId) {
        debug_assert!(self.is_pending(node));
        self.pending -= 1;
        self.delta.forget(node);
        self.nodes[node.index()].found = Found::left_out();
        self.free_upwards(node);
    }

    /// An open leaf has ended; frees it and every ancestor that has nothing left below it.
    pub fn close(&mut self, leaf: NodeId, how: Closed) {
        self.close_with(leaf, how, Found::by(how));
    }

    /// As [`Tree::close`], with what the path to the leaf found.
    pub(crate) fn close_with(&mut self, leaf: NodeId, how: Closed, found: Found) {
        debug_assert_eq!(self.nodes[leaf.index()].first_child, NONE);
        debug_assert_eq!(self.nodes[leaf.index()].state, NodeState::Open);
        self.closed[how as usize] += 1;
        self.nodes[leaf.index()].found = found;
        self.free_upwards(leaf);
    }

    fn free_upwards(&mut self, leaf: NodeId) {
        let mut node = leaf;
        loop {
            if node == NodeId::ROOT {
                self.exhausted = true;
                return;
            }
            let parent = self.unlink(node);
            if self.nodes[parent.index()].first_child != NONE {
                return;
            }
            node = parent;
        }
    }

    /// Frees a node without children; returns its parent.
    fn unlink(&mut self, node: NodeId) -> NodeId {
        let freed = &mut self.nodes[node.index()];
        freed.state = NodeState::Free;
        let (parent, previous, next) = (freed.parent, freed.previous, freed.next);
        let found = freed.found;
        let above = &mut self.nodes[parent.index()].found;
        *above = above.and(found);
        if let Some(finished) = &mut self.finished {
            finished.push((node, found));
        }
        self.free.push(node);
        self.delta.note_freed(node);
        if previous == NONE {
            self.nodes[parent.index()].first_child = next;
        } else {
            self.nodes[previous.index()].next = next;
        }
        if next != NONE {
            self.nodes[next.index()].previous = previous;
        }
        parent
    }

    /// From now on, [`Tree::take_finished`] tells of nodes that are finished.
    pub(crate) fn note_finished(&mut self) {
        self.finished.get_or_insert_default();
    }

    /// The nodes finished since this was last asked, each behind those below it, with what was found
    /// there. The root is never told of.
    pub(crate) fn take_finished(&mut self) -> Vec<(NodeId, Found)> {
        self.finished
            .as_mut()
            .map(std::mem::take)
            .unwrap_or_default()
    }

    /// True if nothing is left to visit.
    pub fn is_exhausted(&self) -> bool {
        self.exhausted
    }

    /// True for a node that waits to be visited.
    pub fn is_pending(&self, node: NodeId) -> bool {
        self.nodes[node.index()].state == NodeState::Pending
    }

    /// True for a node that waits or is being visited, or has such nodes below it.
    pub(crate) fn is_live(&self, node: NodeId) -> bool {
        self.nodes[node.index()].state != NodeState::Free
    }

    /// Tells the node from others that used its slot before or will after it.
    pub fn stamp(&self, node: NodeId) -> Stamp {
        self.nodes[node.index()].stamp
    }

    /// Number of pending nodes.
    pub fn pending(&self) -> usize {
        self.pending
    }

    /// Number of nodes that ended so.
    pub fn closed(&self, how: Closed) -> u64 {
        self.closed[how as usize]
    }

    /// Estimate of the share of the tree, from 0 to 1, that lies below a node: at each fork every
    /// arm is taken to lead to equally much.
    pub fn share(&self, node: NodeId) -> f64 {
        f64::from(self.nodes[node.index()].weight)
    }

    /// One more than the largest index of a node.
    pub(crate) fn slots(&self) -> usize {
        self.nodes.len()
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
    pub fn choice(&self, node: NodeId) -> u64 {
        self.nodes[node.index()].choice
    }

    /// Nodes right below, the last added first.
    pub fn children(&self, node: NodeId) -> impl Iterator<Item = NodeId> + Clone + '_ {
        let existing = |id: NodeId| (id != NONE).then_some(id);
        let first = existing(self.nodes[node.index()].first_child);
        std::iter::successors(first, move |id| existing(self.nodes[id.index()].next))
    }

    /// The pending node that hangs nearest above a node: beside it, or beside a node on the way to
    /// the root.
    pub fn nearest_pending(&self, node: NodeId) -> Option<NodeId> {
        let mut below = node;
        while below != NodeId::ROOT {
            let above = self.parent(below);
            let mut siblings = self.children(above);
            let pending = siblings.find(|&other| other != node && self.is_pending(other));
            if pending.is_some() {
                return pending;
            }
            below = above;
        }
        None
    }

    /// Every pending node.
    pub fn pending_nodes(&self) -> impl Iterator<Item = NodeId> + '_ {
        let nodes = (0..self.nodes.len() as u32).map(NodeId);
        nodes.filter(|&node| self.is_pending(node))
    }

    /// The pending nodes of the least depth; a walk over the whole tree.
    pub fn shallowest_pending(&self) -> Vec<NodeId> {
        let least = self.pending_nodes().map(|node| self.depth(node)).min();
        let shallow = |node: &NodeId| Some(self.depth(*node)) == least;
        self.pending_nodes().filter(shallow).collect()
    }

    /// The choices from the root to the node.
    pub fn decisions(&self, node: NodeId) -> Vec<u64> {
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
            let mut children = self.children(node);
            let chosen = random.random_range(0..children.clone().count());
            node = children
                .nth(chosen)
                .expect("as many children as were counted");
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
    fn slots_used_again_have_other_stamps() {
        let mut tree = Tree::new();
        let first = tree.add_open(NodeId::ROOT, 0);
        let other = tree.add_pending(NodeId::ROOT, 1);
        let stamp = tree.stamp(first);
        tree.close(first, Closed::Completed);
        tree.open(other);
        let second = tree.add_open(other, 0);
        assert_eq!(first.index(), second.index());
        assert_ne!(stamp, tree.stamp(second));
    }

    #[test]
    fn children_are_unlinked_in_any_order() {
        for order in [
            [0, 1, 2],
            [0, 2, 1],
            [1, 0, 2],
            [1, 2, 0],
            [2, 0, 1],
            [2, 1, 0],
        ] {
            let mut tree = Tree::new();
            let kept = tree.add_pending(NodeId::ROOT, 9);
            let nodes = [0, 1, 2].map(|choice| tree.add_open(NodeId::ROOT, choice));
            for (closed, &index) in order.iter().enumerate() {
                tree.close(nodes[index], Closed::Completed);
                assert_eq!(tree.children(NodeId::ROOT).count(), 3 - closed);
            }
            assert_eq!(tree.children(NodeId::ROOT).collect::<Vec<_>>(), [kept]);
        }
    }

    #[test]
    fn each_arm_of_a_fork_has_an_equal_share_of_the_tree() {
        let mut tree = Tree::new();
        tree.split(NodeId::ROOT, 4);
        let nodes = [0, 1, 2, 3].map(|choice| tree.add_open(NodeId::ROOT, choice));
        tree.split(nodes[2], 2);
        let below = tree.add_open(nodes[2], 0);
        assert_eq!(tree.share(below), 0.125);
        assert_eq!(tree.share(nodes[3]), 0.25);
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
        assert_eq!(tree.nearest_pending(c), Some(d));
        assert_eq!(
            tree.nearest_pending(b),
            None,
            "what lies below its sibling is not beside it"
        );
        tree.open(d);
        assert_eq!(tree.nearest_pending(c), Some(b));
    }
}
