//! Finds the paths through a call, whatever the path is that leads to it.
//!
//! Paths that have come to the same place in the same state are taken together there, with the disjunction
//! of their conditions; so the shortest goes on first, and waits for the others.

use super::paths::{Branch, Waiting, Where};
use super::tools::{RUN, SearchTools};
use crate::executor::SLICE;
use crate::feasibility::Feasible;
use crate::summaries::{Alternative, Context, Summary, after, call_in, together};
use std::rc::Rc;
use std::sync::Arc;
use term::Term;
use vm::{ArmOutcome, AskedCall, CallReads, End, Fork, ReadCells, State, Stop};

/// Paths of a summary at the most.
const MOST_PATHS: usize = 1 << 12;

/// Summaries that are being made at the same time, each of a call on a path of the one before.
const MOST_NESTED: usize = 32;

/// Why there is no summary.
pub(super) enum NoSummary {
    /// The call depends on what another one does that is free to do what it likes.
    Needs(u32),
    /// The run ends.
    Interrupted,
}

/// What is known of the call.
struct Paths {
    asked: Arc<AskedCall>,
    alternatives: Vec<Alternative>,
    reads: CallReads,
    total: bool,
    /// Something was left out.
    left_out: bool,
    nested: usize,
}

/// The summary of the call at which a state stands. `None` if there are too many, or the call is one of a
/// function whose summaries have come to nothing.
pub(super) fn summary_of(
    tools: &mut SearchTools<'_>,
    state: &State,
    asked: &Arc<AskedCall>,
    context: &Context,
    nested: usize,
) -> Result<Option<Rc<Summary>>, NoSummary> {
    let found = tools.summaries.find(tools.executor, state, asked, context);
    if found.is_some() {
        return Ok(found);
    }
    if tools.summaries.is_hopeless(asked.function) || nested > MOST_NESTED {
        return Ok(None);
    }
    if let Some(call) = call_in(tools.executor, asked.terms()) {
        return Err(NoSummary::Needs(call));
    }
    let paths = enumerate(tools, state, asked, context, nested)?;
    let reads = ReadCells::new(tools.executor.machine(), state, &paths.reads);
    if let Some(call) = call_in(tools.executor, reads.terms()) {
        return Err(NoSummary::Needs(call));
    }
    let complete = !paths.left_out && paths.reads.opaque().is_none();
    if complete {
        tools.counts.summaries += 1;
        tools.counts.summary_paths += paths.alternatives.len() as u64;
    }
    let known = complete.then_some((paths.alternatives, paths.total));
    Ok(tools
        .summaries
        .add(tools.executor, asked, reads, known, context))
}

fn enumerate(
    tools: &mut SearchTools<'_>,
    state: &State,
    asked: &Arc<AskedCall>,
    context: &Context,
    nested: usize,
) -> Result<Paths, NoSummary> {
    let mut paths = Paths {
        asked: Arc::clone(asked),
        alternatives: Vec::new(),
        reads: CallReads::new(state),
        total: true,
        left_out: false,
        nested,
    };
    let mut waiting = Waiting::default();
    match Branch::new(tools.executor.pool_mut(), state, context) {
        Some(begin) => run(tools, begin, &mut waiting, &mut paths)?,
        None => paths.left_out = true,
    }
    while let Some(branch) = waiting.pop(tools.executor.pool_mut(), context) {
        if tools.executor.is_interrupted() {
            return Err(NoSummary::Interrupted);
        }
        if *tools.left == 0 || paths.alternatives.len() >= MOST_PATHS {
            paths.left_out = true;
        }
        paths.reads.merge(&branch.reads);
        if paths.left_out {
            break;
        }
        *tools.left -= 1;
        tools.counts.steps += 1;
        match branch.at.clone() {
            Where::Fork(fork) => take_arms(tools, &branch, &fork, &mut waiting, &mut paths)?,
            Where::Call(inner) => pass_call(tools, &branch, &inner, &mut waiting, &mut paths)?,
        }
    }
    Ok(paths)
}

/// A branch goes on if a condition can hold. False if it cannot, or if that is not known.
fn may_go_on(
    tools: &mut SearchTools<'_>,
    branch: &mut Branch,
    condition: Term,
    paths: &mut Paths,
) -> Result<bool, NoSummary> {
    let pool = tools.executor.pool_mut();
    let model = branch.state.model();
    match tools.feasibility.ask(pool, &branch.path, condition, model) {
        Feasible::Yes(model) => branch.state.set_model(model),
        Feasible::No(_) => return Ok(false),
        Feasible::Unknown { .. } => {
            paths.left_out = true;
            return Ok(false);
        }
        Feasible::Interrupted => return Err(NoSummary::Interrupted),
    }
    branch.require(tools.executor.pool(), condition);
    Ok(true)
}

