//! Realises an arm with calls that are answered by summaries.

use super::blame::{Promise, blamed};
use super::runs::{ArmToRealise, Came, Met, Realised, count_expansion, try_inputs};
use super::search::{CallSearch, Next, next};
use crate::parts::Parts;
use crate::summaries::Demands;
use solver::PathCondition;
use std::collections::BTreeSet;
use vm::{SearchedCalls, State, Treated, call_of_input};

/// An attempt at an arm.
pub(super) struct Attempt<'a, 'b> {
    pub(super) goal: &'a ArmToRealise<'b>,
    pub(super) met: &'a Met,
    /// The condition of the path that met it.
    pub(super) path: &'a PathCondition,
    /// What was promised for it first.
    pub(super) promise: &'a Promise,
    /// The run that broke the promise, if there was one.
    pub(super) run: Option<Box<State>>,
}

/// Has calls that are to blame answered by summaries.
pub(super) fn by_summaries(
    parts: &mut Parts,
    attempt: &Attempt<'_, '_>,
    left: &mut u64,
) -> Realised {
    let (goal, met) = (attempt.goal, attempt.met);
    let demands = Demands::new(&mut parts.executor, &met.conditions());
    let mut calls = SearchedCalls {
        treated: met.state.treated_calls(),
        ..SearchedCalls::default()
    };
    let mut promise = attempt.promise.clone();
    let mut run = attempt.run.clone();
    if run.is_none() {
        for call in calls_of_goal(parts, attempt) {
            add(parts, attempt, call, None, &mut calls);
        }
        if calls.summarised.is_empty() {
            match try_inputs(parts, goal, &promise.model) {
                Came::There(state) => return Realised::Yes(state),
                Came::Interrupted => return Realised::Interrupted,
                Came::Elsewhere(state) => run = Some(state),
            }
        }
    }
    loop {
        if let Some(run) = run {
            let machine = parts.executor.machine();
            let summarised = &calls.summarised;
            let Some(call) = blamed(machine, &promise, &run, &met.choices, summarised) else {
                return Realised::Open;
            };
            add(parts, attempt, call, Some(&run), &mut calls);
        }
        match search(parts, attempt, (&mut calls, &demands), left) {
            Ok((other, broken)) => (promise, run) = (other, Some(broken)),
            Err(realised) => return realised,
        }
    }
}

/// A search in which some calls are answered by summaries, and those that they depend on. What else is free
/// may be to blame: what was promised, and the run that broke the promise.
fn search(
    parts: &mut Parts,
    attempt: &Attempt<'_, '_>,
    (calls, demands): (&mut SearchedCalls, &Demands),
    left: &mut u64,
) -> Result<(Promise, Box<State>), Realised> {
    let (goal, met) = (attempt.goal, attempt.met);
    let mut search = CallSearch::with_summaries(parts, met, calls, demands);
    loop {
        let promise = match next(parts, &mut search, left) {
            Next::Nothing { proved: true } => return Err(Realised::No),
            Next::Nothing { proved: false } | Next::NoSummary => return Err(Realised::Open),
            Next::Needs { of, needed } => {
                if calls.summarised.contains(&needed) {
                    return Err(Realised::Open);
                }
                if let Some(Treated::Skipped(function)) = calls.treated.get(of as usize) {
                    parts.summaries.chained.insert(*function);
                }
                add(parts, attempt, needed, None, calls);
                add(parts, attempt, of, None, calls);
                search = CallSearch::with_summaries(parts, met, calls, demands);
                continue;
            }
            Next::Interrupted => return Err(Realised::Interrupted),
            Next::Arrived(promise) => promise,
        };
        let run = match try_inputs(parts, goal, &promise.model) {
            Came::There(state) => return Err(Realised::Yes(state)),
            Came::Interrupted => return Err(Realised::Interrupted),
            Came::Elsewhere(run) => run,
        };
        let machine = parts.executor.machine();
        if blamed(machine, &promise, &run, &met.choices, &calls.summarised).is_some() {
            return Ok((promise, run));
        }
        search.doubt();
    }
}

/// A call is to be answered by a summary; with it all before it, if calls of its function have depended on
/// what others did before them.
fn add(
    parts: &mut Parts,
    attempt: &Attempt<'_, '_>,
    call: u32,
    run: Option<&State>,
    calls: &mut SearchedCalls,
) {
    let mut also = vec![call];
    if let Some(Treated::Skipped(function)) = calls.treated.get(call as usize)
        && parts.summaries.chained.contains(function)
    {
        let before = calls.treated.iter().zip(0..call);
        let skipped = before.filter(|(treated, _)| matches!(treated, Treated::Skipped(_)));
        also.extend(skipped.map(|(_, call)| call));
    }
    for call in also {
        if calls.summarised.insert(call) {
            let run = run.unwrap_or(&attempt.met.state);
            count_expansion(parts, attempt.goal, call, &calls.treated, run);
        }
    }
}

/// The calls that the decision for the arm depends on, and those that it depends on with them.
fn calls_of_goal(parts: &mut Parts, attempt: &Attempt<'_, '_>) -> BTreeSet<u32> {
    let goal = attempt.goal.condition();
    let machine = parts.executor.machine();
    let mut conditions = attempt.path.slice(&machine.pool, goal);
    conditions.push(goal);
    let mut calls = BTreeSet::new();
    for condition in conditions {
        for &input in machine.pool.inputs_of(condition).iter() {
            let key = machine.input_key(input);
            calls.extend(key.and_then(|(ordinal, _)| call_of_input(ordinal)));
        }
    }
    calls
}
