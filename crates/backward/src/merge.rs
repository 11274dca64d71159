//! Ways that come together again, crossed at once: where the ways from a block to another have no loops and
//! no calls on them, the condition before them is that of each way where its branches are taken (Dijkstra's
//! weakest precondition of an alternative). Apart, n such places in a row would be 2^n ways.

use crate::code::{Body, ProgramCode};
use crate::condition::{Condition, Variables};
use crate::transfer::{Crossed, cross, cross_moves, taken};
use ir::{BlockId, TerminatorKind};
use rustc_hash::{FxHashMap, FxHashSet};
use term::Pool;

/// Blocks between the two; ways with more are crossed one by one.
const BLOCKS: usize = 64;

/// Before a block that several ways lead to from another one.
pub(crate) struct Merged {
    /// The condition at the end of that block.
    pub(crate) condition: Condition,
    /// The conditions along its edges, before their moves and beside that they are taken.
    pub(crate) edges: Vec<Condition>,
}

/// The condition at the end of a block from a condition at the start of one that it dominates. `None` where
/// ways between them are to be crossed one by one.
pub(crate) fn merge(
    pool: &mut Pool,
    variables: &mut Variables,
    code: &ProgramCode<'_>,
    body: &Body,
    (condition, join): (&Condition, BlockId),
    from: BlockId,
) -> Option<Merged> {
    let order = between(body, from, join)?;
    let nowhere = never(condition);
    let mut starts: FxHashMap<BlockId, Condition> = FxHashMap::default();
    starts.insert(join, condition.clone());
    for block in order {
        let edges = along_edges(pool, variables, body, (block, &starts), &nowhere);
        let mut before =
            alternatives(pool, variables, body, block, &edges).unwrap_or_else(|| nowhere.clone());
        let instructions = &body.function.blocks[block.0 as usize].instructions;
        for number in (0..instructions.len() as u32).rev() {
            if before.is_false {
                break;
            }
            let at = (block, number);
            match cross(pool, variables, code, body, &mut before, at) {
                Crossed::Before => {}
                Crossed::Nowhere => before.is_false = true,
                Crossed::Anywhere | Crossed::Call => return None,
            }
        }
        starts.insert(block, before);
    }
    let edges = along_edges(pool, variables, body, (from, &starts), &nowhere);
    let condition = alternatives(pool, variables, body, from, &edges)?;
    Some(Merged { condition, edges })
}

/// The blocks on ways between two, each behind all that it leads to; nothing if there are loops on them.
fn between(body: &Body, from: BlockId, join: BlockId) -> Option<Vec<BlockId>> {
    let mut blocks = FxHashSet::default();
    let mut pending = vec![join];
    while let Some(at) = pending.pop() {
        for &before in body.cfg.predecessors(at) {
            let is_new = before != from && body.cfg.is_reachable(before) && blocks.insert(before);
            if is_new {
                pending.push(before);
            }
        }
        if blocks.len() > BLOCKS || blocks.contains(&join) {
            return None;
        }
    }
    let mut order: Vec<BlockId> = Vec::with_capacity(blocks.len());
    while order.len() < blocks.len() {
        let done = |block: BlockId| !blocks.contains(&block) || order.contains(&block);
        let leads_to_done = |block: &BlockId| {
            let edges = body.function.blocks[block.0 as usize]
                .terminator
                .kind
                .edges();
            !order.contains(block) && edges.iter().all(|edge| done(edge.target))
        };
        let mut all: Vec<BlockId> = blocks.iter().copied().filter(leads_to_done).collect();
        if all.is_empty() {
            return None;
        }
        all.sort_unstable();
        order.extend(all);
    }
    Some(order)
}

/// The conditions along the edges of a block. What leaves the ways comes back to them by their first block
/// only, if at all.
fn along_edges(
    pool: &mut Pool,
    variables: &mut Variables,
    body: &Body,
    (block, starts): (BlockId, &FxHashMap<BlockId, Condition>),
    nowhere: &Condition,
) -> Vec<Condition> {
    let edges = body.function.blocks[block.0 as usize]
        .terminator
        .kind
        .edges();
    let along = |edge: &ir::Edge| match starts.get(&edge.target) {
        Some(start) => {
            let mut before = start.clone();
            cross_moves(pool, variables, body, &mut before, edge);
            before
        }
        None => nowhere.clone(),
    };
    edges.into_iter().map(along).collect()
}

/// The condition at the end of a block from those along its edges; nothing if it has none.
fn alternatives(
    pool: &mut Pool,
    variables: &mut Variables,
    body: &Body,
    block: BlockId,
    edges: &[Condition],
) -> Option<Condition> {
    let terminator = &body.function.blocks[block.0 as usize].terminator.kind;
    let (last, others) = edges.split_last()?;
    let mut all = last.clone();
    if matches!(terminator, TerminatorKind::Jump(_)) {
        return Some(all);
    }
    for (number, edge) in others.iter().enumerate().rev() {
        let decided = taken(pool, variables, &mut all, terminator, number);
        all = Condition::either(pool, decided, edge.clone(), all);
    }
    Some(all)
}

/// A condition that nothing satisfies, at a point of the same frame.
fn never(condition: &Condition) -> Condition {
    let mut never = Condition::always(condition.function);
    never.calls.clone_from(&condition.calls);
    never.is_false = true;
    never
}
