//! States between the calls of a sequence that makes an input ([`ir::CallSequences`]), compared as a whole.
//!
//! What a sequence has made so far is all that the calls which follow, and the code under test, can see of it: another
//! sequence of as many or more calls that has made the same, up to the numbers of objects and with other inputs in the place
//! of its own, leads to nothing else: as many calls may follow, and there need not be any (Visser, Pasareanu and Pelanek, *Test Input Generation for Java Containers using State
//! Matching*, ISSTA 2006: subsumption checking, section 3.2, and abstraction by shape, section 3.3).

use super::alike::LiveRegisters;
use super::annotation::{Annotation, around, frames};
use super::likeness::Likeness;
use super::needs::{Mode, Needs};
use crate::memory::{Object, ObjectId, address, split};
use crate::state::SequenceStart;
use crate::{Fork, ForkKind, Machine, State};
use ir::{ClassId, Field, FieldType, FunctionId, HEADER_SIZE, InputConstruction, InputObjects};
use rustc_hash::{FxHashMap, FxHasher};
use std::collections::VecDeque;
use std::hash::{Hash, Hasher};

/// Objects of one state at the most.
const MOST_OBJECTS: usize = 1 << 12;

/// What a sequence of calls has made, before the next call is chosen.
pub struct SequenceState {
    annotation: Annotation,
    state: State,
    start: SequenceStart,
    /// Hash of the calls under way and of what the path had decided before the sequence began.
    place: u64,
    /// Where in its code the function stands that makes the calls, one behind the other.
    step: u32,
    /// Hash of that and of which objects lead to which others.
    shape: u64,
    /// Some object of it is an interned string.
    interned: bool,
}

impl SequenceState {
    /// A number that states share which may be compared.
    pub fn shape(&self) -> u64 {
        self.shape
    }

    /// True if as many calls may follow as behind another state, or more.
    pub fn leads_as_far_as(&self, other: &SequenceState) -> bool {
        // What code reads there is what it reads here.
        self.step <= other.step
            && self
                .annotation
                .needs
                .has_registers_of(&other.annotation.needs)
    }

    /// Number of the path.
    pub fn path(&self) -> u64 {
        self.state.path.hash()
    }

    /// How what another sequence has made is like this. `None` if it is not.
    pub fn likeness(&self, machine: &mut Machine, other: &SequenceState) -> Option<Likeness> {
        let (one, two) = (&self.state, &other.state);
        let comparable = (self.place, self.shape, self.start)
            == (other.place, other.shape, other.start)
            && one.chosen_references.is_empty()
            && two.chosen_references.is_empty()
            && one.identity_hashes.is_empty()
            && two.identity_hashes.is_empty()
            && one.classes.are_as(&two.classes);
        // A string that is interned and an equal one that is not are told apart by their addresses.
        if !comparable || !self.leads_as_far_as(other) || self.interned || other.interned {
            return None;
        }
        if !one.memory.lives_as_below(&two.memory, self.start.objects) {
            return None;
        }
        self.annotation.likeness(machine, two)
    }
}

impl Machine {
    /// The state of a sequence, if a state stands where the next call of one is chosen and can be compared to others.
    pub fn sequence_state(
        &mut self,
        live: &mut LiveRegisters,
        state: &State,
        fork: &Fork,
    ) -> Option<SequenceState> {
        let start = state.heap.sequence_start()?;
        let frame = state.frame.as_ref()?;
        let function = frame.code.function;
        let mut making = state.heap.being_made_of();
        let chooses = fork.kind == ForkKind::Switch
            && frame.inserted
            && making.any(|class| self.makes_by_sequence(class, function));
        if !chooses {
            return None;
        }
        let mut walk = SequenceWalk {
            machine: self,
            state,
            start,
            needs: Needs::none(),
            numbers: FxHashMap::default(),
            waiting: VecDeque::new(),
            hash: FxHasher::default(),
        };
        walk.registers(live)?;
        walk.statics();
        walk.objects()?;
        let (mut needs, shape, numbers) = (walk.needs, walk.hash.finish(), walk.numbers);
        let mut interned = false;
        state
            .classes
            .each_interned(|at| interned |= numbers.contains_key(&split(at).0));
        needs.set_decisions(start.decisions..state.path.len());
        let annotation = Annotation::new(self, state, fork, &needs)?;
        let mut hash = FxHasher::default();
        (around(state), start).hash(&mut hash);
        let place = hash.finish();
        (place, shape).hash(&mut hash);
        Some(SequenceState {
            annotation,
            state: state.clone(),
            start,
            place,
            step: frame.pc,
            shape: hash.finish(),
            interned,
        })
    }

