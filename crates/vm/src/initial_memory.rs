//! Memory as paths begin with it.

use crate::code::Addresses;
use crate::memory::{Memory, Object, ObjectId, ObjectInfo, ObjectKind, split};
use ir::{Initialiser, Location, Program};
use std::sync::Arc;

/// Memory with the globals in it. Functions take numbers but hold nothing.
pub(crate) fn initial_memory(
    program: &dyn Program,
    functions: u32,
    addresses: &dyn Addresses,
) -> Memory {
    let mut memory = Memory::default();
    for _ in 0..=functions {
        memory.add_empty();
    }
    let narrow = program.has_narrow_pointers();
    let mut pointers = Vec::new();
    for global in program.globals() {
        let kind = match (global.external, global.constant) {
            (true, _) => ObjectKind::External,
            (false, true) => ObjectKind::Constant,
            (false, false) => ObjectKind::Global,
        };
        let mut object = Object::new(argument_info(kind, &global.name, global.size), 0);
        let id = ObjectId(memory.len());
        for (offset, initialiser) in &global.initialisers {
            let word = match initialiser {
                Initialiser::Bytes(bytes) => {
                    object.write_bytes(*offset as usize, bytes);
                    continue;
                }
                Initialiser::Global(target, plus) => {
                    addresses.global(*target).wrapping_add(*plus as u64)
                }
                Initialiser::Function(target) => addresses.function(*target),
            };
            match narrow {
                true => pointers.push((id, *offset, word)),
                false => object.write_bytes(*offset as usize, &word.to_le_bytes()),
            }
        }
        memory.add(object);
    }
    write_narrow(&mut memory, &pointers, functions);
    memory
}

/// Writes pointers of four bytes, which objects have once all of them are there.
fn write_narrow(memory: &mut Memory, pointers: &[(ObjectId, u64, u64)], functions: u32) {
    for &(id, at, word) in pointers {
        let (target, offset) = split(word);
        let place = memory.give_flat_place(target, target.0 <= functions);
        let place = place.expect("front ends see to it that variables and functions have room");
        let number = place.map_or(word as u32, |place| place.base.wrapping_add(offset as u32));
        if let Some(object) = memory.object_mut(id, &mut 0) {
            object.write_bytes(at as usize, &number.to_le_bytes());
        }
    }
}

/// What is known of an object that there is before the code under test runs.
pub(crate) fn argument_info(kind: ObjectKind, name: &str, size: u64) -> Arc<ObjectInfo> {
    let location = Location::default();
    Arc::new(ObjectInfo {
        kind,
        name: name.to_owned(),
        size,
        function: None,
        location,
    })
}
