//! Input pointers of C programs: to what they may lead, and the objects that are their own.

use super::contents::{ObjectFiller, flexible_member, last_member};
use super::pointee::Pointee;
use crate::initial_memory::argument_info;
use crate::memory::object::{Extent, FreeText};
use crate::memory::{Object, ObjectId, ObjectKind, address};
use crate::state::{
    InputPointer, LazyReference, NewPointer, Referent, SharedPlace, Target, selector_name,
};
use crate::{Bound, Cell, InputOrigin, Machine, Reading, State};
use ir::{FunctionId, SourceType};
use std::sync::Arc;
use term::Term;

/// Width of the input that says to what a pointer leads.
const CHOICE_WIDTH: u32 = 32;

/// See [`InputPointer`].
struct PointerValue {
    value: Term,
    is_own: Term,
    conditions: Vec<(Term, u64)>,
}

impl Machine {
    /// A new input pointer: a term that is null, the address of a new object or that of another
    /// pointer's, as an input of its own says. Where nothing else is known, under the model in which
    /// all inputs are zero, an argument leads to its object and a pointer in memory is null: so the
    /// first path through a structure ends.
    pub(crate) fn input_pointer(&mut self, state: &mut State, mut new: NewPointer) -> Cell {
        if let Some(functions) = self.functions_of(&new) {
            return self.function_pointer(state, &new, &functions);
        }
        let Some(pointee) = self.pointee(&new) else {
            state.note_bound(Bound::NullPointers);
            return Cell::ZERO;
        };
        let not_null = self.is_never_null(&new.name);
        new.apart |= self.readings(&new.name).any(|it| *it == Reading::Apart);
        let own = self.unmade_object(state, &new, &pointee);
        let places = self.shared_places(state, &new, &pointee);
        if own.is_none() && places.is_empty() {
            return Cell::ZERO;
        }
        let name = selector_name(&new.name);
        let record = self.scalar_input(state, InputOrigin::Heap, &name, "object", CHOICE_WIDTH);
        let own_number = if new.depth > 0 { 1 } else { 0 };
        let choice = record.terms[0];
        let made = match not_null {
            true => self.valid_pointer(state, choice, own, &places),
            false => self.pointer_value(state, choice, own, &places, own_number),
        };
        let value = made.value;
        self.add_pointer(state, &new, pointee, (own, places), made, choice);
        Cell::from_term(&self.pool, value)
    }

    /// Makes free bytes that a program takes for a pointer one: null, or the address of a new object or that
    /// of another pointer's.
    pub(crate) fn pointer_of_bytes(&mut self, state: &mut State, new: &NewPointer, value: Term) {
        let pointee = self.pointee(new);
        let (own, places) = match &pointee {
            Some(pointee) => (
                self.unmade_object(state, new, pointee),
                self.shared_places(state, new, pointee),
            ),
            None => {
                state.note_bound(Bound::NullPointers);
                (None, Vec::new())
            }
        };
        let mut made = PointerValue {
            value,
            is_own: self.pool.bool(false),
            conditions: Vec::new(),
        };
        for place in &places {
            let other = state.heap.get(place.owner).and_then(LazyReference::pointer);
            let Some(other) = other else { continue };
            let Some(object) = other.own else { continue };
            let (pool, address) = (&mut self.pool, address(object, place.offset));
            let at = pool.bv(64, address);
            let leads_there = pool.eq(value, at);
            let condition = pool.and(leads_there, other.is_own);
            made.conditions.push((condition, address));
        }
        if let Some(own) = own {
            let at = self.pool.bv(64, address(own, 0));
            made.is_own = self.pool.eq(value, at);
            made.conditions.push((made.is_own, address(own, 0)));
        }
        let pointee = pointee.unwrap_or(Pointee {
            element: None,
            text: None,
            count: 0,
            size: 0,
        });
        self.add_pointer(state, new, pointee, (own, places), made, value);
    }

    /// True if the options say that a pointer is not null.
    pub(crate) fn is_never_null(&self, name: &str) -> bool {
        self.readings(name).any(|it| *it == Reading::NonNull)
    }

