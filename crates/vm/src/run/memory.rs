//! Loads and stores, and the cache that makes the plain ones fast.

use super::{Access, PointerTarget, Run};
use crate::Cell;
use crate::fault::{Outcome, error};
use crate::memory::address::may_begin;
use crate::memory::written::WrittenAt;
use crate::memory::{Object, ObjectId, ObjectKind, ObjectSlot, address, split};
use ir::ErrorKind;
use std::sync::Arc;

const ENTRIES: usize = 64;

/// Where the bytes of objects are that were accessed lately.
///
/// An entry is valid from when it is filled until anything but the fast path touches the object
/// ([`Run::object_mut`], [`Run::remove`]) or the run ends: during a run nobody else holds the
/// state, and an object's bytes are never moved or resized. Only objects that are wholly concrete
/// get one, and for writing only those that no snapshot shares and that may be written.
///
/// Objects of which not all was written have entries of their own, looked at when these have
/// nothing.
pub(crate) struct Cache {
    read: [Entry; ENTRIES],
    write: [Entry; ENTRIES],
    partly_written: [PartlyWritten; ENTRIES],
}

/// An object without symbolic bytes of which not all was written; its bits may be marked where no
/// snapshot shares it.
#[derive(Clone, Copy)]
struct PartlyWritten {
    entry: Entry,
    written: WrittenAt,
}

const NONE_PARTLY_WRITTEN: PartlyWritten = PartlyWritten {
    entry: NO_ENTRY,
    written: WrittenAt::NONE,
};

#[derive(Clone, Copy)]
struct Entry {
    /// Address of the object's first byte.
    base: u64,
    data: *mut u8,
    /// By log of the size of an access: the first offset at which it does not fit.
    limits: [u64; 4],
}

const NO_ENTRY: Entry = Entry {
    base: 0,
    data: std::ptr::null_mut(),
    limits: [0; 4],
};

impl Default for Cache {
    fn default() -> Cache {
        Cache {
            read: [NO_ENTRY; ENTRIES],
            write: [NO_ENTRY; ENTRIES],
            partly_written: [NONE_PARTLY_WRITTEN; ENTRIES],
        }
    }
}

fn entry_of(address: u64) -> usize {
    split(address).0.0 as usize % ENTRIES
}

impl Entry {
    fn of(id: ObjectId, data: *mut u8, size: u64) -> Entry {
        let limits = std::array::from_fn(|log| (size + 1).saturating_sub(1 << log));
        Entry {
            base: address(id, 0),
            data,
            limits,
        }
    }

    #[inline(always)]
    fn at(&self, address: u64, log: usize) -> Option<*mut u8> {
        let offset = address.wrapping_sub(self.base);
        // SAFETY: the offset is below the size of the object that `data` points to.
        (offset < self.limits[log]).then(|| unsafe { self.data.add(offset as usize) })
    }
}

/// The unsigned integers that are loaded and stored whole.
pub(crate) trait Word: Copy {
    const LOG: usize;
    /// The lowest bits.
    fn from_bits(bits: u64) -> Self;
    /// The number, with zeros above.
    fn to_bits(self) -> u64;
}

macro_rules! words {
    ($($ty:ty = $log:expr),*) => {$(
        impl Word for $ty {
            const LOG: usize = $log;
            #[inline(always)]
            fn from_bits(bits: u64) -> Self { bits as $ty }
            #[inline(always)]
            fn to_bits(self) -> u64 { u64::from(self) }
        }
    )*};
}

words!(u8 = 0, u16 = 1, u32 = 2, u64 = 3);

impl Cache {
    /// The word at an address, if its object is in the cache.
    #[inline(always)]
    pub(crate) fn load<W: Word>(&self, address: u64) -> Option<u64> {
        let data = self.read[entry_of(address)].at(address, W::LOG)?;
        // SAFETY: the entry is valid (see `Cache`) and has room for a word here.
        Some(unsafe { data.cast::<W>().read_unaligned() }.to_bits())
    }

