//! Pointers that are inputs before they are made, and free bytes that may be pointers.

use crate::InputOrigin;
use ir::{Program, SourceType, SourceTypeId};
use std::sync::Arc;
use term::Term;

/// An input pointer to be made.
pub(crate) struct NewPointer {
    /// How the source reaches it.
    pub name: String,
    /// What it points to; `None` if unknown.
    pub target: Option<SourceTypeId>,
    /// Pointers on the way to it.
    pub depth: u32,
    /// See [`super::InputPointer::apart`].
    pub apart: bool,
    /// See [`super::InputPointer::keeps_length`].
    pub keeps_length: bool,
    /// The parameter through which it is reached.
    pub origin: InputOrigin,
}

/// Eight free bytes that a program may take for a pointer: those of a union with a member that is one, or of memory of
/// unknown type.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PointerBytes {
    /// The bytes, the lowest first.
    pub bytes: [Term; 8],
    /// The pointers that they may be.
    pub meanings: Arc<[PointerMeaning]>,
    /// Number of pointers on the way to them.
    pub depth: u32,
    /// The parameter through which they are reached.
    pub origin: InputOrigin,
}

/// A pointer that free bytes may be.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct PointerMeaning {
    /// How the source reaches it.
    pub name: String,
    /// What it points to; `None` if unknown.
    pub target: Option<SourceTypeId>,
}

/// True if something of type `ty`, or of an array of it, has a scalar of `size` bytes at an offset; anywhere if that
/// is not known.
pub(crate) fn has_scalar(
    program: &dyn Program,
    ty: SourceTypeId,
    at: Option<u64>,
    size: u64,
) -> bool {
    let whole = program.size_of_type(ty).filter(|&whole| whole > 0);
    let Some(whole) = whole else { return false };
    // Members are accessed in the first structure, elements of other types anywhere.
    let is_record = matches!(
        program.source_type(program.resolved_type(ty)),
        SourceType::Record { .. }
    );
    let mut parts = vec![(at.map(|at| if is_record { at } else { at % whole }), ty)];
    while let Some((at, ty)) = parts.pop() {
        let id = program.resolved_type(ty);
        let own = program.size_of_type(id).unwrap_or(0);
        if at.is_some_and(|at| at >= own) {
            continue;
        }
        match program.source_type(id) {
            SourceType::Array { element, .. } => {
                let each = program.size_of_type(*element).filter(|&each| each > 0);
                parts.extend(each.map(|each| (at.map(|at| at % each), *element)));
            }
            SourceType::Record { members, .. } => {
                let before = |offset: u64| at.is_none_or(|at| offset <= at);
                let members = members
                    .iter()
                    .filter(|member| before(member.bit_offset / 8));
                parts.extend(members.map(|member| {
                    let within = at.map(|at| at - member.bit_offset / 8);
                    (within, member.ty)
                }));
            }
            _ if own == size && at.is_none_or(|at| at == 0) => return true,
            _ => {}
        }
    }
    false
}
