//! Values of terms.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::{Bits, Sort};

/// Value of a term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Of a Bool term.
    Bool(bool),
    /// Of a BitVec term.
    Bits(Bits),
    /// Of an Array term.
    Array(Arc<ArrayValue>),
}

impl Value {
    /// `false`, zero, or the array that is zero everywhere.
    pub fn zero(sort: Sort) -> Value {
        match sort {
            Sort::Bool => Value::Bool(false),
            Sort::BitVec(width) => Value::Bits(Bits::zero(width)),
            Sort::Array { element, .. } => {
                Value::Array(Arc::new(ArrayValue::constant(Bits::zero(element))))
            }
        }
    }

    /// The value of a Bool term.
    pub fn as_bool(&self) -> Option<bool> {
        match self {
            Value::Bool(value) => Some(*value),
            Value::Bits(_) | Value::Array(_) => None,
        }
    }

    /// The value of a BitVec term.
    pub fn as_bits(&self) -> Option<&Bits> {
        match self {
            Value::Bits(value) => Some(value),
            Value::Bool(_) | Value::Array(_) => None,
        }
    }
}

/// Value of an array: a default and the indices that differ from it (kept normalised, so that
/// equality of values is equality of arrays).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ArrayValue {
    /// Element at every index that `entries` does not name: the element that most indices have,
    /// the smallest of them if there are several.
    pub default: Bits,
    /// Elements that differ from the default.
    pub entries: BTreeMap<Bits, Bits>,
}

impl ArrayValue {
    /// The array that is `default` everywhere.
    pub fn constant(default: Bits) -> ArrayValue {
        ArrayValue {
            default,
            entries: BTreeMap::new(),
        }
    }

    /// The array with these elements, and `default` elsewhere. Of several elements at one index
    /// the last counts.
    pub fn new(default: Bits, entries: impl IntoIterator<Item = (Bits, Bits)>) -> ArrayValue {
        let mut entries: BTreeMap<Bits, Bits> = entries.into_iter().collect();
        entries.retain(|_, element| *element != default);
        let mut array = ArrayValue { default, entries };
        array.normalise();
        array
    }

    /// Element at an index.
    pub fn get(&self, index: &Bits) -> &Bits {
        self.entries.get(index).unwrap_or(&self.default)
    }

    /// Makes the most frequent element the default. That can only be another one if at least half
    /// of all indices have entries, which takes a narrow index.
    fn normalise(&mut self) {
        let Some(width) = self.entries.keys().next().map(Bits::width) else {
            return;
        };
        let explicit = self.entries.len() as u64;
        if width >= 40 || 2 * explicit < 1 << width {
            return;
        }
        let mut counts: BTreeMap<&Bits, u64> = BTreeMap::new();
        for element in self.entries.values() {
            *counts.entry(element).or_default() += 1;
        }
        let implicit = (1u64 << width) - explicit;
        if implicit > 0 {
            counts.insert(&self.default, implicit);
        }
        let most = counts.values().max().copied();
        let winner = counts.iter().find(|&(_, &count)| Some(count) == most);
        let default = (*winner.expect("an index exists").0).clone();
        if default == self.default {
            return;
        }
        let old = std::mem::replace(&mut self.default, default);
        for index in (0..1u64 << width).map(|i| Bits::new(width, i)) {
            self.entries.entry(index).or_insert_with(|| old.clone());
        }
        self.entries.retain(|_, element| *element != self.default);
    }
}
