//! Strings that are inputs: their length is free, so where they end depends on their bytes.
//!
//! Nothing is decided about the length before something depends on it. An access behind the first
//! free character asks, one by one, whether the string reaches that far; the program's own search for
//! the end has mostly asked the same, so that this seldom forks.

use super::Run;
use super::pointer_resolution::{Access, in_bounds};
use crate::fault::{Fault, Outcome, error};
use crate::memory::object::FreeText;
use crate::memory::{Object, ObjectId, address};
use crate::{ArmOutcome, Bound, Cell, ForkKind};
use ir::ErrorKind;
use std::sync::Arc;
use term::{Op, Term};

/// Decisions looked back at for one that fixes a character.
const LOOK_BACK: usize = 48;

impl Run<'_> {
    /// Checks that an access of `size` bytes (at least one), which is within the largest size of the
    /// string, does not reach behind its end.
    pub(crate) fn check_text_end(
        &mut self,
        id: ObjectId,
        text: &Arc<FreeText>,
        offset: u64,
        size: u64,
        access: Access,
    ) -> Outcome<()> {
        let Some(last) = (offset + size - 1).checked_sub(text.prefix) else {
            return Ok(());
        };
        let last = last / text.character;
        // All characters before the last one that is accessed belong to the string.
        for number in 0..last.min(text.characters.len() as u64) {
            if !self.is_in_text(id, text, number as usize)? {
                let what = self.access_message(access.verb(), size, id, offset);
                self.expect_room(id, Cell::concrete(address(id, offset)), size, access);
                let (length, of) = match text.character {
                    1 => (text.prefix + number, "bytes"),
                    _ => (number, "wide characters"),
                };
                let message = format!("{what}, whose string has {length} {of} and a zero");
                return error(ErrorKind::OutOfBounds, message);
            }
        }
        Ok(())
    }

    /// Checks that an access of `size` bytes, which is within the largest size of an array, does not reach
    /// behind its end.
    pub(crate) fn check_extent(
        &mut self,
        id: ObjectId,
        offset: u64,
        size: u64,
        access: Access,
    ) -> Outcome<()> {
        let object = self.state.memory.object(id);
        let Some(extent) = object.and_then(|object| object.extent.clone()) else {
            return Ok(());
        };
        let pool = &mut self.machine.pool;
        let end = pool.bv(64, offset + size);
        let inside = pool.ule(end, extent.bytes);
        let outside = ArmOutcome::Error(ErrorKind::OutOfBounds);
        if self.decide_bool(ForkKind::Bounds, inside, outside)? {
            return Ok(());
        }
        self.expect_terminated(id, offset, size, access);
        let what = self.access_message(access.verb(), size, id, offset);
        let message = format!("{what}, whose length says that it is shorter");
        error(ErrorKind::OutOfBounds, message)
    }

    /// An access that may be outside of an array: one that is longer than what is tried is left out.
    pub(crate) fn expect_short(&mut self, id: ObjectId) -> Outcome<()> {
        let object = self.state.memory.object(id);
        let Some(extent) = object.and_then(|object| object.extent.clone()) else {
            return Ok(());
        };
        if self.decide_bool(ForkKind::Assume, extent.fits, ArmOutcome::Discard)? {
            return Ok(());
        }
        self.state.note_bound(Bound::PointerArguments);
        Err(Box::new(Fault::AssumeFailed))
    }

    /// Whether the string goes on behind one of its free characters, where it does behind those before.
    fn is_in_text(&mut self, id: ObjectId, text: &FreeText, number: usize) -> Outcome<bool> {
        let character = text.characters[number];
        let pool = &mut self.machine.pool;
        let zero = pool.bv(pool.width(character), 0);
        let condition = pool.ne(character, zero);
        if self.next_choice == self.choices.len() {
            let known = self.state.texts.length(id);
            if (number as u64) < known || self.is_fixed_otherwise(character) {
                self.choices.push(1);
            }
        }
        let error = ArmOutcome::Error(ErrorKind::OutOfBounds);
        let goes_on = self.decide_bool(ForkKind::Bounds, condition, error)?;
        if goes_on {
            self.state.texts.learn_length(id, number as u64 + 1);
        }
        Ok(goes_on)
    }

    /// True if the path has lately decided that a character is one that is not zero.
    fn is_fixed_otherwise(&mut self, character: Term) -> bool {
        let pool = &self.machine.pool;
        let mut recent = self.state.path.recent().take(LOOK_BACK);
        let found = recent.position(|decision| {
            let equal = decision.condition;
            let constant = |term: &Term| pool.constant_u64(*term).is_some_and(|value| value != 0);
            pool.op(equal) == Op::Eq
                && pool.arguments(equal).contains(&character)
                && pool.arguments(equal).iter().any(constant)
        });
        drop(recent);
        let Some(back) = found else {
            return false;
        };
        self.note_settled_by(back);
        true
    }

    /// The condition that an access lies within an object.
    pub(crate) fn bounds_condition(&mut self, at: Term, id: ObjectId, size: u64) -> Term {
        let object = self.state.memory.object(id);
        let object_size = object.map_or(0, Object::size);
        let text = object.and_then(|object| object.text.clone());
        let extent = object.and_then(|object| object.extent.clone());
        let pool = &mut self.machine.pool;
        let mut condition = in_bounds(pool, at, id, object_size, size);
        if let Some(extent) = extent {
            let base = pool.bv(64, address(id, 0));
            let offset = pool.sub(at, base);
            let size = pool.bv(64, size);
            let end = pool.add(offset, size);
            let inside = pool.ule(end, extent.bytes);
            condition = pool.and(condition, inside);
        }
        let Some(text) = text else {
            return condition;
        };
        for (number, &character) in text.characters.iter().enumerate() {
            // The string goes on behind this character, or the access does not.
            let zero = pool.bv(pool.width(character), 0);
            let goes_on = pool.ne(character, zero);
            let behind = text.end(number as u64);
            let before = in_bounds(pool, at, id, behind, size);
            let holds = pool.or(goes_on, before);
            condition = pool.and(condition, holds);
        }
        condition
    }
}
