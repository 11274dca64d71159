//! `wayfarer replay`.

use crate::summary::coverage_line;
use crate::{arguments::Replay as Options, exit};
use std::time::Duration;
use suite::native::{CoverageReport, Limits, Replay};
use suite::{Outcome, Suite, TestCase, Verdict};

/// Runs the tests of a suite again.
pub fn run(options: &Options) -> anyhow::Result<u8> {
    if suite::language(&options.directory)? == suite::Language::Java {
        return crate::java::replay(options);
    }
    let suite = Suite::open(&options.directory)?;
    let tests = suite.tests()?;
    let seconds = options.test_time.unwrap_or(suite.plan.test_seconds);
    let limits = Limits {
        time: Duration::from_secs(seconds),
        ..Limits::default()
    };
    let replay = Replay::build(&suite, limits)?;
    let chosen = |test: &&TestCase| options.test.is_empty() || options.test.contains(&test.id);
    let mut counts = VerdictCounts::default();
    let (mut rows, mut bugs) = (Vec::new(), false);
    for test in tests.iter().filter(chosen) {
        let verdict = replay.run(test)?;
        let is_error = matches!(test.outcome, Outcome::Error { .. });
        bugs |= is_error && !matches!(verdict, Verdict::NotReproduced { .. });
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
        say!("{}", coverage_line(coverage.as_ref()));
    }
    Ok(if bugs {
        exit::BUGS_FOUND
    } else {
        exit::NOTHING_FOUND
    })
}

/// How many tests had which verdict.
#[derive(Default)]
pub struct VerdictCounts {
    confirmed: u64,
    not_reproduced: u64,
    diverged: u64,
    not_run: u64,
}

impl VerdictCounts {
    /// Counts a test.
    pub fn add(&mut self, verdict: &Verdict) {
        *match verdict {
            Verdict::Confirmed => &mut self.confirmed,
            Verdict::NotReproduced { .. } => &mut self.not_reproduced,
            Verdict::Diverged { .. } => &mut self.diverged,
            Verdict::NotRun { .. } => &mut self.not_run,
        } += 1;
    }

    /// What `replay --json` prints: the tests with their verdicts, and these counts.
    pub fn json(
        &self,
        tests: &[serde_json::Value],
        coverage: Option<&CoverageReport>,
    ) -> serde_json::Value {
        serde_json::json!({
            "tests": tests,
            "confirmed": self.confirmed,
            "not_reproduced": self.not_reproduced,
            "diverged": self.diverged,
            "not_run": self.not_run,
            "coverage": coverage_json(coverage),
        })
    }
}

impl std::fmt::Display for VerdictCounts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (confirmed, not_reproduced) = (self.confirmed, self.not_reproduced);
        write!(
            f,
            "{confirmed} confirmed, {not_reproduced} not reproduced, "
        )?;
        write!(f, "{} diverged", self.diverged)?;
        match self.not_run {
            0 => Ok(()),
            count => write!(f, ", {count} not run"),
        }
    }
}

/// What a test predicts, and what came of it.
pub fn verdict_text(what: &str, verdict: &Verdict) -> String {
    match verdict {
        Verdict::Confirmed => format!("confirmed: {what}"),
        Verdict::NotReproduced { observed } => {
            format!("not reproduced: predicted {what}, observed {observed}")
        }
        Verdict::Diverged { place } => format!("diverged: {what}, but {place}"),
        Verdict::NotRun { reason } => format!("not run: {what}: {reason}"),
    }
}

fn describe(test: &TestCase, verdict: &Verdict) -> String {
    let what = match &test.outcome {
        Outcome::Exit { status } => format!("exit status {status}"),
        Outcome::Error {
            error, file, line, ..
        } => format!("{error} at {file}:{line}"),
        Outcome::Cut { reason } => format!("cut off ({reason})"),
    };
    verdict_text(&what, verdict)
}

/// Coverage as it stands in JSON summaries; null where it was not measured.
pub fn coverage_json(coverage: Option<&CoverageReport>) -> serde_json::Value {
    match coverage {
        Some(report) => serde_json::json!({ "lines": report.lines, "branches": report.branches }),
        None => serde_json::Value::Null,
    }
}