    /// Whether a byte may be part of the address of an object, at whatever offset that begins. `few` as for
    /// [`may_begin`].
    #[inline(always)]
    pub(crate) fn may_show_address(&self, address: u64, few: bool) -> bool {
        let entry = &self.read[entry_of(address)];
        let offset = address.wrapping_sub(entry.base);
        let [bytes, .., words] = entry.limits;
        if offset >= bytes {
            return true;
        }
        let Some(last) = words.checked_sub(1) else {
            // It is too small for an address.
            return false;
        };
        // Eight bytes at an offset, zeros outside of the object.
        let load = |at: i64| {
            let inside = at.clamp(0, last as i64);
            // SAFETY: the entry is valid (see `Cache`) and has room for a word here.
            let word = unsafe {
                entry
                    .data
                    .add(inside as usize)
                    .cast::<u64>()
                    .read_unaligned()
            };
            match (at - inside) * 8 {
                shift @ 0.. => word.to_bits() >> shift,
                shift => word.to_bits() << -shift,
            }
        };
        let offset = offset as i64;
        may_begin(load(offset - 3), load(offset), few)
    }

    /// Writes a word at an address; false if its object is not in the cache.
    #[inline(always)]
    pub(crate) fn store<W: Word>(&mut self, address: u64, bits: u64) -> bool {
        match self.write[entry_of(address)].at(address, W::LOG) {
            // SAFETY: the entry is valid (see `Cache`) and has room for a word here.
            Some(data) => unsafe { data.cast::<W>().write_unaligned(W::from_bits(bits)) },
            None => return false,
        }
        true
    }

    /// The word at an address of an object of which not all was written, if all of the word was.
    fn load_partly(&self, address: u64, log: usize) -> Option<u64> {
        let PartlyWritten { entry, written } = self.partly_written[entry_of(address)];
        let data = entry.at(address, log)?;
        let offset = address.wrapping_sub(entry.base);
        // SAFETY: the entry is valid (see `Cache`) and has room for a word here.
        unsafe {
            written.has(offset, log).then(|| match log {
                0 => u64::from(data.read()),
                1 => u64::from(data.cast::<u16>().read_unaligned()),
                2 => u64::from(data.cast::<u32>().read_unaligned()),
                _ => data.cast::<u64>().read_unaligned(),
            })
        }
    }

    /// Writes a word at an address of an object of which not all was written; false if it is not in
    /// the cache, or if all would be written then.
    fn store_partly(&mut self, address: u64, log: usize, bits: u64) -> bool {
        let PartlyWritten { entry, written } = self.partly_written[entry_of(address)];
        let Some(data) = entry.at(address, log) else {
            return false;
        };
        let offset = address.wrapping_sub(entry.base);
        // SAFETY: the entry is valid (see `Cache`) and has room for a word here.
        unsafe {
            if !written.mark(offset, log) {
                return false;
            }
            match log {
                0 => data.write(bits as u8),
                1 => data.cast::<u16>().write_unaligned(bits as u16),
                2 => data.cast::<u32>().write_unaligned(bits as u32),
                _ => data.cast::<u64>().write_unaligned(bits),
            }
        }
        true
    }

    /// Forgets an object: its contents change, or an array term of its contents is kept, which the
    /// next store must drop.
    pub(crate) fn forget(&mut self, id: ObjectId) {
        self.read[id.0 as usize % ENTRIES] = NO_ENTRY;
        self.write[id.0 as usize % ENTRIES] = NO_ENTRY;
        self.partly_written[id.0 as usize % ENTRIES] = NONE_PARTLY_WRITTEN;
    }

    /// Puts an object into the cache that no snapshot shares and that may be written.
    fn fill(&mut self, id: ObjectId, object: &mut Object) {
        let index = id.0 as usize % ENTRIES;
        let entry = Entry::of(id, object.bytes.as_mut_ptr(), object.size());
        if object.is_plain() {
            self.write[index] = entry;
            self.read[index] = entry;
        } else if object.is_partly_plain()
            && let Some(written) = &mut object.written
        {
            let written = written.at();
            self.partly_written[index] = PartlyWritten { entry, written };
        }
    }
}

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
                if object.is_plain() {
                    let data = object.bytes.as_ptr().cast_mut();
                    self.cache.read[id.0 as usize % ENTRIES] = Entry::of(id, data, object.size());
                } else if !object.is_written(offset, size as usize) {
                    return Ok(self.read_never_written(id, offset, width));
                } else if object.is_partly_plain()
                    && let Some(written) = &object.written
                {
                    let data = object.bytes.as_ptr().cast_mut();
                    self.cache.partly_written[id.0 as usize % ENTRIES] = PartlyWritten {
                        entry: Entry::of(id, data, object.size()),
                        written: written.at_for_reading(),
                    };
                }
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
