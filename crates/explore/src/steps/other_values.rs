//! Calls of opaque functions: the values at hand of their arguments are pinned, so that a branch
//! below may be closed to them and open to others. Kähkönen's tool predicts a path with what the call
//! returned before, runs it, and gives up where the run goes another way (LCT, TKK-ICS-R26, chapter 4,
//! figure 15). Here the prediction only proposes other values for the argument: they become an arm
//! of their own where the call was made, whose path says so, and nothing is taken for a node that it
//! is not.

use crate::extensions::Forked;
use crate::feasibility::Feasible;
use crate::limits::LimitKind;
use crate::parts::Parts;
use crate::paths::{
    ActivePath, ForkPoint, OtherValues, PathModel, PathOrigin, Pending, Snapshot, Values, length,
};
use crate::search::Code;
use crate::strategy::{Arm, SequencePosition};
use crate::tree::{Closed, NodeId};
use std::rc::Rc;
use term::{Evaluator, Model, Term};
use vm::{Fork, ForkKind, State};

/// The choice that stands for the values not tried, in the tree: no address, and a number that nobody
/// is likely to write.
pub(crate) const OTHER_VALUES: u64 = 0xf3b1_9e4d_70c5_2a87;

/// True for a fork whose single arm is a node of the tree.
pub(crate) fn are_tried(parts: &Parts, fork: &Fork) -> bool {
    fork.kind == ForkKind::Opaque && parts.options.limits.opaque_values > 1
}

/// At a pinned argument: the value at hand becomes a node, another stands for all others.
pub(crate) fn leave_pending(parts: &mut Parts, at: &mut ActivePath, fork: &Fork) {
    let parent = at.origin.node;
    let (choice, condition) = (
        fork.arms[fork.taken].choice,
        fork.arms[fork.taken].condition,
    );
    let point = Rc::new(ForkPoint {
        snapshot: Snapshot::default(),
        fork: Box::new(fork.clone()),
        path: at.path.clone().into(),
        origin: at.here(),
        recent: at.recent,
        pins: at.pins.clone(),
        data: None,
        misses: at.misses.clone(),
        sequences: SequencePosition::of(&at.state),
        monitors: at.state.monitor_states().clone(),
    });
    at.origin = PathOrigin {
        node: parts.search.go_along(parent, 2, choice),
        fork: point.origin.clone(),
    };
    parts.executor.take(&mut at.state, fork, fork.taken);
    let values = parts.search.leave_values(parent, OTHER_VALUES, |node| {
        let values = Rc::new(Values::new(node, condition));
        let others = OtherValues {
            point,
            values: values.clone(),
        };
        (others, values)
    });
    at.pins = at.pins.then(&at.path, &values, condition);
    if !parts.extensions.is_empty() {
        let node = at.origin.node;
        parts.extensions.forked(&Forked {
            above: parent,
            fork,
            state: &at.state,
            decision: at.state.depth().saturating_sub(1),
            arms: &[(fork.taken, node)],
        });
    }
}

/// No input takes an arm with the values that are pinned on the way to it. If it is open to others as
/// far as is known of the calls, those are tried where the first of them was made.
pub(crate) fn want(parts: &mut Parts, point: &ForkPoint, condition: Term) {
    let Some(path) = point.pins.path_without() else {
        return;
    };
    let (pool, model) = (parts.executor.pool_mut(), &point.origin.model.model);
    let Feasible::Yes(model) = parts.feasibility.ask(pool, path, condition, model) else {
        return;
    };
    let mut evaluator = Evaluator::new();
    evaluator.set_model(model.clone());
    let pool = parts.executor.pool();
    let Some(values) = point.pins.outermost_broken(pool, &mut evaluator) else {
        return;
    };
    if parts.search.waits(values.node()) && values.propose(pool, &mut evaluator, &model) {
        add_candidate(parts, values.node().0);
    }
}

