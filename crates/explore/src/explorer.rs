//! The loop that drives the machine over the tree.

use crate::account::{Account, CoveredPart};
use crate::batch::Batch;
use crate::changes::Changes;
use crate::coverage::Coverage;
use crate::finding::ErrorSite;
use crate::frontier::Frontier;
use crate::journal::{Alone, Journal, Request};
use crate::limits::{LimitKind, Options};
use crate::memory::Shortage;
use crate::observer::{Observer, Progress};
use crate::opaque::Pins;
use crate::path_numbers::PathNumbers;
use crate::paused::{instructions_until, length};
use crate::report::Report;
use crate::run::Run;
use crate::snapshot::{Above, Pending, PendingArms, Point, Snapshots};
use crate::statistics::Statistics;
use crate::strategy::{self, Arm, Candidate, EndedPath, Recent, Strategy, Turns, View};
use crate::task::{KeyRange, NodeKey, RunKey, Task};
use crate::trail::Trail;
use crate::tree::{Closed, NodeId, Stamp, Tree};
use ir::analysis::CodePoint;
use rand::{SeedableRng, rngs::SmallRng};
use rustc_hash::{FxHashMap, FxHashSet};
use solver::{PathCondition, Solver};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use term::Model;
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
pub(crate) const SLICE: u64 = 1 << 20;

/// Time between two reports of progress.
const PROGRESS: Duration = Duration::from_millis(250);

/// A run, or a worker's part of one.
pub struct Explorer {
    pub(crate) machine: Machine,
    pub(crate) solver: Solver,
    pub(crate) options: Options,
    pub(crate) interrupt: Arc<AtomicBool>,
    /// The state all paths start from: replays begin here.
    pub(crate) start: State,
    digest: vm::DataDigest,
    pub(crate) tree: Tree,
    pub(crate) pending: PendingArms,
    pub(crate) strategy: Turns,
    /// Nodes that others met and that the strategy does not know yet.
    pub(crate) strange: Vec<(NodeId, Stamp)>,
    /// Nodes that stand for other values of arguments of opaque functions.
    pub(crate) other_values: Vec<(NodeId, Stamp)>,
    /// The frontier the run began with, less what was taken from it.
    pub(crate) inherited: Frontier,
    pub(crate) random: SmallRng,
    pub(crate) snapshots: Snapshots,
    pub(crate) shortage: Shortage,
    pub(crate) coverage: Coverage,
    /// Numbers of the functions in traces, by function id.
    pub(crate) trace_numbers: Vec<Option<u32>>,
    /// What was done since the last batch.
    pub(crate) batch: Batch,
    /// Places of decisions and ends of paths that batches told of.
    pub(crate) path_numbers: PathNumbers,
    /// Sites of errors met.
    pub(crate) error_sites: FxHashSet<ErrorSite>,
    /// A completed path came out otherwise in other surroundings: no more need be looked for.
    pub(crate) met_varying: bool,
    /// What paths left out and was booked.
    pub(crate) bounds: BTreeSet<Bound>,
    /// The model in which every input is zero.
    pub(crate) zero: Rc<Run>,
    /// What was executed for the first time on the way to a node that others met: the path that goes
    /// on there tells of it.
    pub(crate) covered_before: FxHashMap<NodeId, Vec<CoveredPart>>,
    started: Instant,
    last_progress: Instant,
    /// Completed paths of the run before this explorer took it up.
    paths_before: u64,
    pub(crate) peak_pending: usize,
    pub(crate) replays: u64,
    pub(crate) tasks_taken: u64,
    /// Times that a path waited for others.
    pub(crate) pauses: u64,
}

/// A path under way.
pub(crate) struct Running {
    pub(crate) entered: Entered,
    pub(crate) state: State,
    pub(crate) path: PathCondition,
    /// What it pinned for calls of opaque functions.
    pub(crate) pins: Pins,
    /// The model it follows.
    pub(crate) run: Rc<Run>,
    /// What it decided.
    pub(crate) trail: Trail,
    /// Instructions of the path when something was last covered for the first time.
    pub(crate) new_at: u64,
    /// What it covered for the first time since it was started.
    pub(crate) covers: Vec<CoveredPart>,
    /// The last decisions.
    pub(crate) recent: Recent,
    /// Number of first times in the run before it began.
    pub(crate) new_before: u64,
    /// Length at which it waits for others.
    pub(crate) pause_at: u64,
    /// The arm that it took last, unless it has gone on since.
    pub(crate) last: Option<Arm>,
}

