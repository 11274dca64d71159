//! Natural loops: headers, back edges, nesting; what is irreducible is flagged.

use super::{Cfg, Dominators};
use crate::BlockId;

/// A loop of a function, an index into [`Loops::all`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LoopId(pub u32);

/// A natural loop: all back edges to one header and what they enclose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    /// The only block that the loop is entered by.
    pub header: BlockId,
    /// Sources of its back edges, ascending.
    pub latches: Vec<BlockId>,
    /// Its blocks, those of inner loops too, ascending.
    pub blocks: Vec<BlockId>,
    /// Edges that leave it, as `(from, to)`, ascending.
    pub exits: Vec<(BlockId, BlockId)>,
    /// The loop around it.
    pub parent: Option<LoopId>,
    /// 1 for an outermost loop.
    pub depth: u32,
}

/// The loops of a function.
#[derive(Clone, Debug)]
pub struct Loops {
    all: Vec<Loop>,
    innermost: Vec<Option<LoopId>>,
    irreducible: Vec<(BlockId, BlockId)>,
}

impl Loops {
    /// Loops of a graph, outer ones before inner ones, by their headers in reverse post-order.
    pub fn new(cfg: &Cfg, dominators: &Dominators) -> Loops {
        let mut loops = Loops {
            all: Vec::new(),
            innermost: vec![None; cfg.block_count()],
            irreducible: Vec::new(),
        };
        for header in cfg.reverse_post_order() {
            loops.find(cfg, dominators, *header);
        }
        loops.nest(cfg);
        loops.exits(cfg);
        loops.irreducible.sort_unstable();
        loops
    }

    /// Every loop; ids index them.
    pub fn all(&self) -> &[Loop] {
        &self.all
    }

    /// A loop.
    pub fn get(&self, id: LoopId) -> &Loop {
        &self.all[id.0 as usize]
    }

    /// The innermost loop around a block.
    pub fn innermost(&self, block: BlockId) -> Option<LoopId> {
        self.innermost[block.0 as usize]
    }

    /// Number of loops around a block.
    pub fn depth(&self, block: BlockId) -> u32 {
        self.innermost(block).map_or(0, |id| self.get(id).depth)
    }

    /// Edges that go back to a block which does not dominate their source, ascending: cycles with
    /// several entries, which are no natural loops.
    pub fn irreducible_edges(&self) -> &[(BlockId, BlockId)] {
        &self.irreducible
    }

    /// Adds the loop of a header, if it is one, without its blocks.
    fn find(&mut self, cfg: &Cfg, dominators: &Dominators, header: BlockId) {
        let mut latches = Vec::new();
        for source in cfg.predecessors(header) {
            if cfg.position(*source) < cfg.position(header) {
                continue;
            }
            if dominators.dominates(header, *source) {
                latches.push(*source);
            } else {
                self.irreducible.push((*source, header));
            }
        }
        if !latches.is_empty() {
            let (blocks, exits) = (Vec::new(), Vec::new());
            self.all.push(Loop {
                header,
                latches,
                blocks,
                exits,
                parent: None,
                depth: 0,
            });
        }
    }

    /// Finds blocks and parents, inner loops first: a walk backwards from the latches that steps
    /// over inner loops as wholes.
    fn nest(&mut self, cfg: &Cfg) {
        for index in (0..self.all.len()).rev() {
            let id = LoopId(index as u32);
            let header = self.all[index].header;
            let mut work = self.all[index].latches.clone();
            while let Some(block) = work.pop() {
                let Some(inner) = self.outermost(block) else {
                    self.innermost[block.0 as usize] = Some(id);
                    if block != header {
                        work.extend(reachable_predecessors(cfg, block));
                    }
                    continue;
                };
                if inner != id {
                    self.all[inner.0 as usize].parent = Some(id);
                    work.extend(reachable_predecessors(cfg, self.get(inner).header));
                }
            }
            if self.innermost[header.0 as usize].is_none() {
                self.innermost[header.0 as usize] = Some(id);
            }
        }
        for index in 0..self.all.len() {
            self.all[index].depth = self.all[index].parent.map_or(0, |p| self.get(p).depth) + 1;
        }
        for block in (0..cfg.block_count() as u32).map(BlockId) {
            let mut around = self.innermost(block);
            while let Some(id) = around {
                self.all[id.0 as usize].blocks.push(block);
                around = self.get(id).parent;
            }
        }
    }

    /// The outermost loop found so far around a block.
    fn outermost(&self, block: BlockId) -> Option<LoopId> {
        let mut id = self.innermost(block)?;
        while let Some(parent) = self.get(id).parent {
            id = parent;
        }
        Some(id)
    }

    fn exits(&mut self, cfg: &Cfg) {
        for each in &mut self.all {
            let blocks = &each.blocks;
            let leaving = blocks.iter().flat_map(|block| {
                let out = cfg.successors(*block).iter();
                out.filter(|to| blocks.binary_search(to).is_err())
                    .map(|to| (*block, *to))
            });
            each.exits = leaving.collect();
            each.exits.sort_unstable();
        }
    }
}

fn reachable_predecessors(cfg: &Cfg, block: BlockId) -> impl Iterator<Item = BlockId> {
    cfg.predecessors(block)
        .iter()
        .copied()
        .filter(|block| cfg.is_reachable(*block))
}
