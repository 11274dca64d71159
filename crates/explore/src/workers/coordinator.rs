//! Gives work to workers, takes in what they found, and does without those that die.

mod allowance;
mod memory;

use super::fork_server::{ForkServer, Spawned};
use super::liveness::Liveness;
use super::messages::{FromWorker, ToWorker, receive, send};
use crate::coverage::CoveredPart;
use crate::error::BoxError;
use crate::exchange::{Batch, Frontier, Observer, Owner, Progress, record};
use crate::limits::{Fruitless, LimitKind, Limits};
use crate::options::Options;
use crate::results::{FunctionCode, Report, RunTotals, Statistics};
use crate::tree::{Closed, KeyRange, NodeKey, Task};
use rustc_hash::{FxHashMap, FxHashSet};
use std::io::BufReader;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::time::{Duration, Instant};

/// Longest time without a look at clocks and signals.
const TICK: Duration = Duration::from_millis(20);
/// A run that is over by then has one worker only.
const ALONE: Duration = Duration::from_millis(50);
/// Time between two reports of progress.
const PROGRESS: Duration = Duration::from_millis(250);
/// Who had nothing to give is not asked again for so long.
const REFUSED: Duration = Duration::from_millis(10);
/// Who does not end in this time when told to is ended.
const PATIENCE: Duration = Duration::from_secs(10);
/// Messages of workers that may wait. Who has more to say waits, too: otherwise workers that find tests faster
/// than they are written would be far ahead when the time is up.
const MOST_WAITING: usize = 1;
/// Most tasks in one message.
const PORTION: usize = 4096;
/// Milliseconds for which visits are announced when the part of a dead worker is taken up; doubled
/// with each death that this does not explain.
const ANNOUNCE: u64 = 1000;
/// Workers that may die on a path before it is given up.
const DEATHS: u32 = 2;

/// Who works.
pub struct WorkerPool {
    /// Where workers come from.
    fork_server: ForkServer,
    /// Workers at one time.
    jobs: u32,
    /// As in [`crate::Options::keep_all`].
    keep_all: bool,
    /// As in [`crate::Options::memory_in_use`], of the coordinator's own process.
    memory_in_use: fn() -> usize,
    /// Ends the run soon, with all results kept.
    interrupt: Arc<AtomicBool>,
    /// As in [`crate::Options::time_is_up`].
    time_is_up: Arc<AtomicBool>,
    /// Workers that have done what they were told and can be told to do more.
    parked: Vec<Spawned>,
}

impl WorkerPool {
    /// At most `jobs` workers at one time, for a run with these options. Setting `interrupt` ends the
    /// run soon, with all results kept.
    pub fn new(
        fork_server: ForkServer,
        jobs: u32,
        options: &Options,
        interrupt: Arc<AtomicBool>,
    ) -> WorkerPool {
        WorkerPool {
            fork_server,
            jobs,
            keep_all: options.keep_all,
            memory_in_use: options.memory_in_use,
            interrupt,
            time_is_up: options.time_is_up.clone(),
            parked: Vec::new(),
        }
    }
}

/// How far workers came.
pub enum Explored {
    /// As far as they should.
    Done(Report),
    /// There are no workers any more, and nobody to start others. This is left; whoever goes on with
    /// it does so without this pool of workers.
    InProcess {
        /// What is left.
        frontier: Frontier,
        /// What was found.
        account: RunTotals,
        /// What the workers did.
        statistics: Statistics,
        /// Time taken.
        elapsed: Duration,
    },
}

