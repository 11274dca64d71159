//! The loop that drives the machine over the tree.

use crate::coverage::Coverage;
use crate::finding::Findings;
use crate::limits::{LimitKind, Options};
use crate::observer::{Observer, Progress};
use crate::report::{Left, Report};
use crate::snapshot::{Pending, PendingArms, Snapshots};
use crate::strategy::{self, Arm, Candidate, EndedPath, Recent, Strategy, Turns, View};
use crate::tree::{Closed, NodeId, Tree};
use ir::analysis::CodePoint;
use rand::{SeedableRng, rngs::SmallRng};
use rustc_hash::FxHashMap;
use solver::{Answer, PathCondition, Solver, Unknown};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use vm::{ArmOutcome, Bound, End, Fork, ForkKind, Machine, State, Stop, Text};

/// Why a run could not start.
#[derive(Debug, thiserror::Error)]
pub enum ExploreError {
    /// The program cannot be started.
    #[error(transparent)]
    Start(#[from] vm::StartError),
    /// A function cannot be loaded.
    #[error(transparent)]
    Load(#[from] ir::LoadError),
    /// There is no such strategy.
    #[error(transparent)]
    Strategy(#[from] strategy::UnknownStrategy),
}

/// Where runs start.
#[derive(Clone, Debug)]
pub enum Start {
    /// At `main`, with these arguments after the program's name.
    Main(Vec<Text>),
    /// At a function with free arguments.
    Function(ir::FunctionId),
}

/// Instructions between two looks at the clock.
const SLICE: u64 = 1 << 20;

/// Time between two reports of progress.
const PROGRESS: Duration = Duration::from_millis(250);

/// A run.
pub struct Explorer {
    pub(crate) machine: Machine,
    solver: Solver,
    pub(crate) options: Options,
    pub(crate) interrupt: Arc<AtomicBool>,
    /// The state all paths start from: replays begin here.
    pub(crate) start: State,
    pub(crate) tree: Tree,
    pending: PendingArms,
    strategy: Turns,
    random: SmallRng,
    snapshots: Snapshots,
    pub(crate) coverage: Coverage,
    /// Numbers of the functions in traces, by function id.
    pub(crate) trace_numbers: Vec<Option<u32>>,
    pub(crate) findings: Findings,
    pub(crate) report: Report,
    pub(crate) bounds: BTreeMap<&'static str, BTreeSet<Bound>>,
    started: Instant,
    last_progress: Instant,
    instructions: u64,
}

/// A path under way.
pub(crate) struct Running {
    pub(crate) node: NodeId,
    pub(crate) state: State,
    pub(crate) path: PathCondition,
    /// Instructions of the path when something was last covered for the first time.
    pub(crate) new_at: u64,
    /// Covered something for the first time since it was started.
    pub(crate) covers_new: bool,
    /// The last decisions.
    recent: Recent,
    /// What was executed for the first time in the run before it began.
    covered_before: u64,
}

impl Explorer {
    /// Prepares a run. `decision_functions` are the names of the functions whose decisions go into
    /// traces, in the order of their numbers. Setting `interrupt` ends the run soon, with all
    /// results kept.
    ///
    /// # Errors
    /// If the program has no such start, a function cannot be loaded, or the strategy is unknown.
    pub fn new(
        mut machine: Machine,
        solver: Solver,
        start: Start,
        decision_functions: &[String],
        options: Options,
        interrupt: Arc<AtomicBool>,
    ) -> Result<Explorer, ExploreError> {
        let program = machine.program().clone();
        let strategy = strategy::parse(&options.strategy)?;
        let coverage = Coverage::new(program.clone());
        let start = match start {
            Start::Main(arguments) => machine.start_main(&arguments)?,
            Start::Function(function) => machine.start_function(function)?,
        };
        let mut trace_numbers = vec![None; program.function_count() as usize];
        for (number, name) in decision_functions.iter().enumerate() {
            if let Some(id) = program.find_function(name) {
                let index = id.0 as usize;
                if trace_numbers.len() <= index {
                    // Looking for it may have made it known.
                    trace_numbers.resize(index + 1, None);
                }
                trace_numbers[index] = Some(number as u32);
            }
        }
        let now = Instant::now();
        Ok(Explorer {
            machine,
            solver,
            interrupt,
            start,
            tree: Tree::new(),
            pending: PendingArms::default(),
            strategy,
            random: SmallRng::seed_from_u64(options.seed),
            snapshots: Snapshots::new(options.limits.snapshot_bytes),
            coverage,
            trace_numbers,
            findings: Findings::default(),
            report: Report::default(),
            bounds: BTreeMap::new(),
            started: now,
            last_progress: now,
            instructions: 0,
            options,
        })
    }

    /// Explores until nothing is left or a limit is hit.
    pub fn run(mut self, observer: &mut dyn Observer) -> Report {
        self.started = Instant::now();
        if let Err(error) = self.explore(observer) {
            self.report.failure = Some(error.to_string());
        }
        self.finish()
    }

    fn explore(&mut self, observer: &mut dyn Observer) -> Result<(), BoxError> {
        let root = Running {
            node: NodeId::ROOT,
            state: self.start.clone(),
            path: PathCondition::new(),
            new_at: 0,
            covers_new: false,
            recent: Recent::default(),
            covered_before: 0,
        };
        self.run_path(root, observer)?;
        while !self.tree.is_exhausted() && self.stopped_by().is_none() {
            self.tell_progress(observer);
            let view = View {
                tree: &self.tree,
                coverage: &self.coverage,
                program: &**self.machine.program(),
            };
            let Some(node) = self.strategy.next(&view, &mut self.random) else {
                break;
            };
            if let Some(running) = self.visit(node) {
                self.run_path(running, observer)?;
            }
        }
        Ok(())
    }

    /// The limit of the whole run that is reached, if any; counted once it is.
    fn stopped_by(&mut self) -> Option<LimitKind> {
        let limits = &self.options.limits;
        let reached = |limit: Option<u64>, value: u64| limit.is_some_and(|limit| value >= limit);
        let time_is_up = limits
            .time
            .is_some_and(|time| self.started.elapsed() >= time);
        // Whoever watches the clock interrupts a query when the time is up: that is the time limit.
        let kind = if time_is_up {
            LimitKind::Time
        } else if self.interrupt.load(Ordering::Relaxed) {
            LimitKind::Interrupted
        } else if reached(limits.paths, self.tree.closed(Closed::Completed)) {
            LimitKind::Paths
        } else if reached(limits.instructions, self.instructions) {
            LimitKind::Instructions
        } else {
            return None;
        };
        self.report.limits.insert(kind, self.tree.pending() as u64);
        Some(kind)
    }

    /// Asks whether a pending arm can be taken and puts a state on it.
    fn visit(&mut self, node: NodeId) -> Option<Running> {
        let Pending { point, arm } = self.pending.take(node).expect("pending nodes have an arm");
        self.tree.open(node);
        let condition = point.fork.arms[arm].condition;
        let pool = &mut self.machine.pool;
        let answer = self
            .solver
            .check(pool, &point.path, condition, &point.model);
        let kept = match Rc::strong_count(&point) {
            1 => self.snapshots.take(&point),
            _ => point.state.borrow().clone(),
        };
        let model = match answer {
            Answer::Sat(model) => model,
            Answer::Unsat(_) => {
                self.tree.close(node, Closed::Infeasible);
                return None;
            }
            Answer::Unknown(Unknown::Interrupted) => {
                self.tree.close(node, Closed::CutOff);
                return None;
            }
            Answer::Unknown(why) => {
                if matches!(why, Unknown::TimeOut | Unknown::ResourceLimit) {
                    *self.report.limits.entry(LimitKind::SolverTime).or_default() += 1;
                }
                self.tree.close(node, Closed::Unknown);
                return None;
            }
        };
        let mut state = match kept {
            Some(state) => state,
            None => match self.replay(node, &point) {
                Some(state) => state,
                None => {
                    self.tree.close(node, Closed::Diverged);
                    return None;
                }
            },
        };
        state.set_model(model);
        self.machine.take(&mut state, &point.fork, arm);
        let path = point.path.and(&self.machine.pool, condition);
        let new_at = state.instructions().saturating_sub(point.since_new);
        let taken = self.arm(&point.fork, arm);
        let recent = point.recent.then(&taken);
        self.strategy.went(&taken, recent);
        Some(Running {
            node,
            state,
            path,
            new_at,
            covers_new: false,
            recent,
            covered_before: self.coverage.new,
        })
    }

    /// Reaches the fork of a dropped snapshot again: from the nearest ancestor that still has one,
    /// else from the start, under the model that led there before.
    fn replay(&mut self, node: NodeId, point: &crate::snapshot::Point) -> Option<State> {
        self.report.replays += 1;
        let mut state = self.nearest_snapshot(node);
        state.set_model(point.model.clone());
        loop {
            match self.machine.run(&mut state, SLICE, &mut vm::NoEvents) {
                Stop::Fork(fork) if state.depth() == point.decisions => {
                    let same = fork.site == point.fork.site && fork.kind == point.fork.kind;
                    return same.then_some(state);
                }
                Stop::Fork(fork) => {
                    let taken = fork.taken;
                    self.machine.take(&mut state, &fork, taken);
                }
                Stop::Budget => {
                    if self.interrupt.load(Ordering::Relaxed) {
                        return None;
                    }
                }
                Stop::End(_) => return None,
            }
        }
    }

    /// A state on the path to `node`, as far down as one is kept.
    fn nearest_snapshot(&self, node: NodeId) -> State {
        let mut below = node;
        while below != NodeId::ROOT {
            let above = self.tree.parent(below);
            for sibling in self.tree.children(above) {
                let Some(pending) = self.pending.get(sibling) else {
                    continue;
                };
                let state = pending.point.state.borrow();
                // The snapshot stands at the fork itself; the model decides the arm again.
                if let Some(state) = &*state {
                    return state.clone();
                }
            }
            below = above;
        }
        self.start.clone()
    }

    /// Follows a path to its end; the arms it does not take become pending nodes.
    fn run_path(&mut self, mut at: Running, observer: &mut dyn Observer) -> Result<(), BoxError> {
        loop {
            let (new_before, begun) = (self.coverage.new, at.state.instructions());
            let stop = self.machine.run(&mut at.state, SLICE, &mut self.coverage);
            self.instructions += at.state.instructions() - begun;
            if self.coverage.new != new_before {
                at.new_at = at.state.instructions();
                at.covers_new = true;
            }
            match stop {
                Stop::Fork(fork) => {
                    if let Some(closed) = self.fork(&mut at, fork) {
                        self.tell_ended(&at);
                        return self.end_path(at, None, closed, observer);
                    }
                }
                Stop::End(end) => {
                    let closed = match &end {
                        End::Exit(_) | End::Error(_) => Closed::Completed,
                        End::AssumeFailed => Closed::AssumeFailed,
                        End::Unsupported(_) => Closed::Unsupported,
                        End::Limit(_) => Closed::CutOff,
                    };
                    self.tell_ended(&at);
                    return self.end_path(at, Some(end), closed, observer);
                }
                Stop::Budget => {
                    self.tell_progress(observer);
                    if let Some(limit) = self.path_limit(&at.state) {
                        *self.report.limits.entry(limit).or_default() += 1;
                        self.tell_ended(&at);
                        return self.end_path(at, None, Closed::CutOff, observer);
                    }
                }
            }
        }
    }

    /// A limit that ends the running path between two forks.
    fn path_limit(&mut self, state: &State) -> Option<LimitKind> {
        let limit = self.options.limits.path_instructions;
        if limit.is_some_and(|limit| state.instructions() >= limit) {
            return Some(LimitKind::PathInstructions);
        }
        let stopped = self.stopped_by();
        // The limit on paths lets those under way end.
        stopped.filter(|&kind| kind != LimitKind::Paths)
    }

    /// Goes along the taken arm and leaves the others pending. `Some` if the path ends here.
    fn fork(&mut self, at: &mut Running, fork: Box<Fork>) -> Option<Closed> {
        let limit = self.options.limits.depth;
        if limit.is_some_and(|limit| at.state.depth() >= limit) {
            *self.report.limits.entry(LimitKind::Depth).or_default() += 1;
            return Some(Closed::CutOff);
        }
        if self.interrupt.load(Ordering::Relaxed) && self.stopped_by().is_some() {
            return Some(Closed::CutOff);
        }
        let taken = fork.taken;
        let explored = |arm: usize| arm != taken && fork.arms[arm].outcome != ArmOutcome::Discard;
        let (choice, condition) = (fork.arms[taken].choice, fork.arms[taken].condition);
        let others: Vec<usize> = (0..fork.arms.len()).filter(|&arm| explored(arm)).collect();
        let parent = at.node;
        let arm = self.arm(&fork, taken);
        if others.is_empty() {
            self.machine.take(&mut at.state, &fork, taken);
        } else {
            let since_new = at.state.instructions().saturating_sub(at.new_at);
            let bytes = at.state.approximate_bytes();
            let (snapshot, kept) = (at.state.clone(), fork.clone());
            let point =
                self.snapshots
                    .keep(snapshot, kept, at.path.clone(), since_new, at.recent, bytes);
            let callers = match self.strategy.wants_callers() {
                true => at.state.callers(strategy::CALLERS),
                false => Vec::new(),
            };
            self.machine.take(&mut at.state, &fork, taken);
            self.tree.split(parent, others.len() + 1);
            at.node = self.tree.add_open(parent, choice);
            for arm in others {
                self.add_pending(parent, &point, arm, &callers);
            }
            self.snapshots.trim(false);
            self.report.peak_pending = self.report.peak_pending.max(self.tree.pending());
        }
        at.recent = at.recent.then(&arm);
        self.strategy.went(&arm, at.recent);
        at.path = at.path.and(&self.machine.pool, condition);
        None
    }

    /// An arm of a fork as strategies see it.
    fn arm(&self, fork: &Fork, arm: usize) -> Arm {
        let choice = fork.arms[arm].choice;
        let edge = match (fork.kind, fork.site.decision) {
            (ForkKind::Branch | ForkKind::Switch, Some(decision)) => {
                self.coverage.edge(fork.site.function, decision, choice)
            }
            _ => None,
        };
        Arm {
            kind: fork.kind,
            site: fork.site,
            choice,
            outcome: fork.arms[arm].outcome,
            edge,
        }
    }

    fn tell_ended(&mut self, at: &Running) {
        let view = View {
            tree: &self.tree,
            coverage: &self.coverage,
            program: &**self.machine.program(),
        };
        let path = EndedPath {
            leaf: at.node,
            new: self.coverage.new - at.covered_before,
        };
        self.strategy.path_ended(&path, &view);
    }

    fn add_pending(
        &mut self,
        parent: NodeId,
        point: &Rc<crate::snapshot::Point>,
        arm: usize,
        callers: &[CodePoint],
    ) {
        let taken = self.arm(&point.fork, arm);
        let node = self.tree.add_pending(parent, taken.choice);
        let candidate = Candidate {
            node,
            arm: taken,
            since_new: point.since_new,
            recent: point.recent.then(&taken),
            callers,
        };
        let view = View {
            tree: &self.tree,
            coverage: &self.coverage,
            program: &**self.machine.program(),
        };
        self.strategy.added(&candidate, &view);
        self.pending.insert(
            node,
            Pending {
                point: point.clone(),
                arm,
            },
        );
    }

    fn tell_progress(&mut self, observer: &mut dyn Observer) {
        if self.last_progress.elapsed() < PROGRESS {
            return;
        }
        self.last_progress = Instant::now();
        let elapsed = self.started.elapsed();
        observer.progress(&Progress {
            elapsed,
            left: self
                .options
                .limits
                .time
                .map(|time| time.saturating_sub(elapsed)),
            paths: self.tree.closed(Closed::Completed),
            tests: self.report.tests,
            pending: self.tree.pending(),
            findings: self.findings.list().len(),
            edges: self.coverage.edges(),
            queries: self.solver.statistics().queries,
            instructions: self.instructions,
        });
    }

    /// Sums up what was found and what was left.
    fn finish(mut self) -> Report {
        let tree = &self.tree;
        let mut left: FxHashMap<String, u64> = FxHashMap::default();
        for (what, count) in [
            ("paths not explored", tree.pending() as u64),
            ("paths cut off by a limit", tree.closed(Closed::CutOff)),
            (
                "paths ended by something unsupported",
                tree.closed(Closed::Unsupported),
            ),
            ("queries not answered", tree.closed(Closed::Unknown)),
            (
                "paths that diverged when replayed",
                tree.closed(Closed::Diverged),
            ),
        ] {
            left.insert(what.to_owned(), count);
        }
        for (what, sites) in &self.bounds {
            left.insert((*what).to_owned(), sites.len() as u64);
        }
        let mut left: Vec<Left> = left
            .into_iter()
            .filter(|&(_, count)| count > 0)
            .map(|(what, count)| Left { what, count })
            .collect();
        left.sort();
        let statistics = self.solver.statistics();
        if let Some(disagreement) = self.solver.disagreement() {
            self.report.failure.get_or_insert(disagreement.to_string());
        }
        self.report.queries = statistics.queries;
        self.report.solver = statistics.rows();
        self.report.paths = tree.closed(Closed::Completed);
        self.report.assume_failed = tree.closed(Closed::AssumeFailed);
        self.report.infeasible = tree.closed(Closed::Infeasible);
        self.report.left = left;
        self.report.findings = self.findings;
        self.report.edges = self.coverage.edges();
        self.report.machine = *self.machine.statistics();
        self.report.peak_snapshot_bytes = self.snapshots.peak_bytes;
        self.report.snapshots_dropped = self.snapshots.dropped;
        self.report.terms = self.machine.pool.len();
        self.report.elapsed = self.started.elapsed();
        self.report
    }
}

pub(crate) type BoxError = Box<dyn std::error::Error + Send + Sync>;