    /// The own object of a pointer, which holds nothing yet, if it may have one.
    fn unmade_object(
        &self,
        state: &mut State,
        new: &NewPointer,
        pointee: &Pointee,
    ) -> Option<ObjectId> {
        state.note_bound(match pointee.text {
            Some(_) => Bound::StringLength,
            None => Bound::PointerArguments,
        });
        let may_have_own = self.is_never_null(&new.name) || self.may_have_own(state, new);
        may_have_own.then(|| {
            let name = format!("*{}", new.name);
            let info = argument_info(ObjectKind::Argument, &name, pointee.size);
            let mut object = Object::new(info, 0);
            object.unmade = true;
            state.memory.add(object)
        })
    }

    fn add_pointer(
        &mut self,
        state: &mut State,
        new: &NewPointer,
        pointee: Pointee,
        (own, places): (Option<ObjectId>, Vec<SharedPlace>),
        made: PointerValue,
        choice: Term,
    ) {
        let name = self.string(&new.name);
        state.heap.add_pointer(LazyReference {
            target: Target::Memory(Arc::new(InputPointer {
                of_bytes: choice == made.value,
                value: made.value,
                element: pointee.element,
                declared: new.target.filter(|_| pointee.element.is_some()),
                text: pointee.text,
                count: pointee.count,
                size: pointee.size,
                own,
                length: None,
                choice,
                is_own: made.is_own,
                conditions: made.conditions.into(),
                shared_places: places.into(),
                apart: new.apart,
                keeps_length: new.keeps_length,
                origin: new.origin,
            })),
            name,
            depth: new.depth,
            shared: true,
            full: false,
            generic: None,
            referent: Referent::Open,
        });
    }

    /// The functions that an input pointer may lead to; `None` if it is none to functions, or there are none.
    pub(crate) fn functions_of(&self, new: &NewPointer) -> Option<Vec<FunctionId>> {
        let target = self.program.resolved_type(new.target?);
        let all = self.options.functions.get(&target)?;
        let told = self.readings(&new.name).find_map(|reading| match reading {
            Reading::Function(function) => Some(vec![*function]),
            _ => None,
        });
        told.or_else(|| Some(all.clone()).filter(|all| !all.is_empty()))
    }

    /// A new input pointer to functions: null or one of them, as an input of its own says.
    fn function_pointer(
        &mut self,
        state: &mut State,
        new: &NewPointer,
        functions: &[FunctionId],
    ) -> Cell {
        state.note_bound(Bound::FunctionArguments);
        let not_null =
            |reading: &Reading| matches!(reading, Reading::NonNull | Reading::Function(_));
        let not_null = self.readings(&new.name).any(not_null);
        let name = selector_name(&new.name);
        let record = self.scalar_input(state, InputOrigin::Heap, &name, "object", CHOICE_WIDTH);
        // As for pointers to objects: an argument is there unless something asks for null, in memory it
        // is null unless something asks for a function.
        let first = u64::from(new.depth > 0);
        let otherwise = match functions.first() {
            Some(&function) if not_null => self.function_address(function),
            _ => 0,
        };
        let mut value = self.pool.bv(64, otherwise);
        for (number, &function) in functions.iter().enumerate() {
            let number = match number {
                0 => first,
                number => number as u64 + 1,
            };
            let address = self.function_address(function);
            let pool = &mut self.pool;
            let number = pool.bv(CHOICE_WIDTH, number);
            let chosen = pool.eq(record.terms[0], number);
            let address = pool.bv(64, address);
            value = pool.ite(chosen, address, value);
        }
        let name = self.string(&new.name);
        state.heap.add_function(name, value);
        Cell::from_term(&self.pool, value)
    }

