//! Inputs by name, and what the code under test tells of itself.

use crate::fault::{Outcome, unsupported};
use crate::run::Run;
use crate::state::{Frame, ObservedValue};
use crate::{Cell, InputOrigin};
use ir::Primitive;

/// What a seed is called, of the values of the host.
const SEED: &str = "Random.seed";
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
    /// 0 if not, 2 for what is one only to see what depends on it ([`crate::Machine::probe_host`]).
    pub(super) fn host_is_free(&mut self, source: Cell) -> Outcome<Cell> {
        let free = self.machine.options.free_host;
        let is_free = match self.pin(source, 32)? {
            0 => free.clock,
            1 => free.random,
            other => return unsupported(format!("source {other} of values of the host")),
        };
        let initialised = |frame: &Frame| {
            let class = frame.code.name.split_once(".<clinit>(");
            class
                .filter(|_| !frame.code.user)
                .map(|(class, _)| SEEDED.contains(&class))
        };
        let is_seed = self.frame.chain().find_map(initialised);
        if is_seed == Some(false) {
            return Ok(Cell::ZERO);
        }
        self.state.asked_host |= !is_free;
        let answer = match is_free {
            true => 1,
            false if self.machine.probes_host() => 2,
            false => 0,
        };
        Ok(Cell::concrete(answer))
    }

    pub(super) fn host_value(&mut self, kind: Cell, name: Cell) -> Outcome<Cell> {
        let primitive = self.primitive(kind)?;
        let name = self.string_text(name)?;
        let free = self.machine.options.free_host;
        let is_free = match &*name == SEED {
            true => free.random,
            false => free.clock,
        };
        if !is_free {
            let term = self.machine.probe(64);
            return Ok(Cell::from_term(&self.machine.pool, term));
        }
        Ok(self.primitive_input(primitive, &name, InputOrigin::Host, 64))
    }

    pub(super) fn observe(&mut self, kind: Cell, value: Cell) -> Outcome<()> {
        let kind = self.pin(kind, 32)? as u8 as char;
        self.state.observed.push(ObservedValue { kind, value });
        Ok(())
    }
}
