//! Rules of classes and of the instructions that work on objects.

use super::function::Code;
use super::problem::Expected;
use super::{Errors, Place, Problem};
use crate::{
    ClassId, ClassKind, Field, FieldType, HEADER_SIZE, InstructionKind, ModuleClass, Type,
    WellKnown,
};
use rustc_hash::FxHashSet;

const REFERENCE: Type = Type::Ptr;
const INDEX: Type = Type::Int(32);

/// Checks an instruction that works on objects; others are not looked at.
pub(super) fn check_instruction(code: &mut Code, kind: &InstructionKind) {
    match kind {
        InstructionKind::New { to, class } => {
            code.destination(*to, Expected::Type(REFERENCE));
            let array = |kind| matches!(kind, ClassKind::Array { .. });
            if kind_of(code, *class).is_some_and(array) {
                code.report(Problem::ClassKind(*class));
            }
        }
        InstructionKind::NewArray { to, class, length } => {
            code.destination(*to, Expected::Type(REFERENCE));
            let array = |kind| matches!(kind, ClassKind::Array { .. });
            if !kind_of(code, *class).is_none_or(array) {
                code.report(Problem::ClassKind(*class));
            }
            code.operand(0, length, INDEX);
        }
        InstructionKind::GetField {
            to, object, class, ..
        } => {
            kind_of(code, *class);
            if let Some(ty) = code.register(*to) {
                slot_type(code, ty);
            }
            code.operand(0, object, REFERENCE);
        }
        InstructionKind::PutField {
            ty,
            object,
            class,
            value,
            ..
        } => {
            kind_of(code, *class);
            slot_type(code, *ty);
            code.operand(0, object, REFERENCE);
            code.operand(1, value, *ty);
        }
        InstructionKind::ArrayLoad { to, array, index } => {
            if let Some(ty) = code.register(*to) {
                slot_type(code, ty);
            }
            code.operand(0, array, REFERENCE);
            code.operand(1, index, INDEX);
        }
        InstructionKind::ArrayStore {
            ty,
            array,
            index,
            value,
        } => {
            slot_type(code, *ty);
            code.operand(0, array, REFERENCE);
            code.operand(1, index, INDEX);
            code.operand(2, value, *ty);
        }
        InstructionKind::ArrayLength { to, array: object }
        | InstructionKind::ClassOf { to, object } => {
            code.destination(*to, Expected::Type(INDEX));
            code.operand(0, object, REFERENCE);
        }
        InstructionKind::IsInstance { to, object, class } => {
            code.destination(*to, Expected::Type(Type::Int(1)));
            code.operand(0, object, REFERENCE);
            kind_of(code, *class);
        }
        InstructionKind::Resolve { to, value } => {
            code.destination(*to, Expected::Type(REFERENCE));
            code.operand(0, value, REFERENCE);
        }
        InstructionKind::IsNull { to, value } => {
            code.destination(*to, Expected::Type(Type::Int(1)));
            code.operand(0, value, REFERENCE);
        }
        InstructionKind::Statics { to, class } | InstructionKind::ClassObject { to, class } => {
            code.destination(*to, Expected::Type(REFERENCE));
            kind_of(code, *class);
        }
        InstructionKind::StringLiteral { to, literal } => {
            code.destination(*to, Expected::Type(REFERENCE));
            if literal.0 as usize >= code.errors.module.objects.literals.len() {
                code.report(Problem::NoSuchLiteral(*literal));
            }
        }
        _ => {}
    }
}

/// Kind of a class, reported if there is none.
fn kind_of(code: &mut Code, class: ClassId) -> Option<ClassKind> {
    let found = code.errors.module.objects.classes.get(class.0 as usize);
    if found.is_none() {
        code.report(Problem::NoSuchClass(class));
    }
    found.map(|found| found.class.kind)
}

/// Fields and elements have 1, 2, 4 or 8 bytes.
fn slot_type(code: &mut Code, ty: Type) {
    if !matches!(ty.width(), 8 | 16 | 32 | 64) {
        code.report(Problem::SlotType(ty));
    }
}

/// Checks the classes of the module.
pub(super) fn check_classes(errors: &mut Errors) {
    let module = errors.module;
    let mut names = FxHashSet::default();
    for (index, definition) in module.objects.classes.iter().enumerate() {
        let place = Place::Class(definition.class.name.clone());
        if !names.insert(&definition.class.name) {
            errors.report(place.clone(), Problem::DuplicateClass);
        }
        check_class(errors, &place, definition);
        if contains_itself(errors, ClassId(index as u32)) {
            errors.report(place, Problem::CircularClass);
        }
    }
    check_roles(errors, &module.objects.well_known);
}

