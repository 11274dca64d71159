//! The loop that drives the machine over the tree.

use crate::coverage::Coverage;
use crate::error::{BoxError, ExploreError};
use crate::exchange::{Frontier, InProcess, Observer, Outbox, Progress, Request, Supervisor};
use crate::executor::{Executor, SLICE, Start};
use crate::extensions::{self, Extension, Extensions, Seeds};
use crate::feasibility::Feasibility;
use crate::limits::{Fruitless, LimitKind};
use crate::options::Options;
use crate::parts::Parts;
use crate::paths::{ActivePath, PathOrigin, instructions_until, length};
use crate::results::{Effort, LazyStatistics, Report, RunTotals};
use crate::search::{Code, Search};
use crate::steps::{batch_writer, fork, path_end, pausing, visit};
use crate::summaries::Summaries;
use crate::tree::{Closed, KeyRange, NodeId};
use solver::{CoarseInstant, Solver};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use vm::{End, Machine, State, Stop};

/// Time between two reports of progress.
const PROGRESS: Duration = Duration::from_millis(250);
/// What making tests of paths that wait may take of a run that is over.
const TIME_TO_KEEP_PAUSED: Duration = Duration::from_secs(1);

/// A run, or a worker's part of one.
pub struct Explorer {
    parts: Parts,
    started: Instant,
    /// The same moment, for what is asked all the time.
    started_about: CoarseInstant,
    fruitless: Fruitless,
    last_progress: CoarseInstant,
    /// Completed paths of the run before this explorer took it up.
    paths_before: u64,
}

impl Explorer {
    /// Prepares a run. `decision_functions` are the names of the functions whose decisions go into
    /// traces, in the order of their numbers. Setting `interrupt` ends the run soon, with all
    /// results kept.
    ///
    /// # Errors
    /// If the program has no such start, a function cannot be loaded, or the strategy is unknown.
    pub fn new(
        machine: Machine,
        solver: Solver,
        start: Start,
        decision_functions: &[String],
        options: Options,
        interrupt: Arc<AtomicBool>,
    ) -> Result<Explorer, ExploreError> {
        let search = Search::new(&options)?;
        let coverage = Coverage::new(machine.program().clone(), options.targets.clone());
        let wanted = extensions::wanted(&options, machine.program());
        let mut executor = Executor::new(machine, start, decision_functions, &options, interrupt)?;
        let seeds = Seeds::new(&mut executor, &options);
        let now = CoarseInstant::now();
        let explorer = Explorer {
            parts: Parts {
                executor,
                search,
                feasibility: Feasibility::new(solver),
                outbox: Outbox::new(),
                coverage,
                extensions: Extensions::default(),
                lazy: LazyStatistics::default(),
                summaries: Summaries::default(),
                plain_effort: Effort::default(),
                options,
            },
            started: Instant::now(),
            started_about: now,
            fruitless: Fruitless::default(),
            last_progress: now,
            paths_before: 0,
        };
        let explorer = wanted.into_iter().fold(explorer, Explorer::with);
        Ok(match seeds {
            Some(seeds) => explorer.with(Box::new(seeds)),
            None => explorer,
        })
    }

    /// Has a technique go along.
    #[must_use]
    pub fn with(mut self, extension: Box<dyn Extension>) -> Explorer {
        self.parts.extensions.add(extension);
        self.parts.search.note_finished();
        self
    }

    #[cfg(test)]
    pub(crate) fn parts(&mut self) -> &mut Parts {
        &mut self.parts
    }

    /// Explores until nothing is left or a limit is hit.
    pub fn run(self, observer: &mut dyn Observer) -> Report {
        let (all, account) = (Frontier::new(), RunTotals::default());
        self.go_on(all, account, &mut KeyRange::first(), observer)
    }

    /// Goes on with a run: `frontier` is what is left of it, `account` what it found so far. `keys`
    /// is a range that no earlier part of the run used, and then one that a later part may use.
    pub fn go_on(
        mut self,
        frontier: Frontier,
        account: RunTotals,
        keys: &mut KeyRange,
        observer: &mut dyn Observer,
    ) -> Report {
        for part in &account.covered {
            self.parts.coverage.mark(part);
            self.parts.extensions.covered(std::slice::from_ref(part));
        }
        for finding in account.findings.list() {
            self.parts.outbox.know_error(finding.site());
        }
        self.parts.extensions.learn(&account.facts);
        self.paths_before = account.closed(Closed::Completed);
        let keep_all = self.parts.options.keep_all;
        let mut supervisor = InProcess {
            observer,
            account,
            keep_all,
        };
        let failure = self.work(frontier, *keys, &mut supervisor).err();
        *keys = self.parts.search.delta().keys().unwrap_or(*keys);
        *keys = keys.following();
        let mut report = supervisor
            .account
            .report(self.left(), self.parts.statistics());
        report.elapsed = self.started.elapsed();
        report.failure = failure.map(|error| error.to_string());
        report.failure = report.failure.or_else(|| self.disagreement());
        report
    }

