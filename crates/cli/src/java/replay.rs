//! `wayfarer replay` for Java.

use crate::arguments::Replay as Options;
use crate::exit;
use crate::replay_command::coverage_json;
use crate::summary::coverage_line;
use std::time::Duration;
use suite::Verdict;
use suite::java::{JavaOutcome, JavaReplay, JavaSuite, JavaTest};
use suite::native::Limits;

/// Runs the tests of a suite again.
pub fn run(options: &Options) -> anyhow::Result<u8> {
    let suite = JavaSuite::open(&options.directory)?;
    let mut tests = suite.tests()?;
    tests.retain(|test| options.test.is_empty() || options.test.contains(&test.id));
    let seconds = options.test_time.unwrap_or(suite.plan.test_seconds);
    let limits = Limits {
        time: Duration::from_secs(seconds),
        ..Limits::default()
    };
    let mut replay = JavaReplay::build(&suite, limits)?;
    let verdicts = replay.run(&tests)?;
    let mut counts = [0u64; 3];
    let (mut rows, mut bugs) = (Vec::new(), false);
    for (mut test, verdict) in tests.into_iter().zip(verdicts) {
        let is_error = matches!(test.outcome, JavaOutcome::Threw { .. });
        bugs |= is_error && !matches!(verdict, Verdict::NotReproduced { .. });
        counts[match verdict {
            Verdict::Confirmed => 0,
            Verdict::NotReproduced { .. } => 1,
            Verdict::Diverged { .. } => 2,
        }] += 1;
        if !options.json {
            say!("test {:6}  {}", test.id, describe(&test, &verdict));
        }
        rows.push(serde_json::json!({ "test": test.id, "verdict": verdict }));
        test.verdict = Some(verdict);
        suite.write(&test)?;
    }
    let coverage = replay.coverage()?;
    let [confirmed, not_reproduced, diverged] = counts;
    if options.json {
        let json = serde_json::json!({
            "tests": rows,
            "confirmed": confirmed,
            "not_reproduced": not_reproduced,
            "diverged": diverged,
            "coverage": coverage_json(coverage.as_ref()),
        });
        say!("{json}");
    } else {
        say!("{confirmed} confirmed, {not_reproduced} not reproduced, {diverged} diverged");
        say!("{}", coverage_line(coverage.as_ref()));
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
    match verdict {
        Verdict::Confirmed => format!("confirmed: {what}"),
        Verdict::NotReproduced { observed } => {
            format!("not reproduced: predicted {what}, observed {observed}")
        }
        Verdict::Diverged { place } => format!("diverged: {what}, but {place}"),
    }
}
