//! Inputs that stand for what calls do.

use crate::executor::Executor;
use term::Term;
use vm::{call_of_input, summary_of_input};

/// A call that may be skipped among those that terms depend on the changes of.
pub(crate) fn call_in(
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
pub(crate) fn without_selectors(executor: &mut Executor, model: &term::Model) -> term::Model {
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
