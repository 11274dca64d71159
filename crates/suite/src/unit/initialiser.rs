//! Memory as the initialiser of a variable.

use super::literal;
use super::types::{POINTER, Types};
use crate::Pointer;
use crate::format_value::string_literal;
use ir::{SourceMember, SourceType, SourceTypeId};

/// What stands for a pointer in an initialiser.
pub(super) enum Reference {
    /// An expression.
    Now(String),
    /// It is set later, as what it leads to is not there yet.
    Later,
}

/// Turns memory into initialisers.
pub(super) struct Initialiser<'a> {
    pub types: Types<'a>,
    /// All bytes of the object.
    pub bytes: &'a [u8],
    pub pointers: &'a [Pointer],
    /// What stands for a pointer to something of a type.
    pub refer: &'a mut dyn FnMut(&Pointer, SourceTypeId) -> Option<Reference>,
    /// Of each byte the bits that the initialiser says.
    said: Vec<u8>,
    /// Pointers that are set later.
    pub later: Vec<Pointer>,
    /// How many pointers the initialiser says, or leaves for later.
    met: usize,
}

/// Longer string literals are not portable.
pub(super) const LITERAL: usize = 1000;

/// Types are nested no deeper.
const MAX_NESTING: u32 = 64;

/// In what is written of a pointer to something of another type.
const CAST: &str = "(void *)";
/// In what is written of a function of another type: compilers warn of no cast from this type.
pub(super) const FUNCTION_CAST: &str = "(void (*)(void))";

