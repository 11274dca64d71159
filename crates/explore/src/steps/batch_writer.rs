//! Batches: what the explorer did is put into words that others understand.

use crate::error::BoxError;
use crate::exchange::{AddedNode, Batch, PendingNode, Run, Supervisor};
use crate::parts::Parts;
use crate::paths::{PathModel, PathOrigin};
use crate::results::FunctionCode;
use crate::tree::{NodeId, RunKey};
use std::rc::Rc;

/// Makes a batch if one is wanted. `running` is the lowest node of the path under way, if any: it is
/// told as pending, as nothing of it is kept until it is left or ends.
pub(crate) fn tell_if_due(
    parts: &mut Parts,
    running: Option<&PathOrigin>,
    supervisor: &mut dyn Supervisor,
) -> Result<(), BoxError> {
    let due = supervisor.is_due(parts.outbox.has_kept()) || parts.search.delta().is_large();
    if due {
        tell(parts, running, supervisor)?;
    }
    Ok(())
}

/// Makes a batch.
pub(crate) fn tell(
    parts: &mut Parts,
    running: Option<&PathOrigin>,
    supervisor: &mut dyn Supervisor,
) -> Result<(), BoxError> {
    if parts.search.is_told_of() {
        tell_nodes(parts, running);
    }
    tell_functions(parts);
    if parts.executor.skips_calls() {
        let skipped = parts.executor.skipped_functions();
        parts.outbox.skipped(skipped);
    }
    let for_inputs = parts.coverage.take_executed_for_inputs();
    parts.outbox.delta().executed_for_inputs.extend(for_inputs);
    let facts = &mut parts.outbox.delta().facts;
    parts.extensions.take_facts(facts);
    let batch = std::mem::take(parts.outbox.batch());
    supervisor.submit(batch, &parts.statistics())
}

/// A batch in which the next visit is announced.
pub(crate) fn announce(
    parts: &mut Parts,
    node: NodeId,
    supervisor: &mut dyn Supervisor,
) -> Result<(), BoxError> {
    tell_nodes(parts, None);
    parts.outbox.batch().visiting = parts.search.delta().key(node);
    tell(parts, None, supervisor)
}

/// Donates pending nodes to somebody who has nothing to do. `is_last`: as all others, who have left nothing out.
pub(crate) fn donate(
    parts: &mut Parts,
    running: Option<&PathOrigin>,
    is_last: bool,
    supervisor: &mut dyn Supervisor,
) -> Result<(), BoxError> {
    tell_nodes(parts, running);
    if is_last && running.is_none() {
        parts.leave_out_met_elsewhere();
    }
    let donated = parts.search.donate(running.is_some());
    parts.tell_finished();
    parts.outbox.batch().donated.extend(donated);
    tell(parts, running, supervisor)
}

/// Tells of the user's functions that became known.
fn tell_functions(parts: &mut Parts) {
    let program = parts.executor.program();
    for id in parts.coverage.take_added() {
        if let Some(function) = program.loaded_function(id) {
            let code = FunctionCode::of(&**program, &function);
            parts.outbox.batch().functions.push(code);
        }
    }
}

fn tell_nodes(parts: &mut Parts, running: Option<&PathOrigin>) {
    for node in parts.search.delta().take_visited() {
        let Some(key) = parts.search.delta().key(node) else {
            continue;
        };
        if running.is_some_and(|running| running.node == node) {
            parts.search.delta().note_visited(node);
        } else if !parts.search.tree().is_pending(node) {
            parts.outbox.batch().opened.push(key);
        }
    }
    let finished = parts.search.delta().take_finished();
    parts.outbox.batch().finished.extend(finished);
    for node in parts.search.delta().take_added() {
        if parts.search.tree().is_live(node) {
            tell_node(parts, node, running);
        }
    }
}

/// Tells of a node, and of those above it before.
fn tell_node(parts: &mut Parts, node: NodeId, running: Option<&PathOrigin>) {
    let mut untold = Vec::new();
    let mut above = node;
    while above != NodeId::ROOT && parts.search.delta().key(above).is_none() {
        untold.push(above);
        above = parts.search.tree().parent(above);
    }
    for node in untold.into_iter().rev() {
        let parent = parts.search.tree().parent(node);
        let parent = parts.search.delta().key(parent);
        let key = parts.search.delta().tell(node);
        let running = running.filter(|running| running.node == node);
        if running.is_some() {
            parts.search.delta().note_visited(node);
        }
        let pending = pending_node(parts, node, running);
        let choice = parts.search.tree().choice(node);
        parts.outbox.batch().added.push(AddedNode {
            key,
            parent: parent.expect("nodes above are told of before"),
            choice,
            pending,
        });
    }
}

/// What others need to visit a node.
fn pending_node(
    parts: &mut Parts,
    node: NodeId,
    running: Option<&PathOrigin>,
) -> Option<PendingNode> {
    let fork = match running {
        Some(running) => running.fork.clone(),
        // Nodes that others met have their names from elsewhere.
        None => parts.search.pending(node)?.origin()?.clone(),
    };
    Some(PendingNode {
        run: tell_model(parts, &fork.model),
        path: if running.is_some() {
            0
        } else {
            fork.model.path
        },
        hash: fork.hash,
        depth: fork.depth,
        since_new: fork.since_new,
    })
}

/// Tells of a model, and of those it is derived from before.
fn tell_model(parts: &mut Parts, model: &Rc<PathModel>) -> RunKey {
    let mut untold: Vec<Rc<PathModel>> = Vec::new();
    let mut next = Some(model.clone());
    while let Some(model) = next.filter(|model| model.key().is_none()) {
        next = model.base();
        untold.push(model);
    }
    for model in untold.iter().rev() {
        let base = model.base().unwrap_or_else(|| parts.outbox.zero().clone());
        let changes = model.model.changes_since(&base.model).into_iter();
        let inputs = changes
            .filter_map(|(input, value)| parts.executor.input_value(input, value))
            .collect();
        let key = RunKey(parts.search.delta().draw());
        model.set_told(key);
        let batch: &mut Batch = parts.outbox.batch();
        batch.runs.push(Run {
            key,
            base: base.key().unwrap_or(RunKey::ZERO),
            inputs,
        });
    }
    model.key().unwrap_or(RunKey::ZERO)
}
