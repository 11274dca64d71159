//! How paths begin.

use crate::code::Addresses;
use crate::memory::{Memory, Object, ObjectId, ObjectInfo, ObjectKind, address};
use crate::state::{Frame, INITIALISE, Stage};
use crate::{Bound, Cell, InputOrigin, Machine, StartError, State, Text};
use ir::{FunctionId, Initialiser, Location, Program, SourceType, SourceTypeId, Type};
use std::sync::Arc;

/// Memory with the globals in it. Functions take numbers but hold nothing.
pub(crate) fn initial_memory(program: &dyn Program, addresses: &dyn Addresses) -> Memory {
    let mut memory = Memory::default();
    for _ in 0..=program.function_count() {
        memory.add_empty();
    }
    for global in program.globals() {
        let kind = match (global.external, global.constant) {
            (true, _) => ObjectKind::External,
            (false, true) => ObjectKind::Constant,
            (false, false) => ObjectKind::Global,
        };
        let mut object = Object::new(argument_info(kind, &global.name, global.size), 0);
        for (offset, initialiser) in &global.initialisers {
            let word;
            let bytes: &[u8] = match initialiser {
                Initialiser::Bytes(bytes) => bytes,
                Initialiser::Global(target, plus) => {
                    word = addresses
                        .global(*target)
                        .wrapping_add(*plus as u64)
                        .to_le_bytes();
                    &word
                }
                Initialiser::Function(target) => {
                    word = addresses.function(*target).to_le_bytes();
                    &word
                }
            };
            object.write_bytes(*offset as usize, bytes);
        }
        memory.add(object);
    }
    memory
}

fn argument_info(kind: ObjectKind, name: &str, size: u64) -> Arc<ObjectInfo> {
    let location = Location::default();
    Arc::new(ObjectInfo {
        kind,
        name: name.to_owned(),
        size,
        function: None,
        location,
    })
}

