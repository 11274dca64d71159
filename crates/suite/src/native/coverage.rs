//! Coverage that the native runs measured.

use crate::SuiteError;
use std::path::{Path, PathBuf};
use std::process::Command;

/// So many of so many.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize)]
pub struct Count {
    /// Covered.
    pub covered: u64,
    /// In all.
    pub total: u64,
}

impl Count {
    fn add(&mut self, other: Count) {
        self.covered += other.covered;
        self.total += other.total;
    }
}

/// Coverage of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FileCoverage {
    /// The file.
    pub file: String,
    /// Lines with code.
    pub lines: Count,
    /// Ways of branches.
    pub branches: Count,
}

/// Coverage of the program under test.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CoverageReport {
    /// All files together.
    pub lines: Count,
    /// All files together.
    pub branches: Count,
    /// By file.
    pub files: Vec<FileCoverage>,
}

/// Merges the raw profiles in `profiles` and writes `lcov`; `None` if no run left a profile.
pub(crate) fn measure(
    program: &Path,
    profiles: &Path,
    lcov: &Path,
) -> Result<Option<CoverageReport>, SuiteError> {
    let entries = std::fs::read_dir(profiles).map_err(SuiteError::io(profiles))?;
    let mut raw: Vec<PathBuf> = Vec::new();
    for entry in entries {
        let path = entry.map_err(SuiteError::io(profiles))?.path();
        let size = std::fs::metadata(&path)
            .map_err(SuiteError::io(&path))?
            .len();
        // A run that was killed while it wrote its profile leaves an empty file.
        if path.extension().is_some_and(|e| e == "profraw") && size > 0 {
            raw.push(path);
        }
    }
    if raw.is_empty() {
        return Ok(None);
    }
    raw.sort();
    let list = profiles.join("list");
    let names: Vec<String> = raw.iter().map(|path| path.display().to_string()).collect();
    std::fs::write(&list, names.join("\n")).map_err(SuiteError::io(&list))?;
    let merged = profiles.join("merged.profdata");
    let mut merge = Command::new("llvm-profdata-19");
    merge
        .args(["merge", "-sparse", "--failure-mode=all", "-f"])
        .arg(&list)
        .arg("-o")
        .arg(&merged);
    output(&mut merge)?;
    let mut export = Command::new("llvm-cov-19");
    export.args(["export", "-format=lcov"]).arg(program);
    export.arg(format!("-instr-profile={}", merged.display()));
    let text = output(&mut export)?;
    crate::plan::write_whole(lcov, &text)?;
    Ok(Some(summarise(&String::from_utf8_lossy(&text))))
}

fn output(command: &mut Command) -> Result<Vec<u8>, SuiteError> {
    let failed = |output: String| SuiteError::Build {
        command: String::new(),
        output,
    };
    let result = command
        .output()
        .map_err(|error| failed(error.to_string()))?;
    if result.status.success() {
        return Ok(result.stdout);
    }
    let output = String::from_utf8_lossy(&result.stderr).into_owned();
    Err(SuiteError::Build {
        command: format!("{command:?}"),
        output,
    })
}

/// Sums up an lcov file.
pub(crate) fn summarise(lcov: &str) -> CoverageReport {
    let mut report = CoverageReport::default();
    let mut file = FileCoverage::default();
    for line in lcov.lines() {
        let Some((key, value)) = line.split_once(':') else {
            if line == "end_of_record" {
                report.lines.add(file.lines);
                report.branches.add(file.branches);
                report.files.push(std::mem::take(&mut file));
            }
            continue;
        };
        let count = || value.parse().unwrap_or(0);
        match key {
            "SF" => file.file = value.to_owned(),
            "LF" => file.lines.total = count(),
            "LH" => file.lines.covered = count(),
            "BRF" => file.branches.total = count(),
            "BRH" => file.branches.covered = count(),
            _ => {}
        }
    }
    report
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn records_are_added_up() {
        let text = "SF:a.c\nDA:1,1\nBRF:4\nBRH:3\nLF:10\nLH:9\nend_of_record\n\
                    SF:b.c\nBRF:2\nBRH:0\nLF:5\nLH:0\nend_of_record\n";
        let report = summarise(text);
        assert_eq!(
            report.lines,
            Count {
                covered: 9,
                total: 15
            }
        );
        assert_eq!(
            report.branches,
            Count {
                covered: 3,
                total: 6
            }
        );
        assert_eq!(report.files[1].file, "b.c");
    }
}
