//! Runs from the start of the program: along the path that met an arm, and with inputs that are to take it.

use crate::executor::{Executor, SLICE};
use crate::parts::Parts;
use crate::paths::ForkPoint;
use crate::summaries::{Meeting, Recorder, WayToArm};
use std::rc::Rc;
use term::{Model, Term, Value};
use vm::{Fork, ForkKind, INITIALISES, NoEvents, State, Stop, Treated};

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
pub(super) struct ArmToRealise<'a> {
    pub(super) point: &'a ForkPoint,
    pub(super) arm: usize,
}

impl ArmToRealise<'_> {
    /// True if it stands at a call of which it is decided what becomes of it.
    fn at_call(&self) -> bool {
        self.point.fork.kind == ForkKind::Returns
    }

    /// True if behind the arm a call is entered to look at input pointers. Any input may go there: a path that then
    /// does not look at them ends when the call returns.
    pub(super) fn enters_call(&self) -> bool {
        let fork = &self.point.fork;
        self.at_call() && fork.arms[self.arm].choice == INITIALISES
    }

    /// The condition of its arm.
    pub(super) fn condition(&self) -> Term {
        self.point.fork.arms[self.arm].condition
    }
}

/// The path that met it, and the way into it.
pub(super) struct Met {
    pub(super) way: WayToArm,
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

/// Runs the program with the inputs of a model: does it come to the arm?
pub(super) fn try_inputs(parts: &mut Parts, goal: &ArmToRealise<'_>, model: &Model) -> Came {
    parts.lazy.runs += 1;
    let executor = &mut parts.executor;
    let mut state = executor.start().clone();
    let origin = &goal.point.origin;
    let model = entering_as(executor, goal, model);
    state.set_model(model);
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

/// A model that enters the calls to look at input pointers that the path to a goal has entered for that, and no
/// others, whatever it says of what becomes of calls.
fn entering_as(executor: &mut Executor, goal: &ArmToRealise<'_>, model: &Model) -> Model {
    let path = &goal.point.origin.model.model;
    // What becomes of the call at the goal is to be seen.
    let at_goal = executor.pool().inputs_of(goal.condition());
    let machine = executor.machine();
    let is_outcome = |input| {
        let key = machine.input_key(input);
        key.is_some_and(|(ordinal, _)| vm::is_outcome_of_call(ordinal))
    };
    let mut entering = Model::new();
    for (input, value) in model.iter().filter(|(input, _)| !is_outcome(*input)) {
        entering.set(input, value);
    }
    for (input, value) in path.iter().filter(|(input, _)| is_outcome(*input)) {
        let enters = matches!(&value, Value::Bits(bits) if bits.to_u64() == Some(INITIALISES));
        if enters && !(goal.at_call() && at_goal.contains(&input)) {
            entering.set(input, value);
        }
    }
    entering
}

/// True if a state stands at the goal's fork, and takes its arm.
fn leads_there(goal: &ArmToRealise<'_>, state: &State, fork: &Fork) -> bool {
    let expected = &goal.point.fork;
    state.path_hash() == goal.point.origin.hash
        && fork.site == expected.site
        && fork.kind == expected.kind
        && fork.arms[fork.taken].choice == expected.arms[goal.arm].choice
}

/// A state behind an arm that any input may take that leads to the fork: with that model.
pub(super) fn enter_call(
    parts: &mut Parts,
    goal: &ArmToRealise<'_>,
    model: &Model,
) -> Option<Box<State>> {
    let mut state = meet_again(parts, goal)?.state;
    let mut entering = state.model().clone();
    for &input in parts.executor.pool().inputs_of(goal.condition()).iter() {
        if let Some(value) = model.find(input) {
            entering.set(input, value.clone());
        }
    }
    state.set_model(entering);
    parts.executor.take(&mut state, &goal.point.fork, goal.arm);
    Some(Box::new(state))
}

/// The path that met an arm, run once more unless the one that met another arm of the fork was just now. `None`
/// if it does not come there again.
pub(super) fn meet_again(parts: &mut Parts, goal: &ArmToRealise<'_>) -> Option<Met> {
    let origin = &goal.point.origin;
    let place = (origin.hash, origin.depth);
    let meeting = match parts.summaries.meetings.get(&place) {
        Some(known) => Rc::clone(known),
        None => {
            let meeting = Rc::new(run_to_fork(parts, goal)?);
            let bytes = meeting.state.approximate_bytes() + meeting.recorder.bytes();
            let kept = Rc::clone(&meeting);
            parts.summaries.meetings.keep(place, kept, bytes);
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

fn run_to_fork(parts: &mut Parts, goal: &ArmToRealise<'_>) -> Option<Meeting> {
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
pub(super) fn count_expansion(
    parts: &mut Parts,
    goal: &ArmToRealise<'_>,
    call: u32,
    treated: &[Treated],
    run: &State,
) {
    let of_run = run.treated_calls();
    let treated = treated.get(call as usize).or(of_run.get(call as usize));
    let name = match treated {
        Some(
            Treated::Skipped(function)
            | Treated::Expanded(function)
            | Treated::Initialising(function),
        ) => {
            let function = parts.executor.program().function(*function);
            function.map_or_else(|_| String::new(), |function| function.name.clone())
        }
        // The run ended in it, or it is at the goal.
        Some(Treated::Single) | None => {
            let inputs = parts.executor.pool().inputs_of(goal.condition());
            let machine = parts.executor.machine();
            let mut keys = inputs.iter().filter_map(|&it| machine.input_key(it));
            let of_call = keys.find(|(ordinal, _)| vm::call_of_input(*ordinal) == Some(call));
            of_call.map_or_else(String::new, |(_, name)| name.to_string())
        }
    };
    *parts.lazy.expansions.entry(name).or_default() += 1;
}
