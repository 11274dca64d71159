//! A path at a fork: it goes along the taken arm and leaves the others pending.

use crate::active_path::{ActivePath, PathOrigin};
use crate::other_values;
use crate::parts::Parts;
use crate::pending::{ForkPoint, Pending};
use crate::search::Code;
use crate::strategy::{Arm, Candidate};
use std::rc::Rc;
use vm::{ArmOutcome, Fork};

/// Goes along the taken arm and leaves the others pending.
pub(crate) fn fork(parts: &mut Parts, at: &mut ActivePath, fork: Box<Fork>) {
    let taken = fork.taken;
    let condition = fork.arms[taken].condition;
    let data = parts.data(&at.state);
    let arm = Arm::of(&fork, taken, data, &parts.coverage);
    at.suffix.push(&fork, taken);
    let tries_values = other_values::are_tried(parts, &fork);
    if tries_values {
        other_values::leave_pending(parts, at, &fork);
    } else if fork.arms.len() == 1 {
        parts.executor.take(&mut at.state, &fork, taken);
    } else {
        leave_pending(parts, at, fork, data);
    }
    at.recent = at.recent.then(&arm);
    at.last = Some(arm);
    parts.search.arm_taken(&arm, at.recent);
    let pool = parts.executor.pool();
    at.path = at.path.and(pool, condition);
    if !tries_values {
        at.pins = at.pins.and(pool, condition);
    }
}

/// At a fork of several arms: the taken one and the others that lead on become nodes.
fn leave_pending(parts: &mut Parts, at: &mut ActivePath, fork: Box<Fork>, data: Option<u64>) {
    let (taken, parent) = (fork.taken, at.origin.node);
    let explored = |arm: usize| arm != taken && fork.arms[arm].outcome != ArmOutcome::Discard;
    let others: Vec<usize> = (0..fork.arms.len()).filter(|&arm| explored(arm)).collect();
    let origin = at.here();
    let choice = fork.arms[taken].choice;
    at.origin = PathOrigin {
        node: parts.search.go_along(parent, others.len() + 1, choice),
        fork: origin.clone(),
    };
    if others.is_empty() {
        parts.executor.take(&mut at.state, &fork, taken);
        return;
    }
    let callers = parts.search.callers(&at.state);
    let bytes = at.state.approximate_bytes();
    let point = Rc::new(ForkPoint {
        snapshot: parts.search.keep(at.state.clone(), bytes),
        fork,
        path: at.path.clone().into(),
        origin,
        recent: at.recent,
        pins: at.pins.clone(),
        data,
    });
    parts.executor.take(&mut at.state, &point.fork, taken);
    let code = Code::of(&parts.coverage, &parts.executor);
    for arm in others {
        let taken = Arm::of(&point.fork, arm, point.data, &parts.coverage);
        let candidate = Candidate {
            node: parts.search.add_pending(parent, taken.choice),
            arm: taken,
            since_new: point.origin.since_new,
            recent: point.recent.then(&taken),
            callers: &callers,
            paused: false,
        };
        let (point, arm) = (point.clone(), arm as u32);
        parts
            .search
            .wait(Pending::Arm { point, arm }, &candidate, code);
    }
    parts.search.watch_memory(code);
}
