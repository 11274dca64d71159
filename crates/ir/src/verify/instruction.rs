//! Rules of instructions.

use super::Problem;
use super::function::Code;
use super::objects;
use super::problem::Expected;
use crate::{CastOp, InstructionKind, Intrinsic, Operand, Reg, Type, UnaryOp};

const BOOL: Expected = Expected::Type(Type::Int(1));

/// Checks one instruction.
pub(super) fn check(code: &mut Code, kind: &InstructionKind) {
    match kind {
        InstructionKind::Copy { to, value } => {
            if let Some(ty) = code.register(*to) {
                code.operand_as(0, value, ty, Expected::Bits(ty.width()));
            }
        }
        InstructionKind::Binary {
            to, left, right, ..
        } => {
            if let Some(ty) = code.register(*to) {
                code.domain(Expected::IntegerOrPointer, ty);
                operands(code, &[left, right], ty);
            }
        }
        InstructionKind::Unary { op, to, value } => {
            if let Some(ty) = code.register(*to) {
                code.domain(Expected::Integer, ty);
                if *op == UnaryOp::ByteSwap && !ty.width().is_multiple_of(8) {
                    code.report(Problem::ByteSwap(ty));
                }
                operands(code, &[value], ty);
            }
        }
        InstructionKind::Compare {
            ty,
            to,
            left,
            right,
            ..
        } => {
            code.destination(*to, BOOL);
            code.domain(Expected::IntegerOrPointer, *ty);
            operands(code, &[left, right], *ty);
        }
        InstructionKind::FloatBinary {
            format,
            to,
            left,
            right,
            ..
        } => {
            float(code, Type::Float(*format), *to, &[left, right]);
        }
        InstructionKind::FloatUnary {
            format, to, value, ..
        } => {
            float(code, Type::Float(*format), *to, &[value]);
        }
        InstructionKind::FloatFma {
            format,
            to,
            a,
            b,
            c,
        } => {
            float(code, Type::Float(*format), *to, &[a, b, c]);
        }
        InstructionKind::FloatCompare {
            format,
            to,
            left,
            right,
            ..
        } => {
            code.destination(*to, BOOL);
            operands(code, &[left, right], Type::Float(*format));
        }
        InstructionKind::Cast {
            op,
            from,
            to,
            value,
        } => cast(code, *op, *from, *to, value),
        InstructionKind::Select {
            to,
            condition,
            then,
            otherwise,
        } => {
            code.operand(0, condition, Type::Int(1));
            if let Some(ty) = code.register(*to) {
                code.operand(1, then, ty);
                code.operand(2, otherwise, ty);
            }
        }
        InstructionKind::Load { to, address } => {
            code.register(*to);
            code.operand(0, address, Type::Ptr);
        }
        InstructionKind::Store { ty, value, address } => {
            code.domain(Expected::Bits(ty.width()), *ty);
            code.operand(0, value, *ty);
            code.operand(1, address, Type::Ptr);
        }
        InstructionKind::Alloca {
            to, size, align, ..
        } => {
            code.destination(*to, Expected::Type(Type::Ptr));
            code.operand(0, size, Type::Int(64));
            if !align.is_power_of_two() {
                code.report(Problem::Alignment(*align));
            }
        }
        InstructionKind::Call {
            results,
            function,
            arguments,
            types,
            by_value,
        } => {
            call(code, results, *function, arguments, types, by_value);
        }
        InstructionKind::CallIndirect {
            results,
            callee,
            arguments,
            types,
            by_value,
        } => {
            distinct(code, results);
            for result in results {
                code.register(*result);
            }
            code.operand(0, callee, Type::Ptr);
            typed_arguments(code, arguments, types, by_value, 0);
        }
        InstructionKind::CallIntrinsic {
            result,
            intrinsic,
            arguments,
        } => {
            intrinsic_call(code, *result, *intrinsic, arguments);
        }
        InstructionKind::New { .. }
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
        | InstructionKind::Statics { .. }
        | InstructionKind::ClassObject { .. }
        | InstructionKind::StringLiteral { .. } => objects::check_instruction(code, kind),
        InstructionKind::CallVirtual {
            results,
            selector,
            arguments,
            types,
        } => {
            distinct(code, results);
            for result in results {
                code.register(*result);
            }
            if selector.0 as usize >= code.errors.module.objects.selectors.len() {
                code.report(Problem::NoSuchSelector(*selector));
            }
            typed_arguments(code, arguments, types, &[], 0);
            match types.first() {
                Some(ty) if Expected::Type(Type::Ptr).accepts(*ty) => {}
                Some(_) | None => code.report(Problem::Receiver),
            }
        }
        InstructionKind::Unsupported { .. } => {}
    }
}

