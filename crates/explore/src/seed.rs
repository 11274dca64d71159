//! Inputs that a user has, whose paths are run before others ([`crate::extensions::Seeds`]).

use term::{Bits, Model, Op, Pool, Value};
use vm::{InputOrigin, State};

/// An input that a user has: bytes by where they go. Others are zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seed {
    /// The bytes of inputs; those behind the last are zero.
    pub values: Vec<(InputOrigin, Vec<u8>)>,
}

impl Seed {
    /// Gives inputs of a path the values of the seed, as far as they have others; false if they have them.
    pub(crate) fn fill(&self, pool: &Pool, state: &State, model: &mut Model) -> bool {
        let mut changed = false;
        for record in state.inputs() {
            let mut values = self.values.iter();
            let Some((_, bytes)) = values.find(|(origin, _)| *origin == record.origin) else {
                continue;
            };
            let mut rest = bytes.as_slice();
            for &term in record.terms.iter() {
                let width = pool.width(term);
                let size = (width.div_ceil(8) as usize).min(rest.len());
                let (own, others) = rest.split_at(size);
                rest = others;
                let Op::Input(input) = pool.op(term) else {
                    continue;
                };
                let value = Value::Bits(Bits::from_le_bytes(width, own));
                if model.get(pool, input) != value {
                    model.set(input, value);
                    changed = true;
                }
            }
        }
        changed
    }
}
