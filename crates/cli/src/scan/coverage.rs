//! Coverage of all units together, as their native runs have measured it.

use super::units::Units;
use crate::output::UNITS;
use anyhow::Context;
use lcov::Report;
use serde::Serialize;
use std::collections::BTreeMap;
use std::path::Path;
use suite::native::Count;

/// The file, in the directory of the scan.
const FILE: &str = suite::native::TRACEFILE;

/// What is covered.
#[derive(Default, Serialize)]
pub struct Coverage {
    pub lines: Count,
    pub branches: Count,
    /// By file.
    pub files: BTreeMap<String, FileCoverage>,
}

/// What is covered of a file.
#[derive(Default, Serialize)]
pub struct FileCoverage {
    pub lines: Count,
    pub branches: Count,
}

/// Puts the tracefiles of all units with results into one.
///
/// # Errors
/// If one cannot be read, or the result cannot be written.
pub fn merge(directory: &Path, units: &Units, has_results: &[bool]) -> anyhow::Result<Coverage> {
    let mut all = Report::new();
    for (unit, _) in units.list.iter().zip(has_results).filter(|(_, has)| **has) {
        let path = directory.join(UNITS).join(unit.directory()).join(FILE);
        // A unit without tests has none.
        if path.is_file() {
            let context = || path.display().to_string();
            let one = Report::from_file(&path).with_context(context)?;
            // Units are built from one source; where it has changed between visits the newer lines count.
            all.merge_lossy(one);
        }
    }
    let coverage = count(&all);
    let path = directory.join(FILE);
    let text: String = all
        .into_records()
        .map(|record| format!("{record}\n"))
        .collect();
    std::fs::write(&path, text).with_context(|| path.display().to_string())?;
    Ok(coverage)
}

fn count(report: &Report) -> Coverage {
    let mut coverage = Coverage::default();
    for (key, section) in &report.sections {
        let file = key.source_file.display().to_string();
        let file = coverage.files.entry(file).or_default();
        for line in section.lines.values() {
            file.lines.total += 1;
            file.lines.covered += u64::from(line.count > 0);
        }
        for branch in section.branches.values() {
            file.branches.total += 1;
            file.branches.covered += u64::from(branch.taken.is_some_and(|taken| taken > 0));
        }
    }
    for file in coverage.files.values() {
        for (sum, part) in [
            (&mut coverage.lines, file.lines),
            (&mut coverage.branches, file.branches),
        ] {
            sum.covered += part.covered;
            sum.total += part.total;
        }
    }
    coverage
}
