//! Calls of opaque functions: the values at hand of their arguments are pinned, so that a branch
//! below may be closed to them and open to others. Kähkönen's tool predicts a path with what the call
//! returned before, runs it, and gives up where the run goes another way (LCT, TKK-ICS-R26, chapter 4,
//! figure 15). Here the prediction only proposes other values for the argument: they become an arm
//! of their own where the call was made, whose path says so, and nothing is taken for a node that it
//! is not.

use crate::explorer::{Entered, Explorer, Running, SLICE};
use crate::limits::LimitKind;
use crate::run::Run;
use crate::snapshot::{Above, OtherValues, Pending, Point, Snapshot};
use crate::strategy::{Candidate, Strategy, View};
use crate::trail::Trail;
use crate::tree::{Closed, NodeId, Stamp};
use solver::{Answer, PathCondition, Unknown};
use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use term::{Evaluator, Model, Term};
use vm::{Fork, ForkKind, State, Stop};

/// The choice that stands for the values not tried, in the tree: no address, and a number that nobody
/// is likely to write.
pub(crate) const OTHER_VALUES: u64 = 0xf3b1_9e4d_70c5_2a87;

/// Proposals kept for one argument.
const MOST_WANTED: usize = 16;

/// The values tried of one argument of one call, and a pending node for those that were not.
pub(crate) struct Values {
    node: NodeId,
    stamp: Stamp,
    /// What each of them says.
    tried: RefCell<Vec<Term>>,
    /// Models with others that may lead where those tried do not.
    wanted: RefCell<VecDeque<Model>>,
}

/// An argument that a path has pinned.
struct Pin {
    values: Rc<Values>,
    condition: Term,
    above: Option<Rc<Pin>>,
}

/// A run of pins can be longer than the host's stack is deep.
impl Drop for Pin {
    fn drop(&mut self) {
        let mut above = self.above.take();
        while let Some(pin) = above {
            above = Rc::into_inner(pin).and_then(|mut pin| pin.above.take());
        }
    }
}

/// What a path has pinned of the arguments of opaque functions.
#[derive(Clone, Default)]
pub(crate) struct Pins(Option<Box<Pinned>>);

#[derive(Clone)]
struct Pinned {
    /// The path condition without the pins.
    path: PathCondition,
    last: Rc<Pin>,
}

impl Pins {
    /// After one more decision that is no pin.
    pub(crate) fn and(&self, pool: &term::Pool, condition: Term) -> Pins {
        let pinned = self.0.as_ref().map(|pinned| Pinned {
            path: pinned.path.and(pool, condition),
            last: pinned.last.clone(),
        });
        Pins(pinned.map(Box::new))
    }

    /// After one more pin. `before` is the path condition up to it.
    fn then(&self, before: &PathCondition, values: &Rc<Values>, condition: Term) -> Pins {
        let pinned = self.0.as_deref();
        Pins(Some(Box::new(Pinned {
            path: pinned.map_or(before, |pinned| &pinned.path).clone(),
            last: Rc::new(Pin {
                values: values.clone(),
                condition,
                above: pinned.map(|pinned| pinned.last.clone()),
            }),
        })))
    }

    /// True if there are any.
    pub(crate) fn any(&self) -> bool {
        self.0.is_some()
    }
}

impl Explorer {
    /// True for a node that has to do with arguments of opaque functions: what was tried of them is
    /// known here only.
    pub(crate) fn is_below_pins(&self, node: NodeId) -> bool {
        match self.pending.get(node) {
            Some(Pending::Arm { point, .. }) => point.pins.any(),
            Some(Pending::Paused(paused)) => paused.pins.any(),
            Some(Pending::Values(_)) => true,
            Some(Pending::Task(_) | Pending::Inherited(_)) | None => false,
        }
    }

    /// True for a fork whose single arm is a node of the tree.
    pub(crate) fn tries_values(&self, fork: &Fork) -> bool {
        fork.kind == ForkKind::Opaque && self.options.limits.opaque_values > 1
    }

