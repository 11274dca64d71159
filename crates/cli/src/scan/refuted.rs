//! What is proved impossible: errors that skipped calls alone would make, those that only a visit with shallower calls
//! predicted, and those of functions whose callers, explored exhaustively, never lead to them.

use super::units::{Callers, Unit, Units};
use super::visit;
use super::warnings::{Class, RawFinding, Warning, read_json};
use crate::sarif_in::goes_on_natively;
use anyhow::Context;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeSet, HashMap};
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

/// What the run of a unit says of errors that no run shows: open, or refuted.
///
/// # Errors
/// If what is kept of it cannot be read.
pub fn predicted(
    unit: &Unit,
    run: &Path,
    summary: &Value,
) -> anyhow::Result<Vec<(Class, RawFinding)>> {
    let hindrance = hindrance(unit, summary);
    let skipped = match summary["lazy"]["call_depth"].as_u64() {
        Some(depth) => format!("calls deeper than {depth} were skipped"),
        None => "calls were skipped".to_owned(),
    };
    let now = skipped_errors(summary)?;
    let shown = shown_errors(summary)?;
    let mut all = Vec::new();
    let mut add = |error: SkippedError, found: &str| {
        all.push(match &hindrance {
            None => (Class::Refuted, error.finding(found.to_owned())),
            Some(but) => (Class::Open, error.finding(format!("{found}, but {but}"))),
        });
    };
    for error in shallower_errors(run)? {
        let mut decided = now.iter().chain(&shown);
        if !decided.any(|known| known.is_at(&error)) {
            let found = "skipped calls may lead to it; no path does with calls that are deeper";
            add(error, found);
        }
    }
    let is_exhaustive = summary["exhaustive"] == true;
    let (open, refuted): (Vec<_>, Vec<_>) = now.into_iter().partition(|error| error.open > 0);
    for error in refuted.into_iter().filter(|_| is_exhaustive) {
        let found = format!("{skipped}: each way from there to it is proved impossible");
        add(error, &found);
    }
    for error in open {
        let why =
            format!("{skipped}: no run was found that shows it, and no proof that there is none");
        all.push((Class::Open, error.finding(why)));
    }
    Ok(all)
}

/// Why it says nothing of other runs that the run of a unit has not shown an error; `None` if such an error does not
/// happen.
fn hindrance(unit: &Unit, summary: &Value) -> Option<String> {
    if summary["exhaustive"] != true {
        return Some("not all was explored".to_owned());
    }
    let mut findings = summary["findings"].as_array().into_iter().flatten();
    let kind = |finding: &Value| finding["kind"].as_str().unwrap_or_default().to_owned();
    if findings.any(|finding| goes_on_natively(&kind(finding))) {
        return Some("runs that might come to it end before with another error".to_owned());
    }
    unit.unsettled.clone()
}

/// Refutes warnings of functions that no other file sees, if all their callers were explored exhaustively and none leads
/// to them.
pub fn by_callers(units: &Units, summaries: &[Value], warnings: &mut [Warning]) {
    let all = units.list.iter().zip(summaries);
    let by_name: HashMap<&str, (&Unit, &Value)> = all
        .map(|(unit, summary)| (unit.name.as_str(), (unit, summary)))
        .collect();
    let decides = |name: &&str| {
        by_name.get(name).is_some_and(|(unit, summary)| {
            let skipped = summary["lazy"]["skipped_calls"].as_u64().unwrap_or(0);
            skipped == 0 && hindrance(unit, summary).is_none()
        })
    };
    for warning in warnings {
        let may_be_refuted = matches!(warning.class, Class::Unusual | Class::Open);
        let callers = warning.units.iter().map(|unit| units.callers.get(unit));
        let callers: Option<Vec<&Callers>> = callers.collect();
        let Some(callers) = callers.filter(|_| may_be_refuted) else {
            continue;
        };
        let names = callers.iter().flat_map(|it| &it.units);
        let names: BTreeSet<&str> = names.map(String::as_str).collect();
        let all_known = !names.is_empty() && callers.iter().all(|it| it.others.is_none());
        if all_known && names.iter().all(decides) {
            let names: Vec<&str> = names.into_iter().collect();
            warning.class = Class::Refuted;
            warning.why = Some(format!(
                "all that leads to {} was explored ({}), without it",
                warning.units.join(", "),
                names.join(", ")
            ));
        }
    }
}
