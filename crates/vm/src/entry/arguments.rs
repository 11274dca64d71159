//! The arguments of a function under test: free scalars, and for pointers fresh objects with free
//! contents.
//!
//! Objects are made breadth first, so that a limit on what is free cuts off what is deepest.

use crate::memory::{Object, ObjectId, ObjectKind, address};
use crate::start::argument_info;
use crate::state::Frame;
use crate::{Bound, Cell, InputOrigin, Machine, StartError, State};
use ir::{FunctionId, Parameter, Program, SourceMember, SourceType, SourceTypeId, Type};
use std::collections::VecDeque;
use std::sync::Arc;

/// Most bytes behind the arguments that are free; those beyond are zero.
const FREE_BYTES: u64 = 1 << 16;

/// Size of an element behind a pointer to `void`, or to something debug information does not
/// describe: large enough for any scalar.
const UNKNOWN_SIZE: u64 = 8;

/// Name clang gives to the hidden parameter that says where the result goes.
const RESULT_NAME: &str = "agg.result";

impl Machine {
    /// A state that stands at the beginning of a function called with free scalars and, for
    /// pointers, fresh objects of the type pointed to with free contents (see
    /// [`crate::Bound::PointerArguments`]).
    ///
    /// # Errors
    /// If the function has no body.
    pub fn start_function(&mut self, function: FunctionId) -> Result<State, StartError> {
        let declaration = self.program.function(function)?;
        let mut state = State::new(self.memory.clone());
        let mut frame = self.entry_frame(function)?;
        let mut arguments = Arguments {
            program: self.program.clone(),
            machine: self,
            state: &mut state,
            origin: InputOrigin::Parameter(0),
            left: FREE_BYTES,
            pointers: VecDeque::new(),
        };
        for (number, parameter) in declaration.parameters.iter().enumerate() {
            arguments.origin = InputOrigin::Parameter(number as u32);
            let ty = frame.code.parameter_types[number];
            let name = parameter_name(parameter, number);
            let result = number == 0 && declaration.results.is_empty() && name == RESULT_NAME;
            let value = match (ty, declaration.source_result) {
                (Type::Ptr, Some(ty)) if result => arguments.result(ty),
                (Type::Ptr, _) => arguments.pointer(number, parameter, name),
                (Type::Int(_) | Type::Float(_), _) => arguments.scalar(ty, parameter, &name),
            };
            frame.registers[frame.code.parameters[number] as usize] = value;
        }
        arguments.objects(&mut frame);
        Ok(self.begin_state(state, frame))
    }
}

/// Name of a parameter, for inputs.
pub(super) fn parameter_name(parameter: &Parameter, number: usize) -> String {
    match parameter.name.as_str() {
        "" => format!("arg{number}"),
        name => name.to_owned(),
    }
}

/// C name and width in bits of the input for a scalar parameter in a register of that type.
pub(super) fn parameter_type(
    program: &dyn Program,
    parameter: &Parameter,
    ty: Type,
) -> (String, u32) {
    let source = parameter.source_type.map(|id| program.resolved_type(id));
    let source = source.map(|id| program.source_type(id));
    let fits = match (source, ty) {
        (Some(SourceType::Int { .. } | SourceType::Enum { .. }), Type::Int(_)) => true,
        // The type in an old-style definition is not the one that is passed.
        (Some(SourceType::Float { format, .. }), Type::Float(have)) => *format == have,
        _ => false,
    };
    match source.filter(|_| fits).and_then(scalar) {
        Some((name, width, _)) => (name, width),
        None => (crate::interpret::type_name(ty).to_owned(), ty.width()),
    }
}

/// C name, width in bits of the value, and size in bytes of a scalar type.
fn scalar(ty: &SourceType) -> Option<(String, u32, u64)> {
    Some(match ty {
        SourceType::Int { name, width, .. } => {
            let size = u64::from(*width).div_ceil(8);
            // Anything but 0 and 1 in a `_Bool` is undefined behaviour.
            let width = if is_bool(name) { 1 } else { *width };
            (name.clone(), width, size)
        }
        SourceType::Float { name, format, size } => (name.clone(), format.width(), *size),
        SourceType::Enum { width, signed, .. } => {
            let name = if *signed { "int" } else { "unsigned int" };
            (name.to_owned(), *width, u64::from(*width).div_ceil(8))
        }
        _ => return None,
    })
}

fn is_bool(name: &str) -> bool {
    matches!(name, "_Bool" | "bool")
}

/// True for types of text and raw memory: an array of them is one input.
fn is_byte(ty: &SourceType) -> bool {
    matches!(ty, SourceType::Int { name, width: 8, .. } if !is_bool(name))
}

