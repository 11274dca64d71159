//! The findings of a run, for the pages.

use crate::show::overview::{standing_sites, verdicts};
use crate::verdicts::Verdicts;
use crate::watching::Watching;
use ir::ErrorKind;
use pages::{Finding, Frame, Place, TestPlace};
use serde::Deserialize;
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

/// What the machine predicted, and what only native runs show; worst first.
///
/// # Errors
/// If the store is damaged.
pub fn of_run(reader: &Reader, watching: &Watching) -> Result<Vec<Finding>, StoreError> {
    let verdicts = verdicts(reader)?;
    let rows = reader.findings()?;
    let predicted = rows.iter().map(|row| predicted(row, &verdicts, watching));
    let mut all: Vec<(u32, Finding)> = predicted.collect();
    for observed in verdicts.observed_errors(&standing_sites(&rows, &verdicts)) {
        let error = observed.error;
        let stack = error.stack.iter().map(|frame| Frame {
            function: frame.function.clone(),
            place: Place {
                file: frame.file.clone(),
                line: frame.line,
            },
        });
        let finding = Finding {
            kind: error.kind_name().to_owned(),
            message: error.report.clone(),
            place: Place {
                file: error.file.clone(),
                line: error.line,
            },
            function: error.function().to_owned(),
            class: VerdictKind::Observed.name().to_owned(),
            why: None,
            assumption: None,
            notes: Vec::new(),
            stack: stack.collect(),
            test: observed
                .tests
                .first()
                .map(|&number| TestPlace { suite: 0, number }),
        };
        all.push((rank(VerdictKind::Observed, false), finding));
    }
    all.sort_by_key(|(rank, _)| *rank);
    Ok(all.into_iter().map(|(_, finding)| finding).collect())
}

/// Where findings of a verdict stand among others.
fn rank(verdict: VerdictKind, unusual: bool) -> u32 {
    match verdict {
        VerdictKind::Confirmed if unusual => 5,
        VerdictKind::Confirmed => 0,
        VerdictKind::Observed => 1,
        VerdictKind::ConfirmedByAnotherWay => 2,
        VerdictKind::NotReplayed => 3,
        VerdictKind::Inconclusive => 4,
        VerdictKind::NotReproduced => 6,
    }
}

fn predicted(row: &FindingRow, verdicts: &Verdicts, watching: &Watching) -> (u32, Finding) {
    let verdict = verdicts.kind(row.test);
    let unusual = !row.assumption.is_empty();
    let class = match verdict {
        VerdictKind::Confirmed if unusual => "unusual",
        other => other.name(),
    };
    let mut notes = vec![match row.count {
        1 => "1 path ends with it.".to_owned(),
        count => format!("{count} paths end with it."),
    }];
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
    let finding = Finding {
        kind: row.kind.clone(),
        message: row.message.clone(),
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
    };
    (rank(verdict, unusual), finding)
}
