//! Errors and warnings of library models, and what a path sees of its surroundings.

use crate::fault::{Fault, Outcome, error, unsupported};
use crate::memory::address::{NULL_WINDOW, looks_like_address, split};
use crate::memory::{Object, ObjectId, ObjectSlot};
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

    /// Addresses of one object lie in the same order, as far from each other, in every run.
    pub(super) fn addresses_compared(&mut self, a: Cell, b: Cell) -> Outcome<()> {
        let a = self.settled_pointer(a, ArmOutcome::Continue)?;
        let b = self.settled_pointer(b, ArmOutcome::Continue)?;
        let object = self.only_object(a);
        if object.is_none() || object != self.only_object(b) {
            let site = self.user_site();
            let seen = Bound::Surroundings(Surrounding::Addresses, site);
            self.state.note_bound(seen);
        }
        Ok(())
    }

    /// Bytes of memory are looked at as numbers.
    pub(crate) fn bytes_seen(&mut self, at: Cell, size: Cell) {
        let (object, range) = match (at.as_term(), size.as_term()) {
            (None, None) => {
                let (object, offset) = split(at.bits);
                (Some(object), offset..offset.saturating_add(size.bits))
            }
            _ => (self.only_object(at), 0..u64::MAX),
        };
        let Some(ObjectSlot::Live(object)) = object.map(|id| self.state.memory.slot(id)) else {
            return;
        };
        let end = range.end.min(object.size()).div_ceil(8);
        if (range.start / 8..end).any(|word| self.is_address(object, word as usize * 8)) {
            let site = self.user_site();
            let seen = Bound::Surroundings(Surrounding::Addresses, site);
            self.state.note_bound(seen);
        }
    }

    /// Whether eight bytes of an object are the address of one, functions included. A word of contents that
    /// are an array is taken for none.
    fn is_address(&self, object: &Object, offset: usize) -> bool {
        let Some(bytes) = object.bytes.get(offset..offset + 8) else {
            return false;
        };
        if object.words.is_some() {
            return false;
        }
        if let Some(symbolic) = &object.symbolic
            && let Some(term) = symbolic[offset].term
        {
            let whole = self.machine.pool.width(term) == 64
                && (0..8).all(|index| {
                    let byte = symbolic[offset + index];
                    byte.term == Some(term) && byte.index == index as u32
                });
            return whole && !self.candidates(term).objects.is_empty();
        }
        let word = u64::from_le_bytes(bytes.try_into().expect("eight bytes were taken"));
        if !looks_like_address(word) {
            return false;
        }
        let (id, offset) = split(word);
        match self.state.memory.slot(id) {
            ObjectSlot::Live(object) => offset <= object.size(),
            ObjectSlot::Freed(Some(info)) | ObjectSlot::Dead(Some(info)) => offset <= info.size,
            ObjectSlot::Freed(None) | ObjectSlot::Dead(None) => true,
            ObjectSlot::Empty => offset == 0 && self.machine.function_at(word).is_some(),
        }
    }

    /// The object that an address is of, if it is of only one under all inputs of the path.
    fn only_object(&self, address: Cell) -> Option<ObjectId> {
        match address.as_term() {
            Some(term) => self.single_object(term),
            None => Some(split(address.bits).0),
        }
    }

    /// The text of a warning that was not given before.
    pub(super) fn warning(&mut self, text: Cell) -> Outcome<Option<String>> {
        let text = self.c_string(text)?;
        Ok(self.new_warning(text))
    }
}