    /// The value of a pointer that leads where the input `choice` says. All other values of the input stand
    /// for null.
    fn pointer_value(
        &mut self,
        state: &State,
        choice: Term,
        own: Option<ObjectId>,
        places: &[SharedPlace],
        own_number: u64,
    ) -> PointerValue {
        let pool = &mut self.pool;
        let mut value = pool.bv(64, 0);
        let mut conditions = Vec::new();
        let first_shared = 2;
        for (number, place) in places.iter().enumerate().rev() {
            let Some(other) = state.heap.get(place.owner).and_then(LazyReference::pointer) else {
                continue;
            };
            let Some(object) = other.own else { continue };
            let number = pool.bv(CHOICE_WIDTH, number as u64 + first_shared);
            let chosen = pool.eq(choice, number);
            let condition = pool.and(chosen, other.is_own);
            let address = address(object, place.offset);
            conditions.push((condition, address));
            let address = pool.bv(64, address);
            value = pool.ite(condition, address, value);
        }
        let number = pool.bv(CHOICE_WIDTH, own_number);
        let is_own = match own {
            Some(_) => pool.eq(choice, number),
            None => pool.bool(false),
        };
        if let Some(own) = own {
            conditions.push((is_own, address(own, 0)));
            let address = pool.bv(64, address(own, 0));
            value = pool.ite(is_own, address, value);
        }
        PointerValue {
            value,
            is_own,
            conditions,
        }
    }

    /// As [`Machine::pointer_value`], of a pointer that is not null: all other values of the input stand for
    /// its own object.
    fn valid_pointer(
        &mut self,
        state: &State,
        choice: Term,
        own: Option<ObjectId>,
        places: &[SharedPlace],
    ) -> PointerValue {
        let mut made = self.pointer_value(state, choice, None, places, 0);
        let pool = &mut self.pool;
        let zero = pool.bv(64, 0);
        made.is_own = pool.eq(made.value, zero);
        let own = own.map_or(0, |own| address(own, 0));
        made.conditions.push((made.is_own, own));
        let own = pool.bv(64, own);
        made.value = pool.ite(made.is_own, own, made.value);
        made
    }

    /// What the options say of a pointer.
    pub(super) fn readings(&self, name: &str) -> impl Iterator<Item = &Reading> {
        let all = self.options.readings.iter();
        all.filter(move |one| one.is_about(name))
            .map(|one| &one.reading)
    }

    /// True if a pointer may lead to an object that no other leads to.
    fn may_have_own(&self, state: &mut State, new: &NewPointer) -> bool {
        if new.depth >= self.options.heap_depth {
            state.note_bound(Bound::HeapDepth);
            return false;
        }
        if state.heap.objects().len() >= self.options.heap_objects as usize {
            state.note_bound(Bound::HeapObjects);
            return false;
        }
        true
    }

    /// The places in other pointers' objects that have elements of that type, beginnings first. Strings, rows of bytes
    /// and memory of unknown type are each pointer's own, and so is what one leads to that is kept `apart`; what keeps a number of elements is none of them.
    fn shared_places(
        &self,
        state: &mut State,
        new: &NewPointer,
        pointee: &Pointee,
    ) -> Vec<SharedPlace> {
        let program = &*self.program;
        let element = pointee
            .element
            .filter(|_| pointee.text.is_none() && !new.apart);
        let Some(element) = element.filter(|&element| !program.source_type(element).is_byte())
        else {
            return Vec::new();
        };
        let fits = |other: &InputPointer| {
            let known = other.own.and(other.element);
            other.text.is_none()
                && !other.apart
                && other.keeps_length == new.keeps_length
                && known.is_some_and(|other| program.same_type(element, other))
        };
        let pointers = state.heap.pointers();
        let fitting: Vec<_> = pointers.filter(|(_, _, other)| fits(other)).collect();
        let beginnings = fitting
            .iter()
            .map(|&(owner, _, _)| SharedPlace { owner, offset: 0 });
        let mut all: Vec<SharedPlace> = beginnings.collect();
        if flexible_member(program, program.source_type(element)).is_none() {
            for &(owner, _, other) in &fitting {
                let each = other.size / other.count.max(1);
                let behind = 1..other.count.min(self.options.pointer_elements);
                all.extend(behind.map(|number| SharedPlace {
                    owner,
                    offset: number * each,
                }));
            }
        }
        if all.len() > self.options.max_candidates {
            all.truncate(self.options.max_candidates);
            state.note_bound(Bound::HeapObjects);
        }
        all
    }

