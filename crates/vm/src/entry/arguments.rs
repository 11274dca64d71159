//! The arguments of a function under test: free scalars, and pointers that are decided lazily.

use super::contents::{ObjectFiller, scalar};
use super::fuzz_target::is_fuzz_target;
use super::pointers::{NewPointer, is_character};
use crate::memory::{Object, ObjectKind, address};
use crate::start::argument_info;
use crate::state::{Frame, LazyReference};
use crate::{Bound, Cell, InputOrigin, Machine, StartError, State};
use ir::{FunctionId, Parameter, Program, SourceType, SourceTypeId, Type};
use std::sync::Arc;
use term::Term;

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
        if self.options.made_arguments {
            state.note_bound(Bound::MadeArguments);
        }
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
            let value = match (ty, declaration.source_result) {
                (Type::Ptr, Some(ty)) if result => arguments.result(ty),
                (Type::Ptr, _) => arguments.pointer(parameter, name),
                (Type::Int(_) | Type::Float(_), _) => arguments.scalar(ty, parameter, &name),
            };
            frame.registers[frame.code.parameters[number] as usize] = value;
        }
        arguments.lengths(&declaration.parameters, &frame);
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
        None => (crate::c_names::type_name(ty).to_owned(), ty.width()),
    }
}

/// Words for a number of things, which are not the characters of a text.
const COUNTS: [&str; 5] = ["count", "cnt", "num", "nmemb", "nelem"];

/// True for the name of a number of elements; of characters, if they are those of a text.
fn is_length(name: &str, text: bool) -> bool {
    let name = name.to_ascii_lowercase();
    let words = ["len", "length", "size", "n", "sz"];
    let mut parts = name.split('_');
    let is_one = |part| words.contains(&part) || !text && COUNTS.contains(&part);
    let mut ends = ["len", "size", "length"].iter();
    parts.any(is_one) || ends.any(|word| name.ends_with(word)) || !text && name.ends_with("count")
}

/// True for the name of the length of what has that other name: `slen`, `name_size`, `bufferLength`.
fn is_length_of(length: &str, name: &str) -> bool {
    let rest = length.strip_prefix(name).filter(|_| !name.is_empty());
    let rest = rest.map(|rest| rest.trim_start_matches('_').to_ascii_lowercase());
    let words = ["len", "length", "size", "sz", "n", "count"];
    rest.is_some_and(|rest| words.contains(&rest.as_str()))
}

/// Makes the arguments of one function.
struct Arguments<'a> {
    program: Arc<dyn Program>,
    machine: &'a mut Machine,
    state: &'a mut State,
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

    /// An argument that is a pointer for the machine: an aggregate passed by value is made at once, what
    /// a true pointer leads to when it is looked at.
    fn pointer(&mut self, parameter: &Parameter, name: String) -> Cell {
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
            return Cell::concrete(self.aggregate(&name, ty, size));
        }
        let pointer = NewPointer {
            name,
            target,
            depth: 0,
            origin: self.origin,
        };
        self.machine.input_pointer(self.state, pointer)
    }

    /// A pointer with a number behind it that is named as one of elements leads to that many.
    fn lengths(&mut self, parameters: &[Parameter], frame: &Frame) {
        for (number, pair) in parameters.windows(2).enumerate() {
            let [pointer, length] = pair else { continue };
            let register = |number: usize| frame.registers[frame.code.parameters[number] as usize];
            let ty = frame.code.parameter_types[number + 1];
            let (Type::Int(width @ 8..=64), Some(value), Some(length_value)) = (
                ty,
                register(number).as_term(),
                register(number + 1).as_term(),
            ) else {
                continue;
            };
            let source = length.source_type;
            let counts = is_length(&length.name, self.is_constant_text(pointer))
                || source.is_some_and(|ty| self.is_size(ty));
            let Some(id) = self.state.heap.pointer_of(value).filter(|_| counts) else {
                continue;
            };
            // What a text is copied to is that long, the text ends where it ends.
            let target = number.checked_sub(1).filter(|&target| {
                let target = &parameters[target];
                let texts = self.is_text(pointer) && self.is_text(target);
                texts && self.is_constant_text(pointer) && !self.is_constant_text(target)
            });
            // A name says more than a place: `slen` is the length of `s`.
            let mut before = (0..=number).rev();
            let named = before.find(|&it| is_length_of(&length.name, &parameters[it].name));
            let target = named.or(target).and_then(|target| {
                let value = register(target).as_term()?;
                Some((self.state.heap.pointer_of(value)?, &parameters[target]))
            });
            let (id, pointer) = target.unwrap_or((id, pointer));
            if self.machine.is_told(&pointer.name) {
                continue;
            }
            let count = self.state.heap.get(id).and_then(LazyReference::pointer);
            let count = count.map_or(0, |pointer| pointer.count);
            let elements = self.elements(length_value, width, source, count);
            self.state.heap.set_length(id, elements);
            self.state.note_bound(Bound::LengthParameters);
        }
    }

    /// A number of elements of 64 bits. Where a signed one is negative it does not say how many there are:
    /// all that an object has.
    fn elements(
        &mut self,
        length: Term,
        width: u32,
        source: Option<SourceTypeId>,
        all: u64,
    ) -> Term {
        let resolved = source.map(|ty| self.program.resolved_type(ty));
        let signed = resolved.is_some_and(|ty| {
            matches!(
                self.program.source_type(ty),
                SourceType::Int { signed: true, .. }
            )
        });
        let pool = &mut self.machine.pool;
        let elements = pool.zero_extend(length, 64);
        if !signed {
            return elements;
        }
        let zero = pool.bv(width, 0);
        let negative = pool.slt(length, zero);
        let all = pool.bv(64, all);
        pool.ite(negative, all, elements)
    }

    /// True for pointers to `char`.
    fn is_text(&self, parameter: &Parameter) -> bool {
        let resolved = |ty| self.program.source_type(self.program.resolved_type(ty));
        match parameter.source_type.map(resolved) {
            Some(SourceType::Pointer { target }) => is_character(resolved(*target)),
            _ => false,
        }
    }

    /// True for `const char *`.
    fn is_constant_text(&self, parameter: &Parameter) -> bool {
        let ty = parameter
            .source_type
            .map(|ty| self.program.resolved_type(ty));
        let Some(SourceType::Pointer { target }) = ty.map(|ty| self.program.source_type(ty)) else {
            return false;
        };
        let constant = |ty: &SourceType| matches!(ty, SourceType::Qualified { qualifier, .. } if qualifier == "const");
        let character = self.program.resolved_type(*target);
        constant(self.program.source_type(*target))
            && is_character(self.program.source_type(character))
    }

    /// True for `size_t`.
    fn is_size(&self, mut ty: SourceTypeId) -> bool {
        loop {
            match self.program.source_type(ty) {
                SourceType::Typedef { name, .. } if name == "size_t" => return true,
                SourceType::Typedef { target, .. } | SourceType::Qualified { target, .. } => {
                    ty = *target;
                }
                _ => return false,
            }
        }
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
