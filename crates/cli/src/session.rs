//! A session of work on a run: new or gone on with.

use crate::arguments::Direction;
use crate::by_calls::{self, FoundByCalls};
use crate::cpp_names;
use crate::exit;
use crate::plan::Plan;
use crate::progress::ProgressLine;
use crate::publisher::Publication;
use crate::reach;
use crate::reach::Targets;
use crate::reach::backward::SearchedBackward;
use crate::reach::verdict::{self, Verdict, verdicts};
use crate::replayer::{Built, Replayer};
use crate::run_recorder::{Pace, RunRecorder, Sink};
use crate::sarif_in::of_run::{EndedRun, JudgedResults};
use crate::sarif_out;
use crate::setup::Setup;
use crate::starts::{Before, explore_all, progress};
use crate::subject::{Prepared, TestMaker};
use crate::summary::{self, Replayed, ToldInputs};
use crate::terminal;
use crate::watching::Watching;
use crate::{beside_usual, taken_null};
use anyhow::Context;
use explore::{KnownPreconditions, Left, LeftOut, LimitKind, Progress, Report};
use serde_json::Value;
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};
use store::{
    Description, DirectoryLock, Ended, InputFile, Reader, Restored, Session, StartSeed, Work,
    Writer,
};

/// The first session of a run.
pub fn begin(plan: &Plan, mut prepared: Prepared, lock: DirectoryLock) -> anyhow::Result<u8> {
    prepared.publication.open()?;
    let seeds = seeds(plan, &prepared);
    let store = match plan.store {
        false => None,
        true => Some(Stored {
            lock,
            state: StoreState::New(description(&prepared, seeds.clone())?),
        }),
    };
    let before = Before::nothing(prepared.starts.len(), seeds);
    work(plan, prepared, store, before)
}

/// The files that a program was read from.
///
/// # Errors
/// If one cannot be read.
pub fn input_files(prepared: &Prepared) -> anyhow::Result<Vec<InputFile>> {
    let mut inputs = Vec::new();
    for path in &prepared.inputs {
        let path = path
            .canonicalize()
            .with_context(|| path.display().to_string())?;
        let sha256 = store::file_hash(&path)?;
        inputs.push(InputFile { path, sha256 });
    }
    Ok(inputs)
}

/// The inputs of tests of an earlier run, for the starts that it has in common with this one.
fn seeds(plan: &Plan, prepared: &Prepared) -> Vec<StartSeed> {
    let names = names_of_starts(prepared);
    let seeds = plan.seed_tests.iter().filter_map(|(start, inputs)| {
        let start = names.iter().position(|name| name == start)? as u32;
        let inputs = inputs.clone();
        Some(StartSeed { start, inputs })
    });
    let seeds: Vec<StartSeed> = seeds.collect();
    if seeds.is_empty() && !plan.seed_tests.is_empty() {
        eprintln!("wayfarer: warning: --seed-run: no test of that run begins where this one does");
    }
    seeds
}

/// What the run is, for the store.
fn description(prepared: &Prepared, seeds: Vec<StartSeed>) -> anyhow::Result<Description> {
    Ok(Description {
        version: env!("CARGO_PKG_VERSION").to_owned(),
        directory: std::env::current_dir().context("the working directory")?,
        arguments: std::env::args_os().skip(1).collect(),
        inputs: input_files(prepared)?,
        program: prepared.hash.clone(),
        starts: names_of_starts(prepared),
        seeds,
    })
}

/// Names of the places where paths begin.
pub fn names_of_starts(prepared: &Prepared) -> Vec<String> {
    let starts = prepared.starts.iter();
    starts.map(|start| start.name.clone()).collect()
}

