//! Whether another state agrees in what matters at a place.

use super::annotation::{Annotation, Known, Place, being, calls, frames, register};
use super::needs::{Bytes, Mode, Needs};
use crate::code::Slot;
use crate::instruction::renumbered;
use crate::memory::{ObjectId, split};
use crate::state::Frame;
use crate::{Cell, Machine, State};
use rustc_hash::FxHashMap;
use term::{InputId, Op, Pool, Term};

/// How another state is like the one that an annotation was made of.
pub struct Likeness {
    /// What matters of the other state.
    pub needs: Needs,
    /// What its path must imply for that.
    pub conditions: Vec<Term>,
}

impl Annotation {
    /// How a state that stands at the same place agrees in what matters. `None` if it does not, or if
    /// the conditions do not hold under its own model.
    pub fn likeness(&self, machine: &mut Machine, state: &State) -> Option<Likeness> {
        if !self.agrees_in_whole(state) {
            return None;
        }
        let mut frames: Vec<&Frame> = frames(state).collect();
        frames.reverse();
        let mut comparison = Comparison {
            annotation: self,
            machine,
            state,
            frames,
            objects: FxHashMap::default(),
            back: FxHashMap::default(),
            terms: FxHashMap::default(),
            inputs: FxHashMap::default(),
        };
        comparison.calls()?;
        comparison.input_objects()?;
        for &object in &self.needs.numbered {
            comparison.same(object, object)?;
        }
        for (at, known) in &self.values {
            comparison.value(at, known)?;
        }
        for &object in self.beings.keys() {
            // One that nothing leads to has the same number.
            if !comparison.objects.contains_key(&object) {
                comparison.same(object, object)?;
            }
        }
        if self.needs.forms && !comparison.is_renaming() {
            return None;
        }
        comparison.finish()
    }
}

struct Comparison<'a> {
    annotation: &'a Annotation,
    machine: &'a mut Machine,
    state: &'a State,
    /// Outermost call first.
    frames: Vec<&'a Frame>,
    /// The objects of this state by those of the annotation, and back.
    objects: FxHashMap<ObjectId, ObjectId>,
    back: FxHashMap<ObjectId, ObjectId>,
    /// The terms of this state that stand for those of the annotation.
    terms: FxHashMap<Term, Term>,
    inputs: FxHashMap<Term, Term>,
}