    /// The own object of a pointer with its first contents.
    pub(crate) fn input_object(
        &mut self,
        state: &mut State,
        reference: &LazyReference,
        pointer: &InputPointer,
        own: &Object,
    ) -> Object {
        let program = self.program.clone();
        let mut object = Object::new(own.info.clone(), 0);
        let (name, size) = (&*reference.name, object.size());
        if let Some(length) = pointer.length {
            object.extent = Some(Arc::new(self.extent(length, pointer)));
        } else if let Some(character) = pointer.text {
            let text = self.free_text(state, name, pointer, character);
            let (width, step) = (character as u32 * 8, character as usize);
            for (number, &term) in text.characters.iter().enumerate() {
                object.write(&mut self.pool, number * step, Cell::symbolic(term), width);
            }
            object.text = Some(Arc::new(text));
            return object;
        }
        let mut contents = ObjectFiller::new(self, state, pointer.origin, reference.depth);
        let Some(element) = pointer.element else {
            contents.fill_untyped(&mut object, name, size);
            return object;
        };
        let ty = program.source_type(element);
        let each = program.size_of_type(element).unwrap_or(0);
        if let Some((at, member, each)) = flexible_member(&*program, ty) {
            let whole = format!("(*{name})");
            contents.fill(&mut object, 0, &whole, element);
            let last = last_member(ty);
            let named = format!("{name}->{last}");
            contents.fill_array(&mut object, at, &named, (member, each), pointer.count);
            let elements = (at, each, pointer.count);
            let least = program.size_of_type(element).unwrap_or(0);
            let extent = self.counted_extent(state, (name, last), elements, least);
            object.extent = extent.map(Arc::new).or(object.extent);
        } else if pointer.count == 1 && matches!(ty, SourceType::Record { .. }) {
            contents.fill(&mut object, 0, &format!("(*{name})"), element);
        } else {
            contents.fill_array(&mut object, 0, name, (element, each), pointer.count);
        }
        self.told_lengths(state);
        object
    }
}

impl Machine {
    /// The characters of a string that a pointer of that name leads to: bytes are one input, wide characters one each.
    fn free_text(
        &mut self,
        state: &mut State,
        name: &str,
        pointer: &InputPointer,
        character: u64,
    ) -> FreeText {
        let count = pointer.size / character - 1;
        if character == 1 {
            let record = self.bytes_input(state, pointer.origin, name, count);
            return FreeText::of_bytes(0, record.terms);
        }
        let program = self.program.clone();
        let ty = match pointer.element.map(|element| program.source_type(element)) {
            Some(SourceType::Int { name, .. }) => name,
            _ => "wchar_t",
        };
        let characters = (0..count).map(|number| {
            let name = format!("{name}[{number}]");
            let width = character as u32 * 8;
            self.scalar_input(state, pointer.origin, &name, ty, width)
                .terms[0]
        });
        FreeText {
            prefix: 0,
            character,
            characters: characters.collect(),
        }
    }

    /// The length of the own object of a pointer, which has `length` elements.
    fn extent(&mut self, length: Term, pointer: &InputPointer) -> Extent {
        let each = pointer.size / pointer.count.max(1);
        let pool = &mut self.pool;
        let (most, each) = (pool.bv(64, pointer.count), pool.bv(64, each));
        let fits = pool.ule(length, most);
        let count = pool.ite(fits, length, most);
        let bytes = pool.mul(count, each);
        Extent { bytes, fits }
    }

    /// Bytes of the own object of a pointer, accessed or not.
    pub(crate) fn own_bytes(&mut self, pointer: &InputPointer) -> Term {
        match pointer.length {
            Some(length) => self.extent(length, pointer).bytes,
            None => self.pool.bv(64, pointer.size),
        }
    }

    /// The size in bytes that an object has under the model.
    pub(super) fn size_under_model(&mut self, extent: &Extent) -> u64 {
        self.evaluator.u64(&self.pool, extent.bytes)
    }

    /// As [`Machine::size_under_model`], of the own object of a pointer, accessed or not.
    pub(super) fn own_size(&mut self, pointer: &InputPointer) -> u64 {
        match pointer.length {
            Some(length) => {
                let extent = self.extent(length, pointer);
                self.size_under_model(&extent)
            }
            None => pointer.size,
        }
    }

    /// True if the options say what the object of a pointer is.
    pub(crate) fn is_told(&self, name: &str) -> bool {
        self.readings(name).any(Reading::is_of_object)
    }
}
