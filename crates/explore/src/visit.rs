//! Visits of pending nodes: can the arm be taken, with which model, and a state that stands there.

use crate::account::{CoveredPart, Part};
use crate::explorer::{Entered, Explorer, Running, SLICE};
use crate::limits::LimitKind;
use crate::opaque::{OTHER_VALUES, Pins};
use crate::run::Run;
use crate::snapshot::{Above, Pending, Point};
use crate::strategy::{self, Recent, Strategy};
use crate::task::{InputValue, RunKey, Task};
use crate::trail::Trail;
use crate::tree::{Closed, NodeId};
use ir::analysis::CodePoint;
use solver::{Answer, PathCondition, Unknown};
use std::rc::Rc;
use std::sync::atomic::Ordering;
use term::{Bits, Model, Op, Value};
use vm::{Fork, ForkKind, State, Stop};

/// Whether an arm can be taken.
enum Asked {
    /// With this model.
    Yes(Model),
    /// No, or nobody knows: its node is closed.
    No,
    /// The run ends.
    Interrupted,
}

/// The fork above a task, reached from the start of the program.
struct Reached {
    point: Rc<Point>,
    arm: usize,
    callers: Vec<CodePoint>,
}

/// Why it was not reached.
pub(crate) enum NotReached {
    Diverged,
    /// It stands for values of an argument that others did not try.
    OtherValues,
    Interrupted,
}

impl Explorer {
    /// Asks whether a pending node can be reached and puts a state on it. `None` if not: then the
    /// node is closed, or waits again because the run was interrupted.
    pub(crate) fn visit(&mut self, node: NodeId) -> Option<Running> {
        if self.is_start(node) {
            return Some(self.start_path(node));
        }
        self.introduce(node);
        if !self.tree.is_pending(node) {
            return None;
        }
        let (point, arm) = match self.pending.take(node)? {
            Pending::Arm { point, arm } => (point, arm),
            Pending::Values(others) => {
                self.tree.open(node);
                return self.visit_values(node, &others);
            }
            Pending::Paused(paused) => return self.resume(node, paused),
            Pending::Task(_) | Pending::Inherited(_) => return None,
        };
        self.tree.open(node);
        let waiting = |point| Pending::Arm { point, arm };
        let arm = arm as usize;
        let path = point.path.borrow().whole(&self.machine.pool);
        let asked = self.ask(node, &point, &path, arm);
        if matches!(asked, Asked::Interrupted) {
            self.put_back(node, waiting(point));
            return None;
        }
        let kept = match Rc::strong_count(&point) {
            1 => self.snapshots.take(&point.snapshot),
            _ => point.snapshot.cloned(),
        };
        let covers = self.covered_before.remove(&node).unwrap_or_default();
        let Asked::Yes(model) = asked else {
            self.batch.tally.covered.extend(covers);
            return None;
        };
        let mut state = match kept.map_or_else(|| self.replay(node, &point), Ok) {
            Ok(state) => state,
            Err(NotReached::Interrupted) => {
                self.put_back(node, waiting(point));
                return None;
            }
            Err(NotReached::Diverged | NotReached::OtherValues) => {
                self.batch.tally.covered.extend(covers);
                self.close(node, Closed::Diverged);
                self.count_arm(&point.fork, arm, Closed::Diverged);
                return None;
            }
        };
        let number = self.path_number();
        let run = Run::derived(model.clone(), &point.above.run, number);
        let mut trail = Trail::from_fork(&point.above, number != 0);
        trail.push(&point.fork, arm);
        state.set_model(model);
        self.machine.take(&mut state, &point.fork, arm);
        let taken = self.arm(&point.fork, arm, point.data);
        let recent = point.recent.then(&taken);
        self.strategy.went(&taken, recent);
        Some(Running {
            new_at: state.instructions().saturating_sub(point.above.since_new),
            pause_at: self.pause_at(&state),
            last: Some(taken),
            state,
            path: path.and(&self.machine.pool, point.fork.arms[arm].condition),
            pins: point
                .pins
                .and(&self.machine.pool, point.fork.arms[arm].condition),
            entered: Entered {
                node,
                above: point.above.clone(),
            },
            run,
            trail,
            covers,
            recent,
            new_before: self.coverage.new,
        })
    }

    /// True for the start of the program.
    pub(crate) fn is_start(&self, node: NodeId) -> bool {
        match self.pending.get(node) {
            Some(Pending::Inherited(key)) => self.inherited.depth(*key) == 0,
            Some(Pending::Task(task)) => task.choices.is_empty(),
            Some(Pending::Arm { .. } | Pending::Paused(_) | Pending::Values(_)) | None => false,
        }
    }