/// Explores what is left below the start of that number with several workers: `frontier`, `account`
/// and `keys` as for [`crate::Explorer::go_on`].
pub fn explore(
    worker_pool: &mut WorkerPool,
    start: u32,
    limits: &Limits,
    frontier: Frontier,
    account: RunTotals,
    keys: &mut KeyRange,
    observer: &mut dyn Observer,
) -> Explored {
    let (sender, events) = mpsc::sync_channel(MOST_WAITING);
    let mut coordinator = Coordinator {
        unassigned: frontier.pending_nodes(),
        worker_pool,
        start,
        limits,
        functions: FxHashSet::default(),
        frontier,
        account,
        keys: *keys,
        workers: Vec::new(),
        memory: 0,
        sender,
        orphaned: Vec::new(),
        announce: ANNOUNCE,
        deaths: FxHashMap::default(),
        newly_covered: Vec::new(),
        started: Instant::now(),
        last_progress: Instant::now(),
        stopping: None,
        fruitless: Fruitless::default(),
        limit: None,
        failure: None,
        is_alone: false,
        observer,
    };
    let nodes = std::mem::take(&mut coordinator.unassigned);
    for &node in &nodes {
        coordinator.frontier.set_owner(node, NOBODY);
    }
    coordinator.unassigned = nodes;
    let result = coordinator.coordinate(&events);
    *keys = keys.of_worker(coordinator.workers.len() as u32).following();
    let has_more = coordinator.stopping.is_none() && coordinator.frontier.pending() > 0;
    if coordinator.is_alone && has_more && result.is_ok() {
        return Explored::InProcess {
            statistics: coordinator.statistics(),
            elapsed: coordinator.started.elapsed(),
            frontier: coordinator.frontier,
            account: coordinator.account,
        };
    }
    let result = result.and_then(|()| coordinator.finish());
    Explored::Done(coordinator.report(result.err()))
}

/// Owner of nodes that no worker has.
const NOBODY: Owner = 0;

/// A worker as its coordinator knows it.
struct Worker {
    pid: i32,
    stream: UnixStream,
    /// It can be given work.
    idle: bool,
    /// Times it was told to take something.
    takes: u64,
    /// It was asked to give something.
    asked: bool,
    refused: Option<Instant>,
    /// Instructions that it may execute, and has executed for all one knows.
    allowed: u64,
    executed: u64,
    /// It has executed all that it may, and waits.
    spent: bool,
    /// Its visits are announced until then.
    announces_until: Option<Instant>,
    /// The node it said it visits next.
    visiting: Option<NodeKey>,
    statistics: Statistics,
    liveness: Liveness,
    /// It did not run any more and is being ended.
    frozen: bool,
    /// It has ended or is gone.
    ended: bool,
}

/// What a worker's reader received.
struct Event {
    /// Index of the worker.
    worker: usize,
    /// `None` if its connection is gone.
    message: Option<FromWorker>,
}

struct Coordinator<'a> {
    worker_pool: &'a mut WorkerPool,
    /// Number of the start whose paths are explored.
    start: u32,
    limits: &'a Limits,
    /// Functions that workers told of.
    functions: FxHashSet<String>,
    frontier: Frontier,
    account: RunTotals,
    keys: KeyRange,
    workers: Vec<Worker>,
    /// Bytes that each worker was last told it may use.
    memory: usize,
    sender: SyncSender<Event>,
    /// Nodes to be given to somebody.
    unassigned: Vec<NodeKey>,
    /// Nodes of workers that died, to be given to somebody.
    orphaned: Vec<NodeKey>,
    announce: u64,
    /// Workers that died on a visit, by its node.
    deaths: FxHashMap<NodeKey, u32>,
    /// What was covered and the others do not know yet.
    newly_covered: Vec<CoveredPart>,
    started: Instant,
    last_progress: Instant,
    /// When the workers were told to end.
    stopping: Option<Instant>,
    fruitless: Fruitless,
    /// The limit of the whole run that was reached.
    limit: Option<LimitKind>,
    failure: Option<String>,
    /// The fork server is gone.
    is_alone: bool,
    observer: &'a mut dyn Observer,
}

