//! Crossing instructions and edges backward.

use crate::code::{Body, ProgramCode, never_returns};
use crate::condition::{Condition, Store, Variables};
use crate::heap::Space;
use crate::heap_effects::value_width;
use crate::objects::Crossing;
use crate::ranges::cross_range;
use crate::region::{is_jump_target, writes_memory};
use ir::analysis::is_unsupported;
use ir::{
    BlockId, CIntrinsic, CoreIntrinsic, Edge, InstructionKind, Intrinsic, Operand, TerminatorKind,
    Type,
};
use rustc_hash::FxHashMap;
use semantics::memory;
use term::{Pool, Term};

/// What crossing an instruction comes to.
pub(crate) enum Crossed {
    /// The condition holds before it.
    Before,
    /// Control never comes from there.
    Nowhere,
    /// Control may come from anywhere.
    Anywhere,
    /// A call that may decide: to be entered or stepped over.
    Call,
}

/// Crosses an instruction of the innermost frame. Calls of functions that may matter are left to the
/// caller.
pub(crate) fn cross(
    pool: &mut Pool,
    variables: &mut Variables,
    code: &ProgramCode<'_>,
    body: &Body,
    condition: &mut Condition,
    at: (BlockId, u32),
) -> Crossed {
    let (block, number) = at;
    let kind = &body.function.blocks[block.0 as usize].instructions[number as usize].kind;
    if is_unsupported(kind) {
        return Crossed::Anywhere;
    }
    if never_returns(code, kind) {
        return Crossed::Nowhere;
    }
    if code.has_long_jumps && is_jump_target(kind) {
        return Crossed::Anywhere;
    }
    let reads_result = kind.destinations().iter().any(|&it| condition.reads(it));
    if let Some(objects) = &code.objects {
        let mut crossing = Crossing {
            pool,
            variables,
            code,
            objects,
            body,
            condition,
        };
        if crossing.cross(kind) {
            return Crossed::Before;
        }
    }
    let types = &body.function.registers;
    match kind {
        InstructionKind::Call { .. }
        | InstructionKind::CallIndirect { .. }
        | InstructionKind::CallVirtual { .. } => {
            let matters = match &code.objects {
                Some(objects) => {
                    let callees = code.callees(condition.function, at);
                    let effects = objects.of(kind, &body.statics, callees);
                    condition.is_changed(objects, &effects)
                }
                None => condition.reads_memory() && writes_memory(code, kind),
            };
            return match reads_result || matters {
                true => Crossed::Call,
                false => Crossed::Before,
            };
        }
        InstructionKind::Store { ty, value, address } => {
            if condition.reads_memory() {
                let value = condition.operand(pool, variables, value, *ty);
                let address = condition.operand(pool, variables, address, Type::Ptr);
                let value = memory::to_bytes(pool, value);
                let width = value_width(*ty);
                let store = Store {
                    space: Space::Memory,
                    address,
                    value,
                    width,
                };
                condition.cross_store(pool, variables, store);
            }
        }
        InstructionKind::Load { to, address } => {
            if let Some((_, variable)) = condition.take_registers(|it| it == *to).pop() {
                let address = condition.operand(pool, variables, address, Type::Ptr);
                let width = value_width(types[to.0 as usize]);
                let cell = match code.constant(pool, &variables.addresses, (address, width)) {
                    Some(value) => pool.constant(&value),
                    None => condition.cell(pool, variables, address, width),
                };
                let own = pool.width(variable);
                let value = memory::from_bytes(pool, cell, own);
                assign(pool, variables, condition, variable, value);
            }
        }
        InstructionKind::Alloca { to, .. } => {
            if condition.reads(*to) && !body.is_variable(*to) {
                condition.forget_registers(pool, variables, |it| it == *to);
            }
        }
        InstructionKind::CallIntrinsic {
            intrinsic: Intrinsic::Core(CoreIntrinsic::Assume),
            arguments,
            ..
        } => {
            if let Some(argument) = arguments.first() {
                let value = condition.operand(pool, variables, argument, Type::Int(64));
                let zero = pool.bv(64, 0);
                let holds = pool.ne(value, zero);
                condition.require(pool, holds);
            }
        }
        InstructionKind::CallIntrinsic {
            intrinsic:
                Intrinsic::C(
                    intrinsic @ (CIntrinsic::Input
                    | CIntrinsic::Memset
                    | CIntrinsic::Memcpy
                    | CIntrinsic::MoveObject
                    | CIntrinsic::Memmove),
                ),
            arguments,
            ..
        } => cross_range(pool, variables, condition, *intrinsic, arguments),
        _ => cross_value(pool, variables, (code, body), condition, kind, reads_result),
    }
    Crossed::Before
}

