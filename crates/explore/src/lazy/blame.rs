//! Which call is to blame if a run does not do what a model of its inputs and of skipped calls promised.

use std::collections::BTreeSet;
use term::{Model, Term};
use vm::{Machine, State, Treated, call_of_input};

/// What was promised: a model, and the conditions on it.
#[derive(Clone)]
pub(super) struct Promise {
    pub(super) model: Model,
    pub(super) conditions: Vec<Term>,
}

/// The call to expand next, by its number: of those that did otherwise than promised, the last one that the
/// decision depends on with which the run left the way. `None` if none did.
pub(super) fn blamed(
    machine: &Machine,
    promise: &Promise,
    run: &State,
    decisions: &[u64],
    entered: &BTreeSet<u32>,
) -> Option<u32> {
    let treated = run.treated_calls();
    let may = |call: &u32| {
        let was = treated.get(*call as usize);
        !entered.contains(call) && !matches!(was, Some(Treated::Single | Treated::Expanded(_)))
    };
    let pool = &machine.pool;
    let mut otherwise = BTreeSet::new();
    for &condition in &promise.conditions {
        for &input in pool.inputs_of(condition).iter() {
            let Some(call) = call_of(machine, input) else {
                continue;
            };
            if promise.model.get(pool, input) != run.model().get(pool, input) {
                otherwise.insert(call);
            }
        }
    }
    otherwise.retain(may);
    let mut named: BTreeSet<u32> = left_at(run, decisions)
        .map(|condition| {
            let inputs = pool.inputs_of(condition);
            inputs.iter().filter_map(|&i| call_of(machine, i)).collect()
        })
        .unwrap_or_default();
    named.retain(may);
    let both = otherwise.intersection(&named).last();
    both.or_else(|| named.last())
        .or_else(|| otherwise.last())
        .copied()
}

/// The condition of the first decision that is another than those.
fn left_at(run: &State, decisions: &[u64]) -> Option<Term> {
    let path = run.path();
    let other = path.iter().zip(decisions);
    let other = other.filter(|(decision, expected)| decision.choice != **expected);
    other.map(|(decision, _)| decision.condition).next()
}

fn call_of(machine: &Machine, input: term::InputId) -> Option<u32> {
    let (ordinal, _) = machine.input_key(input)?;
    call_of_input(ordinal)
}
