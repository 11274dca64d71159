//! What a run found, for people and as JSON.

use crate::progress::thousands;
use crate::replay_command::coverage_json;
use explore::{Finding, Report};
use ir::ErrorKind;
use std::collections::BTreeMap;
use std::fmt::Write;
use suite::Verdict;
use suite::native::CoverageReport;

/// Verdicts of the native runs by test, and the coverage they measured.
#[derive(Default)]
pub struct Replayed {
    /// By number of the test.
    pub verdicts: BTreeMap<u32, Verdict>,
    /// Measured coverage.
    pub coverage: Option<CoverageReport>,
    /// Why tests were not replayed, if they were not.
    pub not_replayed: Option<String>,
}

impl Replayed {
    /// True if no native run contradicts the machine.
    fn all_confirmed(&self) -> bool {
        self.verdicts
            .values()
            .all(|verdict| *verdict == Verdict::Confirmed)
    }

    /// The verdict on a finding.
    pub fn verdict(&self, finding: &Finding) -> &'static str {
        self.verdicts
            .get(&finding.test)
            .map_or("not replayed", Verdict::name)
    }
}

/// A line on measured coverage.
pub fn coverage_line(coverage: Option<&CoverageReport>) -> String {
    let Some(report) = coverage else {
        return "coverage was not measured".to_owned();
    };
    let part = |name: &str, count: suite::native::Count| {
        if count.total == 0 {
            return format!("no {name}");
        }
        let percent = count.covered as f64 * 100.0 / count.total as f64;
        format!(
            "{percent:.1} % of {name} ({}/{})",
            count.covered, count.total
        )
    };
    format!(
        "coverage (measured natively): {}, {}",
        part("lines", report.lines),
        part("branches", report.branches)
    )
}

/// The summary a person reads.
pub fn text(report: &Report, replayed: &Replayed, output: &str) -> String {
    let mut out = String::new();
    let seconds = report.elapsed.as_secs_f64();
    let extent = if report.exhaustive() {
        "exhaustive"
    } else {
        "not exhaustive"
    };
    let _ = writeln!(
        out,
        "{} paths explored in {seconds:.1} s: {extent}; {} queries, {} instructions",
        thousands(report.paths),
        thousands(report.statistics.solver.queries),
        thousands(report.statistics.machine.instructions),
    );
    pruned(&mut out, report);
    savings(&mut out, &report.statistics.solver);
    if !report.exhaustive() {
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
        let _ = writeln!(
            out,
            "  limit hit: {} ({} cut off)",
            limit.name(),
            thousands(*count)
        );
    }
    for ((what, place), count) in report.unsupported.iter().take(10) {
        let _ = writeln!(
            out,
            "  unsupported: {what} at {place} (ended {count} paths)"
        );
    }
    let findings = report.findings.list();
    for finding in findings {
        let times = if finding.count == 1 {
            String::new()
        } else {
            format!(", {} paths", finding.count)
        };
        let (verdict, test) = (replayed.verdict(finding), finding.test);
        if finding.kind == ErrorKind::UncaughtException {
            let message = &finding.message;
            let _ = writeln!(out, "{message} [{verdict}{times}], test {test}");
            stack_trace(&mut out, finding);
            continue;
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
    }
    if findings.is_empty() {
        let _ = writeln!(
            out,
            "{}",
            if report.exhaustive() && replayed.all_confirmed() {
                "no errors: every assertion holds"
            } else {
                "no errors found"
            }
        );
    }
    let _ = writeln!(
        out,
        "{} tests in {output}{}",
        report.tests,
        verdicts_line(replayed)
    );
    let _ = writeln!(out, "{}", coverage_line(replayed.coverage.as_ref()));
    out
}

/// Parts of the tree that there turned out not to be.
fn pruned(out: &mut String, report: &Report) {
    let counts = [
        (report.infeasible, "arms infeasible"),
        (report.assume_failed, "paths ended by a failed assumption"),
    ];
    let counts = counts.into_iter().filter(|(count, _)| *count > 0);
    let counts = counts.map(|(count, what)| format!("{} {what}", thousands(count)));
    let counts: Vec<String> = counts.collect();
    if !counts.is_empty() {
        let _ = writeln!(out, "  pruned: {}", counts.join(", "));
    }
}

/// What answered the queries, and what they did without.
pub fn savings(out: &mut String, solver: &solver::Statistics) {
    let refuted = solver.constant + solver.literal + solver.equality + solver.refuted;
    let known = solver.cache_exact + solver.cache_unsat + solver.cache_sat + solver.recent;
    let found = solver.hint + solver.inverted + solver.ordered + solver.repaired;
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
        let method = function.split('(').next().unwrap_or_default();
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

fn verdicts_line(replayed: &Replayed) -> String {
    if let Some(why) = &replayed.not_replayed {
        return format!(", not replayed ({why})");
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for verdict in replayed.verdicts.values() {
        *counts.entry(verdict.name()).or_default() += 1;
    }
    let parts: Vec<String> = counts
        .iter()
        .map(|(name, count)| format!("{count} {name}"))
        .collect();
    if parts.is_empty() {
        String::new()
    } else {
        format!(": {}", parts.join(", "))
    }
}

/// The summary other programs read.
pub fn json(report: &Report, replayed: &Replayed) -> serde_json::Value {
    let findings: Vec<serde_json::Value> = report
        .findings
        .list()
        .iter()
        .map(|finding| {
            serde_json::json!({
                "kind": finding.kind.name(),
                "message": finding.message,
                "file": finding.place.file,
                "line": finding.place.line,
                "column": finding.place.column,
                "function": finding.function,
                "paths": finding.count,
                "verdict": replayed.verdict(finding),
                "test": finding.test,
            })
        })
        .collect();
    let limits: BTreeMap<&str, u64> = report
        .limits
        .iter()
        .map(|(limit, &count)| (limit.name(), count))
        .collect();
    let left: BTreeMap<&str, u64> = report
        .left
        .iter()
        .map(|left| (left.what.as_str(), left.count))
        .collect();
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
        "exhaustive": report.exhaustive(),
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
        "verdicts": replayed.verdicts.iter().map(|(test, verdict)| {
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
    })
}