    fn start_path(&mut self, node: NodeId) -> Running {
        self.pending.take(node);
        self.tree.open(node);
        let number = self.path_number();
        let mut run = Run::known(Model::new(), RunKey::ZERO);
        run.path = number;
        let run = Rc::new(run);
        let above = Above {
            run: run.clone(),
            hash: 0,
            depth: 0,
            since_new: 0,
        };
        Running {
            entered: Entered { node, above },
            pause_at: self.pause_at(&self.start),
            last: None,
            state: self.start.clone(),
            path: PathCondition::new(),
            pins: Pins::default(),
            run,
            trail: Trail::from_start(number != 0),
            new_at: 0,
            covers: Vec::new(),
            recent: Recent::default(),
            new_before: self.coverage.new,
        }
    }

    /// Reaches the fork above a node that others met, if it is one, and tells the strategy of it.
    /// If the fork is not there, the node is closed.
    pub(crate) fn introduce(&mut self, node: NodeId) {
        let task = match self.pending.get(node) {
            Some(Pending::Task(task)) => task.clone(),
            Some(&Pending::Inherited(key)) => match self.inherited.task(key) {
                Some(task) => {
                    self.inherited.finish(key);
                    Rc::new(task)
                }
                None => return,
            },
            Some(Pending::Arm { .. } | Pending::Paused(_) | Pending::Values(_)) | None => return,
        };
        let reached = self.reach(&task);
        // Nobody has told of this if the path that was there first ended with its process.
        let covers = self.coverage.take_fresh();
        match reached {
            Ok(reached) => {
                if !covers.is_empty() {
                    self.covered_before.insert(node, covers);
                }
                self.offer(node, &reached.point, reached.arm, &reached.callers);
            }
            // It waits on.
            Err(NotReached::Interrupted) => self.pending.insert(node, Pending::Task(task)),
            Err(why) => {
                self.batch.tally.covered.extend(covers);
                self.pending.take(node);
                self.tree.open(node);
                let how = match why {
                    NotReached::OtherValues => {
                        self.batch.tally.count_limit(LimitKind::OpaqueValues);
                        Closed::CutOff
                    }
                    NotReached::Diverged | NotReached::Interrupted => Closed::Diverged,
                };
                self.close(node, how);
            }
        }
    }

    /// Asks for a model of an arm; closes its node if there is none.
    fn ask(&mut self, node: NodeId, point: &Point, path: &PathCondition, arm: usize) -> Asked {
        let pool = &mut self.machine.pool;
        let (condition, hint) = (point.fork.arms[arm].condition, &point.above.run.model);
        match self.solver.check(pool, path, condition, hint) {
            Answer::Sat(model) => Asked::Yes(model),
            Answer::Unknown(Unknown::Interrupted) => Asked::Interrupted,
            Answer::Unsat(_) => {
                self.close(node, Closed::Infeasible);
                self.want_other_values(point, condition);
                self.count_arm(&point.fork, arm, Closed::Infeasible);
                Asked::No
            }
            Answer::Unknown(why) => {
                if matches!(why, Unknown::TimeOut | Unknown::ResourceLimit) {
                    self.batch.tally.count_limit(LimitKind::SolverTime);
                }
                self.close(node, Closed::Unknown);
                self.count_arm(&point.fork, arm, Closed::Unknown);
                Asked::No
            }
        }
    }

    /// A visit of an arm came to nothing: that may be why it is not covered.
    fn count_arm(&mut self, fork: &Fork, arm: usize, how: Closed) {
        // Of branches and switches, which these are, choices are small.
        let (site, choice) = (fork.site, fork.arms[arm].choice as u32);
        let Some(decision) = site.decision.filter(|_| self.tree.changes.are_wanted()) else {
            return;
        };
        let edge = self.coverage.edge(site.function, decision, choice);
        if edge.is_none_or(|edge| self.coverage.is_covered(edge)) {
            return;
        }
        let index = match fork.kind {
            // The way taken if the condition holds comes first.
            ForkKind::Branch => 1 - choice,
            _ => choice,
        };
        if let Ok(function) = self.machine.program().function(site.function) {
            let part = CoveredPart {
                function: function.name.clone(),
                part: Part::Arm(site.block.0, index),
            };
            *self.batch.tally.arms.entry((part, how)).or_default() += 1;
        }
    }

    /// A number for a path that begins; 0 if nobody is told of paths.
    pub(crate) fn path_number(&mut self) -> u64 {
        match self.tree.changes.are_wanted() {
            true => self.tree.changes.draw(),
            false => 0,
        }
    }

    /// The node is finished.
    pub(crate) fn close(&mut self, node: NodeId, how: Closed) {
        let share = self.tree.share(node);
        self.tree.close(node, how);
        self.batch.tally.count_closed(how, share);
    }

    /// The run was interrupted: the node waits again.
    pub(crate) fn put_back(&mut self, node: NodeId, pending: Pending) {
        self.tree.put_back(node);
        self.pending.insert(node, pending);
    }

