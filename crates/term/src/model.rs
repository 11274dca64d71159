//! Models: values of inputs.

use imbl::ordmap::DiffItem;

use crate::{InputId, Pool, Value};

/// Values of inputs; an input that is not set is zero (`false`, all-zero array). Cloning is cheap
/// (persistent map), so that a child's model shares what it keeps of its parent's.
#[derive(Clone, Debug, Default)]
pub struct Model {
    values: imbl::OrdMap<InputId, Value>,
}

impl Model {
    /// The model in which every input is zero.
    pub fn new() -> Model {
        Model::default()
    }

    /// Value of an input (the zero of its sort if not set).
    pub fn get(&self, pool: &Pool, input: InputId) -> Value {
        match self.values.get(&input) {
            Some(value) => value.clone(),
            None => Value::zero(pool.sort(pool.input_term(input))),
        }
    }

    /// Value of an input if it is set.
    pub fn find(&self, input: InputId) -> Option<&Value> {
        self.values.get(&input)
    }

    /// Sets an input.
    pub fn set(&mut self, input: InputId, value: Value) {
        self.values.insert(input, value);
    }

    /// Inputs that are set, ascending.
    pub fn iter(&self) -> impl Iterator<Item = (InputId, Value)> + '_ {
        self.values
            .iter()
            .map(|(input, value)| (*input, value.clone()))
    }
}

impl Model {
    /// Inputs that this model sets otherwise than `before`, ascending, with their values here;
    /// `None` for those that only `before` sets. Costs about what differs: what two models share
    /// is not looked at.
    pub fn changes_since(&self, before: &Model) -> Vec<(InputId, Option<Value>)> {
        let changes = before.values.diff(&self.values);
        let changed = changes.map(|change| match change {
            DiffItem::Add(&input, value) => (input, Some(value.clone())),
            DiffItem::Update {
                new: (&input, value),
                ..
            } => (input, Some(value.clone())),
            DiffItem::Remove(&input, _) => (input, None),
        });
        changed.collect()
    }
}

impl PartialEq for Model {
    /// Equality of what is set; an input set to zero differs from one not set.
    fn eq(&self, other: &Model) -> bool {
        self.values == other.values
    }
}
