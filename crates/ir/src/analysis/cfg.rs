//! The control-flow graph of a function.

use crate::{BlockId, Function};

/// Successors, predecessors and orders of the blocks of a function. Several edges between two
/// blocks count as one.
#[derive(Clone, Debug)]
pub struct Cfg {
    successors: Vec<Vec<BlockId>>,
    predecessors: Vec<Vec<BlockId>>,
    reverse_post_order: Vec<BlockId>,
    /// Position of each block in the reverse post-order; `None` if it is unreachable.
    positions: Vec<Option<u32>>,
}

impl Cfg {
    /// The graph of a function that the verifier accepts; empty for a declaration.
    pub fn new(function: &Function) -> Cfg {
        let count = function.blocks.len();
        let mut successors = Vec::with_capacity(count);
        let mut predecessors = vec![Vec::new(); count];
        for (index, block) in function.blocks.iter().enumerate() {
            let mut targets: Vec<BlockId> = Vec::new();
            let mut seen = rustc_hash::FxHashSet::default();
            for edge in block.terminator.kind.edges() {
                if seen.insert(edge.target) {
                    targets.push(edge.target);
                    predecessors[edge.target.0 as usize].push(BlockId(index as u32));
                }
            }
            successors.push(targets);
        }
        let reverse_post_order = reverse_post_order(&successors);
        let mut positions = vec![None; count];
        for (position, block) in reverse_post_order.iter().enumerate() {
            positions[block.0 as usize] = Some(position as u32);
        }
        Cfg {
            successors,
            predecessors,
            reverse_post_order,
            positions,
        }
    }

    /// Number of blocks.
    pub fn block_count(&self) -> usize {
        self.successors.len()
    }

    /// Blocks that a block may go to, in order of its edges.
    pub fn successors(&self, block: BlockId) -> &[BlockId] {
        &self.successors[block.0 as usize]
    }

    /// Blocks that may go to a block, unreachable ones too, ascending.
    pub fn predecessors(&self, block: BlockId) -> &[BlockId] {
        &self.predecessors[block.0 as usize]
    }

    /// Reachable blocks, each before its successors except along back edges.
    pub fn reverse_post_order(&self) -> &[BlockId] {
        &self.reverse_post_order
    }

    /// True if a path leads from the entry to the block.
    pub fn is_reachable(&self, block: BlockId) -> bool {
        self.positions[block.0 as usize].is_some()
    }

    /// Position of a reachable block in the reverse post-order.
    pub fn position(&self, block: BlockId) -> Option<u32> {
        self.positions[block.0 as usize]
    }
}

/// Depth-first search from block 0 with an explicit stack.
fn reverse_post_order(successors: &[Vec<BlockId>]) -> Vec<BlockId> {
    let mut order = Vec::with_capacity(successors.len());
    if successors.is_empty() {
        return order;
    }
    let mut seen = vec![false; successors.len()];
    seen[0] = true;
    let mut stack = vec![(BlockId(0), 0)];
    while let Some((block, next)) = stack.last_mut() {
        let Some(successor) = successors[block.0 as usize].get(*next).copied() else {
            order.push(*block);
            stack.pop();
            continue;
        };
        *next += 1;
        if !std::mem::replace(&mut seen[successor.0 as usize], true) {
            stack.push((successor, 0));
        }
    }
    order.reverse();
    order
}
