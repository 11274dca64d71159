//! What matters at a place of the program, with the values it has in one state.

use super::backward::{has_all_arms, is_plain};
use super::class_cell::ClassCell;
use super::needs::{Bytes, Mode, Needs, Stretch};
use super::slack::Slack;
use crate::code::Slot;
use crate::instruction::renumbered;
use crate::memory::object::{Extent, FreeText};
use crate::memory::{Object, ObjectId, ObjectKind, ObjectSlot, split};
use crate::state::{Frame, InputHeap, Shared, Stage};
use crate::{Cell, Fork, Machine, State};
use rustc_hash::{FxHashMap, FxHashSet, FxHasher};
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use term::{InputId, Op, Pool, Term};

/// Where a state stands that is at a fork: a hash of the calls under way and of what else must be the
/// same of two states that are compared.
pub fn point(state: &State) -> u64 {
    let mut hash = FxHasher::default();
    state
        .frame
        .iter()
        .for_each(|frame| frame.pc.hash(&mut hash));
    around(state).hash(&mut hash);
    hash.finish()
}

/// As [`point`], wherever in its code the innermost call stands.
pub(super) fn around(state: &State) -> u64 {
    let mut hash = FxHasher::default();
    for (depth, frame) in frames(state).enumerate() {
        frame.code.function.0.hash(&mut hash);
        if depth > 0 {
            frame.pc.hash(&mut hash);
        }
        frame.inserted.hash(&mut hash);
        (
            frame.objects.len(),
            frame.areas().len(),
            frame.variadic().len(),
        )
            .hash(&mut hash);
    }
    state.resume.hash(&mut hash);
    state.memory.stack_bytes.hash(&mut hash);
    (
        state.stage == Stage::Initialising,
        state.stage == Stage::Ending,
    )
        .hash(&mut hash);
    (state.overflow, state.surroundings, state.entry_is_main).hash(&mut hash);
    state.heap.fingerprint().hash(&mut hash);
    hash.finish()
}

pub(super) fn frames(state: &State) -> impl Iterator<Item = &Frame> {
    state.frame.iter().flat_map(|frame| frame.chain())
}

/// A value that matters.
#[derive(Clone, Debug)]
pub(super) enum Known {
    /// These bits, or others as far as the mode leaves them open.
    Bits { bits: u64, mode: Mode },
    /// A value that depends on inputs.
    Term(Term),
}

/// Where a value stands.
#[derive(Clone, Debug)]
pub(super) enum Place {
    Register {
        depth: u32,
        slot: Slot,
    },
    Memory {
        object: ObjectId,
        offset: u64,
        size: u32,
    },
    Class(ClassCell),
}

impl Place {
    /// The object that a value that stands there is an address in.
    pub(super) fn object_in(&self, state: &State, bits: u64) -> Option<ObjectId> {
        self.holds_addresses().then(|| renumbered(state, bits))?
    }

    fn holds_addresses(&self) -> bool {
        match self {
            Place::Register { .. } => true,
            Place::Memory { size, .. } => *size == 8,
            Place::Class(cell) => cell.holds_addresses(),
        }
    }
}

/// What an object is to who has its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Being {
    Live {
        size: u64,
        kind: ObjectKind,
        ends: Ends,
        /// It is an input that has no contents yet.
        unmade: bool,
    },
    Freed,
    Dead,
    Nothing,
}

/// What says where an object ends, if that depends on inputs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Ends {
    length: Option<Term>,
    text: Option<Arc<FreeText>>,
    extent: Option<Arc<Extent>>,
}

impl Ends {
    fn terms(&self) -> Vec<Term> {
        let mut terms: Vec<Term> = self.length.into_iter().collect();
        if let Some(text) = &self.text {
            terms.extend(text.characters.iter());
        }
        if let Some(extent) = &self.extent {
            terms.extend([extent.bytes, extent.fits]);
        }
        terms
    }
}

/// What the object of that number is.
pub(super) fn being(state: &State, id: ObjectId) -> Being {
    match state.memory.slot(id) {
        ObjectSlot::Live(object) => Being::Live {
            size: object.size(),
            kind: object.info.kind,
            ends: Ends {
                length: object.length,
                text: object.text.clone(),
                extent: object.extent.clone(),
            },
            unmade: object.unmade,
        },
        ObjectSlot::Freed(_) => Being::Freed,
        ObjectSlot::Dead(_) => Being::Dead,
        ObjectSlot::Empty => Being::Nothing,
    }
}

