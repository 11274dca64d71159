//! What a function that fills an object returns where it could not: of two results, 0 and 1, either may be that, and the code
//! tells which.

use ir::analysis::Cfg;
use ir::{
    BinaryOp, BlockId, Constant, Function, InstructionKind, Operand, Program, Reg, SourceType,
    TerminatorKind,
};
use std::collections::{BTreeMap, BTreeSet};

/// The result with which a function leaves what its first parameter leads to as it was, if it returns nothing but that and
/// another one, with which it does not.
pub fn of(module: &ir::Module, function: &Function) -> Option<u64> {
    let result = module.source_type(module.resolved_type(function.source_result?));
    let object = function.parameters.first()?.register;
    if !matches!(result, SourceType::Int { .. } | SourceType::Enum { .. }) {
        return None;
    }
    let touched = touched_blocks(function, object);
    // Each result, and whether the object is always touched, and ever.
    let mut results: BTreeMap<u64, (bool, bool)> = BTreeMap::new();
    for (value, block) in returned(function)? {
        let (always, ever) = results.entry(value).or_insert((true, false));
        let is_touched = touched.contains(&block);
        *always &= is_touched;
        *ever |= is_touched;
    }
    let values: Vec<(u64, (bool, bool))> = results.into_iter().collect();
    match values[..] {
        [(0, (true, _)), (1, (_, false))] => Some(1),
        [(0, (_, false)), (1, (true, _))] => Some(0),
        _ => None,
    }
}

/// The constants that are returned, and the blocks in which it is decided that they are; `None` if others may be.
fn returned(function: &Function) -> Option<Vec<(u64, BlockId)>> {
    let mut found = Vec::new();
    let mut todo = Vec::new();
    for (number, block) in function.blocks.iter().enumerate() {
        if let TerminatorKind::Return(values) = &block.terminator.kind {
            let [value] = &values[..] else { return None };
            todo.push((value.clone(), BlockId(number as u32)));
        }
    }
    let mut seen = BTreeSet::new();
    while let Some((value, block)) = todo.pop() {
        match value {
            Operand::Constant(Constant::Bits(bits)) => found.push((bits, block)),
            Operand::Register(register) => {
                let moves = moves_to(function, register);
                if moves.is_empty() {
                    return None;
                }
                if seen.insert(register) {
                    todo.extend(moves);
                }
            }
            Operand::Constant(_) => return None,
        }
    }
    Some(found)
}

/// What a register is set to on edges, and where these come from.
fn moves_to(function: &Function, register: Reg) -> Vec<(Operand, BlockId)> {
    let mut moves = Vec::new();
    for (number, from) in function.blocks.iter().enumerate() {
        for edge in from.terminator.kind.edges() {
            let set = edge.moves.iter().filter(|(to, _)| *to == register);
            moves.extend(set.map(|(_, value)| (value.clone(), BlockId(number as u32))));
        }
    }
    moves
}

/// The blocks at whose end the object that a register leads to was written, or handed on, whichever way led there.
fn touched_blocks(function: &Function, object: Reg) -> BTreeSet<BlockId> {
    let mut inside = BTreeSet::from([object.0]);
    let mut own = BTreeSet::new();
    let is_in = |all: &BTreeSet<u32>, operand: &Operand| matches!(operand, Operand::Register(register) if all.contains(&register.0));
    for (number, block) in function.blocks.iter().enumerate() {
        for instruction in &block.instructions {
            let touches = match &instruction.kind {
                InstructionKind::Binary {
                    op: BinaryOp::Add,
                    to,
                    left,
                    right: Operand::Constant(_),
                } if is_in(&inside, left) => {
                    inside.insert(to.0);
                    false
                }
                InstructionKind::Store { address, .. } => is_in(&inside, address),
                InstructionKind::Call { arguments, .. }
                | InstructionKind::CallIntrinsic { arguments, .. } => {
                    arguments.iter().any(|it| is_in(&inside, it))
                }
                _ => false,
            };
            if touches {
                own.insert(BlockId(number as u32));
            }
        }
    }
    let graph = Cfg::new(function);
    let mut touched: BTreeSet<BlockId> = graph.reverse_post_order().iter().copied().collect();
    let mut changed = true;
    while changed {
        changed = false;
        for &block in graph.reverse_post_order() {
            let before = graph.predecessors(block);
            let on_all_ways = !before.is_empty() && before.iter().all(|it| touched.contains(it));
            if !own.contains(&block) && !on_all_ways && touched.remove(&block) {
                changed = true;
            }
        }
    }
    touched
}