    /// At a pinned argument: the value at hand becomes a node, another stands for all others.
    pub(crate) fn leave_values_pending(&mut self, at: &mut Running, fork: &Fork) {
        let parent = at.entered.node;
        let above = Above {
            run: at.run.clone(),
            hash: at.state.path_hash(),
            depth: at.state.depth(),
            since_new: at.state.instructions().saturating_sub(at.new_at),
        };
        self.tree.split(parent, 2);
        at.entered = Entered {
            node: self.tree.add_open(parent, fork.arms[fork.taken].choice),
            above: above.clone(),
        };
        let node = self.tree.add_pending(parent, OTHER_VALUES);
        let condition = fork.arms[fork.taken].condition;
        let values = Rc::new(Values {
            node,
            stamp: self.tree.stamp(node),
            tried: RefCell::new(vec![condition]),
            wanted: RefCell::new(VecDeque::new()),
        });
        let (kept, path) = (Box::new(fork.clone()), at.path.clone());
        let (pins, none) = (at.pins.clone(), Snapshot::default());
        let point = Point::new(kept, none, path, above, at.recent, pins, None);
        self.machine.take(&mut at.state, fork, fork.taken);
        at.pins = at.pins.then(&at.path, &values, condition);
        let point = Rc::new(point);
        let others = OtherValues { point, values };
        self.pending.insert(node, Pending::Values(Box::new(others)));
        self.other_values.push((node, self.tree.stamp(node)));
        self.peak_pending = self.peak_pending.max(self.tree.pending());
    }

    /// No input takes an arm with the values that are pinned on the way to it. If it is open to
    /// others as far as is known of the calls, those are tried where the first of them was made.
    pub(crate) fn want_other_values(&mut self, point: &Point, condition: Term) {
        let Some(Pinned { path, last }) = point.pins.0.as_deref() else {
            return;
        };
        let (pool, hint) = (&mut self.machine.pool, &point.above.run.model);
        let Answer::Sat(model) = self.solver.check(pool, path, condition, hint) else {
            return;
        };
        let mut evaluator = Evaluator::new();
        evaluator.set_model(model.clone());
        let mut outermost = None;
        let mut next = Some(last);
        while let Some(pin) = next {
            if !evaluator.bool(&self.machine.pool, pin.condition) {
                outermost = Some(pin);
            }
            next = pin.above.as_ref();
        }
        let Some(values) = outermost.map(|pin| pin.values.clone()) else {
            return;
        };
        let tried = values.tried.borrow();
        let known = |tried: &Term| evaluator.bool(&self.machine.pool, *tried);
        let mut wanted = values.wanted.borrow_mut();
        if !self.waits(&values) || wanted.len() >= MOST_WANTED || tried.iter().any(known) {
            return;
        }
        wanted.push_back(model);
        if wanted.len() == 1 {
            self.offer_values(values.node);
        }
    }

    fn waits(&self, values: &Values) -> bool {
        self.tree.stamp(values.node) == values.stamp && self.tree.is_pending(values.node)
    }

    /// Tells the strategy of a node that stands for other values.
    fn offer_values(&mut self, node: NodeId) {
        let Some(Pending::Values(others)) = self.pending.get(node) else {
            return;
        };
        let point = &others.point;
        let taken = self.arm(&point.fork, point.fork.taken, point.data);
        let candidate = Candidate {
            node,
            arm: taken,
            since_new: point.above.since_new,
            recent: point.recent.then(&taken),
            callers: &[],
            paused: false,
        };
        let view = View {
            tree: &self.tree,
            coverage: &self.coverage,
            program: &**self.machine.program(),
        };
        self.strategy.added(&candidate, &view);
    }

    /// A node that stands for other values, when nothing else is left.
    pub(crate) fn next_other_values(&mut self) -> Option<NodeId> {
        while let Some((node, stamp)) = self.other_values.pop() {
            if self.tree.stamp(node) == stamp && self.tree.is_pending(node) {
                return Some(node);
            }
        }
        None
    }

