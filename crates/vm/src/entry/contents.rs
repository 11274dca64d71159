//! What memory that is an input holds, as the types of debug information describe it: scalars and rows of
//! bytes are free, pointers are input pointers.

use super::pointer_bytes::{member_name, pointer_in_untyped, pointers_in_union};
use super::range_members::{Enclosing, Follower, ranges};
use crate::memory::Object;
use crate::state::{NewPointer, PointerBytes, PointerMeaning};
use crate::{Bound, Cell, InputOrigin, Machine, State};
use ir::{Program, SourceMember, SourceType, SourceTypeId};
use std::sync::Arc;
use term::Term;

/// Most bytes of an object that are free; those beyond are zero.
pub(super) const FREE_BYTES: u64 = 1 << 16;

/// Type of the bytes that bit-fields share, for people.
const BIT_FIELDS: &str = "unsigned bit-fields";

/// C name, width in bits of the value, and size in bytes of a scalar type.
pub(super) fn scalar(ty: &SourceType) -> Option<(String, u32, u64)> {
    Some(match ty {
        SourceType::Int { name, width, .. } => {
            let size = u64::from(*width).div_ceil(8);
            // Anything but 0 and 1 in a `_Bool` is undefined behaviour.
            let width = if ty.is_bool() { 1 } else { *width };
            (name.clone(), width, size)
        }
        SourceType::Float { name, format, size } => (name.clone(), format.width(), *size),
        SourceType::Enum { width, signed, .. } => {
            let name = if *signed { "int" } else { "unsigned int" };
            (name.to_owned(), *width, u64::from(*width).div_ceil(8))
        }
        _ => return None,
    })
}

/// Fills one object, which is no object of the state yet.
pub(crate) struct ObjectFiller<'a> {
    program: Arc<dyn Program>,
    machine: &'a mut Machine,
    state: &'a mut State,
    /// The parameter through which the object is reached.
    origin: InputOrigin,
    /// Pointers on the way to it.
    depth: u32,
    /// Bytes that may still become free.
    left: u64,
}

/// A part of an object that is to be filled.
struct ObjectPart {
    at: u64,
    name: String,
    ty: SourceTypeId,
    /// For a pointer: those into the array that begins there.
    followers: Vec<Follower>,
    /// The structures that it is a part of, the innermost first, and where they begin.
    around: Vec<Enclosing>,
}

impl ObjectPart {
    fn new(at: u64, name: String, ty: SourceTypeId) -> ObjectPart {
        ObjectPart {
            at,
            name,
            ty,
            followers: Vec::new(),
            around: Vec::new(),
        }
    }
}