impl Comparison<'_> {
    fn pool(&self) -> &Pool {
        &self.machine.pool
    }

    /// The local variables of the calls under way are the same, one by one.
    fn calls(&mut self) -> Option<()> {
        let (of_calls, others) = (&self.annotation.of_calls, calls(self.state));
        if of_calls.len() != others.len() {
            return None;
        }
        for (objects, others) in of_calls.iter().zip(&others) {
            if objects.len() != others.len() {
                return None;
            }
            for (&object, &other) in objects.iter().zip(others) {
                self.same(object, other)?;
            }
        }
        Some(())
    }

    /// Input objects are the same, one by one.
    fn input_objects(&mut self) -> Option<()> {
        let mut objects = Vec::new();
        let heap = &self.state.heap;
        heap.each_address(|at| objects.push(split(at).0));
        objects.extend(heap.pointers().filter_map(|(_, _, pointer)| pointer.own));
        objects
            .into_iter()
            .try_for_each(|object| self.same(object, object))
    }

    /// An object of the annotation is this one here.
    fn same(&mut self, object: ObjectId, here: ObjectId) -> Option<()> {
        match self.objects.get(&object) {
            Some(&known) => return (known == here).then_some(()),
            None if self.back.contains_key(&here) => return None,
            None => {}
        }
        let first = self.annotation.first_object;
        if object != here && (object.0 < first || here.0 < first) {
            return None;
        }
        if let Some(known) = self.annotation.beings.get(&object)
            && *known != being(self.state, here)
        {
            return None;
        }
        self.objects.insert(object, here);
        self.back.insert(here, object);
        Some(())
    }

    fn value(&mut self, at: &Place, known: &Known) -> Option<()> {
        let cell = self.cell(at)?;
        match known {
            Known::Bits { bits, mode } => self.bits(at, *bits, *mode, cell),
            Known::Term(term) => {
                let width = self.pool().width(*term);
                if cell
                    .as_term()
                    .is_some_and(|it| self.pool().width(it) != width)
                {
                    return None;
                }
                let here = cell.to_term(&mut self.machine.pool, width);
                let machine = &*self.machine;
                if machine.never_written.occur_in(&machine.pool, here) {
                    return None;
                }
                self.term(*term, here)
            }
        }
    }

    /// What stands at a place of the annotation's state here.
    fn cell(&mut self, at: &Place) -> Option<Cell> {
        match *at {
            Place::Class(ref cell) => Some(Cell::concrete(cell.bits(&self.state.classes))),
            Place::Register { depth, slot } => register(self.frames.get(depth as usize)?, slot),
            Place::Memory {
                object,
                offset,
                size,
            } => {
                let here = match self.objects.get(&object) {
                    Some(&here) => here,
                    None => {
                        self.same(object, object)?;
                        object
                    }
                };
                let object = self.state.memory.object(here);
                let object = object.filter(|object| !object.unmade)?;
                let (offset, length) = (offset as usize, size as usize);
                if (offset + length) as u64 > object.size() || !object.is_written(offset, length) {
                    return None;
                }
                Some(object.read(&mut self.machine.pool, offset, size * 8))
            }
        }
    }

    fn bits(&mut self, at: &Place, bits: u64, mode: Mode, cell: Cell) -> Option<()> {
        let here = match cell.as_term() {
            None => cell.bits,
            Some(term) => self.pool().constant_u64(term)?,
        };
        let (id, offset) = split(bits);
        let other = at.object_in(self.state, here);
        let allows = |known, here| match mode.slack() {
            Some(slack) => slack.allows(known, here),
            None => known == here,
        };
        match (self.annotation.is_address(at, bits), other) {
            (false, None) => allows(bits, here).then_some(()),
            (true, Some(other)) => {
                if mode == Mode::Exact && bits != here || !allows(offset, split(here).1) {
                    return None;
                }
                self.same(id, other)
            }
            (false, Some(_)) | (true, None) => None,
        }
    }

    /// A term of the annotation stands for this one, with other inputs in the place of its own.
    fn term(&mut self, term: Term, here: Term) -> Option<()> {
        let mut todo = vec![(term, here)];
        while let Some((term, here)) = todo.pop() {
            match self.terms.get(&term) {
                Some(&known) if known == here => continue,
                Some(_) => return None,
                None => {}
            }
            let pool = self.pool();
            if pool.sort(term) != pool.sort(here) {
                return None;
            }
            match (pool.op(term), pool.op(here)) {
                (Op::Input(id), _) => {
                    if term != here && self.annotation.identical.contains(&id) {
                        return None;
                    }
                    self.inputs.insert(term, here);
                }
                _ if term == here && pool.arguments(term).is_empty() => {
                    let word = pool.constant_u64(term);
                    if let Some(object) = word.and_then(|word| renumbered(self.state, word)) {
                        self.same(object, object)?;
                    }
                }
                (a, b) if a == b && a != Op::BitsConst => {
                    let (of_term, of_here) = (pool.arguments(term), pool.arguments(here));
                    if of_term.len() != of_here.len() || of_term.is_empty() {
                        return None;
                    }
                    todo.extend(of_term.iter().copied().zip(of_here.iter().copied()));
                }
                _ => return None,
            }
            self.terms.insert(term, here);
        }
        Some(())
    }

    /// True if inputs stand for inputs, each for another.
    fn is_renaming(&self) -> bool {
        let pool = self.pool();
        let mut others: Vec<Term> = self.inputs.values().copied().collect();
        others.sort_unstable();
        others.dedup();
        // One that stands for itself does so for no other.
        let is_free = |&term: &Term| {
            let Op::Input(id) = pool.op(term) else {
                return false;
            };
            !self.annotation.identical.contains(&id) || self.inputs.get(&term) == Some(&term)
        };
        others.len() == self.inputs.len() && others.iter().all(is_free)
    }

    /// Inputs of the annotation that nothing which matters depends on may have any value: where its path requires that
    /// one equals a value that matters, that is what stands for it here.
    fn choose_free(&mut self) {
        let mut known = self.inputs.len();
        loop {
            for &(free, value) in &self.annotation.equalities {
                if !self.inputs.contains_key(&free) && self.is_known(value) {
                    let here = self.machine.pool.substitute(value, &self.inputs);
                    self.inputs.insert(free, here);
                }
            }
            if self.inputs.len() == known {
                return;
            }
            known = self.inputs.len();
        }
    }

    /// True if it is known what stands for all inputs of a term.
    fn is_known(&self, term: Term) -> bool {
        let pool = self.pool();
        let known = |id: &InputId| {
            let mut inputs = self.inputs.keys();
            inputs.any(|&input| pool.as_input(input) == Some(*id))
        };
        pool.inputs_of(term).iter().all(known)
    }

    fn finish(mut self) -> Option<Likeness> {
        self.choose_free();
        let mut conditions = Vec::with_capacity(self.annotation.conditions.len());
        self.machine.follow(self.state);
        for &condition in &self.annotation.conditions {
            let pool = &mut self.machine.pool;
            let here = pool.substitute(condition, &self.inputs);
            if !self.machine.evaluator.bool(&self.machine.pool, here) {
                return None;
            }
            conditions.push(here);
        }
        Some(Likeness {
            needs: self.needs(),
            conditions,
        })
    }

    /// What matters of this state.
    fn needs(&mut self) -> Needs {
        let annotation = self.annotation;
        let objects = self.objects.clone();
        let here = |object: ObjectId| objects.get(&object).copied().unwrap_or(object);
        let mut needs = annotation.needs.with_objects(here);
        for (at, known) in &annotation.values {
            // Where a value stands for an input, it is this value that matters; intervals are around this one.
            let mode = match known {
                Known::Term(_) => Mode::Exact,
                Known::Bits { bits, mode } => match (mode.slack(), self.number_at(at)) {
                    // In an object, from its beginning.
                    (Some(slack), Some(number)) if annotation.is_address(at, *bits) => {
                        Mode::Near(slack.around(split(*bits).1, split(number).1))
                    }
                    (Some(slack), Some(number)) => Mode::Near(slack.around(*bits, number)),
                    (Some(_), None) => Mode::Exact,
                    (None, _) => continue,
                },
            };
            match *at {
                Place::Register { depth, slot } => needs.register(depth, slot, mode),
                Place::Memory {
                    object,
                    offset,
                    size,
                } => needs.bytes(here(object), offset, u64::from(size), mode),
                Place::Class(_) => {}
            }
        }
        needs
    }

    /// The number that stands at a place of the annotation's state here.
    fn number_at(&mut self, at: &Place) -> Option<u64> {
        let cell = self.cell(at)?;
        match cell.as_term() {
            None => Some(cell.bits),
            Some(term) => self.pool().constant_u64(term),
        }
    }
}

impl Needs {
    /// The same of a state whose objects have these numbers, but for intervals.
    fn with_objects(&self, here: impl Fn(ObjectId) -> ObjectId) -> Needs {
        let mut needs = Needs {
            registers: self.registers.iter().map(without_intervals).collect(),
            numbered: self.numbered.iter().map(|&it| here(it)).collect(),
            objects: self.objects.iter().map(|&it| here(it)).collect(),
            classes: self.classes.clone(),
            next_object: self.next_object,
            forms: self.forms,
            ..Needs::none()
        };
        for (&object, words) in &self.words {
            for (&word, &bytes) in words {
                let Bytes { needed, exact } = bytes;
                for byte in (0..8).filter(|byte| needed >> byte & 1 == 1) {
                    let mode = match exact >> byte & 1 {
                        0 => Mode::SAME,
                        _ => Mode::Exact,
                    };
                    needs.bytes(here(object), word * 8 + byte, 1, mode);
                }
            }
        }
        needs
    }
}

fn without_intervals(registers: &FxHashMap<Slot, Mode>) -> FxHashMap<Slot, Mode> {
    let whole = registers.iter().filter(|(_, mode)| mode.slack().is_none());
    whole.map(|(&slot, &mode)| (slot, mode)).collect()
}
