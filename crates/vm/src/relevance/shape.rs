//! Which cells of a state must hold certain numbers: annotations that ask for the same cells are told
//! apart by a hash of the numbers.

use super::annotation::{Annotation, Known, Place, calls, frames, register};
use crate::code::Slot;
use crate::memory::ObjectId;
use crate::{Cell, State};
use rustc_hash::{FxHashMap, FxHasher};
use std::hash::{Hash, Hasher};

/// A cell that can be found in a state without comparing it to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Found {
    Register {
        depth: u32,
        slot: Slot,
    },
    /// In the memory of a call.
    Local {
        depth: u32,
        number: u32,
        offset: u64,
        size: u32,
    },
    Global {
        object: ObjectId,
        offset: u64,
        size: u32,
    },
}

/// Cells that must hold certain numbers.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Shape {
    cells: Vec<Found>,
}

impl Annotation {
    /// The cells of which the annotation asks for certain numbers, as far as they are easily found, and
    /// the hash of these.
    pub fn shape(&self) -> (Shape, u64) {
        let mut locals = FxHashMap::default();
        for (depth, objects) in self.of_calls.iter().enumerate() {
            for (number, &object) in objects.iter().enumerate() {
                locals.insert(object, (depth as u32, number as u32));
            }
        }
        let (mut shape, mut hash) = (Shape::default(), FxHasher::default());
        for (at, known) in &self.values {
            let Known::Bits { bits, mode } = known else {
                continue;
            };
            if mode.slack().is_some() || self.is_address(at, *bits) {
                continue;
            }
            let cell = match *at {
                Place::Class(_) => continue,
                Place::Register { depth, slot } => Found::Register { depth, slot },
                Place::Memory {
                    object,
                    offset,
                    size,
                } => match locals.get(&object) {
                    Some(&(depth, number)) => Found::Local {
                        depth,
                        number,
                        offset,
                        size,
                    },
                    None if object.0 < self.first_object => Found::Global {
                        object,
                        offset,
                        size,
                    },
                    None => continue,
                },
            };
            shape.cells.push(cell);
            bits.hash(&mut hash);
        }
        (shape, hash.finish())
    }
}

impl Shape {
    /// The hash of the numbers that the cells hold in a state. `None` if one holds none.
    pub fn hash_of(&self, state: &State) -> Option<u64> {
        let frames: Vec<_> = frames(state).collect();
        let locals = calls(state);
        let mut hash = FxHasher::default();
        for cell in &self.cells {
            let bits = match *cell {
                Found::Register { depth, slot } => {
                    let innermost = frames.len().checked_sub(depth as usize + 1)?;
                    let cell: Cell = register(frames.get(innermost)?, slot)?;
                    (cell.term == 0).then_some(cell.bits)?
                }
                Found::Local {
                    depth,
                    number,
                    offset,
                    size,
                } => {
                    let object = *locals.get(depth as usize)?.get(number as usize)?;
                    bits(state, object, offset, size)?
                }
                Found::Global {
                    object,
                    offset,
                    size,
                } => bits(state, object, offset, size)?,
            };
            bits.hash(&mut hash);
        }
        Some(hash.finish())
    }
}

/// The number at a place of memory.
fn bits(state: &State, object: ObjectId, offset: u64, size: u32) -> Option<u64> {
    let object = state.memory.object(object)?;
    let (offset, size) = (offset as usize, size as usize);
    let bytes = object.bytes.get(offset..offset + size)?;
    let known = object.is_concrete(offset, size) && object.is_written(offset, size);
    let mut word = [0; 8];
    word[..size].copy_from_slice(bytes);
    known.then(|| u64::from_le_bytes(word))
}