impl<'a> ObjectFiller<'a> {
    pub(crate) fn new(
        machine: &'a mut Machine,
        state: &'a mut State,
        origin: InputOrigin,
        depth: u32,
    ) -> ObjectFiller<'a> {
        ObjectFiller {
            program: machine.program.clone(),
            machine,
            state,
            origin,
            depth,
            left: FREE_BYTES,
        }
    }

    /// Fills a row of elements of a type, each of `size` bytes.
    pub(crate) fn fill_array(
        &mut self,
        object: &mut Object,
        at: u64,
        name: &str,
        (element, size): (SourceTypeId, u64),
        count: u64,
    ) {
        let ty = self.program.resolved_type(element);
        if self.program.source_type(ty).is_byte() {
            return self.fill_bytes(object, at, name, count.saturating_mul(size));
        }
        for number in 0..count {
            if self.left == 0 {
                return self.exhausted();
            }
            let name = format!("{name}[{number}]");
            self.fill(object, at + number * size, &name, element);
        }
    }

    /// Fills a part of an object with inputs, as its type describes. Iterative: types are as deep
    /// as debug information says. What is outside of the object, or beyond the limit on free
    /// bytes, is left alone.
    pub(crate) fn fill(&mut self, object: &mut Object, at: u64, name: &str, ty: SourceTypeId) {
        let program = self.program.clone();
        let mut parts = vec![ObjectPart::new(at, name.to_owned(), ty)];
        while let Some(ObjectPart {
            at,
            name,
            ty,
            followers,
            around,
        }) = parts.pop()
        {
            if self.left == 0 {
                return self.exhausted();
            }
            let id = program.resolved_type(ty);
            let size = program.size_of_type(id).unwrap_or(u64::MAX);
            if at.checked_add(size).is_none_or(|end| end > object.size()) {
                continue;
            }
            match program.source_type(id) {
                ty @ (SourceType::Int { .. }
                | SourceType::Enum { .. }
                | SourceType::Float { .. }) => self.fill_scalar(object, at, &name, ty),
                SourceType::Pointer { target } => {
                    self.left -= 1;
                    self.fill_pointer(object, (at, name), *target, &followers);
                }
                SourceType::Array { element, .. }
                    if program
                        .source_type(program.resolved_type(*element))
                        .is_byte() =>
                {
                    self.fill_bytes(object, at, &name, size);
                }
                SourceType::Array { element, count } => {
                    // No more than are looked at before the limit is reached.
                    let each = program.size_of_type(*element).unwrap_or(0);
                    let count = if each == 0 { 0 } else { *count };
                    for number in (0..count.min(self.left)).rev() {
                        let name = format!("{name}[{number}]");
                        parts.push(ObjectPart {
                            around: around.clone(),
                            ..ObjectPart::new(at + number * each, name, *element)
                        });
                    }
                }
                SourceType::Record {
                    union: false,
                    members,
                    ..
                } => {
                    self.left -= 1;
                    self.fill_bit_fields(object, at, &name, members);
                    let outer = around.iter().map(|(record, start)| (*record, at - start));
                    let around: Vec<Enclosing> = std::iter::once((id, 0)).chain(outer).collect();
                    parts.extend(self.parts_of(object, members, (at, &name), &around));
                }
                // The members of a union share bytes: they are free as bytes.
                SourceType::Record { .. } => {
                    let bytes = self.fill_row(object, at, (&name, "bytes"), size);
                    let meanings = pointers_in_union(&*program, id, &name, bytes.len() as u64);
                    self.note_pointer_bytes(&bytes, meanings);
                }
                SourceType::Void
                | SourceType::Function { .. }
                | SourceType::Typedef { .. }
                | SourceType::Qualified { .. } => {}
            }
        }
    }

    /// The ordinary members of a structure of that name at an offset of an object, the first one last; `around` are it and
    /// the structures that it is a part of.
    fn parts_of(
        &self,
        object: &Object,
        members: &[SourceMember],
        (at, name): (u64, &str),
        around: &[Enclosing],
    ) -> Vec<ObjectPart> {
        let compared = &self.machine.options.compared_members;
        let mut ranges = ranges(&*self.program, compared, members, around);
        // Damaged debug information may have members beyond the end.
        let is_inside = |member: &SourceMember| {
            let end = at.checked_add(member.bit_offset / 8 + 8);
            end.is_some_and(|end| end <= object.size())
        };
        ranges
            .retain(|range| (0..members.len()).all(|it| !range.has(it) || is_inside(&members[it])));
        // The options say what it leads to.
        ranges.retain(|range| {
            let is_told = |number: usize| {
                let name = member_name(name, &members[number].name);
                self.machine.is_told(&name)
            };
            !(0..members.len()).any(|number| range.has(number) && is_told(number))
        });
        let mut parts = Vec::new();
        for (number, member) in members.iter().enumerate().rev() {
            let range = ranges.iter().find(|range| range.has(number));
            let follows = range.is_some_and(|range| range.begin != number);
            if member.bit_width.is_some() || follows {
                continue;
            }
            let followers = range.map(|range| range.followers(members, (at, name)));
            let starts = around.iter().map(|(record, offset)| (*record, at - offset));
            parts.push(ObjectPart {
                followers: followers.unwrap_or_default(),
                around: starts.collect(),
                ..ObjectPart::new(
                    at + member.bit_offset / 8,
                    member_name(name, &member.name),
                    member.ty,
                )
            });
        }
        parts
    }

    fn fill_pointer(
        &mut self,
        object: &mut Object,
        (at, name): (u64, String),
        target: SourceTypeId,
        followers: &[Follower],
    ) {
        let pointer = NewPointer {
            name,
            target: Some(target),
            depth: self.depth + 1,
            apart: false,
            keeps_length: false,
            origin: self.origin,
        };
        if !followers.is_empty() {
            return self.fill_range(object, (at, pointer), followers);
        }
        let value = self.machine.input_pointer(self.state, pointer);
        object.write(&mut self.machine.pool, at as usize, value, 64);
    }

    /// Fills the pointer that an array begins at, and those behind it: how long the array is, and where these are in it, are
    /// inputs.
    fn fill_range(
        &mut self,
        object: &mut Object,
        (at, pointer): (u64, NewPointer),
        followers: &[Follower],
    ) {
        let begin = pointer.name.clone();
        let value = self.machine.input_pointer(self.state, pointer);
        object.write(&mut self.machine.pool, at as usize, value, 64);
        let term = value.to_term(&mut self.machine.pool, 64);
        let Some(id) = self.state.heap.pointer_of(term) else {
            // It is null, and so are they.
            for follower in followers {
                object.write(&mut self.machine.pool, follower.at as usize, value, 64);
            }
            return;
        };
        let mut distances: Vec<Term> = Vec::new();
        for (number, follower) in followers.iter().enumerate() {
            let pool = &mut self.machine.pool;
            // All are up to the end.
            let late = follower.before.iter().filter_map(|&it| distances.get(it));
            let mut bound = distances.first().copied();
            for &late in late {
                bound = bound.map(|least| {
                    let is_less = pool.ult(late, least);
                    pool.ite(is_less, late, least)
                });
            }
            let name = format!("{} - {begin}", follower.name);
            let (elements, each) = self.machine.distance(self.state, id, &name, bound);
            if number == 0 {
                self.state.heap.set_length(id, elements);
                self.state.note_bound(Bound::LengthParameters);
            }
            distances.push(elements);
            let place = self.machine.behind(term, elements, each);
            let place = Cell::from_term(&self.machine.pool, place);
            object.write(&mut self.machine.pool, follower.at as usize, place, 64);
        }
    }

    fn fill_scalar(&mut self, object: &mut Object, at: u64, name: &str, ty: &SourceType) {
        let Some((type_name, width, size)) = scalar(ty) else {
            return;
        };
        self.left = self.left.saturating_sub(size);
        let machine = &mut *self.machine;
        let record = machine.scalar_input(self.state, self.origin, name, &type_name, width);
        let pool = &mut machine.pool;
        let stored = width.next_multiple_of(8);
        let term = pool.zero_extend(record.terms[0], stored);
        object.write(pool, at as usize, Cell::symbolic(term), stored);
    }

    /// Bytes that bit-fields share are free as bytes: one input for each row of them.
    fn fill_bit_fields(
        &mut self,
        object: &mut Object,
        at: u64,
        name: &str,
        members: &[SourceMember],
    ) {
        let mut row: Option<(u64, u64, String)> = None;
        for member in members {
            let Some(width) = member.bit_width else {
                continue;
            };
            let first = member.bit_offset / 8;
            let end = (member.bit_offset + u64::from(width)).div_ceil(8);
            match &mut row {
                Some((_, row_end, names)) if first <= *row_end => {
                    *row_end = end.max(*row_end);
                    names.push('+');
                    names.push_str(&member.name);
                }
                _ => {
                    let next = Some((first, end, member.name.clone()));
                    if let Some((first, end, names)) = std::mem::replace(&mut row, next) {
                        let name = member_name(name, &names);
                        self.fill_row(object, at + first, (&name, BIT_FIELDS), end - first);
                    }
                }
            }
        }
        if let Some((first, end, names)) = row {
            let name = member_name(name, &names);
            self.fill_row(object, at + first, (&name, BIT_FIELDS), end - first);
        }
    }

    pub(crate) fn fill_bytes(&mut self, object: &mut Object, at: u64, name: &str, size: u64) {
        self.fill_row(object, at, (name, "bytes"), size);
    }

    /// Bytes of which it is not known what they are: each word of them may be a pointer.
    pub(crate) fn fill_untyped(&mut self, object: &mut Object, name: &str, size: u64) {
        let bytes = self.fill_row(object, 0, (name, "bytes"), size);
        let words = 0..bytes.len() as u64 / 8;
        let meanings = words.map(|word| (8 * word, pointer_in_untyped(name, 8 * word)));
        self.note_pointer_bytes(&bytes, meanings.collect());
    }

    /// Free bytes may be pointers, those at some places.
    fn note_pointer_bytes(&mut self, bytes: &[Term], meanings: Vec<(u64, Vec<PointerMeaning>)>) {
        for (at, meanings) in meanings {
            let word = bytes
                .get(at as usize..)
                .and_then(|rest| rest.first_chunk::<8>());
            let Some(&bytes) = word else { continue };
            self.state.heap.add_pointer_bytes(PointerBytes {
                bytes,
                meanings: meanings.into(),
                depth: self.depth + 1,
                origin: self.origin,
            });
        }
    }

    /// The bytes, as far as they are free.
    fn fill_row(
        &mut self,
        object: &mut Object,
        at: u64,
        row: (&str, &str),
        size: u64,
    ) -> Arc<[Term]> {
        let inside = size.min(object.size().saturating_sub(at));
        let free = inside.min(self.left);
        if free < inside {
            self.exhausted();
        }
        if free == 0 {
            return Arc::from([]);
        }
        self.left -= free;
        let machine = &mut *self.machine;
        let record = machine.row_input(self.state, self.origin, row, free);
        for (byte, &term) in record.terms.iter().enumerate() {
            let at = at as usize + byte;
            object.write(&mut machine.pool, at, Cell::symbolic(term), 8);
        }
        record.terms
    }

    fn exhausted(&mut self) {
        self.state.note_bound(Bound::ArgumentBytes);
    }
}

/// The flexible array member that a structure ends with: its offset, element type and size.
pub(super) fn flexible_member(
    program: &dyn Program,
    ty: &SourceType,
) -> Option<(u64, SourceTypeId, u64)> {
    let SourceType::Record {
        union: false,
        members,
        ..
    } = ty
    else {
        return None;
    };
    let last = members.last()?;
    match program.source_type(program.resolved_type(last.ty)) {
        SourceType::Array { element, count: 0 } => {
            let size = program.size_of_type(*element).filter(|&size| size > 0)?;
            Some((last.bit_offset / 8, *element, size))
        }
        _ => None,
    }
}

pub(super) fn last_member(ty: &SourceType) -> &str {
    match ty {
        SourceType::Record { members, .. } => members.last().map_or("", |last| &last.name),
        _ => "",
    }
}
