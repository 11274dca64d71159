//! References to one of many alike objects, such as the boxed numbers that `Integer.valueOf` keeps:
//! they need no path each. Such a reference stays a term; what is read through it is the value of
//! that field in whichever object it is. Comparing two of them compares the terms, so identity is
//! exact.

use super::Run;
use crate::memory::{ObjectId, split};
use crate::state::LazyId;
use ir::{ClassId, FieldType, HEADER_SIZE};
use std::sync::Arc;
use term::{Bits, Op, Sort, Term};

/// Terms looked at in one reference.
const TERMS: u32 = 64;

/// Bits of an index of the arrays that are looked through.
const INDEX_BITS: u32 = 12;

/// What is known while a reference is looked at.
struct Search {
    class: Option<ClassId>,
    terms: u32,
}

impl Search {
    fn one_more(&mut self) -> Option<()> {
        self.terms = self.terms.checked_sub(1)?;
        Some(())
    }
}

impl Run<'_> {
    /// If a term surely names one of several objects of one class that have but numbers in them:
    /// their class, and the term in a form that tells so. (What an array holds outside of its
    /// elements, where no index in bounds leads, is replaced by one of the objects.)
    pub(crate) fn alike(&mut self, reference: Term) -> Option<(Term, ClassId)> {
        let mut search = Search {
            class: None,
            terms: TERMS,
        };
        let term = self.alike_term(reference, &mut search)?;
        Some((term, search.class?))
    }

    fn alike_term(&mut self, term: Term, search: &mut Search) -> Option<Term> {
        search.one_more()?;
        if let Some(word) = self.machine.pool.constant_u64(term) {
            return self.is_alike(word, search).then_some(term);
        }
        let arguments = self.machine.pool.arguments(term).to_vec();
        match self.machine.pool.op(term) {
            Op::Ite => {
                let then = self.alike_term(arguments[1], search)?;
                let otherwise = self.alike_term(arguments[2], search)?;
                Some(self.machine.pool.ite(arguments[0], then, otherwise))
            }
            Op::Select => {
                let array = self.alike_array(arguments[0], search)?;
                Some(self.machine.pool.select(array, arguments[1]))
            }
            _ => None,
        }
    }

    fn alike_array(&mut self, array: Term, search: &mut Search) -> Option<Term> {
        search.one_more()?;
        let arguments = self.machine.pool.arguments(array).to_vec();
        match self.machine.pool.op(array) {
            Op::Store => {
                let below = self.alike_array(arguments[0], search)?;
                let value = self.alike_term(arguments[2], search)?;
                Some(self.machine.pool.store(below, arguments[1], value))
            }
            Op::Table(table) => {
                let Sort::Array { index, element } = self.machine.pool.sort(array) else {
                    return None;
                };
                if index > INDEX_BITS {
                    return None;
                }
                let entries = Arc::clone(self.machine.pool.table(table));
                // The first word is the header of the array.
                let elements = &entries[1..];
                let last = elements.last()?;
                for entry in elements {
                    if !self.is_alike(entry.low_u64(), search) {
                        return None;
                    }
                }
                if entries.len() == 1 << index && self.is_alike(entries[0].low_u64(), search) {
                    return Some(array);
                }
                let mut all = vec![last.clone(); 1 << index];
                all[1..entries.len()].clone_from_slice(elements);
                let all = Arc::from(all);
                Some(self.machine.pool.table_array(index, element, all))
            }
            _ => None,
        }
    }

    /// True for the address of an object of numbers whose class is that of those before it.
    fn is_alike(&mut self, word: u64, search: &mut Search) -> bool {
        if word == 0 || LazyId::of(word).is_some() || !self.is_managed(word) {
            return false;
        }
        let object = self.state.memory.object(split(word).0);
        let Some(class) = object.and_then(|object| object.class()) else {
            return false;
        };
        if let Some(known) = search.class {
            return known == class;
        }
        let Ok(info) = self.machine.class_info(class) else {
            return false;
        };
        let is_number = |ty: FieldType| matches!(ty, FieldType::Primitive(_));
        let mut fields = info.class.instance_fields();
        let numbers = info.element.is_none() && fields.all(|field| is_number(field.ty));
        search.class = Some(class);
        numbers
    }

    /// What the object that a term names ([`Run::alike`]) has at an offset.
    pub(crate) fn read_alike(&mut self, reference: Term, offset: u64, width: u32) -> Option<Term> {
        if let Some(word) = self.machine.pool.constant_u64(reference) {
            return self.word_in(word, offset, width);
        }
        let arguments = self.machine.pool.arguments(reference).to_vec();
        match self.machine.pool.op(reference) {
            Op::Ite => {
                let then = self.read_alike(arguments[1], offset, width)?;
                let otherwise = self.read_alike(arguments[2], offset, width)?;
                Some(self.machine.pool.ite(arguments[0], then, otherwise))
            }
            Op::Select => {
                let array = self.read_alike_array(arguments[0], offset, width)?;
                Some(self.machine.pool.select(array, arguments[1]))
            }
            _ => None,
        }
    }

    /// The array of what the objects that an array names have at an offset.
    fn read_alike_array(&mut self, array: Term, offset: u64, width: u32) -> Option<Term> {
        let arguments = self.machine.pool.arguments(array).to_vec();
        match self.machine.pool.op(array) {
            Op::Store => {
                let below = self.read_alike_array(arguments[0], offset, width)?;
                let value = self.read_alike(arguments[2], offset, width)?;
                Some(self.machine.pool.store(below, arguments[1], value))
            }
            Op::Table(table) => {
                let Sort::Array { index, .. } = self.machine.pool.sort(array) else {
                    return None;
                };
                let entries = Arc::clone(self.machine.pool.table(table));
                let mut words = Vec::with_capacity(entries.len());
                let mut symbolic = Vec::new();
                for (place, entry) in entries.iter().enumerate() {
                    let term = self.word_in(entry.low_u64(), offset, width)?;
                    words.push(match self.machine.pool.constant_u64(term) {
                        Some(bits) => Bits::new(width, bits),
                        None => {
                            symbolic.push((place as u64, term));
                            Bits::zero(width)
                        }
                    });
                }
                let pool = &mut self.machine.pool;
                let mut values = pool.table_array(index, width, Arc::from(words));
                for (place, term) in symbolic {
                    let place = pool.bv(index, place);
                    values = pool.store(values, place, term);
                }
                Some(values)
            }
            _ => None,
        }
    }

    fn word_in(&mut self, reference: u64, offset: u64, width: u32) -> Option<Term> {
        debug_assert!(
            offset >= HEADER_SIZE,
            "the class is known without reading it"
        );
        let (id, _): (ObjectId, u64) = split(reference);
        self.machine.statistics.symbolic_accesses += 1;
        let object = self.state.memory.object(id)?;
        let cell = object.read(&mut self.machine.pool, offset as usize, width);
        Some(cell.to_term(&mut self.machine.pool, width))
    }
}
