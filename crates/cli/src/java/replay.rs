//! `wayfarer replay` for Java.

use crate::arguments::Replay as Options;
use crate::exit;
use crate::replay_command::{VerdictCounts, shows_bug, verdict_text, warn_of};
use crate::summary::coverage_lines;
use std::time::Duration;
use suite::Verdict;
use suite::java::{JavaOutcome, JavaReplay, JavaSuite, JavaTest};

/// Runs the tests of a suite again.
pub fn run(options: &Options) -> anyhow::Result<u8> {
    let mut suite = JavaSuite::open(&options.directory)?;
    let mut tests = suite.tests()?;
    tests.retain(|test| options.test.is_empty() || options.test.contains(&test.id));
    let seconds = options.test_time.unwrap_or(suite.plan.test_seconds);
    if let Some(mode) = options.sandbox {
        suite.plan.sandbox.mode = mode;
    }
    let limits = suite.plan.sandbox.limits(Duration::from_secs(seconds));
    let mut replay = JavaReplay::build(&suite, limits)?;
    warn_of(replay.sandbox());
    let verdicts = replay.run(&tests)?;
    let mut counts = VerdictCounts::default();
    let (mut rows, mut bugs) = (Vec::new(), false);
    for (mut test, verdict) in tests.into_iter().zip(verdicts) {
        bugs |= shows_bug(matches!(test.outcome, JavaOutcome::Threw { .. }), &verdict);
        counts.add(&verdict);
        if !options.json {
            say!("test {:6}  {}", test.id, describe(&test, &verdict));
        }
        rows.push(serde_json::json!({ "test": test.id, "verdict": verdict }));
        test.verdict = Some(verdict);
        suite.write(&test)?;
    }
    let coverage = replay.coverage()?;
    if options.json {
        say!("{}", counts.json(&rows, coverage.as_ref()));
    } else {
        say!("{counts}");
        say!("{}", coverage_lines(coverage.as_ref()));
    }
    Ok(match bugs {
        true => exit::BUGS_FOUND,
        false => exit::NOTHING_FOUND,
    })
}

fn describe(test: &JavaTest, verdict: &Verdict) -> String {
    let what = match &test.outcome {
        JavaOutcome::Returned { .. } => "returns".to_owned(),
        JavaOutcome::Threw {
            exception,
            message,
            file,
            line,
            ..
        } => {
            let message = message.as_ref().map(|message| format!(": {message}"));
            format!(
                "{exception}{} at {file}:{line}",
                message.unwrap_or_default()
            )
        }
        JavaOutcome::Exit { status } => format!("exit status {status}"),
        JavaOutcome::Cut { reason } => format!("cut off ({reason})"),
    };
    let what = format!("{}.{} {what}", test.method.class, test.method.name);
    verdict_text(&what, verdict)
}
