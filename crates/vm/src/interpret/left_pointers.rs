//! Pointers that a call which is skipped leaves behind: each is null, or points into one of the objects that the
//! call may have found. Two numbers stand for it: which of them, and how far behind its beginning.

use super::changed::value_at;
use crate::call_policy::{ReturnedPointers, SkippedFunction};
use crate::code::CallSite;
use crate::fault::Outcome;
use crate::memory::address::looks_like_address;
use crate::memory::pointees::only_object;
use crate::memory::{ObjectId, ObjectSlot, address, split};
use crate::run::Run;
use crate::state::{
    CallChanges, Changed, ChangedPlace, LazyId, LeftByCall, LeftTo, Pointees, Referent,
};
use crate::{Arm, ArmOutcome, Cell, ForkKind, Machine, State};
use ir::FunctionId;
use ir::analysis::PointerSource;
use std::collections::{BTreeSet, VecDeque};
use std::sync::Arc;
use term::{Bits, Pool, Term};

/// Width of the number of an object.
pub(super) const TARGET_WIDTH: u32 = 16;
/// Objects that a pointer may point into at the most.
const MOST_OBJECTS: usize = 64;
/// Bytes that are looked at for addresses.
const MOST_BYTES: u64 = 1 << 16;

/// Where a pointer leads: 0 for null, else the position of an object behind it, and how far from its beginning.
pub(super) struct LeadsTo {
    pub target: u64,
    pub offset: Cell,
}

/// What is known of where a pointer leads.
pub(super) enum Leads {
    To(LeadsTo),
    /// It depends on inputs.
    Open,
    /// To none of the objects that are known, or to where an input pointer leads of which that is open.
    Elsewhere,
}

/// The choice for a pointer; see [`ForkKind::place_of_pointer`].
fn choice(place: usize, target: u64, outside: bool) -> u64 {
    (place as u64) << 32 | target << 1 | u64::from(outside)
}

impl Pointees {
    pub(super) fn add(&mut self, pointee: LeftTo) {
        if !self.list.contains(&pointee) {
            self.list.push(pointee);
        }
    }

    /// Leaves out addresses in objects that pointers may lead to anywhere.
    fn without_doubles(mut self) -> Pointees {
        let anywhere: Vec<LeftTo> = (self.list.iter())
            .filter(|pointee| matches!(pointee, LeftTo::In(_)))
            .copied()
            .collect();
        let stays = |pointee: &LeftTo| match pointee {
            LeftTo::At(at) => !anywhere.contains(&LeftTo::In(split(*at).0)),
            LeftTo::In(_) => true,
        };
        self.list.retain(stays);
        self
    }

    /// Where a pointer leads. Those input pointers of which it is known where they lead are replaced by that.
    pub(super) fn lead(&self, machine: &mut Machine, state: &State, at: Cell) -> Leads {
        let to = |position: usize, offset| {
            let target = position as u64 + 1;
            Leads::To(LeadsTo { target, offset })
        };
        let position = |pointee| self.list.iter().position(|other| *other == pointee);
        let Some(term) = at.as_term() else {
            let (id, offset) = split(at.bits);
            if self.null && referred_to(state, at.bits) == 0 {
                return Leads::To(LeadsTo {
                    target: 0,
                    offset: Cell::ZERO,
                });
            }
            let at = referred_to(state, at.bits);
            let to_it = |other: &LeftTo| match *other {
                LeftTo::At(other) => referred_to(state, other) == at,
                LeftTo::In(_) => false,
            };
            return match (self.list.iter().position(to_it), position(LeftTo::In(id))) {
                (Some(position), _) => to(position, Cell::ZERO),
                (None, Some(position)) => to(position, Cell::concrete(offset)),
                (None, None) => Leads::Elsewhere,
            };
        };
        if depends_on_input_pointer(machine, state, term) {
            return Leads::Elsewhere;
        }
        let Some(id) = only_object(&machine.pool, &state.memory, term) else {
            return Leads::Open;
        };
        let in_object = |pointee: &LeftTo| matches!(pointee, LeftTo::At(at) if split(*at).0 == id);
        let Some(position) = position(LeftTo::In(id)) else {
            return match self.list.iter().any(in_object) {
                true => Leads::Open,
                false => Leads::Elsewhere,
            };
        };
        let pool = &mut machine.pool;
        let base = pool.bv(64, address(id, 0));
        let offset = pool.sub(term, base);
        to(position, Cell::from_term(pool, offset))
    }
}

/// The address of the object that a reference refers to; itself of one of which that is not decided.
fn referred_to(state: &State, at: u64) -> u64 {
    let reference = LazyId::of(at).and_then(|id| state.heap.get(id));
    match reference.map(|reference| reference.referent) {
        Some(Referent::Object(object)) => object,
        Some(Referent::Null) => 0,
        _ => at,
    }
}

