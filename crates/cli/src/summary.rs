//! What a run found, for people and as JSON.

use crate::cpp_names;
use crate::lazy;
use crate::progress::thousands;
use crate::verdicts::{
    ObservedError, PredictedError, Verdicts, disagreements_json, observed_json, write_observed,
};
use crate::watching::Watching;
use explore::{Finding, Report, SearchByCalls};
use ir::ErrorKind;
use jvm::function_name;
use std::collections::BTreeMap;
use std::fmt::Write;
use suite::native::{Count, CoverageReport, PartCoverage};
use suite::{NativeErrorSite, VerdictKind};

/// Verdicts of the native runs by test, and the coverage they measured.
#[derive(Default)]
pub struct Replayed {
    /// Those of the tests that ran.
    pub verdicts: Verdicts,
    /// Measured coverage.
    pub coverage: Option<CoverageReport>,
    /// Why tests were not replayed, if they were not.
    pub not_replayed: Option<String>,
    /// What was missing of the isolation of native runs.
    pub not_isolated: Option<String>,
    /// Why tests are not in all formats, or not all of them, if they are not.
    pub not_in_all_formats: Option<String>,
}

impl Replayed {
    /// The verdict on a finding.
    pub fn verdict(&self, finding: &Finding) -> VerdictKind {
        self.verdicts.kind(finding.test)
    }

    /// Errors that only native runs show.
    pub fn observed_errors(&self, report: &Report) -> Vec<ObservedError<'_>> {
        let findings = report.findings.list().iter();
        let predicted = findings.map(|finding| {
            let (kind, place) = (Some(finding.kind), &finding.place);
            PredictedError {
                site: NativeErrorSite::new(kind, &finding.message, &place.file, place.line),
                test: finding.test,
                assumption: &finding.assumption,
            }
        });
        self.verdicts
            .observed_errors(&predicted.collect::<Vec<_>>())
    }

    /// True if some error was found: predicted, for unusual inputs only if `strict`, and not refuted; or
    /// seen natively.
    pub fn has_bugs(&self, report: &Report, strict: bool) -> bool {
        let findings = report.findings.list().iter();
        let mut findings = findings.filter(|finding| strict || finding.assumption.is_empty());
        findings.any(|finding| self.verdict(finding).counts_as_found())
            || self
                .observed_errors(report)
                .iter()
                .any(|error| strict || error.assumption.is_none())
    }

    /// True if the machine explored everything, and no native run went otherwise than it says.
    pub fn exhaustive(&self, report: &Report) -> bool {
        report.exhaustive() && self.verdicts.disagreements().is_empty()
    }

    /// As [`Replayed::exhaustive`], but for paths that show no code and no error that others do not show.
    pub fn exhaustive_for_coverage(&self, report: &Report) -> bool {
        report.exhaustive_for_coverage() && self.verdicts.disagreements().is_empty()
    }

    /// As [`Replayed::exhaustive`], but for paths that show no error that others do not show.
    pub fn exhaustive_for_errors(&self, report: &Report) -> bool {
        report.exhaustive_for_errors() && self.verdicts.disagreements().is_empty()
    }

    /// As [`Replayed::exhaustive`], but for paths that lead to no target.
    pub fn exhaustive_for_targets(&self, report: &Report) -> bool {
        report.exhaustive_for_targets() && self.verdicts.disagreements().is_empty()
    }
}

/// Measured coverage: of what the run starts at, of what that reaches, and of all, in a line each; in
/// one if they are the same.
pub fn coverage_lines(coverage: Option<&CoverageReport>) -> String {
    let Some(report) = coverage else {
        return "coverage was not measured".to_owned();
    };
    let counts = |part: &PartCoverage| {
        let (lines, branches) = (share("lines", part.lines), share("branches", part.branches));
        format!("{lines}, {branches}")
    };
    let same =
        |part: &&PartCoverage| (part.lines, part.branches) != (report.lines, report.branches);
    let mut lines = Vec::new();
    for part in report.parts.iter().filter(same) {
        let (name, counts) = (&part.part, counts(part));
        lines.push(format!("coverage (measured natively) of {name}: {counts}"));
    }
    let all = report.parts.last().map(counts).unwrap_or_default();
    lines.push(match lines.is_empty() {
        true => format!("coverage (measured natively): {all}"),
        false => format!("coverage (measured natively) of all: {all}"),
    });
    lines.join("\n")
}

