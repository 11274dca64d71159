//! The search for inputs that lead along a way, through the calls that are entered.

use super::blame::Promise;
use super::enumerate::{NoSummary, summary_of};
use super::runs::Met;
use super::tools::{Interrupted, RUN, SearchTools};
use crate::executor::{Executor, SLICE};
use crate::feasibility::Feasible;
use crate::parts::Parts;
use crate::summaries::{
    AnsweredCalls, Demands, Follower, Key, Prefix, WayToArm, keys, without_selectors,
};
use solver::PathCondition;
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;
use std::sync::Arc;
use term::Term;
use vm::{ArmOutcome, CallMode, End, Events, Fork, ForkKind, SearchedCalls, State, Stop};

/// A way on that no run of the search has taken.
struct UntriedArm {
    state: State,
    path: PathCondition,
    /// How far its run had followed the way.
    at: usize,
    inside: bool,
    calls: Rc<AnsweredCalls>,
    next: WayOn,
}

/// How it goes on.
enum WayOn {
    /// Takes an arm; the step is passed if it is demanded.
    Arm {
        fork: Rc<Fork>,
        arm: usize,
        demanded: Option<usize>,
    },
    /// Passes a call that is answered by a summary.
    Answer {
        condition: Term,
        values: Vec<(u32, Term)>,
    },
}

/// A run under way.
struct Running<'a> {
    state: State,
    path: PathCondition,
    follower: Follower<'a>,
    calls: Rc<AnsweredCalls>,
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
    /// A summary that is wanted of a call depends on what another does, too.
    Needs { of: u32, needed: u32 },
    /// There is no summary of a call that was to be answered by one.
    NoSummary,
    /// The run ends.
    Interrupted,
}

/// A search.
pub(super) struct CallSearch<'a> {
    way: &'a WayToArm,
    demands: Option<&'a Demands>,
    waiting: Vec<Option<UntriedArm>>,
    order: BinaryHeap<Rank>,
    begin: Option<Begin>,
    /// Of the beginnings of the way.
    keys: Vec<Key>,
    /// Something was left out.
    left_out: bool,
    /// So many steps of the way are enough for what came to nothing to do so.
    came_to_nothing_at: usize,
    met: u64,
}

/// Where it begins.
enum Begin {
    Start(Box<State>),
    Prefix(Rc<Prefix>, Arc<SearchedCalls>),
}

/// Why a run of a search comes to nothing.
enum NoRun {
    Interrupted,
    Needs { of: u32, needed: u32 },
    NoSummary,
}

impl From<Interrupted> for NoRun {
    fn from(_: Interrupted) -> NoRun {
        NoRun::Interrupted
    }
}

impl<'a> CallSearch<'a> {
    /// A search along the way of a path, whose first run has its model.
    pub(super) fn new(executor: &Executor, met: &'a Met, calls: SearchedCalls) -> CallSearch<'a> {
        let mut begin = executor.start().clone();
        begin.set_call_mode(CallMode::Search(Arc::new(calls)));
        begin.set_model(met.state.model().clone());
        CallSearch {
            way: &met.way,
            demands: None,
            keys: Vec::new(),
            waiting: Vec::new(),
            order: BinaryHeap::new(),
            begin: Some(Begin::Start(Box::new(begin))),
            left_out: false,
            came_to_nothing_at: 0,
            met: 0,
        }
    }

    /// The same with calls that are answered by summaries, as `demands` ask.
    pub(super) fn with_summaries(
        parts: &Parts,
        met: &'a Met,
        calls: &SearchedCalls,
        demands: &'a Demands,
    ) -> CallSearch<'a> {
        let mut search = CallSearch::new(&parts.executor, met, calls.clone());
        search.demands = Some(demands);
        search.keys = keys(&met.way);
        if let Some(prefix) = parts.summaries.prefixes.longest(&search.keys, calls) {
            search.begin = Some(Begin::Prefix(prefix, Arc::new(calls.clone())));
        }
        search
    }

    /// A run that came to the end did otherwise than it seemed: what was found is no proof.
    pub(super) fn doubt(&mut self) {
        self.left_out = true;
    }

    /// The next run that comes to the end of the way.
    pub(super) fn next(&mut self, tools: &mut SearchTools<'_>) -> Next {
        match self.arrive(tools) {
            Ok(next) => next,
            Err(NoRun::Interrupted) => Next::Interrupted,
            Err(NoRun::Needs { of, needed }) => Next::Needs { of, needed },
            Err(NoRun::NoSummary) => Next::NoSummary,
        }
    }

