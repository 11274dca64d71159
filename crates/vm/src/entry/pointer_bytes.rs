//! Free bytes that may be pointers: those of unions with members that are, and of memory of unknown type. They become
//! input pointers when a program goes where they lead (`run/pointer_bytes.rs`).

use crate::state::PointerMeaning;
use ir::{Program, SourceType, SourceTypeId};
use std::collections::BTreeMap;

/// The pointers among the first bytes of a union's members, by offset.
pub(super) fn pointers_in_union(
    program: &dyn Program,
    union: SourceTypeId,
    name: &str,
    bytes: u64,
) -> Vec<(u64, Vec<PointerMeaning>)> {
    let mut found: BTreeMap<u64, Vec<PointerMeaning>> = BTreeMap::new();
    let mut parts = vec![(0, name.to_owned(), union)];
    while let Some((at, name, ty)) = parts.pop() {
        if at >= bytes {
            continue;
        }
        let id = program.resolved_type(ty);
        match program.source_type(id) {
            SourceType::Pointer { target } => {
                add(program, found.entry(at).or_default(), name, *target)
            }
            SourceType::Array { element, count } if leads_on(program, *element) => {
                let each = program.size_of_type(*element).unwrap_or(0);
                let free = (bytes - at).checked_div(each).map_or(0, |free| free + 1);
                for number in (0..free.min(*count)).rev() {
                    parts.push((at + number * each, format!("{name}[{number}]"), *element));
                }
            }
            SourceType::Record { members, .. } => {
                let ordinary = members.iter().filter(|member| member.bit_width.is_none());
                for member in ordinary.rev() {
                    let name = member_name(&name, &member.name);
                    parts.push((at + member.bit_offset / 8, name, member.ty));
                }
            }
            _ => {}
        }
    }
    found.into_iter().collect()
}

/// Adds a meaning unless there is one of the same type.
fn add(
    program: &dyn Program,
    meanings: &mut Vec<PointerMeaning>,
    name: String,
    target: SourceTypeId,
) {
    let same = |other: &PointerMeaning| {
        let other = other.target.map(|other| program.resolved_type(other));
        other.is_some_and(|other| program.same_type(other, program.resolved_type(target)))
    };
    if !meanings.iter().any(same) {
        meanings.push(PointerMeaning {
            name,
            target: Some(target),
        });
    }
}

/// True for a type in which there may be pointers.
fn leads_on(program: &dyn Program, ty: SourceTypeId) -> bool {
    matches!(
        program.source_type(program.resolved_type(ty)),
        SourceType::Pointer { .. } | SourceType::Array { .. } | SourceType::Record { .. }
    )
}

/// The pointer that a word of memory of unknown type may be.
pub(super) fn pointer_in_untyped(name: &str, at: u64) -> Vec<PointerMeaning> {
    let name = match at {
        0 => format!("*(void **){name}"),
        _ => format!("*(void **)({name} + {at})"),
    };
    vec![PointerMeaning { name, target: None }]
}

/// Name of a member; those of anonymous structures count as the surrounding one's.
pub(super) fn member_name(name: &str, member: &str) -> String {
    match (
        member,
        name.strip_prefix("(*")
            .and_then(|name| name.strip_suffix(')')),
    ) {
        ("", _) => name.to_owned(),
        (_, Some(pointer)) => format!("{pointer}->{member}"),
        (_, None) => format!("{name}.{member}"),
    }
}
