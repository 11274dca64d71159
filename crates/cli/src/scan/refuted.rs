//! What is proved impossible: errors that skipped calls alone would make, those that only a visit with shallower calls
//! predicted, and those of functions whose callers, explored exhaustively, never lead to them.

use super::units::{Callers, Units};
use super::visit;
use super::warnings::{Class, RawFinding, Warning, read_json};
use crate::sarif_in::goes_on_natively;
use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::HashMap;
use std::path::Path;

/// The errors that visits with shallower calls have predicted, in the directory of a unit that was visited deeper.
pub const SHALLOWER: &str = "shallower.json";

/// An error that calls which were skipped may lead to, and that no run has shown.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct SkippedError {
    kind: String,
    function: String,
    file: String,
    line: u64,
    column: u64,
    /// Ways to it that are proved impossible.
    #[serde(default)]
    refuted: u64,
    /// Ways to it of which that is not known.
    #[serde(default)]
    open: u64,
}

impl SkippedError {
    fn is_at(&self, other: &SkippedError) -> bool {
        let place = |it: &SkippedError| (it.kind.clone(), it.file.clone(), it.line, it.column);
        place(self) == place(other) && self.function == other.function
    }

    fn finding(self, verdict: String) -> RawFinding {
        RawFinding {
            kind: self.kind,
            exception: None,
            message: String::new(),
            file: self.file,
            line: self.line,
            column: self.column,
            function: self.function,
            stack: Vec::new(),
            verdict,
            test: 0,
            assumption: None,
        }
    }
}

/// Those of a run.
fn skipped_errors(summary: &Value) -> anyhow::Result<Vec<SkippedError>> {
    let errors = summary["lazy"]["unrealised_errors"].as_array();
    let errors = errors.into_iter().flatten();
    let all = errors.map(|error| Ok(SkippedError::deserialize(error)?));
    all.collect()
}

/// The findings of a run, by their places.
fn shown_errors(summary: &Value) -> anyhow::Result<Vec<SkippedError>> {
    let findings = summary["findings"].as_array();
    let findings = findings.into_iter().flatten();
    let all = findings.map(|finding| Ok(SkippedError::deserialize(finding)?));
    all.collect()
}

/// Those that visits before the one in a directory have predicted.
fn shallower_errors(run: &Path) -> anyhow::Result<Vec<SkippedError>> {
    let path = run.join(SHALLOWER);
    match path.is_file() {
        true => {
            serde_json::from_value(read_json(&path)?).with_context(|| path.display().to_string())
        }
        false => Ok(Vec::new()),
    }
}

/// Keeps what one run has predicted and another, with deeper calls, is to decide.
///
/// # Errors
/// If it cannot be read or written.
pub fn carry_over(shallower: &Path, deeper: &Path) -> anyhow::Result<()> {
    let mut all = shallower_errors(shallower)?;
    for error in skipped_errors(&visit::summary_in(shallower)?)? {
        if error.open > 0 && !all.iter().any(|known| known.is_at(&error)) {
            all.push(error);
        }
    }
    if all.is_empty() {
        return Ok(());
    }
    let path = deeper.join(SHALLOWER);
    let text = format!("{:#}\n", serde_json::to_value(&all)?);
    std::fs::write(&path, text).with_context(|| path.display().to_string())
}

/// Forgets what earlier visits have predicted, as a unit is visited anew.
///
/// # Errors
/// If it cannot be removed.
pub fn forget(run: &Path) -> anyhow::Result<()> {
    let path = run.join(SHALLOWER);
    match path.is_file() {
        true => std::fs::remove_file(&path).with_context(|| path.display().to_string()),
        false => Ok(()),
    }
}

/// What a run says of errors that no run shows: open, or refuted.
///
/// # Errors
/// If what is kept of it cannot be read.
pub fn predicted(run: &Path, summary: &Value) -> anyhow::Result<Vec<(Class, RawFinding)>> {
    let is_exhaustive = summary["exhaustive"] == true;
    let skipped = match summary["lazy"]["call_depth"].as_u64() {
        Some(depth) => format!("calls deeper than {depth} were skipped"),
        None => "calls were skipped".to_owned(),
    };
    let now = skipped_errors(summary)?;
    let shown = shown_errors(summary)?;
    let mut all = Vec::new();
    for error in shallower_errors(run)? {
        let mut decided = now.iter().chain(&shown);
        if decided.any(|known| known.is_at(&error)) {
            continue;
        }
        all.push(match is_exhaustive {
            true => {
                let why = "skipped calls may lead to it; all was explored with calls that are deeper, \
                           and no path does";
                (Class::Refuted, error.finding(why.to_owned()))
            }
            false => {
                let why = "skipped calls may lead to it; no run was found that shows it, nor was all explored \
                           with calls that are deeper";
                (Class::Open, error.finding(why.to_owned()))
            }
        });
    }
    for error in now {
        if error.open > 0 {
            let why = format!(
                "{skipped}: no run was found that shows it, and no proof that there is none"
            );
            all.push((Class::Open, error.finding(why)));
        } else if is_exhaustive && error.refuted > 0 {
            let why = format!("{skipped}: each way from there to it is proved impossible");
            all.push((Class::Refuted, error.finding(why)));
        }
    }
    Ok(all)
}

/// Refutes warnings of functions that no other file sees, if all their callers were explored exhaustively and none leads
/// to them.
pub fn by_callers(units: &Units, summaries: &[Value], warnings: &mut [Warning]) {
    let all = units.list.iter().zip(summaries);
    let by_name: HashMap<&str, &Value> = all
        .map(|(unit, summary)| (unit.name.as_str(), summary))
        .collect();
    for warning in warnings.iter_mut() {
        let of_class = matches!(warning.class, Class::Unusual | Class::Open);
        let callers: Option<Vec<&Callers>> = warning
            .units
            .iter()
            .map(|unit| units.callers.get(unit))
            .collect();
        let Some(callers) = callers.filter(|_| of_class) else {
            continue;
        };
        let mut names: Vec<&str> = callers
            .iter()
            .flat_map(|it| &it.units)
            .map(String::as_str)
            .collect();
        names.sort_unstable();
        names.dedup();
        let is_known = !names.is_empty()
            && callers
                .iter()
                .all(|it| it.others.is_none() && it.unsettled.is_none());
        let explored = |name: &&str| by_name.get(name).is_some_and(|it| decides(it));
        if is_known && names.iter().all(explored) {
            warning.class = Class::Refuted;
            warning.why = Some(format!(
                "all that leads to {} was explored ({}), without it",
                warning.units.join(", "),
                names.join(", ")
            ));
        }
    }
}

/// True if what a run has not found does not happen: all was explored, with whole calls, and no path ended with an
/// error that others go on behind.
fn decides(summary: &Value) -> bool {
    let findings = summary["findings"].as_array().into_iter().flatten();
    let mut kinds = findings.map(|finding| finding["kind"].as_str().unwrap_or_default());
    summary["exhaustive"] == true
        && summary["lazy"]["skipped_calls"].as_u64().unwrap_or(0) == 0
        && !kinds.any(goes_on_natively)
}
