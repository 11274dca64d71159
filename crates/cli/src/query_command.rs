//! `wayfarer query`.

use crate::Usage;
use crate::explore_command::backend_kind;
use crate::{arguments::Query, exit};
use anyhow::Context;
use std::io::Read;
use std::time::Duration;

/// Runs an SMT-LIB 2 script; the solver's answers go to stdout.
pub fn run(options: &Query) -> anyhow::Result<u8> {
    let file = options.file.display();
    let mut text = String::new();
    if options.file.as_os_str() == "-" {
        std::io::stdin()
            .read_to_string(&mut text)
            .context("stdin")?;
    } else {
        text = std::fs::read_to_string(&options.file).with_context(|| format!("{file}"))?;
    }
    let Ok(time) = Duration::try_from_secs_f64(options.solver_time) else {
        return Err(Usage(format!("--solver-time {}: not a time", options.solver_time)).into());
    };
    let solver_options = solver::Options {
        time,
        backend: backend_kind(&options.solver)?,
        ..solver::Options::default()
    };
    let mut out = std::io::stdout().lock();
    solver::run_script(&text, &solver_options, &mut out).with_context(|| format!("{file}"))?;
    Ok(exit::NOTHING_FOUND)
}
