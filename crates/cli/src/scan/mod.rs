//! `wayfarer scan`: every function or class of a program explored by itself, and what was found told once.
//!
//! Each of them (a *unit*) is explored by a process of its own, in a directory of its own below the scan's. What
//! was found out of a unit holds as long as the code does that it executed: see [`fingerprint`].

mod arguments;
mod baseline;
mod c_arguments;
mod c_units;
mod changes;
mod classify;
mod code;
mod command;
mod coverage;
mod dependencies;
mod documented;
mod fingerprint;
mod into;
mod java_units;
mod log;
mod moves;
mod planned;
mod record;
mod refuted;
mod renewal;
mod reported;
mod schedule;
mod summary;
mod target;
mod unconfirmed;
mod uncovered;
mod units;
mod visit;
mod warnings;

use crate::arguments::{Resume, Scan, Show};
use crate::cpp_names;
use crate::{Usage, exit, output, sarif_in, session, terminal};
use anyhow::Context;
use clap::ArgMatches;
use record::ScanRecord;
use reported::ScanResults;
use schedule::Schedule;
use std::collections::HashSet;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};
use target::Scanned;
use units::{Language, Units};
use visit::Visitor;
use warnings::Warning;

/// Where results go if nothing is said of it.
const DEFAULT: &str = "wayfarer-scan";
/// The summary for people, in the directory of the scan.
const TEXT: &str = "scan.txt";
/// Seconds for a unit (a function, or a method of a class) of a scan without a limit of time.
const SECONDS_EACH: f64 = 10.0;

/// Scans a program.
///
/// # Errors
/// If the options make no sense, the program cannot be read, or results cannot be written.
pub fn run(options: Scan, matches: &ArgMatches) -> anyhow::Result<u8> {
    refuse(&options)?;
    let given = options.explore.output.clone();
    let directory = given.unwrap_or_else(|| PathBuf::from(DEFAULT));
    let _lock = output::take_scan(&directory)?;
    command::write(&directory)?;
    let scanned = scan(options, visit::words(matches), &directory, false);
    scanned.map_err(|error| output::note_full_disk(&directory, error))
}

/// True if a directory is that of a scan.
pub fn is_scan(directory: &Path) -> bool {
    directory.join(command::FILE).is_file()
}

/// Goes on with a scan: with what is not visited, and with what time has cut off.
///
/// # Errors
/// As [`run`].
pub fn resume(given: &Resume) -> anyhow::Result<u8> {
    refuse_of_runs(
        "resume",
        &[
            ("--max-paths", given.max_paths.is_some()),
            ("--max-instructions", given.max_instructions.is_some()),
            ("--memory", given.memory.is_some()),
            ("--strategy", given.strategy.is_some()),
            ("--solver-time", given.solver_time.is_some()),
            ("--force", given.force),
            ("--no-replay", given.no_replay),
        ],
        "its units are explored as it was begun; give the scan again with other options",
    )?;
    let directory = &given.directory;
    let directory = directory
        .canonicalize()
        .with_context(|| directory.display().to_string())?;
    let _lock = output::take_scan(&directory)?;
    let (mut options, words) = command::read(&directory)?;
    let explore = &mut options.explore;
    explore.limits.time = given.time.or(explore.limits.time);
    explore.jobs = given.jobs.or(explore.jobs);
    explore.json |= given.json;
    let scanned = scan(options, words, &directory, true);
    scanned.map_err(|error| output::note_full_disk(&directory, error))
}

/// Options of runs are refused for a scan, with what helps.
fn refuse_of_runs(command: &str, given: &[(&str, bool)], help: &str) -> Result<(), Usage> {
    match given.iter().find(|(_, given)| *given) {
        Some((name, _)) => Err(Usage(format!(
            "{command}: {name} is not for a scan: {help}"
        ))),
        None => Ok(()),
    }
}

/// Prints what a scan has said last, or the branches that none of its units has covered.
///
/// # Errors
/// If it has not come to its end.
pub fn show(given: &Show) -> anyhow::Result<u8> {
    let directory = &given.directory;
    let help = format!(
        "a unit of it has that: `wayfarer show {}/{}/NAME`",
        directory.display(),
        output::UNITS
    );
    refuse_of_runs(
        "show",
        &[
            ("--tests", given.tests),
            ("--findings", given.findings),
            ("--statistics", given.statistics),
            ("--lines", given.lines),
            ("--pruned", given.pruned),
            ("--infeasible", given.infeasible),
            ("--tree", given.tree),
            ("--dot", given.dot),
        ],
        &help,
    )?;
    if given.coverage {
        let text = match given.json {
            true => format!("{:#}\n", uncovered::json(directory)?),
            false => uncovered::text(directory)?,
        };
        terminal::print(&text)?;
        return Ok(exit::NOTHING_FOUND);
    }
    let name = if given.json { output::SCAN } else { TEXT };
    let path = directory.join(name);
    let text = std::fs::read_to_string(&path).with_context(|| {
        let shown = directory.display();
        format!("{shown}: the scan was not finished; `wayfarer resume {shown}` goes on with it")
    })?;
    terminal::print(&text)?;
    Ok(exit::NOTHING_FOUND)
}

/// Options of `explore` that mean nothing for a scan.
fn refuse(options: &Scan) -> anyhow::Result<()> {
    let explore = &options.explore;
    let given = [
        ("--function", explore.function.is_some()),
        ("--seeds", explore.inputs.seeds.is_some()),
        ("--seed-run", explore.seed_run.is_some()),
        ("--corpus-out", explore.corpus_out.is_some()),
        ("--no-store", explore.no_store),
        ("--no-replay", explore.no_replay),
        (
            "--sarif-in and --lazy",
            !options.sarif_in.is_empty() && explore.lazy.any(),
        ),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((name, _)) => Err(Usage(format!("scan: not together with {name}")).into()),
        None => Ok(()),
    }
}