fn operands(code: &mut Code, all: &[&Operand], ty: Type) {
    for (index, operand) in all.iter().enumerate() {
        code.operand(index, operand, ty);
    }
}

fn float(code: &mut Code, ty: Type, to: Reg, all: &[&Operand]) {
    code.destination(to, Expected::Type(ty));
    operands(code, all, ty);
}

fn cast(code: &mut Code, op: CastOp, from: Type, to: Reg, value: &Operand) {
    let (source, target) = match op {
        CastOp::ZeroExtend | CastOp::SignExtend | CastOp::Truncate => {
            (Expected::IntegerOrPointer, Expected::IntegerOrPointer)
        }
        CastOp::FloatToSigned | CastOp::FloatToUnsigned => (Expected::Float, Expected::Integer),
        CastOp::SignedToFloat | CastOp::UnsignedToFloat => (Expected::Integer, Expected::Float),
        CastOp::FloatToFloat => (Expected::Float, Expected::Float),
    };
    code.domain(source, from);
    code.operand(0, value, from);
    let Some(to) = code.destination(to, target) else {
        return;
    };
    let fits = match op {
        CastOp::ZeroExtend | CastOp::SignExtend => from.width() <= to.width(),
        CastOp::Truncate => from.width() >= to.width(),
        CastOp::FloatToSigned
        | CastOp::FloatToUnsigned
        | CastOp::SignedToFloat
        | CastOp::UnsignedToFloat
        | CastOp::FloatToFloat => true,
    };
    if !fits {
        code.report(Problem::Conversion { from, to });
    }
}

/// Reports registers written twice at once.
pub(super) fn distinct(code: &mut Code, registers: &[Reg]) {
    let mut sorted = registers.to_vec();
    sorted.sort_unstable();
    for pair in sorted.windows(2).filter(|pair| pair[0] == pair[1]) {
        code.report(Problem::WrittenTwice(pair[0]));
    }
}

fn call(
    code: &mut Code,
    results: &[Reg],
    function: crate::FunctionId,
    arguments: &[Operand],
    types: &[Type],
    by_value: &[(u32, u64)],
) {
    distinct(code, results);
    let Some(callee) = code.errors.module.functions.get(function.0 as usize) else {
        return code.report(Problem::NoSuchFunction(function));
    };
    let expected = callee.results.len();
    if results.len() > expected {
        code.report(Problem::ResultCount {
            expected,
            found: results.len(),
        });
    }
    for (result, ty) in results.iter().zip(&callee.results) {
        code.destination(*result, Expected::Type(*ty));
    }
    let expected = callee.parameters.len();
    let found = arguments.len();
    if found < expected || (found > expected && !callee.variadic) {
        code.report(Problem::ArgumentCount {
            expected,
            or_more: callee.variadic,
            found,
        });
    }
    for (index, (parameter, found)) in callee.parameters.iter().zip(types).enumerate() {
        if let Some(expected) = callee.registers.get(parameter.register.0 as usize)
            && !Expected::Type(*expected).accepts(*found)
        {
            code.report(Problem::Argument {
                index,
                expected: *expected,
                found: *found,
            });
        }
    }
    typed_arguments(code, arguments, types, by_value, callee.parameters.len());
}

/// Checks arguments against the types of the call; those below `fixed` have a parameter.
fn typed_arguments(
    code: &mut Code,
    arguments: &[Operand],
    types: &[Type],
    by_value: &[(u32, u64)],
    fixed: usize,
) {
    if types.len() != arguments.len() {
        code.report(Problem::ArgumentTypes {
            types: types.len(),
            arguments: arguments.len(),
        });
    }
    for (index, (argument, ty)) in arguments.iter().zip(types).enumerate() {
        code.domain(Expected::Bits(ty.width()), *ty);
        code.operand(index, argument, *ty);
    }
    let mut next = fixed as u32;
    for (index, _) in by_value {
        if *index < next || types.get(*index as usize) != Some(&Type::Ptr) {
            code.report(Problem::ByValue(*index));
        }
        next = index.saturating_add(1);
    }
}

fn intrinsic_call(
    code: &mut Code,
    result: Option<Reg>,
    intrinsic: Intrinsic,
    arguments: &[Operand],
) {
    let signature = intrinsic.signature();
    match (result, signature.result) {
        (Some(to), Some(ty)) => {
            code.destination(to, Expected::Type(ty));
        }
        (Some(_), None) => code.report(Problem::NoResult(intrinsic)),
        (None, _) => {}
    }
    let expected = signature.parameters.len();
    if arguments.len() != expected {
        let found = arguments.len();
        code.report(Problem::ArgumentCount {
            expected,
            or_more: false,
            found,
        });
    }
    for (index, (argument, ty)) in arguments.iter().zip(signature.parameters).enumerate() {
        code.operand(index, argument, *ty);
    }
}
