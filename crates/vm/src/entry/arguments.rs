//! The arguments of a function under test: free scalars, and pointers that are decided lazily.

use super::contents::{ObjectFiller, scalar};
use super::fuzz_target::is_fuzz_target;
use super::range_use::is_range;
use crate::initial_memory::argument_info;
use crate::length_names::is_length;
use crate::memory::{Object, ObjectKind, address};
use crate::state::NewPointer;
use crate::{Bound, Cell, InputOrigin, Machine, StartError, State};
use ir::{FunctionId, IN_REGISTER, Parameter, Program, SourceType, SourceTypeId, Type};
use std::sync::Arc;

/// Name clang gives to the hidden parameter that says where the result goes.
const RESULT_NAME: &str = "agg.result";

impl Machine {
    /// A state that stands at the beginning of a function called with free scalars and input pointers
    /// ([`crate::Bound::PointerArguments`]).
    ///
    /// # Errors
    /// If the function has no body.
    pub fn start_function(&mut self, function: FunctionId) -> Result<State, StartError> {
        let declaration = self.program.function(function)?;
        let mut state = State::new(self.memory.clone());
        if self.options.made_arguments.is_some() {
            state.note_bound(Bound::MadeArguments);
        }
        if self.options.stream_arguments {
            state.note_bound(Bound::StreamArguments);
        }
        self.free_globals(&mut state);
        let mut frame = self.entry_frame(function)?;
        if is_fuzz_target(&declaration, &frame.code.parameter_types) {
            let arguments = self.fuzz_arguments(&mut state);
            for (number, value) in arguments.into_iter().enumerate() {
                frame.registers[frame.code.parameters[number] as usize] = value;
            }
            return Ok(self.begin_state(state, frame));
        }
        let mut arguments = Arguments {
            program: self.program.clone(),
            machine: self,
            state: &mut state,
            origin: InputOrigin::Parameter(0),
        };
        for (number, parameter) in declaration.parameters.iter().enumerate() {
            arguments.origin = InputOrigin::Parameter(number as u32);
            let ty = frame.code.parameter_types[number];
            let name = parameter_name(parameter, number);
            let result = number == 0 && declaration.results.is_empty() && name == RESULT_NAME;
            let union = union_of(&*arguments.program, parameter, ty);
            let value = match (ty, declaration.source_result) {
                _ if let Some(union) = union => arguments.union_word(ty, union, &name),
                (Type::Ptr, Some(ty)) if result => arguments.result(ty),
                (Type::Ptr, _) => {
                    let before = number.checked_sub(1).map(|before| {
                        let register = frame.code.parameters[before] as usize;
                        (&declaration.parameters[before], frame.registers[register])
                    });
                    let range = before.filter(|(begin, _)| {
                        is_range(&declaration, begin.register, parameter.register)
                    });
                    let end = range.and_then(|begin| arguments.end(begin, parameter));
                    end.unwrap_or_else(|| arguments.pointer(parameter, name))
                }
                (Type::Int(_) | Type::Float(_), _) => arguments.scalar(ty, parameter, &name),
            };
            frame.registers[frame.code.parameters[number] as usize] = value;
        }
        arguments.lengths(&declaration, &frame);
        self.told_lengths(&mut state);
        Ok(self.begin_state(state, frame))
    }
}

/// Name of a parameter, for inputs.
pub(super) fn parameter_name(parameter: &Parameter, number: usize) -> String {
    match parameter.name.as_str() {
        "" => format!("arg{number}"),
        name if parameter.source_type.is_some() => {
            name.strip_suffix(IN_REGISTER).unwrap_or(name).to_owned()
        }
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
        None => (crate::c_names::type_name(ty).to_owned(), ty.width()),
    }
}