/// The lowest node of a path under way, and the fork above it: what it takes to visit it anew.
#[derive(Clone)]
pub(crate) struct Entered {
    pub(crate) node: NodeId,
    pub(crate) above: Above,
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
            digest: machine.data_digest(&start),
            machine,
            solver,
            interrupt,
            start,
            tree: Tree::new(),
            pending: PendingArms::default(),
            strategy,
            strange: Vec::new(),
            other_values: Vec::new(),
            inherited: Frontier::default(),
            random: SmallRng::seed_from_u64(options.seed),
            shortage: Shortage::default(),
            snapshots: Snapshots::new(options.limits.memory_bytes),
            coverage,
            trace_numbers,
            batch: Batch::default(),
            path_numbers: PathNumbers::default(),
            error_sites: FxHashSet::default(),
            met_varying: false,
            bounds: BTreeSet::new(),
            zero: Rc::new(Run::known(Model::new(), RunKey::ZERO)),
            covered_before: FxHashMap::default(),
            started: now,
            last_progress: now,
            paths_before: 0,
            peak_pending: 0,
            replays: 0,
            tasks_taken: 0,
            pauses: 0,
            options,
        })
    }

    /// Explores until nothing is left or a limit is hit.
    pub fn run(self, observer: &mut dyn Observer) -> Report {
        let (all, account) = (Frontier::new(), Account::default());
        self.go_on(all, account, &mut KeyRange::first(), observer)
    }

    /// Goes on with a run: `frontier` is what is left of it, `account` what it found so far. `keys`
    /// is a range that no earlier part of the run used, and then one that a later part may use.
    pub fn go_on(
        mut self,
        frontier: Frontier,
        account: Account,
        keys: &mut KeyRange,
        observer: &mut dyn Observer,
    ) -> Report {
        for part in &account.covered {
            self.coverage.mark(part);
        }
        for finding in account.findings.list() {
            self.error_sites.insert(finding.site());
        }
        self.paths_before = account.closed(Closed::Completed);
        let keep_all = self.options.keep_all;
        let mut journal = Alone {
            observer,
            account,
            keep_all,
        };
        let failure = self.work(frontier, *keys, &mut journal).err();
        *keys = self.tree.changes.keys().unwrap_or(*keys).following();
        let mut report = journal.account.report(self.left(), self.statistics());
        report.elapsed = self.started.elapsed();
        report.failure = failure.map(|error| error.to_string());
        report.failure = report.failure.or_else(|| self.disagreement());
        report
    }

    /// An answer of the solver that the second opinion contradicted.
    pub(crate) fn disagreement(&self) -> Option<String> {
        self.solver.disagreement().map(ToString::to_string)
    }

    /// Explores what is left and what else the journal asks for.
    pub(crate) fn work(
        &mut self,
        frontier: Frontier,
        keys: KeyRange,
        journal: &mut dyn Journal,
    ) -> Result<(), BoxError> {
        self.started = Instant::now();
        if journal.wants_frontier() {
            self.tree = Tree::with_changes(Changes::told(keys));
        }
        for key in frontier.pending_nodes() {
            let depth = frontier.depth(key);
            self.take_up(key, depth, Pending::Inherited(key));
        }
        self.inherited = frontier;
        let explored = self.explore(journal);
        let result = explored.and_then(|()| self.keep_paused());
        if let Some(limit) = self.stopped_by().filter(|_| self.left() > 0) {
            journal.stopped(limit, self.left());
        }
        // What was found before an error is kept, if that is possible.
        let told = self.tell(None, journal);
        result.and(told)
    }

    fn explore(&mut self, journal: &mut dyn Journal) -> Result<(), BoxError> {
        while self.may_execute(journal) && self.stopped_by().is_none() {
            self.answer_requests(None, journal)?;
            self.tell_if_due(None, journal)?;
            self.tell_progress(journal);
            if self.tree.pending() == 0 {
                self.tell(None, journal)?;
                match journal.request(true) {
                    Some(request) => self.answer(request, None, journal)?,
                    None => return Ok(()),
                }
                continue;
            }
            let Some(node) = self.choose() else {
                continue;
            };
            if journal.wants_visits() {
                self.announce(node, journal)?;
            }
            if let Some(running) = self.visit(node) {
                self.run_path(running, journal)?;
            }
        }
        Ok(())
    }

    /// The node to visit next. With each, one of those that others met becomes known to the
    /// strategy: that takes a run to it, so that doing it for all at once would take long.
    fn choose(&mut self) -> Option<NodeId> {
        while let Some((node, stamp)) = self.strange.pop() {
            if self.tree.stamp(node) != stamp || !self.tree.is_pending(node) {
                continue;
            }
            if self.is_start(node) {
                return Some(node);
            }
            self.introduce(node);
            break;
        }
        self.next_node().or_else(|| self.next_other_values())
    }

    fn answer_requests(
        &mut self,
        running: Option<&Entered>,
        journal: &mut dyn Journal,
    ) -> Result<(), BoxError> {
        while let Some(request) = journal.request(false) {
            self.answer(request, running, journal)?;
        }
        Ok(())
    }

    fn answer(
        &mut self,
        request: Request,
        running: Option<&Entered>,
        journal: &mut dyn Journal,
    ) -> Result<(), BoxError> {
        match request {
            Request::Take(tasks) => self.take_tasks(tasks),
            Request::Give => self.give(running, journal)?,
            Request::Covered(parts) => {
                for part in &parts {
                    self.coverage.mark(part);
                }
            }
            Request::Memory(bytes) => {
                self.options.limits.memory_bytes = bytes;
                self.snapshots.allow(bytes);
            }
            Request::Allow(instructions) => self.options.limits.instructions = Some(instructions),
        }
        Ok(())
    }

    fn take_tasks(&mut self, tasks: Vec<Task>) {
        for task in tasks {
            let (key, depth) = (task.node, task.choices.len() as u32);
            self.take_up(key, depth, Pending::Task(Rc::new(task)));
        }
    }

    fn take_up(&mut self, key: NodeKey, depth: u32, pending: Pending) {
        let node = self.tree.add_task(depth);
        if self.tree.changes.are_wanted() {
            self.tree.changes.set_key(node, key);
        }
        self.pending.insert(node, pending);
        self.strange.push((node, self.tree.stamp(node)));
        self.peak_pending = self.peak_pending.max(self.tree.pending());
    }

    /// Nodes left to explore.
    fn left(&self) -> u64 {
        self.tree.pending() as u64
    }

    /// What it did and used so far.
    pub(crate) fn statistics(&self) -> Statistics {
        Statistics {
            machine: *self.machine.statistics(),
            solver: self.solver.statistics().clone(),
            peak_pending: self.peak_pending,
            peak_snapshot_bytes: self.snapshots.peak_bytes,
            snapshots_dropped: self.snapshots.dropped,
            peak_memory_bytes: self.shortage.peak_bytes.max((self.options.memory_in_use)()),
            chosen_depth_first: self.shortage.chosen_depth_first,
            replays: self.replays,
            tasks_taken: self.tasks_taken,
            pauses: self.pauses,
            terms: self.machine.pool.len(),
            arms: self.coverage.edges().1,
        }
    }

    /// The limit of the whole run that is reached, if any.
    fn stopped_by(&self) -> Option<LimitKind> {
        let limits = &self.options.limits;
        let reached = |limit: Option<u64>, value: u64| limit.is_some_and(|limit| value >= limit);
        let time_is_up = limits
            .time
            .is_some_and(|time| self.started.elapsed() >= time);
        let paths = self.paths_before + self.tree.closed(Closed::Completed);
        // Whoever watches the clock interrupts a query when the time is up: that is the time limit.
        if time_is_up || self.options.time_is_up.load(Ordering::Relaxed) {
            Some(LimitKind::Time)
        } else if self.interrupt.load(Ordering::Relaxed) {
            Some(LimitKind::Interrupted)
        } else if reached(limits.paths, paths) {
            Some(LimitKind::Paths)
        } else if reached(limits.findings, self.error_sites.len() as u64) {
            Some(LimitKind::Findings)
        } else if reached(limits.instructions, self.executed()) {
            Some(LimitKind::Instructions)
        } else {
            None
        }
    }

    /// Instructions executed, those of replays included.
    fn executed(&self) -> u64 {
        self.machine.statistics().instructions
    }

    /// False if the instructions of the run are used up.
    fn may_execute(&mut self, journal: &mut dyn Journal) -> bool {
        while self.slice() == 0 {
            match journal.more_instructions(self.executed()) {
                Some(allowed) => self.options.limits.instructions = Some(allowed),
                None => return false,
            }
        }
        true
    }

    /// Instructions until something is to be looked at.
    fn slice(&self) -> u64 {
        let limit = self.options.limits.instructions.unwrap_or(u64::MAX);
        limit.saturating_sub(self.executed()).min(SLICE)
    }

    /// Follows a path to its end, or until it has to wait; the arms it does not take become pending
    /// nodes.
    fn run_path(&mut self, mut at: Running, journal: &mut dyn Journal) -> Result<(), BoxError> {
        loop {
            if !self.may_execute(journal) {
                return self.pause(at, journal);
            }
            let (new_before, slice) = (self.coverage.new, self.path_slice(&at));
            let stop = self.machine.run(&mut at.state, slice, &mut self.coverage);
            if self.coverage.new != new_before {
                at.new_at = at.state.instructions();
                at.covers.extend(self.coverage.take_fresh());
                at.pause_at = self.pause_at(&at.state);
            }
            if let Stop::End(end) = stop {
                let closed = match &end {
                    End::Exit(_) | End::Error(_) => Closed::Completed,
                    End::AssumeFailed => Closed::AssumeFailed,
                    End::Unsupported(_) => Closed::Unsupported,
                    End::Limit(_) => Closed::CutOff,
                };
                return self.end_path(at, Some(end), closed, journal);
            }
            if self.is_too_long(&at.state) {
                self.batch.tally.count_limit(LimitKind::PathInstructions);
                return self.end_path(at, None, Closed::CutOff, journal);
            }
            match stop {
                Stop::Fork(fork) => {
                    if self.is_too_deep(&at.state) {
                        self.batch.tally.count_limit(LimitKind::Depth);
                        return self.end_path(at, None, Closed::CutOff, journal);
                    }
                    if self.interrupt.load(Ordering::Relaxed) {
                        return self.pause(at, journal);
                    }
                    self.fork(&mut at, fork);
                }
                Stop::Budget | Stop::End(_) => {
                    at.last = None;
                    self.tell_progress(journal);
                    // The limits on paths and findings let a path under way end.
                    let lets_end = |by| matches!(by, LimitKind::Paths | LimitKind::Findings);
                    if self.stopped_by().is_some_and(|by| !lets_end(by)) {
                        return self.pause(at, journal);
                    }
                }
            }
            if length(&at.state) >= at.pause_at {
                if self.tree.pending() > 0 {
                    return self.pause(at, journal);
                }
                at.pause_at = self.pause_at(&at.state);
            }
            self.report_on_the_way(&at.entered, journal)?;
        }
    }

    /// Instructions until a path is to be looked at.
    fn path_slice(&self, at: &Running) -> u64 {
        let slice = self.slice().min(instructions_until(&at.state, at.pause_at));
        match self.options.limits.path_instructions {
            // One more shows that it needs more than it may.
            Some(limit) => slice.min((limit + 1).saturating_sub(at.state.instructions())),
            None => slice,
        }
    }

    /// True if a path has executed more than it may.
    fn is_too_long(&self, state: &State) -> bool {
        let limit = self.options.limits.path_instructions;
        limit.is_some_and(|limit| state.instructions() > limit)
    }

    /// Between two forks of a path. A visit that was announced counts whole or not at all.
    fn report_on_the_way(
        &mut self,
        at: &Entered,
        journal: &mut dyn Journal,
    ) -> Result<(), BoxError> {
        if journal.wants_visits() {
            return Ok(());
        }
        self.answer_requests(Some(at), journal)?;
        self.tell_if_due(Some(at), journal)
    }

    fn is_too_deep(&self, state: &State) -> bool {
        let limit = self.options.limits.depth;
        limit.is_some_and(|limit| state.depth() >= limit)
    }

    /// Goes along the taken arm and leaves the others pending.
    fn fork(&mut self, at: &mut Running, fork: Box<Fork>) {
        let taken = fork.taken;
        let condition = fork.arms[taken].condition;
        let data = self.data(&at.state);
        let arm = self.arm(&fork, taken, data);
        at.trail.push(&fork, taken);
        let tries_values = self.tries_values(&fork);
        if tries_values {
            self.leave_values_pending(at, &fork);
        } else if fork.arms.len() == 1 {
            self.machine.take(&mut at.state, &fork, taken);
        } else {
            self.leave_pending(at, &fork, data);
        }
        at.recent = at.recent.then(&arm);
        at.last = Some(arm);
        self.strategy.went(&arm, at.recent);
        at.path = at.path.and(&self.machine.pool, condition);
        if !tries_values {
            at.pins = at.pins.and(&self.machine.pool, condition);
        }
    }

    /// At a fork of several arms: the taken one and the others that lead on become nodes.
    fn leave_pending(&mut self, at: &mut Running, fork: &Fork, data: Option<u64>) {
        let (taken, parent) = (fork.taken, at.entered.node);
        let explored = |arm: usize| arm != taken && fork.arms[arm].outcome != ArmOutcome::Discard;
        let others: Vec<usize> = (0..fork.arms.len()).filter(|&arm| explored(arm)).collect();
        let above = Above {
            run: at.run.clone(),
            hash: at.state.path_hash(),
            depth: at.state.depth(),
            since_new: at.state.instructions().saturating_sub(at.new_at),
        };
        self.tree.split(parent, others.len() + 1);
        at.entered = Entered {
            node: self.tree.add_open(parent, fork.arms[taken].choice),
            above: above.clone(),
        };
        if others.is_empty() {
            self.machine.take(&mut at.state, fork, taken);
            return;
        }
        let callers = match self.strategy.wants_callers() {
            true => at.state.callers(strategy::CALLERS),
            false => Vec::new(),
        };
        let bytes = at.state.approximate_bytes();
        let (state, path, kept) = (at.state.clone(), at.path.clone(), Box::new(fork.clone()));
        let snapshot = self.snapshots.keep(state, bytes);
        let pins = at.pins.clone();
        let point = Rc::new(Point::new(
            kept, snapshot, path, above, at.recent, pins, data,
        ));
        self.machine.take(&mut at.state, fork, taken);
        for arm in others {
            let choice = fork.arms[arm].choice;
            let node = self.tree.add_pending(parent, choice);
            self.offer(node, &point, arm, &callers);
        }
        self.watch_memory();
        self.peak_pending = self.peak_pending.max(self.tree.pending());
    }

    /// Tells the strategy of a node that waits at a fork.
    pub(crate) fn offer(
        &mut self,
        node: NodeId,
        point: &Rc<Point>,
        arm: usize,
        callers: &[CodePoint],
    ) {
        let taken = self.arm(&point.fork, arm, point.data);
        let pending = Pending::Arm {
            point: point.clone(),
            arm: arm as u32,
        };
        self.pending.insert(node, pending);
        let candidate = Candidate {
            node,
            arm: taken,
            since_new: point.above.since_new,
            recent: point.recent.then(&taken),
            callers,
            paused: false,
        };
        let view = View {
            tree: &self.tree,
            coverage: &self.coverage,
            program: &**self.machine.program(),
        };
        self.strategy.added(&candidate, &view);
    }

    /// An arm of a fork as strategies see it.
    pub(crate) fn arm(&self, fork: &Fork, arm: usize, data: Option<u64>) -> Arm {
        let choice = fork.arms[arm].choice;
        let edge = match (fork.kind, fork.site.decision) {
            (ForkKind::Branch | ForkKind::Switch, Some(decision)) => {
                self.coverage
                    .edge(fork.site.function, decision, choice as u32)
            }
            _ => None,
        };
        Arm {
            kind: fork.kind,
            site: fork.site,
            choice,
            outcome: fork.arms[arm].outcome,
            edge,
            data,
        }
    }

    /// Digest of a state's data, if strategies go by it.
    pub(crate) fn data(&self, state: &State) -> Option<u64> {
        let wanted = self.pauses > 0 && self.strategy.wants_data();
        wanted.then(|| self.digest.of(state))
    }

    /// Tells the strategy of the end of a path.
    pub(crate) fn tell_ended(&mut self, at: &Running) {
        let view = View {
            tree: &self.tree,
            coverage: &self.coverage,
            program: &**self.machine.program(),
        };
        let path = EndedPath {
            leaf: at.entered.node,
            new: self.coverage.new - at.new_before,
        };
        self.strategy.path_ended(&path, &view);
        self.note_leaf(path.leaf);
    }

    fn tell_progress(&mut self, journal: &mut dyn Journal) {
        if self.last_progress.elapsed() < PROGRESS {
            return;
        }
        self.last_progress = Instant::now();
        let elapsed = self.started.elapsed();
        let time = self.options.limits.time;
        journal.progress(Progress {
            elapsed,
            left: time.map(|time| time.saturating_sub(elapsed)),
            paths: self.paths_before + self.tree.closed(Closed::Completed),
            pending: self.tree.pending(),
            edges: self.coverage.edges(),
            solver: self.solver.statistics().clone(),
            instructions: self.executed(),
            ..Progress::default()
        });
    }
}

/// An error of whoever keeps results.
pub type BoxError = Box<dyn std::error::Error + Send + Sync>;