/// Tells the strategy of a node that stands for other values.
fn add_candidate(parts: &mut Parts, node: NodeId) {
    let Some(Pending::Values(others)) = parts.search.pending(node) else {
        return;
    };
    let point = others.point.clone();
    let candidate = point.candidate(node, point.fork.taken, &[], &parts.coverage);
    let code = Code::of(&parts.coverage, &parts.executor);
    parts.search.add_candidate(&candidate, code);
}

/// Tries another value, one that was asked for or any, at a node that was opened; it goes on standing
/// for the rest.
pub(crate) fn visit(parts: &mut Parts, node: NodeId, others: &OtherValues) -> Option<ActivePath> {
    let OtherValues { point, values } = others;
    let again = || Pending::Values(Box::new(others.clone()));
    let untried = values.untried(parts.executor.pool_mut());
    let wanted = values.take_wanted(parts.executor.pool(), untried);
    let model = match wanted {
        Some(model) => model,
        None => {
            let (pool, model) = (parts.executor.pool_mut(), &point.origin.model.model);
            let path = point.path.borrow();
            match parts.feasibility.ask(pool, &path, untried, model) {
                Feasible::Yes(model) => model,
                Feasible::Interrupted => {
                    parts.search.put_back(node, again());
                    return None;
                }
                Feasible::No(_) => {
                    parts.close(node, Closed::Infeasible);
                    return None;
                }
                Feasible::Unknown { .. } => {
                    parts.close(node, Closed::Unknown);
                    return None;
                }
            }
        }
    };
    let above = parts.search.nearest_snapshot(node);
    let Some((state, fork)) = parts.executor.fork_under(above, point, &model) else {
        match parts.executor.is_interrupted() {
            true => parts.search.put_back(node, again()),
            false => parts.close(node, Closed::Diverged),
        }
        return None;
    };
    let arm = &fork.arms[fork.taken];
    let origin = PathOrigin {
        node: parts.search.open_beside(node, arm.choice),
        fork: point.origin.clone(),
    };
    if values.add_tried(arm.condition) >= parts.options.limits.opaque_values as usize {
        parts.outbox.limit(LimitKind::OpaqueValues);
        parts.close(node, Closed::CutOff);
    } else {
        parts.search.put_back(node, again());
        match values.are_wanted() {
            true => add_candidate(parts, node),
            false => parts.search.leave_values_last(values.node()),
        }
    }
    Some(go_on_from(
        parts,
        point,
        (state, &fork),
        model,
        (origin, values),
    ))
}

/// A path that goes on with another value.
fn go_on_from(
    parts: &mut Parts,
    point: &ForkPoint,
    (mut state, fork): (State, &Fork),
    model: Model,
    (origin, values): (PathOrigin, &Rc<Values>),
) -> ActivePath {
    let number = parts.search.path_number();
    let mut suffix = point.origin.suffix(number != 0);
    suffix.push(fork, fork.taken);
    parts.executor.take(&mut state, fork, fork.taken);
    let arm = Arm::of(
        fork,
        fork.taken,
        (point.data, &point.monitors),
        &parts.coverage,
    );
    let recent = point.recent.then(&arm);
    parts.search.arm_taken(&arm, recent);
    let condition = fork.arms[fork.taken].condition;
    let before = point.path.borrow();
    let (pool, taken) = (parts.executor.pool(), fork.taken);
    let path = parts.extensions.decide(pool, &before, fork, taken);
    if !parts.extensions.is_empty() {
        parts.extensions.forked(&Forked {
            above: parts.search.tree().parent(origin.node),
            fork,
            state: &state,
            decision: point.origin.depth,
            arms: &[(taken, origin.node)],
        });
    }
    ActivePath {
        new_at: state.instructions().saturating_sub(point.origin.since_new),
        pause_at: parts.search.pause_at(length(&state)),
        had_its_turn: false,
        aim: None,
        last: Some(arm),
        state,
        pins: point.pins.then(&before, values, condition),
        path,
        origin,
        model: PathModel::derived(model, &point.origin.model, number),
        suffix,
        covers: Vec::new(),
        recent,
        misses: point.misses.clone(),
        new_before: parts.coverage.new,
    }
}