    fn arrive(&mut self, tools: &mut SearchTools<'_>) -> Result<Next, NoRun> {
        loop {
            if tools.executor.is_interrupted() {
                return Ok(Next::Interrupted);
            }
            let running = match self.begin.take() {
                Some(Begin::Start(state)) => Some(Running {
                    state: *state,
                    path: PathCondition::new(),
                    follower: Follower::new(self.way, 0, false),
                    calls: Rc::default(),
                }),
                Some(Begin::Prefix(prefix, calls)) => {
                    let mut state = prefix.state.clone();
                    state.set_call_mode(CallMode::Search(calls));
                    let running = Running {
                        state,
                        path: prefix.path.clone(),
                        follower: Follower::new(self.way, prefix.at, false),
                        calls: Rc::clone(&prefix.calls),
                    };
                    self.at_call(tools, &running)?;
                    None
                }
                None => {
                    let Some(rank) = self.order.pop() else {
                        let proved = !self.left_out;
                        return Ok(Next::Nothing { proved });
                    };
                    if *tools.left == 0 {
                        return Ok(Next::Nothing { proved: false });
                    }
                    let waiting = self.waiting[rank.index].take();
                    let waiting = waiting.expect("an arm is in the order once");
                    self.take(tools, waiting)?
                }
            };
            *tools.left = tools.left.saturating_sub(1);
            tools.counts.steps += 1;
            if let Some(running) = running
                && let Some(promise) = self.run(tools, running)?
            {
                return Ok(Next::Arrived(promise));
            }
        }
    }

