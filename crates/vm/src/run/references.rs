//! References that depend on inputs.

use super::Run;
use crate::fault::{Outcome, unsupported};
use crate::memory::pointees::leaves;
use crate::memory::split;
use crate::state::LazyId;
use crate::{Arm, ArmOutcome, Cell, Events, ForkKind};
use std::sync::Arc;
use term::Term;

/// The choice that stands for null.
const NULL: u64 = u64::MAX;

impl Run<'_> {
    /// The object that a reference names; `None` if another function has to run before that can be
    /// told.
    #[cold]
    #[inline(never)]
    pub(crate) fn resolve_reference<E: Events>(
        &mut self,
        value: Cell,
        registers: &mut Vec<Cell>,
        events: &mut E,
    ) -> Outcome<Option<Cell>> {
        let at = match value.as_term() {
            Some(term) => match self.one_of_alike(term) {
                Some(resolved) => return Ok(Some(resolved)),
                None => self.choose_reference(term)?,
            },
            None => value.bits,
        };
        let resolved = match LazyId::of(at) {
            Some(id) => self.resolve_lazy(id, registers, events)?,
            None => Some(at),
        };
        Ok(resolved.map(Cell::concrete))
    }

    /// Whether a reference is null; `None` if another function has to run before that can be told.
    #[cold]
    #[inline(never)]
    pub(crate) fn is_null<E: Events>(
        &mut self,
        value: Cell,
        registers: &mut Vec<Cell>,
        events: &mut E,
    ) -> Outcome<Option<bool>> {
        let at = match value.as_term() {
            Some(term) => match self.one_of_alike(term) {
                Some(_) => return Ok(Some(false)),
                None => self.choose_reference(term)?,
            },
            None => value.bits,
        };
        match LazyId::of(at) {
            Some(id) => self.touched_is_null(id, registers, events),
            None => Ok(Some(at == 0)),
        }
    }

    /// A reference to one of several alike objects: which one matters only to what is more than
    /// reading their fields, and then it is chosen ([`Run::chosen`]).
    fn one_of_alike(&mut self, term: Term) -> Option<Cell> {
        if self.state.chosen_references.contains_key(&term) {
            return None;
        }
        let (term, _) = self.alike(term)?;
        let chosen = self.state.chosen_references.get(&term);
        Some(match chosen {
            Some(at) => Cell::concrete(*at),
            None => Cell::from_term(&self.machine.pool, term),
        })
    }

    /// The address of the object that a resolved reference names.
    pub(crate) fn chosen(&mut self, reference: Cell) -> Outcome<u64> {
        match reference.as_term() {
            None => Ok(reference.bits),
            Some(term) => self.choose_reference(term),
        }
    }

    /// One of the references that a term may be: null, an object or a lazy reference.
    fn choose_reference(&mut self, term: Term) -> Outcome<u64> {
        if let Some(bits) = self.machine.pool.constant_u64(term) {
            return Ok(bits);
        }
        if let Some(known) = self.state.chosen_references.get(&term) {
            return Ok(*known);
        }
        let mut references: Vec<u64> = Vec::new();
        let exact = leaves(&self.machine.pool, term, &mut |word| {
            if self.is_reference(word) && !references.contains(&word) {
                references.push(word);
            }
        });
        references.sort_unstable();
        let most = self.machine.options.max_candidates;
        let exact = exact && references.len() <= most;
        references.truncate(most);
        let choice_of = |at: u64| {
            if at == 0 {
                NULL
            } else {
                u64::from(split(at).0.0)
            }
        };
        let mut arms = Vec::with_capacity(references.len() + 1);
        let pool = &mut self.machine.pool;
        let mut none = pool.bool(true);
        for &at in &references {
            let target = pool.bv(64, at);
            let condition = pool.eq(term, target);
            let other = pool.not(condition);
            none = pool.and(none, other);
            arms.push(Arm {
                choice: choice_of(at),
                condition,
                outcome: ArmOutcome::Continue,
            });
        }
        if !exact {
            arms.push(Arm {
                choice: 0,
                condition: none,
                outcome: ArmOutcome::Continue,
            });
        }
        let at = match self.decide(ForkKind::Pointer, arms, true)? {
            // Not all it may be is known: what it is under the model, and nothing else.
            0 => self.pin(Cell::symbolic(term), 64)?,
            choice => references
                .into_iter()
                .find(|at| choice_of(*at) == choice)
                .expect("the choice is that of a reference"),
        };
        Arc::make_mut(&mut self.state.chosen_references).insert(term, at);
        // What was decided is remembered: it is not asked for again.
        self.choices.clear();
        self.next_choice = 0;
        Ok(at)
    }

    /// True if a word can be a reference: null, an object's address or a lazy reference.
    fn is_reference(&self, word: u64) -> bool {
        word == 0 || LazyId::of(word).is_some() || self.is_managed(word)
    }

    /// A length for a new array. One that depends on inputs becomes one of a few, as the size of
    /// an allocation does.
    pub(crate) fn array_length(&mut self, length: Cell) -> Outcome<u32> {
        let length = match length.as_term() {
            None => length,
            Some(term) => {
                let pool = &mut self.machine.pool;
                let wide = pool.zero_extend(term, 64);
                Cell::from_term(pool, wide)
            }
        };
        match u32::try_from(self.allocation_size(length)?) {
            Ok(length) if length <= i32::MAX as u32 => Ok(length),
            Ok(_) | Err(_) => unsupported("an array of negative length"),
        }
    }
}
