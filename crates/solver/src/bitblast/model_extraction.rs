//! Between assignments of variables and models of inputs.

use std::collections::BTreeMap;
use std::sync::Arc;

use rustc_hash::FxHashMap;
use term::{ArrayValue, Bits, InputId, Model, Pool, Sort, Value};

use super::applications::{ApplicationId, AppliedFunction, Operation};
use super::blast::Blaster;
use super::cone::Cone;
use super::encode::Encoder;
use super::graph::Edge;
use super::sat::SatSolver;

/// What is needed to read a model.
pub(super) struct ModelExtractor<'a> {
    pub(super) pool: &'a Pool,
    pub(super) blaster: &'a Blaster,
    pub(super) encoder: &'a Encoder,
    pub(super) cone: &'a Cone,
    pub(super) sat: &'a dyn SatSolver,
}

/// An operation that an answer gets wrong.
pub(super) struct WrongOperation {
    pub(super) application: ApplicationId,
    pub(super) operation: Operation,
    pub(super) x: Bits,
    pub(super) y: Bits,
    /// The value in the answer.
    pub(super) value: Bits,
    /// What the operation gives.
    pub(super) right: Bits,
}

/// Builds bits from a function of the position.
fn bits_from(width: usize, bit: impl Fn(usize) -> bool) -> Bits {
    let mut limbs = vec![0u64; width.div_ceil(64)];
    for i in 0..width {
        limbs[i / 64] |= u64::from(bit(i)) << (i % 64);
    }
    Bits::from_limbs(width as u32, &limbs)
}

impl ModelExtractor<'_> {
    /// Value of an edge in the answer; `None` if the question does not depend on it.
    fn edge(&self, edge: Edge) -> Option<bool> {
        if let Some(value) = edge.as_constant() {
            return Some(value);
        }
        if !self.cone.contains(edge.node()) {
            return None;
        }
        let value = self.sat.value(self.encoder.variable(edge.node())?)?;
        Some(value != edge.is_inverted())
    }

    /// A word's value; bits the question does not depend on are those of `rest`.
    fn word(&self, word: &[Edge], rest: &Bits) -> Bits {
        bits_from(word.len(), |i| {
            self.edge(word[i]).unwrap_or_else(|| rest.bit(i as u32))
        })
    }

    fn argument_value(&self, application: ApplicationId) -> Bits {
        let argument = self.blaster.argument_of(application);
        bits_from(argument.len(), |i| self.edge(argument[i]).unwrap_or(false))
    }

    /// True if the answer gives the applications values that differ in some bit.
    fn values_differ(&self, a: ApplicationId, b: ApplicationId) -> bool {
        let (left, right) = (self.blaster.value_of(a), self.blaster.value_of(b));
        left.iter()
            .zip(right)
            .any(|(&x, &y)| matches!((self.edge(x), self.edge(y)), (Some(p), Some(q)) if p != q))
    }

    /// Pairs of applications of one function that have equal arguments but different values in
    /// the answer.
    pub(super) fn disagreements(&self) -> Vec<(ApplicationId, ApplicationId)> {
        let mut first_at: FxHashMap<(AppliedFunction, Bits), Vec<ApplicationId>> =
            FxHashMap::default();
        let mut pairs = Vec::new();
        for &application in self.cone.applications() {
            let function = self.blaster.applications()[application as usize].function;
            let argument = self.argument_value(application);
            let others = first_at.entry((function, argument)).or_default();
            if let Some(&other) = others
                .iter()
                .find(|&&other| self.values_differ(other, application))
            {
                pairs.push((other, application));
            }
            others.push(application);
        }
        pairs
    }

    /// The applications of operations that have another value in the answer than the operation
    /// gives.
    pub(super) fn wrong_operations(&self) -> Vec<WrongOperation> {
        let mut wrong = Vec::new();
        for &application in self.cone.applications() {
            let function = self.blaster.applications()[application as usize].function;
            let AppliedFunction::Operation(operation) = function else {
                continue;
            };
            let value = self.blaster.value_of(application);
            let argument = self.argument_value(application);
            let width = value.len() as u32;
            let x = argument.extract(width - 1, 0);
            let y = argument.extract(2 * width - 1, width);
            let right = operation.of(&x, &y);
            // Bits that the question does not depend on are right.
            let value = self.word(value, &right);
            if value != right {
                wrong.push(WrongOperation {
                    application,
                    operation,
                    x,
                    y,
                    value,
                    right,
                });
            }
        }
        wrong
    }

    /// The model of the answer: `hint`, changed where the question demands it.
    pub(super) fn model(&self, inputs: &[InputId], hint: &Model) -> Model {
        let mut model = hint.clone();
        for &input in inputs {
            let before = hint.get(self.pool, input);
            let after = match self.pool.sort(self.pool.input_term(input)) {
                Sort::Bool | Sort::BitVec(_) => self.scalar(input, &before),
                Sort::Array { .. } => self.array(input, &before),
            };
            if let Some(after) = after
                && after != before
            {
                model.set(input, after);
            }
        }
        model
    }

    fn scalar(&self, input: InputId, before: &Value) -> Option<Value> {
        let word = self
            .blaster
            .known_word(self.pool, self.pool.input_term(input))?;
        match before {
            Value::Bool(before) => Some(Value::Bool(self.edge(word[0]).unwrap_or(*before))),
            Value::Bits(before) => Some(Value::Bits(self.word(word, before))),
            Value::Array(_) => None,
        }
    }

    fn array(&self, input: InputId, before: &Value) -> Option<Value> {
        let Value::Array(before) = before else {
            return None;
        };
        let mut entries: BTreeMap<Bits, Bits> = before.entries.clone();
        for &read in self.cone.applications() {
            if self.blaster.applications()[read as usize].function != AppliedFunction::Array(input)
            {
                continue;
            }
            let index = self.argument_value(read);
            let rest = entries.get(&index).unwrap_or(&before.default).clone();
            let value = self.word(self.blaster.value_of(read), &rest);
            entries.insert(index, value);
        }
        entries.retain(|_, value| *value != before.default);
        Some(Value::Array(Arc::new(ArrayValue {
            default: before.default.clone(),
            entries,
        })))
    }

    /// The bit of each variable of an input as `value` has it, for those with a variable.
    pub(super) fn phases(&self, input: InputId, value: &Value) -> Vec<(u32, bool)> {
        let Some(word) = self
            .blaster
            .known_word(self.pool, self.pool.input_term(input))
        else {
            return Vec::new();
        };
        let bit = |i: usize| match value {
            Value::Bool(b) => *b,
            Value::Bits(bits) => bits.bit(i as u32),
            Value::Array(_) => false,
        };
        word.iter()
            .enumerate()
            .filter_map(|(i, e)| Some((self.encoder.variable(e.node())?, bit(i))))
            .collect()
    }
}
