//! Evaluation of terms under a model, one step per new term.
#![allow(unused_variables)]

use crate::{Bits, Model, Pool, Term, Value};

/// Gives values to terms under its current model; remembers them in a dense table indexed by
/// term, with a generation stamp so that changing the model costs nothing.
#[derive(Default)]
pub struct Evaluator {}

impl Evaluator {
    /// An evaluator under the model in which every input is zero.
    pub fn new() -> Evaluator {
        todo!()
    }
    /// Changes the model; all remembered values are forgotten in O(1).
    pub fn set_model(&mut self, model: Model) {
        todo!()
    }
    /// The current model.
    pub fn model(&self) -> &Model {
        todo!()
    }
    /// Value of a term; without recursion.
    pub fn value(&mut self, pool: &Pool, t: Term) -> Value {
        todo!()
    }
    /// Value of a Bool term.
    pub fn bool(&mut self, pool: &Pool, t: Term) -> bool {
        todo!()
    }
    /// Value of a bit-vector term of at most 64 bits.
    pub fn u64(&mut self, pool: &Pool, t: Term) -> u64 {
        todo!()
    }
    /// Value of a bit-vector term.
    pub fn bits(&mut self, pool: &Pool, t: Term) -> Bits {
        todo!()
    }
}
