//! The cache that makes plain loads and stores fast.

use super::address::may_begin;
use super::written::WrittenAt;
use super::{Object, ObjectId, address, split};

const ENTRIES: usize = 64;

/// Where the bytes of objects are that were accessed lately.
///
/// An entry is valid from when it is filled until anything but the fast path touches the object
/// ([`Cache::forget`]) or the run ends: during a run nobody else holds the
/// state, and an object's bytes are never moved or resized. Only objects that are wholly concrete
/// get one, and for writing only those that no snapshot shares and that may be written.
///
/// Objects of which not all was written have entries of their own, looked at when these have
/// nothing.
///
/// The machine keeps it between runs, empty: they are often so short that making it would cost more than they do.
pub(crate) struct Cache {
    entries: Box<Entries>,
    /// A bit for each index at which there may be entries.
    filled: u64,
}

struct Entries {
    read: [Entry; ENTRIES],
    write: [Entry; ENTRIES],
    partly_written: [PartlyWritten; ENTRIES],
}

const _: () = assert!(ENTRIES <= u64::BITS as usize);

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
    /// By log of the size of an access: the first offset at which it does not fit. Short numbers: what is beyond
    /// them is not served.
    limits: [u32; 4],
}

const NO_ENTRY: Entry = Entry {
    base: 0,
    data: std::ptr::null_mut(),
    limits: [0; 4],
};

impl Default for Cache {
    fn default() -> Cache {
        Cache {
            entries: Box::new(Entries {
                read: [NO_ENTRY; ENTRIES],
                write: [NO_ENTRY; ENTRIES],
                partly_written: [NONE_PARTLY_WRITTEN; ENTRIES],
            }),
            filled: 0,
        }
    }
}

fn entry_of(address: u64) -> usize {
    split(address).0.0 as usize % ENTRIES
}

impl Entry {
    fn of(id: ObjectId, data: *mut u8, size: u64) -> Entry {
        let limit = |log: usize| (size + 1).saturating_sub(1 << log);
        let limits = std::array::from_fn(|log| u32::try_from(limit(log)).unwrap_or(u32::MAX));
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
        (offset < u64::from(self.limits[log])).then(|| unsafe { self.data.add(offset as usize) })
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
        let data = self.entries.read[entry_of(address)].at(address, W::LOG)?;
        // SAFETY: the entry is valid (see `Cache`) and has room for a word here.
        Some(unsafe { data.cast::<W>().read_unaligned() }.to_bits())
    }

    /// Whether a byte may be part of the address of an object, at whatever offset that begins. `few` as for
    /// [`may_begin`].
    #[inline(always)]
    pub(crate) fn may_show_address(&self, address: u64, few: bool) -> bool {
        let entry = &self.entries.read[entry_of(address)];
        let offset = address.wrapping_sub(entry.base);
        let [bytes, .., words] = entry.limits;
        if offset >= u64::from(bytes) {
            return true;
        }
        let Some(last) = words.checked_sub(1) else {
            // It is too small for an address.
            return false;
        };
        // Eight bytes at an offset, zeros outside of the object.
        let load = |at: i64| {
            let inside = at.clamp(0, i64::from(last));
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
        match self.entries.write[entry_of(address)].at(address, W::LOG) {
            // SAFETY: the entry is valid (see `Cache`) and has room for a word here.
            Some(data) => unsafe { data.cast::<W>().write_unaligned(W::from_bits(bits)) },
            None => return false,
        }
        true
    }

    /// The word at an address of an object of which not all was written, if all of the word was.
    pub(crate) fn load_partly(&self, address: u64, log: usize) -> Option<u64> {
        let PartlyWritten { entry, written } = self.entries.partly_written[entry_of(address)];
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
    pub(crate) fn store_partly(&mut self, address: u64, log: usize, bits: u64) -> bool {
        let PartlyWritten { entry, written } = self.entries.partly_written[entry_of(address)];
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
        self.entries.forget(id.0 as usize % ENTRIES);
    }

    /// Forgets all objects.
    pub(crate) fn clear(&mut self) {
        while self.filled != 0 {
            self.entries.forget(self.filled.trailing_zeros() as usize);
            self.filled &= self.filled - 1;
        }
    }

    /// Puts an object into the cache that no snapshot shares and that may be written.
    pub(crate) fn fill(&mut self, id: ObjectId, object: &mut Object) {
        let index = self.index_to_fill(id);
        let entry = Entry::of(id, object.bytes.as_mut_ptr(), object.size());
        if object.is_plain() {
            self.entries.write[index] = entry;
            self.entries.read[index] = entry;
        } else if object.is_partly_plain()
            && let Some(written) = &mut object.written
        {
            let written = written.at();
            self.entries.partly_written[index] = PartlyWritten { entry, written };
        }
    }

    /// Puts an object into the cache that was read.
    pub(crate) fn fill_for_reading(&mut self, id: ObjectId, object: &Object) {
        let index = self.index_to_fill(id);
        let data = object.bytes.as_ptr().cast_mut();
        let entry = Entry::of(id, data, object.size());
        if object.is_plain() {
            self.entries.read[index] = entry;
        } else if object.is_partly_plain()
            && let Some(written) = &object.written
        {
            let written = written.at_for_reading();
            self.entries.partly_written[index] = PartlyWritten { entry, written };
        }
    }

    fn index_to_fill(&mut self, id: ObjectId) -> usize {
        let index = id.0 as usize % ENTRIES;
        self.filled |= 1 << index;
        index
    }
}

impl Entries {
    fn forget(&mut self, index: usize) {
        self.read[index] = NO_ENTRY;
        self.write[index] = NO_ENTRY;
        self.partly_written[index] = NONE_PARTLY_WRITTEN;
    }
}