    /// An answer of the solver that the second opinion contradicted.
    pub(crate) fn disagreement(&self) -> Option<String> {
        self.parts.feasibility.disagreement()
    }

    /// Explores what is left and what else the supervisor asks for.
    pub(crate) fn work(
        &mut self,
        frontier: Frontier,
        keys: KeyRange,
        supervisor: &mut dyn Supervisor,
    ) -> Result<(), BoxError> {
        self.started = Instant::now();
        self.started_about = CoarseInstant::now();
        let keys = supervisor.wants_frontier().then_some(keys);
        self.parts.search.begin(frontier, keys);
        let result = self.explore(supervisor);
        if result.is_ok() {
            let until = self.until_kept();
            pausing::keep_all(&mut self.parts, until);
        }
        if let Some(limit) = self.stopped_by().filter(|_| self.left() > 0) {
            supervisor.stopped(limit, self.left());
        }
        // What was found before an error is kept, if that is possible.
        let told = batch_writer::tell(&mut self.parts, None, supervisor);
        result.and(told)
    }

    fn explore(&mut self, supervisor: &mut dyn Supervisor) -> Result<(), BoxError> {
        while self.may_execute(supervisor) && self.stopped_by().is_none() {
            self.answer_requests(None, supervisor)?;
            batch_writer::tell_if_due(&mut self.parts, None, supervisor)?;
            self.tell_progress(supervisor);
            if self.left() == 0 {
                batch_writer::tell(&mut self.parts, None, supervisor)?;
                match supervisor.request(true) {
                    Some(request) => self.answer(request, None, supervisor)?,
                    None => return Ok(()),
                }
                continue;
            }
            let Some(node) = self.choose() else {
                continue;
            };
            if supervisor.wants_visits() {
                batch_writer::announce(&mut self.parts, node, supervisor)?;
            }
            if let Some(path) = visit::visit(&mut self.parts, node) {
                self.run_path(path, supervisor)?;
            }
        }
        Ok(())
    }

    /// The node to visit next. With each, one of those that others met becomes known to the
    /// strategy: that takes a run to it, so that doing it for all at once would take long.
    fn choose(&mut self) -> Option<NodeId> {
        let parts = &mut self.parts;
        if let Some(node) = parts.search.next_unreplayed() {
            if parts.search.is_start(node) {
                return Some(node);
            }
            visit::materialise(parts, node);
        }
        if let Some(node) = parts.search.next_aimed() {
            return Some(node);
        }
        if let Some(node) = fork::wanted(parts) {
            return Some(node);
        }
        if let Some(node) = parts.search.next_to_confirm() {
            return Some(node);
        }
        let code = Code::of(&parts.coverage, &parts.executor);
        let search = &mut parts.search;
        let node = search.next_postponed().or_else(|| search.next(code));
        node.or_else(|| search.last_postponed())
            .or_else(|| search.next_other_values())
    }

    fn answer_requests(
        &mut self,
        running: Option<&PathOrigin>,
        supervisor: &mut dyn Supervisor,
    ) -> Result<(), BoxError> {
        while let Some(request) = supervisor.request(false) {
            self.answer(request, running, supervisor)?;
        }
        Ok(())
    }

    fn answer(
        &mut self,
        request: Request,
        running: Option<&PathOrigin>,
        supervisor: &mut dyn Supervisor,
    ) -> Result<(), BoxError> {
        let parts = &mut self.parts;
        match request {
            Request::Take(tasks) => {
                for task in tasks {
                    parts.search.take_task(task);
                }
            }
            Request::Donate { is_last } => {
                batch_writer::donate(parts, running, is_last, supervisor)?;
            }
            Request::Covered(covered) => {
                for part in &covered {
                    parts.coverage.mark(part);
                }
                parts.extensions.covered(&covered);
            }
            Request::Learn(facts) => parts.extensions.learn(&facts),
            Request::Memory(bytes) => parts.search.allow_memory(bytes),
            Request::Allow(instructions) => parts.options.limits.instructions = Some(instructions),
        }
        Ok(())
    }

