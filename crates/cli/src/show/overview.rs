//! The run as a whole, its tests, findings and statistics, as text.

use super::place;
use crate::progress::thousands;
use crate::summary;
use crate::verdicts::{PredictedError, Verdicts, verdict_text, write_observed};
use crate::watching::Watching;
use crate::{beside_usual, by_calls, taken_null};
use ir::ErrorKind;
use std::fmt::Write;
use std::path::Path;
use store::{FindingRow, Reader, StoreError};
use suite::java::{JavaOutcome, JavaTest};
use suite::{NativeErrorSite, Outcome, TestCase, VerdictKind};

/// What the run is, how far it came, what it found.
pub fn run(reader: &Reader, directory: &Path, out: &mut String) -> Result<(), StoreError> {
    let description = reader.description()?;
    let words = description
        .arguments
        .iter()
        .map(|word| word.to_string_lossy());
    let words: Vec<_> = words.collect();
    let _ = writeln!(out, "wayfarer {}", words.join(" "));
    let _ = writeln!(out, "in {}", description.directory.display());
    let sessions = reader.sessions()?;
    for (number, session) in sessions.iter().enumerate() {
        let is_last = number + 1 == sessions.len();
        let end = match (&session.ended, &session.ended_by) {
            (Some(_), Some(by)) => format!("ended by: {by}"),
            _ if is_last && reader.is_active() => "running".to_owned(),
            _ => "killed".to_owned(),
        };
        let _ = writeln!(
            out,
            "session {}: {}, {:.1} s, {} queries, {} instructions, {end}",
            number + 1,
            session.started_to_the_second(),
            session.milliseconds as f64 / 1000.0,
            thousands(session.queries),
            thousands(session.instructions),
        );
    }
    let pending = reader.pending()?;
    let state = match (reader.is_active(), pending) {
        (true, _) => "another process works on it".to_owned(),
        (false, 0) => "nothing is left to explore".to_owned(),
        (false, _) => format!("wayfarer resume {} goes on", directory.display()),
    };
    let _ = writeln!(out, "{} nodes left to visit: {state}", thousands(pending));
    let mut solver = solver::Statistics::default();
    for (name, count) in reader.solver()? {
        solver.count(&name, count);
    }
    summary::savings(out, &solver);
    for (how, count) in reader.closed()? {
        let _ = writeln!(out, "  {} nodes {how}", thousands(count));
    }
    for (what, count) in reader.bounds()? {
        let _ = writeln!(out, "  left out: {} {what}", thousands(count));
    }
    for (limit, count) in reader.limits()? {
        let _ = writeln!(out, "  limit hit: {limit} ({} cut off)", thousands(count));
    }
    for (what, file, line, count) in reader.unsupported()? {
        let at = place(&file, line);
        let _ = writeln!(out, "  unsupported: {what} at {at} (ended {count} paths)");
    }
    findings(reader, directory, out)?;
    tests_line(reader, out)?;
    watching(directory).write_coverage(out);
    super::coverage::sums(reader, directory, out)
}

/// The verdict on each test that was replayed.
pub fn verdicts(reader: &Reader) -> Result<Verdicts, StoreError> {
    let tests = reader.tests()?.into_iter();
    let verdicts = tests.filter_map(|test| {
        let verdict = serde_json::from_str(test.verdict.as_deref()?).ok()?;
        Some((test.id, verdict))
    });
    Ok(Verdicts(verdicts.collect()))
}

/// The findings, with what the check of those for raw memory came to.
pub fn settled_findings(reader: &Reader, directory: &Path) -> Result<Vec<FindingRow>, StoreError> {
    let mut findings = reader.findings()?;
    by_calls::settle_rows(&mut findings, directory);
    taken_null::settle_rows(&mut findings, reader)?;
    beside_usual::settle_rows(&mut findings);
    Ok(findings)
}

/// The errors that were predicted.
pub fn predicted_errors(findings: &[FindingRow]) -> Vec<PredictedError<'_>> {
    let predicted = findings.iter().map(|finding| {
        let kind = ErrorKind::from_name(&finding.kind);
        PredictedError {
            site: NativeErrorSite::new(kind, &finding.message, &finding.file, finding.line),
            test: finding.test,
            assumption: &finding.assumption,
        }
    });
    predicted.collect()
}

fn tests_line(reader: &Reader, out: &mut String) -> Result<(), StoreError> {
    let tests = reader.tests()?.len();
    let verdicts = verdicts(reader)?;
    verdicts.explain(tests, out);
    let counts = verdicts.counts(tests);
    let counts = counts
        .iter()
        .map(|(kind, count)| format!("{count} {}", kind.name()));
    let counts: Vec<String> = counts.collect();
    let colon = if counts.is_empty() { "" } else { ": " };
    let _ = writeln!(out, "{tests} tests{colon}{}", counts.join(", "));
    Ok(())
}

