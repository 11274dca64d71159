//! The search for inputs that lead along a way, through the calls that are entered.

use super::blame::Promise;
use super::follower::{Follower, Way};
use crate::executor::{Executor, SLICE};
use crate::feasibility::{Feasibility, Feasible};
use crate::lazy_statistics::LazyStatistics;
use solver::PathCondition;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;
use std::sync::Arc;
use vm::{ArmOutcome, CallMode, End, Fork, ForkKind, SearchedCalls, State, Stop};

/// Instructions that a run of a search may take.
const RUN: u64 = 20_000_000;

/// An arm that no run of the search has taken.
struct Waiting {
    state: State,
    path: PathCondition,
    fork: Rc<Fork>,
    arm: usize,
    /// How far its run had followed the way.
    at: usize,
    inside: bool,
    /// Step that is passed if the arm is demanded.
    demanded: Option<usize>,
}

/// Those that have come furthest are first, then those that were met first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Rank {
    at: usize,
    met: Reverse<u64>,
    index: usize,
}

/// What a search comes to.
pub(super) enum Next {
    /// A run that came to the end of the way: its model, and the conditions on it.
    Arrived(Promise),
    /// There is no other. If that is a proof, nothing was left out.
    Nothing { proved: bool },
    /// The run ends.
    Interrupted,
}

/// A search.
pub(super) struct Search<'a> {
    way: &'a Way,
    waiting: Vec<Option<Waiting>>,
    order: BinaryHeap<Rank>,
    begin: Option<State>,
    /// Something was left out.
    left_out: bool,
    met: u64,
}

/// What a search uses.
pub(super) struct Tools<'a> {
    pub(super) executor: &'a mut Executor,
    pub(super) feasibility: &'a mut Feasibility,
    /// Steps that it may take.
    pub(super) left: &'a mut u64,
    pub(super) counts: &'a mut LazyStatistics,
}

