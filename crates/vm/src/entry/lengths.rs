//! How long the arrays are that arguments lead to: as numbers behind them say, or as the options do.

use super::arguments::Arguments;
use super::pointee::character_size;
use super::range_use::{is_array, is_handed_on};
use crate::length_names::{is_end_of, is_length, is_length_of, is_place};
use crate::memory::object::Extent;
use crate::state::{Frame, LazyReference};
use crate::{Bound, Cell, Count, Machine, Reading, State};
use ir::{Function, Parameter, SourceType, SourceTypeId, Type};
use std::sync::Arc;
use term::Term;

impl Machine {
    /// Has input arrays as long as the options say by naming a number, where both are inputs of the path by now.
    pub(super) fn told_lengths(&mut self, state: &mut State) {
        let counted = self.counted_lengths(state);
        let named = self.named_lengths(state);
        for (pointer, number) in named.into_iter().chain(counted) {
            let own = state.heap.pointers().find_map(|(id, reference, it)| {
                let open = *reference.name == *pointer && it.length.is_none();
                open.then_some((id, it.count))
            });
            let Some((id, count)) = own else { continue };
            if let Some(elements) = self.number_of_elements(state, &number, count) {
                state.heap.set_length(id, elements);
            }
        }
    }

    /// A number of that name among the inputs of a path, as one of elements of 64 bits; `all` if it is negative.
    fn number_of_elements(&mut self, state: &State, number: &str, all: u64) -> Option<Term> {
        let record = state.inputs.iter_back().find(|it| *it.name == *number);
        let record = record.filter(|it| it.terms.len() == 1).cloned()?;
        let width = self.pool.width(record.terms[0]);
        if width > 64 || matches!(&*record.ty, "float" | "double" | "bytes") {
            return None;
        }
        let signed = !matches!(&*record.ty, "_Bool" | "bool") && !record.ty.starts_with('u');
        Some(self.elements(record.terms[0], width, signed, all))
    }

    /// The pointers that are members of structures of which another member says how long what they lead to is, with
    /// that number's name.
    fn counted_lengths(&self, state: &State) -> Vec<(String, std::sync::Arc<str>)> {
        let counted = &self.options.counted_members;
        if counted.is_empty() {
            return Vec::new();
        }
        let mut found = Vec::new();
        for (_, reference, pointer) in state.heap.pointers() {
            let name = &*reference.name;
            if pointer.length.is_some() || self.is_told(name) {
                continue;
            }
            let number = counted.iter().find_map(|(member, count)| {
                let parent = name.strip_suffix(member.as_str())?;
                let is_member = parent.ends_with("->") || parent.ends_with('.');
                is_member.then(|| format!("{parent}{count}"))
            });
            found.extend(number.map(|number| (name.to_owned(), number.into())));
        }
        found
    }

    /// How long the object of a pointer is that ends with a flexible array member, at an offset and of elements of a size,
    /// if another member says so.
    pub(super) fn counted_extent(
        &mut self,
        state: &State,
        (pointer, member): (&str, &str),
        (at, each, count): (u64, u64, u64),
        least: u64,
    ) -> Option<Extent> {
        let counted = Arc::clone(&self.options.counted_members);
        let (_, number) = counted.iter().find(|(known, _)| known == member)?;
        let elements = self.number_of_elements(state, &format!("{pointer}->{number}"), count)?;
        let pool = &mut self.pool;
        let (most, each) = (pool.bv(64, count), pool.bv(64, each));
        let fits = pool.ule(elements, most);
        let inside = pool.ite(fits, elements, most);
        let (behind, least) = (pool.mul(inside, each), pool.bv(64, least));
        let start = pool.bv(64, at);
        let whole = pool.add(start, behind);
        // The structure itself is there, with its padding.
        let is_less = pool.ult(whole, least);
        let bytes = pool.ite(is_less, least, whole);
        Some(Extent { bytes, fits })
    }

