//! What was found as a SARIF log ([`write`]), for code scanning services and editors.
//!
//! [`Finding`] is a finding as summaries have it; [`SourceLocations`] knows where its file is.

mod finding;
mod results;
mod rules;
mod sources;
mod test_file;
mod verdict;

pub use finding::{Finding, Frame, of_list};
pub use results::{code_flow, log};
pub use sources::SourceLocations;
pub use test_file::test_file;
pub use verdict::FindingVerdict;

use crate::by_calls;
use crate::plan::{Plan, ProgramPlan};
use anyhow::Context;
use serde_json::Value;
use std::path::Path;

/// The file, in the directory of a run.
pub const FILE: &str = "results.sarif";

/// Writes the findings of a run's summary, and those of the run beside it in which calls have made its objects.
///
/// # Errors
/// If they are not what summaries have, or the file cannot be written.
pub fn write(plan: &Plan, summary: &Value) -> anyhow::Result<()> {
    let (mut findings, mut tests) = (Vec::new(), Vec::new());
    let made = plan.output.join(by_calls::DIRECTORY);
    for (list, run) in [("findings", &plan.output), ("by_calls", &made)] {
        let found = of_list(&summary[list])?;
        tests.extend(found.iter().map(|it| test_file(run, it.test)));
        findings.extend(found);
    }
    let mut sources = sources_of(plan)?;
    let complete = summary["failure"].is_null();
    let log = log(&findings, &tests, complete, &mut sources);
    write_log(&plan.output.join(FILE), &log)
}

/// Writes a log.
///
/// # Errors
/// If it cannot be written.
pub fn write_log(path: &Path, log: &sarif::Log) -> anyhow::Result<()> {
    let text = format!("{:#}\n", serde_json::to_value(log)?);
    std::fs::write(path, text).with_context(|| path.display().to_string())
}

/// Where the sources of a run's program are.
///
/// # Errors
/// If the working directory is not known.
pub fn sources_of(plan: &Plan) -> anyhow::Result<SourceLocations> {
    let roots = match &plan.program {
        ProgramPlan::C(_) => Vec::new(),
        ProgramPlan::Java(java) => {
            let named = java.source_path.iter().cloned();
            named.chain(java.class_path.iter().cloned()).collect()
        }
    };
    SourceLocations::new(roots)
}
