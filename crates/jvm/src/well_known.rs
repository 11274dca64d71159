//! Classes of the JDK that the machine itself works with, by their names.

use crate::Program;
use ir::{
    ClassId, MirrorLayout, ObjectModel, Program as _, StringLayout, ThrowableLayout, WellKnown,
};

/// Name of the field in `java.lang.Class` that holds the id of the class; no name in a source file
/// looks like it.
pub(crate) const CLASS_ID_FIELD: &str = "<class>";
/// Name of the function for [`WellKnown::stack_overflow`].
pub(crate) const STACK_OVERFLOW: &str = "<stack-overflow>";

/// Looks for everything by its name; what is missing or has another shape is `None`.
pub(crate) fn find(program: &Program) -> WellKnown {
    WellKnown {
        object: program.find_class("java.lang.Object"),
        string: find_string(program),
        mirror: layout(program, "java.lang.Class", [CLASS_ID_FIELD])
            .map(|(class, [id])| MirrorLayout { class, id }),
        throwable: layout(program, "java.lang.Throwable", ["backtrace"])
            .map(|(class, [backtrace])| ThrowableLayout { class, backtrace }),
        ints: program.find_class("[I"),
        stack_overflow: program.find_function(STACK_OVERFLOW),
    }
}

fn find_string(program: &Program) -> Option<StringLayout> {
    let (class, [value, coder]) = layout(program, "java.lang.String", ["value", "coder"])?;
    let bytes = program.find_class("[B")?;
    Some(StringLayout {
        class,
        bytes,
        value,
        coder,
    })
}

/// Offsets of some fields of the class of that name.
fn layout<const N: usize>(
    program: &Program,
    name: &str,
    fields: [&str; N],
) -> Option<(ClassId, [u32; N])> {
    let id = program.find_class(name)?;
    let class = program.class(id).ok()?;
    let mut offsets = [0; N];
    for (offset, field) in offsets.iter_mut().zip(fields) {
        *offset = class.instance_field(field)?.offset;
    }
    Some((id, offsets))
}
