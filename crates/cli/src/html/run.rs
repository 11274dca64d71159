//! The report of one run.

use super::{files, findings, tests};
use crate::progress::thousands;
use crate::show;
use crate::uncovered::{Sources, language, ways};
use lcov::Report as Tracefile;
use pages::{Bounded, Fact, Part, Report};
use serde_json::Value;
use std::collections::BTreeMap;
use std::path::Path;
use store::{Reader, SessionRow, StoreError};
use suite::native::TRACEFILE;

/// How coverage was measured, if it was.
pub const NATIVE: &str =
    "Measured while all tests ran natively: lines with code, and the ways of their branches.";
const BY_MACHINE: &str = "No native run has measured coverage. This is what the machine executed of its own code, which \
                          has other branches than the source; numbers beside lines are 1 for executed, 0 for not.";

/// All that there is to tell of the run in a directory.
///
/// # Errors
/// If there is none, or its results are damaged.
pub fn report(directory: &Path) -> anyhow::Result<Report> {
    let reader = Reader::open(directory)?;
    let description = reader.description()?;
    let sessions = reader.sessions()?;
    let words = description.arguments.iter();
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    let mut sources = Sources::of_directory(&reader, directory, &[])?;
    let mut all_ways = files::BranchWays::default();
    let language = language(directory);
    all_ways.add(ways(&reader, language, &mut sources, &|_| None)?);
    for (what, file, line, count) in reader.unsupported()? {
        all_ways.add_ended((file, line), &what, count);
    }
    let tracefile = directory.join(TRACEFILE);
    let (measured, files) = match tracefile.is_file() {
        true => {
            let tracefile = Tracefile::from_file(&tracefile)?;
            (NATIVE, files::measured(&tracefile, &all_ways, &mut sources))
        }
        false => {
            let lines = reader.lines()?;
            (
                BY_MACHINE,
                files::by_machine(&lines, &all_ways, &mut sources),
            )
        }
    };
    let name = description.starts.join(", ");
    let suite = tests::suite(&name, &reader, directory)?;
    let watching = show::overview::watching(directory);
    let mut report = Report {
        title: title(directory),
        command: format!("wayfarer {}", words.join(" ")),
        measured: measured.to_owned(),
        coverage: parts(directory, &files),
        files,
        findings: findings::of_run(&reader, directory, &watching)?,
        suites: vec![suite],
        bounded: bounded(&reader)?,
        ..Report::default()
    };
    if let Some(suite) = tests::made_by_calls(&name, directory)? {
        let made = findings::made_by_calls(&summary(directory), report.suites.len())?;
        report.findings.extend(made);
        report.suites.push(suite);
    }
    report.findings.sort_by_key(findings::rank);
    report.facts = facts(&reader, directory, (&sessions, &report))?;
    Ok(report)
}

/// What a report is called: by its directory.
pub fn title(directory: &Path) -> String {
    let name = directory.file_name().unwrap_or_default();
    format!("Wayfarer: {}", name.to_string_lossy())
}

fn parts(directory: &Path, files: &[pages::SourceFile]) -> Vec<Part> {
    if let Some(coverage) = show::coverage::measured(directory) {
        let parts = coverage.parts.iter().map(|part| Part {
            name: match part.part.as_str() {
                "all" => "All code".to_owned(),
                name => name.to_owned(),
            },
            lines: files::count(part.lines),
            branches: files::count(part.branches),
        });
        return parts.collect();
    }
    let mut all = Part {
        name: "All code that the machine knows".to_owned(),
        lines: pages::Count::default(),
        branches: pages::Count::default(),
    };
    for file in files {
        for (sum, part) in [
            (&mut all.lines, file.lines()),
            (&mut all.branches, file.branch_sum()),
        ] {
            sum.covered += part.covered;
            sum.total += part.total;
        }
    }
    vec![all]
}

fn fact(name: &str, text: impl Into<String>) -> Fact {
    Fact {
        name: name.to_owned(),
        text: text.into(),
    }
}