/// Another session of a run; `changed`: what it is of now.
pub fn go_on(
    plan: &Plan,
    mut prepared: Prepared,
    (lock, changed): (DirectoryLock, Option<Description>),
    reader: Reader,
    restored: Restored,
) -> anyhow::Result<u8> {
    prepared.publication.open()?;
    let rows = reader.tests()?;
    prepared.publication.repair(&rows)?;
    let seeds = reader.description()?.seeds;
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
        seeds,
    };
    work(
        plan,
        prepared,
        Some(Stored {
            lock,
            state: StoreState::There { changed },
        }),
        before,
    )
}

/// A store to be written.
struct Stored {
    lock: DirectoryLock,
    state: StoreState,
}

enum StoreState {
    /// It is to be made, for this run.
    New(Description),
    /// It is there; the program may be another one than it says.
    There { changed: Option<Description> },
}

fn work(
    plan: &Plan,
    mut prepared: Prepared,
    stored: Option<Stored>,
    mut before: Before,
) -> anyhow::Result<u8> {
    let interrupt = interrupt_on_signals()?;
    search_backward(plan, &mut prepared, &interrupt)?;
    let is_over = prepared.targets.as_ref().is_some_and(Targets::is_over);
    let unexplored = match is_over {
        true => std::mem::take(&mut before.starts).len() as u64,
        false => 0,
    };
    // Workers are made here, before any thread is started.
    let setup = Setup::new(&prepared, plan, &before.seeds, interrupt.clone())?;
    let mut team = setup.team(match before.unfinished() {
        // There is nothing to share.
        0 => 1,
        _ => plan.jobs,
    })?;
    crate::memory::keep_reserve(interrupt.clone());
    let built = match plan.replay {
        false => Built::Never,
        true if is_over => Built::ForTheFirst,
        true => Built::AtOnce,
    };
    let publication = (prepared.publication, built);
    let (sink, replayer) = start_threads(plan, publication, stored, &before, &interrupt)?;
    let pace = watch_time(plan, replayer.as_ref(), &interrupt);
    let mut recorder = recorder(sink, pace, prepared.test_maker, &before);
    let mut points = prepared.starts.iter();
    recorder.keeps_covers = points.any(|point| point.after.is_some());
    if prepared.targets.is_some() {
        recorder.keeps_covers = true;
        let starts = before.starts.iter();
        let covered = starts.flat_map(|start| &start.account.covered);
        recorder.covers = covered.map(|part| (part.clone(), None)).collect();
    }
    let spent = before.spent;
    let mut report = explore_all(plan, &mut team, before, &mut recorder, &interrupt)?;
    drop(team);
    if unexplored > 0 {
        report.left.push(Left {
            what: LeftOut::Starts,
            count: unexplored,
        });
    }
    recorder.progress.clear();
    if crate::memory::exhausted() {
        let failure = "out of memory: the system gives no more (see ulimit -v)";
        report.failure.get_or_insert(failure.to_owned());
        report.limits.remove(&LimitKind::Interrupted);
    }
    let (ended, progress) = (ended(&report), progress(&report));
    report.elapsed += spent.time;
    report.statistics.solver.queries += spent.queries;
    report.statistics.machine.instructions += spent.instructions;
    let store = close(recorder.sink, &progress);
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
        verdicts: verdicts(
            &targets,
            (&recorder.covers, &recorder.executed),
            &report,
            &replayed,
        ),
        targets,
    });
    taken_null::settle(&mut report);
    beside_usual::settle(&mut report.findings);
    let by_calls = check_by_calls(plan, &mut report);
    let more = by_calls.map_or_else(Vec::new, |found| found.more(&report.findings));
    finish(
        plan,
        &report,
        &replayed,
        (
            reached.as_ref(),
            ToldInputs {
                proposals: &prepared.proposals,
                notes: &prepared.notes,
            },
            &more,
        ),
    )
}

