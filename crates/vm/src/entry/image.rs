//! The arguments of a path that began at a function, under the path's model: what a native caller
//! has to build before it calls the function.

use super::arguments::{parameter_name, parameter_type};
use crate::memory::{Object, ObjectId, ObjectKind, split};
use crate::{Cell, Machine, State};
use ir::{FunctionId, Type};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Arguments with all memory behind them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryImage {
    /// The arguments, in the order of the function's parameters in the intermediate
    /// representation. An aggregate passed by value stands for itself.
    pub parameters: Vec<EntryRegion>,
    /// The objects that pointers lead to.
    pub objects: Vec<EntryRegion>,
}

/// A value or an object.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryRegion {
    /// Name of the parameter, or of the object for people.
    pub name: String,
    /// C type of a scalar, `pointer` or `bytes`.
    pub ty: String,
    /// Its bytes in memory order; where pointers are, they mean nothing.
    pub bytes: Vec<u8>,
    /// Pointers in it, by offset.
    pub pointers: Vec<EntryPointer>,
}

/// A pointer to an argument object.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryPointer {
    /// Where it is.
    pub offset: u64,
    /// Index of the object it points to.
    pub object: usize,
    /// Offset in that object.
    pub target: u64,
}

/// Numbers of the objects of an image, with their sizes.
type Numbers = BTreeMap<ObjectId, (usize, u64)>;

impl Machine {
    /// The arguments of a path that began at `start` (fresh from [`Machine::start_function`]),
    /// under the model of `path`. `None` if the path began in `main`.
    pub fn entry_image(&mut self, start: &State, path: &State) -> Option<EntryImage> {
        if start.entry_is_main {
            return None;
        }
        self.follow(path);
        let frame = start.frame.as_ref()?.chain().last()?;
        let function: FunctionId = frame.code.function;
        let declaration = self.program.function(function).ok()?;
        let objects: Vec<(ObjectId, &Object)> = start
            .memory
            .live()
            .into_iter()
            .filter(|(_, object)| object.info.kind == ObjectKind::Argument)
            .map(|(id, object)| (id, &**object))
            .collect();
        let numbered = objects.iter().enumerate();
        let numbers: Numbers = numbered
            .map(|(number, &(id, object))| (id, (number, object.size())))
            .collect();
        let mut parameters = Vec::new();
        for (number, parameter) in declaration.parameters.iter().enumerate() {
            let cell = frame.registers[frame.code.parameters[number] as usize];
            let ty = frame.code.parameter_types[number];
            let name = parameter_name(parameter, number);
            parameters.push(match (ty, parameter.by_value_size) {
                (Type::Ptr, Some(_)) => {
                    let object = start.memory.object(split(cell.bits).0)?;
                    EntryRegion {
                        name,
                        ..self.region(object, &numbers)
                    }
                }
                (Type::Ptr, None) => word_region(name, cell.bits, &numbers),
                (Type::Int(_) | Type::Float(_), _) => EntryRegion {
                    name,
                    ty: parameter_type(&*self.program, parameter, ty).0,
                    bytes: self.scalar_bytes(cell, ty.width()),
                    pointers: Vec::new(),
                },
            });
        }
        let objects = objects
            .into_iter()
            .map(|(_, object)| self.region(object, &numbers));
        Some(EntryImage {
            parameters,
            objects: objects.collect(),
        })
    }

    fn scalar_bytes(&mut self, cell: Cell, width: u32) -> Vec<u8> {
        match cell.as_term() {
            Some(term) => self.evaluator.bits(&self.pool, term).to_le_bytes(),
            None => cell.bits.to_le_bytes()[..width.div_ceil(8) as usize].to_vec(),
        }
    }

    fn region(&mut self, object: &Object, numbers: &Numbers) -> EntryRegion {
        let mut bytes = object.bytes.to_vec();
        for (at, byte) in object.symbolic.iter().flatten().enumerate() {
            if let Some(term) = byte.term {
                let value = self.evaluator.bits(&self.pool, term).to_le_bytes();
                bytes[at] = value[byte.index as usize];
            }
        }
        EntryRegion {
            name: object.info.name.clone(),
            ty: "bytes".to_owned(),
            pointers: pointers(&bytes, numbers),
            bytes,
        }
    }
}

fn word_region(name: String, word: u64, numbers: &Numbers) -> EntryRegion {
    let bytes = word.to_le_bytes().to_vec();
    EntryRegion {
        name,
        ty: "pointer".to_owned(),
        pointers: pointers(&bytes, numbers),
        bytes,
    }
}

/// Where there are addresses of the machine. Those of the start of an object may be anywhere
/// (packed structures); a free word that the path made an address of the middle of one is aligned.
fn pointers(bytes: &[u8], numbers: &Numbers) -> Vec<EntryPointer> {
    let mut pointers = Vec::new();
    let mut at = 0;
    while let Some(word) = bytes.get(at..).and_then(|rest| rest.first_chunk::<8>()) {
        let (id, target) = split(u64::from_le_bytes(*word));
        match numbers.get(&id) {
            Some(&(object, size)) if target == 0 || (at % 8 == 0 && target <= size) => {
                pointers.push(EntryPointer {
                    offset: at as u64,
                    object,
                    target,
                });
                at += 8;
            }
            _ => at += 1,
        }
    }
    pointers
}
