//! Memory of the program under test: a table of objects.

pub(crate) mod access;
pub(crate) mod address;
mod addresses_in_arrays;
mod cache;
pub(crate) mod flat;
pub(crate) mod never_written;
pub(crate) mod object;
pub(crate) mod pointees;
mod radix;
pub(crate) mod symbolic;
mod table;
pub(crate) mod unwritten_offsets;
pub(crate) mod written;

pub(crate) use address::{ObjectId, address, split};
pub(crate) use addresses_in_arrays::AddressesInArrays;
pub(crate) use cache::Cache;
pub(crate) use never_written::NeverWrittenTerms;
pub(crate) use object::{ByteTerm, Maker, Object, ObjectInfo, ObjectKind, WordArray};
pub(crate) use table::ObjectSlot;

use flat::{Area, FlatPlace, FlatSpace};
use std::sync::Arc;
use table::Table;

/// What heap memory holds before it is written, as with AddressSanitizer's `malloc`.
pub(crate) const HEAP_FILL: u8 = 0xbe;

/// The objects of a state. A clone is a snapshot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Memory {
    table: Table,
    /// Bytes of all objects alive.
    pub live_bytes: u64,
    /// Bytes of stack objects alive.
    pub stack_bytes: u64,
    /// Bytes of managed objects made since unreachable ones were reclaimed last.
    managed_since: u64,
    /// As many may be made until that is done again.
    managed_limit: Option<std::num::NonZeroU64>,
    /// An object other than a variable of a function is gone.
    has_freed: bool,
    /// Addresses as numbers of 32 bits, in programs whose pointers take four bytes.
    pub flat: FlatSpace,
}

/// There is no room for more objects at a time among numbers of 32 bits.
#[derive(Debug)]
pub(crate) struct NoRoom;

fn area(kind: ObjectKind) -> Area {
    match kind {
        ObjectKind::Global | ObjectKind::Constant | ObjectKind::External => Area::Static,
        ObjectKind::Stack => Area::Stack,
        ObjectKind::Heap(_) | ObjectKind::Argument | ObjectKind::Managed => Area::Heap,
    }
}

/// What a managed object costs beside its contents, roughly: it counts, as small objects are most.
const MANAGED_OVERHEAD: u64 = 128;

/// Managed objects are reclaimed when at least so many bytes were made.
const COLLECTION_BYTES: u64 = 48 << 20;

impl Memory {
    /// Objects ever made, also the number of the next one.
    pub(crate) fn len(&self) -> u32 {
        self.table.len()
    }

    pub(crate) fn slot(&self, id: ObjectId) -> &ObjectSlot {
        self.table.get(id)
    }

    /// An object that is alive.
    #[inline]
    pub(crate) fn object(&self, id: ObjectId) -> Option<&Object> {
        match self.table.get(id) {
            ObjectSlot::Live(object) => Some(object),
            ObjectSlot::Empty | ObjectSlot::Freed(_) | ObjectSlot::Dead(_) => None,
        }
    }

    /// An object that is alive, to be written: copied first if a snapshot shares it.
    pub(crate) fn object_mut(&mut self, id: ObjectId, copied: &mut u64) -> Option<&mut Object> {
        match self.table.get_mut(id) {
            Some(ObjectSlot::Live(object)) => {
                *copied += u64::from(Arc::strong_count(object) != 1);
                Some(table::own(object))
            }
            Some(ObjectSlot::Empty | ObjectSlot::Freed(_) | ObjectSlot::Dead(_)) | None => None,
        }
    }

    pub(crate) fn add(&mut self, object: Object) -> ObjectId {
        self.live_bytes += object.size();
        if object.info.kind == ObjectKind::Stack {
            self.stack_bytes += object.size();
        }
        self.table.push(ObjectSlot::Live(Arc::new(object)))
    }

    /// Adds an object that is reclaimed when nothing refers to it; its number may be that of a
    /// reclaimed one.
    pub(crate) fn add_managed(&mut self, object: Object) -> ObjectId {
        let bytes = object.size() + MANAGED_OVERHEAD;
        self.live_bytes += bytes;
        self.managed_since += bytes;
        self.table.reuse_or_push(ObjectSlot::Live(Arc::new(object)))
    }

