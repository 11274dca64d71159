//! Memory of the program under test: a table of objects.

pub(crate) mod access;
pub(crate) mod address;
pub(crate) mod object;
pub(crate) mod symbolic;
mod table;

pub(crate) use address::{ObjectId, address, split};
pub(crate) use object::{Object, ObjectInfo, ObjectKind};
pub(crate) use table::Slot;

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
}

impl Memory {
    /// Objects ever made, also the number of the next one.
    pub(crate) fn len(&self) -> u32 {
        self.table.len()
    }

    pub(crate) fn slot(&self, id: ObjectId) -> &Slot {
        self.table.get(id)
    }

    /// An object that is alive.
    #[inline]
    pub(crate) fn object(&self, id: ObjectId) -> Option<&Object> {
        match self.table.get(id) {
            Slot::Live(object) => Some(object),
            Slot::Empty | Slot::Freed(_) | Slot::Dead(_) => None,
        }
    }

    /// An object that is alive, to be written: copied first if a snapshot shares it.
    pub(crate) fn object_mut(&mut self, id: ObjectId, copied: &mut u64) -> Option<&mut Object> {
        match self.table.get_mut(id) {
            Some(Slot::Live(object)) => {
                *copied += u64::from(Arc::strong_count(object) != 1);
                Some(table::own(object))
            }
            Some(Slot::Empty | Slot::Freed(_) | Slot::Dead(_)) | None => None,
        }
    }

    pub(crate) fn add(&mut self, object: Object) -> ObjectId {
        self.live_bytes += object.size();
        if object.info.kind == ObjectKind::Stack {
            self.stack_bytes += object.size();
        }
        self.table.push(Slot::Live(Arc::new(object)))
    }

    /// A number that stands for no object, such as that of a function.
    pub(crate) fn add_empty(&mut self) -> ObjectId {
        self.table.push(Slot::Empty)
    }

    /// Ends the life of an object, if it is alive.
    pub(crate) fn remove(&mut self, id: ObjectId) {
        let Some(slot) = self.table.get_mut(id) else {
            return;
        };
        let Slot::Live(object) = slot else { return };
        let (info, size) = (object.info.clone(), object.size());
        let stack = info.kind == ObjectKind::Stack;
        *slot = if stack {
            Slot::Dead(Some(info))
        } else {
            Slot::Freed(Some(info))
        };
        self.live_bytes -= size;
        if stack {
            self.stack_bytes -= size;
        }
    }

    pub(crate) fn live(&self) -> Vec<(ObjectId, &Arc<Object>)> {
        self.table.live()
    }

    pub(crate) fn unshared_bytes(&self) -> usize {
        self.table.unshared_bytes()
    }
}
