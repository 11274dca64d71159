//! What an instruction reads, writes and leads to, without a match on every kind.

use crate::{Edge, InstructionKind, Operand, Reg, TerminatorKind};
use smallvec::{SmallVec, smallvec};

/// Operands of one instruction: few, so they stay off the heap.
pub type Operands<'a> = SmallVec<[&'a Operand; 4]>;

impl InstructionKind {
    /// What it reads, in textual order.
    pub fn operands(&self) -> Operands<'_> {
        match self {
            InstructionKind::Copy { value, .. }
            | InstructionKind::Unary { value, .. }
            | InstructionKind::FloatUnary { value, .. }
            | InstructionKind::Cast { value, .. } => smallvec![value],
            InstructionKind::Binary { left, right, .. }
            | InstructionKind::Compare { left, right, .. }
            | InstructionKind::FloatBinary { left, right, .. }
            | InstructionKind::FloatCompare { left, right, .. } => smallvec![left, right],
            InstructionKind::FloatFma { a, b, c, .. } => smallvec![a, b, c],
            InstructionKind::Select {
                condition,
                then,
                otherwise,
                ..
            } => {
                smallvec![condition, then, otherwise]
            }
            InstructionKind::Load { address, .. } => smallvec![address],
            InstructionKind::Store { value, address, .. } => smallvec![value, address],
            InstructionKind::Alloca { size, .. } => smallvec![size],
            InstructionKind::Call { arguments, .. }
            | InstructionKind::CallIntrinsic { arguments, .. } => arguments.iter().collect(),
            InstructionKind::CallIndirect {
                callee, arguments, ..
            } => std::iter::once(callee).chain(arguments).collect(),
            InstructionKind::NewArray { length, .. } => smallvec![length],
            InstructionKind::GetField { object, .. }
            | InstructionKind::ClassOf { object, .. }
            | InstructionKind::IsInstance { object, .. } => smallvec![object],
            InstructionKind::PutField { object, value, .. } => smallvec![object, value],
            InstructionKind::ArrayLoad { array, index, .. } => smallvec![array, index],
            InstructionKind::ArrayStore {
                array,
                index,
                value,
                ..
            } => smallvec![array, index, value],
            InstructionKind::ArrayLength { array, .. } => smallvec![array],
            InstructionKind::Resolve { value, .. } | InstructionKind::IsNull { value, .. } => {
                smallvec![value]
            }
            InstructionKind::CallVirtual { arguments, .. } => arguments.iter().collect(),
            InstructionKind::New { .. }
            | InstructionKind::Statics { .. }
            | InstructionKind::ClassObject { .. }
            | InstructionKind::StringLiteral { .. }
            | InstructionKind::Unsupported { .. } => smallvec![],
        }
    }

    /// Registers it writes.
    pub fn destinations(&self) -> &[Reg] {
        match self {
            InstructionKind::Copy { to, .. }
            | InstructionKind::Binary { to, .. }
            | InstructionKind::Unary { to, .. }
            | InstructionKind::Compare { to, .. }
            | InstructionKind::FloatBinary { to, .. }
            | InstructionKind::FloatUnary { to, .. }
            | InstructionKind::FloatFma { to, .. }
            | InstructionKind::FloatCompare { to, .. }
            | InstructionKind::Cast { to, .. }
            | InstructionKind::Select { to, .. }
            | InstructionKind::Load { to, .. }
            | InstructionKind::Alloca { to, .. }
            | InstructionKind::New { to, .. }
            | InstructionKind::NewArray { to, .. }
            | InstructionKind::GetField { to, .. }
            | InstructionKind::ArrayLoad { to, .. }
            | InstructionKind::ArrayLength { to, .. }
            | InstructionKind::ClassOf { to, .. }
            | InstructionKind::IsInstance { to, .. }
            | InstructionKind::Resolve { to, .. }
            | InstructionKind::IsNull { to, .. }
            | InstructionKind::Statics { to, .. }
            | InstructionKind::ClassObject { to, .. }
            | InstructionKind::StringLiteral { to, .. } => std::slice::from_ref(to),
            InstructionKind::Call { results, .. }
            | InstructionKind::CallIndirect { results, .. }
            | InstructionKind::CallVirtual { results, .. } => results,
            InstructionKind::CallIntrinsic { result, .. } => result.as_slice(),
            InstructionKind::Store { .. }
            | InstructionKind::PutField { .. }
            | InstructionKind::ArrayStore { .. }
            | InstructionKind::Unsupported { .. } => &[],
        }
    }

    /// Calls `change` on every register it reads or writes.
    pub fn for_each_register_mut(&mut self, change: &mut impl FnMut(&mut Reg)) {
        match self {
            InstructionKind::Copy { to, value }
            | InstructionKind::Unary { to, value, .. }
            | InstructionKind::FloatUnary { to, value, .. }
            | InstructionKind::Cast { to, value, .. }
            | InstructionKind::Resolve { to, value }
            | InstructionKind::IsNull { to, value } => {
                change(to);
                operand_mut(value, change);
            }
            InstructionKind::Binary {
                to, left, right, ..
            }
            | InstructionKind::Compare {
                to, left, right, ..
            }
            | InstructionKind::FloatBinary {
                to, left, right, ..
            }
            | InstructionKind::FloatCompare {
                to, left, right, ..
            } => {
                change(to);
                operand_mut(left, change);
                operand_mut(right, change);
            }
            InstructionKind::FloatFma { to, a, b, c, .. } => {
                change(to);
                [a, b, c].into_iter().for_each(|o| operand_mut(o, change));
            }
            InstructionKind::Select {
                to,
                condition,
                then,
                otherwise,
            } => {
                change(to);
                [condition, then, otherwise]
                    .into_iter()
                    .for_each(|o| operand_mut(o, change));
            }
            InstructionKind::Load { to, address } => {
                change(to);
                operand_mut(address, change);
            }
            InstructionKind::Store { value, address, .. } => {
                operand_mut(value, change);
                operand_mut(address, change);
            }
            InstructionKind::Alloca { to, size, .. } => {
                change(to);
                operand_mut(size, change);
            }
            InstructionKind::NewArray { to, length, .. } => {
                change(to);
                operand_mut(length, change);
            }
            InstructionKind::GetField { to, object, .. }
            | InstructionKind::ClassOf { to, object }
            | InstructionKind::IsInstance { to, object, .. } => {
                change(to);
                operand_mut(object, change);
            }
            InstructionKind::PutField { object, value, .. } => {
                operand_mut(object, change);
                operand_mut(value, change);
            }
            InstructionKind::ArrayLoad { to, array, index } => {
                change(to);
                operand_mut(array, change);
                operand_mut(index, change);
            }
            InstructionKind::ArrayStore {
                array,
                index,
                value,
                ..
            } => [array, index, value]
                .into_iter()
                .for_each(|o| operand_mut(o, change)),
            InstructionKind::ArrayLength { to, array } => {
                change(to);
                operand_mut(array, change);
            }
            InstructionKind::New { to, .. }
            | InstructionKind::Statics { to, .. }
            | InstructionKind::ClassObject { to, .. }
            | InstructionKind::StringLiteral { to, .. } => change(to),
            InstructionKind::Call {
                results, arguments, ..
            }
            | InstructionKind::CallVirtual {
                results, arguments, ..
            } => {
                results.iter_mut().for_each(&mut *change);
                arguments.iter_mut().for_each(|o| operand_mut(o, change));
            }
            InstructionKind::CallIndirect {
                results,
                callee,
                arguments,
                ..
            } => {
                results.iter_mut().for_each(&mut *change);
                operand_mut(callee, change);
                arguments.iter_mut().for_each(|o| operand_mut(o, change));
            }
            InstructionKind::CallIntrinsic {
                result, arguments, ..
            } => {
                result.iter_mut().for_each(&mut *change);
                arguments.iter_mut().for_each(|o| operand_mut(o, change));
            }
            InstructionKind::Unsupported { .. } => {}
        }
    }
}

