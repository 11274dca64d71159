//! Bytes of memory that a path looks at as numbers: those of addresses are other ones natively.

use super::Run;
use crate::memory::address::{FEW_OBJECTS, looks_like_address, may_begin, split};
use crate::memory::pointees::leaves;
use crate::memory::{Object, ObjectId, ObjectSlot, WordArray};
use crate::state::{Referent, selector_name};
use crate::{Bound, Cell, Surrounding};
use rustc_hash::FxHashMap;
use std::ops::Range;
use term::{Op, Pool, Term};

/// Bytes of an address.
const SIZE: usize = 8;
/// Log of that.
const LOG: u32 = 3;

/// Bytes of an address in programs whose pointers take four.
const NARROW_SIZE: usize = 4;
/// Log of that.
const NARROW_LOG: u32 = 2;

impl Run<'_> {
    /// Bytes of memory are looked at as numbers.
    pub(crate) fn bytes_seen(&mut self, at: Cell, size: Cell) {
        let (object, range) = match (at.as_term(), size.as_term()) {
            (None, None) => {
                let (object, offset) = split(at.bits);
                (Some(object), offset..offset.saturating_add(size.bits))
            }
            _ => (self.only_object(at), 0..u64::MAX),
        };
        let Some(id) = object else {
            return;
        };
        let ObjectSlot::Live(object) = self.state.memory.slot(id) else {
            return;
        };
        let range = range.start as usize..range.end.min(object.size()) as usize;
        let seen = match object.words {
            Some(words) => self.array_holds_address(words),
            None => {
                let mut candidates = Vec::new();
                self.holds_address(object, range, &mut candidates)
                    || candidates
                        .into_iter()
                        .any(|term| self.may_be_address_here(term))
            }
        };
        if seen {
            let site = self.user_site();
            let seen = Bound::Surroundings(Surrounding::Addresses, site);
            self.state.note_bound(seen);
        }
    }

    /// The object that an address is of, if it is of only one under all inputs of the path.
    pub(crate) fn only_object(&self, address: Cell) -> Option<ObjectId> {
        match address.as_term() {
            Some(term) => self.single_object(term),
            None => Some(split(address.bits).0),
        }
    }

    /// Whether one of these bytes of an object is part of an address, at whatever offset that begins; terms that may
    /// be one are candidates.
    fn holds_address(
        &self,
        object: &Object,
        range: Range<usize>,
        candidates: &mut Vec<Term>,
    ) -> bool {
        if self.machine.program.has_narrow_pointers() {
            let begins = range.start.saturating_sub(NARROW_SIZE - 1)..range.end;
            return begins
                .into_iter()
                .any(|at| self.is_flat_address(object, at));
        }
        let few = self.state.memory.len() < FEW_OBJECTS;
        let mut at = range.start.saturating_sub(SIZE - 1);
        while at < range.end {
            if object.symbolic.is_none() && !may_begin_address(&object.bytes, at, few) {
                at += SIZE;
                continue;
            }
            if self.is_address(object, at, candidates) {
                return true;
            }
            at += 1;
        }
        false
    }

    /// Whether four bytes of an object are the address of one, functions included, in a program whose pointers take so
    /// many.
    fn is_flat_address(&self, object: &Object, offset: usize) -> bool {
        let Some(bytes) = object.bytes.get(offset..offset + NARROW_SIZE) else {
            return false;
        };
        let flat = &self.state.memory.flat;
        if let Some(symbolic) = &object.symbolic
            && let Some(term) = symbolic[offset].term
        {
            return flat
                .wide(term)
                .is_some_and(|pointer| self.may_be_address(pointer));
        }
        let word = u32::from_le_bytes(bytes.try_into().expect("four bytes were taken"));
        flat.place_at(word).is_some()
    }

    /// Whether an element of contents that are an array may be an address. One of smaller elements is taken to
    /// hold none.
    fn array_holds_address(&mut self, words: WordArray) -> bool {
        if self.machine.program.has_narrow_pointers() {
            return words.log == NARROW_LOG && self.array_holds_flat_address(words);
        }
        if words.log != LOG {
            return false;
        }
        let machine = &mut *self.machine;
        let words = machine.addresses_in_arrays.of(&machine.pool, words.array);
        words.iter().any(|&word| self.leads_somewhere(word))
    }

    fn array_holds_flat_address(&self, words: WordArray) -> bool {
        let (pool, flat) = (&self.machine.pool, &self.state.memory.flat);
        let (mut array, mut found) = (words.array, false);
        let mut look = |word: u64| found |= flat.place_at(word as u32).is_some();
        while pool.op(array) == Op::Store {
            let arguments = pool.arguments(array);
            leaves(pool, arguments[2], &mut look);
            array = arguments[0];
        }
        leaves(pool, array, &mut look);
        found
    }

    /// Whether eight bytes of an object are the address of one, functions included.
    fn is_address(&self, object: &Object, offset: usize, candidates: &mut Vec<Term>) -> bool {
        let Some(bytes) = object.bytes.get(offset..offset + SIZE) else {
            return false;
        };
        if let Some(symbolic) = &object.symbolic
            && let Some(term) = symbolic[offset].term
        {
            let whole = self.machine.pool.width(term) == 64
                && (0..SIZE).all(|index| {
                    let byte = symbolic[offset + index];
                    byte.term == Some(term) && byte.index == index as u32
                });
            if whole && self.may_be_address(term) {
                candidates.push(term);
            }
            return false;
        }
        let word = u64::from_le_bytes(bytes.try_into().expect("eight bytes were taken"));
        looks_like_address(word) && self.leads_somewhere(word)
    }

    /// Whether a term may be the address of something: the difference of two addresses is none.
    pub(super) fn may_be_address(&self, term: Term) -> bool {
        let leads_somewhere = |word| looks_like_address(word) && self.leads_somewhere(word);
        let mut count = AddressCount {
            pool: &self.machine.pool,
            is_address: &leads_somewhere,
            is_near: &|word| looks_like_address(word) && self.is_near(word),
            known: FxHashMap::default(),
        };
        count.of(term).1 > 0
    }

    /// The same, where it is decided on the path what input pointers lead to.
    fn may_be_address_here(&mut self, term: Term) -> bool {
        let machine = &mut *self.machine;
        let mut decided = FxHashMap::default();
        for (_, reference, pointer) in self.state.heap.pointers() {
            let name = selector_name(&reference.name);
            if matches!(reference.referent, Referent::Null | Referent::Object(_)) {
                for &input in machine.pool.inputs_of(pointer.value).iter() {
                    if machine.pool.input_name(input) != name {
                        continue;
                    }
                    let input = machine.pool.input_term(input);
                    let value = machine.evaluator.bits(&machine.pool, input);
                    let value = machine.pool.constant(&value);
                    decided.insert(input, value);
                }
            }
        }
        if decided.is_empty() {
            return true;
        }
        let term = machine.pool.substitute(term, &decided);
        self.may_be_address(term)
    }

    /// Whether there is, or was, an object that an address is computed from, within it or not.
    fn is_near(&self, word: u64) -> bool {
        !matches!(self.state.memory.slot(split(word).0), ObjectSlot::Empty)
    }

    /// Whether there is, or was, something at an address.
    pub(super) fn leads_somewhere(&self, word: u64) -> bool {
        let (id, offset) = split(word);
        match self.state.memory.slot(id) {
            ObjectSlot::Live(object) => offset <= object.size(),
            ObjectSlot::Freed(Some(info)) | ObjectSlot::Dead(Some(info)) => offset <= info.size,
            ObjectSlot::Freed(None) | ObjectSlot::Dead(None) => true,
            ObjectSlot::Empty => offset == 0 && self.machine.function_at(word).is_some(),
        }
    }
}

