//! How paths begin.

use crate::initial_memory::argument_info;
use crate::memory::object::FreeText;
use crate::memory::{Object, ObjectId, ObjectKind, address};
use crate::state::{Frame, INITIALISE, Stage};
use crate::{Cell, InputOrigin, Machine, StartError, State, Text};
use ir::{FunctionId, Type};
use std::sync::Arc;

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

    pub(crate) fn entry_frame(&mut self, function: FunctionId) -> Result<Frame, StartError> {
        match self.code(function)? {
            Some(code) => Ok(Frame::new(code, Vec::new())),
            None => {
                let name = self.program.function(function)?.name.clone();
                Err(StartError::NoBody(name))
            }
        }
    }

    /// Puts the constructors before the entry function.
    pub(crate) fn begin_state(&mut self, mut state: State, frame: Frame) -> State {
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

    /// An array of pointers to strings, ended by a null pointer; its address.
    fn string_array(
        &mut self,
        state: &mut State,
        name: &str,
        texts: &[Text],
        origin: fn(u32) -> InputOrigin,
    ) -> u64 {
        let pointer_size = self.program.pointer_size();
        let size = (texts.len() as u64 + 1) * pointer_size;
        let mut array = Object::new(argument_info(ObjectKind::Argument, name, size), 0);
        for (number, text) in texts.iter().enumerate() {
            let string = {
                let origin = origin(number as u32);
                self.text_object(state, &format!("{name}[{number}]"), text, origin)
            };
            let at = number * pointer_size as usize;
            match self.program.has_narrow_pointers() {
                true => {
                    let place = state.memory.give_flat_place(string, false);
                    let place = place.expect("a path begins with few objects");
                    let base = place.map_or(0, |place| place.base);
                    array.write_bytes(at, &base.to_le_bytes());
                }
                false => array.write_bytes(at, &address(string, 0).to_le_bytes()),
            }
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
            let prefix = fixed.len() as u64;
            object.text = Some(Arc::new(FreeText::of_bytes(prefix, terms)));
        }
        state.memory.add(object)
    }
}
