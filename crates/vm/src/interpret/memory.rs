//! Loads and stores, and the cache that makes the plain ones fast.

use super::{Access, Place, Run};
use crate::Cell;
use crate::fault::{Outcome, error};
use crate::memory::{Object, ObjectId, ObjectKind, Slot, address, split};
use ir::ErrorKind;
use std::sync::Arc;

const ENTRIES: usize = 64;

/// Where the bytes of objects are that were accessed lately.
///
/// An entry is valid from when it is filled until anything but the fast path touches the object
/// ([`Run::object_mut`], [`Run::remove`]) or the run ends: during a run nobody else holds the
/// state, and an object's bytes are never moved or resized. Only objects that are wholly concrete
/// get one, and for writing only those that no snapshot shares and that may be written.
pub(crate) struct Cache {
    read: [Entry; ENTRIES],
    write: [Entry; ENTRIES],
}

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
    fn from_bits(bits: u64) -> Self;
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

    /// Forgets an object: its contents change, or an array term of its contents is kept, which the
    /// next store must drop.
    pub(crate) fn forget(&mut self, id: ObjectId) {
        self.read[id.0 as usize % ENTRIES] = NO_ENTRY;
        self.write[id.0 as usize % ENTRIES] = NO_ENTRY;
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
        let size = u64::from(width.div_ceil(8));
        let place = self.resolve(at, size, Access::Read)?;
        let check = self.machine.options.check_uninitialised;
        match place {
            Place::At(id, offset) => {
                let Slot::Live(object) = self.state.memory.slot(id) else {
                    unreachable!("the object was resolved and is alive");
                };
                let offset = offset as usize;
                if check && !object.is_written(offset, size as usize) {
                    let what = self.access_message("read", size, id, offset as u64);
                    let message = format!("{what}, of memory never written");
                    return error(ErrorKind::UninitialisedRead, message);
                }
                if object.is_plain() {
                    let data = object.bytes.as_ptr().cast_mut();
                    self.cache.read[id.0 as usize % ENTRIES] = Entry::of(id, data, object.size());
                }
                Ok(object.read(&mut self.machine.pool, offset, width))
            }
            Place::Within(id, offset) => {
                self.machine.statistics.symbolic_accesses += 1;
                self.cache.forget(id);
                let object = self.state.memory.object(id);
                let object = object.expect("the object was resolved and is alive");
                let pool = &mut self.machine.pool;
                let term = object.read_at(pool, offset, size as usize);
                let narrow = width as u64 != size * 8;
                let term = if narrow {
                    pool.extract(term, width - 1, 0)
                } else {
                    term
                };
                Ok(Cell::from_term(pool, term))
            }
        }
    }

    /// A store that the cache did not serve.
    #[cold]
    #[inline(never)]
    pub(crate) fn store(&mut self, at: Cell, value: Cell, width: u32) -> Outcome<()> {
        let size = u64::from(width.div_ceil(8));
        match self.resolve(at, size, Access::Write)? {
            Place::At(id, offset) => {
                let (object, pool) = self.object_and_pool(id);
                object.write(pool, offset as usize, value, width);
                if object.is_plain() && object.info.kind != ObjectKind::Constant {
                    let data = object.bytes.as_mut_ptr();
                    let entry = Entry::of(id, data, object.size());
                    self.cache.write[id.0 as usize % ENTRIES] = entry;
                    self.cache.read[id.0 as usize % ENTRIES] = entry;
                }
            }
            Place::Within(id, offset) => {
                self.machine.statistics.symbolic_accesses += 1;
                let (object, pool) = self.object_and_pool(id);
                let value = value.to_term(pool, width);
                let value = pool.zero_extend(value, size as u32 * 8);
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
        let check = options.check_uninitialised;
        self.check_room(size)?;
        let mut object = Object::new(info, fill);
        if check {
            object.track_writes();
        }
        let id = self.state.memory.add(object);
        self.cache_new(id);
        Ok(id)
    }

    /// Puts a new object, which will be written soon, into the cache.
    pub(crate) fn cache_new(&mut self, id: ObjectId) {
        let copied = &mut self.machine.statistics.objects_copied;
        if let Some(object) = self.state.memory.object_mut(id, copied)
            && object.is_plain()
        {
            let entry = Entry::of(id, object.bytes.as_mut_ptr(), object.size());
            self.cache.write[id.0 as usize % ENTRIES] = entry;
            self.cache.read[id.0 as usize % ENTRIES] = entry;
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
