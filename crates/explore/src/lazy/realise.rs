//! Whether an arm is really taken, with inputs that do.

use super::blame::{Promise, blamed};
use super::by_summaries::{Attempt, by_summaries};
use super::runs::{
    ArmToRealise, Came, Met, Realised, count_expansion, enter_call, meet_again, try_inputs,
};
use super::search::{CallSearch, Next, next};
use crate::parts::Parts;
use crate::paths::ForkPoint;
use solver::PathCondition;
use term::Model;
use vm::{SearchedCalls, State};

/// Promises of one search that are tried, before others calls are expanded.
const TRIES: u32 = 3;

/// Finds inputs that take an arm of a path through the code around skipped calls. `model` satisfies the
/// path's condition if skipped calls may do what they like.
pub(crate) fn realise(
    parts: &mut Parts,
    point: &ForkPoint,
    path: &PathCondition,
    arm: usize,
    model: &Model,
) -> Realised {
    let goal = ArmToRealise { point, arm };
    if goal.enters_call() {
        return match enter_call(parts, &goal, model) {
            Some(state) => Realised::Yes(state),
            None if parts.executor.is_interrupted() => Realised::Interrupted,
            None => Realised::Open,
        };
    }
    parts.lazy.abstract_arms += 1;
    let before = parts.lazy.runs + parts.lazy.steps;
    let realised = find(parts, &goal, path, model);
    match realised {
        Realised::Yes(_) => {
            parts.lazy.realised += 1;
            parts.lazy.iterations += parts.lazy.runs + parts.lazy.steps - before;
        }
        Realised::No => parts.lazy.refuted += 1,
        Realised::Open => parts.lazy.open += 1,
        Realised::Interrupted => parts.lazy.abstract_arms -= 1,
    }
    realised
}

fn find(
    parts: &mut Parts,
    goal: &ArmToRealise<'_>,
    path: &PathCondition,
    model: &Model,
) -> Realised {
    let searches_first = parts.options.lazy_entered_steps > 0 && !parts.summaries.come_first();
    let mut run = None;
    if searches_first {
        match try_inputs(parts, goal, model) {
            Came::There(state) => return Realised::Yes(state),
            Came::Interrupted => return Realised::Interrupted,
            Came::Elsewhere(state) => run = Some(state),
        }
    }
    let Some(met) = meet_again(parts, goal) else {
        return Realised::Open;
    };
    let promise = Promise {
        model: model.clone(),
        conditions: path
            .and(parts.executor.pool(), goal.condition())
            .constraints(),
    };
    let mut left = parts.options.lazy_steps;
    if let Some(run) = &run {
        let mut few = left.min(parts.options.lazy_entered_steps);
        let before = few;
        let broken = (promise.clone(), run.clone());
        let realised = by_searches(parts, goal, &met, broken, &mut few);
        left -= before - few;
        if !matches!(realised, Realised::Open) {
            parts.summaries.decided.1 += 1;
            return realised;
        }
    }
    let attempt = Attempt {
        goal,
        met: &met,
        path,
        promise: &promise,
        run,
    };
    let realised = by_summaries(parts, &attempt, &mut left);
    if !matches!(realised, Realised::Open) {
        parts.summaries.decided.0 += 1;
        return realised;
    }
    let run = match attempt.run {
        Some(run) => run,
        None => match try_inputs(parts, goal, model) {
            Came::There(state) => return Realised::Yes(state),
            Came::Interrupted => return Realised::Interrupted,
            Came::Elsewhere(run) => run,
        },
    };
    by_searches(parts, goal, &met, (promise, run), &mut left)
}

/// Enters calls that are to blame, and searches through them.
fn by_searches(
    parts: &mut Parts,
    goal: &ArmToRealise<'_>,
    met: &Met,
    (mut promise, mut run): (Promise, Box<State>),
    left: &mut u64,
) -> Realised {
    let treated = met.state.treated_calls();
    let mut calls = SearchedCalls {
        treated: treated.clone(),
        ..SearchedCalls::default()
    };
    loop {
        let entered = &calls.entered;
        let machine = parts.executor.machine();
        let Some(call) = blamed(machine, &promise, &run, &met.choices, entered) else {
            return Realised::Open;
        };
        count_expansion(parts, goal, call, &treated, &run);
        calls.entered.insert(call);
        // First as if the other calls did what they did on the path that met the arm: that is often so.
        let fixed = SearchedCalls {
            fixed: Some(met.state.model().clone()),
            ..calls.clone()
        };
        if let Some(realised) = search_fixed(parts, goal, met, fixed, left) {
            return realised;
        }
        match search_free(parts, goal, met, &calls, left) {
            Ok(broken) => (promise, run) = broken,
            Err(realised) => return realised,
        }
    }
}

/// A search in which the calls that are not entered do what they did on the path that met the arm. It may
/// find the arm, but proves nothing.
fn search_fixed(
    parts: &mut Parts,
    goal: &ArmToRealise<'_>,
    met: &Met,
    calls: SearchedCalls,
    left: &mut u64,
) -> Option<Realised> {
    let mut search = CallSearch::new(&parts.executor, met, calls);
    for _ in 0..TRIES {
        match next(parts, &mut search, left) {
            Next::Nothing { .. } | Next::Needs { .. } | Next::NoSummary => return None,
            Next::Interrupted => return Some(Realised::Interrupted),
            Next::Arrived(found) => match try_inputs(parts, goal, &found.model) {
                Came::There(state) => return Some(Realised::Yes(state)),
                Came::Interrupted => return Some(Realised::Interrupted),
                Came::Elsewhere(_) => {}
            },
        }
    }
    None
}

/// A search in which the calls that are not entered may do what they like. If the arm is found for some of
/// what they may do, but they do otherwise: what was promised, and the run that broke the promise.
fn search_free(
    parts: &mut Parts,
    goal: &ArmToRealise<'_>,
    met: &Met,
    calls: &SearchedCalls,
    left: &mut u64,
) -> Result<(Promise, Box<State>), Realised> {
    let mut search = CallSearch::new(&parts.executor, met, calls.clone());
    loop {
        let promise = match next(parts, &mut search, left) {
            Next::Nothing { proved: true } => return Err(Realised::No),
            Next::Nothing { proved: false } | Next::Needs { .. } | Next::NoSummary => {
                return Err(Realised::Open);
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
        if blamed(machine, &promise, &run, &met.choices, &calls.entered).is_some() {
            return Ok((promise, run));
        }
        search.doubt();
    }
}