impl<'a> Search<'a> {
    /// A search along a way, whose first run has the model of `from`.
    pub(super) fn new(
        executor: &Executor,
        way: &'a Way,
        calls: SearchedCalls,
        from: &State,
    ) -> Search<'a> {
        let mut begin = executor.start().clone();
        begin.set_call_mode(CallMode::Search(Arc::new(calls)));
        begin.set_model(from.model().clone());
        Search {
            way,
            waiting: Vec::new(),
            order: BinaryHeap::new(),
            begin: Some(begin),
            left_out: false,
            met: 0,
        }
    }

    /// A run that came to the end did otherwise than it seemed: what was found is no proof.
    pub(super) fn doubt(&mut self) {
        self.left_out = true;
    }

    /// The next run that comes to the end of the way.
    pub(super) fn next(&mut self, tools: &mut Tools<'_>) -> Next {
        loop {
            if tools.executor.is_interrupted() {
                return Next::Interrupted;
            }
            let taken = match self.begin.take() {
                Some(state) => Some((state, PathCondition::new(), 0, false)),
                None => {
                    let Some(rank) = self.order.pop() else {
                        let proved = !self.left_out;
                        return Next::Nothing { proved };
                    };
                    if *tools.left == 0 {
                        return Next::Nothing { proved: false };
                    }
                    let waiting = self.waiting[rank.index].take();
                    let waiting = waiting.expect("an arm is in the order once");
                    match self.take(tools, waiting) {
                        Ok(taken) => taken,
                        Err(Interrupted) => return Next::Interrupted,
                    }
                }
            };
            *tools.left = tools.left.saturating_sub(1);
            tools.counts.steps += 1;
            if let Some((state, path, at, inside)) = taken {
                match self.run(tools, state, path, Follower::new(self.way, at, inside)) {
                    Ok(Some(promise)) => return Next::Arrived(promise),
                    Ok(None) => {}
                    Err(Interrupted) => return Next::Interrupted,
                }
            }
        }
    }

    /// Takes an arm that waited. `None` if no input does.
    fn take(
        &mut self,
        tools: &mut Tools<'_>,
        waiting: Waiting,
    ) -> Result<Option<(State, PathCondition, usize, bool)>, Interrupted> {
        let Waiting {
            mut state,
            path,
            fork,
            arm,
            at,
            inside,
            demanded,
        } = waiting;
        let condition = fork.arms[arm].condition;
        let pool = tools.executor.pool_mut();
        match tools.feasibility.ask(pool, &path, condition, state.model()) {
            Feasible::Yes(model) => state.set_model(model),
            Feasible::No(_) => return Ok(None),
            Feasible::Unknown { .. } => {
                self.left_out = true;
                return Ok(None);
            }
            Feasible::Interrupted => return Err(Interrupted),
        }
        let path = path.and(tools.executor.pool(), condition);
        tools.executor.take(&mut state, &fork, arm);
        let at = demanded.map_or(at, |step| step + 1);
        Ok(Some((state, path, at, inside)))
    }

    /// Runs along the way as far as it goes.
    fn run(
        &mut self,
        tools: &mut Tools<'_>,
        mut state: State,
        mut path: PathCondition,
        mut follower: Follower<'_>,
    ) -> Result<Option<Promise>, Interrupted> {
        let last = state.instructions().saturating_add(RUN);
        loop {
            if follower.arrived {
                return Ok(Some(self.promise(&state, &path)));
            }
            if follower.lost {
                return Ok(None);
            }
            if state.instructions() >= last {
                self.left_out = true;
                return Ok(None);
            }
            let fork = match tools.executor.run(&mut state, SLICE, &mut follower) {
                Stop::Fork(fork) => fork,
                Stop::Budget if tools.executor.is_interrupted() => return Err(Interrupted),
                Stop::Budget => continue,
                Stop::End(end) if follower.goes_on() => {
                    if matches!(end, End::Error(_)) {
                        follower.made_error();
                    }
                    if follower.arrived {
                        continue;
                    }
                    self.ended(&end);
                    return Ok(None);
                }
                Stop::End(_) => continue,
            };
            if !follower.goes_on() {
                continue;
            }
            let fork = Rc::new(*fork);
            let demanded = match follower.inside {
                true => None,
                false => follower.demanded(&fork),
            };
            let Some((step, choice)) = demanded else {
                self.leave_waiting(&state, &path, &fork, &follower);
                let condition = fork.arms[fork.taken].condition;
                path = path.and(tools.executor.pool(), condition);
                tools.executor.take(&mut state, &fork, fork.taken);
                continue;
            };
            let Some(arm) = fork.arm_of(choice) else {
                // Of branches and switches, arms are missing that no input takes.
                self.left_out |= !matches!(fork.kind, ForkKind::Branch | ForkKind::Switch);
                return Ok(None);
            };
            if arm != fork.taken {
                let waiting = Waiting {
                    state,
                    path,
                    fork,
                    arm,
                    at: follower.at,
                    inside: false,
                    demanded: Some(step),
                };
                let Some(taken) = self.take(tools, waiting)? else {
                    return Ok(None);
                };
                (state, path) = (taken.0, taken.1);
            } else {
                let condition = fork.arms[arm].condition;
                path = path.and(tools.executor.pool(), condition);
                tools.executor.take(&mut state, &fork, arm);
            }
            follower.pass(step);
        }
    }

    /// The arms of a fork that its run does not take.
    fn leave_waiting(
        &mut self,
        state: &State,
        path: &PathCondition,
        fork: &Rc<Fork>,
        follower: &Follower<'_>,
    ) {
        self.left_out |= !fork.complete;
        for (arm, other) in fork.arms.iter().enumerate() {
            if arm == fork.taken || other.outcome != ArmOutcome::Continue {
                continue;
            }
            self.met += 1;
            self.order.push(Rank {
                at: follower.at,
                met: Reverse(self.met),
                index: self.waiting.len(),
            });
            self.waiting.push(Some(Waiting {
                state: state.clone(),
                path: path.clone(),
                fork: Rc::clone(fork),
                arm,
                at: follower.at,
                inside: follower.inside,
                demanded: None,
            }));
        }
    }

    /// A run ended before the end of the way.
    fn ended(&mut self, end: &End) {
        self.left_out |= match end {
            End::Exit(_) | End::Killed(_) | End::Error(_) | End::AssumeFailed => false,
            End::Unsupported(_) | End::Limit(_) => true,
        };
    }

    fn promise(&self, state: &State, path: &PathCondition) -> Promise {
        Promise {
            model: state.model().clone(),
            conditions: path.constraints(),
        }
    }
}

/// The run ends.
struct Interrupted;
