//! What instructions that compute a value from values mean.

use crate::{casts, floats, integers};
use ir::{FloatFormat, InstructionKind, Operand, Type};
use term::{FloatOp, Pool, RoundingMode, Term};

/// The value that an instruction puts into its destination, if that is a function of its operands
/// alone; `None` for instructions that read or change memory, call, or fail. `operand` gives the term
/// of an operand of a type, `types` are those of the function's registers.
pub fn value_term(
    pool: &mut Pool,
    kind: &InstructionKind,
    types: &[Type],
    mut operand: impl FnMut(&mut Pool, &Operand, Type) -> Term,
) -> Option<Term> {
    let term = match kind {
        InstructionKind::Copy { to, value } => operand(pool, value, types[to.0 as usize]),
        InstructionKind::Binary {
            op,
            to,
            left,
            right,
        } => {
            let ty = types[to.0 as usize];
            let (a, b) = (operand(pool, left, ty), operand(pool, right, ty));
            integers::binary_term(pool, *op, a, b)
        }
        InstructionKind::Unary { op, to, value } => {
            let a = operand(pool, value, types[to.0 as usize]);
            integers::unary_term(pool, *op, a)
        }
        InstructionKind::Compare {
            op,
            ty,
            left,
            right,
            ..
        } => {
            let (a, b) = (operand(pool, left, *ty), operand(pool, right, *ty));
            let holds = integers::compare_term(pool, *op, a, b);
            pool.bool_to_bv(holds)
        }
        InstructionKind::FloatBinary {
            op,
            format,
            left,
            right,
            ..
        } => {
            let ty = Type::Float(*format);
            let (a, b) = (operand(pool, left, ty), operand(pool, right, ty));
            floats::binary_term(pool, *op, *format, a, b)
        }
        InstructionKind::FloatUnary {
            op, format, value, ..
        } => {
            let a = operand(pool, value, Type::Float(*format));
            floats::unary_term(pool, *op, *format, a)
        }
        InstructionKind::FloatFma {
            format, a, b, c, ..
        } => {
            let ty = Type::Float(*format);
            let arguments = [a, b, c].map(|argument| operand(pool, argument, ty));
            fma_term(pool, *format, arguments)
        }
        InstructionKind::FloatCompare {
            op,
            format,
            left,
            right,
            ..
        } => {
            let ty = Type::Float(*format);
            let (a, b) = (operand(pool, left, ty), operand(pool, right, ty));
            let holds = floats::compare_term(pool, *op, *format, a, b);
            pool.bool_to_bv(holds)
        }
        InstructionKind::Cast {
            op,
            from,
            to,
            value,
        } => {
            let a = operand(pool, value, *from);
            casts::cast_term(pool, *op, *from, types[to.0 as usize], a)
        }
        InstructionKind::Select {
            to,
            condition,
            then,
            otherwise,
        } => {
            let ty = types[to.0 as usize];
            let condition = operand(pool, condition, Type::Int(1));
            let (a, b) = (operand(pool, then, ty), operand(pool, otherwise, ty));
            let condition = pool.bv_to_bool(condition);
            pool.ite(condition, a, b)
        }
        InstructionKind::Load { .. }
        | InstructionKind::Store { .. }
        | InstructionKind::Alloca { .. }
        | InstructionKind::Call { .. }
        | InstructionKind::CallIndirect { .. }
        | InstructionKind::CallIntrinsic { .. }
        | InstructionKind::New { .. }
        | InstructionKind::NewArray { .. }
        | InstructionKind::GetField { .. }
        | InstructionKind::PutField { .. }
        | InstructionKind::ArrayLoad { .. }
        | InstructionKind::ArrayStore { .. }
        | InstructionKind::ArrayLength { .. }
        | InstructionKind::ClassOf { .. }
        | InstructionKind::IsInstance { .. }
        | InstructionKind::Resolve { .. }
        | InstructionKind::IsNull { .. }
        | InstructionKind::CallVirtual { .. }
        | InstructionKind::Statics { .. }
        | InstructionKind::ClassObject { .. }
        | InstructionKind::StringLiteral { .. }
        | InstructionKind::Unsupported { .. } => return None,
    };
    Some(term)
}

/// `a × b + c` rounded once.
pub fn fma_term(pool: &mut Pool, format: FloatFormat, arguments: [Term; 3]) -> Term {
    let (format, mode) = (floats::format_of(format), RoundingMode::NearestEven);
    pool.float(FloatOp::Fma, format, mode, &arguments)
}
