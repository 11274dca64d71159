//! `wayfarer explore` and `wayfarer reach`: a new run.

use crate::arguments::Explore;
use crate::plan::{Plan, ProgramPlan};
use crate::subject::Prepared;
use crate::{c, java, output, session};
use std::path::Path;

/// Begins a run: explores, writes tests, replays them, sums up.
pub fn run(options: Explore) -> anyhow::Result<u8> {
    let (given, force) = (options.output.clone(), options.force);
    let mut plan = Plan::new(options)?;
    if let ProgramPlan::Java(_) = plan.program {
        java::check_output(given.as_deref().unwrap_or(Path::new(".")))?;
    }
    plan.read_seed_run()?;
    let (directory, lock) = output::take(given.as_deref(), force)?;
    plan.output = directory;
    let begun = prepare(&plan).and_then(|prepared| {
        plan.check_by_calls(std::env::args_os().skip(1).collect(), &prepared.by_calls);
        session::begin(&plan, prepared, lock)
    });
    begun.map_err(|error| output::note_full_disk(&plan.output, error))
}

/// Builds the program and finds out how it is started.
pub fn prepare(plan: &Plan) -> anyhow::Result<Prepared> {
    match &plan.program {
        ProgramPlan::C(program) => c::prepare(plan, program),
        ProgramPlan::Java(program) => java::prepare(plan, program),
    }
}