impl<'a> Initialiser<'a> {
    pub(super) fn new(
        types: Types<'a>,
        bytes: &'a [u8],
        pointers: &'a [Pointer],
        refer: &'a mut dyn FnMut(&Pointer, SourceTypeId) -> Option<Reference>,
    ) -> Initialiser<'a> {
        Initialiser {
            types,
            bytes,
            pointers,
            refer,
            said: vec![0; bytes.len()],
            later: Vec::new(),
            met: 0,
        }
    }

    /// The initialiser of one value of a type that is all of the object.
    pub(super) fn whole(&mut self, ty: SourceTypeId) -> Option<String> {
        let text = self.value(ty, 0, 0)?;
        self.is_complete().then_some(text)
    }

    /// The initialiser of an array that is all of the object.
    pub(super) fn array(&mut self, element: SourceTypeId, count: u64) -> Option<String> {
        let text = self.elements(element, 0, count, 0)?;
        self.is_complete().then_some(text)
    }

    /// The initialiser of a value that is a part of the object.
    pub(super) fn part(&mut self, ty: SourceTypeId, at: u64) -> Option<String> {
        self.value(ty, at, 0)
    }

    /// True if nothing in the object is left out: a test must not differ from its path.
    pub(super) fn is_complete(&self) -> bool {
        let said = std::iter::zip(self.bytes, &self.said);
        said.into_iter().all(|(byte, said)| byte & !said == 0) && self.met == self.pointers.len()
    }

    fn bytes_at(&self, at: u64, size: u64) -> Option<&'a [u8]> {
        let end = at.checked_add(size)?;
        self.bytes.get(at as usize..end as usize)
    }

    fn say(&mut self, at: u64, size: u64) {
        let end = at.saturating_add(size).min(self.said.len() as u64);
        if let Some(said) = self.said.get_mut(at as usize..end as usize) {
            said.fill(0xff);
        }
    }

    /// True if a stretch holds zeros and no pointers.
    pub(super) fn is_zero(&self, at: u64, size: u64) -> bool {
        let zero = self
            .bytes_at(at, size)
            .is_some_and(|bytes| bytes.iter().all(|&b| b == 0));
        let inside = |pointer: &Pointer| (at..at.saturating_add(size)).contains(&pointer.offset);
        zero && !self.pointers.iter().any(inside)
    }

    fn value(&mut self, ty: SourceTypeId, at: u64, depth: u32) -> Option<String> {
        if depth > MAX_NESTING {
            return None;
        }
        let size = self.types.size(ty);
        match self.types.resolved(ty) {
            scalar @ (SourceType::Int { .. }
            | SourceType::Enum { .. }
            | SourceType::Float { .. }) => {
                let text = literal::scalar(scalar, self.bytes_at(at, size)?)?;
                self.say(at, size);
                Some(text)
            }
            SourceType::Pointer { target } => self.pointer(*target, at),
            SourceType::Array { element, count } => self.elements(*element, at, *count, depth + 1),
            SourceType::Record { members, union, .. } => {
                if self.is_zero(at, size) {
                    return Some("{0}".to_owned());
                }
                let mut parts = Vec::new();
                match union {
                    true => parts.push(self.union_member(members, at, size, depth + 1)?.concat()),
                    false => self.members(members, at, depth + 1, &mut parts)?,
                }
                Some(match parts.is_empty() {
                    true => "{0}".to_owned(),
                    false => format!("{{{}}}", parts.join(", ")),
                })
            }
            _ => None,
        }
    }

    /// Designated members, of those that are not zero.
    fn members(
        &mut self,
        members: &'a [SourceMember],
        at: u64,
        depth: u32,
        parts: &mut Vec<String>,
    ) -> Option<()> {
        for member in members {
            if let Some(width) = member.bit_width {
                if let Some(text) = self.bit_field(member, at, width)?
                    && !member.name.is_empty()
                {
                    parts.push(format!(".{} = {text}", member.name));
                }
                continue;
            }
            let at = at + member.bit_offset / 8;
            let size = self.types.size(member.ty);
            if self.is_zero(at, size) {
                continue;
            }
            if !member.name.is_empty() {
                let text = self.value(member.ty, at, depth)?;
                parts.push(format!(".{} = {text}", member.name));
                continue;
            }
            // The members of an anonymous structure are the surrounding one's.
            match self.types.resolved(member.ty) {
                SourceType::Record {
                    members,
                    union,
                    size,
                    ..
                } if depth < MAX_NESTING => match union {
                    true => parts.extend(self.union_member(members, at, *size, depth + 1)?),
                    false => self.members(members, at, depth + 1, parts)?,
                },
                _ => return None,
            }
        }
        Some(())
    }

    /// The first member of a union that says all that is in it, rather one of whose type its pointers are.
    fn union_member(
        &mut self,
        members: &'a [SourceMember],
        at: u64,
        size: u64,
        depth: u32,
    ) -> Option<Vec<String>> {
        let mut with_casts = None;
        for member in members {
            let (said, later, met) = (self.said.clone(), self.later.len(), self.met);
            if let Some(parts) = self.whole_union(member, at, size, depth) {
                let text = parts.concat();
                if !text.contains(CAST) && !text.contains(FUNCTION_CAST) {
                    return Some(parts);
                }
                with_casts.get_or_insert(member);
            }
            self.said = said;
            self.later.truncate(later);
            self.met = met;
        }
        self.whole_union(with_casts?, at, size, depth)
    }

    /// A member of a union, if it says all that is in the union.
    fn whole_union(
        &mut self,
        member: &'a SourceMember,
        at: u64,
        size: u64,
        depth: u32,
    ) -> Option<Vec<String>> {
        let met = self.met;
        let mut parts = Vec::new();
        self.members(std::slice::from_ref(member), at, depth, &mut parts)?;
        let mut rest = (at..at.saturating_add(size))
            .map(|byte| byte as usize)
            .take_while(|&byte| byte < self.bytes.len());
        let within = |pointer: &&Pointer| (at..at + size).contains(&pointer.offset);
        let pointers = self.pointers.iter().filter(within).count();
        let complete = rest.all(|byte| self.bytes[byte] & !self.said[byte] == 0);
        (complete && self.met - met == pointers).then_some(parts)
    }

    /// The value of a bit-field, if it is not zero.
    fn bit_field(&mut self, member: &SourceMember, at: u64, width: u32) -> Option<Option<String>> {
        let first = member.bit_offset.checked_add(at.checked_mul(8)?)?;
        let (mut value, mut bits) = (0_u128, Vec::new());
        for bit in 0..u64::from(width.min(64)) {
            let (byte, shift) = (((first + bit) / 8) as usize, (first + bit) % 8);
            let set = self.bytes.get(byte)? >> shift & 1;
            value |= u128::from(set) << bit;
            bits.push((byte, 1 << shift));
        }
        if value == 0 {
            return Some(None);
        }
        let (SourceType::Int { signed, .. } | SourceType::Enum { signed, .. }) =
            self.types.resolved(member.ty)
        else {
            return None;
        };
        let value = match signed {
            true => (value << (128 - width)) as i128 >> (128 - width),
            false => value as i128,
        };
        for (byte, mask) in bits {
            self.said[byte] |= mask;
        }
        // Whatever the type: limits of `int` are none of the field's.
        literal::integer("", value, *signed, width).map(Some)
    }

    fn pointer(&mut self, target: SourceTypeId, at: u64) -> Option<String> {
        let word = self.bytes_at(at, POINTER)?;
        let Some(pointer) = self.pointers.iter().find(|pointer| pointer.offset == at) else {
            let word = u64::from_le_bytes(word.try_into().ok()?);
            self.say(at, POINTER);
            return match word {
                0 => Some("NULL".to_owned()),
                word => {
                    let is_function =
                        matches!(self.types.resolved(target), SourceType::Function { .. });
                    (!is_function).then(|| format!("(void *){word}u"))
                }
            };
        };
        self.met += 1;
        match (self.refer)(pointer, target)? {
            Reference::Now(text) => Some(text),
            Reference::Later => {
                self.later.push(*pointer);
                Some("NULL".to_owned())
            }
        }
    }

    fn elements(
        &mut self,
        element: SourceTypeId,
        at: u64,
        count: u64,
        depth: u32,
    ) -> Option<String> {
        let each = self.types.size(element);
        let size = each.checked_mul(count)?;
        if size == 0 {
            return None;
        }
        if self.types.is_character(element)
            && let Some(text) = readable_text(self.bytes_at(at, size)?)
        {
            self.say(at, size);
            return Some(text);
        }
        if self.types.is_byte(element)
            && let Some(text) = text_in_bytes(self.bytes_at(at, size)?)
        {
            self.say(at, size);
            return Some(text);
        }
        if self.types.is_wide_character(element)
            && let Some(text) = wide_text(self.bytes_at(at, size)?)
        {
            self.say(at, size);
            return Some(text);
        }
        let mut used = count;
        while used > 0 && self.is_zero(at + (used - 1) * each, each) {
            used -= 1;
        }
        if used == 0 {
            return Some("{0}".to_owned());
        }
        let parts: Option<Vec<String>> = (0..used)
            .map(|number| self.value(element, at + number * each, depth + 1))
            .collect();
        Some(format!("{{{}}}", parts?.join(", ")))
    }
}

