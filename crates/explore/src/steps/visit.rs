//! Visits of pending nodes: can the arm be taken, with which model, and a state that stands there.

use super::other_values::{self, OTHER_VALUES};
use super::{fork, path_end, pausing};
use crate::coverage::{CoveredPart, Misses, Part};
use crate::executor::{NotReached, SLICE};
use crate::feasibility::Feasible;
use crate::lazy::{self, Realised};
use crate::limits::LimitKind;
use crate::parts::Parts;
use crate::paths::{
    ActivePath, DecisionSuffix, ForkOrigin, ForkPoint, PathModel, PathOrigin, Pending, Pins, length,
};
use crate::results::Decided;
use crate::search::{Code, QueryTime};
use crate::strategy::{Arm, BranchWindow, SequencePosition};
use crate::tree::{Closed, NodeId, RunKey, Task};
use ir::analysis::CodePoint;
use solver::PathCondition;
use std::rc::Rc;
use std::time::Instant;
use term::Model;
use vm::{Fork, ForkKind, OccupiedStates, State, Stop};

/// Whether an arm can be taken.
enum Asked {
    /// With this model.
    Yes(Model),
    /// No, or nobody knows: its node is closed.
    No,
    /// It takes long to find out: longer than a query may, if that was tried.
    Later { tried: bool },
    /// The run ends.
    Interrupted,
}

/// The fork above a task, reached from the start of the program.
struct Reached {
    point: Rc<ForkPoint>,
    arm: usize,
    callers: Vec<CodePoint>,
}

/// Asks whether a pending node can be reached and puts a state on it. `None` if not: then the node
/// is closed, or waits again because the run was interrupted.
pub(crate) fn visit(parts: &mut Parts, node: NodeId) -> Option<ActivePath> {
    if parts.search.is_start(node) {
        return Some(start_path(parts, node));
    }
    materialise(parts, node);
    if !parts.search.tree().is_pending(node) || parts.search.pending(node)?.is_elsewhere() {
        return None;
    }
    let pending = parts.search.visit(node)?;
    let has_test = !parts.search.has_covered_before(node) && !pending.has_covers();
    if let Some(skip) = parts
        .skips(node)
        .filter(|skip| has_test || skip.closed == Closed::CutOff)
    {
        parts.leave_out(node, &pending, skip.closed);
        return None;
    }
    match pending {
        Pending::Arm { point, arm } => visit_arm(parts, node, point, arm),
        Pending::Values(others) => other_values::visit(parts, node, &others),
        Pending::Paused(paused) => pausing::go_on(parts, node, paused),
        Pending::Task(_) | Pending::Inherited(_) => None,
    }
}

fn visit_arm(
    parts: &mut Parts,
    node: NodeId,
    point: Rc<ForkPoint>,
    arm: u32,
) -> Option<ActivePath> {
    let waiting = |point| Pending::Arm { point, arm };
    let arm = arm as usize;
    let path = point.path.borrow().whole(parts.executor.pool());
    let aim = parts.search.take_aim(node);
    // The path of a seed has been seen to end.
    let waits = aim.is_none() || parts.options.seeds.is_empty();
    let asked = match aim {
        Some(model) => Asked::Yes(model),
        None => ask(parts, node, &point, &path, arm),
    };
    match asked {
        Asked::Interrupted => {
            parts.search.put_back(node, waiting(point));
            return None;
        }
        Asked::Later { tried } => {
            parts.search.postpone(node, waiting(point), tried);
            return None;
        }
        Asked::Yes(_) | Asked::No => {}
    }
    if parts.options.lazy
        && let Asked::Yes(model) = &asked
    {
        let realised = lazy::realise(parts, &point, &path, arm, model);
        return match realised {
            Realised::Yes(state) => {
                Some(path_of_realised(parts, node, (&point, arm), path, *state))
            }
            Realised::No => {
                close_unrealised(parts, node, (&point, arm), Closed::Infeasible);
                None
            }
            Realised::Open => {
                parts.outbox.limit(LimitKind::LazySteps);
                close_unrealised(parts, node, (&point, arm), Closed::CutOff);
                None
            }
            Realised::Interrupted => {
                parts.search.put_back(node, waiting(point));
                None
            }
        };
    }
    let kept = match Rc::strong_count(&point) {
        1 => parts.search.take_snapshot(&point.snapshot),
        _ => point.snapshot.cloned(),
    };
    let covers = parts.search.take_covered_before(node);
    let Asked::Yes(model) = asked else {
        // A target on the way here is to have a test, even if whoever was here first makes none.
        match kept {
            Some(state) if !covers.is_empty() && parts.options.targets.is_some() => {
                path_end::keep_part(parts, &state, covers);
            }
            _ => parts.outbox.covered(covers),
        }
        return None;
    };
    let state = match kept {
        Some(state) => Ok(state),
        None => {
            let above = parts.search.nearest_snapshot(node);
            parts.executor.replay(above, &point)
        }
    };
    let mut state = match state {
        Ok(state) => state,
        Err(NotReached::Interrupted) => {
            parts.search.put_back(node, waiting(point));
            return None;
        }
        Err(NotReached::Diverged | NotReached::OtherValues) => {
            parts.outbox.covered(covers);
            parts.close(node, Closed::Diverged);
            count_arm(parts, &point.fork, arm, Closed::Diverged);
            return None;
        }
    };
    state.set_model(model);
    parts.executor.take(&mut state, &point.fork, arm);
    let mut at = behind_arm(parts, node, (&point, arm), path, state, covers);
    if !waits {
        at.pause_at = u64::MAX;
    }
    Some(at)
}

