//! Paths run once more from the start: for their decisions, and to see what of them holds in every
//! run.

use super::{Executor, SLICE};
use crate::results::{Trace, TraceEvents, VariesByRun};
use vm::{CallMode, End, NoEvents, Observed, State, Stop};

/// What running a path again showed.
pub(crate) struct Retraced {
    /// The state it ended in, or was cut off.
    pub(crate) state: State,
    /// Its decisions.
    pub(crate) trace: Trace,
    /// What the code under test told of, as far as it is the same in every run that ends like this.
    pub(crate) observed: Vec<Observed>,
    /// The message of the error at its end is not the same in every run.
    pub(crate) message_differs: bool,
    /// What is not the same in every run.
    pub(crate) varies: VariesByRun,
}

/// Instructions that a path may take when it is run again, beyond twice its own.
const ELSEWHERE: u64 = 1_000_000;

fn at_most(path: &State) -> u64 {
    path.instructions()
        .saturating_mul(2)
        .saturating_add(ELSEWHERE)
}

/// Runs a path again from the start, under its model. `None` if it is not to be believed: it
/// decides otherwise than before (LCT §4.3 calls this divergence), or ends in an error that only
/// equal hash codes lead to, or the time for it is up. If the path asked for what is not the same in every run of a program,
/// such as hash codes made from addresses, it runs in other surroundings, too.
pub(crate) fn retrace(
    executor: &mut Executor,
    state: &State,
    end: Option<&End>,
) -> Option<Retraced> {
    let (trace, last) = match end {
        Some(end) if executor.skips_calls() => run_whole(executor, state, end)?,
        // About as far as it went: what it decided beside the calls that it skipped is not all.
        None if executor.skips_calls() => run_with(executor, state, state.instructions()),
        _ => run_again(executor, state, comes_to_end(end))?,
    };
    // What a path is told of depends on calls that it skipped.
    let observed = match executor.skips_calls() {
        true => executor.machine().observed(&last),
        false => executor.machine().observed(state),
    };
    let mut again = Retraced {
        state: last,
        trace,
        observed,
        message_differs: false,
        varies: VariesByRun::Nothing,
    };
    if !state.asked_surroundings() {
        return Some(again);
    }
    // Under another model than before it may end with another status.
    let end = end.map(|end| again.state.end().unwrap_or(end).clone());
    let end = end.as_ref();
    let mut seen_elsewhere = false;
    for surroundings in 1..=vm::OTHER_SURROUNDINGS {
        let (trace, other) = run_elsewhere(executor, state, surroundings);
        if !ends_alike(end, other.end()) {
            again.varies = VariesByRun::End;
            continue;
        }
        seen_elsewhere = true;
        if again.varies == VariesByRun::Nothing && trace != again.trace {
            again.varies = VariesByRun::Way;
        }
        if let (Some(End::Error(one)), Some(End::Error(two))) = (end, other.end()) {
            again.message_differs |= one.message != two.message;
        }
        let others = executor.machine().observed(&other);
        vm::keep_common(&mut again.observed, &others);
    }
    if executor.is_out_of_time() {
        return None;
    }
    let is_error = matches!(end, Some(End::Error(_)));
    (seen_elsewhere || !is_error).then_some(again)
}

/// True if a completed path that is not kept goes another way, or ends otherwise, in other
/// surroundings. `in_one`: in one of them. That is enough where many paths ask, as one that differs keeps the run
/// from being exhaustive.
pub(crate) fn varies(executor: &mut Executor, state: &State, end: &End, in_one: bool) -> bool {
    let one = 1 + (state.path_hash() % u64::from(vm::OTHER_SURROUNDINGS)) as u32;
    let others = match in_one {
        true => one..=one,
        false => 1..=vm::OTHER_SURROUNDINGS,
    };
    let again = match executor.skips_calls() {
        true => run_whole(executor, state, end),
        false => run_again(executor, state, comes_to_end(Some(end))),
    };
    let Some((trace, _)) = again else {
        return true;
    };
    others.into_iter().any(|surroundings| {
        let (other_trace, other) = run_elsewhere(executor, state, surroundings);
        trace != other_trace || !ends_alike(Some(end), other.end())
    })
}

/// True if a decision of a path that has ended depends on the time, or on a seed of random numbers, as is seen when these are
/// inputs, or if that does not come out.
pub(crate) fn depends_on_host(executor: &mut Executor, state: &State) -> bool {
    executor.machine().probe_host(true);
    let depends = meets_probe(executor, state);
    executor.machine().probe_host(false);
    depends
}

fn meets_probe(executor: &mut Executor, state: &State) -> bool {
    let mut probed = whole_start(executor, state);
    loop {
        let budget = at_most(state)
            .saturating_sub(probed.instructions())
            .min(SLICE);
        if budget == 0 || executor.is_out_of_time() {
            return true;
        }
        match executor.run(&mut probed, budget, &mut NoEvents) {
            Stop::Fork(fork) if executor.machine().is_probe(&fork) => return true,
            Stop::Fork(fork) => executor.take(&mut probed, &fork, fork.taken),
            Stop::End(end) => return !ends_alike(state.end(), Some(&end)),
            Stop::Budget => {}
        }
    }
}