/// What monitors of specifications saw of the tests, as far as the directory has them.
pub fn watching(directory: &Path) -> Watching {
    Watching::of_suite(directory).unwrap_or_default()
}

/// A line a finding, with its calls, and what led to the violation of a specification.
pub fn findings(reader: &Reader, directory: &Path, out: &mut String) -> Result<(), StoreError> {
    let watching = watching(directory);
    let verdicts = verdicts(reader)?;
    let findings = settled_findings(reader, directory)?;
    for finding in &findings {
        let verdict = verdicts.kind(finding.test).name();
        let message = match finding.message.as_str() {
            "" => String::new(),
            message => format!(": {message}"),
        };
        let _ = writeln!(
            out,
            "{}{message} at {} in {} [{verdict}, {} paths], test {}, after {:.1} s",
            finding.kind,
            place(&finding.file, finding.line),
            finding.function,
            finding.count,
            finding.test,
            finding.milliseconds as f64 / 1000.0,
        );
        if !finding.assumption.is_empty() {
            let _ = writeln!(
                out,
                "    only for unusual inputs: not with {}",
                finding.assumption
            );
        }
        if let Some(search) = verdicts.search_by_calls(finding.search_by_calls) {
            let _ = writeln!(out, "    {}", search.description());
        }
        let calls: Vec<serde_json::Value> =
            serde_json::from_str(&finding.stack).unwrap_or_default();
        for call in calls.iter().take(12) {
            let line = call["line"].as_u64().unwrap_or(0) as u32;
            let at = place(call["file"].as_str().unwrap_or_default(), line);
            let function = call["function"].as_str().unwrap_or_default();
            let _ = writeln!(out, "    in {function} at {at}");
        }
        if finding.kind == ErrorKind::SpecificationViolation.name() {
            watching.write_steps(finding.test, out);
        }
    }
    for observed in verdicts.observed_errors(&predicted_errors(&findings)) {
        write_observed(&observed, out);
    }
    Ok(())
}

fn outcome(test: TestCase) -> String {
    match test.outcome {
        Outcome::Exit { status } => format!("exit status {status}"),
        Outcome::Killed { signal } => format!("ended by signal {signal}"),
        Outcome::Error {
            error, file, line, ..
        } => format!("{} at {}", error.name(), place(&file, line)),
        Outcome::Cut { reason } => format!("cut off ({reason})"),
    }
}

fn java_outcome(test: JavaTest) -> String {
    let end = match test.outcome {
        JavaOutcome::Returned { .. } => "returns".to_owned(),
        JavaOutcome::Threw {
            exception,
            file,
            line,
            ..
        } => format!("{exception} at {}", place(&file, line)),
        JavaOutcome::Violated {
            clause, file, line, ..
        } => {
            format!("{clause} at {}", place(&file, line))
        }
        JavaOutcome::Exit { status } => format!("exit status {status}"),
        JavaOutcome::Cut { reason } => format!("cut off ({reason})"),
    };
    let method = test.method;
    format!("{}.{}: {end}", method.class, method.name)
}

/// A line a test.
pub fn tests(reader: &Reader, out: &mut String) -> Result<(), StoreError> {
    let verdicts = verdicts(reader)?;
    for row in reader.tests()? {
        let outcome = serde_json::from_str::<serde_json::Value>(&row.content)
            .and_then(|test| match test.get("method") {
                Some(_) => serde_json::from_value(test).map(java_outcome),
                None => serde_json::from_value(test).map(outcome),
            })
            .unwrap_or_else(|error| format!("damaged: {error}"));
        let text = match verdicts.0.get(&row.id) {
            Some(verdict) => verdict_text(&outcome, verdict),
            None => format!("{}: {outcome}", VerdictKind::NotReplayed.name()),
        };
        let _ = writeln!(
            out,
            "test {:6}  after {:8.1} s  {text}",
            row.id,
            row.milliseconds as f64 / 1000.0
        );
    }
    Ok(())
}

/// A line a sample.
pub fn statistics(reader: &Reader, out: &mut String) -> Result<(), StoreError> {
    let _ = writeln!(
        out,
        "{:>10} {:>12} {:>8} {:>12} {:>8} {:>8} {:>12} {:>16}",
        "seconds", "paths", "tests", "pending", "findings", "arms", "queries", "instructions"
    );
    for sample in reader.samples()? {
        let _ = writeln!(
            out,
            "{:>10.1} {:>12} {:>8} {:>12} {:>8} {:>8} {:>12} {:>16}",
            sample.milliseconds as f64 / 1000.0,
            sample.paths,
            sample.tests,
            sample.pending,
            sample.findings,
            sample.arms,
            sample.queries,
            sample.instructions
        );
    }
    Ok(())
}
