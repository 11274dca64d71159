//! What came of targets.

use super::places::{Goal, Target};
use crate::summary::Replayed;
use explore::{CoveredPart, Report};
use serde_json::{Value, json};
use std::fmt::Write;
use suite::VerdictKind;

/// What is known of a target at the end of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// A test reaches it; what its native run says of that.
    Reached { test: u32, native: VerdictKind },
    /// No input reaches it: everything that could was explored.
    Unreachable,
    /// Nobody knows, and why.
    Open(String),
}

impl Verdict {
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Reached { .. } => "reached",
            Verdict::Unreachable => "unreachable",
            Verdict::Open(_) => "open",
        }
    }
}

/// Tests of a run with what each was the first to execute.
pub type Covers = [(CoveredPart, u32)];

/// The verdict on each target.
pub fn verdicts(
    targets: &[Target],
    covers: &Covers,
    report: &Report,
    replayed: &Replayed,
) -> Vec<Verdict> {
    let of = |target: &Target| match test_of(target, covers, report) {
        Some(test) => judged(test, replayed),
        None if replayed.exhaustive(report) => Verdict::Unreachable,
        None => Verdict::Open(why_open(report, replayed)),
    };
    targets.iter().map(of).collect()
}

/// The test that reaches a target.
fn test_of(target: &Target, covers: &Covers, report: &Report) -> Option<u32> {
    match &target.goal {
        Goal::Parts(parts) => {
            let mut reaching = covers.iter().filter(|(part, _)| parts.contains(part));
            reaching.next().map(|&(_, test)| test)
        }
        Goal::AnyError(kinds) => {
            let mut findings = report.findings.list().iter();
            let finding = findings.find(|finding| kinds.contains(&finding.kind));
            finding.map(|finding| finding.test)
        }
    }
}

/// A test that reaches a target in the machine is believed as far as its native run goes.
fn judged(test: u32, replayed: &Replayed) -> Verdict {
    let native = replayed.verdicts.kind(test);
    match native.counts_as_found() {
        true => Verdict::Reached { test, native },
        false => Verdict::Open(format!(
            "test {test} reaches it in the machine, but is {}",
            native.name()
        )),
    }
}

/// The first thing that was in the way.
fn why_open(report: &Report, replayed: &Replayed) -> String {
    if let Some(limit) = report.limits.keys().find(|limit| limit.is_of_run()) {
        return format!("limit hit: {}", limit.name());
    }
    if let Some((what, place)) = report.unsupported.keys().next() {
        return format!("unsupported: {what} at {place}");
    }
    if let Some(limit) = report.limits.keys().next() {
        return format!("limit hit: {}", limit.name());
    }
    if let Some(left) = report.left.first() {
        return format!("left out: {} {}", left.count, left.what);
    }
    match (
        &report.failure,
        replayed.verdicts.disagreements().is_empty(),
    ) {
        (Some(failure), _) => failure.clone(),
        (None, false) => "native runs went otherwise than the machine says".to_owned(),
        (None, true) => "not explored".to_owned(),
    }
}

/// The table a person reads.
pub fn text(targets: &[Target], verdicts: &[Verdict], assumptions: &[String]) -> String {
    let mut out = String::new();
    for (target, verdict) in targets.iter().zip(verdicts) {
        let _ = match verdict {
            Verdict::Reached { test, native } => {
                writeln!(
                    out,
                    "{}: reached by test {test} [{}]",
                    target.name,
                    native.name()
                )
            }
            Verdict::Unreachable => writeln!(out, "{}: unreachable, proved", target.name),
            Verdict::Open(why) => writeln!(out, "{}: open ({why})", target.name),
        };
    }
    if verdicts.contains(&Verdict::Unreachable) {
        let _ = writeln!(out, "  proved {}", assumptions.join("; "));
    }
    out
}

/// The same for other programs.
pub fn json(targets: &[Target], verdicts: &[Verdict], assumptions: &[String]) -> Value {
    let rows = targets.iter().zip(verdicts).map(|(target, verdict)| {
        let mut row = json!({ "target": target.name, "verdict": verdict.name() });
        match verdict {
            Verdict::Reached { test, native } => {
                row["test"] = json!(test);
                row["native"] = json!(native.name());
            }
            Verdict::Unreachable => row["assumptions"] = json!(assumptions),
            Verdict::Open(why) => row["why"] = json!(why),
        }
        row
    });
    Value::Array(rows.collect())
}