/// Coverage as it stands in JSON summaries; null where it was not measured.
pub fn coverage_json(coverage: Option<&CoverageReport>) -> serde_json::Value {
    match coverage {
        Some(report) => serde_json::json!({
            "lines": report.lines, "branches": report.branches, "parts": report.parts,
        }),
        None => serde_json::Value::Null,
    }
}

fn share(name: &str, count: Count) -> String {
    if count.total == 0 {
        return format!("no {name}");
    }
    let percent = count.covered as f64 * 100.0 / count.total as f64;
    format!(
        "{percent:.1} % of {name} ({}/{})",
        count.covered, count.total
    )
}

/// What is to be said of the inputs of a run.
#[derive(Clone, Copy)]
pub struct ToldInputs<'a> {
    /// Options under which arguments are made by calls.
    pub proposals: &'a [String],
    /// What is to be said beside.
    pub notes: &'a [String],
}

/// The summary a person reads. `assumptions` are what the user says of the inputs, `watching` what monitors saw.
pub fn text(
    report: &Report,
    replayed: &Replayed,
    (output, inputs, (assumptions, watching)): (&str, ToldInputs<'_>, (&[String], &Watching)),
) -> String {
    let mut out = String::new();
    let tests = report.tests as usize;
    let _ = writeln!(
        out,
        "{} paths explored in {:.1} s: {}; {} queries, {} instructions",
        thousands(report.paths),
        report.elapsed.as_secs_f64(),
        extent(report, replayed),
        thousands(report.statistics.solver.queries),
        thousands(report.statistics.machine.instructions),
    );
    if !assumptions.is_empty() {
        let _ = writeln!(out, "  where {}", assumptions.join("; "));
    }
    let ToldInputs { proposals, notes } = inputs;
    for note in notes {
        let _ = writeln!(out, "  {note}");
    }
    watching.write_coverage(&mut out);
    pruned(&mut out, report);
    lazy::write_counts(&mut out, report);
    savings(&mut out, &report.statistics.solver);
    left_out(&mut out, report);
    let (usual, unusual): (Vec<_>, Vec<_>) = report
        .findings
        .list()
        .iter()
        .partition(|finding| finding.assumption.is_empty());
    let raw = !usual.is_empty();
    for one in usual {
        finding(&mut out, one, replayed.verdict(one), watching);
    }
    if raw && !proposals.is_empty() {
        out.push_str("  these are for any memory; for what functions of the program make:\n");
        for proposal in proposals {
            let _ = writeln!(out, "    {proposal}");
        }
    }
    let observed = replayed.observed_errors(report);
    let (of_unusual, of_usual): (Vec<_>, Vec<_>) = observed
        .iter()
        .partition(|error| error.assumption.is_some());
    for error in of_usual {
        write_observed(error, &mut out);
    }
    for (number, &one) in unusual.iter().enumerate() {
        if number == 0 {
            out.push_str("only for unusual inputs, each not with the assumption behind it:\n");
        }
        finding(&mut out, one, replayed.verdict(one), watching);
        let _ = writeln!(out, "    {}", one.assumption);
        if let Some(search) = replayed.verdicts.search_by_calls(one.search_by_calls) {
            let _ = writeln!(out, "    {}", search.description());
        }
    }
    for error in of_unusual {
        write_observed(error, &mut out);
    }
    replayed.verdicts.explain(tests, &mut out);
    if report.findings.list().is_empty() && observed.is_empty() {
        let holds = report.exhaustive_for_errors() && replayed.verdicts.all_confirmed(report.tests);
        let holds = holds && report.statistics.lazy.taken_as_tested.is_empty();
        out.push_str(match holds {
            true => "no errors: every assertion holds\n",
            false => "no errors found\n",
        });
    }
    let verdicts = verdicts_line(replayed, tests);
    let _ = writeln!(out, "{tests} tests in {output}{verdicts}");
    if let Some(missing) = &replayed.not_isolated {
        let _ = writeln!(out, "  {missing}");
    }
    let _ = writeln!(out, "{}", coverage_lines(replayed.coverage.as_ref()));
    out
}

/// How much of the program was explored.
fn extent(report: &Report, replayed: &Replayed) -> String {
    let counts = replayed.verdicts.counts(report.tests as usize);
    let unchecked = counts.get(&VerdictKind::NotReplayed).copied().unwrap_or(0);
    let what = match (report.subsumed, report.subsumed_for_errors) {
        (0, 0) if report.beside_targets > 0 => "exhaustive for the targets",
        (0, 0) => "exhaustive",
        (_, 0) => "exhaustive for errors and coverage",
        (_, _) => "exhaustive for errors",
    };
    let what = format!("{what}{}", lazy::scope(report));
    let whole = match report.beside_targets {
        0 => replayed.exhaustive_for_errors(report),
        _ => replayed.exhaustive_for_targets(report),
    };
    match (whole, unchecked) {
        (true, 0) => what,
        (true, 1) => format!("{what} for the machine alone (1 test not replayed)"),
        (true, more) => format!("{what} for the machine alone ({more} tests not replayed)"),
        (false, _) => "not exhaustive".to_owned(),
    }
}

/// What was not explored, and why.
fn left_out(out: &mut String, report: &Report) {
    if !report.exhaustive_for_errors() && !report.exhaustive_for_targets() {
        // Never the whole: that is what `exhaustive` says.
        let percent = (report.explored_share * 100.0).min(99.9);
        let _ = writeln!(
            out,
            "  about {percent:.1} % of the execution tree explored, if every arm of a fork leads to \
             equally much"
        );
    }
    if let Some(line) = report.statistics.solver.passed_on_line() {
        let _ = writeln!(out, "  {line}");
    }
    for left in &report.left {
        let _ = writeln!(out, "  left out: {} {}", thousands(left.count), left.what);
    }
    for (limit, count) in &report.limits {
        let (name, count) = (limit.name(), thousands(*count));
        let _ = writeln!(out, "  limit hit: {name} ({count} cut off)");
    }
    for ((what, place), count) in report.unsupported.iter().take(10) {
        let _ = writeln!(
            out,
            "  unsupported: {what}{} at {place} (ended {count} paths)",
            advice(what)
        );
    }
}

/// What explores on where something is missing.
fn advice(what: &str) -> &'static str {
    match what.ends_with("which is defined nowhere") {
        true => " (--stub-undefined has it be zero)",
        false => "",
    }
}