/// What must be the same as it is, to the last.
#[derive(Clone, Debug)]
struct Whole {
    known_texts: Vec<(ObjectId, u64)>,
    objects_made: Option<u32>,
    /// Inputs that are references, pointers and objects.
    inputs: Shared<InputHeap>,
}

/// What matters at a place, with the values of one state: whatever agrees in it meets the same code and
/// the same errors from there on.
#[derive(Clone, Debug)]
pub struct Annotation {
    pub(super) needs: Needs,
    /// In an order in which each object is known before its contents.
    pub(super) values: Vec<(Place, Known)>,
    /// Objects of the calls under way, outermost call first.
    pub(super) of_calls: Vec<Vec<ObjectId>>,
    /// Objects whose being matters.
    pub(super) beings: FxHashMap<ObjectId, Being>,
    /// What the path requires of inputs.
    pub(super) conditions: Vec<Term>,
    /// Of these, inputs with what they are equal to.
    pub(super) equalities: Vec<(Term, Term)>,
    /// Objects below this number have the same number in all states.
    pub(super) first_object: u32,
    /// Objects that were made so far.
    pub(super) objects: u32,
    /// Inputs in whose place no others may stand: where pointers lead and where objects end depends on them.
    pub(super) identical: FxHashSet<InputId>,
    whole: Whole,
}

impl Annotation {
    /// What matters of a state at a fork. `None` if that cannot be told of another state.
    pub fn new(
        machine: &mut Machine,
        state: &State,
        fork: &Fork,
        needs: &Needs,
    ) -> Option<Annotation> {
        if needs.unknown || !is_plain(fork) {
            return None;
        }
        let mut annotation = Annotation {
            needs: needs.clone(),
            values: Vec::new(),
            of_calls: calls(state),
            beings: FxHashMap::default(),
            conditions: conditions(state, needs)?,
            equalities: Vec::new(),
            first_object: state.first_object,
            objects: state.memory.len(),
            identical: FxHashSet::default(),
            whole: Whole {
                known_texts: state.texts.lengths.clone(),
                objects_made: needs.next_object.then(|| state.memory.len()),
                inputs: state.heap.clone(),
            },
        };
        Collector {
            machine,
            state,
            annotation: &mut annotation,
            waiting: VecDeque::new(),
        }
        .collect()?;
        annotation.note_identical(&machine.pool, state);
        annotation.note_equalities(&machine.pool);
        Some(annotation)
    }

    /// Notes the inputs in whose place no others may stand.
    fn note_identical(&mut self, pool: &Pool, state: &State) {
        let mut terms = state.heap.terms();
        for being in self.beings.values() {
            if let Being::Live { ends, .. } = being {
                terms.extend(ends.terms());
            }
        }
        for term in terms {
            self.identical.extend(pool.inputs_of(term).iter().copied());
        }
    }

    /// Notes the inputs that the path requires to be equal to something.
    fn note_equalities(&mut self, pool: &Pool) {
        for &condition in &self.conditions {
            let (Op::Eq, &[one, other]) = (pool.op(condition), pool.arguments(condition)) else {
                continue;
            };
            for (free, value) in [(one, other), (other, one)] {
                if let Op::Input(id) = pool.op(free)
                    && !self.identical.contains(&id)
                {
                    self.equalities.push((free, value));
                }
            }
        }
    }

    /// True if everything that must be the same to the last is.
    pub(super) fn agrees_in_whole(&self, state: &State) -> bool {
        let whole = &self.whole;
        whole
            .objects_made
            .is_none_or(|made| made == state.memory.len())
            && whole.known_texts == state.texts.lengths
            && state.heap.decides_as(&whole.inputs)
            && state.first_object == self.first_object
    }

    /// True if a value that stands there is an address in an object whose number depends on the path.
    pub(super) fn is_address(&self, at: &Place, bits: u64) -> bool {
        let (id, _) = split(bits);
        at.holds_addresses() && id.0 >= self.first_object && id.0 < self.objects
    }
}

/// True if what matters behind a fork tells what matters at it: its arms are all the ways to go on, and
/// which is taken depends on what its instruction is given.
pub fn tells_all(fork: &Fork) -> bool {
    is_plain(fork)
}

