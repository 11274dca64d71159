//! Values and models.
#![allow(unused_variables)]

use crate::{Bits, InputId, Pool};

/// Value of a term.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// Of a Bool term.
    Bool(bool),
    /// Of a BitVec term.
    Bits(Bits),
    /// Of an Array term.
    Array(std::sync::Arc<ArrayValue>),
}

/// Value of an array: a default and the indices that differ from it (kept normalised, so that
/// equality of values is equality of arrays).
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ArrayValue {
    /// Element at every index that `entries` does not name.
    pub default: Bits,
    /// Elements that differ from the default.
    pub entries: std::collections::BTreeMap<Bits, Bits>,
}

/// Values of inputs; an input that is not set is zero (`false`, all-zero array). Cloning is cheap
/// (persistent map), so that a child's model shares what it keeps of its parent's.
#[derive(Clone, Debug, Default)]
pub struct Model {}

impl Model {
    /// The model in which every input is zero.
    pub fn new() -> Model {
        todo!()
    }
    /// Value of an input (the zero of its sort if not set).
    pub fn get(&self, pool: &Pool, input: InputId) -> Value {
        todo!()
    }
    /// Sets an input.
    pub fn set(&mut self, input: InputId, value: Value) {
        todo!()
    }
    /// Inputs that are set, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (InputId, Value)> + '_ {
        std::iter::empty()
    }
}
