//! What a function under test left: its result, and the memory that its arguments and its result lead to.

use super::image::{EntryPointer, Objects};
use crate::memory::address::looks_like_address;
use crate::memory::{Object, ObjectId, ObjectKind, ObjectSlot, split};
use crate::{Cell, Machine, State};
use ir::{FunctionId, Type};
use serde::{Deserialize, Serialize};

/// What a function left when it returned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EntryAfter {
    /// What it returned in registers.
    pub result: Option<ObjectAfter>,
    /// The objects of the arguments, in the order of [`super::EntryImage::objects`], and behind them
    /// others that pointers lead to now.
    pub objects: Vec<ObjectAfter>,
}

/// An object when the function has returned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ObjectAfter {
    /// What it is.
    pub kind: AfterKind,
    /// Name of a variable; empty for other objects.
    pub name: String,
    /// Its bytes in memory order; where pointers are, they mean nothing.
    pub bytes: Vec<u8>,
    /// Pointers in it, by offset.
    pub pointers: Vec<EntryPointer>,
    /// Stretches of it, offset and size, of which nothing is known: never written, or addresses that
    /// lead to nothing.
    pub unknown: Vec<(u64, u64)>,
}

/// What an object is when the function has returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AfterKind {
    /// Memory that is there.
    Live,
    /// An object of the arguments that was freed.
    Freed,
    /// A variable of the program, or a string in its source.
    Global,
}

/// Most objects of which tests tell what the function left in them, and bytes of each.
const OBJECTS: usize = 256;
const OBJECT_BYTES: u64 = 1 << 16;

impl Machine {
    /// What the entry function left in `last`, in which it has ended; `objects` are those of its
    /// arguments. `None` if it did not return.
    pub(super) fn after(
        &mut self,
        start: &State,
        last: &State,
        mut objects: Objects,
    ) -> Option<EntryAfter> {
        let returned = last.returned.clone()?;
        let frame = start.frame.as_ref()?.chain().last()?;
        let function: FunctionId = frame.code.function;
        let results = self.program.function(function).ok()?.results.clone();
        self.follow(last);
        let result = self.result_bytes(&returned, &results);
        let result = result.map(|bytes| contents(last, bytes, &mut objects));
        let given = objects.all.len();
        let mut all = Vec::new();
        while let Some(&id) = objects.all.get(all.len()) {
            let mut after = self.object_after(last, id, &mut objects);
            // One of the arguments is a variable that is an input.
            if all.len() < given && after.kind == AfterKind::Global {
                after.kind = AfterKind::Live;
                after.name.clear();
            }
            all.push(after);
        }
        Some(EntryAfter {
            result,
            objects: all,
        })
    }

    /// The scalars that were returned, as they lie in the result's memory: each at its alignment, which is
    /// where the calling convention takes them from.
    fn result_bytes(&mut self, returned: &[Cell], types: &[Type]) -> Option<Vec<u8>> {
        let mut bytes = Vec::new();
        for (&cell, ty) in returned.iter().zip(types) {
            let scalar = self.scalar_bytes(cell, ty.width());
            let size = (ty.store_size() as usize).next_power_of_two();
            bytes.resize(bytes.len().next_multiple_of(size), 0);
            bytes.extend_from_slice(&scalar[..scalar.len().min(ty.store_size() as usize)]);
        }
        (!bytes.is_empty()).then_some(bytes)
    }

    fn object_after(&mut self, last: &State, id: ObjectId, objects: &mut Objects) -> ObjectAfter {
        let ObjectSlot::Live(object) = last.memory.slot(id) else {
            let kind = match self.function_with(id) {
                Some(_) => AfterKind::Live,
                None => AfterKind::Freed,
            };
            return ObjectAfter {
                kind,
                name: String::new(),
                bytes: Vec::new(),
                pointers: Vec::new(),
                unknown: Vec::new(),
            };
        };
        let mut object = Object::clone(object);
        object.flatten(&mut self.pool);
        let mut bytes = object.bytes.to_vec();
        for (at, byte) in object.symbolic.iter().flatten().enumerate() {
            if let Some(term) = byte.term {
                let value = self.evaluator.bits(&self.pool, term).to_le_bytes();
                bytes[at] = value[byte.index as usize];
            }
        }
        if let Some(extent) = &object.extent {
            bytes.truncate(self.size_under_model(extent) as usize);
        }
        if let Some(text) = &object.text {
            // It ends behind the zero that it had at the start.
            let mut free = text.characters.iter();
            let end = free.position(|&it| self.evaluator.u64(&self.pool, it) == 0);
            let end = end.unwrap_or(text.characters.len());
            bytes.truncate(text.end(end as u64) as usize);
        }
        let mut after = contents(last, bytes, objects);
        let size = after.bytes.len();
        if let Some(written) = object.written.as_ref().filter(|_| size > 0) {
            let mut from = 0;
            for (end, is_written) in written.stretches(0, size) {
                if !is_written {
                    after.unknown.push((from as u64, (end - from) as u64));
                }
                from = end;
            }
        }
        let is_global = matches!(
            object.info.kind,
            ObjectKind::Global | ObjectKind::Constant | ObjectKind::External
        );
        if is_global {
            after.kind = AfterKind::Global;
            after.name.clone_from(&object.info.name);
        }
        after
    }
}

/// Memory with these bytes. Addresses of objects that are alive become pointers, what else looks like an
/// address is not known: it is another in each run.
fn contents(last: &State, bytes: Vec<u8>, objects: &mut Objects) -> ObjectAfter {
    let mut after = ObjectAfter {
        kind: AfterKind::Live,
        name: String::new(),
        bytes,
        pointers: Vec::new(),
        unknown: Vec::new(),
    };
    let mut at = 0;
    while let Some(word) = after
        .bytes
        .get(at..)
        .and_then(|rest| rest.first_chunk::<8>())
    {
        let word = u64::from_le_bytes(*word);
        let (id, target) = split(word);
        // Elsewhere than where pointers lie (a packed structure has them anywhere) other numbers are
        // taken for addresses too easily.
        let may_be = at % 8 == 0 || target == 0;
        if !may_be || !looks_like_address(word) || id.0 >= last.memory.len() {
            at += 1;
            continue;
        }
        let object = last.memory.object(id);
        // A function among the arguments.
        let is_function = object.is_none() && target == 0 && objects.contains(id);
        let known = |object: &&Object| {
            let few = objects.contains(id) || objects.all.len() < OBJECTS;
            target <= object.size() && object.size() <= OBJECT_BYTES && few
        };
        match object.filter(known).is_some() || is_function {
            true => after.pointers.push(EntryPointer {
                offset: at as u64,
                object: objects.number(id),
                target,
            }),
            false => after.unknown.push((at as u64, 8)),
        }
        at += 8;
    }
    after
}
