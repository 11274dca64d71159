//! What a scan says of itself: some ten lines and the warnings, or one JSON object.

use super::coverage::Coverage;
use super::record::{ScanRecord, Standing, VisitState};
use super::units::Units;
use super::visit::has_findings;
use super::warnings::{Class, ScanFindings, Warning};
use crate::output::UNITS;
use crate::progress::thousands;
use jvm::function_name;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;
use suite::VerdictKind;

/// Warnings of a class that are printed; `scan.json` has all.
const SHOWN: usize = 40;
/// Unsupported things that are printed.
const SHOWN_UNSUPPORTED: usize = 5;
/// Calls that are printed of a stack.
const SHOWN_CALLS: usize = 4;

/// Why units are not visited that have not changed.
const LEFT: &str = "there was no time for it";
/// Why others are not.
const CHANGED: &str = "it leads to code that has changed, and there was no time for it";

/// How many units stand how.
#[derive(Default)]
struct Counts {
    visited: usize,
    kept: usize,
    open: usize,
    exhaustive: usize,
    not_visited: usize,
    /// Those of them that there was no time for.
    left: usize,
    /// Those of them of which earlier results do not hold any more, and how many of these had findings.
    changed: usize,
    had_findings: usize,
    failed: BTreeMap<String, Vec<String>>,
    /// Those whose tests are not in all formats.
    not_in_all_formats: Vec<String>,
}

/// The state of a unit as it stands in JSON, and why.
fn state(standing: &Standing) -> (&'static str, Option<&str>) {
    match standing {
        Standing::New => ("not-visited", None),
        Standing::Changed { .. } => ("not-visited", Some(CHANGED)),
        Standing::Left => ("not-visited", Some(LEFT)),
        Standing::Begun => ("begun", None),
        Standing::Kept(_) => ("kept", None),
        Standing::Visited(visit) => match &visit.progress.state {
            VisitState::Left => ("not-visited", Some(LEFT)),
            VisitState::Begun => ("begun", Some("interrupted")),
            VisitState::Done => ("visited", None),
            VisitState::Failed(why) => ("failed", Some(why)),
        },
    }
}

fn counts(directory: &Path, units: &Units, record: &ScanRecord, found: &ScanFindings) -> Counts {
    let mut counts = Counts::default();
    for ((unit, standing), summary) in units
        .list
        .iter()
        .zip(&record.standing)
        .zip(&found.summaries)
    {
        match state(standing) {
            ("kept", _) => counts.kept += 1,
            ("visited", _) => counts.visited += 1,
            ("failed", Some(why)) => {
                let of_reason = counts.failed.entry(why.to_owned()).or_default();
                of_reason.push(unit.name.clone());
            }
            _ => counts.not_visited += 1,
        }
        counts.left += usize::from(matches!(standing, Standing::Left));
        if matches!(standing, Standing::Changed { .. }) {
            counts.changed += 1;
            let had = has_findings(&directory.join(UNITS).join(unit.directory()));
            counts.had_findings += usize::from(had);
        }
        if summary["not_in_all_formats"].is_string() {
            let log = format!("{UNITS}/{}.log", unit.directory());
            counts.not_in_all_formats.push(log);
        }
        if summary["exhaustive"] == true {
            counts.exhaustive += 1;
        } else if !summary["limits"]["time"].is_null() {
            counts.open += 1;
        }
    }
    counts
}