/// What the machine knows of the classes: they are there and have room for what it looks for.
fn check_roles(errors: &mut Errors, known: &WellKnown) {
    for (role, class) in [("object", known.object), ("ints", known.ints)] {
        if let Some(class) = class {
            check_exists(errors, &Place::Role(role), class);
        }
    }
    if let Some(layout) = known.string {
        check_exists(errors, &Place::Role("string"), layout.bytes);
        check_part(errors, "string", layout.class, ("value", layout.value, 8));
        check_part(errors, "string", layout.class, ("coder", layout.coder, 1));
    }
    if let Some(layout) = known.mirror {
        check_part(errors, "mirror", layout.class, ("id", layout.id, 4));
    }
    if let Some(layout) = known.throwable {
        let backtrace = ("backtrace", layout.backtrace, 8);
        check_part(errors, "throwable", layout.class, backtrace);
    }
    if let Some(function) = known.stack_overflow {
        check_function(errors, &Place::Role("stack_overflow"), function);
    }
}

/// Checks a part (name, offset, size) of the instances of a class with a role.
fn check_part(
    errors: &mut Errors,
    role: &'static str,
    class: ClassId,
    (name, offset, size): (&str, u32, u64),
) {
    let place = Place::Role(role);
    match errors.module.objects.classes.get(class.0 as usize) {
        None => errors.report(place, Problem::NoSuchClass(class)),
        Some(definition) => {
            let end = definition.class.instance_size;
            if !fits(u64::from(offset), size, u64::from(end)) {
                errors.report(place, Problem::FieldOffset(name.to_owned()));
            }
        }
    }
}

fn check_class(errors: &mut Errors, place: &Place, definition: &ModuleClass) {
    let class = &definition.class;
    let element = match class.kind {
        ClassKind::Array {
            element: FieldType::Reference(id),
        } => Some(id),
        _ => None,
    };
    let mentioned = class.superclass.iter().chain(&class.interfaces).copied();
    for id in mentioned.chain(element) {
        check_exists(errors, place, id);
    }
    for size in [class.instance_size, class.statics_size] {
        if u64::from(size) < HEADER_SIZE {
            errors.report(place.clone(), Problem::ClassSize(size));
        }
    }
    for field in &class.fields {
        let size = if field.is_static {
            class.statics_size
        } else {
            class.instance_size
        };
        check_field(errors, place, field, size);
    }
    for (selector, function) in &definition.methods {
        if selector.0 as usize >= errors.module.objects.selectors.len() {
            errors.report(place.clone(), Problem::NoSuchSelector(*selector));
        }
        check_function(errors, place, *function);
    }
    if let Some(function) = definition.initialiser {
        check_function(errors, place, function);
    }
}

fn check_exists(errors: &mut Errors, place: &Place, id: ClassId) {
    if id.0 as usize >= errors.module.objects.classes.len() {
        errors.report(place.clone(), Problem::NoSuchClass(id));
    }
}

fn check_function(errors: &mut Errors, place: &Place, id: crate::FunctionId) {
    if id.0 as usize >= errors.module.functions.len() {
        errors.report(place.clone(), Problem::NoSuchFunction(id));
    }
}

fn check_field(errors: &mut Errors, place: &Place, field: &Field, size: u32) {
    check_exists(errors, place, field.declared_in);
    if let FieldType::Reference(id) = field.ty {
        check_exists(errors, place, id);
    }
    if !fits(u64::from(field.offset), field.ty.size(), u64::from(size)) {
        errors.report(place.clone(), Problem::FieldOffset(field.name.clone()));
    }
}

/// True if what has that size is behind the header, before `end` and aligned.
fn fits(offset: u64, size: u64, end: u64) -> bool {
    offset >= HEADER_SIZE && offset + size <= end && offset.is_multiple_of(size)
}

/// True if a class is among its own superclasses, interfaces or element classes.
fn contains_itself(errors: &Errors, class: ClassId) -> bool {
    let mut seen = FxHashSet::default();
    let mut work = vec![class];
    while let Some(id) = work.pop() {
        let Some(definition) = errors.module.objects.classes.get(id.0 as usize) else {
            continue;
        };
        let found = &definition.class;
        let element = match found.kind {
            ClassKind::Array {
                element: FieldType::Reference(id),
            } => Some(id),
            _ => None,
        };
        for next in found
            .superclass
            .iter()
            .chain(&found.interfaces)
            .copied()
            .chain(element)
        {
            if next == class {
                return true;
            }
            if seen.insert(next) {
                work.push(next);
            }
        }
    }
    false
}
