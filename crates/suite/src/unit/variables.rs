//! Variables of the program that tests set before the call.

use super::types::Types;
use crate::{Entry, FreeVariable};
use ir::SourceType;
use std::fmt::Write;

/// Types are nested no deeper.
const MAX_NESTING: u32 = 64;

/// The variable of that symbol, if tests can name it.
pub(super) fn named<'a>(
    types: Types<'_>,
    variables: &'a [FreeVariable],
    symbol: &str,
) -> Option<&'a FreeVariable> {
    let known = variables.iter().find(|known| known.name == symbol)?;
    (known.in_source || is_declared(types, known)).then_some(known)
}

/// True for one of another source, which tests declare.
fn is_declared(types: Types<'_>, variable: &FreeVariable) -> bool {
    let declared = |ty| types.declare(ty, &variable.name);
    !variable.in_source && !variable.internal && variable.ty.and_then(declared).is_some()
}

/// True if a test of those arguments sets a variable that it cannot name.
pub(super) fn cannot_be_set(types: Types<'_>, variables: &[FreeVariable], entry: &Entry) -> bool {
    let mut set = entry.objects.iter().filter_map(|it| it.variable.as_ref());
    set.any(|symbol| named(types, variables, symbol).is_none())
}

/// Declarations of variables of other sources that tests with this text need.
pub(super) fn declarations(types: Types<'_>, variables: &[FreeVariable], text: &str) -> String {
    let mut out = String::new();
    for variable in variables.iter().filter(|it| is_declared(types, it)) {
        let declared = variable.ty.and_then(|ty| types.declare(ty, &variable.name));
        if let Some(declared) = declared.filter(|_| text.contains(&variable.name)) {
            let _ = writeln!(out, "extern {declared};");
        }
    }
    out
}

/// True if a variable of a type can be assigned a value: no part of it is constant.
pub(super) fn is_assignable(types: Types<'_>, ty: ir::SourceTypeId, depth: u32) -> bool {
    if depth > MAX_NESTING || types.is_constant(ty) {
        return false;
    }
    match types.resolved(ty) {
        SourceType::Record { members, .. } => members
            .iter()
            .all(|member| is_assignable(types, member.ty, depth + 1)),
        SourceType::Array { element, .. } => is_assignable(types, *element, depth + 1),
        _ => true,
    }
}
