//! Paths through a call that have not come to its end.

use crate::summaries::Context;
use rustc_hash::FxHashMap;
use solver::PathCondition;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;
use std::sync::Arc;
use term::{Pool, Term};
use vm::{AskedCall, CallReads, Fork, LiveRegisters, State};

/// Where a path stands.
#[derive(Clone)]
pub(super) enum Where {
    Fork(Rc<Fork>),
    Call(Arc<AskedCall>),
}

/// A path through the call.
#[derive(Clone)]
pub(super) struct Branch {
    pub(super) state: State,
    /// With what the context says.
    pub(super) path: PathCondition,
    /// Without that.
    conditions: Vec<Term>,
    pub(super) reads: CallReads,
    /// Summaries that calls before it, and calls on it, are answered by.
    pub(super) context: Context,
    pub(super) at: Where,
}

impl Branch {
    /// The path that begins with the call at which a state stands.
    pub(super) fn new(pool: &mut Pool, state: &State, context: &Context) -> Option<Branch> {
        let asked = state.asked_call()?;
        Some(Branch {
            state: state.into_call(),
            path: condition_of(pool, context, &[]),
            conditions: Vec::new(),
            reads: CallReads::new(state),
            context: context.clone(),
            at: Where::Call(Arc::clone(asked)),
        })
    }

    /// Adds a condition.
    pub(super) fn require(&mut self, pool: &Pool, condition: Term) {
        self.path = self.path.and(pool, condition);
        if pool.constant_bool(condition) != Some(true) {
            self.conditions.push(condition);
        }
    }

    /// All that it asks.
    pub(super) fn condition(&self, pool: &mut Pool) -> Term {
        all(pool, &self.conditions)
    }

    /// True if it has come to where another is, in the same state.
    fn is_like(&self, other: &Branch, live: &mut LiveRegisters) -> bool {
        let same = match (&self.at, &other.at) {
            (Where::Fork(one), Where::Fork(other)) => {
                one.site == other.site && one.arms == other.arms
            }
            (Where::Call(one), Where::Call(other)) => one.is_like(other),
            _ => false,
        };
        let mut contexts = self.context.iter().zip(&other.context);
        same && self.context.len() == other.context.len()
            && contexts.all(|(one, other)| Rc::ptr_eq(one, other))
            && self.reads.writes_as(&other.reads)
            && live.go_on_alike(&self.state, &other.state)
    }

    /// Takes another along.
    fn join(&mut self, pool: &mut Pool, other: &Branch, context: &Context) {
        let pairs = self.conditions.iter().zip(&other.conditions);
        let common = pairs.take_while(|(one, other)| one == other).count();
        let one = all(pool, &self.conditions[common..]);
        let other_way = all(pool, &other.conditions[common..]);
        let either = pool.or(one, other_way);
        self.conditions.truncate(common);
        if pool.constant_bool(either) != Some(true) {
            self.conditions.push(either);
        }
        self.path = condition_of(pool, context, &self.conditions);
        self.reads.merge(&other.reads);
    }
}

fn all(pool: &mut Pool, conditions: &[Term]) -> Term {
    let mut all = pool.bool(true);
    for &condition in conditions {
        all = pool.and(all, condition);
    }
    all
}

/// What a context says, and some conditions.
fn condition_of(pool: &mut Pool, context: &Context, conditions: &[Term]) -> PathCondition {
    let mut path = PathCondition::new();
    for summary in context {
        let definition = summary.definition(pool);
        path = path.and(pool, definition);
    }
    for &condition in conditions {
        path = path.and(pool, condition);
    }
    path
}

/// Paths that wait, those first that have executed least.
#[derive(Default)]
pub(super) struct Waiting {
    branches: Vec<Option<Branch>>,
    order: BinaryHeap<Reverse<(u64, usize)>>,
    /// By place.
    at: FxHashMap<u64, Vec<usize>>,
    live: LiveRegisters,
}

impl Waiting {
    pub(super) fn push(&mut self, branch: Branch) {
        let number = self.branches.len();
        self.order
            .push(Reverse((branch.state.instructions(), number)));
        let place = vm::point(&branch.state);
        self.at.entry(place).or_default().push(number);
        self.branches.push(Some(branch));
    }

    /// The next, and with it all that stand there in the same state.
    pub(super) fn pop(&mut self, pool: &mut Pool, context: &Context) -> Option<Branch> {
        loop {
            let Reverse((_, number)) = self.order.pop()?;
            let Some(mut branch) = self.branches[number].take() else {
                continue;
            };
            let place = vm::point(&branch.state);
            for other in self
                .at
                .get_mut(&place)
                .map(std::mem::take)
                .unwrap_or_default()
            {
                match self.branches[other].take() {
                    Some(joined) if branch.is_like(&joined, &mut self.live) => {
                        branch.join(pool, &joined, context);
                    }
                    Some(apart) => {
                        self.branches[other] = Some(apart);
                        self.at.entry(place).or_default().push(other);
                    }
                    None => {}
                }
            }
            return Some(branch);
        }
    }
}