/// A path that goes on behind an arm, where its state stands.
fn behind_arm(
    parts: &mut Parts,
    node: NodeId,
    (point, arm): (&ForkPoint, usize),
    path: PathCondition,
    state: State,
    covers: Vec<CoveredPart>,
) -> ActivePath {
    let number = parts.search.path_number();
    let mut suffix = point.origin.suffix(number != 0);
    suffix.push(&point.fork, arm);
    let model = state.model().clone();
    let taken = Arm::of(
        &point.fork,
        arm,
        (point.data, &point.monitors),
        &parts.coverage,
    );
    let recent = point.recent.then(&taken);
    parts.search.arm_taken(&taken, recent);
    let (pool, condition) = (parts.executor.pool(), point.fork.arms[arm].condition);
    let path = parts.extensions.decide(pool, &path, &point.fork, arm);
    ActivePath {
        new_at: state.instructions().saturating_sub(point.origin.since_new),
        pause_at: parts.search.pause_at(length(&state)),
        had_its_turn: false,
        aim: None,
        last: Some(taken),
        state,
        path,
        pins: point.pins.and(pool, condition),
        origin: PathOrigin {
            node,
            fork: point.origin.clone(),
        },
        model: PathModel::derived(model, &point.origin.model, number),
        suffix,
        covers,
        recent,
        misses: point.misses.clone(),
        new_before: parts.coverage.new,
    }
}

/// A path whose arm was found to be taken.
fn path_of_realised(
    parts: &mut Parts,
    node: NodeId,
    (point, arm): (&ForkPoint, usize),
    path: PathCondition,
    state: State,
) -> ActivePath {
    let covers = parts.search.take_covered_before(node);
    behind_arm(parts, node, (point, arm), path, state, covers)
}

/// An arm was not found to be taken.
fn close_unrealised(
    parts: &mut Parts,
    node: NodeId,
    (point, arm): (&ForkPoint, usize),
    how: Closed,
) {
    let covers = parts.search.take_covered_before(node);
    parts.outbox.covered(covers);
    if let Some(error) = lazy::error_behind(&**parts.executor.program(), point, arm) {
        parts.outbox.unrealised_error(error, how);
    }
    parts.close(node, how);
    count_arm(parts, &point.fork, arm, how);
}

fn start_path(parts: &mut Parts, node: NodeId) -> ActivePath {
    parts.search.visit(node);
    for (limit, count) in parts.extensions.cut_off() {
        (0..count).for_each(|_| parts.outbox.limit(limit));
    }
    let number = parts.search.path_number();
    let mut model = PathModel::known(Model::new(), RunKey::ZERO);
    model.path = number;
    let model = Rc::new(model);
    let fork = ForkOrigin {
        model: model.clone(),
        hash: 0,
        depth: 0,
        since_new: 0,
    };
    let state = parts.executor.start().clone();
    ActivePath {
        origin: PathOrigin { node, fork },
        pause_at: parts.search.pause_at(length(&state)),
        had_its_turn: false,
        aim: None,
        last: None,
        state,
        path: PathCondition::new(),
        pins: Pins::default(),
        model,
        suffix: DecisionSuffix::from_start(number != 0),
        new_at: 0,
        covers: Vec::new(),
        recent: BranchWindow::default(),
        misses: Misses::default(),
        new_before: parts.coverage.new,
    }
}

