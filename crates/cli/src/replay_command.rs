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
    let mut counts = [0u64; 3];
    let (mut rows, mut bugs) = (Vec::new(), false);
    for test in tests.iter().filter(chosen) {
        let verdict = replay.run(test)?;
        let is_error = matches!(test.outcome, Outcome::Error { .. });
        bugs |= is_error && !matches!(verdict, Verdict::NotReproduced { .. });
        counts[match verdict {
            Verdict::Confirmed => 0,
            Verdict::NotReproduced { .. } => 1,
            Verdict::Diverged { .. } => 2,
        }] += 1;
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
        let json = serde_json::json!({
            "tests": rows,
            "confirmed": counts[0],
            "not_reproduced": counts[1],
            "diverged": counts[2],
            "coverage": coverage_json(coverage.as_ref()),
        });
        say!("{json}");
    } else {
        let [confirmed, not_reproduced, diverged] = counts;
        say!("{confirmed} confirmed, {not_reproduced} not reproduced, {diverged} diverged");
        say!("{}", coverage_line(coverage.as_ref()));
    }
    Ok(if bugs {
        exit::BUGS_FOUND
    } else {
        exit::NOTHING_FOUND
    })
}

fn describe(test: &TestCase, verdict: &Verdict) -> String {
    let what = match &test.outcome {
        Outcome::Exit { status } => format!("exit status {status}"),
        Outcome::Error {
            error, file, line, ..
        } => format!("{error} at {file}:{line}"),
        Outcome::Cut { reason } => format!("cut off ({reason})"),
    };
    match verdict {
        Verdict::Confirmed => format!("confirmed: {what}"),
        Verdict::NotReproduced { observed } => {
            format!("not reproduced: predicted {what}, observed {observed}")
        }
        Verdict::Diverged { place } => format!("diverged: {what}, but {place}"),
    }
}

/// Coverage as it stands in JSON summaries; null where it was not measured.
pub fn coverage_json(coverage: Option<&CoverageReport>) -> serde_json::Value {
    match coverage {
        Some(report) => serde_json::json!({ "lines": report.lines, "branches": report.branches }),
        None => serde_json::Value::Null,
    }
}