impl Coordinator<'_> {
    fn coordinate(&mut self, events: &Receiver<Event>) -> Result<(), BoxError> {
        loop {
            if self.stopping.is_none() {
                let over = self.frontier.pending() == 0 || self.failure.is_some();
                self.limit = self.reached().filter(|_| !over);
                if over || self.limit.is_some() {
                    self.stop();
                } else {
                    self.hand_out()?;
                    self.allow();
                    self.ask_for_more();
                    self.broadcast_coverage();
                }
            }
            if self.stopping.is_some_and(|since| self.is_over(since)) {
                return Ok(());
            }
            if self.is_alone && self.alive().is_empty() {
                return Ok(());
            }
            match events.recv_timeout(TICK) {
                Ok(event) => self.receive(event)?,
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => return Ok(()),
            }
            let look_up = Instant::now() + TICK;
            while Instant::now() < look_up
                && let Ok(event) = events.try_recv()
            {
                self.receive(event)?;
            }
            self.tell_progress();
        }
    }

    /// The limit of the whole run that is reached, if any.
    fn reached(&self) -> Option<LimitKind> {
        let limits = self.limits;
        let reached = |limit: Option<u64>, value: u64| limit.is_some_and(|limit| value >= limit);
        if limits
            .time
            .is_some_and(|time| self.started.elapsed() >= time)
            || self.worker_pool.time_is_up.load(Ordering::Relaxed)
        {
            Some(LimitKind::Time)
        } else if self.worker_pool.interrupt.load(Ordering::Relaxed) {
            Some(LimitKind::Interrupted)
        } else if reached(limits.paths, self.account.closed(Closed::Completed)) {
            Some(LimitKind::Paths)
        } else if reached(limits.findings, self.account.findings.list().len() as u64) {
            Some(LimitKind::Findings)
        } else if self.instructions_are_spent() {
            Some(LimitKind::Instructions)
        } else if reached(limits.sequence_paths, self.fruitless_paths()) {
            Some(LimitKind::SequencePaths)
        } else {
            None
        }
    }

    /// Completed paths in a row that have shown nothing new.
    fn fruitless_paths(&self) -> u64 {
        let shown = self.account.covered.len() + self.account.findings.list().len();
        let paths = self.account.closed(Closed::Completed);
        self.fruitless.paths(shown as u64, paths)
    }

    fn stop(&mut self) {
        self.stopping = Some(Instant::now());
        for worker in self.alive() {
            self.say(worker, &ToWorker::Stop);
        }
    }

    /// Notes which limit ended the run, if one did.
    fn finish(&mut self) -> Result<(), BoxError> {
        let pending = self.frontier.pending() as u64;
        if let Some(limit) = self.limit.filter(|_| pending > 0) {
            self.account.stop(limit, pending);
        }
        self.book_own(Batch::default())
    }

    /// True if all workers that were told to end have; those that do not are ended.
    fn is_over(&mut self, since: Instant) -> bool {
        let alive = self.alive();
        if since.elapsed() > PATIENCE {
            for &worker in &alive {
                self.worker_pool.fork_server.kill(self.workers[worker].pid);
            }
        }
        alive.is_empty()
    }

    fn alive(&self) -> Vec<usize> {
        let alive = |&index: &usize| !self.workers[index].ended;
        (0..self.workers.len()).filter(alive).collect()
    }

    /// Number of a worker as an owner of nodes.
    fn owner(worker: usize) -> Owner {
        worker as Owner + 1
    }

    /// Says something to a worker. If it is gone, its reader finds out.
    fn say(&mut self, worker: usize, message: &ToWorker) {
        let _ = send(&self.workers[worker].stream, message);
    }

    /// Gives what nobody works on to those who have nothing to do.
    fn hand_out(&mut self) -> Result<(), BoxError> {
        while !self.orphaned.is_empty() {
            let Some(worker) = self.idle_worker()? else {
                break;
            };
            let most = self.orphaned.len().min(PORTION);
            let nodes = self.orphaned.drain(..most).collect();
            self.assign(worker, nodes, self.announce);
        }
        while !self.unassigned.is_empty() {
            let Some(worker) = self.idle_worker()? else {
                break;
            };
            let others = self.idle_count().max(1);
            let portion = self.unassigned.len().div_ceil(others).min(PORTION);
            let nodes = self.unassigned.drain(..portion).collect();
            self.assign(worker, nodes, 0);
        }
        Ok(())
    }

    fn assign(&mut self, worker: usize, nodes: Vec<NodeKey>, announce: u64) {
        let tasks: Vec<Task> = nodes
            .iter()
            .filter_map(|&node| self.frontier.task(node))
            .collect();
        for task in &tasks {
            self.frontier.set_owner(task.node, Self::owner(worker));
        }
        self.allow_again(worker);
        let to = &mut self.workers[worker];
        to.idle = false;
        to.takes += 1;
        to.announces_until =
            (announce > 0).then(|| Instant::now() + Duration::from_millis(announce));
        to.visiting = None;
        self.say(worker, &ToWorker::Take { tasks, announce });
    }

    /// How many could be given something now.
    fn idle_count(&self) -> usize {
        let alive = self.alive();
        let idle = alive.iter().filter(|&&index| self.workers[index].idle);
        idle.count() + self.places(alive.len())
    }

    /// Workers that may be started now. The first one works alone for a moment: most runs end in
    /// it.
    fn places(&self, alive: usize) -> usize {
        let all = match self.started.elapsed() < ALONE {
            true => 1,
            false => self.worker_pool.jobs as usize,
        };
        match self.is_alone {
            true => 0,
            false => all.saturating_sub(alive),
        }
    }

    /// Somebody who has nothing to do: a new worker, if there may be more.
    fn idle_worker(&mut self) -> Result<Option<usize>, BoxError> {
        let alive = self.alive();
        let idle = alive.iter().find(|&&index| self.workers[index].idle);
        match idle {
            Some(&index) => Ok(Some(index)),
            None if self.places(alive.len()) > 0 => self.spawn_worker(),
            None => Ok(None),
        }
    }

    fn spawn_worker(&mut self) -> Result<Option<usize>, BoxError> {
        let index = self.workers.len();
        let number = Self::owner(index);
        if number >= KeyRange::WORKERS {
            return Err("workers die again and again".into());
        }
        let allowed = self.portion();
        self.share_memory();
        let spawned = match self.worker_pool.parked.pop() {
            Some(parked) => parked,
            None => match self.worker_pool.fork_server.spawn() {
                Ok(spawned) => spawned,
                Err(error) => {
                    self.go_on_alone(&error);
                    return Ok(None);
                }
            },
        };
        let reader = BufReader::new(spawned.stream.try_clone()?);
        let sender = self.sender.clone();
        std::thread::spawn(move || read(index, reader, &sender));
        self.workers.push(Worker {
            pid: spawned.pid,
            stream: spawned.stream,
            idle: true,
            takes: 0,
            asked: false,
            refused: None,
            allowed,
            executed: 0,
            spent: false,
            announces_until: None,
            visiting: None,
            statistics: Statistics::default(),
            liveness: Liveness::default(),
            frozen: false,
            ended: false,
        });
        let (keys, start) = (self.keys.of_worker(number), self.start);
        let told = ToWorker::Start {
            number,
            keys,
            start,
            instructions: self.limits.instructions.map(|_| allowed),
            memory: self.memory,
        };
        self.say(index, &told);
        let covered: Vec<CoveredPart> = self.account.covered.iter().cloned().collect();
        self.say(index, &ToWorker::Covered(covered));
        if !self.account.facts.is_empty() {
            let facts = self.account.facts.clone();
            self.say(index, &ToWorker::Learned(facts));
        }
        Ok(Some(index))
    }

    /// The fork server is gone, and all workers with it.
    fn go_on_alone(&mut self, error: &dyn std::fmt::Display) {
        if !self.is_alone && self.stopping.is_none() {
            self.observer.warning(&format!(
                "the process that starts workers died ({error}), and they with it; the run goes on \
                 with one process"
            ));
        }
        self.is_alone = true;
        self.worker_pool.fork_server.end();
        self.worker_pool.parked.clear();
    }

    /// Ends workers that do not run any more although they have something to do.
    fn end_frozen(&mut self) {
        for index in self.alive() {
            let worker = &mut self.workers[index];
            if worker.idle || worker.spent {
                worker.liveness.reset();
            }
            if !worker.frozen && worker.liveness.is_frozen(worker.pid) {
                worker.frozen = true;
                self.worker_pool.fork_server.kill(worker.pid);
            }
        }
    }

    /// Asks those who have most for a part of it, one for each who has nothing.
    fn ask_for_more(&mut self) {
        if !self.unassigned.is_empty() || !self.orphaned.is_empty() {
            return;
        }
        let alive = self.alive();
        let asked = alive.iter().filter(|&&index| self.workers[index].asked);
        let mut wanted = self.idle_count().saturating_sub(asked.count());
        let can_donate = |&index: &usize| {
            let worker = &self.workers[index];
            let refused = worker.refused.is_some_and(|at| at.elapsed() < REFUSED);
            !worker.idle && !worker.asked && !refused
        };
        let busy = alive.iter().filter(|&&index| !self.workers[index].idle);
        let is_last = busy.count() == 1 && !self.account.has_left_out();
        let mut donors: Vec<usize> = alive.into_iter().filter(can_donate).collect();
        donors
            .sort_by_key(|&index| std::cmp::Reverse(self.frontier.owned_count(Self::owner(index))));
        for worker in donors {
            if wanted == 0 {
                break;
            }
            self.workers[worker].asked = true;
            self.say(worker, &ToWorker::Donate { is_last });
            wanted -= 1;
        }
    }

    fn broadcast_coverage(&mut self) {
        if self.newly_covered.is_empty() {
            return;
        }
        let newly_covered = ToWorker::Covered(std::mem::take(&mut self.newly_covered));
        for worker in self.alive() {
            self.say(worker, &newly_covered);
        }
    }

    fn receive(&mut self, event: Event) -> Result<(), BoxError> {
        let index = event.worker;
        self.workers[index].liveness.reset();
        match event.message {
            Some(FromWorker::Did {
                batch,
                statistics,
                gave,
            }) => {
                self.workers[index].statistics = *statistics;
                self.workers[index].visiting = batch.visiting;
                if gave {
                    let worker = &mut self.workers[index];
                    worker.asked = false;
                    worker.refused = batch.donated.is_empty().then(Instant::now);
                }
                self.record(index, *batch)?;
            }
            Some(FromWorker::Idle { takes, executed }) => {
                let worker = &mut self.workers[index];
                worker.idle = takes == worker.takes;
                worker.executed = executed;
            }
            Some(FromWorker::Spent(executed)) => {
                let worker = &mut self.workers[index];
                worker.executed = executed;
                worker.spent = true;
            }
            Some(FromWorker::Done(failure)) => {
                let worker = &mut self.workers[index];
                worker.ended = true;
                worker.executed = worker.statistics.machine.instructions;
                if failure.is_some() {
                    self.failure = self.failure.take().or(failure);
                    self.worker_pool.fork_server.reap(worker.pid)?;
                } else {
                    self.worker_pool.parked.push(Spawned {
                        pid: worker.pid,
                        stream: worker.stream.try_clone()?,
                    });
                }
            }
            None if !self.workers[index].ended => self.lose(index)?,
            None => {}
        }
        Ok(())
    }

    fn record(&mut self, index: usize, mut batch: Batch) -> Result<(), BoxError> {
        let functions = &mut self.functions;
        let is_new = |function: &FunctionCode| functions.insert(function.name.clone());
        batch.functions.retain(is_new);
        self.frontier.apply(&batch, Self::owner(index));
        for &node in &batch.donated {
            self.frontier.set_owner(node, NOBODY);
            self.unassigned.push(node);
        }
        if !batch.delta.facts.is_empty() {
            let learned = ToWorker::Learned(batch.delta.facts.clone());
            for other in self.alive().into_iter().filter(|&other| other != index) {
                self.say(other, &learned);
            }
        }
        let statistics = self.workers[index].statistics.clone();
        let covered = record(
            &mut self.account,
            batch,
            &statistics,
            self.worker_pool.keep_all,
            self.observer,
        )?;
        self.newly_covered.extend(covered);
        Ok(())
    }

    /// A worker has died: its part is taken up by others.
    fn lose(&mut self, index: usize) -> Result<(), BoxError> {
        let worker = &mut self.workers[index];
        worker.ended = true;
        worker.executed = worker.statistics.machine.instructions;
        let (visiting, pid) = (worker.visiting, worker.pid);
        let frozen = worker.frozen;
        // Who is ended because it was stopped did not die on its path.
        let announced = worker.announces_until.is_some() && !frozen;
        let how = match self.worker_pool.fork_server.reap(pid) {
            Ok(_) if frozen => "it was stopped, and then ended".to_owned(),
            Ok(how) => how,
            Err(error) => {
                self.go_on_alone(&error);
                "with its starter".to_owned()
            }
        };
        let announced = announced && !self.is_alone;
        if self.stopping.is_some() {
            return Ok(());
        }
        let nodes = self.frontier.owned_by(Self::owner(index));
        self.frontier.abandon(Self::owner(index));
        if !self.is_alone {
            self.observer.warning(&format!(
                "a worker died ({how}); the {} paths it had left are taken up by others",
                nodes.len()
            ));
        }
        match visiting.filter(|&node| announced && self.frontier.task(node).is_some()) {
            Some(node) => {
                let deaths = self.deaths.entry(node).or_default();
                *deaths += 1;
                if *deaths >= DEATHS {
                    self.give_up(node)?;
                }
            }
            // It died when its visits were no longer announced: longer the next time.
            None if announced => self.announce = self.announce.saturating_mul(2),
            None => {}
        }
        for node in nodes {
            if self.frontier.task(node).is_some() {
                self.frontier.set_owner(node, NOBODY);
                self.orphaned.push(node);
            }
        }
        Ok(())
    }

    /// A path on which workers die is counted and not tried again.
    fn give_up(&mut self, node: NodeKey) -> Result<(), BoxError> {
        let mut batch = Batch {
            finished: vec![node],
            ..Batch::default()
        };
        batch.delta.count_closed(Closed::Failed, 0.0);
        self.frontier.apply(&batch, NOBODY);
        self.book_own(batch)
    }

    /// Records what no worker did.
    fn book_own(&mut self, batch: Batch) -> Result<(), BoxError> {
        let (statistics, keep_all) = (Statistics::default(), self.worker_pool.keep_all);
        let account = &mut self.account;
        record(account, batch, &statistics, keep_all, self.observer).map(|_| ())
    }

    /// Over all workers.
    fn statistics(&self) -> Statistics {
        let mut sum = Statistics::default();
        for worker in &self.workers {
            sum.add(&worker.statistics);
        }
        sum
    }

    fn tell_progress(&mut self) {
        if self.last_progress.elapsed() < PROGRESS {
            return;
        }
        self.last_progress = Instant::now();
        self.end_frozen();
        self.share_memory();
        let (elapsed, statistics) = (self.started.elapsed(), self.statistics());
        let time = self.limits.time;
        self.observer.progress(&Progress {
            elapsed,
            left: time.map(|time| time.saturating_sub(elapsed)),
            paths: self.account.closed(Closed::Completed),
            tests: self.account.tests,
            pending: self.frontier.pending(),
            findings: self.account.findings.list().len(),
            edges: (self.account.covered_arms(), statistics.arms),
            instructions: statistics.machine.instructions,
            solver: statistics.solver,
        });
    }

    fn report(self, error: Option<BoxError>) -> Report {
        let pending = self.frontier.pending() as u64;
        let mut report = self.account.report(pending, self.statistics());
        report.elapsed = self.started.elapsed();
        report.failure = error.map(|error| error.to_string()).or(self.failure);
        report
    }
}

/// Receives what a worker says, for the coordinator's one queue.
fn read(worker: usize, mut from: BufReader<UnixStream>, to: &SyncSender<Event>) {
    loop {
        let message = receive(&mut from).ok();
        let ended = matches!(message, None | Some(FromWorker::Done(_)));
        if to.send(Event { worker, message }).is_err() || ended {
            return;
        }
    }
}
