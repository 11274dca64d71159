//! Summaries of calls, made on demand (LATEST §4.3: *summarization and lazy expansion are complementary*):
//! the paths through a call, each with its condition and its effect, for all calls that read the same.

use super::meetings::Meetings;
use super::prefixes::Prefixes;
use crate::executor::Executor;
use ir::FunctionId;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::Cell;
use std::rc::Rc;
use std::sync::Arc;
use term::{Pool, Term};
use vm::{AskedCall, CallEffect, ReadCells, State, call_of_input, summary_of_input};

/// Summaries of a function that come to nothing, before no other is tried while none did otherwise.
const PATIENCE: u32 = 8;

/// A path through a call that returns.
pub(super) struct Alternative {
    /// What it asks of inputs.
    pub(super) condition: Term,
    pub(super) effect: CallEffect,
}

/// The paths through a call.
pub(super) struct Summary {
    pub(super) asked: Arc<AskedCall>,
    reads: ReadCells,
    /// Those that return; none if something was left out.
    pub(super) alternatives: Vec<Alternative>,
    /// Says which of them is taken, where several are taken together.
    pub(super) selector: Term,
    definition: Cell<Option<Term>>,
    /// Nothing was left out.
    pub(super) complete: bool,
    /// Every path returns.
    pub(super) total: bool,
    /// Summaries of calls that do not always return, on whose return this one relies.
    relies_on: Vec<Term>,
}

impl Summary {
    /// That one of some alternatives is taken.
    pub(super) fn one_of(&self, pool: &mut Pool, numbers: &[usize]) -> Term {
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
    pub(super) fn takes(&self, pool: &mut Pool, number: usize) -> Term {
        let number = pool.bv(pool.width(self.selector), number as u64);
        pool.eq(self.selector, number)
    }

    /// That any is taken.
    pub(super) fn definition(&self, pool: &mut Pool) -> Term {
        if let Some(known) = self.definition.get() {
            return known;
        }
        let all: Vec<usize> = (0..self.alternatives.len()).collect();
        let definition = self.one_of(pool, &all);
        self.definition.set(Some(definition));
        definition
    }

    /// What is read.
    pub(super) fn reads(&self) -> &ReadCells {
        &self.reads
    }
}

/// Summaries that are taken for what calls on a path did, several alternatives each.
pub(super) type Context = Vec<Rc<Summary>>;

/// The summaries that were made.
#[derive(Default)]
pub(crate) struct Summaries {
    by_function: FxHashMap<FunctionId, Vec<Rc<Summary>>>,
    count: u32,
    /// By function: how many came to something, and how many did not.
    outcomes: FxHashMap<FunctionId, (u32, u32)>,
    /// Arms that were decided by summaries only, and by searches before them.
    pub(super) decided: (u32, u32),
    /// Functions calls of which have depended on what other calls did before them.
    pub(super) chained: FxHashSet<FunctionId>,
    pub(super) prefixes: Prefixes,
    pub(super) meetings: Meetings,
}

impl Summaries {
    /// The summary of a call at which a state stands.
    pub(super) fn find(
        &self,
        executor: &mut Executor,
        state: &State,
        asked: &AskedCall,
        context: &Context,
    ) -> Option<Rc<Summary>> {
        let known = self.by_function.get(&asked.function)?;
        let machine = executor.machine();
        let found = known.iter().find(|summary| {
            summary.asked.is_like(asked)
                && summary.reads.agree(machine, state)
                && summary.relies_on.iter().all(|on| has(context, *on))
        });
        found.cloned()
    }

    /// Keeps one. `None` if there are too many.
    pub(super) fn add(
        &mut self,
        executor: &mut Executor,
        asked: &Arc<AskedCall>,
        reads: ReadCells,
        paths: Option<(Vec<Alternative>, bool)>,
        context: &Context,
    ) -> Option<Rc<Summary>> {
        let selector = executor.machine().selector(self.count)?;
        self.count += 1;
        let outcomes = self.outcomes.entry(asked.function).or_default();
        match paths {
            Some(_) => outcomes.0 += 1,
            None => outcomes.1 += 1,
        }
        let partial = context.iter().filter(|summary| !summary.total);
        let complete = paths.is_some();
        let (alternatives, total) = paths.unwrap_or_default();
        let summary = Rc::new(Summary {
            asked: Arc::clone(asked),
            reads,
            alternatives,
            selector,
            definition: Cell::new(None),
            complete,
            total,
            relies_on: partial.map(|summary| summary.selector).collect(),
        });
        let of_function = self.by_function.entry(asked.function).or_default();
        of_function.push(Rc::clone(&summary));
        Some(summary)
    }

    /// True if summaries of a function have come to nothing too often.
    pub(super) fn is_hopeless(&self, function: FunctionId) -> bool {
        let (good, bad) = self.outcomes.get(&function).copied().unwrap_or_default();
        good == 0 && bad >= PATIENCE
    }

    /// True if searches before summaries have hardly decided anything.
    pub(super) fn come_first(&self) -> bool {
        let (by_summaries, by_searches) = self.decided;
        by_summaries > 4 && by_summaries > by_searches
    }
}

fn has(context: &Context, selector: Term) -> bool {
    context.iter().any(|summary| summary.selector == selector)
}

/// A call that may be skipped among those that terms depend on the changes of.
pub(super) fn call_in(
    executor: &mut Executor,
    terms: impl IntoIterator<Item = Term>,
) -> Option<u32> {
    let machine = executor.machine();
    let mut calls = terms.into_iter().flat_map(|term| {
        let inputs = machine.pool.inputs_of(term);
        let calls = inputs.iter().filter_map(|&input| {
            let (ordinal, _) = machine.input_key(input)?;
            call_of_input(ordinal)
        });
        calls.collect::<Vec<u32>>()
    });
    calls.next()
}

/// A model without what says which paths summaries take.
pub(super) fn without_selectors(executor: &mut Executor, model: &term::Model) -> term::Model {
    let machine = executor.machine();
    let mut left = term::Model::new();
    for (input, value) in model.iter() {
        let key = machine.input_key(input);
        if key.is_none_or(|(ordinal, _)| summary_of_input(ordinal).is_none()) {
            left.set(input, value);
        }
    }
    left
}
