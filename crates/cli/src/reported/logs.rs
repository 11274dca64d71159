//! The logs that are given.

use super::named_error::RuleError;
use super::rules;
use crate::Usage;
use sarif::{Analysis, ReportedResult};
use std::path::{Path, PathBuf};

/// A log that is given.
#[derive(Clone, Debug)]
pub struct GivenLog {
    pub path: PathBuf,
    pub analysis: Analysis,
}

/// Reads logs.
///
/// # Errors
/// If one cannot be read, or is none: its name and the place in it.
pub fn read(paths: &[PathBuf]) -> anyhow::Result<Vec<GivenLog>> {
    paths.iter().map(|path| read_one(path)).collect()
}

fn read_one(path: &Path) -> anyhow::Result<GivenLog> {
    let wrong = |why: String| Usage(format!("--sarif-in {}: {why}", path.display()));
    let bytes = std::fs::read(path).map_err(|error| wrong(error.to_string()))?;
    let analysis = Analysis::read(&bytes).map_err(|error| wrong(error.to_string()))?;
    Ok(GivenLog {
        path: path.to_owned(),
        analysis,
    })
}

/// A result of one of the logs.
#[derive(Clone, Debug)]
pub struct Reported<'l> {
    pub log: &'l GivenLog,
    pub result: &'l ReportedResult,
    /// The error that it names, if that is looked for.
    pub condition: Option<RuleError>,
}

/// The results of all logs, one after the other.
pub fn reported(logs: &[GivenLog]) -> impl Iterator<Item = Reported<'_>> {
    logs.iter().flat_map(|log| {
        let results = log.analysis.results.iter();
        results.map(move |result| Reported {
            log,
            result,
            condition: rules::condition(result),
        })
    })
}
