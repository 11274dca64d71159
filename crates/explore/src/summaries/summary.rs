//! The paths through a call, each with its condition and its effect, for all calls that read the same.

use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use term::{Pool, Term};
use vm::{AskedCall, CallEffect, ReadCells};

/// A path through a call that returns.
pub(crate) struct Alternative {
    /// What it asks of inputs.
    pub(crate) condition: Term,
    pub(crate) effect: CallEffect,
}

/// The paths through a call.
pub(crate) struct Summary {
    pub(crate) asked: Arc<AskedCall>,
    pub(super) reads: ReadCells,
    /// Those that return; none if something was left out.
    pub(crate) alternatives: Vec<Alternative>,
    /// Says which of them is taken, where several are taken together.
    pub(crate) selector: Term,
    pub(super) definition: Cell<Option<Term>>,
    /// Nothing was left out.
    pub(crate) complete: bool,
    /// Every path returns.
    pub(crate) total: bool,
    /// Summaries of calls that do not always return, on whose return this one relies.
    pub(super) relies_on: Vec<Term>,
}

impl Summary {
    /// That one of some alternatives is taken.
    pub(crate) fn one_of(&self, pool: &mut Pool, numbers: &[usize]) -> Term {
        if let [only] = *numbers {
            return self.alternatives[only].condition;
        }
        let mut any = pool.bool(false);
        for &number in numbers {
            let taken = self.takes(pool, number);
            let taken = pool.and(taken, self.alternatives[number].condition);
            any = pool.or(any, taken);
        }
        any
    }

    /// That the selector says an alternative.
    pub(crate) fn takes(&self, pool: &mut Pool, number: usize) -> Term {
        let number = pool.bv(pool.width(self.selector), number as u64);
        pool.eq(self.selector, number)
    }

    /// That any is taken.
    pub(crate) fn definition(&self, pool: &mut Pool) -> Term {
        if let Some(known) = self.definition.get() {
            return known;
        }
        let all: Vec<usize> = (0..self.alternatives.len()).collect();
        let definition = self.one_of(pool, &all);
        self.definition.set(Some(definition));
        definition
    }

    /// What is read.
    pub(crate) fn reads(&self) -> &ReadCells {
        &self.reads
    }
}

/// Summaries that are taken for what calls on a path did, several alternatives each.
pub(crate) type Context = Vec<Rc<Summary>>;
