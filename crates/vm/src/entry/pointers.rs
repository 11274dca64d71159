//! Input pointers of C programs: to what they may lead, and the objects that are their own.

use super::contents::{FREE_BYTES, ObjectFiller, flexible_member, last_member};
use crate::initial_memory::argument_info;
use crate::memory::object::{Extent, FreeText};
use crate::memory::{Object, ObjectId, ObjectKind, address};
use crate::state::{InputPointer, LazyId, LazyReference, Referent, Target, selector_name};
use crate::{Bound, Cell, Count, InputOrigin, Machine, Reading, State};
use ir::{FunctionId, Program, SourceType, SourceTypeId};
use std::sync::Arc;
use term::Term;

/// Width of the input that says to what a pointer leads.
const CHOICE_WIDTH: u32 = 32;

/// Size of an element behind a pointer to `void`, or to something debug information does not
/// describe: large enough for any scalar.
const UNKNOWN_SIZE: u64 = 8;

/// An input pointer to be made.
pub(crate) struct NewPointer {
    /// How the source reaches it.
    pub name: String,
    /// What it points to; `None` if unknown.
    pub target: Option<SourceTypeId>,
    /// Pointers on the way to it.
    pub depth: u32,
    /// The parameter through which it is reached.
    pub origin: InputOrigin,
}

/// See [`InputPointer`].
struct PointerValue {
    value: Term,
    is_own: Term,
    conditions: Vec<(Term, u64)>,
}

/// The object of a pointer, as its type describes it.
struct Pointee {
    /// Type of an element; `None` if unknown.
    element: Option<SourceTypeId>,
    /// Bytes of a character, if it is a string.
    text: Option<u64>,
    count: u64,
    size: u64,
}

impl Machine {
    /// A new input pointer: a term that is null, the address of a new object or that of another
    /// pointer's, as an input of its own says. Where nothing else is known, under the model in which
    /// all inputs are zero, an argument leads to its object and a pointer in memory is null: so the
    /// first path through a structure ends.
    pub(crate) fn input_pointer(&mut self, state: &mut State, new: NewPointer) -> Cell {
        if let Some(functions) = self.functions_of(&new) {
            return self.function_pointer(state, &new, &functions);
        }
        let Some(pointee) = self.pointee(&new) else {
            state.note_bound(Bound::NullPointers);
            return Cell::ZERO;
        };
        state.note_bound(match pointee.text {
            Some(_) => Bound::StringLength,
            None => Bound::PointerArguments,
        });
        let not_null = self.readings(&new.name).any(|it| *it == Reading::NonNull);
        let own = (not_null || self.may_have_own(state, &new)).then(|| {
            let info = argument_info(
                ObjectKind::Argument,
                &format!("*{}", new.name),
                pointee.size,
            );
            let mut object = Object::new(info, 0);
            object.unmade = true;
            state.memory.add(object)
        });
        let aliases = self.aliases(state, &pointee);
        if own.is_none() && aliases.is_empty() {
            return Cell::ZERO;
        }
        let name = selector_name(&new.name);
        let record = self.scalar_input(state, InputOrigin::Heap, &name, "object", CHOICE_WIDTH);
        let own_number = if new.depth > 0 { 1 } else { 0 };
        let choice = record.terms[0];
        let made = match not_null {
            true => self.valid_pointer(state, choice, own, &aliases),
            false => self.pointer_value(state, choice, own, &aliases, own_number),
        };
        let name = self.string(&new.name);
        state.heap.add_pointer(LazyReference {
            target: Target::Memory(Arc::new(InputPointer {
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
                aliases: aliases.into(),
                origin: new.origin,
            })),
            name,
            depth: new.depth,
            shared: true,
            full: false,
            generic: None,
            referent: Referent::Open,
        });
        Cell::from_term(&self.pool, made.value)
    }