/// Everything, for other programs.
pub fn json(
    units: &Units,
    record: &ScanRecord,
    found: &ScanFindings,
    coverage: &Coverage,
) -> Value {
    let all = units
        .list
        .iter()
        .zip(&record.standing)
        .zip(&found.summaries);
    let list = all.map(|((unit, standing), summary)| {
        let (state, why) = state(standing);
        let seconds = match standing {
            Standing::Kept(visit) | Standing::Visited(visit) => Some(visit.progress.seconds),
            Standing::New | Standing::Left | Standing::Changed { .. } | Standing::Begun => None,
        };
        json!({
            "name": unit.name, "file": unit.file, "line": unit.line,
            "starts": unit.starts, "public": unit.public,
            "directory": format!("{UNITS}/{}", unit.directory()),
            "state": state, "why": why, "seconds": seconds,
            "paths": summary["paths"], "tests": summary["tests"],
            "exhaustive": summary["exhaustive"] == true,
            "not_in_all_formats": summary["not_in_all_formats"],
            "call_depth": summary["lazy"]["call_depth"],
            "coverage": summary["coverage"]["parts"][0],
        })
    });
    let warnings = found.warnings.iter().map(warning_json);
    let bounded = bounded(found).into_iter();
    json!({
        "version": 1,
        "wayfarer": env!("CARGO_PKG_VERSION"),
        "language": units.language.name(),
        "targets": units.targets.iter().map(|path| path.display().to_string()).collect::<Vec<_>>(),
        "units": list.collect::<Vec<_>>(),
        "left_out": units.left_out,
        "warnings": warnings.collect::<Vec<_>>(),
        "coverage": coverage,
        "bounded": bounded.map(|(what, count)| json!({ "what": what, "count": count })).collect::<Vec<_>>(),
    })
}

fn warning_json(warning: &Warning) -> Value {
    let test = warning
        .test
        .as_ref()
        .map(|test| json!({ "directory": test.run, "number": test.number }));
    let stack = warning
        .stack
        .iter()
        .map(|frame| json!({ "function": frame.function, "file": frame.file, "line": frame.line }));
    json!({
        "kind": warning.kind, "exception": warning.exception, "message": warning.message,
        "file": warning.file, "line": warning.line, "column": warning.column,
        "function": warning.function, "class": warning.class.name(), "why": warning.why,
        "count": warning.count, "units": warning.units, "test": test,
        "assumption": warning.assumption, "stack": stack.collect::<Vec<_>>(),
        "fingerprint": warning.fingerprint, "baseline": warning.baseline,
    })
}

/// What was bounded, over all units: limits that were hit, and what was left out.
fn bounded(found: &ScanFindings) -> BTreeMap<String, u64> {
    let mut all = BTreeMap::new();
    for (what, count) in unsupported(found) {
        all.insert(format!("unsupported: {what}"), count);
    }
    for summary in &found.summaries {
        let limits = summary["limits"].as_object().into_iter().flatten();
        let limits = limits.map(|(name, count)| (format!("limit hit: {name}"), count));
        let left = summary["left"].as_object().into_iter().flatten();
        let left = left.map(|(what, count)| (format!("left out: {what}"), count));
        for (what, count) in limits.chain(left) {
            *all.entry(what).or_default() += count.as_u64().unwrap_or(0);
        }
    }
    let skipped = skipped_calls(found).into_iter();
    all.extend(skipped.map(|(depth, count)| (format!("calls deeper than {depth} skipped"), count)));
    all
}

/// What is not supported, with the number of paths that ended there, over all units.
fn unsupported(found: &ScanFindings) -> BTreeMap<String, u64> {
    let mut all = BTreeMap::new();
    for summary in &found.summaries {
        for it in summary["unsupported"].as_array().into_iter().flatten() {
            let what = it["what"].as_str().unwrap_or_default();
            *all.entry(what.to_owned()).or_default() += it["paths"].as_u64().unwrap_or(1);
        }
    }
    all
}

/// Calls that were skipped because they were deeper, by the depth.
fn skipped_calls(found: &ScanFindings) -> BTreeMap<u64, u64> {
    let mut all = BTreeMap::new();
    for lazy in found.summaries.iter().map(|summary| &summary["lazy"]) {
        let (depth, skipped) = (lazy["call_depth"].as_u64(), lazy["skipped_calls"].as_u64());
        if let (Some(depth), Some(skipped @ 1..)) = (depth, skipped) {
            *all.entry(depth).or_default() += skipped;
        }
    }
    all
}

