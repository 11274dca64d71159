//! A session of work on a run: new or gone on with.

use crate::arguments::Explore;
use crate::explore_command::{
    description, formats, jobs, machine_options, run_options, solver_options,
};
use crate::keeper::{Files, Keeper, Sink};
use crate::progress::ProgressLine;
use crate::replayer::Replayer;
use crate::setup::{Setup, Team};
use crate::summary::{self, Replayed};
use crate::test_case::Given;
use crate::{exit, output};
use anyhow::Context;
use explore::{Account, Frontier, KeyRange, Progress, Report, Start};
use ir::Program;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use store::{DirectoryLock, Ended, Reader, Restored, Session, Spent, Work, Writer};
use suite::writer::{self, Format};
use suite::{Plan, Suite, TestCase};

/// A program that is built, and how it is started.
pub struct Prepared {
    pub program: Arc<dyn Program>,
    pub decision_functions: Vec<String>,
    pub plan: Plan,
    pub given: Given,
    pub start: Start,
    /// SHA-256 of the user's bitcode.
    pub hash: String,
}

/// A run to go on with.
pub struct Before {
    pub account: Account,
    pub frontier: Frontier,
    pub sessions: u32,
    pub spent: Spent,
    pub tests: Vec<TestCase>,
}

impl Before {
    /// Nothing.
    fn nothing() -> Before {
        Before {
            account: Account::default(),
            frontier: Frontier::new(),
            sessions: 0,
            spent: Spent::default(),
            tests: Vec::new(),
        }
    }
}

/// What the parts of a session share.
struct Parts<'a> {
    options: &'a Explore,
    prepared: Prepared,
    suite: Suite,
    formats: Vec<Format>,
    interrupt: Arc<AtomicBool>,
}

/// The first session of a run.
pub fn begin(options: &Explore, prepared: Prepared, lock: DirectoryLock) -> anyhow::Result<u8> {
    let parts = parts(options, prepared)?;
    let store = match options.no_store {
        true => None,
        false => Some(Stored {
            lock,
            fresh: Some(description(options, &parts.prepared.hash)?),
        }),
    };
    work(parts, store, Before::nothing())
}

/// Another session of a run.
pub fn go_on(
    options: &Explore,
    prepared: Prepared,
    lock: DirectoryLock,
    reader: Reader,
    restored: Restored,
) -> anyhow::Result<u8> {
    let parts = parts(options, prepared)?;
    let tests = output::repair(&parts.suite, &reader, &parts.formats)?;
    drop(reader);
    let mut account = restored.account;
    account.resume();
    let before = Before {
        account,
        frontier: restored.frontier,
        sessions: restored.sessions,
        spent: restored.spent,
        tests,
    };
    work(parts, Some(Stored { lock, fresh: None }), before)
}

/// A store to be written.
struct Stored {
    lock: DirectoryLock,
    /// What the run is, if it is a new one.
    fresh: Option<store::Description>,
}

fn parts(options: &Explore, prepared: Prepared) -> anyhow::Result<Parts<'_>> {
    let suite = Suite::create(&options.output, prepared.plan.clone())?;
    let formats = formats(&options.format)?;
    for &format in &formats {
        writer::write_preamble(&suite, format)?;
    }
    Ok(Parts {
        options,
        prepared,
        suite,
        formats,
        interrupt: interrupt_on_signals()?,
    })
}

fn work(parts: Parts<'_>, stored: Option<Stored>, before: Before) -> anyhow::Result<u8> {
    let options = parts.options;
    let team = team(&parts, &before)?;
    let (writer, replayer) = start_threads(&parts, stored, &before)?;
    if let Some(time) = run_options(options)?.limits.time {
        interrupt_after(time, parts.interrupt.clone());
    }
    let mut keeper = Keeper {
        sink: writer,
        given: parts.prepared.given,
        progress: ProgressLine::new(),
    };
    let keys = KeyRange::new(before.sessions);
    let mut report = team.go_on(before.frontier, before.account, keys, &mut keeper);
    keeper.progress.clear();
    let (ended, progress) = (ended(&report), progress(&report));
    report.elapsed += before.spent.time;
    report.statistics.solver.queries += before.spent.queries;
    report.statistics.machine.instructions += before.spent.instructions;
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
    finish(options, &report, &replayed)
}

