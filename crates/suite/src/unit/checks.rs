//! What a test checks behind the call: the result, and memory that holds something else than before.

use super::arrange::Arrangement;
use super::initialiser::{LITERAL, readable_text};
use super::literal;
use super::types::{POINTER, Place, Types};
use crate::format_value::string_literal;
use crate::{After, Entry, Left, LeftState, Pointer, Region};
use ir::{SourceMember, SourceType, SourceTypeId};
use std::collections::VecDeque;

/// Most conditions of a test.
const MOST: usize = 64;
/// Types are nested no deeper.
const MAX_NESTING: u32 = 64;

/// Puts the checks of a test together.
pub(super) struct Checks<'a> {
    types: Types<'a>,
    arrangement: &'a Arrangement<'a>,
    entry: &'a Entry,
    after: &'a After,
    /// How each object that the function made is reached, once it is.
    reached: Vec<Option<String>>,
    todo: VecDeque<Found>,
    /// The conditions.
    pub conditions: Vec<String>,
}

/// An object that the function made, as a pointer of that type reaches it.
struct Found {
    object: usize,
    place: String,
    element: SourceTypeId,
}

/// A part of memory: before and behind the call.
#[derive(Clone, Copy)]
struct Part<'a> {
    left: &'a Left,
    bytes: &'a [u8],
    before: Option<(&'a Region, &'a [u8])>,
}

