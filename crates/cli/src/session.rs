//! A session of work on a run: new or gone on with.

use crate::keeper::{Keeper, Pace, Sink};
use crate::plan::Plan;
use crate::progress::ProgressLine;
use crate::publisher::Publication;
use crate::reach::verdict::{self, Verdict, verdicts};
use crate::replayer::Replayer;
use crate::setup::{Part, Setup, Team};
use crate::subject::{Prepared, Targets};
use crate::summary::{self, Replayed};
use crate::{exit, report};
use anyhow::Context;
use explore::tree::Closed;
use explore::{Account, Frontier, KeyRange, Left, LimitKind, Limits, Progress, Report, Statistics};
use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use store::{
    Description, DirectoryLock, Ended, InputFile, Reader, Restored, RestoredStart, Session, Spent,
    Work, Writer,
};

/// What there is of a run before a session.
struct Before {
    starts: Vec<RestoredStart>,
    keys: KeyRange,
    spent: Spent,
    /// Tests there are.
    tests: u32,
    /// Largest number of one.
    last_test: u32,
    /// Functions of user code that are known, with the numbers of their arms.
    code: HashMap<String, u32>,
}

impl Before {
    /// Everything is to be explored.
    fn nothing(starts: usize) -> Before {
        let starts = (0..starts as u32).map(|number| RestoredStart {
            account: Account::default(),
            frontier: Frontier::at(explore::NodeKey::start(number)),
        });
        Before {
            starts: starts.collect(),
            keys: KeyRange::first(),
            spent: Spent::default(),
            tests: 0,
            last_test: 0,
            code: HashMap::new(),
        }
    }

    /// Number of starts below which something is left.
    fn unfinished(&self) -> usize {
        let starts = self.starts.iter();
        starts.filter(|start| start.frontier.pending() > 0).count()
    }
}

/// The first session of a run.
pub fn begin(plan: &Plan, mut prepared: Prepared, lock: DirectoryLock) -> anyhow::Result<u8> {
    prepared.publication.open()?;
    let store = match plan.store {
        false => None,
        true => Some(Stored {
            lock,
            fresh: Some(description(&prepared)?),
        }),
    };
    let before = Before::nothing(prepared.starts.len());
    work(plan, prepared, store, before)
}

/// What the run is, for the store.
fn description(prepared: &Prepared) -> anyhow::Result<Description> {
    let mut inputs = Vec::new();
    for path in &prepared.inputs {
        let path = path
            .canonicalize()
            .with_context(|| path.display().to_string())?;
        let sha256 = store::file_hash(&path)?;
        inputs.push(InputFile { path, sha256 });
    }
    Ok(Description {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        directory: std::env::current_dir().context("the working directory")?,
        arguments: std::env::args_os().skip(1).collect(),
        inputs,
        program: prepared.hash.clone(),
        starts: prepared
            .starts
            .iter()
            .map(|start| start.name.clone())
            .collect(),
    })
}

/// Another session of a run.
pub fn go_on(
    plan: &Plan,
    mut prepared: Prepared,
    lock: DirectoryLock,
    reader: Reader,
    restored: Restored,
) -> anyhow::Result<u8> {
    prepared.publication.open()?;
    let rows = reader.tests()?;
    prepared.publication.repair(&rows)?;
    let functions = reader.functions()?.into_iter();
    let code = functions.map(|function| (function.name, function.arms.1 as u32));
    let code = code.collect();
    drop(reader);
    let mut starts = restored.starts;
    for start in &mut starts {
        start.account.resume();
    }
    let before = Before {
        starts,
        keys: restored.keys,
        spent: restored.spent,
        tests: rows.len() as u32,
        last_test: restored.last_test,
        code,
    };
    work(plan, prepared, Some(Stored { lock, fresh: None }), before)
}

/// A store to be written.
struct Stored {
    lock: DirectoryLock,
    /// What the run is, if it is a new one.
    fresh: Option<Description>,
}

