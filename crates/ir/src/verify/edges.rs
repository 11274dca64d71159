//! Rules of terminators, edges and decisions.

use super::function::Code;
use super::instruction::distinct;
use super::problem::Expected;
use super::{Errors, Problem, instruction_place};
use crate::{Constant, Edge, Function, Operand, Reg, TerminatorKind, Type};
use rustc_hash::{FxHashMap, FxHashSet};

/// Checks one terminator.
pub(super) fn check(code: &mut Code, kind: &TerminatorKind) {
    match kind {
        TerminatorKind::Jump(_) | TerminatorKind::Error { .. } => {}
        TerminatorKind::Branch { condition, .. } => code.operand(0, condition, Type::Int(1)),
        TerminatorKind::Switch {
            value, ty, cases, ..
        } => {
            code.domain(Expected::Integer, *ty);
            code.operand(0, value, *ty);
            check_cases(code, cases, *ty);
        }
        TerminatorKind::Return(values) => check_return(code, values),
    }
    for edge in kind.edges() {
        check_edge(code, edge);
    }
}

fn check_cases(code: &mut Code, cases: &[(Constant, Edge)], ty: Type) {
    let mut seen = FxHashMap::default();
    for (second, (case, _)) in cases.iter().enumerate() {
        match case {
            Constant::Bits(_) | Constant::Wide(_) => code.constant(case, ty),
            Constant::Global(..) | Constant::Function(_) => {
                code.report(Problem::AddressCase(second));
            }
        }
        if let Some(first) = seen.insert(case, second) {
            code.report(Problem::DuplicateCase { first, second });
        }
    }
}

fn check_return(code: &mut Code, values: &[Operand]) {
    let expected = code.function.results.len();
    if values.len() != expected {
        code.report(Problem::ReturnCount {
            expected,
            found: values.len(),
        });
    }
    let results = code.function.results.iter();
    for (index, (value, ty)) in values.iter().zip(results).enumerate() {
        code.operand(index, value, *ty);
    }
}

fn check_edge(code: &mut Code, edge: &Edge) {
    if edge.target.0 as usize >= code.function.blocks.len() {
        code.report(Problem::NoSuchBlock(edge.target));
    }
    if edge.target.0 == 0 {
        code.report(Problem::EdgeToEntry);
    }
    let destinations: Vec<Reg> = edge.moves.iter().map(|(to, _)| *to).collect();
    distinct(code, &destinations);
    for (index, (to, value)) in edge.moves.iter().enumerate() {
        if let Some(ty) = code.register(*to) {
            code.operand(index, value, ty);
        }
    }
}

/// Decisions of a function have numbers of their own.
pub(super) fn check_decisions(errors: &mut Errors, function: &Function) {
    let mut seen = FxHashSet::default();
    for (block, contents) in function.blocks.iter().enumerate() {
        if let Some(decision) = contents.terminator.kind.decision()
            && !seen.insert(decision)
        {
            let location = contents.terminator.location;
            let place = instruction_place(errors.module, function, block, None, location);
            errors.report(place, Problem::DuplicateDecision(decision));
        }
    }
}