    /// True if it is time to reclaim managed objects.
    #[inline(always)]
    pub(crate) fn is_collection_due(&self) -> bool {
        let limit = self.managed_limit.map_or(COLLECTION_BYTES, u64::from);
        self.managed_since >= limit
    }

    /// Reclaims the managed objects that are not marked.
    pub(crate) fn sweep(&mut self, marked: impl Fn(ObjectId) -> bool) {
        let mut freed = 0;
        self.table.sweep(&mut |id, object| {
            let dead = object.info.kind == ObjectKind::Managed && !marked(id);
            if dead {
                freed += object.size() + MANAGED_OVERHEAD;
            }
            dead
        });
        self.live_bytes -= freed;
        self.managed_since = 0;
        // As much again as is alive: the work is shared by what is made.
        let limit = self.live_bytes.max(COLLECTION_BYTES);
        self.managed_limit = std::num::NonZeroU64::new(limit);
    }

    /// A number that stands for no object, such as that of a function.
    pub(crate) fn add_empty(&mut self) -> ObjectId {
        self.table.push(ObjectSlot::Empty)
    }

    /// Ends the life of an object, if it is alive.
    pub(crate) fn remove(&mut self, id: ObjectId) {
        let Some(slot) = self.table.get_mut(id) else {
            return;
        };
        let ObjectSlot::Live(object) = slot else {
            return;
        };
        let (info, size) = (object.info.clone(), object.size());
        let stack = info.kind == ObjectKind::Stack;
        *slot = if stack {
            ObjectSlot::Dead(Some(info))
        } else {
            self.has_freed = true;
            ObjectSlot::Freed(Some(info))
        };
        self.live_bytes -= size;
        if stack {
            self.stack_bytes -= size;
        }
    }

    /// Gives an object or function its numbers of 32 bits, if it has none; `None` for what is neither.
    ///
    /// # Errors
    /// If there is no room for it.
    pub(crate) fn give_flat_place(
        &mut self,
        id: ObjectId,
        is_function: bool,
    ) -> Result<Option<FlatPlace>, NoRoom> {
        if let Some(place) = self.flat.place_of(id) {
            return Ok(Some(place));
        }
        let (size, area) = match self.table.get(id) {
            ObjectSlot::Live(object) => (object.size(), area(object.info.kind)),
            ObjectSlot::Freed(info) => (info.as_ref().map_or(0, |it| it.size), Area::Heap),
            ObjectSlot::Dead(info) => (info.as_ref().map_or(0, |it| it.size), Area::Stack),
            ObjectSlot::Empty if is_function => (0, Area::Static),
            ObjectSlot::Empty => return Ok(None),
        };
        let Memory { table, flat, .. } = self;
        let is_alive = |id: ObjectId| {
            let slot = table.get(id);
            matches!(slot, ObjectSlot::Live(_) | ObjectSlot::Empty)
        };
        let place = flat.give(id, size, area, &is_alive).ok_or(NoRoom)?;
        Ok(Some(place))
    }

    /// True if an object other than a variable of a function is gone.
    pub(crate) fn has_freed(&self) -> bool {
        self.has_freed
    }

    /// True if the objects that are alive are the same and hold the same.
    pub(crate) fn lives_as(&self, other: &Memory) -> bool {
        self.stack_bytes == other.stack_bytes && self.table.lives_as(&other.table)
    }

    /// True if the same objects hold the same.
    pub(crate) fn is_as(&self, other: &Memory) -> bool {
        self.table.is_as(&other.table)
    }

    /// True if the objects below a number are alive in both and hold the same.
    pub(crate) fn lives_as_below(&self, other: &Memory, end: u32) -> bool {
        self.table.lives_as_below(&other.table, end)
    }

    pub(crate) fn live(&self) -> Vec<(ObjectId, &Arc<Object>)> {
        self.table.live()
    }

    pub(crate) fn unshared_bytes(&self) -> usize {
        self.table.unshared_bytes()
    }
}