/// A branch stands at a fork: it goes on along each of its arms.
fn take_arms(
    tools: &mut SearchTools<'_>,
    branch: &Branch,
    fork: &Rc<Fork>,
    waiting: &mut Waiting,
    paths: &mut Paths,
) -> Result<(), NoSummary> {
    paths.left_out |= !fork.complete;
    let conditions = fork.arms.iter().map(|arm| arm.condition);
    if let Some(call) = call_in(tools.executor, conditions) {
        return Err(NoSummary::Needs(call));
    }
    for (number, arm) in fork.arms.iter().enumerate() {
        let mut along = branch.clone();
        if !may_go_on(tools, &mut along, arm.condition, paths)? {
            continue;
        }
        if arm.outcome != ArmOutcome::Continue {
            paths.total = false;
            continue;
        }
        tools.executor.take(&mut along.state, fork, number);
        run(tools, along, waiting, paths)?;
    }
    Ok(())
}

/// A branch stands at a call: it goes on in as many ways as that has.
fn pass_call(
    tools: &mut SearchTools<'_>,
    branch: &Branch,
    inner: &Arc<AskedCall>,
    waiting: &mut Waiting,
    paths: &mut Paths,
) -> Result<(), NoSummary> {
    let nested = paths.nested + 1;
    let summary = summary_of(tools, &branch.state, inner, &branch.context, nested)?;
    let usable = summary.filter(|summary| summary.complete);
    let ways = usable.and_then(|summary| {
        let after = after(tools.executor, &branch.state, inner, &summary, [])?;
        let ways = together(tools.executor.pool_mut(), &summary, &after);
        Some((summary, ways))
    });
    let Some((summary, ways)) = ways else {
        paths.left_out = true;
        return Ok(());
    };
    paths.total &= summary.total;
    for way in ways {
        let mut along = branch.clone();
        let effects = way.alternatives.iter();
        let effects = effects.map(|&number| &summary.alternatives[number].effect);
        let effects: Vec<_> = effects.collect();
        along.reads.add_call(summary.reads(), inner, &effects);
        paths.reads.merge(&along.reads);
        if !may_go_on(tools, &mut along, way.condition, paths)? {
            continue;
        }
        if way.alternatives.len() > 1 {
            along.context.push(Rc::clone(&summary));
        }
        along.state.answer_call(way.values);
        run(tools, along, waiting, paths)?;
    }
    Ok(())
}

/// Runs a branch until it decides something, calls something, or the call returns.
fn run(
    tools: &mut SearchTools<'_>,
    mut branch: Branch,
    waiting: &mut Waiting,
    paths: &mut Paths,
) -> Result<(), NoSummary> {
    let last = branch.state.instructions().saturating_add(RUN);
    let bounds = branch.state.bounds().len();
    loop {
        let (state, reads) = (&mut branch.state, &mut branch.reads);
        match tools.executor.run(state, SLICE, reads) {
            Stop::Fork(fork) => {
                branch.at = Where::Fork(Rc::new(*fork));
                waiting.push(branch);
                return Ok(());
            }
            Stop::Budget if tools.executor.is_interrupted() => return Err(NoSummary::Interrupted),
            Stop::Budget if branch.state.has_returned() => {
                match returned(tools, &branch, &paths.asked) {
                    Some(alternative) => paths.add(alternative, tools),
                    None => paths.left_out = true,
                }
                break;
            }
            Stop::Budget => {
                if let Some(inner) = branch.state.asked_call().cloned() {
                    branch.at = Where::Call(inner);
                    waiting.push(branch);
                    return Ok(());
                }
                if branch.state.instructions() >= last {
                    paths.left_out = true;
                    break;
                }
            }
            Stop::End(End::Exit(_) | End::Killed(_) | End::Error(_) | End::AssumeFailed) => {
                paths.total = false;
                break;
            }
            Stop::End(End::Unsupported(_) | End::Limit(_)) => {
                paths.left_out = true;
                break;
            }
        }
    }
    paths.left_out |= branch.state.bounds().len() != bounds;
    paths.reads.merge(&branch.reads);
    Ok(())
}

/// The path of a branch that has returned.
fn returned(
    tools: &mut SearchTools<'_>,
    branch: &Branch,
    asked: &AskedCall,
) -> Option<Alternative> {
    let machine = tools.executor.machine();
    let effect = machine.call_effect(asked, &branch.reads, &branch.state)?;
    let condition = branch.condition(&mut machine.pool);
    Some(Alternative { condition, effect })
}

impl Paths {
    /// Adds a path; one that does the same as another is taken together with it.
    fn add(&mut self, path: Alternative, tools: &mut SearchTools<'_>) {
        let mut known = self.alternatives.iter_mut();
        match known.find(|known| known.effect == path.effect) {
            Some(known) => {
                let pool = tools.executor.pool_mut();
                known.condition = pool.or(known.condition, path.condition);
            }
            None => self.alternatives.push(path),
        }
    }
}