/// Who explores. Workers are made here, before any thread is started.
fn team(parts: &Parts<'_>, before: &Before) -> anyhow::Result<Team> {
    let (options, prepared) = (parts.options, &parts.prepared);
    let setup = Setup {
        program: prepared.program.clone(),
        machine: machine_options(options, &prepared.given),
        solver: solver_options(options)?,
        start: prepared.start.clone(),
        decision_functions: prepared.decision_functions.clone(),
        options: run_options(options)?,
        jobs: match before.frontier.pending() {
            // There is nothing to share.
            0 => 1,
            _ => jobs(options),
        },
    };
    setup.team(parts.interrupt.clone())
}

/// Starts the threads that replay tests and write the store. Tests of earlier sessions are replayed
/// again: the coverage is that of all.
fn start_threads(
    parts: &Parts<'_>,
    stored: Option<Stored>,
    before: &Before,
) -> anyhow::Result<(Sink, Option<Replayer>)> {
    let (options, suite) = (parts.options, &parts.suite);
    let files = |replayer: Option<&Replayer>| Files {
        suite: suite.clone(),
        formats: parts.formats.clone(),
        replayer: replayer.map(Replayer::tests),
    };
    let replayer = |notes| (!options.no_replay).then(|| Replayer::start(suite, notes));
    let Some(stored) = stored else {
        let replayer = replayer(None);
        return Ok((Sink::Files(Box::new(files(replayer.as_ref()))), replayer));
    };
    let session = Session {
        started: suite::timestamp(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        before: before.spent,
    };
    let writer = match &stored.fresh {
        Some(description) => Writer::create(stored.lock, &options.output, description, &session),
        None => Writer::open(stored.lock, &options.output, &session),
    }?;
    let notes = writer.notes();
    let replayer = replayer(Some(notes));
    let files = files(replayer.as_ref());
    for test in &before.tests {
        files.replay(test.clone());
    }
    let writer = writer.start(Work {
        program: parts.prepared.program.clone(),
        sink: Box::new(files),
        interrupt: parts.interrupt.clone(),
    })?;
    Ok((Sink::Store(writer), replayer))
}

/// How far the session came.
fn progress(report: &Report) -> Progress {
    let mut left = report.left.iter();
    let left = left.find(|left| left.what == explore::Left::NOT_EXPLORED);
    Progress {
        elapsed: report.elapsed,
        left: None,
        paths: report.paths,
        tests: report.tests,
        pending: left.map_or(0, |left| left.count as usize),
        findings: report.findings.list().len(),
        edges: report.edges,
        queries: report.statistics.solver.queries,
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

/// Writes and prints the summary.
pub fn finish(options: &Explore, report: &Report, replayed: &Replayed) -> anyhow::Result<u8> {
    let json = summary::json(report, replayed);
    let path = options.output.join("summary.json");
    let written = std::fs::write(&path, format!("{json:#}\n"));
    if options.json {
        println!("{json}");
    } else {
        let output = options.output.display().to_string();
        print!("{}", summary::text(report, replayed, &output));
    }
    if let Some(failure) = &report.failure {
        let stored = if options.no_store {
            String::new()
        } else {
            let directory = options.output.display();
            format!("; what was found is kept, `wayfarer resume {directory}` goes on")
        };
        anyhow::bail!("{failure}{stored}");
    }
    written.with_context(|| path.display().to_string())?;
    let real = |verdict: &str| verdict != "not reproduced";
    let mut findings = report.findings.list().iter();
    let found = findings.any(|finding| real(replayed.verdict(finding)));
    Ok(if found {
        exit::BUGS_FOUND
    } else {
        exit::NOTHING_FOUND
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

/// A query must not outlast the time of the run. The explorer's own clock starts a little later.
pub fn interrupt_after(time: Duration, interrupt: Arc<AtomicBool>) {
    std::thread::spawn(move || {
        std::thread::sleep(time.saturating_add(Duration::from_millis(50)));
        interrupt.store(true, std::sync::atomic::Ordering::Relaxed);
    });
}
