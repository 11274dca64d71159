//! The findings of a run, for the pages.

use crate::cpp_names;
use crate::show::overview::{predicted_errors, settled_findings, verdicts};
use crate::verdicts::Verdicts;
use crate::watching::Watching;
use ir::ErrorKind;
use pages::{Finding, Frame, Place, TestPlace};
use serde::Deserialize;
use serde_json::Value;
use std::path::Path;
use store::{FindingRow, Reader, StoreError};
use suite::VerdictKind;

/// A call as files have it.
#[derive(Deserialize)]
pub struct Call {
    function: String,
    #[serde(default)]
    file: String,
    #[serde(default)]
    line: u32,
}

impl From<Call> for Frame {
    fn from(call: Call) -> Frame {
        Frame {
            function: call.function,
            place: Place {
                file: call.file,
                line: call.line,
            },
        }
    }
}

/// What the machine predicted of the run in a directory, and what only native runs show.
///
/// # Errors
/// If the store is damaged.
pub fn of_run(
    reader: &Reader,
    directory: &Path,
    watching: &Watching,
) -> Result<Vec<Finding>, StoreError> {
    let verdicts = verdicts(reader)?;
    let rows = settled_findings(reader, directory)?;
    let predicted = rows.iter().map(|row| predicted(row, &verdicts, watching));
    let mut all: Vec<Finding> = predicted.collect();
    for observed in verdicts.observed_errors(&predicted_errors(&rows)) {
        let error = observed.error;
        let stack = error.stack.iter().map(|frame| Frame {
            function: frame.function.clone(),
            place: Place {
                file: frame.file.clone(),
                line: frame.line,
            },
        });
        all.push(Finding {
            kind: error.kind_name().to_owned(),
            message: error.report.clone(),
            place: Place {
                file: error.file.clone(),
                line: error.line,
            },
            function: error.function().to_owned(),
            class: VerdictKind::Observed.name().to_owned(),
            why: None,
            assumption: observed.assumption.clone(),
            notes: Vec::new(),
            stack: stack.collect(),
            test: observed
                .tests
                .first()
                .map(|&number| TestPlace { suite: 0, number }),
        });
    }
    Ok(all)
}

/// A finding of the run beside one in which calls have made its objects, as the summary has it.
#[derive(Deserialize)]
struct MadeByCalls {
    kind: String,
    message: String,
    file: String,
    line: u32,
    function: String,
    stack: Vec<Call>,
    verdict: String,
    test: u32,
    paths: u64,
}

/// What the run beside one in which calls have made its objects shows, as the summary has it; `suite` are its tests.
///
/// # Errors
/// If the summary has something else there.
pub fn made_by_calls(summary: &Value, suite: usize) -> serde_json::Result<Vec<Finding>> {
    let found = summary["by_calls"].as_array().into_iter().flatten();
    let found = found.map(|it| {
        let found = MadeByCalls::deserialize(it)?;
        Ok(Finding {
            kind: found.kind,
            message: cpp_names::readable(&found.message).into_owned(),
            place: Place {
                file: found.file,
                line: found.line,
            },
            function: found.function,
            class: found.verdict,
            why: None,
            assumption: None,
            notes: vec![ended(found.paths), "Calls make its objects.".to_owned()],
            stack: found.stack.into_iter().map(Frame::from).collect(),
            test: Some(TestPlace {
                suite,
                number: found.test,
            }),
        })
    });
    found.collect()
}

/// Where findings of a class stand among others: worst first.
pub fn rank(finding: &Finding) -> usize {
    const WORST_FIRST: [&str; 6] = [
        "confirmed",
        "observed",
        "confirmed by another way",
        "not replayed",
        "inconclusive",
        "unusual",
    ];
    let mut classes = WORST_FIRST.iter();
    let found = classes.position(|class| finding.class == *class);
    found.unwrap_or(WORST_FIRST.len())
}

/// How often it was found.
fn ended(paths: u64) -> String {
    match paths {
        1 => "1 path ends with it.".to_owned(),
        count => format!("{count} paths end with it."),
    }
}

fn predicted(row: &FindingRow, verdicts: &Verdicts, watching: &Watching) -> Finding {
    let verdict = verdicts.kind(row.test);
    let unusual = !row.assumption.is_empty();
    let class = match verdict {
        VerdictKind::Confirmed if unusual => "unusual",
        other => other.name(),
    };
    let mut notes = vec![ended(row.count)];
    if let Some(search) = verdicts.search_by_calls(row.search_by_calls) {
        notes.push(search.description().to_owned());
    }
    if row.kind == ErrorKind::SpecificationViolation.name() {
        let mut steps = String::new();
        watching.write_steps(row.test, &mut steps);
        notes.extend(steps.lines().map(|line| line.trim().to_owned()));
    }
    let reason = verdicts.0.get(&row.test).and_then(|it| it.reason());
    let calls: Vec<Call> = serde_json::from_str(&row.stack).unwrap_or_default();
    Finding {
        kind: row.kind.clone(),
        message: cpp_names::readable(&row.message).into_owned(),
        place: Place {
            file: row.file.clone(),
            line: row.line,
        },
        function: row.function.clone(),
        class: class.to_owned(),
        why: reason.map(str::to_owned),
        assumption: Some(row.assumption.clone()).filter(|_| unusual),
        notes,
        stack: calls.into_iter().map(Frame::from).collect(),
        test: Some(TestPlace {
            suite: 0,
            number: row.test,
        }),
    }
}
