//! Dominators and post-dominators, by the algorithm of Cooper, Harvey and Kennedy ("A Simple, Fast
//! Dominance Algorithm", 2001).

use super::Cfg;
use crate::BlockId;

/// Which blocks every path from the entry to a block goes through.
#[derive(Clone, Debug)]
pub struct Dominators {
    tree: Tree,
}

impl Dominators {
    /// Dominators of a graph; unreachable blocks have none and dominate nothing.
    pub fn new(cfg: &Cfg) -> Dominators {
        let order: Vec<u32> = cfg
            .reverse_post_order()
            .iter()
            .map(|block| block.0)
            .collect();
        let tree = Tree::new(cfg.block_count(), &order, |node| {
            cfg.predecessors(BlockId(node))
                .iter()
                .map(|block| block.0)
                .collect()
        });
        Dominators { tree }
    }

    /// The closest other dominator; `None` for the entry and unreachable blocks.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.tree.parent(block.0).map(BlockId)
    }

    /// True if every path from the entry to `below` goes through `above`; every reachable block
    /// dominates itself.
    pub fn dominates(&self, above: BlockId, below: BlockId) -> bool {
        self.tree.is_ancestor(above.0, below.0)
    }
}

/// Which blocks every path from a block to the end of the function goes through.
///
/// Blocks that end the function (returns and errors) lead to one virtual exit; so does one block
/// of each region that cannot end: the one latest in reverse post-order.
#[derive(Clone, Debug)]
pub struct PostDominators {
    tree: Tree,
    exit: u32,
}

impl PostDominators {
    /// Post-dominators of the reachable blocks of a graph.
    pub fn new(cfg: &Cfg) -> PostDominators {
        let exit = cfg.block_count() as u32;
        let (order, ends) = backward_order(cfg, exit);
        let tree = Tree::new(cfg.block_count() + 1, &order, |node| {
            let mut towards_exit: Vec<u32> = cfg
                .successors(BlockId(node))
                .iter()
                .map(|block| block.0)
                .collect();
            if ends[node as usize] {
                towards_exit.push(exit);
            }
            towards_exit
        });
        PostDominators { tree, exit }
    }

    /// The closest other post-dominator; `None` if that is the virtual exit, and for unreachable
    /// blocks.
    pub fn immediate(&self, block: BlockId) -> Option<BlockId> {
        self.tree
            .parent(block.0)
            .filter(|parent| *parent != self.exit)
            .map(BlockId)
    }

    /// True if every path from `before` to the end goes through `after`; every reachable block
    /// post-dominates itself.
    pub fn post_dominates(&self, after: BlockId, before: BlockId) -> bool {
        self.tree.is_ancestor(after.0, before.0)
    }
}

/// Reverse post-order of the reversed graph from the virtual exit, and which blocks lead to it.
fn backward_order(cfg: &Cfg, exit: u32) -> (Vec<u32>, Vec<bool>) {
    let count = cfg.block_count();
    let mut ends = vec![false; count];
    let mut seen = vec![false; count];
    let mut order = Vec::with_capacity(count + 1);
    let forward = cfg.reverse_post_order();
    let endless = forward
        .iter()
        .rev()
        .filter(|block| !cfg.successors(**block).is_empty());
    let ending = forward
        .iter()
        .filter(|block| cfg.successors(**block).is_empty());
    for root in ending.chain(endless) {
        if std::mem::replace(&mut seen[root.0 as usize], true) {
            continue;
        }
        ends[root.0 as usize] = true;
        let mut stack = vec![(*root, 0)];
        while let Some((block, next)) = stack.last_mut() {
            let Some(predecessor) = cfg.predecessors(*block).get(*next).copied() else {
                order.push(block.0);
                stack.pop();
                continue;
            };
            *next += 1;
            let seen = &mut seen[predecessor.0 as usize];
            if cfg.is_reachable(predecessor) && !std::mem::replace(seen, true) {
                stack.push((predecessor, 0));
            }
        }
    }
    order.push(exit);
    order.reverse();
    (order, ends)
}

/// A dominator tree over dense nodes.
#[derive(Clone, Debug)]
struct Tree {
    /// Parent of each node; itself for the root, `NONE` for nodes outside.
    parents: Vec<u32>,
    /// Half-open interval of each node's subtree in a walk of the tree.
    intervals: Vec<(u32, u32)>,
}

const NONE: u32 = u32::MAX;

impl Tree {
    /// The tree of the nodes in `order` (a reverse post-order from the root).
    fn new(count: usize, order: &[u32], predecessors: impl Fn(u32) -> Vec<u32>) -> Tree {
        let mut positions = vec![NONE; count];
        for (position, node) in order.iter().enumerate() {
            positions[*node as usize] = position as u32;
        }
        // Both in positions of the order, where an ancestor has the smaller one.
        let incoming: Vec<Vec<u32>> = order
            .iter()
            .enumerate()
            .map(|(position, node)| {
                let all = if position == 0 {
                    Vec::new()
                } else {
                    predecessors(*node)
                };
                all.into_iter()
                    .map(|p| positions[p as usize])
                    .filter(|p| *p != NONE)
                    .collect()
            })
            .collect();
        let mut parents = vec![NONE; order.len()];
        if let Some(root) = parents.first_mut() {
            *root = 0;
        }
        let mut changed = true;
        while changed {
            changed = false;
            for node in 1..order.len() {
                let known = incoming[node]
                    .iter()
                    .copied()
                    .filter(|p| parents[*p as usize] != NONE);
                let parent = known
                    .reduce(|a, b| intersect(&parents, a, b))
                    .unwrap_or(NONE);
                changed |= parents[node] != parent;
                parents[node] = parent;
            }
        }
        let intervals = intervals(&parents);
        let mut tree = Tree {
            parents: vec![NONE; count],
            intervals: vec![(0, 0); count],
        };
        for (position, node) in order.iter().enumerate() {
            tree.parents[*node as usize] = order[parents[position] as usize];
            tree.intervals[*node as usize] = intervals[position];
        }
        tree
    }

    fn parent(&self, node: u32) -> Option<u32> {
        let parent = self.parents[node as usize];
        (parent != NONE && parent != node).then_some(parent)
    }

    fn is_ancestor(&self, above: u32, below: u32) -> bool {
        let (start, end) = self.intervals[above as usize];
        let (at, below_end) = self.intervals[below as usize];
        at != below_end && start <= at && at < end
    }
}

fn intersect(parents: &[u32], mut a: u32, mut b: u32) -> u32 {
    while a != b {
        while a > b {
            a = parents[a as usize];
        }
        while b > a {
            b = parents[b as usize];
        }
    }
    a
}

/// Intervals of the subtrees in a walk that visits parents before children; parents have smaller
/// numbers than their children.
fn intervals(parents: &[u32]) -> Vec<(u32, u32)> {
    let mut sizes = vec![1_u32; parents.len()];
    for node in (1..parents.len()).rev() {
        sizes[parents[node] as usize] += sizes[node];
    }
    let mut intervals = vec![(0, 0); parents.len()];
    let mut free: Vec<u32> = vec![0; parents.len()];
    for node in 0..parents.len() {
        let parent = parents[node] as usize;
        let start = if node == 0 { 0 } else { free[parent] };
        intervals[node] = (start, start + sizes[node]);
        free[node] = start + 1;
        if node != 0 {
            free[parent] += sizes[node];
        }
    }
    intervals
}
