//! The calls under way, as exceptions tell of them.

use crate::code::Code;
use crate::fault::{Fault, Outcome, Uncaught, unsupported};
use crate::memory::address;
use crate::run::Run;
use crate::state::{Frame, InitialContents, InputObject};
use crate::{BY_CALLS, Cell, Error, StackEntry};
use ir::{ErrorKind, Function, FunctionId, HEADER_SIZE, Location};
use std::sync::Arc;

/// Calls that an exception tells of at the most.
const CALLS_TOLD: usize = 1024;

/// True for functions that are not in the source program: made by the front end, or of library
/// models.
fn is_synthetic(code: &Code) -> bool {
    code.name.starts_with('<') || code.name.starts_with("wayfarer.")
}

/// Class and name of a method from the name of its function.
fn split_name(name: &str) -> (&str, &str) {
    let end = name.find('(').unwrap_or(name.len());
    name[..end].rsplit_once('.').unwrap_or(("", &name[..end]))
}

impl Run<'_> {
    pub(super) fn backtrace(&mut self, exception: Cell) -> Outcome<Cell> {
        let Some(class) = self.machine.objects().well_known().ints else {
            return unsupported("stack traces, for which the program has no class int[]");
        };
        let constructs = |frame: &Frame| {
            let this = frame.code.parameters.first();
            this.is_some_and(|&slot| frame.registers.get(slot as usize) == Some(&exception))
        };
        let mut words: Vec<u32> = Vec::new();
        let mut thrown = false;
        for (depth, frame) in self.frame.chain().enumerate() {
            // The innermost frame's registers are with the interpreter.
            thrown |= depth > 0 && !is_synthetic(&frame.code) && !constructs(frame);
            if !thrown || is_synthetic(&frame.code) {
                continue;
            }
            let line = frame.code.places[frame.position(depth == 0)].location.line;
            words.extend([frame.code.function.0, line]);
            if words.len() >= 2 * CALLS_TOLD {
                break;
            }
        }
        let array = self.new_array(class, words.len() as u32)?;
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        if !bytes.is_empty() {
            let (object, _) = self.object_and_pool(array);
            object.write_bytes(HEADER_SIZE as usize, &bytes);
        }
        Ok(Cell::concrete(address(array, 0)))
    }

    fn function(&mut self, id: Cell) -> Outcome<Arc<Function>> {
        let id = FunctionId(self.pin(id, 32)? as u32);
        match self.machine.program.function(id) {
            Ok(function) => Ok(function),
            Err(error) => unsupported(error.to_string()),
        }
    }

    pub(super) fn frame_class(&mut self, id: Cell) -> Outcome<Cell> {
        let function = self.function(id)?;
        self.new_text(split_name(&function.name).0)
    }

    pub(super) fn frame_method(&mut self, id: Cell) -> Outcome<Cell> {
        let function = self.function(id)?;
        self.new_text(split_name(&function.name).1)
    }

    pub(super) fn frame_file(&mut self, id: Cell) -> Outcome<Cell> {
        let function = self.function(id)?;
        let Some(file) = function.location.file else {
            return Ok(Cell::ZERO);
        };
        let path = self.machine.program.file(file).to_owned();
        let name = path.rsplit('/').next().unwrap_or(&path);
        self.new_text(name)
    }

    pub(super) fn caller_class(&mut self, depth: Cell) -> Outcome<Cell> {
        let depth = self.pin(depth, 32)? as usize;
        let mut frames = self.frame.chain().filter(|f| !is_synthetic(&f.code));
        let name = frames
            .nth(depth)
            .map(|f| split_name(&f.code.name).0.to_owned());
        drop(frames);
        let Some(name) = name else {
            return Ok(Cell::ZERO);
        };
        match self.machine.objects().find_class(&name) {
            Some(class) => self.class_object(class).map(Cell::concrete),
            None => Ok(Cell::ZERO),
        }
    }

    /// The program ends by an exception that nothing caught.
    pub(super) fn uncaught(&mut self, exception: Cell, text: Cell) -> Outcome<()> {
        let text = self.string_text(text)?;
        let stack = self.exception_stack(exception)?;
        let class = self.class_of(exception)?;
        let class = self.machine.class_info(class)?.class.name.clone();
        let uncaught = Uncaught { class, text, stack };
        Err(Box::new(Fault::Uncaught(Box::new(uncaught))))
    }

    /// The calls that an exception tells of, innermost first; none if it has no backtrace.
    fn exception_stack(&mut self, exception: Cell) -> Outcome<Vec<StackEntry>> {
        let Some(layout) = self.machine.objects().well_known().throwable else {
            return Ok(Vec::new());
        };
        let backtrace = self.get_field(exception, layout.backtrace, 64)?;
        if backtrace == Cell::ZERO {
            return Ok(Vec::new());
        }
        let length = self.get_field(backtrace, 4, 32)?;
        let length = self.pin(length, 32)?;
        let mut stack = Vec::new();
        for entry in 0..length / 2 {
            let offset = HEADER_SIZE as u32 + 8 * entry as u32;
            let id = self.get_field(backtrace, offset, 32)?;
            let line = self.get_field(backtrace, offset + 4, 32)?;
            let function = self.function(id)?;
            stack.push(StackEntry {
                function: FunctionId(self.pin(id, 32)? as u32),
                name: function.name.clone(),
                location: Location {
                    file: function.location.file,
                    line: self.pin(line, 32)? as u32,
                    column: 0,
                },
                user: function.user,
            });
        }
        Ok(stack)
    }

    /// The assumption that excludes an error of the path for sure, if it needs an object of the program
    /// in a state that calls may never bring about; else nothing.
    fn unless_by_calls(&self) -> String {
        let in_any_state = |object: &InputObject| {
            let objects = self.machine.objects();
            let is_closed = |class| {
                objects.class(class).is_ok_and(|class| class.user) && !objects.has_open_state(class)
            };
            matches!(object.initial, InitialContents::Fields(_))
                && object.class.is_some_and(is_closed)
        };
        let heap = &self.state.heap;
        match heap.are_told_apart() && heap.objects().iter().any(in_any_state) {
            true => BY_CALLS.to_owned(),
            false => String::new(),
        }
    }

    /// The error of an exception that nothing caught.
    pub(crate) fn uncaught_error(&self, uncaught: Uncaught) -> Error {
        let Uncaught {
            class,
            text,
            mut stack,
        } = uncaught;
        let here = Error {
            exception: class,
            assumption: self.unless_by_calls(),
            ..self.error(ErrorKind::UncaughtException, text)
        };
        if stack.is_empty() {
            return here;
        }
        let entry = stack.iter().find(|entry| entry.user).unwrap_or(&stack[0]);
        let (location, function) = (entry.location, entry.function);
        stack.shrink_to_fit();
        Error {
            location,
            function,
            stack,
            ..here
        }
    }
}

#[cfg(test)]
mod tests {
    use super::split_name;

    #[test]
    fn names_of_functions_are_split_at_the_method() {
        let split = |name| split_name(name);
        assert_eq!(split("a.b.C$D.f(La/b/X;)V"), ("a.b.C$D", "f"));
        assert_eq!(split("C.<init>()V"), ("C", "<init>"));
        assert_eq!(split("main"), ("", "main"));
    }
}