/// Runs the program in other surroundings with the inputs of a path, whatever it decides: its
/// decisions, and the state it ends in or was left in because it takes so much longer.
fn run_elsewhere(executor: &mut Executor, state: &State, surroundings: u32) -> (Trace, State) {
    let mut other = whole_start(executor, state);
    other.set_surroundings(surroundings);
    let most = match comes_to_end(state.end()) {
        true => at_most(state),
        false => state.instructions(),
    };
    run_on(executor, other, most)
}

/// Runs the program with the inputs of a path, with all calls that the path skipped: its decisions, and the
/// state it ends in. `None` if it ends otherwise.
fn run_whole(executor: &mut Executor, state: &State, end: &End) -> Option<(Trace, State)> {
    let (trace, whole) = run_with(executor, state, u64::MAX);
    ends_alike(Some(end), whole.end()).then_some((trace, whole))
}

/// The same as far as so many instructions go.
fn run_with(executor: &mut Executor, state: &State, most: u64) -> (Trace, State) {
    let whole = whole_start(executor, state);
    run_on(executor, whole, most)
}

/// The start of a run with the inputs of a path in which no call is skipped.
fn whole_start(executor: &Executor, state: &State) -> State {
    let mut start = executor.start().clone();
    start.set_call_mode(CallMode::Enter);
    start.set_model(state.model().clone());
    start
}

/// Runs on until the end, or for so many instructions in all, whatever is decided.
fn run_on(executor: &mut Executor, mut state: State, most: u64) -> (Trace, State) {
    let program = executor.program().clone();
    let mut events = TraceEvents::new(executor.traced(), &*program);
    loop {
        let budget = most.saturating_sub(state.instructions()).min(SLICE);
        if budget == 0 || executor.is_out_of_time() {
            break;
        }
        match executor.run(&mut state, budget, &mut events) {
            Stop::Fork(fork) => executor.take(&mut state, &fork, fork.taken),
            Stop::End(_) => break,
            Stop::Budget => {}
        }
    }
    (events.finish(), state)
}

/// True for a path that ended by itself: a limit need not be met again at the same place.
fn comes_to_end(end: Option<&End>) -> bool {
    end.is_some_and(|end| !matches!(end, End::Limit(_)))
}

/// Runs a path as before: its decisions, and the state it ends in. One that goes on for much longer than it did has diverged.
fn run_again(executor: &mut Executor, state: &State, ended: bool) -> Option<(Trace, State)> {
    let expected = state.decisions();
    let mut again = executor.start().clone();
    again.set_model(state.model().clone());
    let program = executor.program().clone();
    let mut events = TraceEvents::new(executor.traced(), &*program);
    loop {
        // A path the run cut off is traced about as far as it went.
        let budget = match ended {
            true => SLICE,
            false => state
                .instructions()
                .saturating_sub(again.instructions())
                .min(SLICE),
        };
        if budget == 0 {
            break;
        }
        if executor.is_out_of_time() || again.instructions() > at_most(state) {
            return None;
        }
        match executor.run(&mut again, budget, &mut events) {
            Stop::Fork(fork) => {
                let (depth, choice) = (again.depth() as usize, fork.arms[fork.taken].choice);
                match expected.get(depth) {
                    Some(&before) if before != choice => {
                        let (kind, site) = (fork.kind, fork.site);
                        tracing::warn!(depth, before, choice, ?kind, ?site, "path diverged");
                        return None;
                    }
                    None if ended => return None,
                    None => break,
                    Some(_) => executor.take(&mut again, &fork, fork.taken),
                }
            }
            Stop::End(_) => {
                if again.depth() as usize != expected.len() {
                    return None;
                }
                break;
            }
            Stop::Budget if executor.is_interrupted() && !ended => break,
            Stop::Budget => {}
        }
    }
    Some((events.finish(), again))
}

/// True if two runs of a path ended alike, as far as an end is known of the first.
pub(crate) fn ends_alike(end: Option<&End>, other: Option<&End>) -> bool {
    match (end, other) {
        (Some(End::Error(one)), Some(End::Error(two))) => {
            one.exception == two.exception
                && one.kind == two.kind
                && one.function == two.function
                && one.location == two.location
        }
        (Some(End::Exit(one)), Some(End::Exit(two)))
        | (Some(End::Killed(one)), Some(End::Killed(two))) => one == two,
        (Some(End::Error(_) | End::Exit(_) | End::Killed(_)), _) => false,
        (Some(End::AssumeFailed | End::Unsupported(_) | End::Limit(_)) | None, _) => true,
    }
}
