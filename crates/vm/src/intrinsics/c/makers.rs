//! What made the objects of the heap: `malloc`, `new` or `new[]`, each of which has an end of its own.

use crate::Cell;
use crate::fault::{Outcome, error};
use crate::memory::{Maker, ObjectId, ObjectKind, split};
use crate::run::Run;
use ir::ErrorKind;
use std::sync::Arc;

impl Run<'_> {
    pub(super) fn made_by(&mut self, pointer: Cell, by: Cell) -> Outcome<()> {
        let by = self.maker_meant(by)?;
        let (id, offset) = split(self.freed_place(pointer)?);
        if self.maker(id, offset) == before(by) {
            self.set_maker(id, by);
        }
        Ok(())
    }

    pub(super) fn unmade(&mut self, pointer: Cell) -> Outcome<()> {
        let (id, offset) = split(self.freed_place(pointer)?);
        match self.maker(id, offset) {
            Some(Maker::NewArray) => {
                self.set_maker(id, Maker::New);
                Ok(())
            }
            Some(maker @ Maker::New) => self.not_for(Maker::NewArray.end(), id, maker),
            // An operator `new` of the program may have it from there: `delete`, which follows, decides.
            Some(Maker::Malloc) | None => Ok(()),
        }
    }

    pub(super) fn made_of_size(&mut self, pointer: Cell, size: Cell, by: Cell) -> Outcome<()> {
        let by = self.maker_meant(by)?;
        let (id, offset) = split(self.freed_place(pointer)?);
        if self.maker(id, offset) != Some(by) {
            return Ok(());
        }
        let size = self.pin(size, 64)?;
        let object = self.state.memory.object(id);
        if object.is_none_or(|object| object.size() == size) {
            return Ok(());
        }
        let what = self.describe_object(id);
        error(
            ErrorKind::InvalidFree,
            format!("{} of {what} as one of {size} bytes", by.end()),
        )
    }

    /// What made the heap object that begins there, if one does.
    pub(super) fn maker(&self, id: ObjectId, offset: u64) -> Option<Maker> {
        match self.state.memory.object(id)?.info.kind {
            ObjectKind::Heap(maker) if offset == 0 => Some(maker),
            ObjectKind::Heap(_)
            | ObjectKind::Global
            | ObjectKind::Constant
            | ObjectKind::External
            | ObjectKind::Stack
            | ObjectKind::Argument
            | ObjectKind::Managed => None,
        }
    }

    /// The error that an object is freed by what is for others.
    pub(super) fn not_for(&self, by: &str, id: ObjectId, maker: Maker) -> Outcome<()> {
        let what = self.describe_object(id);
        error(
            ErrorKind::InvalidFree,
            format!("{by} of {what}, which {} made", maker.name()),
        )
    }

    fn set_maker(&mut self, id: ObjectId, maker: Maker) {
        let (object, _) = self.object_and_pool(id);
        Arc::make_mut(&mut object.info).kind = ObjectKind::Heap(maker);
        self.cache_new(id);
    }

    fn maker_meant(&mut self, number: Cell) -> Outcome<Maker> {
        Ok(match self.pin(number, 32)? {
            1 => Maker::New,
            2 => Maker::NewArray,
            _ => Maker::Malloc,
        })
    }
}

/// What an object was made by until it is made by this.
fn before(maker: Maker) -> Option<Maker> {
    match maker {
        Maker::Malloc => None,
        Maker::New => Some(Maker::Malloc),
        Maker::NewArray => Some(Maker::New),
    }
}