/// True if a fork has an arm for every way that its instruction can go on.
pub fn has_every_arm(state: &State, fork: &Fork) -> bool {
    has_all_arms(state, fork)
}

/// The objects of the calls under way, outermost call first.
pub(super) fn calls(state: &State) -> Vec<Vec<ObjectId>> {
    let objects = |frame: &Frame| [&frame.objects[..], frame.areas()].concat();
    let mut calls: Vec<Vec<ObjectId>> = frames(state).map(objects).collect();
    calls.reverse();
    calls
}

fn conditions(state: &State, needs: &Needs) -> Option<Vec<Term>> {
    if needs.decisions.is_empty() {
        return Some(Vec::new());
    }
    let path = state.path();
    let condition = |&number: &u32| path.get(number as usize).map(|decision| decision.condition);
    needs.decisions.iter().map(condition).collect()
}

struct Collector<'a> {
    machine: &'a mut Machine,
    state: &'a State,
    annotation: &'a mut Annotation,
    waiting: VecDeque<ObjectId>,
}

impl Collector<'_> {
    fn collect(mut self) -> Option<()> {
        let needs = self.annotation.needs.clone();
        let mut frames: Vec<&Frame> = frames(self.state).collect();
        frames.reverse();
        for (depth, registers) in needs.registers.iter().enumerate() {
            let mut registers: Vec<(Slot, Mode)> = registers
                .iter()
                .map(|(&slot, &mode)| (slot, mode))
                .collect();
            registers.sort_unstable_by_key(|&(slot, _)| slot);
            for (slot, mode) in registers {
                let cell = register(frames.get(depth)?, slot)?;
                let at = Place::Register {
                    depth: depth as u32,
                    slot,
                };
                self.value(at, cell, mode)?;
            }
        }
        let mut classes: Vec<(&ClassCell, Mode)> = needs
            .classes
            .iter()
            .map(|(cell, &mode)| (cell, mode))
            .collect();
        classes.sort_unstable_by_key(|&(cell, _)| cell);
        for (cell, mode) in classes {
            let bits = Cell::concrete(cell.bits(&self.state.classes));
            self.value(Place::Class(cell.clone()), bits, mode)?;
        }
        let mut numbered: Vec<ObjectId> = needs.numbered.iter().copied().collect();
        numbered.sort_unstable();
        numbered.into_iter().for_each(|object| self.meet(object));
        for objects in self.annotation.of_calls.clone() {
            objects.into_iter().for_each(|object| self.meet(object));
        }
        // Those that every state has come first: their contents lead to others.
        let mut objects: Vec<ObjectId> = needs.words.keys().copied().collect();
        objects.extend(needs.intervals.keys());
        objects.sort_unstable();
        objects.dedup();
        let first = self.annotation.first_object;
        for &object in objects.iter().filter(|object| object.0 < first) {
            self.waiting.push_back(object);
        }
        let mut done = FxHashSet::default();
        loop {
            while let Some(object) = self.waiting.pop_front() {
                if done.insert(object) {
                    self.object(&needs, object)?;
                }
            }
            // What nothing that matters leads to has the number it has.
            match objects.iter().find(|object| !done.contains(object)) {
                Some(&object) if needs.has_words(object) => {
                    self.annotation.needs.numbered.insert(object);
                    self.meet(object);
                }
                Some(&object) => {
                    done.insert(object);
                }
                None => break,
            }
        }
        for &object in &needs.objects {
            self.being(object);
        }
        Some(())
    }

    fn being(&mut self, object: ObjectId) {
        let state = self.state;
        let beings = &mut self.annotation.beings;
        beings.entry(object).or_insert_with(|| being(state, object));
    }

    fn meet(&mut self, object: ObjectId) {
        self.waiting.push_back(object);
    }

    fn value(&mut self, at: Place, cell: Cell, mode: Mode) -> Option<()> {
        let known = match cell.as_term() {
            None => {
                if let Some(object) = at.object_in(self.state, cell.bits) {
                    self.being(object);
                    self.meet(object);
                }
                Known::Bits {
                    bits: cell.bits,
                    mode,
                }
            }
            Some(term) => {
                let machine = &*self.machine;
                if machine.never_written.occur_in(&machine.pool, term) {
                    return None;
                }
                for object in addresses(&self.machine.pool, self.state, term)? {
                    self.annotation.needs.numbered.insert(object);
                    self.being(object);
                    self.meet(object);
                }
                Known::Term(term)
            }
        };
        self.annotation.values.push((at, known));
        Some(())
    }

    fn object(&mut self, needs: &Needs, id: ObjectId) -> Option<()> {
        if !needs.has_words(id) {
            return Some(());
        }
        let state = self.state;
        let object = state.memory.object(id).filter(|object| !object.unmade)?;
        let words = needs.words.get(&id).into_iter().flatten();
        let mut words: Vec<(u64, Bytes)> = words.map(|(&word, &bytes)| (word, bytes)).collect();
        words.sort_unstable_by_key(|(word, _)| *word);
        for (word, bytes) in words {
            let mode = match bytes.needed == bytes.exact {
                true => Mode::Exact,
                false => Mode::SAME,
            };
            for (offset, size) in pieces(object, word * 8, bytes.needed) {
                self.stretch((id, object), (offset, size), mode)?;
            }
        }
        let intervals = needs.intervals.get(&id).into_iter().flatten();
        let mut intervals: Vec<(&Stretch, &Slack)> = intervals.collect();
        intervals.sort_unstable();
        for (&(offset, size), &slack) in intervals {
            let stretch = (offset, u32::from(size));
            self.stretch((id, object), stretch, Mode::Near(slack))?;
        }
        Some(())
    }

    /// What stands in memory, offset and size in bytes.
    fn stretch(
        &mut self,
        (id, object): (ObjectId, &Object),
        (offset, size): (u64, u32),
        mode: Mode,
    ) -> Option<()> {
        let (start, length) = (offset as usize, size as usize);
        if offset + u64::from(size) > object.size() || !object.is_written(start, length) {
            return None;
        }
        let cell = object.read(&mut self.machine.pool, start, size * 8);
        let at = Place::Memory {
            object: id,
            offset,
            size,
        };
        self.value(at, cell, mode)
    }
}