fn scan(
    mut options: Scan,
    words: Vec<OsString>,
    directory: &Path,
    go_on: bool,
) -> anyhow::Result<u8> {
    let started = Instant::now();
    let interrupt = session::interrupt_on_signals()?;
    let output = ScanOutput {
        json: options.explore.json,
        strict: options.explore.strict,
        baseline: baseline::read(options.baseline.as_deref())?,
        has_baseline: options.baseline.is_some(),
        write_baseline: options.write_baseline.take(),
        into: options.into.take(),
    };
    let jobs = crate::plan::jobs(&options.explore);
    let time = time(&options)?;
    let logs = crate::reported::read(&options.sarif_in)?;
    options.all_functions |= !logs.is_empty();
    let chosen = options.since.is_some()
        || options.diff.is_some()
        || !options.only.is_empty()
        || !logs.is_empty();
    let revisit_share = options.revisit_share;
    let mut units = units(options, directory)?;
    if output.into.is_some() && units.language == Language::C {
        let message = "--into: for Java; tests in C are read where they are (units/NAME)";
        return Err(Usage(message.to_owned()).into());
    }
    let results = match logs.is_empty() {
        true => None,
        false => Some(ScanResults::assign(logs, &mut units, directory)?),
    };
    let visitor = Visitor::new(directory, &units, words)?;
    let mut record = ScanRecord::open(directory, &units, &visitor.options_hash())?;
    let schedule = Schedule {
        visitor: &visitor,
        units: &units,
        directory,
        strict: output.strict,
        jobs,
        time: time.unwrap_or_else(|| time_of(&units, jobs)),
        interrupt: &interrupt,
        go_on,
        chosen,
        revisit_share,
        started,
    };
    schedule.run(&mut record)?;
    record.remove_old_layouts()?;
    output.tell(directory, (&units, results.as_ref()), &record)
}

/// The units that are meant.
fn units(mut options: Scan, directory: &Path) -> anyhow::Result<Units> {
    let changes = changes::read(options.since.as_deref(), options.diff.as_deref())?;
    let target = target::find(&mut options.explore)?;
    let mut units = match target {
        Scanned::C => c_units::find(options.explore, options.all_functions)?,
        Scanned::Java(java) => java_units::find(options.explore, java, directory)?,
    };
    units.keep_named(&options.only)?;
    if let Some(changes) = &changes {
        units.keep_changed(changes);
    }
    Ok(units)
}

/// The time of a scan without a limit.
fn time_of(units: &Units, jobs: u32) -> Duration {
    let each = units
        .list
        .iter()
        .map(|unit| unit.starts.len().max(1) as f64);
    Duration::from_secs_f64(each.sum::<f64>() * SECONDS_EACH / f64::from(jobs))
}

/// What is wanted of the results.
struct ScanOutput {
    json: bool,
    strict: bool,
    baseline: HashSet<String>,
    has_baseline: bool,
    write_baseline: Option<PathBuf>,
    into: Option<PathBuf>,
}

impl ScanOutput {
    /// Writes and prints what was found; gives the exit code.
    fn tell(
        &self,
        directory: &Path,
        (units, results): (&Units, Option<&ScanResults>),
        record: &ScanRecord,
    ) -> anyhow::Result<u8> {
        let mut found = warnings::collect(directory, units, record, self.strict)?;
        baseline::mark(&self.baseline, &mut found.warnings);
        let has_results: Vec<bool> = found.summaries.iter().map(|it| !it.is_null()).collect();
        let coverage = coverage::merge(directory, units, &has_results)?;
        let mut all = summary::json(units, record, &found, &coverage);
        cpp_names::add_readable(&mut all);
        let mut judged = String::new();
        if let Some(results) = results {
            let verdicts = results.judge(directory, units, &found.summaries)?;
            let mut sources = log::sources(units)?;
            sarif_in::write(results.logs(), directory, &verdicts, &mut sources)?;
            let names = sarif_in::names(results.logs());
            all["results"] = sarif_in::json(&verdicts, &names);
            judged = sarif_in::text(&verdicts, &reported::paths(directory, &names));
        }
        let write = |name: &str, text: &str| {
            let path = directory.join(name);
            std::fs::write(&path, text).with_context(|| path.display().to_string())
        };
        write(output::SCAN, &format!("{all:#}\n"))?;
        log::write(directory, units, &found, self.has_baseline)?;
        // What goes elsewhere may fail, and what was found is kept by then.
        if let Some(file) = &self.write_baseline {
            baseline::write(file, &found.warnings)?;
        }
        if let Some(into) = &self.into {
            found.copied = Some(into::copy(directory, units, record, into)?);
        }
        let text = summary::text(directory, units, record, (&found, &coverage)) + &judged;
        write(TEXT, &text)?;
        match self.json {
            true => say!("{all}"),
            false => terminal::print(&text)?,
        }
        Ok(match found.warnings.iter().any(Warning::counts) {
            true => exit::BUGS_FOUND,
            false => exit::NOTHING_FOUND,
        })
    }
}

/// The time of the whole scan, if it was limited.
fn time(options: &Scan) -> anyhow::Result<Option<Duration>> {
    let Some(seconds) = options.explore.limits.time else {
        return Ok(None);
    };
    let time = Duration::try_from_secs_f64(seconds);
    Ok(Some(time.map_err(|_| {
        Usage(format!("--time {seconds}: not a time"))
    })?))
}