fn work(
    plan: &Plan,
    prepared: Prepared,
    stored: Option<Stored>,
    before: Before,
) -> anyhow::Result<u8> {
    let interrupt = interrupt_on_signals()?;
    // Workers are made here, before any thread is started.
    let exploration = &plan.exploration;
    let (time, time_is_up) = (exploration.limits.time, exploration.time_is_up.clone());
    let setup = Setup::new(&prepared, plan, interrupt.clone());
    let mut team = setup.team(match before.unfinished() {
        // There is nothing to share.
        0 => 1,
        _ => plan.jobs,
    })?;
    crate::memory::keep_reserve(interrupt.clone());
    let (sink, replayer) = start_threads(plan, prepared.publication, stored, &before, &interrupt)?;
    if let Some(time) = time {
        interrupt_after(time, time_is_up, interrupt.clone());
    }
    let covered = before
        .starts
        .iter()
        .flat_map(|start| &start.account.covered);
    let arms = covered.filter(|part| matches!(part.part, explore::Part::Arm(..)));
    let end = time.and_then(|time| Instant::now().checked_add(time));
    let pace = replayer.as_ref().zip(end).map(|(replayer, end)| Pace {
        backlog: replayer.backlog.clone(),
        end,
        interrupt: interrupt.clone(),
    });
    let mut keeper = Keeper {
        sink,
        pace,
        test_maker: prepared.test_maker,
        progress: ProgressLine::new(),
        start: 0,
        others: Progress::default(),
        tests: before.tests,
        arms: arms.cloned().collect::<HashSet<_>>(),
        code: before.code.clone(),
        keeps_covers: prepared.targets.is_some(),
        covers: Vec::new(),
    };
    let spent = before.spent;
    let mut report = explore_all(plan, &mut team, before, &mut keeper, &interrupt)?;
    drop(team);
    keeper.progress.clear();
    if crate::memory::exhausted() {
        let failure = "out of memory: the system gives no more (see ulimit -v)";
        report.failure.get_or_insert(failure.to_owned());
        report.limits.remove(&LimitKind::Interrupted);
    }
    let (ended, progress) = (ended(&report), progress(&report));
    report.elapsed += spent.time;
    report.statistics.solver.queries += spent.queries;
    report.statistics.machine.instructions += spent.instructions;
    let store = match keeper.sink {
        Sink::Store(writer) => {
            writer.last_progress(&progress);
            writer.settle();
            Some(writer)
        }
        Sink::Files(files) => {
            drop(files);
            None
        }
    };
    let replayed = match replayer {
        Some(replayer) => replayer.finish(),
        None => Replayed {
            not_replayed: Some("--no-replay".to_owned()),
            ..Replayed::default()
        },
    };
    let stored = store.map_or(Ok(()), |writer| writer.finish(&ended));
    if let Err(error) = &stored {
        report.failure.get_or_insert(error.to_string());
    }
    let reached = prepared.targets.map(|targets| Reached {
        verdicts: verdicts(&targets.list, &keeper.covers, &report, &replayed),
        targets,
    });
    finish(plan, &report, &replayed, reached.as_ref())
}

