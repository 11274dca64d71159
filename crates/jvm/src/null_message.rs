//! Messages of null pointer exceptions that say what was null.

use crate::Program;
use ir::ClassId;

/// The message for an instruction of a method; `None` if there is none.
pub(crate) fn message(
    _program: &Program,
    _class: ClassId,
    _method: u32,
    _op: u32,
) -> Option<String> {
    None
}
