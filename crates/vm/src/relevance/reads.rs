//! What of the state before it a call reads: two calls of a function that read the same do the same.

use super::annotation::{Being, being};
use super::effect::access_at;
use super::form::{Form, form};
use super::intrinsic;
use super::known_address::KnownAddress;
use super::step::{Effect, Told};
use crate::instruction::{Instruction, Range};
use crate::memory::pointees::single_object;
use crate::memory::{ObjectId, ObjectKind};
use crate::{AskedCall, CallEffect, Cell, Events, Machine, State};
use std::collections::{BTreeMap, BTreeSet};

/// Bytes of a word of eight, a bit for each.
type Mask = u8;

/// Bytes of memory that a call may read or write; what reads more is not told apart from other calls.
const MOST_BYTES: u64 = 1 << 16;

/// Notes what a call reads of the state before it, and what it writes, on one path through it.
#[derive(Clone, Debug, Default)]
pub struct CallReads {
    reads: BTreeMap<(ObjectId, u64), Mask>,
    writes: BTreeMap<(ObjectId, u64), Mask>,
    /// Objects that an address of it meant.
    objects: BTreeSet<ObjectId>,
    /// Objects from this number on are its own.
    own: u32,
    /// Why it cannot be told.
    opaque: Option<&'static str>,
}

impl CallReads {
    /// Of a call that begins in a state.
    pub fn new(before: &State) -> CallReads {
        CallReads {
            own: before.memory.len(),
            ..CallReads::default()
        }
    }

    /// Why it cannot be told what is read, if it cannot.
    pub fn opaque(&self) -> Option<&'static str> {
        self.opaque
    }

    /// Adds what another path through the call reads.
    pub fn merge(&mut self, other: &CallReads) {
        for (&word, mask) in &other.reads {
            *self.reads.entry(word).or_default() |= mask;
        }
        self.objects.extend(other.objects.iter().copied());
        self.opaque = self.opaque.or(other.opaque);
    }

    /// Adds a call made on the way that is answered for some paths through it: what it reads, and what those
    /// paths write.
    pub fn add_call(&mut self, reads: &ReadCells, asked: &AskedCall, effects: &[&CallEffect]) {
        for word in &reads.words {
            self.read_word((word.object, word.number), word.mask);
        }
        for &(object, _) in &reads.objects {
            self.object(object);
        }
        for (object, offset, by_all) in asked.written_by(effects) {
            let byte = Range {
                object,
                offset,
                size: 1,
            };
            if !by_all {
                self.read(byte);
            }
            self.write(byte);
        }
    }

    /// True if both paths have written the same bytes.
    pub fn writes_as(&self, other: &CallReads) -> bool {
        self.writes == other.writes
    }

    /// The bytes of a range that were written.
    pub(crate) fn written(&self, object: ObjectId, offset: u64, size: u64) -> u64 {
        let bytes = offset..offset + size;
        let bits = bytes.enumerate().filter(|(_, byte)| {
            let mask = self.writes.get(&(object, byte / 8));
            mask.is_some_and(|mask| mask >> (byte % 8) & 1 == 1)
        });
        bits.fold(0, |bits, (index, _)| bits | 1 << index)
    }

    /// Objects that were there before and were written to.
    pub(crate) fn written_objects(&self) -> impl Iterator<Item = ObjectId> + '_ {
        self.writes.keys().map(|(object, _)| *object)
    }

    fn object(&mut self, id: ObjectId) {
        if id.0 < self.own {
            self.objects.insert(id);
        }
    }

    fn read_word(&mut self, word: (ObjectId, u64), mask: Mask) {
        if word.0.0 >= self.own {
            return;
        }
        let unwritten = mask & !self.writes.get(&word).copied().unwrap_or_default();
        if unwritten != 0 {
            *self.reads.entry(word).or_default() |= unwritten;
        }
    }

    fn read(&mut self, range: Range) {
        self.object(range.object);
        for (word, mask) in words(range) {
            self.read_word((range.object, word), mask);
        }
        self.bound(range);
    }

    fn write(&mut self, range: Range) {
        self.object(range.object);
        if range.object.0 < self.own {
            for (word, mask) in words(range) {
                *self.writes.entry((range.object, word)).or_default() |= mask;
            }
        }
        self.bound(range);
    }

    fn bound(&mut self, range: Range) {
        if range.size > MOST_BYTES {
            self.opaque = Some("a large object");
        }
    }

    fn add(&mut self, at: &Instruction<'_>) -> Told<()> {
        let form = form(at.code, at.code.ops[at.pc]);
        match form {
            Form::Jump
            | Form::End
            | Form::Compute { .. }
            | Form::Decide { .. }
            | Form::Make { .. }
            | Form::Return { .. }
            | Form::Call { .. } => Ok(()),
            Form::Access {
                to, value, base, ..
            } => {
                // Where input pointers lead is no part of what is read.
                let address = match (at.concrete(base), at.cell(base).as_term()) {
                    (Some(address), _) => Some(KnownAddress::At(address)),
                    (None, Some(term)) => {
                        let object = single_object(&at.machine.pool, &at.state.memory, term);
                        object.map(KnownAddress::In)
                    }
                    (None, None) => None,
                };
                let Effect::Access {
                    range, anywhere, ..
                } = access_at(at, form, address)?
                else {
                    return Ok(());
                };
                let object = at.state.memory.object(range.object);
                if object.is_some_and(|object| object.text.is_some() || object.length.is_some()) {
                    return Err("an input of free length");
                }
                let writes = to == super::form::NONE;
                debug_assert!(writes != (value == super::form::NONE));
                match writes {
                    false => self.read(range),
                    // What is not written there stays as it was: that is read.
                    true if anywhere => {
                        self.read(range);
                        self.write(range);
                    }
                    true => self.write(range),
                }
                Ok(())
            }
            Form::Intrinsic { index } => {
                let site = &at.code.intrinsics[index as usize];
                self.add_intrinsic(&intrinsic::effects(at, site, true)?)
            }
            Form::Instance { .. } | Form::Reference { .. } | Form::OfClass { .. } => {
                Err("an object of a class")
            }
        }
    }

    fn add_intrinsic(&mut self, effects: &intrinsic::Effects) -> Told<()> {
        let of_java = effects.of_class.is_some() || !effects.sets.is_empty();
        if of_java || effects.clones.is_some() || !effects.frames.is_empty() {
            return Err("an operation on objects");
        }
        let copied = effects.copies.iter().map(|(from, _)| from);
        let reads = effects.reads.iter().chain(&effects.examines);
        for &range in reads.chain(&effects.follows).chain(copied) {
            self.read(range);
        }
        for &object in &effects.objects {
            self.object(object);
        }
        let copied = effects.copies.iter().map(|(_, to)| to);
        for &range in effects.writes.iter().chain(copied) {
            self.write(range);
        }
        Ok(())
    }
}

