//! What came of targets.

use super::Targets;
use super::backward::{Backward, Proof};
use super::places::{Goal, Target};
use crate::summary::Replayed;
use explore::{CoveredPart, Report};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashSet};
use std::fmt::Write;
use suite::VerdictKind;

/// What is known of a target at the end of a run.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// A test reaches it; what its native run says of that.
    Reached { test: u32, native: VerdictKind },
    /// A test of an earlier session reaches it.
    ReachedBefore,
    /// No input reaches it: a backward search proves it, or everything that could was explored.
    Unreachable(Option<Proof>),
    /// Nobody knows, and why.
    Open(String),
}

impl Verdict {
    pub fn name(&self) -> &'static str {
        match self {
            Verdict::Reached { .. } | Verdict::ReachedBefore => "reached",
            Verdict::Unreachable(_) => "unreachable",
            Verdict::Open(_) => "open",
        }
    }
}

/// Tests of a run with what each was the first to execute.
pub type Covers = [(CoveredPart, Option<u32>)];

/// The verdict on each target, by tests and by all that was executed.
pub fn verdicts(
    targets: &Targets,
    (covers, executed): (&Covers, &HashSet<CoveredPart>),
    report: &Report,
    replayed: &Replayed,
) -> Vec<Verdict> {
    let of = |number: usize, target: &Target| {
        let backward = targets.backward.get(number);
        if let Some(Backward::Proved(proof)) = backward {
            return match is_executed(target, executed) {
                false => Verdict::Unreachable(Some(proof.clone())),
                true => Verdict::Open(
                    "a backward search refutes it, and a path executes it: please report this"
                        .to_owned(),
                ),
            };
        }
        match (test_of(target, covers, report), backward) {
            (Some(Some(test)), _) => judged(test, replayed),
            (Some(None), _) => Verdict::ReachedBefore,
            (None, Some(Backward::Open(why))) if targets.only_backward => {
                Verdict::Open(why.clone())
            }
            (None, _) if is_executed(target, executed) => {
                Verdict::Open("a path reaches it of which no test was made".to_owned())
            }
            (None, _) if replayed.exhaustive(report) => Verdict::Unreachable(None),
            (None, _) => Verdict::Open(why_open(report, replayed)),
        }
    };
    let all = targets.list.iter().enumerate();
    all.map(|(number, target)| of(number, target)).collect()
}

/// True if code of a target was executed.
fn is_executed(target: &Target, executed: &HashSet<CoveredPart>) -> bool {
    match &target.goal {
        Goal::Parts(parts) => parts.iter().any(|part| executed.contains(part)),
        Goal::AnyError(_) => false,
    }
}

/// The test that reaches a target, if one does; its number is not known of earlier sessions.
fn test_of(target: &Target, covers: &Covers, report: &Report) -> Option<Option<u32>> {
    match &target.goal {
        Goal::Parts(parts) => {
            let mut reaching = covers.iter().filter(|(part, _)| parts.contains(part));
            reaching.next().map(|&(_, test)| test)
        }
        Goal::AnyError(kinds) => {
            let mut findings = report.findings.list().iter();
            let finding = findings.find(|finding| kinds.contains(&finding.kind));
            finding.map(|finding| Some(finding.test))
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

/// Targets of files that are told one by one, at the most.
const LISTED: usize = 40;

/// Targets of a file by verdict.
#[derive(Default)]
struct OfFile {
    reached: usize,
    unreachable: usize,
    open: usize,
}

/// A line for each file with targets, if there are too many to tell them one by one.
fn by_file(targets: &[Target], verdicts: &[Verdict]) -> Option<String> {
    let mut files: BTreeMap<&str, OfFile> = BTreeMap::new();
    let mut count = 0;
    for (target, verdict) in targets.iter().zip(verdicts) {
        let Some(file) = &target.file else {
            continue;
        };
        count += 1;
        let of_file = files.entry(file).or_default();
        match verdict {
            Verdict::Reached { .. } | Verdict::ReachedBefore => of_file.reached += 1,
            Verdict::Unreachable(_) => of_file.unreachable += 1,
            Verdict::Open(_) => of_file.open += 1,
        }
    }
    let mut out = String::new();
    for (
        file,
        OfFile {
            reached,
            unreachable,
            open,
        },
    ) in files
    {
        let all = reached + unreachable + open;
        let _ = writeln!(
            out,
            "{file}: {reached} of {all} targets reached, {unreachable} unreachable, {open} open"
        );
    }
    (count > LISTED).then_some(out)
}

/// The table a person reads.
pub fn text(targets: &[Target], verdicts: &[Verdict], assumptions: &[String]) -> String {
    let files = by_file(targets, verdicts);
    let by_file = files.is_some();
    let mut out = files.unwrap_or_default();
    for (target, verdict) in targets.iter().zip(verdicts) {
        if by_file && target.file.is_some() {
            continue;
        }
        let _ = match verdict {
            Verdict::Reached { test, native } => {
                writeln!(
                    out,
                    "{}: reached by test {test} [{}]",
                    target.name,
                    native.name()
                )
            }
            Verdict::ReachedBefore => {
                writeln!(
                    out,
                    "{}: reached by a test of an earlier session",
                    target.name
                )
            }
            Verdict::Unreachable(None) => writeln!(out, "{}: unreachable, proved", target.name),
            Verdict::Unreachable(Some(proof)) => writeln!(
                out,
                "{}: unreachable, proved backward ({} segments, {} queries)",
                target.name, proof.segments, proof.queries
            ),
            Verdict::Open(why) => writeln!(out, "{}: open ({why})", target.name),
        };
    }
    if verdicts
        .iter()
        .any(|it| matches!(it, Verdict::Unreachable(_)))
    {
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
            Verdict::ReachedBefore => row["test"] = Value::Null,
            Verdict::Unreachable(proof) => {
                row["assumptions"] = json!(assumptions);
                if let Some(proof) = proof {
                    row["backward"] = json!(true);
                    row["segments"] = json!(proof.segments);
                    row["queries"] = json!(proof.queries);
                    row["seconds"] = json!(proof.seconds);
                }
            }
            Verdict::Open(why) => row["why"] = json!(why),
        }
        row
    });
    Value::Array(rows.collect())
}
