//! `wayfarer replay`.

use crate::summary::coverage_lines;
use crate::{arguments::Replay as Options, exit};
use std::collections::BTreeMap;
use std::time::Duration;
use suite::native::{CoverageReport, Replay, Sandbox};
use suite::{Outcome, Suite, TestCase, Verdict, VerdictKind};

/// Runs the tests of a suite again.
pub fn run(options: &Options) -> anyhow::Result<u8> {
    if suite::language(&options.directory)? == suite::Language::Java {
        return crate::java::replay(options);
    }
    let mut suite = Suite::open(&options.directory)?;
    let tests = suite.tests()?;
    let seconds = options.test_time.unwrap_or(suite.plan.test_seconds);
    if let Some(mode) = options.sandbox {
        suite.plan.sandbox.mode = mode;
    }
    let limits = suite.plan.sandbox.limits(Duration::from_secs(seconds));
    let replay = Replay::build(&suite, limits)?;
    warn_of(replay.sandbox());
    let chosen = |test: &&TestCase| options.test.is_empty() || options.test.contains(&test.id);
    let mut counts = VerdictCounts::default();
    let (mut rows, mut bugs) = (Vec::new(), false);
    for test in tests.iter().filter(chosen) {
        let verdict = replay.run(test)?;
        bugs |= shows_bug(matches!(test.outcome, Outcome::Error { .. }), &verdict);
        counts.add(&verdict);
        if !options.json {
            say!("test {:6}  {}", test.id, describe(test, &verdict));
        }
        rows.push(serde_json::json!({ "test": test.id, "verdict": verdict }));
        let mut judged = test.clone();
        judged.verdict = Some(verdict);
        suite.write(&judged)?;
    }
    let coverage = replay.coverage()?;
    if options.json {
        say!("{}", counts.json(&rows, coverage.as_ref()));
    } else {
        say!("{counts}");
        say!("{}", coverage_lines(coverage.as_ref()));
    }
    Ok(if bugs {
        exit::BUGS_FOUND
    } else {
        exit::NOTHING_FOUND
    })
}

/// True if a test with that verdict shows an error: one that is predicted and not refuted, or one that
/// only the native run made.
pub fn shows_bug(error_is_predicted: bool, verdict: &Verdict) -> bool {
    let stands = verdict.kind().counts_as_found();
    (error_is_predicted && stands) || verdict.observed_error().is_some()
}

/// Says what of its isolation a sandbox lacks.
pub fn warn_of(sandbox: &Sandbox) {
    if let Some(missing) = sandbox.isolation().missing() {
        eprintln!("wayfarer: {missing}");
    }
}

/// How many tests had which verdict.
#[derive(Default)]
pub struct VerdictCounts(BTreeMap<VerdictKind, u64>);

impl VerdictCounts {
    /// Counts a test.
    pub fn add(&mut self, verdict: &Verdict) {
        *self.0.entry(verdict.kind()).or_default() += 1;
    }

    fn count(&self, kind: VerdictKind) -> u64 {
        self.0.get(&kind).copied().unwrap_or(0)
    }

    /// What `replay --json` prints: the tests with their verdicts, and these counts.
    pub fn json(
        &self,
        tests: &[serde_json::Value],
        coverage: Option<&CoverageReport>,
    ) -> serde_json::Value {
        serde_json::json!({
            "tests": tests,
            "confirmed": self.count(VerdictKind::Confirmed),
            "confirmed_by_another_way": self.count(VerdictKind::ConfirmedByAnotherWay),
            "not_reproduced": self.count(VerdictKind::NotReproduced),
            "inconclusive": self.count(VerdictKind::Inconclusive),
            "not_replayed": self.count(VerdictKind::NotReplayed),
            "coverage": coverage_json(coverage),
        })
    }
}

impl std::fmt::Display for VerdictCounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // These two always, the others where there are some.
        for kind in [VerdictKind::Confirmed, VerdictKind::NotReproduced] {
            let comma = if kind == VerdictKind::Confirmed {
                ""
            } else {
                ", "
            };
            write!(f, "{comma}{} {}", self.count(kind), kind.name())?;
        }
        let others = [
            VerdictKind::ConfirmedByAnotherWay,
            VerdictKind::Inconclusive,
            VerdictKind::NotReplayed,
        ];
        for kind in others.into_iter().filter(|&kind| self.count(kind) > 0) {
            write!(f, ", {} {}", self.count(kind), kind.name())?;
        }
        Ok(())
    }
}

/// What a test predicts, and what came of it.
pub fn verdict_text(what: &str, verdict: &Verdict) -> String {
    let name = verdict.name();
    let what = match verdict.reason() {
        Some(reason) => format!("{what}: {reason}"),
        None => what.to_owned(),
    };
    let differences = verdict.differences().iter().map(ToString::to_string);
    let differences = differences.collect::<Vec<_>>().join("; then ");
    match differences.is_empty() {
        true => format!("{name}: {what}"),
        false => format!("{name}: {what}; {differences}"),
    }
}

fn describe(test: &TestCase, verdict: &Verdict) -> String {
    let what = match &test.outcome {
        Outcome::Exit { status } => format!("exit status {status}"),
        Outcome::Killed { signal } => format!("ended by signal {signal}"),
        Outcome::Error {
            error, file, line, ..
        } => format!("{} at {file}:{line}", error.name()),
        Outcome::Cut { reason } => format!("cut off ({reason})"),
    };
    verdict_text(&what, verdict)
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
