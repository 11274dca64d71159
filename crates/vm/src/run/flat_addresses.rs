//! Pointers as numbers of 32 bits, and these as pointers again, in programs whose pointers take four bytes in memory:
//! see [`crate::memory::flat`].
//!
//! A pointer that depends on inputs and the number that it becomes are noted, so that what is read from memory is the
//! pointer that was written there, wherever it leads. Of other numbers that depend on inputs the form tells what they
//! are, or the path forks over the objects whose numbers they may be.

use super::Run;
use crate::fault::{Outcome, unsupported};
use crate::memory::flat::FlatPlace;
use crate::memory::symbolic::upper_bound;
use crate::memory::{ObjectId, address, split};
use crate::{Arm, ArmOutcome, Cell, ForkKind};
use rustc_hash::{FxHashMap, FxHashSet};
use std::sync::Arc;
use term::{Bits, Op, Pool, Sort, Term};

/// Terms of a pointer or number that are looked at.
const TERMS: usize = 2048;

/// Objects over which a path forks where the form of a number does not tell which of them it is in.
const PLACES: usize = 64;

/// How much of a number's value is looked at.
const DEPTH: u32 = 8;

impl Run<'_> {
    /// The number that a pointer is in memory.
    pub(crate) fn flat_pointer(&mut self, pointer: Cell) -> Outcome<Cell> {
        let Some(term) = pointer.as_term() else {
            return Ok(Cell::concrete(u64::from(self.flat_word(pointer.bits)?)));
        };
        if let Some(number) = self.state.memory.flat.narrow(term) {
            return Ok(Cell::symbolic(number));
        }
        if self.is_unsettled(term) {
            return Ok(self.low_word(term));
        }
        let mut forms = Forms::default();
        let number = match self.flat_form(term, &mut forms)? {
            Some(number) => number,
            None => {
                let bits = self.pin(pointer, 64)?;
                let number = self.flat_word(bits)?;
                return Ok(Cell::concrete(u64::from(number)));
            }
        };
        if !self.machine.pool.is_constant(number) {
            self.state.memory.flat.note(term, number);
        }
        Ok(Cell::from_term(&self.machine.pool, number))
    }

    /// The pointer that a number is.
    pub(crate) fn wide_pointer(&mut self, number: Cell) -> Outcome<Cell> {
        let Some(term) = number.as_term() else {
            return Ok(Cell::concrete(self.wide_word(number.bits as u32)));
        };
        if let Some(pointer) = self.state.memory.flat.wide(term) {
            return Ok(Cell::symbolic(pointer));
        }
        if self.is_unsettled(term) {
            let pointer = self.machine.pool.zero_extend(term, 64);
            return Ok(Cell::from_term(&self.machine.pool, pointer));
        }
        let mut forms = Forms::default();
        let pointer = match self.wide_form(term, &mut forms) {
            Some(pointer) => pointer,
            None => self.wide_by_places(term)?,
        };
        if !self.machine.pool.is_constant(pointer) {
            self.state.memory.flat.note(pointer, term);
        }
        Ok(Cell::from_term(&self.machine.pool, pointer))
    }

    /// The numbers that belong to an object or function; `None` for null and for what is neither.
    fn flat_place(&mut self, id: ObjectId) -> Outcome<Option<FlatPlace>> {
        if let Some(place) = self.state.memory.flat.place_of(id) {
            return Ok(Some(place));
        }
        let is_function = self.machine.function_at(address(id, 0)).is_some();
        match self.state.memory.give_flat_place(id, is_function) {
            Ok(place) => Ok(place),
            Err(_) => unsupported("more objects at a time than addresses of 32 bits tell apart"),
        }
    }

    fn flat_word(&mut self, pointer: u64) -> Outcome<u32> {
        let (id, offset) = split(pointer);
        Ok(match self.flat_place(id)? {
            Some(place) => place.base.wrapping_add(offset as u32),
            None => pointer as u32,
        })
    }

    fn wide_word(&self, number: u32) -> u64 {
        match self.state.memory.flat.place_at(number) {
            Some(place) => {
                let offset = i64::from(number) - i64::from(place.base);
                address(place.object, offset as u64)
            }
            None => u64::from(number),
        }
    }

    fn low_word(&mut self, term: Term) -> Cell {
        let low = self.machine.pool.extract(term, 31, 0);
        Cell::from_term(&self.machine.pool, low)
    }

    /// The number that a pointer is, as its form tells; `None` if it does not.
    fn flat_form(&mut self, pointer: Term, forms: &mut Forms) -> Outcome<Option<Term>> {
        if let Some(bits) = self.machine.pool.constant_u64(pointer) {
            let number = self.flat_word(bits)?;
            return Ok(Some(self.machine.pool.bv(32, u64::from(number))));
        }
        if let Some(known) = forms.known(pointer) {
            return Ok(known);
        }
        let number = match self.state.memory.flat.narrow(pointer) {
            Some(number) => Some(number),
            None => self.flat_form_anew(pointer, forms)?,
        };
        forms.add(pointer, number);
        Ok(number)
    }

    fn flat_form_anew(&mut self, pointer: Term, forms: &mut Forms) -> Outcome<Option<Term>> {
        let pool = &self.machine.pool;
        let arguments: Vec<Term> = pool.arguments(pointer).to_vec();
        match pool.op(pointer) {
            Op::Ite => {
                let (Some(then), Some(other)) = (
                    self.flat_form(arguments[1], forms)?,
                    self.flat_form(arguments[2], forms)?,
                ) else {
                    return Ok(None);
                };
                return Ok(Some(self.machine.pool.ite(arguments[0], then, other)));
            }
            Op::ZeroExtend if pool.width(arguments[0]) <= 32 => {
                return Ok(Some(self.machine.pool.zero_extend(arguments[0], 32)));
            }
            _ => {}
        }
        let candidates = self.candidates(pointer);
        let most = self.machine.options.max_candidates;
        if !candidates.exact || candidates.objects.len() > most {
            return Ok(None);
        }
        let low = self.machine.pool.extract(pointer, 31, 0);
        if let [id] = candidates.objects[..]
            && self.machine.pool.op(pointer) == Op::Add
        {
            return Ok(Some(self.moved_to_place(low, id)?));
        }
        let mut number = low;
        for id in candidates.objects {
            let there = self.moved_to_place(low, id)?;
            let pool = &mut self.machine.pool;
            let first = pool.bv(64, address(id, 0).wrapping_sub(1 << 31));
            let window = pool.bv(64, 1 << 32);
            let offset = pool.sub(pointer, first);
            let is_there = pool.ult(offset, window);
            number = pool.ite(is_there, there, number);
        }
        Ok(Some(number))
    }

    /// The lower half of a pointer into an object as the number that the pointer is.
    fn moved_to_place(&mut self, low: Term, id: ObjectId) -> Outcome<Term> {
        let by = match self.flat_place(id)? {
            Some(place) => place.base.wrapping_sub(address(id, 0) as u32),
            None => 0,
        };
        let pool = &mut self.machine.pool;
        let by = pool.bv(32, u64::from(by));
        Ok(pool.add(low, by))
    }

    /// The pointer that a number is, as its form tells; `None` if it does not.
    fn wide_form(&mut self, number: Term, forms: &mut Forms) -> Option<Term> {
        if let Some(bits) = self.machine.pool.constant_u64(number) {
            let pointer = self.wide_word(bits as u32);
            return Some(self.machine.pool.bv(64, pointer));
        }
        if let Some(known) = forms.known(number) {
            return known;
        }
        let pointer = match self.state.memory.flat.wide(number) {
            Some(pointer) => Some(pointer),
            None => self.wide_form_anew(number, forms),
        };
        forms.add(number, pointer);
        pointer
    }

    fn wide_form_anew(&mut self, number: Term, forms: &mut Forms) -> Option<Term> {
        let pool = &self.machine.pool;
        let arguments: Vec<Term> = pool.arguments(number).to_vec();
        match pool.op(number) {
            Op::Ite => {
                let then = self.wide_form(arguments[1], forms)?;
                let other = self.wide_form(arguments[2], forms)?;
                return Some(self.machine.pool.ite(arguments[0], then, other));
            }
            Op::Select => {
                let pointers = self.wide_array(arguments[0], forms)?;
                return Some(self.machine.pool.select(pointers, arguments[1]));
            }
            _ => {}
        }
        if let Some(place) = self.only_place(number) {
            return Some(self.in_place(number, place));
        }
        self.is_no_address(number)
            .then(|| self.machine.pool.zero_extend(number, 64))
    }

    /// An array of numbers as one of pointers.
    fn wide_array(&mut self, numbers: Term, forms: &mut Forms) -> Option<Term> {
        if let Some(known) = forms.known(numbers) {
            return known;
        }
        // A chain of stores may be long.
        let (mut stores, mut inner) = (Vec::new(), numbers);
        let mut pointers = loop {
            if let Some(known) = forms.known(inner) {
                break known?;
            }
            let pool = &self.machine.pool;
            let arguments = pool.arguments(inner);
            match pool.op(inner) {
                Op::Store if stores.len() < TERMS => {
                    stores.push((inner, arguments[1], arguments[2]));
                    inner = arguments[0];
                }
                Op::Table(table) => {
                    let entries = Arc::clone(pool.table(table));
                    let Sort::Array { index, .. } = pool.sort(inner) else {
                        return None;
                    };
                    let wide = |entry: &Bits| Bits::new(64, self.wide_word(entry.low_u64() as u32));
                    let entries: Arc<[Bits]> = entries.iter().map(wide).collect();
                    break self.machine.pool.table_array(index, 64, entries);
                }
                _ => return None,
            }
        };
        forms.add(inner, Some(pointers));
        while let Some((array, index, number)) = stores.pop() {
            let pointer = self.wide_form(number, forms)?;
            pointers = self.machine.pool.store(pointers, index, pointer);
            forms.add(array, Some(pointers));
        }
        Some(pointers)
    }

    /// The place that a sum is in whatever the inputs are: that of its constant.
    fn only_place(&mut self, number: Term) -> Option<FlatPlace> {
        let pool = &self.machine.pool;
        if pool.op(number) != Op::Add {
            return None;
        }
        let mut constants = pool.arguments(number).iter();
        let constant = constants.find_map(|&it| pool.constant_u64(it))?;
        let place = self.state.memory.flat.place_at(constant as u32)?;
        let pool = &mut self.machine.pool;
        let constant = pool.bv(32, constant);
        let rest = pool.sub(number, constant);
        let most = upper_bound(pool, rest, DEPTH);
        let constant = pool.constant_u64(constant)?;
        (constant + most < u64::from(place.end)).then_some(place)
    }

    /// A number in a place as the pointer that it is.
    fn in_place(&mut self, number: Term, place: FlatPlace) -> Term {
        let pool = &mut self.machine.pool;
        let base = pool.bv(32, u64::from(place.base));
        let offset = pool.sub(number, base);
        let offset = pool.sign_extend(offset, 64);
        let object = pool.bv(64, address(place.object, 0));
        pool.add(object, offset)
    }

    /// True for a number in which no address occurs: one that is computed from inputs. Natively addresses are other
    /// numbers.
    fn is_no_address(&self, number: Term) -> bool {
        let (mut todo, mut seen) = (vec![number], FxHashSet::default());
        let flat = &self.state.memory.flat;
        let is_address = |bits: &Bits| flat.place_at(bits.low_u64() as u32).is_some();
        let pool = &self.machine.pool;
        while let Some(term) = todo.pop() {
            if !seen.insert(term) {
                continue;
            }
            let is_word = matches!(pool.sort(term), Sort::BitVec(32..));
            let found = match pool.op(term) {
                _ if is_word && pool.bits(term).is_some_and(|bits| is_address(&bits)) => true,
                Op::Table(table) => pool.table(table).iter().any(is_address),
                _ => false,
            };
            if found || seen.len() > TERMS {
                return false;
            }
            todo.extend(pool.arguments(term));
        }
        true
    }

    /// The pointer that a number is whose form does not tell it: in one of the objects that have numbers, or in none.
    fn wide_by_places(&mut self, number: Term) -> Outcome<Term> {
        let places = self.state.memory.flat.places();
        if places.len() > PLACES {
            let bits = self.pin(Cell::symbolic(number), 32)?;
            let pointer = self.wide_word(bits as u32);
            return Ok(self.machine.pool.bv(64, pointer));
        }
        let mut arms = Vec::with_capacity(places.len() + 1);
        let mut none = self.machine.pool.bool(true);
        for place in &places {
            let pool = &mut self.machine.pool;
            let condition = is_within(pool, number, place);
            let outside = pool.not(condition);
            none = pool.and(none, outside);
            arms.push(Arm {
                choice: u64::from(place.object.0),
                condition,
                outcome: ArmOutcome::Continue,
            });
        }
        arms.push(Arm {
            choice: 0,
            condition: none,
            outcome: ArmOutcome::Continue,
        });
        let choice = self.decide(ForkKind::Pointer, arms, true)?;
        let chosen = places.iter().find(|it| u64::from(it.object.0) == choice);
        Ok(match chosen {
            Some(place) => self.in_place(number, *place),
            None => self.machine.pool.zero_extend(number, 64),
        })
    }
}

/// Whether a number is in a place.
fn is_within(pool: &mut Pool, number: Term, place: &FlatPlace) -> Term {
    let start = pool.bv(32, u64::from(place.start));
    let size = pool.bv(32, u64::from(place.end - place.start));
    let offset = pool.sub(number, start);
    pool.ult(offset, size)
}

/// What terms are in the other form, as far as they were looked at.
#[derive(Default)]
struct Forms {
    known: FxHashMap<Term, Option<Term>>,
}

impl Forms {
    /// What was found; nothing further is looked for once too many terms were looked at.
    fn known(&self, term: Term) -> Option<Option<Term>> {
        let found = self.known.get(&term).copied();
        found.or_else(|| (self.known.len() > TERMS).then_some(None))
    }

    fn add(&mut self, term: Term, form: Option<Term>) {
        self.known.insert(term, form);
    }
}
