//! A path at a fork: it goes along the taken arm and leaves the others pending.

use super::other_values;
use crate::extensions::{Arrived, Forked, Skip, Tools};
use crate::parts::Parts;
use crate::paths::{ActivePath, ForkPoint, PathOrigin, Pending};
use crate::search::Code;
use crate::strategy::{Arm, SequencePosition};
use crate::tree::{Closed, NodeId};
use solver::PathCondition;
use std::rc::Rc;
use term::Model;
use vm::{ArmOutcome, Fork, ForkKind, State};

/// Goes along the taken arm and leaves the others pending.
///
/// The answer says that the path shall not go on, because an extension leaves out the node of that arm.
pub(crate) fn fork(parts: &mut Parts, at: &mut ActivePath, mut fork: Box<Fork>) -> Option<Skip> {
    parts.extensions.widen(&mut fork, &at.state);
    if let Some(skip) = arrived(parts, at, &fork) {
        return Some(skip);
    }
    if parts.options.lazy {
        // Skipped calls have told what they did.
        at.follow_state();
    }
    let aims = aims(parts, at.origin.node, &fork, (&at.state, &at.path));
    let (taken, above) = (fork.taken, at.origin.node);
    let condition = fork.arms[taken].condition;
    let path = decided(parts, &at.path, &fork);
    let data = parts.data(&at.state);
    let seen = (data, &**at.state.monitor_states());
    let arm = Arm::of(&fork, taken, seen, &parts.coverage);
    at.suffix.push(&fork, taken);
    let tries_values = other_values::are_tried(parts, &fork);
    if tries_values {
        other_values::leave_pending(parts, at, &fork);
    } else if fork.arms.len() == 1 {
        if !parts.extensions.is_empty() {
            tell_forked(parts, at, &fork, &[]);
        }
        parts.executor.take(&mut at.state, &fork, taken);
    } else {
        leave_pending(parts, at, (fork, aims), data);
    }
    at.recent = at.recent.then(&arm);
    at.last = Some(arm);
    parts.search.arm_taken(&arm, at.recent);
    at.path = path;
    if !tries_values {
        at.pins = at.pins.and(parts.executor.pool(), condition);
    }
    let skip = match at.origin.node == above {
        true => None,
        false => parts.skips(at.origin.node),
    };
    skip.filter(|skip| !is_to_end(at, *skip))
}

/// True if a path is to go on where nothing leads to a target any more: it has reached one, and its test
/// says more if it is known what comes of that.
fn is_to_end(at: &ActivePath, skip: Skip) -> bool {
    skip.closed == Closed::BesideTargets && !at.covers.is_empty() && !at.had_its_turn
}

/// Asks extensions whether the path ends here.
fn arrived(parts: &mut Parts, at: &ActivePath, fork: &Fork) -> Option<Skip> {
    if parts.extensions.is_empty() {
        return None;
    }
    let tools = Tools {
        machine: parts.executor.machine(),
        feasibility: &mut parts.feasibility,
    };
    let arrived = Arrived {
        node: at.origin.node,
        fork,
        state: &at.state,
        path: &at.path,
    };
    let skip = parts.extensions.arrived(&arrived, tools)?;
    if let Some(limit) = skip.limit {
        parts.outbox.limit(limit);
    }
    Some(skip)
}

/// Asks extensions for a node to visit next.
pub(crate) fn wanted(parts: &mut Parts) -> Option<NodeId> {
    if parts.extensions.is_empty() {
        return None;
    }
    let tools = Tools {
        machine: parts.executor.machine(),
        feasibility: &mut parts.feasibility,
    };
    let search = &parts.search;
    let is_pending = |node: NodeId| {
        let pending = search
            .pending(node)
            .filter(|_| search.tree().is_pending(node));
        pending.is_some_and(|pending| !pending.is_elsewhere())
    };
    parts.extensions.wants(tools, &is_pending)
}

/// Asks extensions for models that lead where they want to go.
pub(crate) fn aims(
    parts: &mut Parts,
    node: NodeId,
    fork: &Fork,
    (state, path): (&State, &PathCondition),
) -> Vec<(usize, Model)> {
    if parts.extensions.is_empty() {
        return Vec::new();
    }
    let (arrived, mut tools) = (
        Arrived {
            node,
            fork,
            state,
            path,
        },
        Tools {
            machine: parts.executor.machine(),
            feasibility: &mut parts.feasibility,
        },
    );
    parts.extensions.aims(&arrived, &mut tools)
}

/// The path condition behind a fork.
fn decided(parts: &mut Parts, path: &PathCondition, fork: &Fork) -> PathCondition {
    let pool = parts.executor.pool();
    parts.extensions.decide(pool, path, fork, fork.taken)
}

/// Tells extensions of a fork, before the path goes on.
fn tell_forked(parts: &mut Parts, at: &ActivePath, fork: &Fork, arms: &[(usize, NodeId)]) {
    parts.extensions.forked(&Forked {
        above: at.origin.node,
        fork,
        state: &at.state,
        decision: at.state.depth(),
        arms,
    });
}

/// At a fork of several arms: the taken one and the others that lead on become nodes.
fn leave_pending(
    parts: &mut Parts,
    at: &mut ActivePath,
    (fork, aims): (Box<Fork>, Vec<(usize, Model)>),
    data: Option<u64>,
) {
    let (taken, parent) = (fork.taken, at.origin.node);
    let explored = |arm: usize| arm != taken && fork.arms[arm].outcome != ArmOutcome::Discard;
    let others: Vec<usize> = (0..fork.arms.len()).filter(|&arm| explored(arm)).collect();
    let origin = at.here();
    let choice = fork.arms[taken].choice;
    let node = parts.search.go_along(parent, others.len() + 1, choice);
    let mut arms = vec![(taken, node)];
    for &arm in &others {
        let node = parts.search.add_pending(parent, fork.arms[arm].choice);
        arms.push((arm, node));
    }
    if !parts.extensions.is_empty() {
        tell_forked(parts, at, &fork, &arms);
    }
    at.origin = PathOrigin {
        node,
        fork: origin.clone(),
    };
    let model = |arm: usize| aims.iter().find(|(of, _)| *of == arm);
    at.aim = model(taken).map(|(_, model)| model.clone());
    if others.is_empty() {
        parts.executor.take(&mut at.state, &fork, taken);
        return;
    }
    let callers = parts.search.callers(&at.state);
    let sequences = SequencePosition::of(&at.state);
    let monitors = at.state.monitor_states().clone();
    let bytes = at.state.approximate_bytes();
    let point = Rc::new(ForkPoint {
        snapshot: parts.search.keep(at.state.clone(), bytes),
        fork,
        path: at.path.clone().into(),
        origin,
        recent: at.recent,
        pins: at.pins.clone(),
        data,
        misses: at.misses.clone(),
        sequences,
        monitors,
    });
    let stands_in = at.state.has_taken_loop_function();
    parts.executor.take(&mut at.state, &point.fork, taken);
    let code = Code::of(&parts.coverage, &parts.executor);
    for &(arm, node) in &arms[1..] {
        let candidate = point.candidate(node, arm, &callers, &parts.coverage);
        let pending = Pending::Arm {
            point: point.clone(),
            arm: arm as u32,
        };
        let is_function =
            point.fork.kind == ForkKind::LoopFunction && point.fork.arms[arm].choice != 0;
        match stands_in || is_function {
            true => parts.search.wait_standing_in(pending, node),
            false => parts.search.wait(pending, &candidate, code),
        }
        if let Some((_, model)) = model(arm) {
            parts.search.aim(node, model.clone());
        }
    }
    parts.search.watch_memory(code);
}
