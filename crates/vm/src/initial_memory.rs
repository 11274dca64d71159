//! Memory as paths begin with it.

use crate::code::Addresses;
use crate::memory::{Memory, Object, ObjectInfo, ObjectKind};
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
    for global in program.globals() {
        let kind = match (global.external, global.constant) {
            (true, _) => ObjectKind::External,
            (false, true) => ObjectKind::Constant,
            (false, false) => ObjectKind::Global,
        };
        let mut object = Object::new(argument_info(kind, &global.name, global.size), 0);
        for (offset, initialiser) in &global.initialisers {
            let word;
            let bytes: &[u8] = match initialiser {
                Initialiser::Bytes(bytes) => bytes,
                Initialiser::Global(target, plus) => {
                    word = addresses
                        .global(*target)
                        .wrapping_add(*plus as u64)
                        .to_le_bytes();
                    &word
                }
                Initialiser::Function(target) => {
                    word = addresses.function(*target).to_le_bytes();
                    &word
                }
            };
            object.write_bytes(*offset as usize, bytes);
        }
        memory.add(object);
    }
    memory
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
