//! Inputs by name, and what the code under test tells of itself.

use crate::fault::{Outcome, unsupported};
use crate::run::Run;
use crate::state::{Frame, ObservedValue};
use crate::{Cell, InputOrigin};
use ir::Primitive;

impl Run<'_> {
    /// The primitive type of a descriptor's letter.
    pub(super) fn primitive(&mut self, kind: Cell) -> Outcome<Primitive> {
        let letter = self.pin(kind, 32)? as u8 as char;
        let found = Primitive::ALL
            .into_iter()
            .find(|primitive| primitive.letter() == letter);
        match found {
            Some(primitive) => Ok(primitive),
            None => unsupported(format!("an input of the unknown kind {letter:?}")),
        }
    }

    pub(super) fn input_value(&mut self, kind: Cell, name: Cell) -> Outcome<Cell> {
        let primitive = self.primitive(kind)?;
        let name = self.string_text(name)?;
        Ok(self.primitive_input(primitive, &name, InputOrigin::Program, 64))
    }

    /// Whether something that the host gives is an input. What the library's classes look at when they
    /// are initialised is none: the program does not see it, but for orders that it leaves open.
    pub(super) fn host_is_free(&mut self, source: Cell) -> Outcome<Cell> {
        let free = self.machine.options.free_host;
        let is_free = match self.pin(source, 32)? {
            0 => free.clock,
            1 => free.random,
            other => return unsupported(format!("source {other} of values of the host")),
        };
        let initialises =
            |frame: &Frame| !frame.code.user && frame.code.name.contains(".<clinit>(");
        let hidden = is_free && self.frame.chain().any(initialises);
        Ok(Cell::concrete(u64::from(is_free && !hidden)))
    }

    pub(super) fn host_value(&mut self, kind: Cell, name: Cell) -> Outcome<Cell> {
        let primitive = self.primitive(kind)?;
        let name = self.string_text(name)?;
        Ok(self.primitive_input(primitive, &name, InputOrigin::Host, 64))
    }

    pub(super) fn observe(&mut self, kind: Cell, value: Cell) -> Outcome<()> {
        let kind = self.pin(kind, 32)? as u8 as char;
        self.state.observed.push(ObservedValue { kind, value });
        Ok(())
    }
}
