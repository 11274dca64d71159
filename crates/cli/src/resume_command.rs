//! `wayfarer resume`: goes on with a stored run as it was begun.

use crate::arguments::{Command, CommandLine, Explore, Resume};
use crate::plan::Plan;
use crate::{Usage, explore_command, output, scan, session};
use anyhow::Context;
use clap::Parser;
use explore::tree::Closed;
use std::path::Path;
use store::{Description, DirectoryLock, Reader, Restored};

/// Goes on with a run.
pub fn run(options: &Resume) -> anyhow::Result<u8> {
    let directory = &options.directory;
    if scan::is_scan(directory) {
        return scan::resume(options);
    }
    if !store::exists(directory) {
        let shown = directory.display();
        let message =
            format!("{shown}: no run is stored here (explore --output {shown} begins one)");
        return Err(Usage(message).into());
    }
    let directory = directory
        .canonicalize()
        .with_context(|| directory.display().to_string())?;
    go_on(options, &directory).map_err(|error| output::note_full_disk(&directory, error))
}

fn go_on(options: &Resume, directory: &Path) -> anyhow::Result<u8> {
    let lock = DirectoryLock::take(directory)?;
    let reader = Reader::open(directory)?;
    let description = reader.description()?;
    std::env::set_current_dir(&description.directory)
        .with_context(|| format!("{}", description.directory.display()))?;
    let mut explore = recorded_options(&description)?;
    if !options.force {
        check_inputs(&description)?;
    }
    let restored = reader.restore()?;
    override_options(&mut explore, options, &restored)?;
    let mut plan = Plan::new(explore)?;
    plan.output = directory.to_owned();
    let prepared = explore_command::prepare(&plan)?;
    if prepared.hash != description.program && !options.force {
        return Err(refused(
            "the program compiles to other code than when the run began: a header, a class, the \
             compiler or the place of the output directory changed",
        ));
    }
    if session::names_of_starts(&prepared) != description.starts {
        let message = "the program has other functions or methods to begin with than when the run began: explore it anew";
        return Err(Usage(message.to_owned()).into());
    }
    let changed = match options.force {
        false => None,
        true => Some(Description {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            inputs: session::input_files(&prepared)?,
            program: prepared.hash.clone(),
            ..description.clone()
        }),
    };
    plan.check_by_calls(description.arguments, &prepared.by_calls);
    session::go_on(&plan, prepared, (lock, changed), reader, restored)
}

fn refused(what: &str) -> anyhow::Error {
    Usage(format!(
        "{what}; what was explored may not hold any more (--force goes on all the same)"
    ))
    .into()
}

/// The options with which the run was begun.
fn recorded_options(description: &Description) -> anyhow::Result<Explore> {
    let words = description.arguments.iter().cloned();
    let words = std::iter::once("wayfarer".into()).chain(words);
    let words = crate::spelled_out(words);
    let arguments = CommandLine::try_parse_from(words).context("the stored command line")?;
    match arguments.command {
        Command::Explore(explore) => Ok(*explore),
        Command::Reach(reach) => Ok(reach.into_explore()),
        _ => anyhow::bail!("the stored command line is not `wayfarer explore` or `reach`"),
    }
}

/// The tool and the files that the run reads must be what they were.
fn check_inputs(description: &Description) -> anyhow::Result<()> {
    let version = env!("CARGO_PKG_VERSION");
    if description.version != version {
        let begun = &description.version;
        return Err(refused(&format!(
            "the run was begun by version {begun} of wayfarer, this is {version}"
        )));
    }
    for input in &description.inputs {
        let path = input.path.display();
        let hash = store::file_hash(&input.path)
            .map_err(|error| Usage(format!("{error}; the run cannot go on without this file")))?;
        if hash != input.sha256 {
            return Err(refused(&format!("{path} has changed since the run began")));
        }
    }
    Ok(())
}

/// Applies what `resume` was given; limits of the run are what is left of them.
fn override_options(
    explore: &mut Explore,
    options: &Resume,
    restored: &Restored,
) -> anyhow::Result<()> {
    let (limits, spent) = (&mut explore.limits, &restored.spent);
    let used_up = |name: &str| {
        Err(Usage(format!(
            "the run has used up its {name}: give `resume` a {name} of its own"
        ))
        .into())
    };
    let pending = restored.pending() > 0;
    let seconds = spent.time.as_secs_f64();
    match (options.time, limits.time) {
        (Some(time), _) => limits.time = Some(time),
        (None, Some(time)) if pending && time <= seconds => return used_up("--time"),
        (None, Some(time)) => limits.time = Some((time - seconds).max(0.0)),
        (None, None) => {}
    }
    let starts = restored.starts.iter();
    let paths = starts
        .map(|start| start.account.closed(Closed::Completed))
        .sum::<u64>();
    match (options.max_paths, limits.max_paths) {
        (Some(more), _) => limits.max_paths = Some(paths + more),
        (None, Some(most)) if pending && most <= paths => return used_up("--max-paths"),
        (None, _) => {}
    }
    match (options.max_instructions, limits.max_instructions) {
        (Some(more), _) => limits.max_instructions = Some(more),
        (None, Some(most)) if pending && most <= spent.instructions => {
            return used_up("--max-instructions");
        }
        (None, Some(most)) => limits.max_instructions = Some(most - spent.instructions.min(most)),
        (None, None) => {}
    }
    if let Some(findings) = &mut limits.max_findings {
        // As many as the run was begun for, beside those that it has.
        let starts = restored.starts.iter();
        let found = starts.map(|start| start.account.findings.list().len());
        *findings += found.sum::<usize>() as u64;
    }
    limits.memory = options.memory.unwrap_or(limits.memory);
    explore.jobs = options.jobs.or(explore.jobs);
    explore.solver.solver_time = options.solver_time.unwrap_or(explore.solver.solver_time);
    if let Some(strategy) = &options.strategy {
        if let Err(error) = explore::strategy::parse(strategy) {
            return Err(Usage(format!("--strategy: {error}")).into());
        }
        explore.strategy = Some(strategy.clone());
    }
    explore.no_replay |= options.no_replay;
    explore.json |= options.json;
    Ok(())
}
