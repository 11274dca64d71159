//! Ends of paths, warnings, and mathematical functions.

use crate::fault::{Fault, Outcome, error, unsupported};
use crate::interpret::Run;
use crate::memory::address::NULL_WINDOW;
use crate::{Bound, Cell, Surrounding};
use ir::ErrorKind;
use semantics::math;
use term::{Bits, Sort};

impl Run<'_> {
    pub(super) fn program_error(&mut self, kind: Cell, message: Cell) -> Outcome<()> {
        let (name, message) = (self.c_string(kind)?, self.c_string(message)?);
        match ErrorKind::from_name(&name) {
            Some(kind) => error(kind, message),
            None => unsupported(format!("an error of the unknown kind `{name}`: {message}")),
        }
    }

    pub(super) fn exit(&mut self, status: Cell) -> Outcome<()> {
        let status = self.settled_cell(status)?;
        let status = self.under_model(status);
        Err(Box::new(Fault::Exit(status as i32)))
    }

    pub(super) fn killed(&mut self, signal: Cell) -> Outcome<()> {
        let signal = self.pin(signal, 32)?;
        Err(Box::new(Fault::Killed(signal as i32)))
    }

    pub(super) fn model_unsupported(&mut self, name: Cell) -> Outcome<()> {
        let name = self.c_string(name)?;
        unsupported(name)
    }

    pub(super) fn approximation(&mut self, name: Cell) -> Outcome<()> {
        let name = self.c_string(name)?;
        let Some(surrounding) = Surrounding::from_name(&name) else {
            return unsupported(format!("an approximation of the unknown kind `{name}`"));
        };
        let site = self.user_site();
        self.state
            .note_bound(Bound::Surroundings(surrounding, site));
        Ok(())
    }

    /// Null and small numbers in pointers are the same everywhere.
    pub(super) fn address_seen(&mut self, address: Cell) {
        if address.as_term().is_none() && address.bits < NULL_WINDOW {
            return;
        }
        let site = self.user_site();
        let seen = Bound::Surroundings(Surrounding::Addresses, site);
        self.state.note_bound(seen);
    }

    /// The text of a warning that was not given before.
    pub(super) fn warning(&mut self, text: Cell) -> Outcome<Option<String>> {
        let text = self.c_string(text)?;
        Ok(self.new_warning(text))
    }

    /// A warning if it was not given before.
    pub(super) fn new_warning(&mut self, text: String) -> Option<String> {
        if !self.machine.warned.insert(text.clone()) {
            return None;
        }
        tracing::warn!(target: "vm", "{text}");
        Some(text)
    }

    /// A mathematical function: computed if the arguments are known, else an opaque term.
    pub(super) fn math(&mut self, function: Cell, arguments: &[Cell]) -> Outcome<Cell> {
        let number = self.pin(function, 32)? as u32;
        let arity = arguments.len() as u32;
        let Some(found) = math::find(number, arity) else {
            return unsupported(format!(
                "mathematical function {number} of {arity} arguments"
            ));
        };
        if arguments
            .iter()
            .all(|argument| argument.as_term().is_none())
        {
            let bits: Vec<Bits> = arguments
                .iter()
                .map(|argument| Bits::new(64, argument.bits))
                .collect();
            return Ok(Cell::concrete((found.compute)(&bits).low_u64()));
        }
        let pool = &mut self.machine.pool;
        let opaque =
            *self.machine.math.entry((number, arity)).or_insert_with(|| {
                pool.register_opaque(found.name, Sort::BitVec(64), found.compute)
            });
        let terms: Vec<_> = arguments
            .iter()
            .map(|argument| self.term(*argument, 64))
            .collect();
        let term = self.machine.pool.opaque(opaque, &terms);
        Ok(Cell::from_term(&self.machine.pool, term))
    }
}