fn facts(
    reader: &Reader,
    directory: &Path,
    (sessions, report): (&[SessionRow], &Report),
) -> Result<Vec<Fact>, StoreError> {
    let description = reader.description()?;
    let pending = reader.pending()?;
    let sum = |part: fn(&SessionRow) -> u64| sessions.iter().map(part).sum::<u64>();
    let began = sessions.first().map(SessionRow::started_to_the_second);
    let seconds = sum(|session| session.milliseconds) as f64 / 1000.0;
    let sessions_text = match sessions.len() {
        1 => String::new(),
        count => format!(" in {count} sessions"),
    };
    let mut facts = vec![
        fact(
            "Began",
            format!(
                "{}, explored for {seconds:.1} s{sessions_text}",
                began.unwrap_or_default()
            ),
        ),
        fact("Ended by", ended_by(reader, sessions)),
        fact("Extent", extent(directory, pending, reader.is_active())),
        fact(
            "Paths",
            format!(
                "{} met, {} places left to visit",
                thousands(reader.paths()?),
                thousands(pending)
            ),
        ),
        fact("Tests", verdict_counts(report)),
        fact("Findings", finding_counts(report)),
    ];
    let (queries, instructions) = (sum(|it| it.queries), sum(|it| it.instructions));
    facts.push(fact(
        "Work",
        format!(
            "{} instructions, {} queries to the solver",
            thousands(instructions),
            thousands(queries)
        ),
    ));
    let watching = show::overview::watching(directory);
    let mut specifications = String::new();
    watching.write_coverage(&mut specifications);
    if !specifications.is_empty() {
        facts.push(fact("Specifications", specifications.trim()));
    }
    facts.push(fact("In", description.directory.display().to_string()));
    facts.push(fact("Wayfarer", description.version));
    Ok(facts)
}

fn ended_by(reader: &Reader, sessions: &[SessionRow]) -> String {
    if reader.is_active() {
        return "still running: this is how far it is".to_owned();
    }
    let last = sessions.last().and_then(|session| session.ended_by.clone());
    last.unwrap_or_else(|| "killed".to_owned())
}

/// What the run said when it ended; null if it has not.
fn summary(directory: &Path) -> Value {
    let text = std::fs::read(directory.join("summary.json"));
    let summary = text.ok().and_then(|it| serde_json::from_slice(&it).ok());
    summary.unwrap_or_default()
}

/// Whether everything was explored. The summary says so when a run ends; one that goes on since then may have more.
fn extent(directory: &Path, pending: u64, active: bool) -> String {
    let summary = summary(directory);
    let says = |key: &str| summary[key] == true && pending == 0 && !active;
    let extents = [
        ("exhaustive", "exhaustive: every path was explored"),
        (
            "exhaustive_for_coverage",
            "exhaustive for coverage: paths were left out that show no other code or error",
        ),
        (
            "exhaustive_for_errors",
            "exhaustive for errors: paths were left out that show no other error",
        ),
        (
            "exhaustive_for_targets",
            "exhaustive for the targets: paths were left out that lead to none",
        ),
    ];
    let found = extents.iter().find(|(key, _)| says(key));
    found.map_or("not exhaustive", |(_, text)| text).to_owned()
}

/// The tests with their numbers by verdict.
pub fn verdict_counts(report: &Report) -> String {
    let tests = report.suites.iter().flat_map(|suite| &suite.tests);
    counts(tests.map(|test| test.verdict.as_str()))
}

/// The findings with their numbers by class.
pub fn finding_counts(report: &Report) -> String {
    counts(report.findings.iter().map(|finding| finding.class.as_str()))
}

fn counts<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let mut counts: BTreeMap<&str, u64> = BTreeMap::new();
    for word in words {
        *counts.entry(word).or_default() += 1;
    }
    let all: u64 = counts.values().sum();
    let each = counts
        .iter()
        .map(|(word, count)| format!("{} {word}", thousands(*count)));
    let each: Vec<String> = each.collect();
    match each.is_empty() {
        true => "none".to_owned(),
        false => format!("{}: {}", thousands(all), each.join(", ")),
    }
}

/// What a run bounded or left out.
fn bounded(reader: &Reader) -> Result<Vec<Bounded>, StoreError> {
    let one = |what: String, count: u64| Bounded {
        what,
        count: Some(count),
    };
    let mut all = Vec::new();
    let pending = reader.pending()?;
    if pending > 0 {
        all.push(one("places left to visit".to_owned(), pending));
    }
    for (limit, count) in reader.limits()? {
        all.push(one(format!("cut off by the limit: {limit}"), count));
    }
    for (what, count) in reader.bounds()? {
        all.push(one(format!("left out: {what}"), count));
    }
    for (what, file, line, count) in reader.unsupported()? {
        let place = show::place(&file, line);
        all.push(one(
            format!("paths ended by what is not supported: {what} at {place}"),
            count,
        ));
    }
    for (how, count) in reader.closed()? {
        let closed = explore::tree::Closed::from_name(&how);
        if closed.is_none_or(|closed| !closed.is_explored()) {
            all.push(one(format!("paths left: {how}"), count));
        }
    }
    Ok(all)
}