    /// The pointers of which the options say that a number is their length, with that number's name.
    fn named_lengths(&self, state: &State) -> Vec<(String, std::sync::Arc<str>)> {
        let mut named = Vec::new();
        for told in &self.options.readings {
            let (Reading::Array(Count::Input(number)) | Reading::Bytes(Count::Input(number))) =
                &told.reading
            else {
                continue;
            };
            let names = state
                .heap
                .pointers()
                .map(|(_, reference, _)| &*reference.name);
            let about = names.filter(|name| told.is_about(name));
            named.extend(about.map(|name| (name.to_owned(), told.number_beside(number, name))));
        }
        named
    }

    /// A number of elements of 64 bits. Where a signed one is negative it does not say how many there are:
    /// all that an object has.
    fn elements(&mut self, length: Term, width: u32, signed: bool, all: u64) -> Term {
        let pool = &mut self.pool;
        let elements = pool.zero_extend(length, 64);
        if !signed {
            return elements;
        }
        let zero = pool.bv(width, 0);
        let negative = pool.slt(length, zero);
        let all = pool.bv(64, all);
        pool.ite(negative, all, elements)
    }
}

impl Arguments<'_> {
    /// A pointer with a number behind it that is named as one of elements leads to that many.
    pub(super) fn lengths(&mut self, function: &Function, frame: &Frame) {
        let parameters = &function.parameters;
        let program = self.machine.program.clone();
        let said: Vec<(usize, Arc<str>)> = parameters.iter().map(|it| self.said(it)).collect();
        for (number, pair) in parameters.windows(2).enumerate() {
            let [pointer, length] = pair else { continue };
            let (call, length_name) = &said[number + 1];
            if said[number].0 != *call || length_name.is_empty() {
                continue;
            }
            let register = |number: usize| frame.registers[frame.code.parameters[number] as usize];
            let ty = frame.code.parameter_types[number + 1];
            let (Type::Int(width @ 8..=64), Some(value), Some(length_value)) = (
                ty,
                register(number).as_term(),
                register(number + 1).as_term(),
            ) else {
                continue;
            };
            let source = length.source_type;
            let counts = is_length(length_name, self.is_constant_text(pointer))
                || source.is_some_and(|ty| self.is_size(ty)) && !is_place(length_name);
            let Some(id) = self.state.heap.pointer_of(value).filter(|_| counts) else {
                continue;
            };
            // What a text is copied to is that long, the text ends where it ends.
            let target = number.checked_sub(1).filter(|&it| said[it].0 == *call);
            let target = target.filter(|&target| {
                let target = &parameters[target];
                let texts = self.is_text(pointer) && self.is_text(target);
                texts && self.is_constant_text(pointer) && !self.is_constant_text(target)
            });
            // A name says more than a place: `slen` is the length of `s`.
            let mut before = (0..=number).rev();
            let named =
                before.find(|&it| said[it].0 == *call && is_length_of(length_name, &said[it].1));
            let is_named = named.is_some();
            let target = named.or(target).and_then(|target| {
                let value = register(target).as_term()?;
                Some((self.state.heap.pointer_of(value)?, &parameters[target]))
            });
            let (id, pointer) = target.unwrap_or((id, pointer));
            if self.machine.is_told(&pointer.name)
                || !is_array(&*program, function, pointer.register, length.register)
                    && (self.is_structure(pointer)
                        || !is_named
                            && self.is_number(pointer)
                            && !is_handed_on(&*program, function, pointer.register))
            {
                continue;
            }
            let count = self.state.heap.get(id).and_then(LazyReference::pointer);
            let count = count.map_or(0, |pointer| pointer.count);
            let signed = self.is_signed(source);
            let elements = self.machine.elements(length_value, width, signed, count);
            self.state.heap.set_length(id, elements);
            self.state.note_bound(Bound::LengthParameters);
        }
    }

    /// A pointer that is named as the end of the array which the one before it leads to: how many elements lie between them is
    /// an input, and there are no more.
    pub(super) fn end(&mut self, begin: (&Parameter, Cell), end: &Parameter) -> Option<Cell> {
        let (begin, value) = (begin.0, begin.1.as_term()?);
        let told = self.machine.is_told(&begin.name) || self.machine.is_told(&end.name);
        let names = (self.said(end), self.said(begin));
        let is_end = names.0.0 == names.1.0 && is_end_of(&names.0.1, &names.1.1);
        if told || end.by_value_size.is_some() || !is_end {
            return None;
        }
        let target = |parameter: &Parameter| {
            let ty = self.program.resolved_type(parameter.source_type?);
            match self.program.source_type(ty) {
                SourceType::Pointer { target } => Some(self.program.resolved_type(*target)),
                _ => None,
            }
        };
        if !self.program.same_type(target(begin)?, target(end)?) {
            return None;
        }
        let id = self.state.heap.pointer_of(value)?;
        self.state.heap.get(id)?.pointer()?;
        let name = format!("{} - {}", end.name, begin.name);
        let (elements, each) = self.machine.distance(self.state, id, &name, None);
        self.state.heap.set_length(id, elements);
        self.state.note_bound(Bound::LengthParameters);
        let at = self.machine.behind(value, elements, each);
        Some(Cell::from_term(&self.machine.pool, at))
    }

    /// The call that is given a parameter, and its name there: what functions that make arguments call theirs says nothing.
    fn said(&self, parameter: &Parameter) -> (usize, Arc<str>) {
        // Values that are passed in parts have names of their parts.
        let whole = parameter.name.split('.').next().unwrap_or_default();
        let mut known = self.machine.options.call_parameters.iter();
        let own = known.find(|it| it.name == whole);
        match own {
            Some(own) => (own.call, Arc::from(own.own_name.as_str())),
            None => (0, Arc::from(parameter.name.as_str())),
        }
    }

    /// True for signed integers.
    fn is_signed(&self, source: Option<SourceTypeId>) -> bool {
        let resolved = source.map(|ty| self.program.source_type(self.program.resolved_type(ty)));
        matches!(resolved, Some(SourceType::Int { signed: true, .. }))
    }

    /// True for pointers to characters.
    fn is_text(&self, parameter: &Parameter) -> bool {
        let resolved = |ty| self.program.source_type(self.program.resolved_type(ty));
        match parameter.source_type.map(resolved) {
            Some(SourceType::Pointer { target }) => {
                character_size(&*self.program, *target).is_some()
            }
            _ => false,
        }
    }

    /// True for pointers to structures.
    fn is_structure(&self, parameter: &Parameter) -> bool {
        let resolved = |ty| self.program.source_type(self.program.resolved_type(ty));
        match parameter.source_type.map(resolved) {
            Some(SourceType::Pointer { target }) => {
                matches!(resolved(*target), SourceType::Record { .. })
            }
            _ => false,
        }
    }

    /// True for pointers to numbers of more than a byte, and to pointers.
    fn is_number(&self, parameter: &Parameter) -> bool {
        let resolved = |ty| self.program.source_type(self.program.resolved_type(ty));
        match parameter.source_type.map(resolved) {
            Some(SourceType::Pointer { target }) => match resolved(*target) {
                SourceType::Pointer { .. } | SourceType::Float { .. } | SourceType::Enum { .. } => {
                    true
                }
                ty @ SourceType::Int { .. } => !ty.is_byte() && !self.is_text(parameter),
                _ => false,
            },
            _ => false,
        }
    }

    /// True for `const char *`, also of wide characters.
    fn is_constant_text(&self, parameter: &Parameter) -> bool {
        let ty = parameter
            .source_type
            .map(|ty| self.program.resolved_type(ty));
        let Some(SourceType::Pointer { target }) = ty.map(|ty| self.program.source_type(ty)) else {
            return false;
        };
        let constant = |ty: &SourceType| matches!(ty, SourceType::Qualified { qualifier, .. } if qualifier == "const");
        constant(self.program.source_type(*target))
            && character_size(&*self.program, *target).is_some()
    }

    /// True for `size_t`.
    fn is_size(&self, mut ty: SourceTypeId) -> bool {
        loop {
            match self.program.source_type(ty) {
                SourceType::Typedef { name, .. } if name == "size_t" => return true,
                SourceType::Typedef { target, .. } | SourceType::Qualified { target, .. } => {
                    ty = *target;
                }
                _ => return false,
            }
        }
    }
}
