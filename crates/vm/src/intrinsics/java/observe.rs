//! Inputs by name, and what the code under test tells of itself.

use crate::fault::{Outcome, unsupported};
use crate::run::Run;
use crate::state::{Frame, ObservedValue};
use crate::{Cell, InputOrigin};
use ir::Primitive;

/// Classes of the library that look for a seed of random numbers when they are initialised.
const SEEDED: &[&str] = &[
    "java.lang.Math$RandomNumberGeneratorHolder",
    "java.lang.StrictMath$RandomNumberGeneratorHolder",
    "java.util.SplittableRandom",
    "java.util.concurrent.ThreadLocalRandom",
];

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
    /// are initialised is none, but for seeds: the program does not see it, but for orders that it leaves open.
    pub(super) fn host_is_free(&mut self, source: Cell) -> Outcome<Cell> {
        let free = self.machine.options.free_host;
        let is_free = match self.pin(source, 32)? {
            0 => free.clock,
            1 => free.random,
            other => return unsupported(format!("source {other} of values of the host")),
        };
        let hidden = |frame: &Frame| {
            let class = frame.code.name.split_once(".<clinit>(");
            !frame.code.user && class.is_some_and(|(class, _)| !SEEDED.contains(&class))
        };
        if self.frame.chain().any(hidden) {
            return Ok(Cell::ZERO);
        }
        self.state.asked_host |= !is_free;
        let asked = is_free || self.machine.probes_host();
        self.probes_next = asked && !is_free;
        Ok(Cell::concrete(u64::from(asked)))
    }

    pub(super) fn host_value(&mut self, kind: Cell, name: Cell) -> Outcome<Cell> {
        let primitive = self.primitive(kind)?;
        if std::mem::take(&mut self.probes_next) {
            let term = self.machine.probe(64);
            return Ok(Cell::from_term(&self.machine.pool, term));
        }
        let name = self.string_text(name)?;
        Ok(self.primitive_input(primitive, &name, InputOrigin::Host, 64))
    }

    pub(super) fn observe(&mut self, kind: Cell, value: Cell) -> Outcome<()> {
        let kind = self.pin(kind, 32)? as u8 as char;
        self.state.observed.push(ObservedValue { kind, value });
        Ok(())
    }
}
