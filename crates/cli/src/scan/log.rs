//! The warnings of a scan as SARIF.

use super::units::{Language, Units};
use super::warnings::{Class, ScanFindings, Warning};
use crate::sarif_out::{self, Finding, FindingVerdict, SourceLocations, test_file};
use std::path::{Path, PathBuf};
use suite::VerdictKind;

/// Writes the log. `has_baseline` if warnings that are known were to be told apart.
///
/// # Errors
/// If it cannot be written.
pub fn write(
    directory: &Path,
    units: &Units,
    found: &ScanFindings,
    has_baseline: bool,
) -> anyhow::Result<()> {
    // A log has what is wrong, or may be.
    let warnings = || {
        let all = found.warnings.iter();
        all.filter(|it| it.class != Class::Refuted)
    };
    let findings: Vec<Finding> = warnings()
        .map(|warning| finding(warning, has_baseline))
        .collect();
    let tests = warnings().map(|warning| {
        let test = warning.test.as_ref()?;
        test_file(&directory.join(&test.run), test.number)
    });
    let tests: Vec<Option<PathBuf>> = tests.collect();
    let log = sarif_out::log(&findings, &tests, true, &mut sources(units)?);
    sarif_out::write_log(&directory.join(sarif_out::FILE), &log)
}

/// Where the sources of the program are.
///
/// # Errors
/// If the working directory is not known.
pub fn sources(units: &Units) -> anyhow::Result<SourceLocations> {
    SourceLocations::new(match units.language {
        Language::C => Vec::new(),
        Language::Java => units.targets.clone(),
    })
}

/// What excludes the inputs that make a warning, or why else it is in its class.
fn reasons(warning: &Warning) -> (Option<String>, Option<String>) {
    let why = warning.why.clone();
    match warning.class {
        Class::Unusual => (warning.assumption.clone().or(why), None),
        Class::Confirmed | Class::Open | Class::Documented | Class::Refuted => (None, why),
    }
}

fn verdict(class: Class) -> FindingVerdict {
    match class {
        Class::Confirmed => FindingVerdict::Native(VerdictKind::Confirmed),
        Class::Open => FindingVerdict::Open,
        Class::Unusual => FindingVerdict::Unusual,
        Class::Documented => FindingVerdict::Documented,
        Class::Refuted => FindingVerdict::Refuted,
    }
}

fn finding(warning: &Warning, has_baseline: bool) -> Finding {
    let (assumption, why) = reasons(warning);
    Finding {
        kind: warning.kind.clone(),
        exception: warning.exception.clone(),
        message: warning.message.clone(),
        file: warning.file.clone(),
        line: warning.line as u32,
        column: warning.column as u32,
        function: warning.function.clone(),
        stack: warning.stack.clone(),
        verdict: verdict(warning.class),
        test: warning.test.as_ref().map_or(0, |test| test.number),
        paths: warning.count as u64,
        assumption,
        why,
        is_known: has_baseline.then_some(warning.baseline),
    }
}
