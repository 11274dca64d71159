//! What a call that is skipped may change: its results, and memory.

use super::left_pointers::places_of_result;
use crate::call_policy::{INPUTS_OF_CALL, MOST_CALLS, SkippedFunction};
use crate::code::CallSite;
use crate::fault::Outcome;
use crate::memory::pointees::only_object;
use crate::memory::{Object, ObjectId, ObjectKind, ObjectSlot, address, split};
use crate::run::Run;
use crate::state::{CallChanges, Changed, ChangedPlace, Pointees};
use crate::{Cell, Machine, State};
use ir::{FunctionId, Type};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use term::{Bits, InputId};

impl Run<'_> {
    /// What a call may change; `None` if that cannot be told.
    pub(super) fn changed(
        &mut self,
        callee: FunctionId,
        site: &CallSite,
        function: &SkippedFunction,
    ) -> Option<CallChanges> {
        let mut changed = Vec::new();
        let mut pointees = Pointees::default();
        if let Some(pointers) = &function.pointers {
            pointees = match function.objects {
                None => self.pointees(site, pointers)?,
                Some(_) => self.references(site, pointers)?,
            };
        }
        let declaration = self.machine.program.function(callee).ok()?;
        let thrown = function.thrown(site);
        let results = site.results.iter().enumerate();
        for (number, &slot) in results.filter(|(_, slot)| Some(**slot) != thrown) {
            match declaration.results.get(number)? {
                Type::Ptr if function.pointers.is_none() => return None,
                Type::Ptr => changed.extend(places_of_result(slot)),
                ty => changed.push((ChangedPlace::Result(slot), ty.width())),
            }
        }
        // By object: from which byte to which.
        let mut parts: BTreeMap<ObjectId, Vec<Range<u64>>> = BTreeMap::new();
        for &global in &function.globals {
            let id = self.machine.object_of_global(global);
            parts.entry(id).or_default().push(0..u64::MAX);
        }
        for argument in &function.arguments {
            let slot = *site.arguments.get(argument.number as usize)?;
            let at = self.known_pointer(self.frame.registers[slot as usize]);
            if let Some(term) = at.as_term() {
                let id = only_object(&self.machine.pool, &self.state.memory, term)?;
                parts.entry(id).or_default().push(0..u64::MAX);
                continue;
            }
            let (id, offset) = split(at.bits);
            let written = argument.parts.iter().map(|&(from, size)| {
                let from = offset.wrapping_add(from);
                from..from.saturating_add(size)
            });
            let of_object = parts.entry(id).or_default();
            match argument.parts.is_empty() {
                true => of_object.push(0..u64::MAX),
                false => of_object.extend(written),
            }
        }
        for (id, parts) in parts {
            self.add_parts(id, parts, &mut changed)?;
        }
        if let Some(objects) = &function.objects {
            self.add_objects(site, objects, &mut changed)?;
        }
        let few = changed.len() + 1 < INPUTS_OF_CALL as usize;
        (few && self.state.calls.treated.len() < MOST_CALLS).then_some(CallChanges {
            places: changed,
            pointees,
        })
    }

    /// Parts of an object that may be written; `None` if there are addresses in them, or they are too large.
    fn add_parts(
        &mut self,
        id: ObjectId,
        mut parts: Vec<Range<u64>>,
        changed: &mut Vec<Changed>,
    ) -> Option<()> {
        let ObjectSlot::Live(object) = self.state.memory.slot(id) else {
            return Some(());
        };
        if object.info.kind == ObjectKind::Constant {
            return Some(());
        }
        if object.text.is_some() || object.extent.is_some() {
            return None;
        }
        parts.sort_unstable_by_key(|part| part.start);
        let size = object.size();
        let mut next = 0;
        for part in parts {
            let (from, to) = (part.start.max(next), part.end.min(size));
            if from >= to {
                continue;
            }
            if to - from > 4 * u64::from(INPUTS_OF_CALL) || self.may_hold_address(object, from..to)
            {
                return None;
            }
            add_words(id, from as u32..to as u32, changed);
            next = to;
        }
        Some(())
    }

    /// True if an address may stand among these bytes of an object, or a part of one.
    fn may_hold_address(&self, object: &Object, bytes: Range<u64>) -> bool {
        let words = (bytes.start / 8 * 8..bytes.end).step_by(8);
        let mut words = words.filter_map(|at| object.bytes.get(at as usize..at as usize + 8));
        let is_address = |word: &[u8]| {
            let word = u64::from_le_bytes(word.try_into().unwrap_or_default());
            let id = split(word).0;
            id.0 != 0 && id.0 < self.state.memory.len()
        };
        if words.any(is_address) {
            return true;
        }
        let pool = &self.machine.pool;
        let heap = &self.state.heap;
        let pointers = heap.pointers().map(|(_, _, pointer)| pointer.value);
        let functions = heap.functions().iter().map(|(_, value)| *value);
        let choices: BTreeSet<InputId> = pointers
            .chain(functions)
            .flat_map(|value| pool.inputs_of(value).iter().copied().collect::<Vec<_>>())
            .collect();
        let symbolic = object.symbolic.as_deref().unwrap_or_default();
        let symbolic = symbolic.get(bytes.start as usize..bytes.end as usize);
        let mut terms = symbolic.into_iter().flatten().filter_map(|byte| byte.term);
        terms.any(|term| {
            let inputs = pool.inputs_of(term);
            pool.width(term) == 64 && inputs.iter().any(|input| choices.contains(input))
        })
    }

    /// True if a call that was run apart left everything else as it was: what the analysis of effects promises.
    /// If the program has objects, the call may have made some.
    pub(super) fn changes_only(
        &self,
        changed: &[Changed],
        after: &State,
        with_objects: bool,
    ) -> bool {
        let may_change = |id: ObjectId, byte: usize| {
            let mut places = changed.iter();
            places.any(|&(place, width)| match place {
                ChangedPlace::Memory(other, at) => {
                    let bytes = at as usize..(at + width / 8) as usize;
                    other == id && bytes.contains(&byte)
                }
                ChangedPlace::Result(_) | ChangedPlace::Target(_) | ChangedPlace::Offset(_) => {
                    false
                }
            })
        };
        let before = &self.state.memory;
        let is_text = |object: &Object| with_objects && self.is_string(object);
        let same = |id: ObjectId| match (before.object(id), after.memory.object(id)) {
            (Some(before), Some(after)) if is_text(before) || is_text(after) => true,
            (Some(before), Some(after)) => {
                let term = |object: &Object, byte| object.symbolic.as_ref().map(|all| all[byte]);
                (0..before.bytes.len()).all(|byte| {
                    let same = before.bytes[byte] == after.bytes[byte]
                        && term(before, byte).unwrap_or_default()
                            == term(after, byte).unwrap_or_default();
                    same || may_change(id, byte)
                })
            }
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => with_objects,
        };
        let mut all = (0..after.memory.len()).map(ObjectId);
        all.all(same)
    }

    pub(super) fn put(&mut self, place: ChangedPlace, width: u32, cell: Cell) -> Outcome<()> {
        match place {
            ChangedPlace::Result(slot)
            | ChangedPlace::Target(slot)
            | ChangedPlace::Offset(slot) => {
                self.frame.registers[slot as usize] = cell;
                Ok(())
            }
            ChangedPlace::Memory(id, offset) => {
                let at = Cell::concrete(address(id, u64::from(offset)));
                self.store(at, cell, width)
            }
        }
    }
}

/// The words of a part of an object.
fn add_words(id: ObjectId, part: Range<u32>, changed: &mut Vec<Changed>) {
    let mut at = part.start;
    while at < part.end {
        let width = if at.is_multiple_of(4) && part.end - at >= 4 {
            32
        } else {
            8
        };
        changed.push((ChangedPlace::Memory(id, at), width));
        at += width / 8;
    }
}

/// What stands at a place under the state's model, which the machine follows.
pub(super) fn value_at(
    machine: &mut Machine,
    state: &State,
    place: ChangedPlace,
    width: u32,
) -> Bits {
    let cell = match place {
        ChangedPlace::Result(slot) | ChangedPlace::Target(slot) | ChangedPlace::Offset(slot) => {
            let frame = state.frame.as_ref();
            frame.map_or(Cell::ZERO, |frame| frame.registers[slot as usize])
        }
        ChangedPlace::Memory(id, offset) => match state.memory.object(id) {
            Some(object) => object.read(&mut machine.pool, offset as usize, width),
            None => Cell::ZERO,
        },
    };
    let term = cell.to_term(&mut machine.pool, width);
    let term = machine.never_written.filled(&mut machine.pool, term);
    machine.evaluator.bits(&machine.pool, term)
}
