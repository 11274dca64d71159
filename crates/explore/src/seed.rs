//! Inputs that a user has, whose paths are run before others ([`crate::extensions::Seeds`]).

use crate::results::KeptPath;
use crate::results::varint::{put, take};
use rustc_hash::FxHashMap;
use std::sync::Arc;
use term::{Bits, Model, Op, Pool, Value};
use vm::{InputOrigin, InputRecord, State};

/// An input that a user has: bytes by where they go. Others are zero.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seed {
    /// The bytes of inputs; those behind the last are zero.
    pub values: Vec<(SeedPlace, Vec<u8>)>,
}

/// Where bytes of a seed go.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeedPlace {
    /// To all inputs of that origin.
    Origin(InputOrigin),
    /// To an input of that name: of several values for one name, the first goes to the first input that a path asks for by it.
    Name(Arc<str>),
}

impl Seed {
    /// The inputs of a test, for a path of this or of another version of the program.
    pub fn of_path(path: &KeptPath) -> Seed {
        let inputs = path.inputs.iter();
        Seed {
            values: inputs
                .map(|input| (SeedPlace::Name(input.name.clone()), input.bytes.clone()))
                .collect(),
        }
    }

    /// Values by name, as bytes.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        for (place, bytes) in &self.values {
            if let SeedPlace::Name(name) = place {
                for part in [name.as_bytes(), bytes] {
                    put(&mut out, part.len() as u64);
                    out.extend(part);
                }
            }
        }
        out
    }

    /// Values from bytes; `None` if they are damaged.
    pub fn decode(mut bytes: &[u8]) -> Option<Seed> {
        let mut values = Vec::new();
        while !bytes.is_empty() {
            let [name, value] = [part(&mut bytes)?, part(&mut bytes)?];
            let name = std::str::from_utf8(name).ok()?;
            values.push((SeedPlace::Name(name.into()), value.to_vec()));
        }
        Some(Seed { values })
    }
}

fn part<'b>(bytes: &mut &'b [u8]) -> Option<&'b [u8]> {
    let length = usize::try_from(take(bytes)?).ok()?;
    let (part, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    Some(part)
}

/// Gives the inputs of a path the values of a seed, as it asks for them.
pub(crate) struct Filling<'s> {
    by_origin: Vec<(InputOrigin, &'s [u8])>,
    by_name: FxHashMap<&'s str, NamedValues<'s>>,
    /// Names of the inputs that have theirs; `None` for those that the seed has none for by name.
    filled: Vec<Option<&'s str>>,
}

/// Values of a seed for one name.
#[derive(Default)]
struct NamedValues<'s> {
    values: Vec<&'s [u8]>,
    /// Inputs of that name that the path has asked for.
    asked: usize,
}

impl<'s> Filling<'s> {
    pub fn new(seed: &'s Seed) -> Filling<'s> {
        let mut filling = Filling {
            by_origin: Vec::new(),
            by_name: FxHashMap::default(),
            filled: Vec::new(),
        };
        for (place, bytes) in &seed.values {
            match place {
                SeedPlace::Origin(origin) => filling.by_origin.push((*origin, bytes)),
                SeedPlace::Name(name) => {
                    let named = filling.by_name.entry(name).or_default();
                    named.values.push(bytes);
                }
            }
        }
        filling
    }

    /// The path is back where it had asked for so many inputs.
    pub fn go_back(&mut self, inputs: usize) {
        for name in self.filled.drain(inputs.min(self.filled.len())..).flatten() {
            if let Some(named) = self.by_name.get_mut(name) {
                named.asked -= 1;
            }
        }
    }

    /// Gives the inputs that are new their values, as far as they have others; false if they have them.
    pub fn fill(&mut self, pool: &Pool, state: &State, model: &mut Model) -> bool {
        let mut changed = false;
        for record in &state.inputs()[self.filled.len()..] {
            let named = self.by_name.get_key_value(&*record.name);
            let name = named.map(|(name, _)| *name);
            let own = name.and_then(|name| self.by_name.get_mut(name));
            let bytes = match own {
                Some(own) => {
                    own.asked += 1;
                    own.values.get(own.asked - 1).copied()
                }
                None => {
                    let mut values = self.by_origin.iter();
                    let found = values.find(|(origin, _)| *origin == record.origin);
                    found.map(|(_, bytes)| *bytes)
                }
            };
            self.filled.push(name);
            if let Some(bytes) = bytes {
                changed |= set(pool, record, bytes, model);
            }
        }
        changed
    }
}

/// Gives an input these bytes, and zeros behind them; false if it has them.
fn set(pool: &Pool, record: &InputRecord, bytes: &[u8], model: &mut Model) -> bool {
    let mut changed = false;
    let mut rest = bytes;
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
    changed
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn values_come_back(values in prop::collection::vec((".*", prop::collection::vec(any::<u8>(), 0..9)), 0..9)) {
            let named = values.into_iter().map(|(name, bytes)| (SeedPlace::Name(name.into()), bytes));
            let seed = Seed { values: named.collect() };
            prop_assert_eq!(Seed::decode(&seed.encode()), Some(seed));
        }

        #[test]
        fn damaged_bytes_are_no_panic(bytes in prop::collection::vec(any::<u8>(), 0..40)) {
            if let Some(seed) = Seed::decode(&bytes) {
                prop_assert_eq!(Seed::decode(&seed.encode()), Some(seed));
            }
        }
    }
}