fn words(range: Range) -> impl Iterator<Item = (u64, Mask)> {
    let size = range.size.min(MOST_BYTES);
    let end = range.offset.saturating_add(size);
    let numbers = range.offset / 8..end.div_ceil(8);
    numbers.map(move |word| {
        let from = range.offset.max(word * 8) - word * 8;
        let to = end.min(word * 8 + 8) - word * 8;
        let bits = (from..to).fold(0u32, |mask, byte| mask | 1 << byte);
        (word, bits as Mask)
    })
}

impl Events for CallReads {
    const TRACE: bool = false;
    const STEPS: bool = true;

    fn step(&mut self, instruction: &Instruction<'_>) {
        if self.opaque.is_none()
            && let Err(why) = self.add(instruction)
        {
            self.opaque = Some(why);
        }
    }
}

/// What a call reads, with what stood there.
#[derive(Clone, Debug)]
pub struct ReadCells {
    words: Vec<WordRead>,
    objects: Vec<(ObjectId, Being)>,
}

#[derive(Clone, Debug)]
struct WordRead {
    object: ObjectId,
    number: u64,
    mask: Mask,
    held: Held,
}

/// What bytes of a word hold, and which of them were ever written.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Held {
    cells: [Cell; 8],
    written: Mask,
}

impl ReadCells {
    /// What a call read that began in a state.
    pub fn new(machine: &mut Machine, before: &State, reads: &CallReads) -> ReadCells {
        let objects = reads.objects.iter();
        let objects = objects.map(|&id| (id, being(before, id))).collect();
        let words = reads.reads.iter();
        let words = words.filter(|((object, _), _)| !is_constant(before, *object));
        let words = words.map(|(&(object, number), &mask)| WordRead {
            object,
            number,
            mask,
            held: held(machine, before, object, number, mask),
        });
        ReadCells {
            words: words.collect(),
            objects,
        }
    }

    /// True if a state has the same there.
    pub fn agree(&self, machine: &mut Machine, state: &State) -> bool {
        let same = |(id, was): &(ObjectId, Being)| being(state, *id) == *was;
        self.objects.iter().all(same)
            && self
                .words
                .iter()
                .all(|word| word.held == held(machine, state, word.object, word.number, word.mask))
    }

    /// The terms that stood there.
    pub fn terms(&self) -> impl Iterator<Item = term::Term> + '_ {
        let cells = self.words.iter().flat_map(|word| word.held.cells);
        cells.filter_map(Cell::as_term)
    }
}

fn is_constant(state: &State, id: ObjectId) -> bool {
    let object = state.memory.object(id);
    object.is_some_and(|object| object.info.kind == ObjectKind::Constant)
}

/// The bytes of a word that are in a mask; the others are zero.
fn held(machine: &mut Machine, state: &State, object: ObjectId, number: u64, mask: Mask) -> Held {
    let mut held = Held {
        cells: [Cell::ZERO; 8],
        written: 0,
    };
    if let Some(object) = state.memory.object(object) {
        for (byte, cell) in held.cells.iter_mut().enumerate() {
            let offset = number as usize * 8 + byte;
            if mask >> byte & 1 == 1 && (offset as u64) < object.size() {
                *cell = object.read(&mut machine.pool, offset, 8);
                let written = object.written.as_ref();
                let written = written.is_none_or(|written| written.has(offset));
                held.written |= Mask::from(written) << byte;
            }
        }
    }
    held
}
