//! Input files and environment variables.

use crate::fault::{Outcome, unsupported};
use crate::memory::object::FreeText;
use crate::run::{Access, Run};
use crate::{Cell, Contents, InputOrigin, Machine, State, Text};
use std::sync::Arc;
use term::Term;

impl Machine {
    /// The free bytes of a file, argument or environment variable: made an input when first asked
    /// for, the same afterwards.
    pub(crate) fn contents_input(
        &mut self,
        state: &mut State,
        origin: InputOrigin,
        name: &str,
        size: u64,
    ) -> Arc<[Term]> {
        if let Some((_, terms)) = state
            .texts
            .contents
            .iter()
            .find(|(other, _)| *other == origin)
        {
            return Arc::clone(terms);
        }
        let record = self.bytes_input(state, origin, name, size);
        state
            .texts
            .contents
            .push((origin, Arc::clone(&record.terms)));
        record.terms
    }
}

impl Run<'_> {
    fn file(&mut self, file: Cell) -> Outcome<(u32, crate::InputFile)> {
        let file = self.pin(file, 32)? as u32;
        match self.machine.options.files.get(file as usize) {
            Some(found) => Ok((file, found.clone())),
            None => unsupported(format!("input file number {file}, which does not exist")),
        }
    }

    /// Writes text to a buffer of a program as far as it reaches; its length.
    fn give_text(&mut self, text: &[Cell], buffer: Cell, size: Cell) -> Outcome<Cell> {
        let size = self.pin(size, 64)?.min(text.len() as u64);
        if size > 0 {
            let (id, offset) = self.resolve_fixed(buffer, size, Access::Write)?;
            let (object, pool) = self.object_and_pool(id);
            for (at, &byte) in text[..size as usize].iter().enumerate() {
                object.write(pool, offset as usize + at, byte, 8);
            }
        }
        Ok(Cell::concrete(text.len() as u64))
    }

    pub(super) fn file_name(&mut self, file: Cell, buffer: Cell, size: Cell) -> Outcome<Cell> {
        let (_, file) = self.file(file)?;
        let mut name: Vec<Cell> = file
            .name
            .bytes()
            .map(|byte| Cell::concrete(u64::from(byte)))
            .collect();
        name.push(Cell::ZERO);
        let length = file.name.len() as u64;
        self.give_text(&name, buffer, size)?;
        Ok(Cell::concrete(length))
    }

    pub(super) fn program_name(&mut self, buffer: Cell, size: Cell) -> Outcome<Cell> {
        let name = self.machine.options.program_name.bytes();
        let mut text: Vec<Cell> = name.map(|byte| Cell::concrete(u64::from(byte))).collect();
        let length = text.len() as u64;
        text.push(Cell::ZERO);
        self.give_text(&text, buffer, size)?;
        Ok(Cell::concrete(length))
    }

    pub(super) fn file_size(&mut self, file: Cell) -> Outcome<Cell> {
        let (_, file) = self.file(file)?;
        Ok(Cell::concrete(match file.contents {
            Contents::Bytes(bytes) => bytes.len() as u64,
            Contents::Symbolic(size) => size,
        }))
    }

    pub(super) fn file_contents(&mut self, file: Cell, buffer: Cell) -> Outcome<()> {
        let (number, file) = self.file(file)?;
        let size = match &file.contents {
            Contents::Bytes(bytes) => bytes.len() as u64,
            Contents::Symbolic(size) => *size,
        };
        if size == 0 {
            return Ok(());
        }
        let (id, offset) = self.resolve_fixed(buffer, size, Access::Write)?;
        let offset = offset as usize;
        match &file.contents {
            Contents::Bytes(bytes) => {
                let (object, pool) = self.object_and_pool(id);
                object.flatten(pool);
                object.write_bytes(offset, bytes);
            }
            Contents::Symbolic(_) => {
                let origin = InputOrigin::File(number);
                let name = if file.name == "-" {
                    "stdin"
                } else {
                    &file.name
                };
                let terms = self.machine.contents_input(self.state, origin, name, size);
                let (object, pool) = self.object_and_pool(id);
                for (at, &term) in terms.iter().enumerate() {
                    object.write(pool, offset + at, Cell::symbolic(term), 8);
                }
            }
        }
        Ok(())
    }

    pub(super) fn environment(&mut self, index: Cell, buffer: Cell, size: Cell) -> Outcome<Cell> {
        let index = self.pin(index, 32)? as u32;
        let Some(text) = self
            .machine
            .options
            .environment
            .get(index as usize)
            .cloned()
        else {
            return unsupported(format!(
                "environment variable {index}, which does not exist"
            ));
        };
        let wanted = self.pin(size, 64)?;
        let (fixed, free) = match &text {
            Text::Fixed(bytes) => (bytes, 0),
            Text::Symbolic { prefix, length } => (prefix, *length),
        };
        let length = fixed.len() as u64 + free;
        if wanted == 0 {
            return Ok(Cell::concrete(length));
        }
        // Where it goes is checked first: the input is made once.
        let checked = wanted.min(length + 1);
        self.resolve_fixed(buffer, checked, Access::Write)?;
        let mut bytes = self.text_bytes(&text, InputOrigin::Environment(index));
        bytes.push(Cell::ZERO);
        self.give_text(&bytes, buffer, Cell::concrete(wanted))?;
        if free > 0 {
            self.end_text(
                buffer,
                length + 1,
                fixed.len() as u64,
                InputOrigin::Environment(index),
            )?;
        }
        Ok(Cell::concrete(length))
    }

    /// Has an object that holds nothing but an input string end where the string does.
    fn end_text(
        &mut self,
        buffer: Cell,
        size: u64,
        prefix: u64,
        origin: InputOrigin,
    ) -> Outcome<()> {
        let (id, offset) = self.resolve_fixed(buffer, 1, Access::Write)?;
        let contents = self.state.texts.contents.iter();
        let mut contents = contents.filter(|(other, _)| *other == origin);
        let Some(bytes) = contents.next().map(|(_, bytes)| Arc::clone(bytes)) else {
            return Ok(());
        };
        let (object, _) = self.object_and_pool(id);
        if offset == 0 && object.size() == size {
            object.text = Some(Arc::new(FreeText::of_bytes(prefix, bytes)));
        }
        Ok(())
    }

    /// Bytes of a text, the free ones an input.
    fn text_bytes(&mut self, text: &Text, origin: InputOrigin) -> Vec<Cell> {
        let (fixed, free) = match text {
            Text::Fixed(bytes) => (bytes, 0),
            Text::Symbolic { prefix, length } => (prefix, *length),
        };
        let mut bytes: Vec<Cell> = fixed
            .iter()
            .map(|&byte| Cell::concrete(u64::from(byte)))
            .collect();
        if free > 0 {
            let name = String::from_utf8_lossy(fixed).into_owned();
            let name = name.trim_end_matches('=');
            let terms = self.machine.contents_input(self.state, origin, name, free);
            bytes.extend(terms.iter().map(|&term| Cell::symbolic(term)));
        }
        bytes
    }

    /// Bytes of the environment variable of that index, if there are so many.
    pub(in crate::intrinsics) fn environment_bytes(&mut self, index: u32) -> Option<Vec<Cell>> {
        let text = self.machine.options.environment.get(index as usize)?;
        let text = text.clone();
        Some(self.text_bytes(&text, InputOrigin::Environment(index)))
    }

    /// Bytes of standard input, if it is an input file.
    pub(in crate::intrinsics) fn stdin_bytes(&mut self) -> Option<Vec<Cell>> {
        let files = &self.machine.options.files;
        let number = files.iter().position(|file| file.name == "-")?;
        Some(match files[number].contents.clone() {
            Contents::Bytes(bytes) => {
                let cells = bytes.iter().map(|&byte| Cell::concrete(u64::from(byte)));
                cells.collect()
            }
            Contents::Symbolic(size) => {
                let origin = InputOrigin::File(number as u32);
                let machine = &mut *self.machine;
                let terms = machine.contents_input(self.state, origin, "stdin", size);
                terms.iter().map(|&term| Cell::symbolic(term)).collect()
            }
        })
    }
}