    /// Nodes left to explore.
    fn left(&self) -> u64 {
        self.parts.search.tree().pending() as u64
    }

    /// Completed paths of the run.
    fn paths(&self) -> u64 {
        self.paths_before + self.parts.search.tree().closed(Closed::Completed)
    }

    /// Completed paths in a row that have shown nothing new.
    fn fruitless_paths(&self) -> u64 {
        let shown = self.parts.coverage.new + self.parts.outbox.error_count();
        self.fruitless.paths(shown, self.paths())
    }

    /// When paths that wait at the end are no more made tests of: if the run did not end by a count.
    fn until_kept(&self) -> Option<Instant> {
        let counted = self
            .stopped_by()
            .is_some_and(|limit| limit != LimitKind::Time && limit != LimitKind::Interrupted);
        (!counted).then(|| Instant::now() + TIME_TO_KEEP_PAUSED)
    }

    /// The limit of the whole run that is reached, if any.
    fn stopped_by(&self) -> Option<LimitKind> {
        let options = &self.parts.options;
        let limits = &options.limits;
        let reached = |limit: Option<u64>, value: u64| limit.is_some_and(|limit| value >= limit);
        let time_is_up = limits
            .time
            .is_some_and(|time| self.started_about.elapsed() >= time);
        // Whoever watches the clock interrupts a query when the time is up: that is the time limit.
        if time_is_up || options.time_is_up.load(Ordering::Relaxed) {
            Some(LimitKind::Time)
        } else if self.parts.executor.is_interrupted() {
            Some(LimitKind::Interrupted)
        } else if reached(limits.paths, self.paths()) {
            Some(LimitKind::Paths)
        } else if reached(limits.findings, self.parts.outbox.error_count()) {
            Some(LimitKind::Findings)
        } else if reached(limits.instructions, self.parts.executor.executed()) {
            Some(LimitKind::Instructions)
        } else if reached(limits.sequence_paths, self.fruitless_paths()) {
            Some(LimitKind::SequencePaths)
        } else {
            None
        }
    }

    /// False if the instructions of the run are used up.
    fn may_execute(&mut self, supervisor: &mut dyn Supervisor) -> bool {
        while self.slice() == 0 {
            match supervisor.more_instructions(self.parts.executor.executed()) {
                Some(allowed) => self.parts.options.limits.instructions = Some(allowed),
                None => return false,
            }
        }
        true
    }

    /// Instructions until something is to be looked at.
    fn slice(&self) -> u64 {
        let limit = self.parts.options.limits.instructions.unwrap_or(u64::MAX);
        limit
            .saturating_sub(self.parts.executor.executed())
            .min(SLICE)
    }

