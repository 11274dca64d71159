//! Paths that wait for others: each runs for a slice at a time, so that one that never ends starves
//! nobody. A path that waits is a pending node like any other: the lowest node of the path, which
//! others reach by its decisions, and which is gone on with here from a snapshot.

use super::path_end;
use crate::executor::NotReached;
use crate::parts::Parts;
use crate::paths::{ActivePath, PathModel, PathOrigin, Paused, Pending, Position, length};
use crate::results::{Ending, PathEnd, Place};
use crate::search::Code;
use crate::strategy::{Arm, Candidate, SequencePosition};
use crate::tree::{Closed, NodeId};
use std::cell::RefCell;
use std::rc::Rc;
use std::time::Instant;
use vm::{ArmOutcome, ForkKind, State};

/// A path waits: its node is pending again.
pub(crate) fn pause(parts: &mut Parts, mut at: ActivePath) {
    if parts.options.lazy {
        at.follow_state();
    }
    parts.search.count_pause();
    parts.search.note_length(length(&at.state));
    let ending = Ending {
        closed: None,
        end: PathEnd::Stopped,
        place: Place::default(),
    };
    let program = parts.executor.program().clone();
    parts.outbox.path(&at, ending, &*program);
    let PathOrigin { node, fork } = at.origin;
    let aim = at.aim;
    let arm = at.last.unwrap_or_else(|| goes_on_at(parts, &at.state));
    let arm = Arm {
        data: parts.data(&at.state),
        ..arm
    };
    let callers = parts.search.callers(&at.state);
    let candidate = Candidate {
        node,
        arm,
        since_new: at.state.instructions().saturating_sub(at.new_at),
        recent: at.recent,
        callers: &callers,
        misses: at.misses.list(),
        paused: true,
        sequences: &SequencePosition::of(&at.state),
        monitors: &at.state.monitor_states().clone(),
    };
    let made = !at.state.makes_inputs();
    let bytes = at.state.approximate_bytes();
    let paused = Paused {
        at: Position::of(&at.state),
        snapshot: parts.search.keep(at.state, bytes),
        path: RefCell::new(at.path),
        pins: at.pins,
        origin: fork,
        model: at.model,
        recent: at.recent,
        misses: at.misses.clone(),
        new_at: at.new_at,
        covers: RefCell::new(at.covers),
    };
    let (new, code) = (
        parts.coverage.new - at.new_before,
        Code::of(&parts.coverage, &parts.executor),
    );
    let pending = Pending::Paused(Rc::new(paused));
    parts.search.pause(pending, &candidate, code);
    if let Some(model) = aim {
        parts.search.aim(node, model);
    }
    parts.search.path_ended(node, new, code);
    if made {
        parts.search.sequences_ended(true);
    }
    parts.search.watch_memory(code);
}

/// What strategies are told of a path that waits between two forks.
fn goes_on_at(parts: &Parts, state: &State) -> Arm {
    let site = parts.executor.site(state);
    Arm {
        kind: ForkKind::Library,
        site: site.expect("a path that waits has not ended"),
        choice: 0,
        outcome: ArmOutcome::Continue,
        edge: None,
        data: None,
        monitors: 0,
    }
}

/// A path that waited goes on, at a node that was opened.
pub(crate) fn go_on(parts: &mut Parts, node: NodeId, paused: Rc<Paused>) -> Option<ActivePath> {
    let state = match parts.search.take_snapshot(&paused.snapshot) {
        Some(state) => Ok(state),
        None => replay(parts, node, &paused),
    };
    let aim = parts.search.take_aim(node);
    let mut state = match state {
        Ok(state) => state,
        Err(NotReached::Interrupted) => {
            parts.search.put_back(node, Pending::Paused(paused));
            return None;
        }
        Err(NotReached::Diverged | NotReached::OtherValues) => {
            parts.outbox.covered(paused.covers.take());
            parts.close(node, Closed::Diverged);
            return None;
        }
    };
    // What it decides from here on is told as another path's that left it here.
    let number = parts.search.path_number();
    let wanted = number != 0;
    let model = match (wanted, aim) {
        (_, Some(aim)) => {
            state.set_model(aim.clone());
            PathModel::derived(aim, &paused.model, number)
        }
        (true, None) => PathModel::derived(paused.model.model.clone(), &paused.model, number),
        (false, None) => paused.model.clone(),
    };
    let path = paused.path.borrow().whole(parts.executor.pool());
    Some(ActivePath {
        origin: PathOrigin {
            node,
            fork: paused.origin.clone(),
        },
        path,
        pins: paused.pins.clone(),
        suffix: paused.model.suffix(paused.at.depth, wanted),
        model,
        new_at: paused.new_at,
        covers: paused.covers.take(),
        recent: paused.recent,
        misses: paused.misses.clone(),
        new_before: parts.coverage.new,
        pause_at: parts.search.pause_at(length(&state)),
        had_its_turn: true,
        aim: None,
        last: None,
        state,
    })
}

/// The state of a path that waits, run again because memory was short.
fn replay(parts: &mut Parts, node: NodeId, paused: &Paused) -> Result<State, NotReached> {
    let above = parts.search.nearest_snapshot(node);
    parts.executor.replay_paused(above, paused)
}

/// At the end of the run, paths that wait become tests as far as they came, if they covered something
/// new and there is time for it.
pub(crate) fn keep_all(parts: &mut Parts, until: Option<Instant>) {
    parts.executor.set_deadline(until);
    let nodes: Vec<NodeId> = parts.search.tree().pending_nodes().collect();
    for node in nodes {
        let Some(Pending::Paused(paused)) = parts.search.pending(node) else {
            continue;
        };
        let paused = paused.clone();
        if paused.covers.borrow().is_empty() {
            continue;
        }
        let state = match paused.snapshot.cloned() {
            _ if parts.executor.is_out_of_time() => Err(NotReached::Interrupted),
            Some(state) => Ok(state),
            None => replay(parts, node, &paused),
        };
        let covers = paused.covers.take();
        match state {
            Ok(state) => path_end::keep_part(parts, &state, covers),
            Err(_) => parts.outbox.covered(covers),
        }
    }
    parts.executor.set_deadline(None);
}
