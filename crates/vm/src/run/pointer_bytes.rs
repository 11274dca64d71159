//! Free bytes that a program takes for a pointer; see [`crate::state::PointerBytes`].

use super::Run;
use crate::fault::{Fault, Outcome};
use crate::memory::address::{looks_like_address, split};
use crate::state::{NewPointer, PointerBytes, PointerMeaning, Referent, has_scalar};
use crate::{Arm, ArmOutcome, Bound, Cell, ForkKind, InputOrigin, Surrounding};
use ir::{FunctionId, SourceType};
use std::sync::Arc;
use term::{Op, Pool, Term};

/// Width of the input that says which member of a union is meant.
const MEANING_WIDTH: u32 = 32;

impl Run<'_> {
    /// Makes the free bytes that an address is computed from an input pointer, if they may be one; true if they are
    /// now. Of pointers that share the bytes of a union it is one that leads to something of `size` bytes at the place
    /// that is accessed; which of them, if there are several, is a decision.
    pub(super) fn pointer_of_bytes(&mut self, at: Cell, size: Option<u64>) -> Outcome<bool> {
        let Some((value, word)) = self.pointer_bytes_in(at) else {
            return Ok(false);
        };
        let offset = self.constant_distance(at, value);
        let fitting = self.fitting_meanings(&word, offset, size);
        let number = match fitting.as_slice() {
            [only] => *only,
            several => self.choose_meaning(&word, several)?,
        };
        let new = new_pointer(&word, &word.meanings[number]);
        self.machine.pointer_of_bytes(self.state, &new, value);
        // What led here is not asked for again: the pointer is known now.
        self.choices.clear();
        self.next_choice = 0;
        Ok(true)
    }

    /// Two words are asked whether they are the same. A number that is an input is no address: natively that is another one.
    /// Free bytes that may be a pointer, and are compared with the address of another one's object or of a function, are one.
    pub(crate) fn words_compared(&mut self, a: Cell, b: Cell) -> Outcome<()> {
        let is_other = |cell: Cell| cell.as_term().is_none() && !looks_like_address(cell.bits);
        if is_other(a) || is_other(b) || self.machine.program.objects().is_some() {
            return Ok(());
        }
        let (a, b) = (self.words_in(a), self.words_in(b));
        for (words, others) in [(&a, &b), (&b, &a)] {
            let addresses = others.iter().filter_map(|&other| {
                let address = self.machine.pool.constant_u64(other)?;
                (looks_like_address(address) && self.leads_somewhere(address)).then_some(address)
            });
            let addresses: Vec<u64> = addresses.collect();
            for &word in words.iter().filter(|_| !addresses.is_empty()) {
                if self.machine.pool.constant_u64(word).is_none() {
                    self.word_compared(word, &addresses)?;
                }
            }
        }
        Ok(())
    }

    fn word_compared(&mut self, word: Term, addresses: &[u64]) -> Outcome<()> {
        let bytes = self.pointer_bytes_in(Cell::symbolic(word));
        let bytes = bytes.map(|(value, _)| value);
        if bytes.is_none() && !self.is_number(word) {
            return Ok(());
        }
        for &address in addresses {
            let is_function = self.machine.function_at(address).is_some();
            if bytes == Some(word) {
                if is_function && self.functions_in_bytes(word)?.is_some() {
                    continue;
                }
                if self.is_one_pointer(word) && self.is_of_input(address) {
                    self.assume_pointer(word)?;
                    continue;
                }
            }
            self.assume_not(word, address)?;
        }
        Ok(())
    }

    /// True for a word that is computed from inputs, but from no pointer.
    fn is_number(&mut self, word: Term) -> bool {
        !self.is_of_input_pointers(word) && !self.may_be_address(word)
    }

    /// True for the address of an object that an input pointer may lead to.
    fn is_of_input(&self, address: u64) -> bool {
        let (object, _) = split(address);
        let mut pointers = self.state.heap.pointers();
        pointers.any(|(_, _, pointer)| pointer.own == Some(object))
    }

    /// True for free bytes that are a pointer by now, or can be only one.
    fn is_one_pointer(&self, word: Term) -> bool {
        let heap = &self.state.heap;
        let of_bytes = self.pointer_bytes_of(word);
        heap.pointer_of(word).is_some()
            || of_bytes.is_some_and(|it| self.fitting_meanings(it, None, None).len() == 1)
    }

    /// Free bytes are null, or lead to what the pointer that they are may lead to.
    fn assume_pointer(&mut self, word: Term) -> Outcome<()> {
        let at = Cell::symbolic(word);
        if self.state.heap.pointer_of(word).is_none() {
            self.pointer_of_bytes(at, None)?;
        }
        let Some(id) = self.state.heap.pointer_of(word) else {
            return Ok(());
        };
        let referent = self.state.heap.get(id).map(|it| it.referent);
        match referent {
            Some(Referent::Open) => self.assume_referent(id),
            _ => Ok(()),
        }
    }

    /// A word has another value than that address, which only the machine has.
    fn assume_not(&mut self, word: Term, address: u64) -> Outcome<()> {
        let seen = Surrounding::Addresses;
        let site = self.user_site();
        self.state.note_bound(Bound::Surroundings(seen, site));
        let pool = &mut self.machine.pool;
        let address = pool.bv(64, address);
        let same = pool.eq(word, address);
        let other = pool.not(same);
        self.assume_one_of(&[other])
    }

    /// The words that a choice by conditions is among, as far as they are looked at.
    fn words_in(&mut self, cell: Cell) -> Vec<Term> {
        /// Words that are looked at.
        const MOST: usize = 32;
        let (mut todo, mut words) = (vec![self.term(cell, 64)], Vec::new());
        let pool = &self.machine.pool;
        while let Some(term) = todo.pop() {
            match pool.op(term) {
                Op::Ite => todo.extend(&pool.arguments(term)[1..]),
                _ if words.contains(&term) => {}
                _ => words.push(term),
            }
            if words.len() + todo.len() > MOST {
                break;
            }
        }
        words
    }

    /// The functions that a callee leads to which is free bytes that may be a pointer to functions: one of these, or
    /// null, from now on.
    pub(crate) fn functions_in_bytes(&mut self, callee: Term) -> Outcome<Option<Vec<FunctionId>>> {
        let Some(word) = self.pointer_bytes_of(callee) else {
            return Ok(None);
        };
        let (mut functions, mut names) = (Vec::new(), Vec::new());
        for meaning in word.meanings.iter() {
            if let Some(found) = self.machine.functions_of(&new_pointer(word, meaning)) {
                functions.extend(found);
                names.push(meaning.name.clone());
            }
        }
        let Some(name) = names.first().cloned() else {
            return Ok(None);
        };
        self.state.note_bound(Bound::FunctionArguments);
        functions.sort_unstable();
        functions.dedup();
        if names.len() > 1 {
            let names = self.machine.string(&names.join(" or "));
            self.state.heap.note_tried(names);
        }
        let known = self.state.heap.functions().iter();
        if !known.map(|(_, value)| *value).any(|value| value == callee) {
            let name = self.machine.string(&name);
            self.state.heap.add_function(name, callee);
        }
        let mut ways = Vec::with_capacity(functions.len() + 1);
        let addresses = functions
            .iter()
            .map(|&it| self.machine.function_address(it));
        let addresses: Vec<u64> = addresses.chain([0]).collect();
        for address in addresses {
            let pool = &mut self.machine.pool;
            let address = pool.bv(64, address);
            ways.push(pool.eq(callee, address));
        }
        self.assume_one_of(&ways)?;
        Ok(Some(functions))
    }

    /// What excludes an error on a path that has tried one of several members of a union, be it meant or not.
    pub(crate) fn unless_meant(&self) -> Option<String> {
        let tried = self.state.heap.tried()?;
        Some(format!("of {tried} the one that the code means"))
    }

    /// The word of free bytes from which an address is computed by adding offsets.
    fn pointer_bytes_in(&self, at: Cell) -> Option<(Term, PointerBytes)> {
        if !self.state.heap.has_pointer_bytes() {
            return None;
        }
        let mut todo = vec![at.as_term()?];
        while let Some(term) = todo.pop() {
            if let Some(word) = self.pointer_bytes_of(term) {
                return Some((term, word.clone()));
            }
            if self.machine.pool.op(term) == Op::Add {
                todo.extend(self.machine.pool.arguments(term));
            }
        }
        None
    }

    fn pointer_bytes_of(&self, term: Term) -> Option<&PointerBytes> {
        let bytes = bytes_of(&self.machine.pool, term)?;
        self.state.heap.pointer_bytes(&bytes)
    }

    /// The name of an input pointer to data, or of free bytes that may be one.
    pub(crate) fn name_of_data(&self, value: Term) -> Option<Arc<str>> {
        if let Some(id) = self.state.heap.pointer_of(value) {
            return Some(self.state.heap.get(id)?.name.clone());
        }
        let word = self.pointer_bytes_of(value)?;
        Some(word.meanings.first()?.name.as_str().into())
    }

    fn constant_distance(&mut self, at: Cell, value: Term) -> Option<u64> {
        let at = at.as_term()?;
        let pool = &mut self.machine.pool;
        let distance = pool.sub(at, value);
        pool.constant_u64(distance)
    }

    /// The pointers, of those that free bytes may be, that lead to something of that size there; all if none does.
    fn fitting_meanings(
        &self,
        word: &PointerBytes,
        offset: Option<u64>,
        size: Option<u64>,
    ) -> Vec<usize> {
        let program = &*self.machine.program;
        let is_data = |meaning: &PointerMeaning| match meaning.target {
            Some(target) => !matches!(
                program.source_type(program.resolved_type(target)),
                SourceType::Function { .. }
            ),
            None => true,
        };
        let fits = |meaning: &PointerMeaning| match (meaning.target, size) {
            (Some(target), Some(size)) => has_scalar(program, target, offset, size),
            (None, _) | (_, None) => true,
        };
        let meanings = || word.meanings.iter().enumerate();
        let data = meanings().filter(|(_, meaning)| is_data(meaning));
        let data: Vec<usize> = data.map(|(number, _)| number).collect();
        let fitting = data.iter().copied();
        let fitting: Vec<usize> = fitting
            .filter(|&number| fits(&word.meanings[number]))
            .collect();
        match (fitting.is_empty(), data.is_empty()) {
            (false, _) => fitting,
            (true, false) => data,
            (true, true) => meanings().map(|(number, _)| number).collect(),
        }
    }

    /// Which of several pointers free bytes are, decided by a new input.
    fn choose_meaning(&mut self, word: &PointerBytes, among: &[usize]) -> Outcome<usize> {
        let names = among
            .iter()
            .map(|&number| word.meanings[number].name.as_str());
        let name = names.collect::<Vec<_>>().join(" or ");
        let machine = &mut *self.machine;
        let input = machine.input(self.state.input_count, &name, MEANING_WIDTH);
        let mut arms = Vec::with_capacity(among.len());
        for (value, &number) in among.iter().enumerate() {
            let pool = &mut self.machine.pool;
            let value_term = pool.bv(MEANING_WIDTH, value as u64);
            // All further values stand for the last one.
            let condition = match value + 1 == among.len() {
                true => pool.ule(value_term, input),
                false => pool.eq(input, value_term),
            };
            arms.push(Arm {
                choice: number as u64,
                condition,
                outcome: ArmOutcome::Continue,
            });
        }
        let number = self.decide(ForkKind::Initialise, arms, true)?;
        let (machine, origin) = (&mut *self.machine, InputOrigin::Heap);
        let record = machine.scalar_input(self.state, origin, &name, "member", MEANING_WIDTH);
        self.state.heap.note_tried(Arc::clone(&record.name));
        self.unannounced.push(record);
        Ok(number as usize)
    }

    /// Free bytes that are taken for a pointer have one of those values that are known: others are left out. It is part
    /// of how the input comes about rather than an assumption of the program.
    pub(crate) fn assume_one_of(&mut self, ways: &[Term]) -> Outcome<()> {
        let pool = &mut self.machine.pool;
        let mut known = pool.bool(false);
        for &way in ways {
            known = pool.or(known, way);
        }
        match self.decide_bool(ForkKind::Initialise, known, ArmOutcome::Discard)? {
            true => Ok(()),
            false => Err(Box::new(Fault::AssumeFailed)),
        }
    }
}

fn new_pointer(word: &PointerBytes, meaning: &PointerMeaning) -> NewPointer {
    NewPointer {
        name: meaning.name.clone(),
        target: meaning.target,
        depth: word.depth,
        apart: false,
        keeps_length: false,
        origin: word.origin,
    }
}

/// The eight terms that a word is put together of, the lowest first.
fn bytes_of(pool: &Pool, word: Term) -> Option<[Term; 8]> {
    let (mut todo, mut bytes) = (vec![word], Vec::with_capacity(8));
    while let Some(term) = todo.pop() {
        match pool.op(term) {
            Op::Concat => todo.extend(pool.arguments(term)),
            _ => bytes.push(term),
        }
        if bytes.len() > 8 {
            return None;
        }
    }
    bytes.try_into().ok()
}