impl<'a> Checks<'a> {
    pub(super) fn new(
        types: Types<'a>,
        arrangement: &'a Arrangement<'a>,
        entry: &'a Entry,
        after: &'a After,
    ) -> Checks<'a> {
        Checks {
            types,
            arrangement,
            entry,
            after,
            reached: vec![None; after.objects.len()],
            todo: VecDeque::new(),
            conditions: Vec::new(),
        }
    }

    /// Checks a result that is in a variable.
    pub(super) fn result(&mut self, name: &str, ty: SourceTypeId, left: &Left) {
        let bytes = left.contents();
        let part = Part {
            left,
            bytes: &bytes,
            before: None,
        };
        self.value(Place::Value(name.to_owned()), ty, 0, part, 0);
        self.follow();
    }

    /// Checks the objects of the arguments that the function changed.
    pub(super) fn objects(&mut self) {
        let (entry, after) = (self.entry, self.after);
        for (number, (region, left)) in entry.objects.iter().zip(&after.objects).enumerate() {
            if left.state != LeftState::Changed || left.size != region.size {
                continue;
            }
            let Some((element, count)) = self.arrangement.element(number) else {
                continue;
            };
            let (bytes, before) = (left.contents(), region.contents());
            let part = Part {
                left,
                bytes: &bytes,
                before: Some((region, &before)),
            };
            if count > 1 && self.types.is_character(element) {
                if let Some(place) = self.arrangement.place(number, 0) {
                    // The array itself, as its first element is known by it.
                    let array = place.text();
                    let array = array.strip_suffix("[0]").unwrap_or(&array);
                    self.text(array, 0, count, part);
                }
                continue;
            }
            for index in 0..count {
                let Some(place) = self.arrangement.place(number, index) else {
                    continue;
                };
                self.value(place, element, index * self.types.size(element), part, 0);
            }
        }
        self.follow();
    }

    fn push(&mut self, condition: String) {
        if self.conditions.len() < MOST {
            self.conditions.push(condition);
        }
    }

    /// Checks the objects that the function made, as far as pointers that were checked lead to them.
    fn follow(&mut self) {
        while let Some(found) = self.todo.pop_front() {
            let after = self.after;
            let left = &after.objects[found.object];
            let bytes = left.contents();
            let part = Part {
                left,
                bytes: &bytes,
                before: None,
            };
            let each = self.types.size(found.element);
            if self.types.is_character(found.element) {
                self.text(&found.place, 0, left.size, part);
                continue;
            }
            let count = left.size.checked_div(each).unwrap_or(0);
            for index in 0..count {
                let place = match count {
                    1 => Place::Behind(found.place.clone()),
                    _ => Place::Value(format!("{}[{index}]", found.place)),
                };
                self.value(place, found.element, index * each, part, 0);
            }
        }
    }

    /// True if a stretch is as it was before.
    fn is_kept(part: Part<'_>, at: u64, size: u64) -> bool {
        let range = at as usize..at.saturating_add(size) as usize;
        let Some((region, before)) = part.before else {
            return false;
        };
        let within = |pointer: &&Pointer| (at..at.saturating_add(size)).contains(&pointer.offset);
        let pointers = region.pointers.iter().filter(within);
        before.get(range.clone()) == part.bytes.get(range)
            && pointers.eq(part.left.pointers.iter().filter(within))
    }

    fn value(&mut self, place: Place, ty: SourceTypeId, at: u64, part: Part<'_>, depth: u32) {
        let size = self.types.size(ty);
        if depth > MAX_NESTING || Checks::is_kept(part, at, size) {
            return;
        }
        match self.types.resolved(ty) {
            SourceType::Record { members, union, .. } => {
                for member in members {
                    self.member(&place, member, at, (part, depth + 1));
                    if *union {
                        // The others are the same bytes.
                        break;
                    }
                }
            }
            SourceType::Array { element, count } => {
                if self.types.is_character(*element) {
                    return self.text(&place.text(), at, *count, part);
                }
                for index in 0..*count {
                    if self.conditions.len() >= MOST {
                        return;
                    }
                    let at = at + index * self.types.size(*element);
                    self.value(place.element(index), *element, at, part, depth + 1);
                }
            }
            SourceType::Pointer { target } => self.pointer(&place.text(), *target, at, part),
            scalar => self.scalar(&place.text(), scalar, at, part),
        }
    }

    fn member(
        &mut self,
        place: &Place,
        member: &SourceMember,
        at: u64,
        (part, depth): (Part<'_>, u32),
    ) {
        match member.bit_width {
            None => {
                let at = at + member.bit_offset / 8;
                self.value(place.member(&member.name), member.ty, at, part, depth);
            }
            Some(width) if !member.name.is_empty() => {
                let first = at * 8 + member.bit_offset;
                let field = place.member(&member.name).text();
                self.bit_field(&field, member.ty, (first, width), part);
            }
            Some(_) => {}
        }
    }

    fn bit_field(
        &mut self,
        field: &str,
        ty: SourceTypeId,
        (first, width): (u64, u32),
        part: Part<'_>,
    ) {
        let (SourceType::Int { signed, .. } | SourceType::Enum { signed, .. }) =
            self.types.resolved(ty)
        else {
            return;
        };
        let value = |bytes: &[u8]| {
            let bits = (0..u64::from(width.min(64))).map(|bit| {
                let byte = bytes
                    .get(((first + bit) / 8) as usize)
                    .copied()
                    .unwrap_or(0);
                u128::from(byte >> ((first + bit) % 8) & 1) << bit
            });
            bits.sum::<u128>()
        };
        let now = value(part.bytes);
        let bytes = (
            first / 8,
            (first + u64::from(width)).div_ceil(8) - first / 8,
        );
        let kept = part.before.is_some_and(|(_, before)| value(before) == now);
        if kept || !part.left.is_known(bytes.0, bytes.1) || width == 0 {
            return;
        }
        let number = match signed {
            true => (now << (128 - width)) as i128 >> (128 - width),
            false => now as i128,
        };
        if let Some(text) = literal::integer("", number, *signed, width) {
            self.push(format!("{field} == {text}"));
        }
    }

    fn scalar(&mut self, place: &str, ty: &SourceType, at: u64, part: Part<'_>) {
        let size = match ty {
            SourceType::Int { width, .. } | SourceType::Enum { width, .. } => {
                u64::from(*width).div_ceil(8)
            }
            SourceType::Float { size, .. } => *size,
            _ => return,
        };
        let bytes = part
            .bytes
            .get(at as usize..at.saturating_add(size) as usize);
        let (Some(bytes), true) = (bytes, part.left.is_known(at, size)) else {
            return;
        };
        if part
            .left
            .pointers
            .iter()
            .any(|pointer| pointer.offset / 8 == at / 8)
        {
            // An address as a number.
            return;
        }
        match literal::scalar(ty, bytes).as_deref() {
            Some("NAN") => self.push(format!("isnan({place})")),
            Some(text) => self.push(format!("{place} == {text}")),
            None => {}
        }
    }

    fn pointer(&mut self, place: &str, target: SourceTypeId, at: u64, part: Part<'_>) {
        if !part.left.is_known(at, POINTER) {
            return;
        }
        let Some(pointer) = part
            .left
            .pointers
            .iter()
            .find(|pointer| pointer.offset == at)
        else {
            let word = part
                .bytes
                .get(at as usize..at.saturating_add(POINTER) as usize);
            if word.is_some_and(|word| word.iter().all(|&byte| byte == 0)) {
                self.push(format!("{place} == NULL"));
            }
            return;
        };
        if pointer.object < self.entry.objects.len() {
            let state = self
                .after
                .objects
                .get(pointer.object)
                .map(|left| left.state);
            if state != Some(LeftState::Freed)
                && let Some(address) = self.arrangement.address(pointer, target)
                && !address.starts_with('"')
            {
                self.push(format!("{place} == {address}"));
            }
            return;
        }
        let Some(left) = self.after.objects.get(pointer.object) else {
            return;
        };
        if let Some(known) = &self.reached[pointer.object] {
            if pointer.target == 0 {
                let known = known.clone();
                self.push(format!("(const void *){place} == (const void *){known}"));
            }
            return;
        }
        self.push(format!("{place} != NULL"));
        let told = match left.state {
            // Its name may mean nothing in the test; of a string there is no more than that.
            LeftState::Global => self.types.is_character(target),
            _ => self.types.size(target) > 0,
        };
        if pointer.target == 0 && told {
            self.reached[pointer.object] = Some(place.to_owned());
            self.todo.push_back(Found {
                object: pointer.object,
                place: place.to_owned(),
                element: target,
            });
        }
    }

    /// Checks characters: a string as one, others as memory.
    fn text(&mut self, place: &str, at: u64, size: u64, part: Part<'_>) {
        if Checks::is_kept(part, at, size) {
            return;
        }
        let Some(bytes) = part
            .bytes
            .get(at as usize..at.saturating_add(size) as usize)
        else {
            return;
        };
        let known = |size: usize| part.left.is_known(at, size as u64);
        let end = bytes.iter().position(|&byte| byte == 0);
        if let Some(end) = end.filter(|&end| known(end + 1)) {
            let rest = (at + end as u64 + 1, size - end as u64 - 1);
            self.push(match readable_text(&bytes[..=end]) {
                Some(text) => format!("strcmp({place}, {text}) == 0"),
                None => return,
            });
            if part.before.is_none() || Checks::is_kept(part, rest.0, rest.1) {
                return;
            }
        }
        // No more than is known.
        let used = (1..=bytes.len())
            .rev()
            .find(|&size| known(size))
            .unwrap_or(0);
        if used > 0 && used <= LITERAL {
            let text = string_literal(&bytes[..used]);
            self.push(format!("memcmp({place}, {text}, {used}) == 0"));
        }
    }
}
