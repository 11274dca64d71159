//! Structures that are nodes.

use ir::{Program, SourceType, SourceTypeId};

/// True if pointers lead from a structure of that type to another of it.
pub(super) fn points_to_itself(program: &dyn Program, record: Option<SourceTypeId>) -> bool {
    let Some(record) = record else { return false };
    let (mut todo, mut seen) = (vec![record], vec![record]);
    while let Some(ty) = todo.pop() {
        let parts: Vec<SourceTypeId> = match program.source_type(ty) {
            SourceType::Record { members, .. } => members.iter().map(|member| member.ty).collect(),
            SourceType::Pointer { target } => vec![*target],
            SourceType::Array { element, .. } => vec![*element],
            _ => Vec::new(),
        };
        for part in parts {
            let part = program.resolved_type(part);
            if program.same_type(part, record) {
                return true;
            }
            if !seen.contains(&part) {
                seen.push(part);
                todo.push(part);
            }
        }
    }
    false
}