/// A register, or an argument beyond the parameters.
pub(super) fn register(frame: &Frame, slot: Slot) -> Option<Cell> {
    match slot.checked_sub(super::needs::VARIADIC) {
        None => frame.registers.get(slot as usize).copied(),
        Some(number) => {
            let argument = frame.variadic().get(number as usize);
            argument.map(|argument| argument.value)
        }
    }
}

/// Stretches of a word of eight bytes, as offset and size: one for what was written at once.
fn pieces(object: &Object, base: u64, needed: u8) -> Vec<(u64, u32)> {
    let term = |byte: u64| {
        let symbolic = object.symbolic.as_ref().filter(|_| object.words.is_none());
        symbolic.and_then(|bytes| bytes.get((base + byte) as usize)?.term)
    };
    // The class and the length in the header of an object are no address together.
    let header = base == 0 && object.info.kind == ObjectKind::Managed;
    let mut pieces: Vec<(u64, u32)> = Vec::new();
    for byte in (0..8).filter(|byte| needed >> byte & 1 == 1) {
        match pieces.last_mut() {
            Some((offset, size))
                if *offset + u64::from(*size) == base + byte
                    && term(byte) == term(byte - 1)
                    && !(header && byte == 4) =>
            {
                *size += 1;
            }
            _ => pieces.push((base + byte, 1)),
        }
    }
    pieces
}

/// Objects whose addresses a term contains, as far as their numbers depend on the path.
pub(super) fn addresses(pool: &Pool, state: &State, term: Term) -> Option<Vec<ObjectId>> {
    /// Terms looked at.
    const MOST: usize = 1 << 12;
    let (mut found, mut todo) = (Vec::new(), vec![term]);
    let mut seen = FxHashSet::default();
    while let Some(term) = todo.pop() {
        if !seen.insert(term) {
            continue;
        }
        if seen.len() > MOST {
            return None;
        }
        if let Op::Table(table) = pool.op(term) {
            let words = pool.table(table).iter().map(term::Bits::low_u64);
            found.extend(words.filter_map(|word| renumbered(state, word)));
        } else if let Some(word) = pool.constant_u64(term) {
            found.extend(renumbered(state, word));
        }
        todo.extend(pool.arguments(term));
    }
    Some(found)
}