/// How many addresses a term is the sum of.
struct AddressCount<'a> {
    pool: &'a Pool,
    is_address: &'a dyn Fn(u64) -> bool,
    /// The same with any offset: so much may be subtracted from one.
    is_near: &'a dyn Fn(u64) -> bool,
    known: FxHashMap<Term, (i32, i32)>,
}

impl AddressCount<'_> {
    /// Terms that are looked at; the others are taken for addresses.
    const MOST: usize = 512;

    /// At least and at the most.
    fn of(&mut self, term: Term) -> (i32, i32) {
        if let Some(word) = self.pool.constant_u64(term) {
            return self.of_word(word);
        }
        if let Some(&known) = self.known.get(&term) {
            return known;
        }
        if self.known.len() >= AddressCount::MOST {
            return (0, 1);
        }
        // Until it is known; what is under way counts, too.
        self.known.insert(term, (0, 1));
        let pool = self.pool;
        let arguments = pool.arguments(term);
        let count = match pool.op(term) {
            Op::Add => arguments.iter().fold((0, 0), |(least, most), &argument| {
                let (low, high) = self.of(argument);
                (least + low, most + high)
            }),
            Op::Neg => {
                let (least, most) = self.of(arguments[0]);
                (-most, -least)
            }
            Op::Ite => self.of_either(&arguments[1..]),
            Op::Select | Op::ConstArray => self.of(arguments[0]),
            Op::Store => self.of_either(&[arguments[0], arguments[2]]),
            Op::Table(table) => {
                let entries = pool.table(table).iter();
                let counts = entries.map(|entry| self.of_word(entry.low_u64()));
                counts.reduce(either).unwrap_or_default()
            }
            // A product, a shifted or an extended value is no address.
            _ => (0, 0),
        };
        self.known.insert(term, count);
        count
    }

    fn of_either(&mut self, terms: &[Term]) -> (i32, i32) {
        let counts = terms.iter().map(|&term| self.of(term));
        counts.reduce(either).unwrap_or_default()
    }

    fn of_word(&self, word: u64) -> (i32, i32) {
        match ((self.is_address)(word), (self.is_near)(word.wrapping_neg())) {
            (true, _) => (1, 1),
            (false, true) => (-1, -1),
            (false, false) => (0, 0),
        }
    }
}

fn either(a: (i32, i32), b: (i32, i32)) -> (i32, i32) {
    (a.0.min(b.0), a.1.max(b.1))
}

/// False if no address begins at any of eight offsets, as what distinguishes one from most numbers shows.
fn may_begin_address(bytes: &[u8], offset: usize, few: bool) -> bool {
    let (first, last) = (offset + SIZE / 2, offset + SIZE - 1);
    match (bytes.get(first..first + SIZE), bytes.get(last..last + SIZE)) {
        (Some(middle), Some(high)) => {
            let word = |bytes: &[u8]| u64::from_le_bytes(bytes.try_into().expect("eight bytes"));
            may_begin(word(middle), word(high), few)
        }
        _ => true,
    }
}