    /// True for a function that makes an object of a class by a sequence of calls.
    fn makes_by_sequence(&self, class: ClassId, function: FunctionId) -> bool {
        match self
            .objects()
            .input_construction(class, InputObjects::ByCalls)
        {
            InputConstruction::Sequence { function: own, .. } => own == function,
            InputConstruction::Fields
            | InputConstruction::Elements { .. }
            | InputConstruction::Call { .. }
            | InputConstruction::Function { .. }
            | InputConstruction::Unknown => false,
        }
    }
}

/// Goes over all that a state holds which was not there when the sequence began.
struct SequenceWalk<'a> {
    machine: &'a mut Machine,
    state: &'a State,
    start: SequenceStart,
    needs: Needs,
    /// Objects in the order in which they were met.
    numbers: FxHashMap<ObjectId, u32>,
    waiting: VecDeque<ObjectId>,
    hash: FxHasher,
}

impl SequenceWalk<'_> {
    /// The objects that the calls under way have at hand.
    fn registers(&mut self, live: &mut LiveRegisters) -> Option<()> {
        let frames: Vec<_> = frames(self.state).collect();
        let depth = frames.len();
        for (above, frame) in frames.iter().enumerate() {
            let number = (depth - above - 1) as u32;
            for slot in live.of_frame(frame, above == 0)? {
                let cell = frame.registers.get(slot as usize)?;
                // What was there before the sequence began leads to nothing that it has made.
                let made = frame.inserted && cell.as_term().is_none();
                let is_new = made && self.is_new(split(cell.bits).0);
                if is_new {
                    self.meet(cell.bits);
                }
                let mode = if is_new { Mode::SAME } else { Mode::Exact };
                self.needs.register(number, slot, mode);
            }
        }
        Some(())
    }

    /// The static fields of classes that were initialised meanwhile.
    fn statics(&mut self) {
        let statics: Vec<u64> = self.state.classes.statics().collect();
        for at in statics {
            let object = split(at).0;
            if self.is_new(object) {
                // Their numbers are told by the classes, which are the same.
                self.needs.numbered.insert(object);
                self.meet(at);
            }
        }
    }

    fn is_new(&self, object: ObjectId) -> bool {
        object.0 >= self.start.objects && object.0 < self.state.memory.len()
    }

    /// Takes the object of an address into the hash.
    fn meet(&mut self, at: u64) {
        let (object, _) = split(at);
        if !self.is_new(object) {
            return at.hash(&mut self.hash);
        }
        let next = self.numbers.len() as u32;
        let number = *self.numbers.entry(object).or_insert(next);
        if number == next {
            self.waiting.push_back(object);
        }
        number.hash(&mut self.hash);
    }

    fn objects(&mut self) -> Option<()> {
        while let Some(id) = self.waiting.pop_front() {
            if self.numbers.len() > MOST_OBJECTS {
                return None;
            }
            let object = self.state.memory.object(id)?;
            (object.class(), object.size()).hash(&mut self.hash);
            self.needs.objects.insert(id);
            let references = self.references(id, object)?;
            let mut offset = 0;
            for at in references {
                self.needs.bytes(id, offset, at - offset, Mode::Exact);
                self.needs.bytes(id, at, 8, Mode::SAME);
                offset = at + 8;
                let cell = object.read(&mut self.machine.pool, at as usize, 64);
                match cell.as_term() {
                    None => self.meet(cell.bits),
                    Some(_) => 1u8.hash(&mut self.hash),
                }
            }
            self.needs
                .bytes(id, offset, object.size() - offset, Mode::Exact);
        }
        Some(())
    }

    /// Where references stand in an object, ascending.
    fn references(&mut self, id: ObjectId, object: &Object) -> Option<Vec<u64>> {
        let Some(class) = object.class() else {
            return Some(Vec::new());
        };
        let is_statics = self.state.classes.get(class).statics == address(id, 0);
        let info = self.machine.class_info(class).ok()?;
        if let Some((element, _)) = info.element
            && !is_statics
        {
            return Some(match element {
                FieldType::Primitive(_) => Vec::new(),
                FieldType::Reference(_) => (HEADER_SIZE..object.size()).step_by(8).collect(),
            });
        }
        let reference = |field: &&Field| matches!(field.ty, FieldType::Reference(_));
        let place = |field: &Field| u64::from(field.offset);
        let mut places: Vec<u64> = match is_statics {
            true => (info.class.static_fields().filter(reference))
                .map(place)
                .collect(),
            false => (info.class.instance_fields().filter(reference))
                .map(place)
                .collect(),
        };
        places.sort_unstable();
        Some(places)
    }
}
