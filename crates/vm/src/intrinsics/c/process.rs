//! Errors and warnings of library models, and what a path sees of its surroundings.

use crate::fault::{Fault, Outcome, error, unsupported};
use crate::memory::ObjectSlot;
use crate::memory::address::{NULL_WINDOW, split};
use crate::run::Run;
use crate::{ArmOutcome, Bound, Cell, Surrounding};
use ir::ErrorKind;

impl Run<'_> {
    pub(super) fn program_error(&mut self, kind: Cell, message: Cell) -> Outcome<()> {
        let (name, message) = (self.c_string(kind)?, self.c_string(message)?);
        match ErrorKind::from_name(&name) {
            Some(kind) => error(kind, message),
            None => unsupported(format!("an error of the unknown kind `{name}`: {message}")),
        }
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

    /// Addresses of one object lie in the same order in every run.
    pub(super) fn addresses_compared(&mut self, a: Cell, b: Cell) -> Outcome<()> {
        self.addresses_related(a, b, Surrounding::Addresses)
    }

    /// An object that is gone is no longer anywhere here; natively realloc may have left it where it was.
    pub(super) fn addresses_matched(&mut self, a: Cell, b: Cell) {
        let are_known = a.as_term().is_none() && b.as_term().is_none();
        let differ = split(a.bits).0 != split(b.bits).0;
        let is_gone = |cell: Cell| {
            let id = split(cell.bits).0;
            cell.bits >= NULL_WINDOW && matches!(self.state.memory.slot(id), ObjectSlot::Freed(_))
        };
        let may_be_gone = match are_known {
            true => differ && (is_gone(a) || is_gone(b)),
            false => self.state.memory.has_freed(),
        };
        if may_be_gone {
            let site = self.user_site();
            let seen = Bound::Surroundings(Surrounding::Addresses, site);
            self.state.note_bound(seen);
        }
    }

    /// Addresses of one object are as far from each other in every run. C does not say what the distance of others is: who calls
    /// the function under test gives it none to ask for that.
    pub(super) fn addresses_subtracted(&mut self, a: Cell, b: Cell) -> Outcome<()> {
        let is_given = self.is_input_pointer(a) || self.is_input_pointer(b);
        let seen = match is_given {
            true => Surrounding::Distances,
            false => Surrounding::Addresses,
        };
        self.addresses_related(a, b, seen)
    }

    fn addresses_related(&mut self, a: Cell, b: Cell, seen: Surrounding) -> Outcome<()> {
        let a = self.settled_pointer(a, ArmOutcome::Continue, None)?;
        let b = self.settled_pointer(b, ArmOutcome::Continue, None)?;
        let is_null = |cell: Cell| cell.as_term().is_none() && cell.bits < NULL_WINDOW;
        let object = self.only_object(a);
        let is_one = object.is_some() && object == self.only_object(b);
        let are_null = is_null(a) && is_null(b);
        if !is_one && !are_null {
            let site = self.user_site();
            self.state.note_bound(Bound::Surroundings(seen, site));
        }
        Ok(())
    }

    /// The text of a warning that was not given before.
    pub(super) fn warning(&mut self, text: Cell) -> Outcome<Option<String>> {
        let text = self.c_string(text)?;
        Ok(self.new_warning(text))
    }
}