/// Fewest bytes that are worth reading as text.
const TEXT: usize = 4;

/// Bytes as a string literal without the zeros at the end, if all others are characters that can be read.
fn text_in_bytes(bytes: &[u8]) -> Option<String> {
    let used = bytes.iter().rposition(|&byte| byte != 0)? + 1;
    let text = &bytes[..used];
    let readable = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n');
    let short = (TEXT..=LITERAL).contains(&used);
    (short && text.iter().all(readable)).then(|| string_literal(text))
}

/// Wide characters as a string literal without the zeros at the end, if the last is one and all others can be read.
fn wide_text(bytes: &[u8]) -> Option<String> {
    let (characters, _) = bytes.as_chunks::<4>();
    let characters: Vec<u32> = characters
        .iter()
        .map(|it| u32::from_le_bytes(*it))
        .collect();
    let used = characters.iter().rposition(|&it| it != 0)? + 1;
    let text = characters[..used].iter().map(|&it| u8::try_from(it).ok());
    let text = text.collect::<Option<Vec<u8>>>()?;
    let readable = |byte: &u8| matches!(byte, b' '..=b'~' | b'\t' | b'\n');
    (used < characters.len() && used <= LITERAL && text.iter().all(readable))
        .then(|| format!("L{}", string_literal(&text)))
}

/// Characters as a string literal without the zeros at the end, if the last is one.
pub(super) fn readable_text(bytes: &[u8]) -> Option<String> {
    let (&last, _) = bytes.split_last()?;
    if last != 0 {
        return None;
    }
    let used = bytes
        .iter()
        .rposition(|&byte| byte != 0)
        .map_or(0, |at| at + 1);
    (used <= LITERAL).then(|| string_literal(&bytes[..used]))
}
