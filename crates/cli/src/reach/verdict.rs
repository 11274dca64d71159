//! What came of targets.

use super::Targets;
use super::backward::Backward;
use super::effort::Effort;
use super::places::{Goal, Target};
use crate::summary::Replayed;
use explore::{CoveredPart, Report};
use serde_json::{Value, json};
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;
use suite::VerdictKind;

/// What is known of a target at the end of a run.
#[derive(Clone, Debug)]
pub enum Verdict {
    /// A test of the search forward reaches it; what its native run says of that, and what finding it took.
    Reached {
        test: u32,
        native: VerdictKind,
        effort: Option<Effort>,
    },
    /// A test of an earlier session reaches it.
    ReachedBefore,
    /// No input reaches it: a backward search proves it, or everything that could was explored.
    Unreachable(Option<Effort>),
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

/// What was executed, and what it took until then.
pub type Executed = HashMap<CoveredPart, Effort>;

/// The verdict on each target, by tests and by all that was executed.
pub fn verdicts(
    targets: &Targets,
    (covers, executed): (&Covers, &Executed),
    report: &Report,
    replayed: &Replayed,
) -> Vec<Verdict> {
    let of = |number: usize, target: &Target| {
        if let Goal::Nowhere(why) = &target.goal {
            return Verdict::Open(format!("not in the program: {why}"));
        }
        let backward = targets.backward.get(number);
        if let Some(Backward::Proved(proof)) = backward {
            return match is_executed(target, executed, report) {
                false => Verdict::Unreachable(Some(*proof)),
                true => Verdict::Open(
                    "a backward search refutes it, and a path executes it: please report this"
                        .to_owned(),
                ),
            };
        }
        match (test_of(target, covers, report), backward) {
            (Some(Some(test)), _) => judged(test, effort(target, executed), replayed),
            (Some(None), _) => Verdict::ReachedBefore,
            (None, Some(Backward::Open(why))) if targets.only_backward => {
                Verdict::Open(why.clone())
            }
            (None, _) if is_executed(target, executed, report) => {
                Verdict::Open("a path reaches it of which no test was made".to_owned())
            }
            (None, _) if replayed.exhaustive_for_targets(report) => Verdict::Unreachable(None),
            (None, _) => Verdict::Open(why_open(report, replayed)),
        }
    };
    let all = targets.list.iter().enumerate();
    all.map(|(number, target)| of(number, target)).collect()
}

/// True if code of a target was executed, or it happened.
fn is_executed(target: &Target, executed: &Executed, report: &Report) -> bool {
    match &target.goal {
        Goal::Parts(parts) => parts.iter().any(|part| executed.contains_key(part)),
        Goal::AnyError(errors) => {
            let mut findings = report.findings.list().iter();
            findings.any(|finding| errors.include(finding))
        }
        Goal::Nowhere(_) => false,
    }
}

/// What it took to execute code of a target for the first time.
fn effort(target: &Target, executed: &Executed) -> Option<Effort> {
    let Goal::Parts(parts) = &target.goal else {
        return None;
    };
    let efforts = parts.iter().filter_map(|part| executed.get(part));
    efforts
        .min_by(|a, b| a.seconds.total_cmp(&b.seconds))
        .copied()
}

/// The test that reaches a target, if one does; its number is not known of earlier sessions.
fn test_of(target: &Target, covers: &Covers, report: &Report) -> Option<Option<u32>> {
    match &target.goal {
        Goal::Parts(parts) => {
            let mut reaching = covers.iter().filter(|(part, _)| parts.contains(part));
            reaching.next().map(|&(_, test)| test)
        }
        Goal::AnyError(errors) => {
            let mut findings = report.findings.list().iter();
            let finding = findings.find(|finding| errors.include(finding));
            finding.map(|finding| Some(finding.test))
        }
        Goal::Nowhere(_) => None,
    }
}

/// A test that reaches a target in the machine is believed as far as its native run goes.
fn judged(test: u32, effort: Option<Effort>, replayed: &Replayed) -> Verdict {
    let native = replayed.verdicts.kind(test);
    match native.counts_as_found() {
        true => Verdict::Reached {
            test,
            native,
            effort,
        },
        false => Verdict::Open(format!(
            "test {test} reaches it in the machine, but is {}",
            native.name()
        )),
    }
}

/// The first thing that was in the way.
pub fn why_open(report: &Report, replayed: &Replayed) -> String {
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

/// Targets that are no results of analysers, which are told by themselves.
pub fn own<'t>(
    targets: &'t [Target],
    verdicts: &'t [Verdict],
) -> impl Iterator<Item = (&'t Target, &'t Verdict)> {
    let all = targets.iter().zip(verdicts);
    all.filter(|(target, _)| target.result.is_none())
}

/// The table a person reads.
pub fn text(targets: &[Target], verdicts: &[Verdict], assumptions: &[String]) -> String {
    let files = by_file(targets, verdicts);
    let by_file = files.is_some();
    let mut out = files.unwrap_or_default();
    for (target, verdict) in own(targets, verdicts) {
        if by_file && target.file.is_some() {
            continue;
        }
        let _ = match verdict {
            Verdict::Reached {
                test,
                native,
                effort,
            } => {
                writeln!(
                    out,
                    "{}: reached by test {test} [{}], forward{}",
                    target.name,
                    native.name(),
                    effort.map_or(String::new(), took)
                )
            }
            Verdict::ReachedBefore => {
                writeln!(
                    out,
                    "{}: reached by a test of an earlier session",
                    target.name
                )
            }
            Verdict::Unreachable(None) => {
                writeln!(out, "{}: unreachable, proved forward", target.name)
            }
            Verdict::Unreachable(Some(proof)) => writeln!(
                out,
                "{}: unreachable, proved backward{}",
                target.name,
                took(*proof)
            ),
            Verdict::Open(why) => writeln!(out, "{}: open ({why})", target.name),
        };
    }
    if own(targets, verdicts).any(|(_, it)| matches!(it, Verdict::Unreachable(_))) {
        let _ = writeln!(out, "  proved {}", assumptions.join("; "));
    }
    out
}

fn took(effort: Effort) -> String {
    let Effort {
        segments,
        queries,
        seconds,
    } = effort;
    format!(" ({segments} segments, {queries} queries, {seconds:.2} s)")
}

/// The same for other programs.
pub fn json(targets: &[Target], verdicts: &[Verdict], assumptions: &[String]) -> Value {
    let rows = own(targets, verdicts).map(|(target, verdict)| {
        let mut row = json!({ "target": target.name, "verdict": verdict.name() });
        match verdict {
            Verdict::Reached {
                test,
                native,
                effort,
            } => {
                row["test"] = json!(test);
                row["native"] = json!(native.name());
                row["direction"] = json!("forward");
                add(&mut row, effort.as_ref());
            }
            Verdict::ReachedBefore => row["test"] = Value::Null,
            Verdict::Unreachable(proof) => {
                row["assumptions"] = json!(assumptions);
                row["direction"] = json!(match proof {
                    Some(_) => "backward",
                    None => "forward",
                });
                add(&mut row, proof.as_ref());
            }
            Verdict::Open(why) => row["why"] = json!(why),
        }
        row
    });
    Value::Array(rows.collect())
}

fn add(row: &mut Value, effort: Option<&Effort>) {
    if let Some(effort) = effort {
        row["segments"] = json!(effort.segments);
        row["queries"] = json!(effort.queries);
        row["seconds"] = json!(effort.seconds);
    }
}
