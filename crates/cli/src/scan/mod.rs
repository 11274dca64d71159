//! `wayfarer scan`: every function or class of a program explored by itself, and what was found told once.
//!
//! Each of them (a *unit*) is explored by a process of its own, in a directory of its own below the scan's. What
//! was found out of a unit holds as long as the code does that it executed: see [`fingerprint`].

mod baseline;
mod c_units;
mod changes;
mod code;
mod coverage;
mod documented;
mod fingerprint;
mod into;
mod java_units;
mod record;
mod schedule;
mod summary;
mod target;
mod units;
mod visit;
mod warnings;

use crate::arguments::Scan;
use crate::{Usage, exit, output, session, terminal};
use anyhow::Context;
use clap::ArgMatches;
use record::ScanRecord;
use schedule::Schedule;
use std::path::{Path, PathBuf};
use std::time::Duration;
use visit::Visitor;

/// Where results go if nothing is said of it.
const DEFAULT: &str = "wayfarer-scan";
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
    let lock = output::take_scan(&directory)?;
    let scanned = scan(options, matches, &directory);
    drop(lock);
    scanned.map_err(|error| output::note_full_disk(&directory, error))
}

/// Options of `explore` that mean nothing for a scan.
fn refuse(options: &Scan) -> anyhow::Result<()> {
    let explore = &options.explore;
    let given = [
        ("--function", explore.function.is_some()),
        ("--seeds", explore.inputs.seeds.is_some()),
        ("--corpus-out", explore.corpus_out.is_some()),
        ("--no-store", explore.no_store),
        ("--no-replay", explore.no_replay),
    ];
    match given.iter().find(|(_, given)| *given) {
        Some((name, _)) => Err(Usage(format!("scan: not together with {name}")).into()),
        None => Ok(()),
    }
}

fn scan(mut options: Scan, matches: &ArgMatches, directory: &Path) -> anyhow::Result<u8> {
    let interrupt = session::interrupt_on_signals()?;
    let words = visit::words(matches);
    let (json, strict) = (options.explore.json, options.explore.strict);
    let jobs = crate::plan::jobs(&options.explore);
    let time = time(&options)?;
    let baseline = baseline::read(options.baseline.as_deref())?;
    let changes = changes::read(options.since.as_deref(), options.diff.as_deref())?;
    let target = target::find(&mut options.explore)?;
    let all_functions = options.all_functions;
    let mut units = match target {
        target::Target::C => c_units::find(options.explore, all_functions)?,
        target::Target::Java(java) => java_units::find(options.explore, java, directory)?,
    };
    units.keep_named(&options.only)?;
    if let Some(changes) = &changes {
        units.keep_changed(changes);
    }
    let time = time.unwrap_or_else(|| {
        let each = units
            .list
            .iter()
            .map(|unit| unit.starts.len().max(1) as f64);
        Duration::from_secs_f64(each.sum::<f64>() * SECONDS_EACH / f64::from(jobs))
    });
    let visitor = Visitor::new(directory, &units, words)?;
    let mut record = ScanRecord::open(directory, &units, &visitor.options_hash())?;
    let schedule = Schedule {
        visitor: &visitor,
        units: &units,
        jobs,
        time,
        interrupt: &interrupt,
    };
    schedule.run(&mut record)?;
    let mut found = warnings::collect(directory, &units, &record, strict)?;
    baseline::mark(&baseline, &mut found.warnings);
    if let Some(file) = &options.write_baseline {
        baseline::write(file, &found.warnings)?;
    }
    if let Some(into) = &options.into {
        found.copied = Some(into::copy(directory, &units, &record, into)?);
    }
    let has_results: Vec<bool> = found.summaries.iter().map(|it| !it.is_null()).collect();
    let coverage = coverage::merge(directory, &units, &has_results)?;
    let all = summary::json(&units, &record, &found, &coverage);
    let path = directory.join(output::SCAN);
    std::fs::write(&path, format!("{all:#}\n")).with_context(|| path.display().to_string())?;
    match json {
        true => say!("{all}"),
        false => terminal::print(&summary::text(
            directory,
            &units,
            &record,
            (&found, &coverage),
        ))?,
    }
    let counts = found.warnings.iter().any(|warning| warning.counts());
    Ok(match counts {
        true => exit::BUGS_FOUND,
        false => exit::NOTHING_FOUND,
    })
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
