//! Definite assignment: a forward data-flow analysis over sets of registers.

use super::{Place, Problem, VerifyError};
use crate::analysis::Cfg;
use crate::{BlockId, Edge, Function, Operand, Reg};
use rustc_hash::FxHashSet;

/// Checks that every register is written on every path before it is read. Unreachable blocks are
/// not looked at. The function must be one that [`super::verify`] accepts.
///
/// # Errors
/// The reads that a path reaches without a write; each register once a block.
pub fn verify_definite_assignment(function: &Function) -> Result<(), Vec<VerifyError>> {
    if function.is_declaration() {
        return Ok(());
    }
    let cfg = Cfg::new(function);
    let assigned = assigned_on_entry(function, &cfg);
    let mut errors = Vec::new();
    for block in cfg.reverse_post_order() {
        let mut set = assigned[block.0 as usize]
            .clone()
            .expect("reachable blocks have a set");
        check_block(function, *block, &mut set, &mut errors);
    }
    if errors.is_empty() {
        Ok(())
    } else {
        Err(errors)
    }
}

/// A set of registers as a bit a register.
type Set = Vec<u64>;

fn insert(set: &mut Set, register: Reg) {
    set[register.0 as usize / 64] |= 1 << (register.0 % 64);
}

fn contains(set: &Set, register: Reg) -> bool {
    set[register.0 as usize / 64] >> (register.0 % 64) & 1 != 0
}

/// Registers that are written whatever way leads to a block; `None` for unreachable blocks.
fn assigned_on_entry(function: &Function, cfg: &Cfg) -> Vec<Option<Set>> {
    let mut on_entry: Vec<Option<Set>> = vec![None; function.blocks.len()];
    let mut parameters = vec![0; function.registers.len().div_ceil(64)];
    function
        .parameters
        .iter()
        .for_each(|p| insert(&mut parameters, p.register));
    on_entry[0] = Some(parameters);
    let mut changed = true;
    while changed {
        changed = false;
        for block in cfg.reverse_post_order() {
            let Some(mut set) = on_entry[block.0 as usize].clone() else {
                continue;
            };
            let contents = &function.blocks[block.0 as usize];
            for instruction in &contents.instructions {
                instruction
                    .kind
                    .destinations()
                    .iter()
                    .for_each(|to| insert(&mut set, *to));
            }
            for edge in contents.terminator.kind.edges() {
                changed |= meet(&mut on_entry[edge.target.0 as usize], &set, edge);
            }
        }
    }
    on_entry
}

/// Intersects what is known of an edge's target with what the edge brings; true if it shrank.
fn meet(target: &mut Option<Set>, source: &Set, edge: &Edge) -> bool {
    let mut brought = source.clone();
    edge.moves
        .iter()
        .for_each(|(to, _)| insert(&mut brought, *to));
    let Some(known) = target else {
        *target = Some(brought);
        return true;
    };
    let mut changed = false;
    for (known, brought) in known.iter_mut().zip(&brought) {
        changed |= *known & !brought != 0;
        *known &= brought;
    }
    changed
}

fn check_block(function: &Function, block: BlockId, set: &mut Set, errors: &mut Vec<VerifyError>) {
    let contents = &function.blocks[block.0 as usize];
    let mut reported = FxHashSet::default();
    let mut read = |set: &Set, instruction: Option<usize>, operand: &Operand| {
        if let Operand::Register(register) = operand
            && !contains(set, *register)
            && reported.insert(*register)
        {
            let function = function.name.clone();
            let place = Place::Code {
                function,
                block,
                instruction,
                location: None,
            };
            errors.push(VerifyError {
                place,
                problem: Problem::Unassigned(*register),
            });
        }
    };
    for (index, instruction) in contents.instructions.iter().enumerate() {
        instruction
            .kind
            .operands()
            .iter()
            .for_each(|operand| read(set, Some(index), operand));
        instruction
            .kind
            .destinations()
            .iter()
            .for_each(|to| insert(set, *to));
    }
    let terminator = &contents.terminator.kind;
    terminator
        .operands()
        .iter()
        .for_each(|operand| read(set, None, operand));
    for edge in terminator.edges() {
        edge.moves
            .iter()
            .for_each(|(_, value)| read(set, None, value));
    }
}
