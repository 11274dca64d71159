//! Selectors, string constants and classes to text.

use super::literal::{bytes_of_utf16, write_bytes, write_name, write_string};
use super::printer::Names;
use crate::{Class, ClassId, ClassKind, Field, FieldType, ModuleClass, ObjectTable, WellKnown};
use std::fmt::{self, Write};

/// Everything about classes that a module defines outside of its functions.
pub(super) fn write_classes(
    out: &mut impl Write,
    names: &Names,
    objects: &ObjectTable,
) -> fmt::Result {
    for selector in &objects.selectors {
        out.write_str("selector ")?;
        write_string(out, selector)?;
        out.write_char('\n')?;
    }
    for literal in &objects.literals {
        out.write_str("literal ")?;
        write_bytes(out, &bytes_of_utf16(literal))?;
        out.write_char('\n')?;
    }
    for class in &objects.classes {
        write_class(out, names, class)?;
    }
    write_roles(out, names, &objects.well_known)
}

/// What the machine knows of the classes, a line each.
fn write_roles(out: &mut impl Write, names: &Names, known: &WellKnown) -> fmt::Result {
    if let Some(class) = known.object {
        write_role(out, names, "object", class)?;
        out.write_char('\n')?;
    }
    if let Some(layout) = known.string {
        write_role(out, names, "string", layout.class)?;
        out.write_str(" bytes ")?;
        names.write_class(out, layout.bytes)?;
        writeln!(out, " value {} coder {}", layout.value, layout.coder)?;
    }
    if let Some(layout) = known.mirror {
        write_role(out, names, "mirror", layout.class)?;
        writeln!(out, " id {}", layout.id)?;
    }
    if let Some(layout) = known.throwable {
        write_role(out, names, "throwable", layout.class)?;
        writeln!(out, " backtrace {}", layout.backtrace)?;
    }
    if let Some(class) = known.ints {
        write_role(out, names, "ints", class)?;
        out.write_char('\n')?;
    }
    if let Some(function) = known.stack_overflow {
        out.write_str("role stack_overflow ")?;
        names.write_function(out, function)?;
        out.write_char('\n')?;
    }
    Ok(())
}

fn write_role(out: &mut impl Write, names: &Names, role: &str, class: ClassId) -> fmt::Result {
    write!(out, "role {role} ")?;
    names.write_class(out, class)
}

fn write_class(out: &mut impl Write, names: &Names, definition: &ModuleClass) -> fmt::Result {
    let class: &Class = &definition.class;
    out.write_str("class ")?;
    write_name(out, &class.name)?;
    match class.kind {
        ClassKind::Instance => {}
        ClassKind::Abstract => out.write_str(" abstract")?,
        ClassKind::Interface => out.write_str(" interface")?,
        ClassKind::Enum => out.write_str(" enum")?,
        ClassKind::Array { element } => {
            out.write_str(" array ")?;
            write_field_type(out, names, element)?;
        }
        ClassKind::Primitive(primitive) => {
            let name = primitive.map_or("void", crate::Primitive::name);
            write!(out, " primitive {name}")?;
        }
    }
    if let Some(superclass) = class.superclass {
        out.write_str(" extends ")?;
        names.write_class(out, superclass)?;
    }
    for (index, interface) in class.interfaces.iter().enumerate() {
        out.write_str(if index == 0 { " implements " } else { ", " })?;
        names.write_class(out, *interface)?;
    }
    write!(
        out,
        " size {} statics {}",
        class.instance_size, class.statics_size
    )?;
    out.write_str(if class.user { "" } else { " library" })?;
    if let Some(initialiser) = definition.initialiser {
        out.write_str(" initialiser ")?;
        names.write_function(out, initialiser)?;
    }
    if class.fields.is_empty() && definition.methods.is_empty() {
        return out.write_char('\n');
    }
    out.write_str(" {\n")?;
    for field in &class.fields {
        write_field(out, names, field)?;
    }
    for (selector, function) in &definition.methods {
        out.write_str("  method ")?;
        names.write_selector(out, *selector)?;
        out.write_str(" = ")?;
        names.write_function(out, *function)?;
        out.write_char('\n')?;
    }
    out.write_str("}\n")
}

fn write_field(out: &mut impl Write, names: &Names, field: &Field) -> fmt::Result {
    out.write_str("  ")?;
    out.write_str(if field.is_static { "static " } else { "" })?;
    out.write_str(if field.is_private { "private " } else { "" })?;
    out.write_str(if field.is_final { "final " } else { "" })?;
    out.write_str("field ")?;
    write_name(out, &field.name)?;
    out.write_str(": ")?;
    write_field_type(out, names, field.ty)?;
    write!(out, " at {} in ", field.offset)?;
    names.write_class(out, field.declared_in)?;
    out.write_char('\n')
}

fn write_field_type(out: &mut impl Write, names: &Names, ty: FieldType) -> fmt::Result {
    match ty {
        FieldType::Primitive(primitive) => out.write_str(primitive.name()),
        FieldType::Reference(class) => {
            out.write_str("reference ")?;
            names.write_class(out, class)
        }
    }
}
