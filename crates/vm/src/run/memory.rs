//! Loads and stores that the cache does not serve.

use super::{Access, PointerTarget, Run};
use crate::Cell;
use crate::fault::{Outcome, error};
use crate::memory::{Object, ObjectId, ObjectKind, ObjectSlot};
use ir::ErrorKind;
use std::sync::Arc;

/// The log of the size of accesses that the cache may serve.
fn word_log(width: u32) -> Option<usize> {
    match width {
        8 => Some(0),
        16 => Some(1),
        32 => Some(2),
        64 => Some(3),
        _ => None,
    }
}

impl Run<'_> {
    /// An object with the pool, for operations that need both.
    pub(crate) fn object_and_pool(&mut self, id: ObjectId) -> (&mut Object, &mut term::Pool) {
        self.cache.forget(id);
        let copied = &mut self.machine.statistics.objects_copied;
        let object = self.state.memory.object_mut(id, copied);
        (
            object.expect("the object was resolved and is alive"),
            &mut self.machine.pool,
        )
    }

    /// Ends the life of an object.
    pub(crate) fn remove(&mut self, id: ObjectId) {
        self.cache.forget(id);
        self.state.memory.remove(id);
    }

    /// A load that the cache did not serve.
    #[cold]
    #[inline(never)]
    pub(crate) fn load(&mut self, at: Cell, width: u32) -> Outcome<Cell> {
        if let Some(log) = word_log(width)
            && at.term == 0
            && let Some(bits) = self.cache.load_partly(at.bits, log)
        {
            return Ok(Cell::concrete(bits));
        }
        let size = u64::from(width.div_ceil(8));
        match self.resolve(at, size, Access::Read)? {
            PointerTarget::At(id, offset) => {
                let ObjectSlot::Live(object) = self.state.memory.slot(id) else {
                    unreachable!("the object was resolved and is alive");
                };
                let offset = offset as usize;
                if !object.is_plain() && !object.is_written(offset, size as usize) {
                    return Ok(self.read_never_written(id, offset, width));
                }
                self.cache.fill_for_reading(id, object);
                Ok(object.read(&mut self.machine.pool, offset, width))
            }
            PointerTarget::Within(id, offset) => {
                self.machine.statistics.symbolic_accesses += 1;
                let term = self.read_within(id, offset, size as usize);
                let pool = &mut self.machine.pool;
                let value = semantics::memory::from_bytes(pool, term, width);
                Ok(Cell::from_term(pool, value))
            }
        }
    }

    /// A store that the cache did not serve.
    #[cold]
    #[inline(never)]
    pub(crate) fn store(&mut self, at: Cell, value: Cell, width: u32) -> Outcome<()> {
        if let Some(log) = word_log(width)
            && at.term | value.term == 0
            && self.cache.store_partly(at.bits, log, value.bits)
        {
            return Ok(());
        }
        let size = u64::from(width.div_ceil(8));
        match self.resolve(at, size, Access::Write)? {
            PointerTarget::At(id, offset) => {
                self.cache.forget(id);
                let copied = &mut self.machine.statistics.objects_copied;
                let object = self.state.memory.object_mut(id, copied);
                let object = object.expect("the object was resolved and is alive");
                object.write(&mut self.machine.pool, offset as usize, value, width);
                if object.info.kind != ObjectKind::Constant {
                    self.cache.fill(id, object);
                }
            }
            PointerTarget::Within(id, offset) => {
                self.machine.statistics.symbolic_accesses += 1;
                self.complete(id);
                let (object, pool) = self.object_and_pool(id);
                let value = value.to_term(pool, width);
                let value = semantics::memory::to_bytes(pool, value);
                object.write_at(pool, offset, size as usize, value);
            }
        }
        Ok(())
    }

    /// A new object; the limits are checked.
    pub(crate) fn allocate(
        &mut self,
        info: Arc<crate::memory::ObjectInfo>,
        fill: u8,
    ) -> Outcome<ObjectId> {
        let options = &self.machine.options;
        let memory = &self.state.memory;
        let size = info.size;
        let stack = info.kind == ObjectKind::Stack;
        if stack && memory.stack_bytes.saturating_add(size) > options.stack_bytes {
            let limit = options.stack_bytes;
            return error(
                ErrorKind::StackExhausted,
                format!("variable of {size} bytes does not fit the stack of {limit} bytes"),
            );
        }
        self.check_room(size)?;
        let mut object = Object::new(info, fill);
        object.track_writes();
        let id = self.state.memory.add(object);
        self.cache_new(id);
        Ok(id)
    }

    /// Puts a new object, which will be written soon, into the cache.
    pub(crate) fn cache_new(&mut self, id: ObjectId) {
        let copied = &mut self.machine.statistics.objects_copied;
        if let Some(object) = self.state.memory.object_mut(id, copied) {
            self.cache.forget(id);
            self.cache.fill(id, object);
        }
    }

    /// Checks the limits for a new object that is not on the stack.
    pub(crate) fn check_room(&self, size: u64) -> Outcome<()> {
        let options = &self.machine.options;
        if size > options.max_object_bytes {
            return crate::fault::limit(crate::Limit::ObjectBytes);
        }
        let memory = &self.state.memory;
        let full = memory.live_bytes.saturating_add(size) > options.memory_bytes;
        if full || memory.len() >= crate::memory::address::MAX_OBJECTS {
            return crate::fault::limit(crate::Limit::MemoryBytes);
        }
        Ok(())
    }
}