/// An error with the calls that led to it.
fn finding(out: &mut String, finding: &Finding, verdict: VerdictKind, watching: &Watching) {
    let (verdict, test) = (verdict.name(), finding.test);
    let times = match finding.count {
        1 => String::new(),
        count => format!(", {count} paths"),
    };
    if finding.kind == ErrorKind::UncaughtException && !finding.exception.is_empty() {
        let message = &finding.message;
        let _ = writeln!(out, "{message} [{verdict}{times}], test {test}");
        stack_trace(out, finding);
        return;
    }
    let what = match finding.message.as_str() {
        "" => finding.kind.name().to_owned(),
        message => format!("{}: {message}", finding.kind.name()),
    };
    let (place, function) = (&finding.place, &finding.function);
    let _ = writeln!(
        out,
        "{what} at {place} in {function} [{verdict}{times}], test {test}"
    );
    for (function, place) in finding.stack.iter().take(SHOWN_CALLS) {
        let _ = writeln!(out, "    in {function} at {place}");
    }
    if finding.kind == ErrorKind::SpecificationViolation {
        watching.write_steps(test, out);
    }
}

/// Parts of the tree that there turned out not to be.
fn pruned(out: &mut String, report: &Report) {
    let counts = [
        (report.infeasible, "arms infeasible"),
        (report.assume_failed, "paths ended by a failed assumption"),
        (report.beside_targets, "arms that lead to no target"),
        (
            report.subsumed,
            "subtrees that show nothing that others do not show",
        ),
        (
            report.subsumed_for_errors,
            "subtrees that show no error that others do not show",
        ),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts = counts.map(|(count, what)| format!("{} {what}", thousands(count)));
    let counts: Vec<String> = counts.collect();
    if !counts.is_empty() {
        let _ = writeln!(out, "  pruned: {}", counts.join(", "));
    }
    let matching = &report.statistics.state_matching;
    if matching.states > 0 {
        let (states, matched) = (thousands(matching.states), thousands(matching.matched));
        let _ = writeln!(
            out,
            "  states between calls: {states} different ones, {matched} sequences ended in one of them"
        );
    }
}

/// What answered the queries, and what they did without.
pub fn savings(out: &mut String, solver: &solver::Statistics) {
    let refuted = solver.constant + solver.literal + solver.equality + solver.refuted;
    let known = solver.cache_exact + solver.cache_unsat + solver.cache_sat + solver.recent;
    let found = solver.hint + solver.inverted + solver.ordered + solver.repaired + solver.descended;
    let counts = [
        (refuted, "refuted by equalities and ranges"),
        (known, "known from others"),
        (found, "answered by a model found"),
        (solver.backend_queries, "left to the back end"),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts = counts.map(|(count, what)| format!("{} {what}", thousands(count)));
    let counts: Vec<String> = counts.collect();
    if counts.is_empty() {
        return;
    }
    let _ = writeln!(out, "  queries: {}", counts.join(", "));
    if solver.independent > 0 {
        let _ = writeln!(
            out,
            "  {} constraints left out of queries as independent, {} inputs kept from the parents' models",
            thousands(solver.independent),
            thousands(solver.kept_inputs)
        );
    }
}

/// Calls that are shown of a stack.
const SHOWN_CALLS: usize = 12;

/// The calls of an exception as Java prints them.
fn stack_trace(out: &mut String, finding: &Finding) {
    for (function, place) in finding.stack.iter().take(SHOWN_CALLS) {
        let method = function_name::path(function);
        let file = place.file.rsplit('/').next().unwrap_or_default();
        let place = match (file, place.line) {
            ("", _) => "Unknown Source".to_owned(),
            (file, 0) => file.to_owned(),
            (file, line) => format!("{file}:{line}"),
        };
        let _ = writeln!(out, "\tat {method}({place})");
    }
    let more = finding.stack.len().saturating_sub(SHOWN_CALLS);
    if more > 0 {
        let _ = writeln!(out, "\t... {more} more");
    }
}

fn verdicts_line(replayed: &Replayed, tests: usize) -> String {
    let why = replayed.not_replayed.as_ref();
    if replayed.verdicts.0.is_empty() {
        return why.map_or(String::new(), |why| format!(", not replayed ({why})"));
    }
    let counts = replayed.verdicts.counts(tests);
    let counts = counts
        .iter()
        .map(|(kind, count)| format!("{count} {}", kind.name()));
    let counts = counts.collect::<Vec<_>>().join(", ");
    match why {
        Some(why) => format!(": {counts} ({why})"),
        None => format!(": {counts}"),
    }
}

/// A text of a finding that it may do without: null in JSON.
pub fn optional(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

/// The summary other programs read.
pub fn json(report: &Report, replayed: &Replayed, watching: &Watching) -> serde_json::Value {
    let mut findings: Vec<serde_json::Value> = report
        .findings
        .list()
        .iter()
        .map(|finding| {
            let search = replayed.verdicts.search_by_calls(finding.search_by_calls);
            serde_json::json!({
                "kind": finding.kind.name(),
                "message": cpp_names::readable(&finding.message),
                "file": finding.place.file,
                "line": finding.place.line,
                "column": finding.place.column,
                "function": finding.function,
                "exception": optional(&finding.exception),
                "stack": finding.stack.iter().map(|(function, place)| {
                    serde_json::json!({ "function": function, "file": place.file, "line": place.line })
                }).collect::<Vec<_>>(),
                "paths": finding.count,
                "verdict": replayed.verdict(finding).name(),
                "test": finding.test,
                "assumption": optional(&finding.assumption),
                "search_by_calls": search.map(SearchByCalls::name),
                "history": watching.steps_json(finding.test),
            })
        })
        .collect();
    findings.extend(replayed.observed_errors(report).iter().map(observed_json));
    let disagreements = replayed.verdicts.disagreements();
    let differing: usize = disagreements.iter().map(|one| one.tests.len()).sum();
    let limits: BTreeMap<&str, u64> = report
        .limits
        .iter()
        .map(|(limit, &count)| (limit.name(), count))
        .collect();
    let mut left: BTreeMap<String, u64> = report
        .left
        .iter()
        .map(|left| (left.what.to_string(), left.count))
        .collect();
    if differing > 0 {
        let what = "tests that ran otherwise than predicted".to_owned();
        left.insert(what, differing as u64);
    }
    let unsupported: Vec<serde_json::Value> = report
        .unsupported
        .iter()
        .map(|((what, place), count)| {
            let (file, line) = (&place.file, place.line);
            serde_json::json!({ "what": what, "file": file, "line": line, "paths": count })
        })
        .collect();
    let solver: BTreeMap<&str, u64> = report.statistics.solver.rows().into_iter().collect();
    serde_json::json!({
        "paths": report.paths,
        "exhaustive": replayed.exhaustive(report),
        "exhaustive_for_coverage": replayed.exhaustive_for_coverage(report),
        "exhaustive_for_errors": replayed.exhaustive_for_errors(report),
        "exhaustive_for_targets": replayed.exhaustive_for_targets(report),
        "tests": report.tests,
        "findings": findings,
        "coverage": coverage_json(replayed.coverage.as_ref()),
        "queries": report.statistics.solver.queries,
        "instructions": report.statistics.machine.instructions,
        "seconds": report.elapsed.as_secs_f64(),
        "limits": limits,
        "left": left,
        "unsupported": unsupported,
        "assumptions_failed": report.assume_failed,
        "infeasible": report.infeasible,
        "beside_targets": report.beside_targets,
        "subsumed": report.subsumed,
        "subsumed_for_errors": report.subsumed_for_errors,
        "prune": {
            "seconds": report.statistics.prune.time.as_secs_f64(),
            "instructions": report.statistics.prune.instructions,
        },
        "state_matching": {
            "states": report.statistics.state_matching.states,
            "matched": report.statistics.state_matching.matched,
        },
        "lazy": lazy::json(report),
        "disagreements": disagreements_json(&replayed.verdicts),
        "verdicts": replayed.verdicts.0.iter().map(|(test, verdict)| {
            serde_json::json!({ "test": test, "verdict": verdict })
        }).collect::<Vec<_>>(),
        "machine_branches": { "covered": report.edges.0, "total": report.edges.1 },
        "solver": solver,
        "peak_pending": report.statistics.peak_pending,
        "peak_snapshot_bytes": report.statistics.peak_snapshot_bytes,
        "peak_memory_bytes": report.statistics.peak_memory_bytes,
        "chosen_depth_first": report.statistics.chosen_depth_first,
        "explored_share": report.explored_share,
        "snapshots_dropped": report.statistics.snapshots_dropped,
        "replays": report.statistics.replays,
        "terms": report.statistics.terms,
        "failure": report.failure,
        "not_replayed": replayed.not_replayed,
        "not_isolated": replayed.not_isolated,
        "not_in_all_formats": replayed.not_in_all_formats,
    })
}