/// Checks findings that need raw memory against objects that calls make.
fn check_by_calls(plan: &Plan, report: &mut Report) -> Option<FoundByCalls> {
    let check = plan.calls_check.as_ref()?;
    let interrupted = report.limits.contains_key(&LimitKind::Interrupted);
    if !interrupted && report.failure.is_none() {
        let checked = check.run(&report.findings, &plan.output, report.elapsed);
        if let Err(error) = checked {
            eprintln!("wayfarer: warning: findings for any memory are not checked: {error:#}");
        }
    }
    let found = FoundByCalls::of(&plan.output);
    by_calls::settle(&mut report.findings, found.as_ref());
    found
}

/// If the run has a limit of time, has it interrupted when that is up. Gives what keeps it from finding
/// more tests than can be replayed until then.
fn watch_time(
    plan: &Plan,
    replayer: Option<&Replayer>,
    interrupt: &Arc<AtomicBool>,
) -> Option<Pace> {
    let time = plan.exploration.limits.time?;
    let time_is_up = plan.exploration.time_is_up.clone();
    interrupt_after(time, time_is_up, interrupt.clone());
    Some(Pace {
        backlog: replayer?.backlog.clone(),
        end: Instant::now().checked_add(time)?,
        interrupt: interrupt.clone(),
    })
}

fn recorder(
    sink: Sink,
    pace: Option<Pace>,
    test_maker: Box<dyn TestMaker>,
    before: &Before,
) -> RunRecorder {
    let starts = before.starts.iter();
    let covered = starts.flat_map(|start| &start.account.covered);
    let arms = covered.filter(|part| matches!(part.part, explore::Part::Arm(..)));
    RunRecorder {
        sink,
        pace,
        test_maker,
        progress: ProgressLine::new(),
        start: 0,
        others: Progress::default(),
        tests: before.tests,
        arms: arms.cloned().collect(),
        keeps_covers: false,
        covers: Vec::new(),
        executed: HashMap::new(),
        begun: Instant::now(),
        code: before.code.clone(),
    }
}

/// No test is found any more: those on their way are published. Gives the store, if there is one.
fn close(sink: Sink, progress: &Progress) -> Option<Writer> {
    match sink {
        Sink::Store(writer) => {
            writer.last_progress(progress);
            writer.settle();
            Some(writer)
        }
        Sink::Files(mut files) => {
            files.finish();
            None
        }
    }
}

/// The share of the time of a run that backward searches may take.
const BACKWARD_SHARE: u32 = 4;
/// That time for runs without a limit.
const BACKWARD_TIME: Duration = Duration::from_secs(60);

/// Goes back from the targets, if there are any and that is wanted.
fn search_backward(
    plan: &Plan,
    prepared: &mut Prepared,
    interrupt: &Arc<AtomicBool>,
) -> anyhow::Result<()> {
    let Some(targets) = &mut prepared.targets else {
        return Ok(());
    };
    // Backward, variables hold what they are initialised with.
    if plan.direction == Direction::Forward || !prepared.machine.free_globals.is_empty() {
        return Ok(());
    }
    let time = plan.exploration.limits.time;
    let time = time.map_or(BACKWARD_TIME, |time| match plan.direction {
        Direction::Backward => time,
        Direction::Both | Direction::Forward => time / BACKWARD_SHARE,
    });
    let (backward, preconditions) = reach::backward::search(
        &targets.list,
        &SearchedBackward {
            program: &*prepared.program,
            scope: &targets.scope,
            starts: prepared.starts.iter().map(|start| &start.start).collect(),
            before: &targets.backward,
        },
        (&plan.solver, time),
        interrupt,
    )?;
    targets.backward = backward;
    targets.preconditions = preconditions
        .filter(|found| !found.at.is_empty())
        .map(|found| KnownPreconditions(Rc::new(found)));
    Ok(())
}