    /// Follows a path to its end, or until it has to wait; the arms it does not take become pending
    /// nodes.
    fn run_path(
        &mut self,
        mut at: ActivePath,
        supervisor: &mut dyn Supervisor,
    ) -> Result<(), BoxError> {
        self.parts.coverage.notes_misses = self.parts.search.wants_misses();
        loop {
            if !self.may_execute(supervisor) {
                return self.pause(at, supervisor);
            }
            let slice = self.path_slice(&at);
            let parts = &mut self.parts;
            let new_before = parts.coverage.new;
            parts.coverage.go_on(&at.state);
            let stop = parts
                .executor
                .run(&mut at.state, slice, &mut parts.coverage);
            parts.coverage.give_misses(&mut at.misses);
            if parts.coverage.new != new_before {
                at.new_at = at.state.instructions();
                let fresh = parts.coverage.take_fresh();
                parts.extensions.covered(&fresh);
                let makers = &parts.options.makers;
                let (own, of_makers): (Vec<_>, Vec<_>) = fresh
                    .into_iter()
                    .partition(|part| !makers.contains(&part.function));
                at.covers.extend(own);
                parts.outbox.covered(of_makers);
                at.had_its_turn = false;
                if at.pause_at != u64::MAX {
                    at.pause_at = parts.search.pause_at(length(&at.state));
                }
            }
            if let Stop::End(end) = stop {
                let closed = match &end {
                    End::Exit(_) | End::Killed(_) | End::Error(_) => Closed::Completed,
                    End::AssumeFailed => Closed::AssumeFailed,
                    End::Unsupported(_) => Closed::Unsupported,
                    End::Limit(_) => Closed::CutOff,
                };
                return self.end(at, Some(end), closed, supervisor);
            }
            if self.is_too_long(&at.state) {
                self.parts.outbox.limit(LimitKind::PathInstructions);
                return self.end(at, None, Closed::CutOff, supervisor);
            }
            match stop {
                Stop::Fork(fork) => {
                    if self.is_too_deep(&at.state) {
                        self.parts.outbox.limit(LimitKind::Depth);
                        return self.end(at, None, Closed::CutOff, supervisor);
                    }
                    if self.parts.executor.is_interrupted() {
                        return self.pause(at, supervisor);
                    }
                    if let Some(skip) = fork::fork(&mut self.parts, &mut at, fork) {
                        return self.end(at, None, skip.closed, supervisor);
                    }
                }
                Stop::Budget | Stop::End(_) => {
                    at.last = None;
                    self.tell_progress(supervisor);
                    // The limits on paths and findings let a path under way end.
                    let lets_end = |by| {
                        matches!(
                            by,
                            LimitKind::Paths | LimitKind::Findings | LimitKind::SequencePaths
                        )
                    };
                    if self.stopped_by().is_some_and(|by| !lets_end(by)) {
                        return self.pause(at, supervisor);
                    }
                }
            }
            if at.aim.is_some() || self.parts.extensions.want_alone() {
                return self.pause(at, supervisor);
            }
            if length(&at.state) >= at.pause_at {
                if self.left() > 0 {
                    return self.pause(at, supervisor);
                }
                at.pause_at = self.parts.search.pause_at(length(&at.state));
                at.had_its_turn = true;
            }
            self.report_on_the_way(&at.origin, supervisor)?;
        }
    }

    fn pause(&mut self, at: ActivePath, supervisor: &mut dyn Supervisor) -> Result<(), BoxError> {
        pausing::pause(&mut self.parts, at);
        batch_writer::tell_if_due(&mut self.parts, None, supervisor)
    }

    fn end(
        &mut self,
        at: ActivePath,
        end: Option<End>,
        closed: Closed,
        supervisor: &mut dyn Supervisor,
    ) -> Result<(), BoxError> {
        if let Some(crash) = self.parts.options.crash
            && crash.hash == at.state.path_hash()
            && (crash.always || !supervisor.wants_visits())
        {
            std::process::abort();
        }
        path_end::end(&mut self.parts, at, end, closed)?;
        batch_writer::tell_if_due(&mut self.parts, None, supervisor)
    }

    /// Instructions until a path is to be looked at.
    fn path_slice(&self, at: &ActivePath) -> u64 {
        let slice = self.slice().min(instructions_until(&at.state, at.pause_at));
        match self.parts.options.limits.path_instructions {
            // One more shows that it needs more than it may.
            Some(limit) => slice.min((limit + 1).saturating_sub(at.state.instructions())),
            None => slice,
        }
    }

    /// True if a path has executed more than it may.
    fn is_too_long(&self, state: &State) -> bool {
        let limit = self.parts.options.limits.path_instructions;
        limit.is_some_and(|limit| state.instructions() > limit)
    }

    /// Between two forks of a path. A visit that was announced counts whole or not at all.
    fn report_on_the_way(
        &mut self,
        at: &PathOrigin,
        supervisor: &mut dyn Supervisor,
    ) -> Result<(), BoxError> {
        if supervisor.wants_visits() {
            return Ok(());
        }
        self.answer_requests(Some(at), supervisor)?;
        batch_writer::tell_if_due(&mut self.parts, Some(at), supervisor)
    }

    fn is_too_deep(&self, state: &State) -> bool {
        let limit = self.parts.options.limits.depth;
        limit.is_some_and(|limit| state.depth() >= limit)
    }

    fn tell_progress(&mut self, supervisor: &mut dyn Supervisor) {
        if self.last_progress.elapsed() < PROGRESS {
            return;
        }
        self.last_progress = CoarseInstant::now();
        let elapsed = self.started.elapsed();
        let time = self.parts.options.limits.time;
        supervisor.progress(Progress {
            elapsed,
            left: time.map(|time| time.saturating_sub(elapsed)),
            paths: self.paths(),
            pending: self.parts.search.tree().pending(),
            edges: self.parts.coverage.edges(),
            solver: self.parts.feasibility.statistics().clone(),
            instructions: self.parts.executor.executed(),
            ..Progress::default()
        });
    }
}