fn operand_mut(operand: &mut Operand, change: &mut impl FnMut(&mut Reg)) {
    if let Operand::Register(register) = operand {
        change(register);
    }
}

impl TerminatorKind {
    /// Edges out of the block: then before otherwise, cases before default.
    pub fn edges(&self) -> SmallVec<[&Edge; 2]> {
        match self {
            TerminatorKind::Jump(edge) => smallvec![edge],
            TerminatorKind::Branch {
                then, otherwise, ..
            } => smallvec![then, otherwise],
            TerminatorKind::Switch { cases, default, .. } => cases
                .iter()
                .map(|(_, edge)| edge)
                .chain(std::iter::once(default))
                .collect(),
            TerminatorKind::Return(_) | TerminatorKind::Error { .. } => smallvec![],
        }
    }

    /// Edges out of the block, to be changed; same order as [`TerminatorKind::edges`].
    pub fn edges_mut(&mut self) -> SmallVec<[&mut Edge; 2]> {
        match self {
            TerminatorKind::Jump(edge) => smallvec![edge],
            TerminatorKind::Branch {
                then, otherwise, ..
            } => smallvec![then, otherwise],
            TerminatorKind::Switch { cases, default, .. } => cases
                .iter_mut()
                .map(|(_, edge)| edge)
                .chain(std::iter::once(default))
                .collect(),
            TerminatorKind::Return(_) | TerminatorKind::Error { .. } => smallvec![],
        }
    }

    /// What the terminator itself reads; the moves of its edges read on top of that.
    pub fn operands(&self) -> Operands<'_> {
        match self {
            TerminatorKind::Jump(_) | TerminatorKind::Error { .. } => smallvec![],
            TerminatorKind::Branch { condition, .. } => smallvec![condition],
            TerminatorKind::Switch { value, .. } => smallvec![value],
            TerminatorKind::Return(values) => values.iter().collect(),
        }
    }

    /// Its number among the decisions of the source program, if it is one.
    pub fn decision(&self) -> Option<u32> {
        match self {
            TerminatorKind::Branch { decision, .. } | TerminatorKind::Switch { decision, .. } => {
                *decision
            }
            TerminatorKind::Jump(_) | TerminatorKind::Return(_) | TerminatorKind::Error { .. } => {
                None
            }
        }
    }

    /// Calls `change` on every register it or a move of its edges reads or writes.
    pub fn for_each_register_mut(&mut self, change: &mut impl FnMut(&mut Reg)) {
        match self {
            TerminatorKind::Jump(_) | TerminatorKind::Error { .. } => {}
            TerminatorKind::Branch { condition, .. } => operand_mut(condition, change),
            TerminatorKind::Switch { value, .. } => operand_mut(value, change),
            TerminatorKind::Return(values) => {
                values
                    .iter_mut()
                    .for_each(|value| operand_mut(value, change));
            }
        }
        for edge in self.edges_mut() {
            for (to, value) in &mut edge.moves {
                change(to);
                operand_mut(value, change);
            }
        }
    }
}