/// The union that a pointer register has as the value of a parameter, or of a part of one. (In others a test could not have the
/// pointers that its bytes may be.)
fn union_of(program: &dyn Program, parameter: &Parameter, ty: Type) -> Option<SourceTypeId> {
    let id = program.resolved_type(parameter.source_type?);
    if !parameter.name.ends_with(IN_REGISTER) {
        return None;
    }
    match program.source_type(id) {
        SourceType::Record {
            union: true, size, ..
        } => (parameter.by_value_size.is_none() && ty == Type::Ptr && *size == 8).then_some(id),
        _ => None,
    }
}

/// True for a type that says `restrict` of its values.
fn is_restrict(program: &dyn Program, ty: SourceTypeId) -> bool {
    match program.source_type(ty) {
        SourceType::Typedef { target, .. } => is_restrict(program, *target),
        SourceType::Qualified { qualifier, target } => {
            qualifier == "restrict" || is_restrict(program, *target)
        }
        _ => false,
    }
}

/// Makes the arguments of one function.
pub(super) struct Arguments<'a> {
    pub program: Arc<dyn Program>,
    pub machine: &'a mut Machine,
    pub state: &'a mut State,
    /// The parameter at work.
    origin: InputOrigin,
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

    /// A union that is passed in a register: free bytes, which may be pointers where it has members that are.
    fn union_word(&mut self, ty: Type, union: SourceTypeId, name: &str) -> Cell {
        let size = self.program.size_of_type(union).unwrap_or(0);
        let info = argument_info(ObjectKind::Argument, name, size);
        let mut object = Object::new(info, 0);
        let mut contents = ObjectFiller::new(self.machine, self.state, self.origin, 0);
        contents.fill(&mut object, 0, name, union);
        object.read(&mut self.machine.pool, 0, ty.width())
    }

    /// An argument that is a pointer for the machine: an aggregate passed by value is made at once, what
    /// a true pointer leads to when it is looked at.
    fn pointer(&mut self, parameter: &Parameter, name: String) -> Cell {
        let source = parameter
            .source_type
            .map(|id| self.program.resolved_type(id));
        let declared = source.and_then(|id| match self.program.source_type(id) {
            SourceType::Pointer { target } => Some(*target),
            // An object of C++ that is passed by value is made by the caller, who passes its address.
            SourceType::Record { .. } if parameter.by_value_size.is_none() => Some(id),
            _ => None,
        });
        let target = parameter.pointee.or(declared);
        if let Some(size) = parameter.by_value_size {
            // Debug information may describe the hidden pointer rather than the aggregate.
            let ty = target.or(source);
            return Cell::concrete(self.aggregate(&name, ty, size));
        }
        let program = &*self.program;
        let apart = parameter
            .source_type
            .is_some_and(|ty| is_restrict(program, ty));
        let is_number = target.is_some_and(|ty| {
            let ty = program.source_type(program.resolved_type(ty));
            matches!(ty, SourceType::Int { .. }) && !ty.is_byte()
        });
        let keeps_length = is_number && is_length(&name, false);
        let pointer = NewPointer {
            name,
            target,
            depth: 0,
            apart,
            keeps_length,
            origin: self.origin,
        };
        self.machine.input_pointer(self.state, pointer)
    }

    /// The object that a large result is written to.
    fn result(&mut self, ty: SourceTypeId) -> Cell {
        let size = self.program.size_of_type(ty).unwrap_or(0);
        let mut object = Object::new(argument_info(ObjectKind::Argument, "result", size), 0);
        object.track_writes();
        Cell::concrete(address(self.state.memory.add(object), 0))
    }

    /// An aggregate passed by value: a local object of the function; its address.
    fn aggregate(&mut self, name: &str, ty: Option<SourceTypeId>, size: u64) -> u64 {
        let mut object = Object::new(argument_info(ObjectKind::Stack, name, size), 0);
        let mut contents = ObjectFiller::new(self.machine, self.state, self.origin, 0);
        match ty {
            Some(ty) => contents.fill(&mut object, 0, name, ty),
            None => contents.fill_bytes(&mut object, 0, name, size),
        }
        address(self.state.memory.add(object), 0)
    }
}