/// Crosses an instruction that computes a value, or one of which nothing is known but what it may write.
fn cross_value(
    pool: &mut Pool,
    variables: &mut Variables,
    (code, body): (&ProgramCode<'_>, &Body),
    condition: &mut Condition,
    kind: &InstructionKind,
    reads_result: bool,
) {
    if let Some(objects) = &code.objects {
        let effects = objects.of(kind, &body.statics, &[]);
        condition.forget_heap(pool, variables, objects, &effects);
    } else if condition.reads_memory() && writes_memory(code, kind) {
        // Nothing but loads and stores touches what is not pointed to.
        condition.forget_memory(pool, variables, |global| code.escaped.contains(&global));
    }
    if !reads_result {
        return;
    }
    let results = kind.destinations();
    let taken = condition.take_registers(|it| results.contains(&it));
    let types = &body.function.registers;
    let value = semantics::instruction::value_term(pool, kind, types, |pool, operand, ty| {
        condition.operand(pool, variables, operand, ty)
    });
    let mut values = FxHashMap::default();
    for (_, variable) in taken {
        let value = value.unwrap_or_else(|| {
            condition.approximate = true;
            let width = pool.width(variable);
            condition.anything(pool, variables, width)
        });
        values.insert(variable, value);
    }
    condition.assign(pool, variables, values);
}

fn assign(
    pool: &mut Pool,
    variables: &mut Variables,
    condition: &mut Condition,
    variable: Term,
    value: Term,
) {
    let values = FxHashMap::from_iter([(variable, value)]);
    condition.assign(pool, variables, values);
}

/// Bits in memory of a value of a type.
/// Crosses an edge: its moves, which happen at once, and that it was taken.
pub(crate) fn cross_edge(
    pool: &mut Pool,
    variables: &mut Variables,
    body: &Body,
    condition: &mut Condition,
    terminator: &TerminatorKind,
    number: usize,
) {
    let edges = terminator.edges();
    cross_moves(pool, variables, body, condition, edges[number]);
    let taken = taken(pool, variables, condition, terminator, number);
    condition.require(pool, taken);
}

/// Crosses the moves of an edge alone.
pub(crate) fn cross_moves(
    pool: &mut Pool,
    variables: &mut Variables,
    body: &Body,
    condition: &mut Condition,
    edge: &Edge,
) {
    let written = |register| edge.moves.iter().any(|(to, _)| *to == register);
    let taken = condition.take_registers(written);
    let mut values = FxHashMap::default();
    for (register, variable) in taken {
        let source = edge.moves.iter().find(|(to, _)| *to == register);
        if let Some((_, operand)) = source {
            let ty = body.function.registers[register.0 as usize];
            let value = condition.operand(pool, variables, operand, ty);
            values.insert(variable, value);
        }
    }
    condition.assign(pool, variables, values);
}

/// That an edge is taken.
pub(crate) fn taken(
    pool: &mut Pool,
    variables: &mut Variables,
    condition: &mut Condition,
    terminator: &TerminatorKind,
    number: usize,
) -> Term {
    match terminator {
        TerminatorKind::Branch {
            condition: decided, ..
        } => {
            let bit = condition.operand(pool, variables, decided, Type::Int(1));
            let holds = pool.bv_to_bool(bit);
            match number {
                0 => holds,
                _ => pool.not(holds),
            }
        }
        TerminatorKind::Switch {
            value, ty, cases, ..
        } => {
            let value = condition.operand(pool, variables, value, *ty);
            let is = |pool: &mut Pool,
                      condition: &mut Condition,
                      variables: &mut Variables,
                      case: usize| {
                let constant = Operand::Constant(cases[case].0.clone());
                let case = condition.operand(pool, variables, &constant, *ty);
                pool.eq(value, case)
            };
            if number < cases.len() {
                return is(pool, condition, variables, number);
            }
            let mut none = pool.bool(true);
            for case in 0..cases.len() {
                let met = is(pool, condition, variables, case);
                let not_met = pool.not(met);
                none = pool.and(none, not_met);
            }
            none
        }
        TerminatorKind::Jump(_) | TerminatorKind::Return(_) | TerminatorKind::Error { .. } => {
            pool.bool(true)
        }
    }
}
