//! Arrays while they are computed: a base and the writes on top, shared between versions.

use std::sync::Arc;

use crate::{ArrayValue, Bits, Pool, TableId};

/// The value of an array term. A write costs the logarithm of the writes before it and leaves the
/// older version as it is, so that a chain of stores is linear in its length.
#[derive(Clone)]
pub(super) struct ArrayState {
    base: Base,
    writes: imbl::OrdMap<Bits, Bits>,
}

/// What an array holds where nothing has been written.
#[derive(Clone)]
enum Base {
    Constant(Bits),
    Table {
        table: TableId,
        index: u32,
        element: u32,
    },
    Value(Arc<ArrayValue>),
}

impl ArrayState {
    fn new(base: Base) -> ArrayState {
        ArrayState {
            base,
            writes: imbl::OrdMap::new(),
        }
    }

    pub(super) fn constant(element: Bits) -> ArrayState {
        ArrayState::new(Base::Constant(element))
    }

    pub(super) fn of_table(table: TableId, index: u32, element: u32) -> ArrayState {
        ArrayState::new(Base::Table {
            table,
            index,
            element,
        })
    }

    pub(super) fn of_value(value: Arc<ArrayValue>) -> ArrayState {
        ArrayState::new(Base::Value(value))
    }

    pub(super) fn get(&self, pool: &Pool, index: &Bits) -> Bits {
        if let Some(element) = self.writes.get(index) {
            return element.clone();
        }
        match &self.base {
            Base::Constant(element) => element.clone(),
            Base::Table { table, element, .. } => pool.table_entry(*table, *element, index),
            Base::Value(value) => value.get(index).clone(),
        }
    }

    pub(super) fn with(&self, index: Bits, element: Bits) -> ArrayState {
        ArrayState {
            base: self.base.clone(),
            writes: self.writes.update(index, element),
        }
    }

    /// The array as a normalised value.
    pub(super) fn to_value(&self, pool: &Pool) -> Arc<ArrayValue> {
        if let (Base::Value(value), true) = (&self.base, self.writes.is_empty()) {
            return value.clone();
        }
        let writes = self
            .writes
            .iter()
            .map(|(index, element)| (index.clone(), element.clone()));
        Arc::new(match &self.base {
            Base::Constant(element) => ArrayValue::new(element.clone(), writes),
            Base::Value(value) => {
                let below = value.entries.iter().map(|(i, e)| (i.clone(), e.clone()));
                ArrayValue::new(value.default.clone(), below.chain(writes))
            }
            Base::Table {
                table,
                index,
                element,
            } => {
                let reachable = if *index < 32 { 1 << index } else { usize::MAX };
                let entries = pool.table(*table).iter().take(reachable).enumerate();
                let below = entries.map(|(i, entry)| (Bits::new(*index, i as u64), entry.clone()));
                ArrayValue::new(Bits::zero(*element), below.chain(writes))
            }
        })
    }
}