/// The summary that a person reads.
pub fn text(
    directory: &Path,
    units: &Units,
    record: &ScanRecord,
    (found, coverage): (&ScanFindings, &Coverage),
) -> String {
    let mut out = String::new();
    for class in Class::ALL {
        write_class(&mut out, class, &found.warnings);
    }
    let counts = counts(directory, units, record, found);
    let all = units.list.len();
    let what = units.language.unit(all);
    let _ = write!(out, "{all} {what}: {} visited", counts.visited);
    for (count, how) in [
        (counts.kept, "unchanged since they were visited"),
        (counts.not_visited, "not visited"),
    ] {
        if count > 0 {
            let _ = write!(out, ", {count} {how}");
        }
    }
    let _ = writeln!(
        out,
        "; {} explored exhaustively, {} cut off by time",
        counts.exhaustive, counts.open
    );
    for (why, names) in &counts.failed {
        let (count, first) = (names.len(), &names[0]);
        let _ = writeln!(
            out,
            "  could not be explored: {count} ({first} first): {why}"
        );
    }
    if let [first, ..] = &counts.not_in_all_formats[..] {
        let count = counts.not_in_all_formats.len();
        let _ = writeln!(
            out,
            "  tests do not run in all formats: {count} (see {first} first, or scan.json)"
        );
    }
    if counts.left > 0 {
        let _ = writeln!(
            out,
            "  not visited: {} that there was no time for; `wayfarer resume {}` goes on with them",
            counts.left,
            directory.display()
        );
    }
    if counts.changed > 0 {
        let had = match counts.had_findings {
            0 => String::new(),
            count => {
                format!("; {count} of them had findings that do not count, which are not told")
            }
        };
        let _ = writeln!(
            out,
            "  not visited: {} that lead to code that has changed, and that there was no time for \
             (--revisit-share){had}; `wayfarer resume {}` goes on with them",
            counts.changed,
            directory.display()
        );
    }
    for (why, count) in &units.left_out {
        let _ = writeln!(out, "  left out: {count} {why}");
    }
    write_unsupported(&mut out, found);
    for (depth, skipped) in skipped_calls(found) {
        let skipped = thousands(skipped);
        let _ = writeln!(out, "  calls deeper than {depth}: {skipped} skipped");
    }
    out.push_str(&coverage_lines(&json!(coverage)));
    write_tests(&mut out, directory, found);
    out
}

/// The sums of coverage in `scan.json`, in words: what is scanned first.
pub fn coverage_lines(coverage: &Value) -> String {
    let mut out = String::new();
    let of = |part: &Value| {
        format!(
            "{} of lines, {} of branches",
            share(&part["lines"]),
            share(&part["branches"])
        )
    };
    let _ = writeln!(
        out,
        "coverage (measured natively) of what is scanned: {}",
        of(coverage)
    );
    if let Some(count @ 1..) = coverage["not_loaded"].as_u64() {
        let files = match count {
            1 => "1 file of it was not loaded by any test, and is counted by its code".to_owned(),
            _ => format!(
                "{count} files of it were not loaded by any test, and are counted by their code"
            ),
        };
        let _ = writeln!(out, "  {files}");
    }
    if !coverage["beside"].is_null() {
        let _ = writeln!(out, "coverage of other code: {}", of(&coverage["beside"]));
    }
    out
}

/// What is not supported: what ended most paths first.
fn write_unsupported(out: &mut String, found: &ScanFindings) {
    let mut all: Vec<(String, u64)> = unsupported(found).into_iter().collect();
    all.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
    for (what, count) in all.iter().take(SHOWN_UNSUPPORTED) {
        let count = thousands(*count);
        let _ = writeln!(out, "  unsupported, which ended {count} paths: {what}");
    }
    if let Some(more @ 1..) = all.len().checked_sub(SHOWN_UNSUPPORTED) {
        let _ = writeln!(out, "  unsupported: {more} more: see scan.json");
    }
}