/// Starts the threads that replay tests and write the store. Tests of earlier sessions are replayed
/// again: the coverage is that of all.
fn start_threads(
    plan: &Plan,
    publication: Box<dyn Publication>,
    stored: Option<Stored>,
    before: &Before,
    interrupt: &Arc<AtomicBool>,
) -> anyhow::Result<(Sink, Option<Replayer>)> {
    let Some(stored) = stored else {
        let (files, replayer) = publication.publisher(plan.replay, None);
        return Ok((Sink::Files(files), replayer));
    };
    let session = Session {
        started: suite::timestamp(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        before: before.spent,
    };
    let writer = match &stored.fresh {
        Some(description) => Writer::create(stored.lock, &plan.output, description, &session),
        None => Writer::open(stored.lock, &plan.output, &session),
    }?;
    let (sink, replayer) = publication.publisher(plan.replay, Some(writer.notes()));
    let writer = writer.start(Work {
        sink,
        interrupt: interrupt.clone(),
    })?;
    Ok((Sink::Store(writer), replayer))
}

/// What the starts of a run have come to so far in a session.
struct Starts {
    /// A report each; empty for those that are not explored yet.
    reports: Vec<Report>,
    keys: KeyRange,
    last_test: u32,
}

impl Starts {
    /// All reports as one.
    fn sum(&self) -> Report {
        let mut all = Report::default();
        for report in &self.reports {
            report::add(&mut all, report.clone());
        }
        all
    }

    /// Explores what is left below a start and books it.
    fn go_on(
        &mut self,
        team: &mut Team,
        mut part: Part,
        keeper: &mut Keeper,
    ) -> anyhow::Result<()> {
        let number = part.start;
        part.account.tests = self.last_test;
        keeper.start = number;
        if let Sink::Store(writer) = &keeper.sink {
            writer.begin(number as u32)?;
        }
        let before = std::mem::take(&mut self.reports[number]);
        let mut report = team.go_on(part, &mut self.keys, keeper)?;
        self.last_test = report.tests;
        report.elapsed += before.elapsed;
        let peaks = (
            before.statistics.peak_pending,
            before.statistics.peak_snapshot_bytes,
        );
        let own = &mut report.statistics;
        let peaks = (
            peaks.0.max(own.peak_pending),
            peaks.1.max(own.peak_snapshot_bytes),
        );
        own.add(&before.statistics);
        (own.peak_pending, own.peak_snapshot_bytes) = peaks;
        self.reports[number] = report;
        Ok(())
    }

    /// Those that a limit of time of their own cut off.
    fn cut_off(&self) -> Vec<usize> {
        let all = self.reports.iter().enumerate();
        let cut = all.filter(|(_, report)| report.limits.contains_key(&LimitKind::Time));
        cut.map(|(number, _)| number).collect()
    }
}

/// Explores what is left below one start after the other; the limits of the run are shared among
/// those that are left. Time that some did not need goes to those that were cut off.
fn explore_all(
    plan: &Plan,
    team: &mut Team,
    before: Before,
    keeper: &mut Keeper,
    interrupt: &Arc<AtomicBool>,
) -> anyhow::Result<Report> {
    let started = Instant::now();
    let limits = plan.exploration.limits.clone();
    let mut unfinished = before.unfinished();
    let count = before.starts.len();
    let mut starts = Starts {
        reports: vec![Report::default(); count],
        keys: before.keys,
        last_test: before.last_test,
    };
    let mut all = Report::default();
    let mut untouched = 0;
    let mut left: VecDeque<RestoredStart> = before.starts.into();
    let time_left = || {
        limits
            .time
            .map(|time| time.saturating_sub(started.elapsed()))
    };
    for number in 0..count {
        let Some(RestoredStart { frontier, account }) = left.pop_front() else {
            break;
        };
        let pending = frontier.pending() as u64;
        let over = all.failure.is_some() || interrupt.load(Ordering::Relaxed);
        if pending == 0 || (over && number > 0) {
            let is_new = pending == 1 && account.closed.is_empty();
            untouched += u64::from(is_new);
            let shown = if is_new { 0 } else { pending };
            let mut report = account.report(shown, Statistics::default());
            if pending > 0 {
                let why = match time_left() == Some(Duration::ZERO) || team.time_is_up() {
                    true => LimitKind::Time,
                    false => LimitKind::Interrupted,
                };
                report.limits.insert(why, pending);
            }
            report::add(&mut all, report.clone());
            starts.reports[number] = report;
            continue;
        }
        keeper.others = others(&all, &left);
        let part = Part {
            start: number,
            frontier,
            limits: Limits {
                time: time_left().map(|time| time / unfinished as u32),
                paths: limits.paths.map(|paths| {
                    let others = keeper.others.paths + account.closed(Closed::Completed);
                    let share = paths.saturating_sub(others).div_ceil(unfinished as u64);
                    account.closed(Closed::Completed) + share
                }),
                findings: limits
                    .findings
                    .map(|findings| findings.saturating_sub(all.findings.list().len() as u64)),
                instructions: limits.instructions.map(|instructions| {
                    let used = all.statistics.machine.instructions;
                    instructions
                        .saturating_sub(used)
                        .div_ceil(unfinished as u64)
                }),
                ..limits.clone()
            },
            account,
        };
        starts.go_on(team, part, keeper)?;
        report::add(&mut all, starts.reports[number].clone());
        unfinished -= 1;
    }
    while let Some(time) = time_left().filter(|time| *time > WORTH_GOING_ON)
        && !interrupt.load(Ordering::Relaxed)
        && go_on_with_cut_off(plan, team, &mut starts, keeper, time)?
    {}
    let mut all = starts.sum();
    // Whoever watches the clock interrupts what is under way when the time is up.
    if time_left() == Some(Duration::ZERO)
        && let Some(count) = all.limits.remove(&LimitKind::Interrupted)
    {
        *all.limits.entry(LimitKind::Time).or_default() += count;
    }
    if untouched > 0 {
        all.left.push(Left {
            what: "methods not explored".to_owned(),
            count: untouched,
        });
    }
    all.explored_share /= count.max(1) as f64;
    all.tests = keeper.tests;
    all.edges = keeper.edges();
    Ok(all)
}

/// Time that it is worth going on with starts for that were cut off.
const WORTH_GOING_ON: Duration = Duration::from_millis(500);

/// Shares out what is left of the time of the run among the starts that were cut off, which are taken
/// from the store. False if there is nothing to go on with.
fn go_on_with_cut_off(
    plan: &Plan,
    team: &mut Team,
    starts: &mut Starts,
    keeper: &mut Keeper,
    time: Duration,
) -> anyhow::Result<bool> {
    let cut_off = starts.cut_off();
    let failed = starts.reports.iter().any(|report| report.failure.is_some());
    let Sink::Store(writer) = &keeper.sink else {
        return Ok(false);
    };
    if cut_off.is_empty() || failed {
        return Ok(false);
    }
    writer.commit();
    let mut restored = Reader::open(&plan.output)?.restore()?.starts;
    let until = Instant::now() + time;
    for (index, &number) in cut_off.iter().enumerate() {
        let rest = until.saturating_duration_since(Instant::now());
        let RestoredStart { frontier, account } = std::mem::replace(
            &mut restored[number],
            RestoredStart {
                account: Account::default(),
                frontier: Frontier::new(),
            },
        );
        let all = starts.sum();
        let used = all.statistics.machine.instructions;
        let limits = plan.exploration.limits.clone();
        let (paths, instructions) = (limits.paths, limits.instructions);
        let spent = paths.is_some_and(|most| all.paths >= most)
            || instructions.is_some_and(|most| used >= most);
        if rest.is_zero() || spent {
            return Ok(false);
        }
        let own = account.closed(Closed::Completed);
        keeper.others = progress(&all);
        keeper.others.paths = keeper.others.paths.saturating_sub(own);
        let part = Part {
            start: number,
            frontier,
            limits: Limits {
                time: Some(rest / (cut_off.len() - index) as u32),
                paths: paths.map(|most| own + (most - all.paths)),
                instructions: instructions.map(|most| most - used),
                ..limits
            },
            account,
        };
        starts.go_on(team, part, keeper)?;
    }
    Ok(true)
}

/// What is known of the paths of starts that were explored before in this session, and of those that
/// are left.
fn others(explored: &Report, left: &VecDeque<RestoredStart>) -> Progress {
    let mut sum = progress(explored);
    for start in left {
        sum.paths += start.account.closed(Closed::Completed);
        sum.pending += start.frontier.pending();
        sum.findings += start.account.findings.list().len();
    }
    sum
}

/// How far the session came.
fn progress(report: &Report) -> Progress {
    let mut left = report.left.iter();
    let left = left.find(|left| left.what == Left::NOT_EXPLORED);
    Progress {
        elapsed: report.elapsed,
        left: None,
        paths: report.paths,
        tests: report.tests,
        pending: left.map_or(0, |left| left.count as usize),
        findings: report.findings.list().len(),
        edges: report.edges,
        solver: report.statistics.solver.clone(),
        instructions: report.statistics.machine.instructions,
    }
}

fn ended(report: &Report) -> Ended {
    let limit = report.limits.keys().find(|limit| limit.is_of_run());
    let by = match (&report.failure, limit) {
        (Some(failure), _) => failure.clone(),
        (None, Some(limit)) => limit.name().to_owned(),
        (None, None) => "nothing left".to_owned(),
    };
    Ended {
        by,
        at: suite::timestamp(),
        queries: report.statistics.solver.queries,
        instructions: report.statistics.machine.instructions,
    }
}

/// What came of targets.
pub struct Reached {
    targets: Targets,
    verdicts: Vec<Verdict>,
}

/// Writes and prints the summary.
pub fn finish(
    plan: &Plan,
    report: &Report,
    replayed: &Replayed,
    reached: Option<&Reached>,
) -> anyhow::Result<u8> {
    let mut json = summary::json(report, replayed);
    if let Some(Reached { targets, verdicts }) = reached {
        json["targets"] = verdict::json(&targets.list, verdicts, &targets.assumptions);
    }
    let path = plan.output.join("summary.json");
    let written = std::fs::write(&path, format!("{json:#}\n"));
    if plan.json {
        say!("{json}");
    } else {
        let output = plan.output.display().to_string();
        use std::io::Write;
        if let Some(Reached { targets, verdicts }) = reached {
            let text = verdict::text(&targets.list, verdicts, &targets.assumptions);
            let _ = std::io::stdout().write_all(text.as_bytes());
        }
        let _ = std::io::stdout().write_all(summary::text(report, replayed, &output).as_bytes());
    }
    if let Some(failure) = &report.failure {
        let stored = if plan.store {
            let directory = plan.output.display();
            format!("; what was found is kept, `wayfarer resume {directory}` goes on")
        } else {
            String::new()
        };
        anyhow::bail!("{failure}{stored}");
    }
    written.with_context(|| path.display().to_string())?;
    let is_open = |verdict: &Verdict| matches!(verdict, Verdict::Open(_));
    let open = reached.is_some_and(|reached| reached.verdicts.iter().any(is_open));
    Ok(match (replayed.has_bugs(report), open) {
        (true, _) => exit::BUGS_FOUND,
        (false, true) => exit::OPEN,
        (false, false) => exit::NOTHING_FOUND,
    })
}

/// Ctrl-C and SIGTERM end the run with all results kept; a second one kills it.
pub fn interrupt_on_signals() -> anyhow::Result<Arc<AtomicBool>> {
    let interrupt = Arc::new(AtomicBool::new(false));
    let signalled = Arc::new(AtomicBool::new(false));
    for signal in [signal_hook::consts::SIGINT, signal_hook::consts::SIGTERM] {
        signal_hook::flag::register_conditional_shutdown(signal, 130, signalled.clone())?;
        signal_hook::flag::register(signal, signalled.clone())?;
        signal_hook::flag::register(signal, interrupt.clone())?;
    }
    Ok(interrupt)
}

/// A query must not outlast the time of the run. The explorer's own clock starts a little later; it is
/// told why it is interrupted.
pub fn interrupt_after(time: Duration, time_is_up: Arc<AtomicBool>, interrupt: Arc<AtomicBool>) {
    std::thread::spawn(move || {
        std::thread::sleep(time.saturating_add(Duration::from_millis(50)));
        time_is_up.store(true, Ordering::Relaxed);
        interrupt.store(true, Ordering::Release);
    });
}