/// Reaches the fork above a node that others met, if it is one, and tells the strategy of it. If the
/// fork is not there, the node is closed.
pub(crate) fn materialise(parts: &mut Parts, node: NodeId) {
    let Some(task) = parts.search.task(node) else {
        return;
    };
    let reached = reach(parts, node, &task);
    // Nobody has told of this if the path that was there first ended with its process.
    let covers = parts.coverage.take_fresh();
    match reached {
        Ok(Reached {
            point,
            arm,
            callers,
        }) => {
            parts.search.note_covered_before(node, covers);
            let candidate = point.candidate(node, arm, &callers, &parts.coverage);
            let arm = arm as u32;
            let code = Code::of(&parts.coverage, &parts.executor);
            let pending = Pending::Arm {
                point: point.clone(),
                arm,
            };
            parts.search.wait(pending, &candidate, code);
        }
        // It waits on.
        Err(NotReached::Interrupted) => parts.search.replace(node, Pending::Task(task)),
        Err(why) => {
            parts.outbox.covered(covers);
            parts.search.visit(node);
            let how = match why {
                NotReached::OtherValues => {
                    parts.outbox.limit(LimitKind::OpaqueValues);
                    Closed::CutOff
                }
                NotReached::Diverged | NotReached::Interrupted => Closed::Diverged,
            };
            parts.close(node, how);
        }
    }
}

/// A node that others met is visited first, if extensions aim at it.
fn aim(
    parts: &mut Parts,
    (node, arm): (NodeId, usize),
    fork: &Fork,
    (state, path): (&State, &PathCondition),
) {
    let aims = fork::aims(parts, node, fork, (state, path));
    if let Some((_, model)) = aims.into_iter().find(|(of, _)| *of == arm) {
        parts.search.aim(node, model);
    }
}

/// Asks for a model of an arm; closes its node if there is none.
fn ask(
    parts: &mut Parts,
    node: NodeId,
    point: &ForkPoint,
    path: &PathCondition,
    arm: usize,
) -> Asked {
    let (condition, model) = (point.fork.arms[arm].condition, &point.origin.model.model);
    let time = parts.search.query_time(node);
    // The clock is read only where it counts: most answers take less than that.
    let is_late = matches!(time, QueryTime::Later | QueryTime::Again);
    let begun = is_late.then(Instant::now);
    let (pool, feasibility) = (parts.executor.pool_mut(), &mut parts.feasibility);
    let answer = match time {
        QueryTime::Little => feasibility.ask_soon(pool, path, condition, model),
        QueryTime::Whole | QueryTime::Later => feasibility.ask(pool, path, condition, model),
        QueryTime::Again => feasibility.ask_again(pool, path, condition, model),
    };
    if let Some(begun) = begun {
        parts.search.spend(begun.elapsed());
    }
    if time != QueryTime::Again && matches!(answer, Feasible::No(_) | Feasible::Unknown { .. }) {
        let refused = Arm::of(
            &point.fork,
            arm,
            (point.data, &point.monitors),
            &parts.coverage,
        );
        parts.search.refused(&refused);
    }
    match answer {
        // What gave up may have done so for want of time, whatever it says: one back end that lacks a
        // theory and another that was cut short are `Incomplete` together.
        Feasible::Unknown { .. } if time == QueryTime::Little => Asked::Later { tried: false },
        // A run that ends with its time has nothing to lose.
        Feasible::Unknown {
            timed_out: true, ..
        } if parts.options.limits.time.is_some() => Asked::Later { tried: true },
        Feasible::Yes(model) => Asked::Yes(model),
        Feasible::Interrupted => Asked::Interrupted,
        Feasible::No(core) => {
            let program = &**parts.executor.program();
            let why = (parts.executor.pool(), path, &*core);
            parts
                .extensions
                .infeasible(node, (&point.fork, arm), why, program);
            parts.close(node, Closed::Infeasible);
            other_values::want(parts, point, condition);
            count_arm(parts, &point.fork, arm, Closed::Infeasible);
            Asked::No
        }
        Feasible::Unknown { limited, .. } => {
            if limited && !parts.extensions.is_met_elsewhere(node) {
                parts.outbox.limit(LimitKind::SolverTime);
            }
            parts.close(node, Closed::Unknown);
            count_arm(parts, &point.fork, arm, Closed::Unknown);
            Asked::No
        }
    }
}