fn write_tests(out: &mut String, directory: &Path, found: &ScanFindings) {
    let sum = |name: &str| -> u64 {
        let all = found.summaries.iter();
        all.filter_map(|summary| summary[name].as_u64()).sum()
    };
    let verdicts = found
        .summaries
        .iter()
        .filter_map(|it| it["verdicts"].as_array())
        .flatten();
    let confirmed = verdicts.filter(|it| {
        let verdict = VerdictKind::deserialize(&it["verdict"]["verdict"]);
        verdict.is_ok_and(VerdictKind::is_confirmed)
    });
    let _ = writeln!(
        out,
        "{} paths, {} tests ({} confirmed) in {}",
        thousands(sum("paths")),
        thousands(sum("tests")),
        thousands(confirmed.count() as u64),
        directory.join(UNITS).display()
    );
    let by_class = Class::ALL.map(|class| {
        let of_class = found
            .warnings
            .iter()
            .filter(|it| it.class == class && !it.baseline);
        format!("{} {}", of_class.count(), class.name())
    });
    let known = found.warnings.iter().filter(|it| it.baseline).count();
    let _ = write!(out, "warnings: {}", by_class.join(", "));
    let _ = match known {
        0 => writeln!(out),
        known => writeln!(out, "; {known} known by the baseline"),
    };
    if let Some(copied) = &found.copied {
        let _ = writeln!(out, "{} test classes copied", copied.files);
        for path in &copied.left_alone {
            let _ = writeln!(
                out,
                "  left alone, as it is not as it was written: {}",
                path.display()
            );
        }
        for path in &copied.doubled {
            let _ = writeln!(
                out,
                "  not copied, as tests of another class have the same name (--test-package): {}",
                path.display()
            );
        }
    }
}

fn write_class(out: &mut String, class: Class, warnings: &[Warning]) {
    let of_class = || {
        warnings
            .iter()
            .filter(|it| it.class == class && !it.baseline)
    };
    let count = of_class().count();
    if count == 0 {
        return;
    }
    let head = match class {
        Class::Confirmed => "confirmed natively, for inputs that callers can make:",
        Class::Open => "open:",
        Class::Unusual => "for unusual inputs only:",
        // They are in the other files; a list of what is said already, or cannot happen, helps nobody.
        Class::Documented | Class::Refuted => return,
    };
    let _ = writeln!(out, "{head}");
    for warning in of_class().take(SHOWN) {
        write_warning(out, warning);
    }
    if count > SHOWN {
        let _ = writeln!(out, "  … {} more: see scan.json", count - SHOWN);
    }
}

fn write_warning(out: &mut String, warning: &Warning) {
    let what = match (&warning.exception, warning.message.as_str()) {
        (Some(_), message) => message.to_owned(),
        (None, "") => warning.kind.clone(),
        (None, message) => format!("{}: {message}", warning.kind),
    };
    let from = match warning.units.as_slice() {
        [one] if warning.function.starts_with(one) => String::new(),
        [one] => format!(", from {one}"),
        [first, others @ ..] => format!(", from {first} and {} more", others.len()),
        [] => String::new(),
    };
    let (file, line, function) = (
        &warning.file,
        warning.line,
        function_name::path(&warning.function),
    );
    let _ = writeln!(out, "  {what} at {file}:{line} in {function}{from}");
    let calls = warning.stack.iter().filter(|frame| !frame.file.is_empty());
    for frame in calls.skip(1).take(SHOWN_CALLS) {
        let (function, file, line) = (
            function_name::path(&frame.function),
            &frame.file,
            frame.line,
        );
        let _ = writeln!(out, "      in {function} at {file}:{line}");
    }
    if let Some(why) = &warning.why {
        let _ = writeln!(out, "      {why}");
    }
    if let Some(test) = &warning.test {
        let (number, run) = (test.number, test.run.display());
        let _ = writeln!(out, "      test {number} in {run}");
    }
}

fn share(count: &Value) -> String {
    let of = |what: &str| count[what].as_u64().unwrap_or(0);
    match (of("covered"), of("total")) {
        (_, 0) => "nothing".to_owned(),
        (covered, total) => {
            let percent = covered as f64 * 100.0 / total as f64;
            format!("{percent:.1} % ({covered}/{total})")
        }
    }
}
