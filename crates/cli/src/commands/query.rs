//! `wayfarer query`.

use crate::Usage;
use crate::{arguments::Query, exit};
use anyhow::Context;
use solver::{SolverError, Summary};
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Write};
use std::time::Duration;

/// Runs an SMT-LIB 2 script; the solver's answers go to stdout.
pub fn run(options: &Query) -> anyhow::Result<u8> {
    let file = options.file.display();
    let mut input: Box<dyn BufRead> = if options.file.as_os_str() == "-" {
        Box::new(std::io::stdin().lock())
    } else {
        let opened = File::open(&options.file).with_context(|| format!("{file}"))?;
        Box::new(BufReader::new(opened))
    };
    let Ok(time) = Duration::try_from_secs_f64(options.solver_time) else {
        return Err(Usage(format!("--solver-time {}: not a time", options.solver_time)).into());
    };
    let solver_options = solver::Options {
        time,
        backend: options.solver,
        check: options.check_solver,
        plain: options.plain,
        ..solver::Options::default()
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    let run = solver::run_script(&mut *input, &solver_options, &mut out);
    let flushed = out.flush();
    let summary = run.map_err(|error| match error {
        // Printed as compilers do, for editors that jump there.
        SolverError::Script { .. } => anyhow::anyhow!("{file}:{error}"),
        _ => anyhow::Error::new(error).context(format!("{file}")),
    })?;
    flushed.context("stdout")?;
    if options.statistics {
        print_statistics(&summary);
    }
    if summary.unexpected > 0 {
        let count = summary.unexpected;
        eprintln!("wayfarer: {file}: {count} answers are not what (set-info :status …) says");
        return Ok(exit::BUGS_FOUND);
    }
    Ok(exit::NOTHING_FOUND)
}

fn print_statistics(summary: &Summary) {
    let answers = [
        ("answers sat", summary.sat),
        ("answers unsat", summary.unsat),
        ("answers unknown", summary.unknown),
    ];
    let counted = summary.counters.iter().filter(|(_, count)| *count > 0);
    for (name, count) in answers.iter().chain(counted) {
        eprintln!("{name:40} {count}");
    }
}
