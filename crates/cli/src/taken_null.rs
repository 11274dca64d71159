//! Null pointers that are inputs for which nothing deeper, or no more, is tried (`--heap-depth`, `--heap-objects`): the machine
//! has a null there as any other, so that what comes of it says not which pointer it is. Where other paths end with the same
//! error at the same place because an input pointer is null, of which an assumption says that it is not, it is taken for one
//! of these.

use explore::{LeftOut, Report, TAKEN_TO_BE_NULL};
use ir::ErrorKind;
use store::{FindingRow, Reader, StoreError};

/// A place, and what excludes an error there: file, line, column, function and the assumption.
type Excluded = (String, u32, u32, String, String);

/// True for an assumption that a pointer is not null.
fn is_not_null(assumption: &str) -> bool {
    assumption.starts_with("--input '") && assumption.ends_with(": nonnull'")
}

fn known<'a>(
    all: &'a [Excluded],
    (file, line, column, function): (&str, u32, u32, &str),
) -> Option<&'a str> {
    let same = |it: &&Excluded| {
        (it.0.as_str(), it.1, it.2, it.3.as_str()) == (file, line, column, function)
    };
    all.iter().find(same).map(|it| it.4.as_str())
}

/// Gives errors of a run the assumptions that exclude them.
pub fn settle(report: &mut Report) {
    let beyond = |what: &LeftOut| match what {
        LeftOut::Bounded(what) => TAKEN_TO_BE_NULL.contains(&what.as_str()),
        _ => false,
    };
    if !report.left.iter().any(|left| beyond(&left.what)) {
        return;
    }
    let findings = report.findings.list().iter();
    let excluded =
        findings.filter(|it| it.kind == ErrorKind::NullDereference && is_not_null(&it.assumption));
    let excluded: Vec<Excluded> = excluded
        .map(|it| {
            let place = &it.place;
            (
                place.file.clone(),
                place.line,
                place.column,
                it.function.clone(),
                it.assumption.clone(),
            )
        })
        .collect();
    if excluded.is_empty() {
        return;
    }
    report.findings.reconsider(|finding| {
        let place = &finding.place;
        let at = (
            place.file.as_str(),
            place.line,
            place.column,
            finding.function.as_str(),
        );
        let is_open = finding.kind == ErrorKind::NullDereference && finding.assumption.is_empty();
        if let Some(assumption) = known(&excluded, at).filter(|_| is_open) {
            finding.assumption = assumption.to_owned();
        }
    });
}

/// As [`settle`], of the findings in a store.
///
/// # Errors
/// If the store is damaged.
pub fn settle_rows(findings: &mut [FindingRow], reader: &Reader) -> Result<(), StoreError> {
    let mut bounds = reader.bounds()?.into_iter();
    if !bounds.any(|(what, _)| TAKEN_TO_BE_NULL.contains(&what.as_str())) {
        return Ok(());
    }
    let is_null = |it: &FindingRow| it.kind == ErrorKind::NullDereference.name();
    let excluded = findings
        .iter()
        .filter(|it| is_null(it) && is_not_null(&it.assumption));
    let excluded: Vec<Excluded> = excluded
        .map(|it| {
            (
                it.file.clone(),
                it.line,
                it.column,
                it.function.clone(),
                it.assumption.clone(),
            )
        })
        .collect();
    for finding in findings
        .iter_mut()
        .filter(|it| is_null(it) && it.assumption.is_empty())
    {
        let at = (
            finding.file.as_str(),
            finding.line,
            finding.column,
            finding.function.as_str(),
        );
        if let Some(assumption) = known(&excluded, at) {
            finding.assumption = assumption.to_owned();
        }
    }
    Ok(())
}