    /// The functions that an input pointer may lead to; `None` if it is none to functions, or there are none.
    fn functions_of(&self, new: &NewPointer) -> Option<Vec<FunctionId>> {
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
        aliases: &[LazyId],
        own_number: u64,
    ) -> PointerValue {
        let pool = &mut self.pool;
        let mut value = pool.bv(64, 0);
        let mut conditions = Vec::new();
        let first_alias = 2;
        for (number, alias) in aliases.iter().enumerate().rev() {
            let Some(other) = state.heap.get(*alias).and_then(LazyReference::pointer) else {
                continue;
            };
            let Some(object) = other.own else { continue };
            let number = pool.bv(CHOICE_WIDTH, number as u64 + first_alias);
            let chosen = pool.eq(choice, number);
            let condition = pool.and(chosen, other.is_own);
            conditions.push((condition, address(object, 0)));
            let address = pool.bv(64, address(object, 0));
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
        aliases: &[LazyId],
    ) -> PointerValue {
        let mut made = self.pointer_value(state, choice, None, aliases, 0);
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
    fn readings(&self, name: &str) -> impl Iterator<Item = &Reading> {
        let all = self.options.readings.iter();
        all.filter(move |one| one.pointer == name)
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

    /// The pointers whose objects have elements of that type. Strings, rows of bytes and memory of unknown type
    /// are each pointer's own.
    fn aliases(&self, state: &mut State, pointee: &Pointee) -> Vec<LazyId> {
        let program = &*self.program;
        let element = pointee.element.filter(|_| pointee.text.is_none());
        let Some(element) = element.filter(|&element| !program.source_type(element).is_byte())
        else {
            return Vec::new();
        };
        let fits = |other: &InputPointer| {
            let known = other.own.and(other.element);
            other.text.is_none() && known.is_some_and(|other| program.same_type(element, other))
        };
        let pointers = state.heap.pointers();
        let fitting = pointers.filter(|(_, _, other)| fits(other));
        let mut all: Vec<LazyId> = fitting.map(|(id, _, _)| id).collect();
        if all.len() > self.options.max_candidates {
            all.truncate(self.options.max_candidates);
            state.note_bound(Bound::HeapObjects);
        }
        all
    }

    /// What a pointer points to; `None` where it must stay null.
    fn pointee(&self, new: &NewPointer) -> Option<Pointee> {
        let program = &*self.program;
        let target = new.target.map(|target| program.resolved_type(target));
        let ty = target.map_or(&SourceType::Void, |target| program.source_type(target));
        if matches!(ty, SourceType::Function { .. }) || is_stream(ty) {
            return None;
        }
        let told = self
            .readings(&new.name)
            .filter(|it| !matches!(it, Reading::NonNull | Reading::Function(_)));
        let told = told.last();
        let character = new.target.and_then(|ty| character_size(program, ty));
        let character = match told {
            Some(Reading::Text) => Some(character.unwrap_or(1)),
            // It ends where the number says.
            None | Some(Reading::Array(Count::Input(_)) | Reading::Bytes(Count::Input(_))) => {
                character
            }
            _ => None,
        };
        if let Some(character) = character.filter(|_| self.options.string_length > 0) {
            let count = u64::from(self.options.string_length) + 1;
            return Some(Pointee {
                element: target,
                text: Some(character),
                count,
                size: count * character,
            });
        }
        if let Some(&Reading::Bytes(Count::Number(size))) = told {
            return (size <= self.options.max_object_bytes).then_some(Pointee {
                element: None,
                text: None,
                count: size,
                size,
            });
        }
        let element = target.filter(|_| !matches!(ty, SourceType::Void));
        let element_size = match element {
            Some(target) => program.size_of_type(target)?,
            None => UNKNOWN_SIZE,
        };
        let flexible = flexible_member(program, ty);
        let count = match (told, ty) {
            (Some(&Reading::Array(Count::Number(count))), _) => count,
            (Some(Reading::Array(Count::Input(_))), _) if flexible.is_none() => {
                self.options.pointer_elements.max(1)
            }
            // An array of structures that point to arrays of structures grows beyond use, and what
            // points to its own kind is a node.
            (_, SourceType::Record { .. })
                if flexible.is_none() && (new.depth > 0 || points_to_itself(program, target)) =>
            {
                1
            }
            _ if element_size >= FREE_BYTES => 1,
            _ => self.options.pointer_elements.max(1),
        };
        let size = match flexible {
            Some((at, _, each)) => element_size.max(count.checked_mul(each)?.checked_add(at)?),
            None => element_size.checked_mul(count)?,
        };
        // Bytes of which a number says how many there are have no elements of another size.
        let bytes = matches!(told, Some(Reading::Bytes(_)));
        (size > 0 && size <= self.options.max_object_bytes).then_some(Pointee {
            element: element.filter(|_| !bytes),
            text: None,
            count: if bytes { size } else { count },
            size,
        })
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
            contents.fill_bytes(&mut object, 0, name, size);
            return object;
        };
        let ty = program.source_type(element);
        let each = program.size_of_type(element).unwrap_or(0);
        if let Some((at, member, each)) = flexible_member(&*program, ty) {
            let whole = format!("(*{name})");
            contents.fill(&mut object, 0, &whole, element);
            let name = format!("{name}->{}", last_member(ty));
            contents.fill_array(&mut object, at, &name, (member, each), pointer.count);
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
        let says_nothing = |it: &Reading| matches!(it, Reading::NonNull | Reading::Function(_));
        self.readings(name).any(|reading| !says_nothing(reading))
    }
}

/// True for what a `FILE *` points to: only the C library can make one.
fn is_stream(ty: &SourceType) -> bool {
    matches!(ty, SourceType::Record { name: Some(name), .. } if name == "_IO_FILE")
}

/// Bytes of a type of which strings are made: `char`, or wide characters.
pub(super) fn character_size(program: &dyn Program, ty: SourceTypeId) -> Option<u64> {
    let mut ty = ty;
    loop {
        ty = match program.source_type(ty) {
            SourceType::Typedef { name, .. }
                if matches!(name.as_str(), "wchar_t" | "char16_t" | "char32_t") =>
            {
                let size = program.size_of_type(ty);
                return size.filter(|size| matches!(size, 2 | 4));
            }
            SourceType::Typedef { target, .. } | SourceType::Qualified { target, .. } => *target,
            SourceType::Int { name, width: 8, .. } if name == "char" => return Some(1),
            _ => return None,
        };
    }
}

/// True if pointers lead from a structure of that type to another of it.
fn points_to_itself(program: &dyn Program, record: Option<SourceTypeId>) -> bool {
    let Some(record) = record else { return false };
    let (mut todo, mut seen) = (vec![record], vec![record]);
    while let Some(ty) = todo.pop() {
        let parts: Vec<SourceTypeId> = match program.source_type(ty) {
            SourceType::Record { members, .. } => members.iter().map(|member| member.ty).collect(),
            SourceType::Pointer { target } => vec![*target],
            SourceType::Array { element, .. } => vec![*element],
            _ => Vec::new(),
        };
        for part in parts {
            let part = program.resolved_type(part);
            if program.same_type(part, record) {
                return true;
            }
            if !seen.contains(&part) {
                seen.push(part);
                todo.push(part);
            }
        }
    }
    false
}