impl Machine {
    /// A state that stands at the beginning of `main`, with these arguments (the first is the
    /// program's name), under the model in which all inputs are zero.
    ///
    /// # Errors
    /// If there is no `main` with a body, or it has parameters unknown to C.
    pub fn start_main(&mut self, arguments: &[Text]) -> Result<State, StartError> {
        let main = self
            .program
            .find_function("main")
            .ok_or_else(|| StartError::NoFunction("main".to_owned()))?;
        let mut state = State::new(self.memory.clone());
        state.entry_is_main = true;
        let mut frame = self.entry_frame(main)?;
        let types = frame.code.parameter_types.clone();
        let known = [Type::Int(32), Type::Ptr, Type::Ptr];
        if types.len() > known.len() || types[..] != known[..types.len()] {
            return Err(StartError::MainParameters);
        }
        let environment = self.options.environment.clone();
        let argv = self.string_array(&mut state, "argv", arguments, InputOrigin::Argument);
        let takes_environment = types.len() > 2;
        let envp = match takes_environment {
            true => self.string_array(&mut state, "envp", &environment, InputOrigin::Environment),
            false => 0,
        };
        let values = [arguments.len() as u64, argv, envp];
        for (&parameter, value) in frame.code.parameters.iter().zip(values) {
            frame.registers[parameter as usize] = Cell::concrete(value);
        }
        Ok(self.begin_state(state, frame))
    }

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
        for (number, parameter) in declaration.parameters.iter().enumerate() {
            let name = match parameter.name.as_str() {
                "" => format!("arg{number}"),
                name => name.to_owned(),
            };
            let ty = frame.code.parameter_types[number];
            let origin = InputOrigin::Parameter(number as u32);
            let source = parameter.source_type.map(|id| self.unqualified(id));
            let value = match (ty, parameter.by_value_size, source) {
                (Type::Ptr, Some(size), source) => {
                    let depth = self.options.pointer_depth;
                    Cell::concrete(
                        self.fresh_object(&mut state, origin, &name, source, size, depth),
                    )
                }
                (Type::Ptr, None, Some(SourceType::Pointer { target })) => {
                    state.note_bound(Bound::PointerArguments);
                    let depth = self.options.pointer_depth;
                    Cell::concrete(self.fresh_target(&mut state, origin, &name, target, depth))
                }
                (Type::Ptr, None, _) => {
                    state.note_bound(Bound::PointerDepth);
                    Cell::concrete(0)
                }
                (Type::Int(_) | Type::Float(_), _, source) => {
                    let (type_name, width) = scalar_type(source.as_ref(), ty);
                    let record = self.scalar_input(&mut state, origin, &name, &type_name, width);
                    self.fit(record.terms[0], ty.width())
                }
            };
            frame.registers[frame.code.parameters[number] as usize] = value;
        }
        Ok(self.begin_state(state, frame))
    }

    fn entry_frame(&mut self, function: FunctionId) -> Result<Frame, StartError> {
        match self.code(function)? {
            Some(code) => Ok(Frame::new(code, Vec::new())),
            None => {
                let name = self.program.function(function)?.name.clone();
                Err(StartError::NoBody(name))
            }
        }
    }

    /// Puts the constructors before the entry function.
    fn begin_state(&mut self, mut state: State, frame: Frame) -> State {
        let entry = Arc::new(frame);
        state.frame = Some(match self.code_of(INITIALISE) {
            Some(code) => {
                let mut initialise = Frame::new(code, Vec::new());
                initialise.depth = 1;
                initialise.serial = 1;
                initialise.caller = Some(entry);
                state.serials = 1;
                state.stage = Stage::Initialising;
                Arc::new(initialise)
            }
            None => entry,
        });
        state
    }

    /// A value of an input cut or extended to the width of a register.
    fn fit(&mut self, term: term::Term, width: u32) -> Cell {
        let term = match self.pool.width(term) {
            have if have > width => self.pool.extract(term, width - 1, 0),
            have if have < width => self.pool.zero_extend(term, width),
            _ => term,
        };
        Cell::from_term(&self.pool, term)
    }

    /// An array of pointers to strings, ended by a null pointer; its address.
    fn string_array(
        &mut self,
        state: &mut State,
        name: &str,
        texts: &[Text],
        origin: fn(u32) -> InputOrigin,
    ) -> u64 {
        let size = (texts.len() as u64 + 1) * 8;
        let mut array = Object::new(argument_info(ObjectKind::Argument, name, size), 0);
        for (number, text) in texts.iter().enumerate() {
            let string = {
                let origin = origin(number as u32);
                self.text_object(state, &format!("{name}[{number}]"), text, origin)
            };
            array.write_bytes(number * 8, &address(string, 0).to_le_bytes());
        }
        address(state.memory.add(array), 0)
    }

    /// A string object.
    fn text_object(
        &mut self,
        state: &mut State,
        name: &str,
        text: &Text,
        origin: InputOrigin,
    ) -> ObjectId {
        let (fixed, free): (&[u8], u64) = match text {
            Text::Fixed(bytes) => (bytes, 0),
            Text::Symbolic { prefix, length } => (prefix, *length),
        };
        let size = fixed.len() as u64 + free + 1;
        let mut object = Object::new(argument_info(ObjectKind::Argument, name, size), 0);
        object.write_bytes(0, fixed);
        if free > 0 {
            let terms = self.contents_input(state, origin, name, free);
            for (at, &term) in terms.iter().enumerate() {
                object.write(&mut self.pool, fixed.len() + at, Cell::symbolic(term), 8);
            }
        }
        state.memory.add(object)
    }

    /// A source type without typedefs and qualifiers.
    fn unqualified(&self, mut id: SourceTypeId) -> SourceType {
        loop {
            match self.program.source_type(id) {
                SourceType::Typedef { target, .. } | SourceType::Qualified { target, .. } => {
                    id = *target;
                }
                other => return other.clone(),
            }
        }
    }

    fn size_of(&self, ty: &SourceType) -> u64 {
        match ty {
            SourceType::Void | SourceType::Function { .. } => 0,
            SourceType::Int { width, .. } | SourceType::Enum { width, .. } => {
                u64::from(width.div_ceil(8))
            }
            SourceType::Float { size, .. } | SourceType::Record { size, .. } => *size,
            SourceType::Pointer { .. } => 8,
            SourceType::Array { element, count } => {
                self.size_of(&self.unqualified(*element)) * count
            }
            SourceType::Typedef { target, .. } | SourceType::Qualified { target, .. } => {
                self.size_of(&self.unqualified(*target))
            }
        }
    }

    /// A fresh array for a pointer of the function under test; its address, or 0 where what it
    /// points to is not known.
    fn fresh_target(
        &mut self,
        state: &mut State,
        origin: InputOrigin,
        name: &str,
        target: SourceTypeId,
        depth: u32,
    ) -> u64 {
        let ty = self.unqualified(target);
        // Memory behind a `void *` is bytes.
        let size = if ty == SourceType::Void {
            1
        } else {
            self.size_of(&ty)
        };
        if depth == 0 || size == 0 {
            state.note_bound(Bound::PointerDepth);
            return 0;
        }
        // An array of structures that point to arrays of structures grows beyond use.
        let nested = depth < self.options.pointer_depth;
        let elements = match ty {
            SourceType::Record { .. } if nested => 1,
            _ => self.options.pointer_elements.max(1),
        };
        let info = argument_info(ObjectKind::Argument, &format!("*{name}"), size * elements);
        let mut object = Object::new(info, 0);
        for element in 0..elements {
            let element_name = format!("{name}[{element}]");
            let at = element * size;
            self.fill(
                state,
                origin,
                &mut object,
                at,
                &element_name,
                &ty,
                size,
                depth - 1,
            );
        }
        address(state.memory.add(object), 0)
    }

    /// A fresh object for an aggregate passed by value; its address.
    fn fresh_object(
        &mut self,
        state: &mut State,
        origin: InputOrigin,
        name: &str,
        ty: Option<SourceType>,
        size: u64,
        depth: u32,
    ) -> u64 {
        let mut object = Object::new(argument_info(ObjectKind::Argument, name, size), 0);
        let mut ty = ty.unwrap_or(SourceType::Void);
        if let SourceType::Pointer { target } = ty {
            // Debug information may describe the hidden pointer rather than the aggregate.
            ty = self.unqualified(target);
        }
        self.fill(state, origin, &mut object, 0, name, &ty, size, depth);
        address(state.memory.add(object), 0)
    }

    /// Fills a part of an object with inputs, as its type describes; nesting of types is bounded by
    /// the program's text.
    #[allow(clippy::too_many_arguments)]
    fn fill(
        &mut self,
        state: &mut State,
        origin: InputOrigin,
        object: &mut Object,
        at: u64,
        name: &str,
        ty: &SourceType,
        size: u64,
        depth: u32,
    ) {
        match ty {
            SourceType::Int { .. } | SourceType::Enum { .. } | SourceType::Float { .. } => {
                let (type_name, width) = scalar_type(Some(ty), Type::Int(size as u32 * 8));
                let record = self.scalar_input(state, origin, name, &type_name, width);
                object.write(
                    &mut self.pool,
                    at as usize,
                    Cell::symbolic(record.terms[0]),
                    width,
                );
            }
            SourceType::Pointer { target } => {
                let value = self.fresh_target(state, origin, name, *target, depth);
                object.write_bytes(at as usize, &value.to_le_bytes());
            }
            SourceType::Array { element, count } => {
                let element = self.unqualified(*element);
                let size = self.size_of(&element);
                if matches!(element, SourceType::Int { width: 8, .. }) {
                    return self.fill_bytes(state, origin, object, at, name, size * count);
                }
                for number in 0..*count {
                    let name = format!("{name}[{number}]");
                    self.fill(
                        state,
                        origin,
                        object,
                        at + number * size,
                        &name,
                        &element,
                        size,
                        depth,
                    );
                }
            }
            SourceType::Record {
                union: false,
                members,
                ..
            } if members.iter().all(|member| member.bit_width.is_none()) => {
                for member in members {
                    let ty = self.unqualified(member.ty);
                    let size = self.size_of(&ty);
                    let name = format!("{name}.{}", member.name);
                    let at = at + member.bit_offset / 8;
                    self.fill(state, origin, object, at, &name, &ty, size, depth);
                }
            }
            // Unions and bit-fields share bytes: they are free as bytes.
            SourceType::Record { .. } | SourceType::Void => {
                self.fill_bytes(state, origin, object, at, name, size);
            }
            SourceType::Function { .. } => {}
            SourceType::Typedef { target, .. } | SourceType::Qualified { target, .. } => {
                let ty = self.unqualified(*target);
                self.fill(state, origin, object, at, name, &ty, size, depth);
            }
        }
    }

    fn fill_bytes(
        &mut self,
        state: &mut State,
        origin: InputOrigin,
        object: &mut Object,
        at: u64,
        name: &str,
        size: u64,
    ) {
        if size == 0 {
            return;
        }
        let record = self.bytes_input(state, origin, name, size);
        for (byte, &term) in record.terms.iter().enumerate() {
            object.write(&mut self.pool, at as usize + byte, Cell::symbolic(term), 8);
        }
    }
}

/// C name and width of a scalar input.
fn scalar_type(source: Option<&SourceType>, ty: Type) -> (String, u32) {
    match source {
        Some(SourceType::Int { name, width, .. }) => (name.clone(), *width),
        Some(SourceType::Float { name, format, .. }) => (name.clone(), format.width()),
        Some(SourceType::Enum { width, signed, .. }) => (
            if *signed { "int" } else { "unsigned int" }.to_owned(),
            *width,
        ),
        _ => (crate::interpret::type_name(ty).to_owned(), ty.width()),
    }
}