    /// Goes on with what waited. `None` if no input does.
    fn take(
        &mut self,
        tools: &mut SearchTools<'_>,
        waiting: UntriedArm,
    ) -> Result<Option<Running<'a>>, Interrupted> {
        let UntriedArm {
            mut state,
            path,
            at,
            inside,
            calls,
            next,
        } = waiting;
        let condition = match &next {
            WayOn::Arm { fork, arm, .. } => fork.arms[*arm].condition,
            WayOn::Answer { condition, .. } => *condition,
        };
        let pool = tools.executor.pool_mut();
        match tools.feasibility.ask(pool, &path, condition, state.model()) {
            Feasible::Yes(model) => state.set_model(model),
            Feasible::No(_) => {
                let demanded = match next {
                    WayOn::Arm { demanded, .. } => demanded.map_or(at, |step| step + 1),
                    WayOn::Answer { .. } => at,
                };
                self.comes_to_nothing(demanded, &calls);
                return Ok(None);
            }
            Feasible::Unknown { .. } => {
                self.left_out = true;
                return Ok(None);
            }
            Feasible::Interrupted => return Err(Interrupted),
        }
        let path = path.and(tools.executor.pool(), condition);
        let mut follower = Follower::new(self.way, at, inside);
        match next {
            WayOn::Arm {
                fork,
                arm,
                demanded,
            } => {
                tools.executor.take(&mut state, &fork, arm);
                if let Some(step) = demanded {
                    follower.pass(step);
                }
            }
            WayOn::Answer { values, .. } => {
                state.answer_call(values);
                follower.beneath(false);
            }
        }
        Ok(Some(Running {
            state,
            path,
            follower,
            calls,
        }))
    }

    /// Runs along the way as far as it goes.
    fn run(
        &mut self,
        tools: &mut SearchTools<'_>,
        mut running: Running<'a>,
    ) -> Result<Option<Promise>, NoRun> {
        let last = running.state.instructions().saturating_add(RUN);
        loop {
            if running.follower.arrived {
                return Ok(Some(self.promise(tools, &running)));
            }
            if running.follower.lost {
                self.comes_to_nothing(running.follower.at + 1, &running.calls);
                return Ok(None);
            }
            if running.state.instructions() >= last {
                self.left_out = true;
                return Ok(None);
            }
            let (state, follower) = (&mut running.state, &mut running.follower);
            match tools.executor.run(state, SLICE, follower) {
                Stop::Fork(fork) if follower.goes_on() => {
                    match self.at_fork(tools, running, Rc::new(*fork))? {
                        Some(on) => running = on,
                        None => return Ok(None),
                    }
                }
                Stop::Budget if tools.executor.is_interrupted() => return Err(NoRun::Interrupted),
                Stop::Budget => {
                    if follower.goes_on() && state.asked_call().is_some() {
                        self.at_call(tools, &running)?;
                        return Ok(None);
                    }
                }
                Stop::End(end) if follower.goes_on() => {
                    if matches!(end, End::Error(_)) {
                        follower.made_error();
                    }
                    if !follower.arrived {
                        self.ended(&end);
                        self.comes_to_nothing(running.follower.at + 1, &running.calls);
                        return Ok(None);
                    }
                }
                Stop::Fork(_) | Stop::End(_) => {}
            }
        }
    }

    /// Goes on at a fork: where the way says, or as the model does.
    fn at_fork(
        &mut self,
        tools: &mut SearchTools<'_>,
        mut running: Running<'a>,
        fork: Rc<Fork>,
    ) -> Result<Option<Running<'a>>, Interrupted> {
        let demanded = match running.follower.inside {
            true => None,
            false => running.follower.demanded(&fork),
        };
        let Some((step, choice)) = demanded else {
            self.leave_waiting(&running, &fork);
            go_along(tools, &mut running, &fork, fork.taken);
            return Ok(Some(running));
        };
        let Some(arm) = fork.arm_of(choice) else {
            // Of branches and switches, arms are missing that no input takes.
            self.left_out |= !matches!(fork.kind, ForkKind::Branch | ForkKind::Switch);
            self.comes_to_nothing(step + 1, &running.calls);
            return Ok(None);
        };
        if arm == fork.taken {
            go_along(tools, &mut running, &fork, arm);
            running.follower.pass(step);
            return Ok(Some(running));
        }
        let waiting = UntriedArm {
            state: running.state,
            path: running.path,
            at: running.follower.at,
            inside: false,
            calls: running.calls,
            next: WayOn::Arm {
                fork,
                arm,
                demanded: Some(step),
            },
        };
        self.take(tools, waiting)
    }

    /// Leaves the ways on from a call waiting of which it is asked what it does.
    fn at_call(&mut self, tools: &mut SearchTools<'_>, running: &Running<'a>) -> Result<(), NoRun> {
        let state = &running.state;
        let (Some(asked), Some(demands)) = (state.asked_call().cloned(), self.demands) else {
            return Ok(());
        };
        let calls = &running.calls;
        // It is the only one for every way that begins like this.
        let alone = self.order.is_empty()
            && !self.left_out
            && self.came_to_nothing_at <= running.follower.at;
        if alone && calls.steps <= running.follower.at {
            let prefix = Prefix {
                state: state.clone(),
                path: running.path.clone(),
                calls: Rc::clone(calls),
                at: running.follower.at,
                call: asked.call,
            };
            tools.summaries.prefixes.keep_beginning(&self.keys, prefix);
        }
        let summary = match summary_of(tools, state, &asked, &calls.context, 0) {
            Ok(summary) => summary.filter(|summary| summary.complete),
            Err(NoSummary::Needs(needed)) => {
                let of = asked.call;
                return Err(NoRun::Needs { of, needed });
            }
            Err(NoSummary::Interrupted) => return Err(NoRun::Interrupted),
        };
        let answers =
            summary.and_then(|it| calls.answers(tools.executor, state, &asked, &it, demands));
        let answers = answers.ok_or(NoRun::NoSummary)?;
        if answers.is_empty() {
            let steps = demands.steps_of(asked.call).max(running.follower.at);
            self.comes_to_nothing(steps, calls);
        }
        for answer in answers {
            self.wait(UntriedArm {
                state: state.clone(),
                path: running.path.clone(),
                at: running.follower.at,
                inside: false,
                calls: Rc::new(answer.calls),
                next: WayOn::Answer {
                    condition: answer.condition,
                    values: answer.values,
                },
            });
        }
        Ok(())
    }

    /// The arms of a fork that its run does not take.
    fn leave_waiting(&mut self, running: &Running<'_>, fork: &Rc<Fork>) {
        self.left_out |= !fork.complete;
        for (arm, other) in fork.arms.iter().enumerate() {
            if arm == fork.taken || other.outcome != ArmOutcome::Continue {
                continue;
            }
            self.wait(UntriedArm {
                state: running.state.clone(),
                path: running.path.clone(),
                at: running.follower.at,
                inside: running.follower.inside,
                calls: Rc::clone(&running.calls),
                next: WayOn::Arm {
                    fork: Rc::clone(fork),
                    arm,
                    demanded: None,
                },
            });
        }
    }

    /// A run came to nothing, by what some steps of the way ask and what they ask of the calls on it.
    fn comes_to_nothing(&mut self, steps: usize, calls: &AnsweredCalls) {
        self.came_to_nothing_at = self.came_to_nothing_at.max(steps).max(calls.steps);
    }

    fn wait(&mut self, waiting: UntriedArm) {
        self.met += 1;
        self.order.push(Rank {
            at: waiting.at,
            met: Reverse(self.met),
            index: self.waiting.len(),
        });
        self.waiting.push(Some(waiting));
    }

    /// A run ended before the end of the way.
    fn ended(&mut self, end: &End) {
        self.left_out |= match end {
            End::Exit(_) | End::Killed(_) | End::Error(_) | End::AssumeFailed => false,
            End::Unsupported(_) | End::Limit(_) => true,
        };
    }

    fn promise(&self, tools: &mut SearchTools<'_>, running: &Running<'_>) -> Promise {
        Promise {
            model: without_selectors(tools.executor, running.state.model()),
            conditions: running.path.constraints(),
        }
    }
}

/// Takes an arm that holds under the model.
fn go_along(tools: &mut SearchTools<'_>, running: &mut Running<'_>, fork: &Fork, arm: usize) {
    let condition = fork.arms[arm].condition;
    running.path = running.path.and(tools.executor.pool(), condition);
    tools.executor.take(&mut running.state, fork, arm);
}

/// The next run of a search that comes to the end of its way.
pub(super) fn next(parts: &mut Parts, search: &mut CallSearch<'_>, left: &mut u64) -> Next {
    search.next(&mut SearchTools {
        executor: &mut parts.executor,
        feasibility: &mut parts.feasibility,
        left,
        counts: &mut parts.lazy,
        summaries: &mut parts.summaries,
    })
}