/// A visit of an arm came to nothing: that may be why it is not covered.
fn count_arm(parts: &mut Parts, fork: &Fork, arm: usize, how: Closed) {
    // Of branches and switches, which these are, choices are small.
    let (site, choice) = (fork.site, fork.arms[arm].choice as u32);
    let Some(decision) = site.decision.filter(|_| parts.search.is_told_of()) else {
        return;
    };
    let edge = parts.coverage.edge(site.function, decision, choice);
    if edge.is_none_or(|edge| parts.coverage.is_covered(edge)) {
        return;
    }
    let index = match fork.kind {
        // The way taken if the condition holds comes first.
        ForkKind::Branch => 1 - choice,
        _ => choice,
    };
    if let Ok(function) = parts.executor.program().function(site.function) {
        let part = Part::Arm(site.block.0, index);
        parts.outbox.arm_closed(function.name.clone(), part, how);
    }
}

/// Runs from the start of the program to the last fork of a task, under the task's model. A path
/// that decides otherwise than the task says has diverged.
fn reach(parts: &mut Parts, node: NodeId, task: &Task) -> Result<Reached, NotReached> {
    parts.executor.count_task();
    let mut model = PathModel::known(parts.executor.model(&task.inputs), task.run);
    let mut suffix = DecisionSuffix::from_start(parts.search.is_told_of());
    let mut state = parts.executor.start().clone();
    state.set_model(model.model.clone());
    let (mut path, mut recent) = (PathCondition::new(), BranchWindow::default());
    let mut choices = task.choices.iter().copied();
    let mut way = Vec::new();
    loop {
        parts.coverage.go_on(&state);
        let stop = parts.executor.run(&mut state, SLICE, &mut parts.coverage);
        let mut fork = match stop {
            Stop::Fork(fork) => fork,
            Stop::Budget if parts.executor.is_interrupted() => {
                return Err(NotReached::Interrupted);
            }
            Stop::Budget => continue,
            Stop::End(_) => return Err(NotReached::Diverged),
        };
        parts.extensions.widen(&mut fork, &state);
        let taken = fork.taken;
        if fork.arms.len() > 1 || other_values::are_tried(parts, &fork) {
            let choice = choices.next().ok_or(NotReached::Diverged)?;
            if choices.len() == 0 {
                // Which values were tried, nobody knows here.
                if fork.kind == ForkKind::Opaque && choice == OTHER_VALUES {
                    return Err(NotReached::OtherValues);
                }
                let arm = fork.arm_of(choice).ok_or(NotReached::Diverged)?;
                if state.path_hash() != task.hash {
                    return Err(NotReached::Diverged);
                }
                model.reached_by = Some(suffix);
                let origin = ForkOrigin {
                    model: Rc::new(model),
                    hash: task.hash,
                    depth: state.depth(),
                    since_new: task.since_new,
                };
                if !parts.extensions.is_empty() {
                    way.push(Decided::of(&fork, arm));
                    parts.extensions.materialised(node, &way, &state);
                    aim(parts, (node, arm), &fork, (&state, &path));
                }
                let callers = parts.search.callers(&state);
                let bytes = state.approximate_bytes();
                let data = parts.data(&state);
                let sequences = SequencePosition::of(&state);
                let monitors = state.monitor_states().clone();
                let point = Rc::new(ForkPoint {
                    snapshot: parts.search.keep(state, bytes),
                    fork,
                    path: path.into(),
                    origin,
                    recent,
                    pins: Pins::default(),
                    data,
                    misses: Misses::default(),
                    sequences,
                    monitors,
                });
                return Ok(Reached {
                    point,
                    arm,
                    callers,
                });
            }
            if fork.arms[taken].choice != choice {
                return Err(NotReached::Diverged);
            }
        }
        suffix.push(&fork, taken);
        recent = recent.then(&Arm::of(
            &fork,
            taken,
            (None, &OccupiedStates::default()),
            &parts.coverage,
        ));
        let pool = parts.executor.pool();
        path = parts.extensions.decide(pool, &path, &fork, taken);
        if !parts.extensions.is_empty() {
            way.push(Decided::of(&fork, taken));
        }
        parts.executor.take(&mut state, &fork, taken);
    }
}
