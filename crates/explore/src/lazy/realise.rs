//! Whether an arm is really taken, with inputs that do.

use super::blame::{Promise, blamed};
use super::by_summaries::{Attempt, by_summaries};
use super::follower::{Recorder, Way};
use super::meetings::Meeting;
use super::search::{Next, Search, Tools};
use crate::executor::SLICE;
use crate::parts::Parts;
use crate::pending::ForkPoint;
use solver::PathCondition;
use std::rc::Rc;
use term::{Model, Term};
use vm::{Fork, NoEvents, SearchedCalls, State, Stop, Treated};

/// Promises of one search that are tried, before others calls are expanded.
const TRIES: u32 = 3;

/// What became of an arm.
pub(crate) enum Realised {
    /// Taken: this state stands behind it.
    Yes(Box<State>),
    /// No input takes it.
    No,
    /// Nobody knows: the search was cut off.
    Open,
    /// The run ends.
    Interrupted,
}

/// An arm to be realised.
pub(super) struct Goal<'a> {
    point: &'a ForkPoint,
    arm: usize,
}

impl Goal<'_> {
    /// The condition of its arm.
    pub(super) fn condition(&self) -> Term {
        self.point.fork.arms[self.arm].condition
    }
}

/// The path that met it, and the way into it.
pub(super) struct Met {
    pub(super) way: Way,
    /// The choices, the last one into the arm.
    pub(super) choices: Vec<u64>,
    pub(super) state: State,
    /// The condition of the arm.
    goal: Term,
}

impl Met {
    /// The conditions of the decisions, that of the arm last, each with the number of its step of the way.
    pub(super) fn conditions(&self) -> Vec<(Term, usize)> {
        let mut conditions = self.state.conditions();
        conditions.push(self.goal);
        let steps = self.way.decisions.iter().copied();
        conditions.into_iter().zip(steps).collect()
    }
}

/// Where a run with some inputs came to.
pub(super) enum Came {
    There(Box<State>),
    Elsewhere(Box<State>),
    Interrupted,
}

/// Finds inputs that take an arm of a path through the code around skipped calls. `model` satisfies the
/// path's condition if skipped calls may do what they like.
pub(crate) fn realise(
    parts: &mut Parts,
    point: &ForkPoint,
    path: &PathCondition,
    arm: usize,
    model: &Model,
) -> Realised {
    parts.lazy.abstract_arms += 1;
    let goal = Goal { point, arm };
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

fn find(parts: &mut Parts, goal: &Goal<'_>, path: &PathCondition, model: &Model) -> Realised {
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
    goal: &Goal<'_>,
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
        count_expansion(parts, call, &treated, &run);
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
    goal: &Goal<'_>,
    met: &Met,
    calls: SearchedCalls,
    left: &mut u64,
) -> Option<Realised> {
    let mut search = Search::new(&parts.executor, met, calls);
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
    goal: &Goal<'_>,
    met: &Met,
    calls: &SearchedCalls,
    left: &mut u64,
) -> Result<(Promise, Box<State>), Realised> {
    let mut search = Search::new(&parts.executor, met, calls.clone());
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

pub(super) fn next(parts: &mut Parts, search: &mut Search<'_>, left: &mut u64) -> Next {
    search.next(&mut Tools {
        executor: &mut parts.executor,
        feasibility: &mut parts.feasibility,
        left,
        counts: &mut parts.lazy,
        summaries: &mut parts.summaries,
    })
}

/// Runs the program with the inputs of a model: does it come to the arm?
pub(super) fn try_inputs(parts: &mut Parts, goal: &Goal<'_>, model: &Model) -> Came {
    parts.lazy.runs += 1;
    let executor = &mut parts.executor;
    let mut state = executor.start().clone();
    state.set_model(model.clone());
    let origin = &goal.point.origin;
    loop {
        match executor.run(&mut state, SLICE, &mut NoEvents) {
            Stop::Fork(fork) => {
                let taken = fork.taken;
                let at_goal = state.depth() == origin.depth;
                let same = leads_there(goal, &state, &fork);
                executor.take(&mut state, &fork, taken);
                match (at_goal, same) {
                    (false, _) => {}
                    (true, true) => return Came::There(Box::new(state)),
                    (true, false) => return Came::Elsewhere(Box::new(state)),
                }
            }
            Stop::Budget if executor.is_interrupted() => return Came::Interrupted,
            Stop::Budget => {}
            Stop::End(_) => return Came::Elsewhere(Box::new(state)),
        }
    }
}

/// True if a state stands at the goal's fork, and takes its arm.
fn leads_there(goal: &Goal<'_>, state: &State, fork: &Fork) -> bool {
    let expected = &goal.point.fork;
    state.path_hash() == goal.point.origin.hash
        && fork.site == expected.site
        && fork.kind == expected.kind
        && fork.arms[fork.taken].choice == expected.arms[goal.arm].choice
}

/// The path that met an arm, run once more unless the one that met another arm of the fork was just now. `None`
/// if it does not come there again.
fn meet_again(parts: &mut Parts, goal: &Goal<'_>) -> Option<Met> {
    let origin = &goal.point.origin;
    let place = (origin.hash, origin.depth);
    let meeting = match parts.summaries.meetings.find(place) {
        Some(known) => known,
        None => {
            let meeting = Rc::new(run_to_fork(parts, goal)?);
            parts.summaries.meetings.keep(place, Rc::clone(&meeting));
            meeting
        }
    };
    let fork = &goal.point.fork;
    let mut choices = meeting.state.decisions();
    choices.push(fork.arms[goal.arm].choice);
    let recorder = meeting.recorder.clone();
    Some(Met {
        way: recorder.into_arm(&**parts.executor.program(), fork, goal.arm),
        choices,
        state: meeting.state.clone(),
        goal: goal.condition(),
    })
}

fn run_to_fork(parts: &mut Parts, goal: &Goal<'_>) -> Option<Meeting> {
    parts.lazy.runs += 1;
    let executor = &mut parts.executor;
    let origin = &goal.point.origin;
    let mut state = executor.start().clone();
    state.set_model(origin.model.model.clone());
    let mut recorder = Recorder::default();
    loop {
        match executor.run(&mut state, SLICE, &mut recorder) {
            Stop::Fork(_) if state.depth() == origin.depth => {
                let same = state.path_hash() == origin.hash;
                return same.then_some(Meeting { recorder, state });
            }
            Stop::Fork(fork) => {
                recorder.decided(&fork, fork.taken);
                executor.take(&mut state, &fork, fork.taken);
            }
            Stop::Budget if executor.is_interrupted() => return None,
            Stop::Budget => {}
            Stop::End(_) => return None,
        }
    }
}

/// Counts the expansion of a call, by the name of its function.
pub(super) fn count_expansion(parts: &mut Parts, call: u32, treated: &[Treated], run: &State) {
    let of_run = run.treated_calls();
    let treated = treated.get(call as usize).or(of_run.get(call as usize));
    let name = match treated {
        Some(Treated::Skipped(function) | Treated::Expanded(function)) => {
            let function = parts.executor.program().function(*function);
            function.map_or_else(|_| String::new(), |function| function.name.clone())
        }
        // The run ended in it.
        Some(Treated::Single) | None => String::new(),
    };
    *parts.lazy.expansions.entry(name).or_default() += 1;
}
