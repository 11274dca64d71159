//! Modules to text.

use super::class_printer::write_classes;
use super::function_printer::{FunctionPrinter, write_function};
use super::literal::{bytes_of_utf16, write_bytes, write_name, write_string};
use super::mnemonic::Mnemonic;
use crate::{
    ClassId, Constant, FunctionId, Global, GlobalId, Initialiser, LiteralId, Location, Module,
    NO_OBJECTS, ObjectModel, Operand, Program, SelectorId, SourceMember, SourceType, SourceTypeId,
    Type,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::fmt::{self, Display, Write};

/// How functions and globals are called: by name where it names one only, else by index.
pub(super) struct Names<'a> {
    program: &'a dyn Program,
    objects: &'a dyn ObjectModel,
    /// Functions that share their name with another.
    ambiguous_functions: FxHashSet<u32>,
    /// The same for globals, classes, selectors and string constants.
    ambiguous_globals: FxHashSet<u32>,
    ambiguous_classes: FxHashSet<u32>,
    ambiguous_selectors: FxHashSet<u32>,
    ambiguous_literals: FxHashSet<u32>,
    /// Selectors and string constants from these ids on are not known.
    unknown_selectors: u32,
    unknown_literals: u32,
}

impl<'a> Names<'a> {
    /// Names that the parser resolves to the same things.
    pub(super) fn exact(module: &'a Module) -> Names<'a> {
        Names {
            program: module,
            objects: &module.objects,
            ambiguous_functions: ambiguous(module.functions.iter().map(|f| f.name.as_str())),
            ambiguous_globals: ambiguous(module.globals.iter().map(|g| g.name.as_str())),
            ambiguous_classes: ambiguous(
                module.objects.classes.iter().map(|c| c.class.name.as_str()),
            ),
            ambiguous_selectors: ambiguous(module.objects.selectors.iter().map(String::as_str)),
            ambiguous_literals: ambiguous(module.objects.literals.iter()),
            unknown_selectors: module.objects.selectors.len() as u32,
            unknown_literals: module.objects.literals.len() as u32,
        }
    }

    /// Names for people, without a look at all functions of the program.
    pub(super) fn plain(program: &'a dyn Program) -> Names<'a> {
        Names {
            program,
            objects: program.objects().unwrap_or(&NO_OBJECTS),
            ambiguous_functions: FxHashSet::default(),
            ambiguous_globals: FxHashSet::default(),
            ambiguous_classes: FxHashSet::default(),
            ambiguous_selectors: FxHashSet::default(),
            ambiguous_literals: FxHashSet::default(),
            unknown_selectors: u32::MAX,
            unknown_literals: u32::MAX,
        }
    }

    pub(super) fn write_function(&self, out: &mut impl Write, id: FunctionId) -> fmt::Result {
        let known = id.0 < self.program.function_count();
        if !known || self.ambiguous_functions.contains(&id.0) {
            return write!(out, "#{}", id.0);
        }
        match self.program.function(id) {
            Ok(function) => write_name(out, &function.name),
            Err(error) => write_name(out, &error.function),
        }
    }

    pub(super) fn write_class(&self, out: &mut impl Write, id: ClassId) -> fmt::Result {
        match self.objects.class(id) {
            Ok(class) if !self.ambiguous_classes.contains(&id.0) => write_name(out, &class.name),
            Err(error) if id.0 < self.objects.class_count() => write_name(out, &error.function),
            Ok(_) | Err(_) => write!(out, "#{}", id.0),
        }
    }

    pub(super) fn write_selector(&self, out: &mut impl Write, id: SelectorId) -> fmt::Result {
        if self.unknown_selectors <= id.0 || self.ambiguous_selectors.contains(&id.0) {
            return write!(out, "#{}", id.0);
        }
        write_string(out, &self.objects.selector(id))
    }

    pub(super) fn write_literal(&self, out: &mut impl Write, id: LiteralId) -> fmt::Result {
        if self.unknown_literals <= id.0 || self.ambiguous_literals.contains(&id.0) {
            return write!(out, "#{}", id.0);
        }
        write_bytes(out, &bytes_of_utf16(&self.objects.literal(id)))
    }

    fn write_global(&self, out: &mut impl Write, id: GlobalId, offset: i64) -> fmt::Result {
        out.write_char('$')?;
        match self.program.globals().get(id.0 as usize) {
            Some(global) if !self.ambiguous_globals.contains(&id.0) => {
                write_name(out, &global.name)?;
            }
            _ => write!(out, "#{}", id.0)?,
        }
        if offset == 0 {
            Ok(())
        } else {
            write!(out, "{offset:+}")
        }
    }

    /// Writes an operand in a place of type `ty`, unknown if the module is broken.
    pub(super) fn write_operand(
        &self,
        out: &mut impl Write,
        operand: &Operand,
        ty: Option<Type>,
    ) -> fmt::Result {
        match operand {
            Operand::Register(register) => write!(out, "%{}", register.0),
            Operand::Constant(Constant::Bits(value)) => super::literal::write_bits(out, *value, ty),
            Operand::Constant(Constant::Wide(limbs)) => super::literal::write_wide(out, limbs, ty),
            Operand::Constant(Constant::Global(id, offset)) => self.write_global(out, *id, *offset),
            Operand::Constant(Constant::Function(id)) => {
                out.write_char('&')?;
                self.write_function(out, *id)
            }
        }
    }
}

fn ambiguous<N: Eq + std::hash::Hash>(names: impl Iterator<Item = N>) -> FxHashSet<u32> {
    let mut first: FxHashMap<N, u32> = FxHashMap::default();
    let mut all = FxHashSet::default();
    for (index, name) in names.enumerate() {
        if let Some(other) = first.insert(name, index as u32) {
            all.extend([other, index as u32]);
        }
    }
    all
}

/// The whole module in its textual form; [`crate::parse`] gives the same module back.
impl Display for Module {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names = Names::exact(self);
        if self.narrow_pointers {
            out.write_str("pointers 4\n")?;
        }
        for file in &self.files {
            out.write_str("file ")?;
            write_string(out, file)?;
            out.write_char('\n')?;
        }
        for (index, ty) in self.source_types.iter().enumerate() {
            write!(out, "type !{index} = ")?;
            write_source_type(out, ty)?;
            out.write_char('\n')?;
        }
        for global in &self.globals {
            write_global_definition(out, &names, global)?;
        }
        write_classes(out, &names, &self.objects)?;
        for (index, function) in self.functions.iter().enumerate() {
            let first = index == 0 && out_is_empty_before(self);
            if !first && !FunctionPrinter::is_plain_declaration(function) {
                out.write_char('\n')?;
            }
            write_function(out, &names, function)?;
        }
        Ok(())
    }
}

/// True if nothing is printed before the functions.
fn out_is_empty_before(module: &Module) -> bool {
    module.files.is_empty()
        && !module.narrow_pointers
        && module.source_types.is_empty()
        && module.globals.is_empty()
        && module.objects.is_empty()
}

/// Writes ` @file:line:column`, or nothing for an unknown location.
pub(super) fn write_location(out: &mut impl Write, location: Location) -> fmt::Result {
    if location == Location::default() {
        return Ok(());
    }
    match location.file {
        Some(file) => write!(out, " @{}:{}:{}", file.0, location.line, location.column),
        None => write!(out, " @?:{}:{}", location.line, location.column),
    }
}

/// Writes ` type !N`, or nothing.
pub(super) fn write_type_attribute(
    out: &mut impl Write,
    word: &str,
    ty: Option<SourceTypeId>,
) -> fmt::Result {
    ty.map_or(Ok(()), |ty| write!(out, " {word} !{}", ty.0))
}

fn write_global_definition(out: &mut impl Write, names: &Names, global: &Global) -> fmt::Result {
    out.write_str("global $")?;
    write_name(out, &global.name)?;
    write!(out, " size {} align {}", global.size, global.align)?;
    for (set, word) in [
        (global.constant, " constant"),
        (global.external, " external"),
        (!global.user, " library"),
    ] {
        out.write_str(if set { word } else { "" })?;
    }
    write_type_attribute(out, "type", global.source_type)?;
    if global.initialisers.is_empty() {
        return out.write_char('\n');
    }
    out.write_str(" {\n")?;
    for (offset, initialiser) in &global.initialisers {
        write!(out, "  {offset}: ")?;
        match initialiser {
            Initialiser::Bytes(bytes) => write_bytes(out, bytes)?,
            Initialiser::Global(id, offset) => names.write_global(out, *id, *offset)?,
            Initialiser::Function(id) => {
                out.write_char('&')?;
                names.write_function(out, *id)?;
            }
        }
        out.write_char('\n')?;
    }
    out.write_str("}\n")
}

fn write_source_type(out: &mut impl Write, ty: &SourceType) -> fmt::Result {
    match ty {
        SourceType::Void => out.write_str("void"),
        SourceType::Int {
            name,
            width,
            signed,
        } => {
            out.write_str("int ")?;
            write_string(out, name)?;
            write!(out, " {width} {}", signedness(*signed))
        }
        SourceType::Float { name, format, size } => {
            out.write_str("float ")?;
            write_string(out, name)?;
            write!(out, " {} size {size}", format.word())
        }
        SourceType::Pointer { target } => write!(out, "pointer !{}", target.0),
        SourceType::Array { element, count } => write!(out, "array {count} !{}", element.0),
        SourceType::Record {
            name,
            union,
            encapsulated,
            size,
            members,
        } => {
            out.write_str(match (union, encapsulated) {
                (true, _) => "union",
                (false, true) => "encapsulated",
                (false, false) => "struct",
            })?;
            write_tag(out, name.as_deref())?;
            write!(out, " size {size} {{")?;
            for (index, member) in members.iter().enumerate() {
                out.write_str(if index == 0 { " " } else { ", " })?;
                write_member(out, member)?;
            }
            out.write_str(" }")
        }
        SourceType::Enum {
            name,
            width,
            signed,
            values,
        } => {
            out.write_str("enum")?;
            write_tag(out, name.as_deref())?;
            write!(out, " {width} {} {{", signedness(*signed))?;
            for (index, (name, value)) in values.iter().enumerate() {
                out.write_str(if index == 0 { " " } else { ", " })?;
                write_string(out, name)?;
                write!(out, " = {value}")?;
            }
            out.write_str(" }")
        }
        SourceType::Typedef { name, target } => {
            out.write_str("typedef ")?;
            write_string(out, name)?;
            write!(out, " !{}", target.0)
        }
        SourceType::Qualified { qualifier, target } => {
            out.write_str("qualified ")?;
            write_string(out, qualifier)?;
            write!(out, " !{}", target.0)
        }
        SourceType::Function {
            result,
            parameters,
            variadic,
        } => {
            write!(out, "function !{}(", result.0)?;
            for (index, parameter) in parameters.iter().enumerate() {
                write!(
                    out,
                    "{}!{}",
                    if index == 0 { "" } else { ", " },
                    parameter.0
                )?;
            }
            match (variadic, parameters.is_empty()) {
                (true, true) => out.write_str("...)"),
                (true, false) => out.write_str(", ...)"),
                (false, _) => out.write_char(')'),
            }
        }
    }
}

fn write_tag(out: &mut impl Write, name: Option<&str>) -> fmt::Result {
    let Some(name) = name else {
        return Ok(());
    };
    out.write_char(' ')?;
    write_string(out, name)
}

fn signedness(signed: bool) -> &'static str {
    if signed { "signed" } else { "unsigned" }
}

fn write_member(out: &mut impl Write, member: &SourceMember) -> fmt::Result {
    write_string(out, &member.name)?;
    write!(out, ": !{} at {}", member.ty.0, member.bit_offset)?;
    member
        .bit_width
        .map_or(Ok(()), |width| write!(out, " bits {width}"))
}

/// A block label as the printer writes it.
pub(super) fn write_label(out: &mut impl Write, index: u32) -> fmt::Result {
    write!(out, "block{index}")
}