/// Starts the threads that replay tests and write the store. Tests of earlier sessions are replayed
/// again: the coverage is that of all.
fn start_threads(
    plan: &Plan,
    (publication, built): (Box<dyn Publication>, Built),
    stored: Option<Stored>,
    before: &Before,
    interrupt: &Arc<AtomicBool>,
) -> anyhow::Result<(Sink, Option<Replayer>)> {
    let Some(stored) = stored else {
        let (files, replayer) = publication.publisher(built, None);
        return Ok((Sink::Files(files), replayer));
    };
    let session = Session {
        started: suite::exact_timestamp(),
        version: env!("CARGO_PKG_VERSION").to_owned(),
        before: before.spent,
    };
    let (lock, directory) = (stored.lock, &plan.output);
    let writer = match &stored.state {
        StoreState::New(description) => Writer::create(lock, directory, description, &session),
        StoreState::There { changed } => Writer::open(lock, directory, changed.as_ref(), &session),
    }?;
    let (sink, replayer) = publication.publisher(built, Some(writer.handle()));
    let writer = writer.start(Work {
        sink,
        interrupt: interrupt.clone(),
    })?;
    Ok((Sink::Store(writer), replayer))
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

/// What monitors saw of the tests.
fn watching(plan: &Plan) -> Watching {
    if plan.monitoring().is_none() {
        return Watching::default();
    }
    Watching::of_suite(&plan.output).unwrap_or_else(|error| {
        eprintln!("wayfarer: warning: what specifications saw of the tests is not known: {error}");
        Watching::default()
    })
}

/// Writes and prints the summary.
pub fn finish(
    plan: &Plan,
    report: &Report,
    replayed: &Replayed,
    (reached, inputs, by_calls): (Option<&Reached>, ToldInputs<'_>, &[Value]),
) -> anyhow::Result<u8> {
    let watching = watching(plan);
    let mut json = summary::json(report, replayed, &watching);
    if !inputs.proposals.is_empty() {
        json["proposals"] = inputs.proposals.into();
    }
    if !inputs.notes.is_empty() {
        json["notes"] = inputs.notes.into();
    }
    if !by_calls.is_empty() {
        json["by_calls"] = by_calls.into();
    }
    if !plan.assumptions.is_empty() {
        json["assumptions"] = plan.assumptions.as_slice().into();
    }
    if plan.monitoring().is_some() {
        json["specifications"] = watching.json();
    }
    if let Some(Reached { targets, verdicts }) = reached {
        json["targets"] = verdict::json(&targets.list, verdicts, &targets.assumptions);
    }
    let results = match reached {
        Some(Reached { targets, verdicts }) => JudgedResults::of(&EndedRun {
            plan,
            report,
            replayed,
            targets,
            verdicts,
            summary: &json,
        })?,
        None => None,
    };
    if let Some(results) = &results {
        json["results"] = results.json();
    }
    cpp_names::add_readable(&mut json);
    let path = plan.output.join("summary.json");
    let written = std::fs::write(&path, format!("{json:#}\n"));
    let written = written.with_context(|| path.display().to_string());
    let written = written.and_then(|()| sarif_out::write(plan, &json));
    if plan.json {
        say!("{json}");
    } else {
        let output = plan.output.display().to_string();
        if let Some(Reached { targets, verdicts }) = reached {
            let text = verdict::text(&targets.list, verdicts, &targets.assumptions);
            let _ = terminal::print(&text);
        }
        if let Some(results) = &results {
            let _ = terminal::print(&results.text(plan));
        }
        let given = (&plan.assumptions[..], &watching);
        let text = summary::text(report, replayed, (&output, inputs, given));
        let _ = terminal::print(&text);
        let _ = terminal::print(&by_calls::text(by_calls, &plan.output));
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
    written?;
    let open = reached.is_some_and(|Reached { targets, verdicts }| {
        let mut own = verdict::own(&targets.list, verdicts);
        own.any(|(_, verdict)| matches!(verdict, Verdict::Open(_)))
    });
    let open = open || results.is_some_and(|results| results.any_open());
    let bugs = replayed.has_bugs(report, plan.strict) || !by_calls.is_empty();
    Ok(match (bugs, open) {
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