    /// Reaches the fork of a dropped snapshot again: from the nearest ancestor that still has one,
    /// else from the start, under the model that led there before.
    pub(crate) fn replay(&mut self, node: NodeId, point: &Point) -> Result<State, NotReached> {
        self.replays += 1;
        let mut state = self.nearest_snapshot(node);
        state.set_model(point.above.run.model.clone());
        loop {
            match self.machine.run(&mut state, SLICE, &mut vm::NoEvents) {
                Stop::Fork(fork) if state.depth() == point.above.depth => {
                    let same = fork.site == point.fork.site
                        && fork.kind == point.fork.kind
                        && state.path_hash() == point.above.hash;
                    return if same {
                        Ok(state)
                    } else {
                        Err(NotReached::Diverged)
                    };
                }
                Stop::Fork(fork) => {
                    let taken = fork.taken;
                    self.machine.take(&mut state, &fork, taken);
                }
                Stop::Budget if self.interrupt.load(Ordering::Relaxed) => {
                    return Err(NotReached::Interrupted);
                }
                Stop::Budget => {}
                Stop::End(_) => return Err(NotReached::Diverged),
            }
        }
    }

    /// A state on the path to `node`, as far down as one is kept.
    pub(crate) fn nearest_snapshot(&self, node: NodeId) -> State {
        let mut below = node;
        loop {
            let above = self.tree.parent(below);
            // Nodes that others met hang below the root side by side, whatever leads to them.
            if above == NodeId::ROOT {
                return self.start.clone();
            }
            for sibling in self.tree.children(above) {
                let Some(Pending::Arm { point, .. }) = self.pending.get(sibling) else {
                    continue;
                };
                // The snapshot stands at the fork itself; the model decides the arm again.
                if let Some(state) = point.snapshot.cloned() {
                    return state;
                }
            }
            below = above;
        }
    }

    /// Runs from the start of the program to the last fork of a task, under the task's model. A
    /// path that decides otherwise than the task says has diverged.
    fn reach(&mut self, task: &Task) -> Result<Reached, NotReached> {
        self.tasks_taken += 1;
        let mut run = Run::known(self.model(&task.inputs), task.run);
        let mut trail = Trail::from_start(self.tree.changes.are_wanted());
        let mut state = self.start.clone();
        state.set_model(run.model.clone());
        let (mut path, mut recent) = (PathCondition::new(), Recent::default());
        let mut choices = task.choices.iter().copied();
        loop {
            let fork = match self.machine.run(&mut state, SLICE, &mut self.coverage) {
                Stop::Fork(fork) => fork,
                Stop::Budget if self.interrupt.load(Ordering::Relaxed) => {
                    return Err(NotReached::Interrupted);
                }
                Stop::Budget => continue,
                Stop::End(_) => return Err(NotReached::Diverged),
            };
            let taken = fork.taken;
            if fork.arms.len() > 1 || self.tries_values(&fork) {
                let choice = choices.next().ok_or(NotReached::Diverged)?;
                if choices.len() == 0 {
                    // Which values were tried, nobody knows here.
                    if fork.kind == ForkKind::Opaque && choice == OTHER_VALUES {
                        return Err(NotReached::OtherValues);
                    }
                    let arm = fork.arm_of(choice).ok_or(NotReached::Diverged)?;
                    if state.path_hash() != task.hash {
                        return Err(NotReached::Diverged);
                    }
                    run.reached_by = Some(trail);
                    let above = Above {
                        run: Rc::new(run),
                        hash: task.hash,
                        depth: state.depth(),
                        since_new: task.since_new,
                    };
                    let callers = match self.strategy.wants_callers() {
                        true => state.callers(strategy::CALLERS),
                        false => Vec::new(),
                    };
                    let bytes = state.approximate_bytes();
                    let data = self.data(&state);
                    let snapshot = self.snapshots.keep(state, bytes);
                    let pins = Pins::default();
                    let point =
                        Rc::new(Point::new(fork, snapshot, path, above, recent, pins, data));
                    return Ok(Reached {
                        point,
                        arm,
                        callers,
                    });
                }
                if fork.arms[taken].choice != choice {
                    return Err(NotReached::Diverged);
                }
            }
            trail.push(&fork, taken);
            recent = recent.then(&self.arm(&fork, taken, None));
            path = path.and(&self.machine.pool, fork.arms[taken].condition);
            self.machine.take(&mut state, &fork, taken);
        }
    }

    /// A model with these values.
    fn model(&mut self, inputs: &[InputValue]) -> Model {
        let mut model = Model::new();
        for input in inputs {
            let term = self.machine.input(input.ordinal, &input.name, input.width);
            if let Op::Input(id) = self.machine.pool.op(term) {
                let value = Bits::from_le_bytes(input.width, &input.bytes);
                model.set(id, Value::Bits(value));
            }
        }
        model
    }
}