    /// Tries another value: one that was asked for, or any. The node goes on standing for the rest.
    pub(crate) fn visit_values(&mut self, node: NodeId, others: &OtherValues) -> Option<Running> {
        let OtherValues { point, values } = others;
        let again = |explorer: &mut Explorer| {
            explorer.put_back(node, Pending::Values(Box::new(others.clone())));
        };
        let mut goal = self.machine.pool.bool(true);
        for &tried in values.tried.borrow().iter() {
            let pool = &mut self.machine.pool;
            let other = pool.not(tried);
            goal = pool.and(goal, other);
        }
        let mut evaluator = Evaluator::new();
        let mut wanted = None;
        while let Some(model) = values.wanted.borrow_mut().pop_front() {
            evaluator.set_model(model.clone());
            if evaluator.bool(&self.machine.pool, goal) {
                wanted = Some(model);
                break;
            }
        }
        let hint = wanted.as_ref().unwrap_or(&point.above.run.model);
        let model = match wanted.is_some() {
            true => hint.clone(),
            false => {
                let pool = &mut self.machine.pool;
                match self.solver.check(pool, &point.path.borrow(), goal, hint) {
                    Answer::Sat(model) => model,
                    Answer::Unknown(Unknown::Interrupted) => {
                        again(self);
                        return None;
                    }
                    Answer::Unsat(_) => {
                        self.close(node, Closed::Infeasible);
                        return None;
                    }
                    Answer::Unknown(_) => {
                        self.close(node, Closed::Unknown);
                        return None;
                    }
                }
            }
        };
        let Some((state, fork)) = self.fork_under(node, point, &model) else {
            match self.interrupt.load(std::sync::atomic::Ordering::Relaxed) {
                true => again(self),
                false => self.close(node, Closed::Diverged),
            }
            return None;
        };
        let arm = &fork.arms[fork.taken];
        let (choice, condition) = (arm.choice, arm.condition);
        let entered = Entered {
            node: self.tree.add_beside(node, choice),
            above: point.above.clone(),
        };
        values.tried.borrow_mut().push(condition);
        again(self);
        let most = self.options.limits.opaque_values as usize;
        if values.tried.borrow().len() >= most {
            self.pending.take(node);
            self.tree.open(node);
            self.batch.tally.count_limit(LimitKind::OpaqueValues);
            self.close(node, Closed::CutOff);
        } else if values.wanted.borrow().is_empty() {
            self.other_values.push((node, values.stamp));
        } else {
            self.offer_values(node);
        }
        Some(self.go_on_from(point, (state, &fork), model, (entered, values)))
    }

    /// The state at the call and the fork as it is under a model. `None` if the run is interrupted
    /// or the program does not get there again.
    fn fork_under(
        &mut self,
        node: NodeId,
        point: &Point,
        model: &Model,
    ) -> Option<(State, Box<Fork>)> {
        let mut state = self.replay(node, point).ok()?;
        state.set_model(model.clone());
        loop {
            match self.machine.run(&mut state, SLICE, &mut vm::NoEvents) {
                Stop::Fork(fork) => {
                    let same = fork.kind == ForkKind::Opaque && fork.site == point.fork.site;
                    return same.then_some((state, fork));
                }
                Stop::Budget => {}
                Stop::End(_) => return None,
            }
        }
    }

    /// A path that goes on with another value.
    fn go_on_from(
        &mut self,
        point: &Point,
        (mut state, fork): (State, &Fork),
        model: Model,
        (entered, values): (Entered, &Rc<Values>),
    ) -> Running {
        let number = self.path_number();
        let run = Run::derived(model, &point.above.run, number);
        let mut trail = Trail::from_fork(&point.above, number != 0);
        trail.push(fork, fork.taken);
        self.machine.take(&mut state, fork, fork.taken);
        let taken = self.arm(fork, fork.taken, point.data);
        let recent = point.recent.then(&taken);
        self.strategy.went(&taken, recent);
        let condition = fork.arms[fork.taken].condition;
        Running {
            new_at: state.instructions().saturating_sub(point.above.since_new),
            pause_at: self.pause_at(&state),
            last: Some(taken),
            state,
            path: point.path.borrow().and(&self.machine.pool, condition),
            pins: point.pins.then(&point.path.borrow(), values, condition),
            entered,
            run,
            trail,
            covers: Vec::new(),
            recent,
            new_before: self.coverage.new,
        }
    }
}