/// Makes the arguments of one function.
struct Arguments<'a> {
    program: Arc<dyn Program>,
    machine: &'a mut Machine,
    state: &'a mut State,
    /// The parameter at work.
    origin: InputOrigin,
    /// Bytes that may still become free.
    left: u64,
    /// Pointers whose objects are to be made.
    pointers: VecDeque<Pointer>,
}

/// A pointer that is to point to a fresh object.
struct Pointer {
    holder: Holder,
    origin: InputOrigin,
    name: String,
    /// What it points to; `None` if unknown.
    target: Option<SourceTypeId>,
    /// Objects it may lead to, one behind the other.
    depth: u32,
}

/// Where a pointer is.
#[derive(Clone, Copy)]
enum Holder {
    /// In the register of that parameter.
    Parameter(usize),
    /// At that offset of an object.
    Object(ObjectId, u64),
}

/// A pointer found while an object is filled.
struct Found {
    at: u64,
    name: String,
    target: SourceTypeId,
}

impl Arguments<'_> {
    fn scalar(&mut self, ty: Type, parameter: &Parameter, name: &str) -> Cell {
        let (type_name, width) = parameter_type(&*self.program, parameter, ty);
        let machine = &mut *self.machine;
        let record = machine.scalar_input(self.state, self.origin, name, &type_name, width);
        let pool = &mut machine.pool;
        let term = match (width, ty.width()) {
            (have, width) if have > width => pool.extract(record.terms[0], width - 1, 0),
            (have, width) if have < width => pool.zero_extend(record.terms[0], width),
            _ => record.terms[0],
        };
        Cell::from_term(pool, term)
    }

    /// An argument that is a pointer for the machine: an aggregate passed by value is made at
    /// once, what a true pointer points to later.
    fn pointer(&mut self, number: usize, parameter: &Parameter, name: String) -> Cell {
        let depth = self.machine.options.pointer_depth;
        let source = parameter
            .source_type
            .map(|id| self.program.resolved_type(id));
        let target = source.and_then(|id| match self.program.source_type(id) {
            SourceType::Pointer { target } => Some(*target),
            _ => None,
        });
        if let Some(size) = parameter.by_value_size {
            // Debug information may describe the hidden pointer rather than the aggregate.
            let ty = target.or(source);
            return Cell::concrete(self.aggregate(&name, ty, size, depth));
        }
        self.state.note_bound(Bound::PointerArguments);
        self.pointers.push_back(Pointer {
            holder: Holder::Parameter(number),
            origin: self.origin,
            name,
            target,
            depth,
        });
        Cell::ZERO
    }

    /// The object that a large result is written to.
    fn result(&mut self, ty: SourceTypeId) -> Cell {
        let size = self.program.size_of_type(ty).unwrap_or(0);
        let mut object = Object::new(argument_info(ObjectKind::Argument, "result", size), 0);
        object.track_writes();
        Cell::concrete(address(self.state.memory.add(object), 0))
    }

    /// An aggregate passed by value: a local object of the function; its address.
    fn aggregate(&mut self, name: &str, ty: Option<SourceTypeId>, size: u64, depth: u32) -> u64 {
        let mut object = Object::new(argument_info(ObjectKind::Stack, name, size), 0);
        let mut found = Vec::new();
        match ty {
            Some(ty) => self.fill(&mut object, 0, name, ty, &mut found),
            None => self.fill_bytes(&mut object, 0, name, size),
        }
        let id = self.state.memory.add(object);
        self.queue(id, found, self.origin, depth);
        address(id, 0)
    }

    /// Makes the objects that pointers lead to.
    fn objects(&mut self, frame: &mut Frame) {
        while let Some(pointer) = self.pointers.pop_front() {
            self.origin = pointer.origin;
            let Some(id) = self.object(&pointer) else {
                self.state.note_bound(Bound::PointerDepth);
                continue;
            };
            let value = address(id, 0);
            match pointer.holder {
                Holder::Parameter(number) => {
                    let register = frame.code.parameters[number] as usize;
                    frame.registers[register] = Cell::concrete(value);
                }
                Holder::Object(holder, at) => {
                    let copied = &mut self.machine.statistics.objects_copied;
                    if let Some(object) = self.state.memory.object_mut(holder, copied) {
                        object.write_bytes(at as usize, &value.to_le_bytes());
                    }
                }
            }
        }
    }

    /// A fresh array for a pointer; `None` where it must stay null.
    fn object(&mut self, pointer: &Pointer) -> Option<ObjectId> {
        let (name, depth) = (&pointer.name, pointer.depth.checked_sub(1)?);
        let program = self.program.clone();
        let target = pointer.target.map(|target| program.resolved_type(target));
        let ty = target.map_or(&SourceType::Void, |target| program.source_type(target));
        if matches!(ty, SourceType::Function { .. }) || is_stream(ty) {
            return None;
        }
        let unknown = matches!(ty, SourceType::Void);
        let element_size = match target.filter(|_| !unknown) {
            Some(target) => program.size_of_type(target)?,
            None => UNKNOWN_SIZE,
        };
        let flexible = flexible_member(&*program, ty);
        // An array of structures that point to arrays of structures grows beyond use.
        let nested = pointer.depth < self.machine.options.pointer_depth;
        let elements = match ty {
            SourceType::Record { .. } if nested && flexible.is_none() => 1,
            _ if element_size >= FREE_BYTES => 1,
            _ => self.machine.options.pointer_elements.max(1),
        };
        let size = match flexible {
            Some((at, _, each)) => element_size.max(elements.checked_mul(each)?.checked_add(at)?),
            None => element_size.checked_mul(elements)?,
        };
        if size == 0 || size > self.machine.options.max_object_bytes {
            return None;
        }
        let info = argument_info(ObjectKind::Argument, &format!("*{name}"), size);
        let mut object = Object::new(info, 0);
        let mut found = Vec::new();
        match (target, flexible) {
            (None, _) => self.fill_bytes(&mut object, 0, name, size),
            _ if unknown || is_byte(ty) => self.fill_bytes(&mut object, 0, name, size),
            (Some(target), Some((at, element, each))) => {
                self.fill(&mut object, 0, &format!("{name}[0]"), target, &mut found);
                let name = format!("{name}[0].{}", last_member(ty));
                self.fill_array(&mut object, at, &name, element, each, elements, &mut found);
            }
            (Some(target), None) => {
                self.fill_array(
                    &mut object,
                    0,
                    name,
                    target,
                    element_size,
                    elements,
                    &mut found,
                );
            }
        }
        let id = self.state.memory.add(object);
        self.queue(id, found, pointer.origin, depth);
        Some(id)
    }

    fn queue(&mut self, object: ObjectId, found: Vec<Found>, origin: InputOrigin, depth: u32) {
        self.pointers.extend(found.into_iter().map(|found| Pointer {
            holder: Holder::Object(object, found.at),
            origin,
            name: found.name,
            target: Some(found.target),
            depth,
        }));
    }

    #[allow(clippy::too_many_arguments)]
    fn fill_array(
        &mut self,
        object: &mut Object,
        at: u64,
        name: &str,
        element: SourceTypeId,
        size: u64,
        count: u64,
        found: &mut Vec<Found>,
    ) {
        if is_byte(
            self.program
                .source_type(self.program.resolved_type(element)),
        ) {
            return self.fill_bytes(object, at, name, count.saturating_mul(size));
        }
        for number in 0..count {
            if self.left == 0 {
                return self.exhausted();
            }
            let name = format!("{name}[{number}]");
            self.fill(object, at + number * size, &name, element, found);
        }
    }

    /// Fills a part of an object with inputs, as its type describes. Iterative: types are as deep
    /// as debug information says. What is outside of the object, or beyond the limit on free
    /// bytes, is left alone.
    fn fill(
        &mut self,
        object: &mut Object,
        at: u64,
        name: &str,
        ty: SourceTypeId,
        found: &mut Vec<Found>,
    ) {
        let program = self.program.clone();
        let mut parts = vec![(at, name.to_owned(), ty)];
        while let Some((at, name, ty)) = parts.pop() {
            if self.left == 0 {
                return self.exhausted();
            }
            let id = program.resolved_type(ty);
            let size = program.size_of_type(id).unwrap_or(u64::MAX);
            if at.checked_add(size).is_none_or(|end| end > object.size()) {
                continue;
            }
            match program.source_type(id) {
                ty @ (SourceType::Int { .. }
                | SourceType::Enum { .. }
                | SourceType::Float { .. }) => self.fill_scalar(object, at, &name, ty),
                SourceType::Pointer { target } => {
                    self.left -= 1;
                    found.push(Found {
                        at,
                        name,
                        target: *target,
                    });
                }
                SourceType::Array { element, .. }
                    if is_byte(program.source_type(program.resolved_type(*element))) =>
                {
                    self.fill_bytes(object, at, &name, size);
                }
                SourceType::Array { element, count } => {
                    // No more than are looked at before the limit is reached.
                    let each = program.size_of_type(*element).unwrap_or(0);
                    let count = if each == 0 { 0 } else { *count };
                    for number in (0..count.min(self.left)).rev() {
                        let name = format!("{name}[{number}]");
                        parts.push((at + number * each, name, *element));
                    }
                }
                SourceType::Record {
                    union: false,
                    members,
                    ..
                } => {
                    self.left -= 1;
                    self.fill_bit_fields(object, at, &name, members);
                    let ordinary = members.iter().filter(|member| member.bit_width.is_none());
                    for member in ordinary.rev() {
                        let at = at + member.bit_offset / 8;
                        parts.push((at, member_name(&name, &member.name), member.ty));
                    }
                }
                // The members of a union share bytes: they are free as bytes.
                SourceType::Record { .. } => self.fill_bytes(object, at, &name, size),
                SourceType::Void
                | SourceType::Function { .. }
                | SourceType::Typedef { .. }
                | SourceType::Qualified { .. } => {}
            }
        }
    }

    fn fill_scalar(&mut self, object: &mut Object, at: u64, name: &str, ty: &SourceType) {
        let Some((type_name, width, size)) = scalar(ty) else {
            return;
        };
        self.left = self.left.saturating_sub(size);
        let machine = &mut *self.machine;
        let record = machine.scalar_input(self.state, self.origin, name, &type_name, width);
        let pool = &mut machine.pool;
        let stored = width.next_multiple_of(8);
        let term = pool.zero_extend(record.terms[0], stored);
        object.write(pool, at as usize, Cell::symbolic(term), stored);
    }

    /// Bytes that bit-fields share are free as bytes: one input for each row of them.
    fn fill_bit_fields(
        &mut self,
        object: &mut Object,
        at: u64,
        name: &str,
        members: &[SourceMember],
    ) {
        let mut row: Option<(u64, u64, String)> = None;
        for member in members {
            let Some(width) = member.bit_width else {
                continue;
            };
            let first = member.bit_offset / 8;
            let end = (member.bit_offset + u64::from(width)).div_ceil(8);
            match &mut row {
                Some((_, row_end, names)) if first <= *row_end => {
                    *row_end = end.max(*row_end);
                    names.push('+');
                    names.push_str(&member.name);
                }
                _ => {
                    let next = Some((first, end, member.name.clone()));
                    if let Some((first, end, names)) = std::mem::replace(&mut row, next) {
                        let name = member_name(name, &names);
                        self.fill_bytes(object, at + first, &name, end - first);
                    }
                }
            }
        }
        if let Some((first, end, names)) = row {
            let name = member_name(name, &names);
            self.fill_bytes(object, at + first, &name, end - first);
        }
    }

    fn fill_bytes(&mut self, object: &mut Object, at: u64, name: &str, size: u64) {
        let inside = size.min(object.size().saturating_sub(at));
        let free = inside.min(self.left);
        if free < inside {
            self.exhausted();
        }
        if free == 0 {
            return;
        }
        self.left -= free;
        let machine = &mut *self.machine;
        let record = machine.bytes_input(self.state, self.origin, name, free);
        for (byte, &term) in record.terms.iter().enumerate() {
            let at = at as usize + byte;
            object.write(&mut machine.pool, at, Cell::symbolic(term), 8);
        }
    }

    fn exhausted(&mut self) {
        self.state.note_bound(Bound::ArgumentBytes);
    }
}

/// True for what a `FILE *` points to: only the C library can make one.
fn is_stream(ty: &SourceType) -> bool {
    matches!(ty, SourceType::Record { name: Some(name), .. } if name == "_IO_FILE")
}

/// The flexible array member that a structure ends with: its offset, element type and size.
fn flexible_member(program: &dyn Program, ty: &SourceType) -> Option<(u64, SourceTypeId, u64)> {
    let SourceType::Record {
        union: false,
        members,
        ..
    } = ty
    else {
        return None;
    };
    let last = members.last()?;
    match program.source_type(program.resolved_type(last.ty)) {
        SourceType::Array { element, count: 0 } => {
            let size = program.size_of_type(*element).filter(|&size| size > 0)?;
            Some((last.bit_offset / 8, *element, size))
        }
        _ => None,
    }
}

fn last_member(ty: &SourceType) -> &str {
    match ty {
        SourceType::Record { members, .. } => members.last().map_or("", |last| &last.name),
        _ => "",
    }
}

/// Name of a member; those of anonymous structures count as the surrounding one's.
fn member_name(name: &str, member: &str) -> String {
    if member.is_empty() {
        name.to_owned()
    } else {
        format!("{name}.{member}")
    }
}