fn depends_on_input_pointer(machine: &Machine, state: &State, term: Term) -> bool {
    let pool = &machine.pool;
    let inputs = pool.inputs_of(term);
    let mut choices = state.heap.pointers().map(|(_, _, pointer)| pointer.choice);
    choices.any(|choice| {
        let choice = pool.as_input(choice);
        choice.is_some_and(|choice| inputs.contains(&choice))
    })
}

impl Run<'_> {
    /// What pointers may be that a call leaves behind; `None` if that cannot be told.
    pub(super) fn pointees(
        &mut self,
        site: &CallSite,
        pointers: &ReturnedPointers,
    ) -> Option<Pointees> {
        // To follow pointers is most of what such a call does: where they lead, it decides itself.
        if pointers.are_loaded() && self.meets_open_pointers() {
            return None;
        }
        let mut found = Pointees {
            null: pointers.null || pointers.are_loaded(),
            list: Vec::new(),
        };
        for (source, offsets) in &pointers.from {
            let pointer = match *source {
                PointerSource::Loaded => {
                    self.add_loaded(site, pointers, offsets, &mut found)?;
                    continue;
                }
                PointerSource::Global(global) => {
                    Cell::concrete(address(self.machine.object_of_global(global), 0))
                }
                PointerSource::StaticField(..)
                | PointerSource::Field(..)
                | PointerSource::Statics(_) => return None,
                PointerSource::Argument(number) => {
                    let slot = *site.arguments.get(number as usize)?;
                    self.known_pointer(self.frame.registers[slot as usize])
                }
            };
            if let Some(term) = pointer.as_term()
                && depends_on_input_pointer(self.machine, self.state, term)
            {
                return None;
            }
            match pointer == Cell::ZERO {
                true => found.null = true,
                false => self.add_moved(pointer, offsets, &mut found)?,
            }
        }
        let found = found.without_doubles();
        (found.list.len() <= MOST_OBJECTS).then_some(found)
    }

    /// Adds a pointer with something added to it; `None` if it leads to nowhere that is known.
    fn add_moved(&self, pointer: Cell, offsets: &[u64], found: &mut Pointees) -> Option<()> {
        let objects = self.objects_of(pointer)?;
        if pointer.as_term().is_none() && !offsets.is_empty() {
            let moved = offsets.iter().map(|by| pointer.bits.wrapping_add(*by));
            moved.for_each(|at| found.add(LeftTo::At(at)));
            return Some(());
        }
        let objects = objects.into_iter();
        objects.for_each(|id| found.add(LeftTo::In(id)));
        Some(())
    }

    /// The objects that an address is in, if it is one.
    fn objects_of(&self, at: Cell) -> Option<Vec<ObjectId>> {
        match at.as_term() {
            None => {
                let id = split(at.bits).0;
                self.may_lead_to(at.bits).then(|| vec![id])
            }
            Some(term) => {
                let found = self.candidates(term);
                (found.exact && !found.objects.is_empty()).then_some(found.objects)
            }
        }
    }

    /// True if a word is an address of something that is there.
    fn may_lead_to(&self, word: u64) -> bool {
        let id = split(word).0;
        let is_live = matches!(self.state.memory.slot(id), ObjectSlot::Live(_));
        id.0 != 0 && (is_live || self.machine.function_id_at(word).is_some())
    }

    /// Adds the pointers that a call may find in memory; `None` if that is too much to look at.
    fn add_loaded(
        &mut self,
        site: &CallSite,
        pointers: &ReturnedPointers,
        offsets: &[u64],
        found: &mut Pointees,
    ) -> Option<()> {
        let mut todo = VecDeque::new();
        for &slot in site.arguments.iter() {
            let argument = self.known_pointer(self.frame.registers[slot as usize]);
            todo.extend(self.objects_of(argument).into_iter().flatten());
        }
        let globals = pointers.globals.iter();
        todo.extend(globals.map(|it| self.machine.object_of_global(*it)));
        let mut seen = BTreeSet::new();
        let mut bytes = 0;
        while let Some(id) = todo.pop_front() {
            if !seen.insert(id) {
                continue;
            }
            if pointers.stores {
                found.add(LeftTo::In(id));
            }
            let size = match self.state.memory.object(id) {
                Some(object) if !object.unmade => object.size(),
                _ => continue,
            };
            bytes += size;
            if seen.len() > MOST_OBJECTS || bytes > MOST_BYTES {
                return None;
            }
            for at in 0..size.saturating_sub(7) {
                let Some(pointer) = self.pointer_at(id, at as usize) else {
                    continue;
                };
                if let Some(objects) = self.objects_of(pointer) {
                    todo.extend(objects);
                    self.add_moved(pointer, offsets, found)?;
                }
            }
        }
        Some(())
    }

    /// What stands in eight bytes of an object, if it may be a pointer.
    fn pointer_at(&mut self, id: ObjectId, at: usize) -> Option<Cell> {
        let object = self.state.memory.object(id)?;
        let symbolic = object.symbolic.as_deref();
        let is_symbolic = object.words.is_some()
            || symbolic.is_some_and(|all| all[at..at + 8].iter().any(|byte| byte.term.is_some()));
        if is_symbolic {
            let aligned = at.is_multiple_of(8);
            let cell = aligned.then(|| object.read(&mut self.machine.pool, at, 64))?;
            return Some(self.known_pointer(cell));
        }
        let word = object.bytes.get(at..at + 8)?;
        let word = u64::from_le_bytes(word.try_into().unwrap_or_default());
        looks_like_address(word).then_some(Cell::concrete(word))
    }

    /// Puts values where a call changes something, by place; some of them may stay as they are. Where it depends on
    /// inputs it is decided what pointers point into, before anything is put.
    pub(super) fn put_all(
        &mut self,
        changes: &CallChanges,
        values: &[Option<Cell>],
    ) -> Outcome<()> {
        let mut cells = Vec::with_capacity(values.len());
        for (number, &(place, width)) in changes.places.iter().enumerate() {
            let Some(value) = values[number] else {
                continue;
            };
            match place {
                ChangedPlace::Target(_) => {}
                ChangedPlace::Offset(slot) => {
                    if let Some(target) = values[number - 1] {
                        let cell = self.left_pointer(&changes.pointees, number, target, value)?;
                        cells.push((ChangedPlace::Result(slot), 64, cell));
                    }
                }
                ChangedPlace::Result(_) | ChangedPlace::Memory(..) => {
                    cells.push((place, width, value));
                }
            }
        }
        for (place, width, cell) in cells {
            self.put(place, width, cell)?;
        }
        Ok(())
    }

    /// The pointer that two numbers stand for.
    fn left_pointer(
        &mut self,
        pointees: &Pointees,
        place: usize,
        target: Cell,
        offset: Cell,
    ) -> Outcome<Cell> {
        let only = match (pointees.null, &pointees.list[..]) {
            (true, []) => Some(0),
            (false, [LeftTo::At(_)]) => Some(1),
            _ => None,
        };
        let chosen = match target.as_term() {
            _ if let Some(only) = only => only,
            None => target.bits,
            Some(target) => {
                let chosen = self.decide_left_pointer(pointees, place, target, offset)?;
                (chosen & u64::from(u32::MAX)) >> 1
            }
        };
        let object = chosen.checked_sub(1).map(|position| position as usize);
        let id = match object.and_then(|position| pointees.list.get(position)) {
            None => return Ok(Cell::ZERO),
            Some(LeftTo::At(at)) => return Ok(Cell::concrete(*at)),
            Some(LeftTo::In(id)) => *id,
        };
        Ok(match offset.as_term() {
            None => Cell::concrete(address(id, offset.bits)),
            Some(offset) => {
                let pool = &mut self.machine.pool;
                let base = pool.bv(64, address(id, 0));
                let at = pool.add(base, offset);
                Cell::from_term(pool, at)
            }
        })
    }

    fn decide_left_pointer(
        &mut self,
        pointees: &Pointees,
        place: usize,
        target: Term,
        offset: Cell,
    ) -> Outcome<u64> {
        let ends = pointees.list.iter().map(|pointee| match *pointee {
            LeftTo::At(_) => None,
            LeftTo::In(id) => Some(self.end_of(id)),
        });
        let ends: Vec<Option<u64>> = ends.collect();
        let pool = &mut self.machine.pool;
        let offset = offset.to_term(pool, 64);
        let mut arms = Vec::new();
        let mut otherwise = pool.bool(true);
        let mut arm = |pool: &mut Pool, choice, condition| {
            let not = pool.not(condition);
            otherwise = pool.and(otherwise, not);
            arms.push(Arm {
                choice,
                condition,
                outcome: ArmOutcome::Continue,
            });
        };
        let zero = pool.bv(TARGET_WIDTH, 0);
        let is_null = pool.eq(target, zero);
        if pointees.null {
            arm(pool, choice(place, 0, false), is_null);
        }
        for (number, end) in (1..).zip(ends) {
            let is_target = pool.bv(TARGET_WIDTH, number);
            let is_target = pool.eq(target, is_target);
            // One past the end is a pointer that C has.
            let Some(end) = end else {
                arm(pool, choice(place, number, false), is_target);
                continue;
            };
            let end = pool.bv(64, end);
            let within = pool.ule(offset, end);
            let outside = pool.not(within);
            let (within, outside) = (pool.and(is_target, within), pool.and(is_target, outside));
            arm(pool, choice(place, number, false), within);
            arm(pool, choice(place, number, true), outside);
        }
        arms.push(Arm {
            choice: u64::MAX,
            condition: otherwise,
            outcome: ArmOutcome::Discard,
        });
        self.decide(ForkKind::LeftPointer, arms, true)
    }

    /// What is to be looked at when a call returns that is entered, if it leaves pointers behind.
    pub(super) fn left_by(
        &mut self,
        callee: FunctionId,
        site: &CallSite,
        function: &SkippedFunction,
    ) -> Option<Arc<LeftByCall>> {
        function.pointers.as_ref()?;
        let changes = self.changed(callee, site, function)?;
        Some(Arc::new(LeftByCall {
            site: self.site(),
            changes,
        }))
    }

    /// Pointers that a call has left behind, each with the number of its place.
    fn left(&mut self, left: &LeftByCall) -> Vec<(usize, Leads)> {
        let places = left.changes.places.iter().enumerate();
        let pointers = places.filter_map(|(number, (place, _))| match place {
            ChangedPlace::Offset(slot) => Some((number, *slot)),
            ChangedPlace::Result(_) | ChangedPlace::Target(_) | ChangedPlace::Memory(..) => None,
        });
        let pointers: Vec<(usize, u32)> = pointers.collect();
        let mut all = Vec::new();
        for (number, slot) in pointers {
            let at = self.known_pointer(self.frame.registers[slot as usize]);
            let leads = left.changes.pointees.lead(self.machine, self.state, at);
            all.push((number, leads));
        }
        all
    }

    /// True if a call that has returned has left a pointer to somewhere else behind.
    pub(super) fn leads_elsewhere(&mut self, left: &LeftByCall) -> bool {
        let left = self.left(left);
        left.iter()
            .any(|(_, leads)| matches!(leads, Leads::Elsewhere))
    }

    /// The choices that agree with the pointers that a call has left which has returned, by place; none of a place if
    /// any may.
    pub(super) fn choices_left(&mut self, left: &LeftByCall) -> Vec<u64> {
        let mut choices = Vec::new();
        for (number, leads) in self.left(left) {
            let Leads::To(LeadsTo { target, offset }) = leads else {
                continue;
            };
            let pointees = &left.changes.pointees;
            let pointee = target.checked_sub(1).map(|at| pointees.list[at as usize]);
            let end = match pointee {
                Some(LeftTo::In(id)) => self.end_of(id),
                Some(LeftTo::At(_)) | None => 0,
            };
            let within = [false, true].into_iter();
            let within = within
                .filter(|&outside| offset.as_term().is_some() || outside == (offset.bits > end));
            choices.extend(within.map(|outside| choice(number, target, outside)));
        }
        choices
    }

    fn end_of(&self, id: ObjectId) -> u64 {
        let object = self.state.memory.object(id);
        object.map_or(0, |object| object.size())
    }

    /// What stands at the places that a call may change behind one that was run apart, under the model. `None` if it
    /// leaves a pointer to somewhere else behind.
    pub(super) fn values_behind(
        &mut self,
        changes: &CallChanges,
        after: &State,
    ) -> Option<Vec<Bits>> {
        self.machine.follow(after);
        let mut values = Vec::with_capacity(changes.places.len());
        for &(place, width) in &changes.places {
            let value = match place {
                ChangedPlace::Result(_) | ChangedPlace::Memory(..) => {
                    value_at(self.machine, after, place, width)
                }
                ChangedPlace::Target(slot) => {
                    let LeadsTo { target, offset } =
                        self.leads_under_model(&changes.pointees, after, slot)?;
                    values.push(Bits::new(TARGET_WIDTH, target));
                    Bits::new(64, offset.bits)
                }
                // It came with where it leads to.
                ChangedPlace::Offset(_) => continue,
            };
            values.push(value);
        }
        Some(values)
    }

    fn leads_under_model(
        &mut self,
        pointees: &Pointees,
        after: &State,
        slot: u32,
    ) -> Option<LeadsTo> {
        let frame = after.frame.as_ref()?;
        let at = self.known_pointer(frame.registers[slot as usize]);
        if let Some(term) = at.as_term()
            && depends_on_input_pointer(self.machine, self.state, term)
        {
            return None;
        }
        let at = Cell::concrete(self.under_model(at));
        match pointees.lead(self.machine, after, at) {
            Leads::To(leads) => Some(leads),
            Leads::Open | Leads::Elsewhere => None,
        }
    }
}

/// The places of a pointer that is a result.
pub(super) fn places_of_result(slot: u32) -> [Changed; 2] {
    [
        (ChangedPlace::Target(slot), TARGET_WIDTH),
        (ChangedPlace::Offset(slot), 64),
    ]
}
