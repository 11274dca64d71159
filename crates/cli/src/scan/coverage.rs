//! Coverage of all units together, as their native runs have measured it.

use super::code::ProgramCode;
use super::units::{Language, Units};
use crate::output::UNITS;
use anyhow::Context;
use lcov::{Reader, Record, Report};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use suite::native::Count;

/// The file, in the directory of the scan.
const FILE: &str = suite::native::TRACEFILE;

/// What is covered.
#[derive(Default, Serialize)]
pub struct Coverage {
    /// Of what is scanned.
    pub lines: Count,
    pub branches: Count,
    /// Of what was measured beside that, by file; `None` if nothing was.
    pub beside: Option<FileCoverage>,
    /// Files of what is scanned that no run has loaded: they count by their code.
    pub not_loaded: u64,
    /// All that was measured, by file.
    pub files: BTreeMap<String, FileCoverage>,
}

/// What is covered of a file.
#[derive(Clone, Copy, Default, Serialize)]
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
            let file = std::fs::File::open(&path).with_context(context)?;
            let one = report_in(BufReader::new(file)).with_context(context)?;
            // Units are built from one source; where it has changed between visits the newer lines count.
            all.merge_lossy(one);
        }
    }
    let coverage = count(&all, units);
    let path = directory.join(FILE);
    let text: String = all
        .into_records()
        .map(|record| format!("{record}\n"))
        .collect();
    std::fs::write(&path, text).with_context(|| path.display().to_string())?;
    Ok(coverage)
}

/// Reads a tracefile.
fn report_in(text: impl BufRead) -> Result<Report, lcov::report::ParseError> {
    Report::from_reader(Reader::new(text).map(|record| record.map(bounded)))
}

/// A record whose number of hits does not go beyond all bounds when it is added to others.
fn bounded(mut record: Record) -> Record {
    const MOST: u64 = u32::MAX as u64;
    match &mut record {
        Record::FunctionData { count, .. } | Record::LineData { count, .. } => {
            *count = (*count).min(MOST);
        }
        Record::BranchData { taken, .. } => *taken = taken.map(|taken| taken.min(MOST)),
        _ => {}
    }
    record
}

fn count(report: &Report, units: &Units) -> Coverage {
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
    // All that is measured of C is built from what is scanned. Files of Java have the paths of their packages, unless
    // their source was found.
    let own: Vec<OwnFile> = units.code.files().into_iter().map(OwnFile::of).collect();
    let is_java = units.language == Language::Java;
    let is_own = |file: &str| !is_java || own.iter().any(|own| own.is_measured_as(file));
    if is_java {
        coverage.add_not_loaded(&units.code);
    }
    let mut beside = FileCoverage::default();
    for (file, part) in &coverage.files {
        let (lines, branches) = match is_own(file) {
            true => (&mut coverage.lines, &mut coverage.branches),
            false => (&mut beside.lines, &mut beside.branches),
        };
        lines.add(part.lines);
        branches.add(part.branches);
    }
    coverage.beside = (beside.lines.total > 0).then_some(beside);
    coverage
}

/// A file of what is scanned.
struct OwnFile<'c> {
    name: &'c str,
    /// Where it is, or its name if it is not found.
    path: PathBuf,
}

impl OwnFile<'_> {
    fn of(name: &str) -> OwnFile<'_> {
        let path = Path::new(name);
        OwnFile {
            name,
            path: path.canonicalize().unwrap_or_else(|_| path.to_owned()),
        }
    }

    /// True if measurements mean it: they have the path of a source, or that of a package, which may be a file
    /// of the working directory by chance.
    fn is_measured_as(&self, file: &str) -> bool {
        file == self.name || Path::new(file).ends_with(&self.path)
    }
}

impl Coverage {
    /// Adds files that no run has loaded, with nothing covered.
    fn add_not_loaded(&mut self, code: &ProgramCode) {
        let measured: BTreeSet<String> = self.files.keys().cloned().collect();
        for (file, lines) in &code.lines {
            let own = OwnFile::of(file);
            if lines.is_empty() || measured.iter().any(|it| own.is_measured_as(it)) {
                continue;
            }
            self.not_loaded += 1;
            let none_of = |total: u64| Count { covered: 0, total };
            let of_file = FileCoverage {
                lines: none_of(lines.len() as u64),
                branches: none_of(code.ways.get(file).copied().unwrap_or(0)),
            };
            self.files.insert(file.clone(), of_file);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_tracefile_is_read_or_refused() {
        let most = u64::MAX;
        let texts = [
            "TN:\nSF:a.c\nFN:1,f\nFNDA:3,f\nFNF:1\nFNH:1\nDA:1,3\nDA:2,0\nBRDA:1,0,0,3\nBRDA:1,0,1,-\n\
             BRF:2\nBRH:1\nLF:2\nLH:1\nend_of_record\n",
            &format!(
                "SF:a.c\nFNDA:{most},f\nFNDA:{most},f\nDA:1,{most}\nBRDA:1,0,0,{most}\nend_of_record\n"
            ),
        ];
        mutants::check(&mutants::texts(&texts), 2_000, |bytes| {
            let mut all = Report::new();
            for _ in 0..2 {
                if let Ok(one) = report_in(bytes) {
                    all.merge_lossy(one);
                }
            }
            all.into_records()
                .map(|record| record.to_string())
                .for_each(drop);
        });
    }
}
