//! Whether a function uses two pointers as the beginning and the end of a range, beside what they are called.

use ir::{BinaryOp, CompareOp, Constant, Function, InstructionKind, Operand, Reg};
use rustc_hash::FxHashSet;

/// True if a function compares `end` with other pointers, takes its distance, or hands it on together with `begin`; and
/// neither asks whether it is null nor accesses what is there or behind.
pub(super) fn is_range(function: &Function, begin: Reg, end: Reg) -> bool {
    let mut at_end = FxHashSet::from_iter([end]);
    let is_end = |operand: &Operand| *operand == Operand::Register(end);
    let mut used = false;
    let blocks = function.blocks.iter();
    for instruction in blocks.flat_map(|block| &block.instructions) {
        match &instruction.kind {
            InstructionKind::Compare {
                op, left, right, ..
            } if is_end(left) || is_end(right) => {
                let other = if is_end(left) { right } else { left };
                let is_equality = matches!(op, CompareOp::Eq | CompareOp::Ne);
                if is_equality && matches!(other, Operand::Constant(Constant::Bits(0))) {
                    return false;
                }
                used = true;
            }
            InstructionKind::Binary {
                op: BinaryOp::Sub,
                left,
                right,
                ..
            } if is_end(left) || is_end(right) => used = true,
            InstructionKind::Binary {
                op: BinaryOp::Add,
                to,
                left: Operand::Register(base),
                right: Operand::Constant(Constant::Bits(by)),
            } if at_end.contains(base) && (*by as i64) >= 0 => {
                at_end.insert(*to);
            }
            InstructionKind::Load { address, .. } | InstructionKind::Store { address, .. } => {
                if matches!(address, Operand::Register(at) if at_end.contains(at)) {
                    return false;
                }
            }
            InstructionKind::Call { arguments, .. } => {
                let begins = arguments.contains(&Operand::Register(begin));
                used |= begins && arguments.iter().any(is_end);
            }
            _ => {}
        }
    }
    used
}
