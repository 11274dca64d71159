//! Deciding what input pointers of C programs lead to, and making their objects; see
//! [`crate::state::InputPointer`].

use super::Run;
use crate::fault::{Fault, Outcome};
use crate::memory::{ObjectId, address, split};
use crate::state::{
    InitialContents, InputObject, InputPointer, LazyId, LazyReference, Referent, SharedPlace,
};
use crate::{Arm, ArmOutcome, Bound, Cell, ForkKind, Machine};
use ir::ErrorKind;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use term::{Op, Term};

/// A null pointer plus an offset that depends on inputs, to be accessed: no offset makes it valid.
const NULL_MOVED: Cell = Cell { bits: 1, term: 0 };

/// The choice that stands for null.
const NULL: u64 = u64::MAX;

/// A part of an address: the sum of an input pointer and an offset.
#[derive(Clone, Copy)]
struct PointerPart {
    term: Term,
    pointer: LazyId,
    offset: u64,
}

impl Run<'_> {
    /// An address with its input pointer, if it is computed from one, replaced by where that leads, which
    /// is decided now unless it has been; `null` is what it comes to if that is null, and `size` how many bytes
    /// are accessed there, if that is known.
    ///
    /// An instruction does this before it asks for any other decision: what is decided here is
    /// remembered, and not asked for again when the instruction is executed again.
    pub(crate) fn settled_pointer(
        &mut self,
        at: Cell,
        null: ArmOutcome,
        size: Option<u64>,
    ) -> Outcome<Cell> {
        let mut part = self.input_pointer_in(at);
        if part.is_none() && self.pointer_of_bytes(at, size)? {
            part = self.input_pointer_in(at);
        }
        let Some(part) = part else {
            return self.settled_choices(at, null);
        };
        let id = part.pointer;
        let reference = self.state.heap.get(id).cloned();
        if let Some(reference) = reference
            && reference.referent == Referent::Open
        {
            self.decide_pointer(id, &reference, null)?;
        }
        let settled = self.with_known_pointer(at, part);
        Ok(self.null_access(id, settled, null))
    }

    /// The address of an access that is computed from one input pointer alone, which was decided: if that is null, the
    /// access is an error, unless `null` says otherwise.
    fn null_access(&mut self, id: LazyId, settled: Cell, null: ArmOutcome) -> Cell {
        let reference = self.state.heap.get(id);
        if reference.is_none_or(|reference| reference.referent != Referent::Null) {
            return settled;
        }
        let named = reference.and_then(|reference| {
            let pointer = reference.pointer()?;
            Some((Arc::clone(&reference.name), pointer.value))
        });
        if let Some((name, value)) = named {
            self.expect_not_null(&name, value);
        }
        match (null, settled.as_term()) {
            (ArmOutcome::Error(_), Some(_)) => NULL_MOVED,
            (_, _) => settled,
        }
    }

    /// An access through a null pointer that is an input follows. Where the path has not asked whether it is
    /// null, nor whether another pointer of that name in a structure is, the code takes for granted that it
    /// is not.
    pub(crate) fn expect_not_null(&mut self, name: &str, own: Term) {
        let member = member_of(name);
        let heap = &self.state.heap;
        let pointers = heap
            .pointers()
            .map(|(_, reference, pointer)| (&reference.name, pointer.value));
        let functions = heap.functions().iter().map(|(name, value)| (name, *value));
        let alike = pointers.chain(functions).filter(|(other, value)| {
            *value == own || member.is_some() && member_of(other) == member
        });
        let values: Vec<Term> = alike.map(|(_, value)| value).collect();
        let mut tests = Vec::new();
        let pool = &mut self.machine.pool;
        let zero = pool.bv(64, 0);
        for value in values {
            let is_null = pool.eq(value, zero);
            tests.extend([is_null, pool.not(is_null)]);
        }
        let mut decisions = self.state.path.decisions().into_iter();
        let tested =
            decisions.any(|made| made.kind == ForkKind::Branch && tests.contains(&made.condition));
        if !tested {
            let assumption = format!("--input '{name}: nonnull'");
            self.assumption = Some((ErrorKind::NullDereference, assumption));
        }
    }

    /// An address with its input pointer, if it is computed from one of which it was decided where it
    /// leads, replaced by that.
    pub(crate) fn known_pointer(&mut self, at: Cell) -> Cell {
        match self.input_pointer_in(at) {
            Some(part) => self.with_known_pointer(at, part),
            None => self.with_known_choices(at),
        }
    }

    /// As [`Run::settled_pointer`], of an address that is no sum with an input pointer but depends on where
    /// some lead: offsets that are chosen by conditions are rewritten into one choice of addresses.
    fn settled_choices(&mut self, at: Cell, null: ArmOutcome) -> Outcome<Cell> {
        let Some(term) = at.as_term() else {
            return Ok(at);
        };
        let chosen = self.chosen_in(term);
        let alone = match chosen[..] {
            [id] => Some(id).filter(|&id| self.is_sum_with(id, term)),
            _ => None,
        };
        // Where another pointer may be meant, null is no error yet.
        let null = alone.map_or(ArmOutcome::Continue, |_| null);
        for id in chosen {
            let reference = self.state.heap.get(id).cloned();
            if let Some(reference) = reference
                && reference.referent == Referent::Open
            {
                self.decide_pointer(id, &reference, null)?;
            }
        }
        let settled = self.with_known_choices(at);
        Ok(alone.map_or(settled, |id| self.null_access(id, settled, null)))
    }

    /// Whether a term is the sum of an input pointer and an offset that does not depend on where it leads, also where
    /// the sum was rewritten: into a concatenation, as the offset fits the bits that are zero in all addresses.
    fn is_sum_with(&mut self, id: LazyId, term: Term) -> bool {
        let Some(pointer) = self.state.heap.get(id).and_then(LazyReference::pointer) else {
            return false;
        };
        let value = pointer.value;
        let mut null = FxHashMap::default();
        for &(condition, object) in pointer.conditions.iter() {
            let holds = self.machine.pool.bool(object == 0);
            null.insert(condition, holds);
        }
        let pool = &mut self.machine.pool;
        let offset = pool.substitute(term, &null);
        pool.add(value, offset) == term
    }

    /// The input pointers on which it depends what a term is.
    fn chosen_in(&self, term: Term) -> Vec<LazyId> {
        if !self.state.heap.has_pointers() {
            return Vec::new();
        }
        let pool = &self.machine.pool;
        let inputs = pool.inputs_of(term);
        let pointers = self.state.heap.pointers();
        let meant = pointers.filter(|(_, _, pointer)| {
            let choice = pool.as_input(pointer.choice);
            choice.is_some_and(|choice| inputs.contains(&choice))
        });
        meant.map(|(id, _, _)| id).collect()
    }

    /// True for an address that is computed from an input pointer by adding offsets.
    pub(crate) fn is_input_pointer(&mut self, at: Cell) -> bool {
        self.input_pointer_in(at).is_some()
    }

    /// True for a word that depends on where input pointers lead.
    pub(super) fn is_of_input_pointers(&mut self, word: Term) -> bool {
        self.input_pointer_in(Cell::symbolic(word)).is_some() || !self.chosen_in(word).is_empty()
    }

    /// An address without the choices of input pointers of which it was decided where they lead.
    fn with_known_choices(&mut self, at: Cell) -> Cell {
        let Some(term) = at.as_term() else { return at };
        match self.term_with_known_choices(term) {
            known if known == term => at,
            known => Cell::from_term(&self.machine.pool, known),
        }
    }

    /// A term without the choices of input pointers of which it was decided where they lead.
    pub(super) fn term_with_known_choices(&mut self, term: Term) -> Term {
        let mut known = FxHashMap::default();
        for id in self.chosen_in(term) {
            let Some(reference) = self.state.heap.get(id) else {
                continue;
            };
            let leads_to = match reference.referent {
                Referent::Null => 0,
                Referent::Object(object) => object,
                _ => continue,
            };
            let conditions = reference.pointer().map(|it| Arc::clone(&it.conditions));
            for &(condition, object) in conditions.iter().flat_map(|all| all.iter()) {
                let holds = self.machine.pool.bool(object == leads_to);
                known.insert(condition, holds);
            }
        }
        match known.is_empty() {
            true => term,
            false => self.machine.pool.substitute(term, &known),
        }
    }

    fn with_known_pointer(&mut self, at: Cell, part: PointerPart) -> Cell {
        let reference = self.state.heap.get(part.pointer);
        let leads_to = match reference.map(|reference| reference.referent) {
            Some(Referent::Null) => 0,
            Some(Referent::Object(object)) => object,
            _ => return at,
        };
        let Some(term) = at.as_term() else { return at };
        let pool = &mut self.machine.pool;
        let known = pool.bv(64, leads_to.wrapping_add(part.offset));
        let mut map = FxHashMap::default();
        map.insert(part.term, known);
        let term = pool.substitute(term, &map);
        Cell::from_term(pool, term)
    }

    /// The input pointer that an address is computed from by adding offsets.
    fn input_pointer_in(&mut self, at: Cell) -> Option<PointerPart> {
        if !self.state.heap.has_pointers() {
            return None;
        }
        let mut todo = vec![at.as_term()?];
        while let Some(term) = todo.pop() {
            if let Some(pointer) = self.state.heap.pointer_of(term) {
                return Some(PointerPart {
                    term,
                    pointer,
                    offset: 0,
                });
            }
            match self.machine.pool.op(term) {
                Op::Add => todo.extend(self.machine.pool.arguments(term)),
                Op::Ite => {
                    if let Some(part) = self.moved_pointer(term) {
                        return Some(part);
                    }
                }
                _ => {}
            }
        }
        None
    }

    /// The pointer of which a choice among constants is the sum with an offset: such sums are rewritten.
    fn moved_pointer(&mut self, term: Term) -> Option<PointerPart> {
        let pool = &self.machine.pool;
        let mut address = term;
        while pool.op(address) == Op::Ite {
            let arms = &pool.arguments(address)[1..];
            let object = |term: &&Term| {
                let word = pool.constant_u64(**term);
                word.is_some_and(|word| self.state.memory.object(split(word).0).is_some())
            };
            address = *arms.iter().find(object).or(arms.last())?;
        }
        let (object, offset) = split(pool.constant_u64(address)?);
        let mut fitting = Vec::new();
        for (id, _, pointer) in self.state.heap.pointers() {
            let own = |id: LazyId| self.state.heap.get(id)?.pointer()?.own;
            let places = pointer.shared_places.iter();
            let shared = places.filter(|place| own(place.owner) == Some(object));
            let beginning = (pointer.own == Some(object)).then_some(0);
            let all = beginning
                .into_iter()
                .chain(shared.map(|place| place.offset));
            fitting.extend(all.map(|place| (id, pointer.value, offset.wrapping_sub(place))));
        }
        let pool = &mut self.machine.pool;
        let mut fitting = fitting.into_iter();
        let (pointer, _, offset) = fitting.find(|&(_, value, offset)| {
            let by = pool.bv(64, offset);
            pool.add(value, by) == term
        })?;
        Some(PointerPart {
            term,
            pointer,
            offset,
        })
    }

    /// Decides whether a pointer is null, or to which object it leads.
    fn decide_pointer(
        &mut self,
        id: LazyId,
        reference: &LazyReference,
        null: ArmOutcome,
    ) -> Outcome<()> {
        let Some(pointer) = reference.pointer() else {
            return Ok(());
        };
        self.assume_referent(id)?;
        let (arms, places) = self.referents(id, reference, pointer, null);
        let referent = match self.decide(ForkKind::Initialise, arms, true)? {
            NULL => Referent::Null,
            choice => {
                let meant = places.iter().find(|(place, _)| choice_of(place) == choice);
                let &(place, at) = meant.expect("the choice is one of the arms");
                if place.owner != id {
                    self.expect_shared(place, pointer)?;
                }
                Referent::Object(at)
            }
        };
        self.commit(id, referent);
        Ok(())
    }

    /// What a pointer may be: null, or leading to one of some places, which have their addresses beside them. Free bytes
    /// that are one have no other value.
    fn referents(
        &mut self,
        id: LazyId,
        reference: &LazyReference,
        pointer: &InputPointer,
        null: ArmOutcome,
    ) -> (Vec<Arm>, Vec<(SharedPlace, u64)>) {
        // Choices are numbers of pointers, which do not depend on what calls made that a path skips.
        let beginning = SharedPlace {
            owner: id,
            offset: 0,
        };
        let own = pointer.own.map(|own| (beginning, address(own, 0)));
        let mut places: Vec<(SharedPlace, u64)> = own.into_iter().collect();
        for &place in pointer.shared_places.iter() {
            if let Some(other) = self.state.heap.get(place.owner)
                && let Some(own) = other.pointer().and_then(|pointer| pointer.own)
                && matches!(other.referent, Referent::Open)
                    | (other.referent == Referent::Object(address(own, 0)))
            {
                places.push((place, address(own, place.offset)));
            }
        }
        let pool = &mut self.machine.pool;
        let zero = pool.bv(64, 0);
        let condition = pool.eq(pointer.value, zero);
        let mut arms = vec![Arm {
            choice: NULL,
            condition,
            outcome: null,
        }];
        for &(place, at) in &places {
            let condition = match pointer.of_bytes {
                // That nobody else leads there is no part of the value.
                true => condition_of(pointer, at),
                false => None,
            };
            let at = pool.bv(64, at);
            arms.push(Arm {
                choice: choice_of(&place),
                condition: condition.unwrap_or_else(|| pool.eq(pointer.value, at)),
                outcome: ArmOutcome::Continue,
            });
        }
        if pointer.of_bytes && self.machine.is_never_null(&reference.name) {
            arms.remove(0);
        }
        (arms, places)
    }

    /// Free bytes that are a pointer which was not decided are null, or lead to one of the objects that it may lead to.
    pub(super) fn assume_referent(&mut self, id: LazyId) -> Outcome<()> {
        let Some(reference) = self.state.heap.get(id).cloned() else {
            return Ok(());
        };
        let Some(pointer) = reference.pointer().filter(|it| it.of_bytes) else {
            return Ok(());
        };
        let (arms, _) = self.referents(id, &reference, pointer, ArmOutcome::Continue);
        let ways: Vec<Term> = arms.iter().map(|arm| arm.condition).collect();
        self.assume_one_of(&ways)
    }

    /// Two pointers that lead to one object: it is large enough for what each of them says that it points to. Who
    /// passes it for one knows no more than that of it.
    fn expect_shared(&mut self, place: SharedPlace, pointer: &InputPointer) -> Outcome<()> {
        let owner = self.state.heap.get(place.owner);
        let owner = owner.and_then(LazyReference::pointer);
        let Some(owner) = owner.cloned() else {
            return Ok(());
        };
        let available = self.machine.own_bytes(&owner);
        let needed = match pointer.length {
            Some(_) => self.machine.own_bytes(pointer),
            None => self
                .machine
                .pool
                .bv(64, pointer.size / pointer.count.max(1)),
        };
        let pool = &mut self.machine.pool;
        let offset = pool.bv(64, place.offset);
        let (needed, begins) = (pool.add(needed, offset), pool.ule(offset, available));
        let ends = pool.ule(needed, available);
        let mut holds = pool.and(begins, ends);
        if let Some(length) = pointer.length {
            // A longer array than one of its own may be is left out.
            let most = pool.bv(64, pointer.count);
            let fits = pool.ule(length, most);
            holds = pool.and(holds, fits);
        }
        match self.decide_bool(ForkKind::Assume, holds, ArmOutcome::Discard)? {
            true => Ok(()),
            false => Err(Box::new(Fault::AssumeFailed)),
        }
    }

    /// What excludes an error of inputs of which one leads into the middle of an array that is another's: few functions
    /// are made for arrays that overlap.
    pub(crate) fn unless_apart(&mut self) -> Option<String> {
        let mut found = None;
        for (_, reference, pointer) in self.state.heap.pointers() {
            let leads_behind = |at: u64| split(at).1 != 0;
            let overlaps = match reference.referent {
                Referent::Object(at) => leads_behind(at),
                Referent::Open => {
                    let Machine {
                        pool, evaluator, ..
                    } = &mut *self.machine;
                    let mut places = pointer.conditions.iter();
                    places.any(|&(holds, at)| leads_behind(at) && evaluator.bool(pool, holds))
                }
                _ => false,
            };
            if overlaps {
                found = Some(format!("--input '{}: apart'", reference.name));
            }
        }
        found
    }

    /// Gives the object of an input pointer, which is accessed for the first time, its contents.
    #[cold]
    pub(crate) fn make_input_object(&mut self, id: ObjectId) -> Outcome<()> {
        let heap = &self.state.heap;
        let owner = heap
            .pointers()
            .find(|(_, _, pointer)| pointer.own == Some(id));
        let Some((_, reference, _)) = owner else {
            self.make_free_global(id);
            return Ok(());
        };
        let reference = reference.clone();
        let (Some(pointer), Some(own)) = (
            reference.pointer().cloned(),
            self.state.memory.object(id).cloned(),
        ) else {
            return Ok(());
        };
        let made = heap.objects().len() - self.machine.made_globals(self.state);
        if made >= self.machine.options.heap_objects as usize {
            self.state.note_bound(Bound::HeapObjects);
            return Err(Box::new(Fault::AssumeFailed));
        }
        let before = self.state.inputs.len();
        let object = self
            .machine
            .input_object(self.state, &reference, &pointer, &own);
        self.new_inputs_from(before);
        self.state.heap.add_object(InputObject {
            at: address(id, 0),
            class: None,
            shared: true,
            generic: None,
            initial: InitialContents::Memory(Arc::new(object.clone())),
        });
        let (slot, _) = self.object_and_pool(id);
        *slot = object;
        Ok(())
    }

    /// Gives a variable of the program that is an input, and is accessed for the first time, its contents.
    fn make_free_global(&mut self, id: ObjectId) {
        let before = self.state.inputs.len();
        if let Some(object) = self.machine.free_global(self.state, id) {
            self.new_inputs_from(before);
            let (slot, _) = self.object_and_pool(id);
            *slot = object;
        }
    }

    /// The inputs from that one on are new.
    fn new_inputs_from(&mut self, before: u32) {
        let made = (self.state.inputs.len() - before) as usize;
        let records = self.state.inputs.iter_back().take(made).cloned();
        let first = self.unannounced.len();
        self.unannounced.extend(records);
        self.unannounced[first..].reverse();
    }
}

/// The choice that stands for a place.
fn choice_of(place: &SharedPlace) -> u64 {
    u64::from(place.owner.0) | place.offset << 32
}

/// What holds where a pointer leads to an address.
fn condition_of(pointer: &InputPointer, object: u64) -> Option<Term> {
    let mut all = pointer.conditions.iter();
    all.find_map(|&(condition, at)| (at == object).then_some(condition))
}

/// The member of a structure that a pointer stands in.
fn member_of(name: &str) -> Option<&str> {
    let arrow = name.rfind("->").map(|at| at + 2);
    let dot = name.rfind('.').map(|at| at + 1);
    arrow.max(dot).map(|at| &name[at..])
}
