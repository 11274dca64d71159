//! Runs a row of tests in one JVM, and reads its log.

use super::tools::class_path;
use crate::SuiteError;
use crate::java::{JUnit, JavaPlan, JavaTest};
use crate::native::sandbox;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// How a test ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ended {
    /// All it asserts holds.
    Passed,
    /// It failed with this.
    Failed(String),
    /// It failed before it called the method under test.
    Refused(String),
    /// Its time was up.
    TimedOut,
    /// The JVM ended while it ran: exit status, if it has one.
    Jvm(Option<i32>),
}

/// The decisions that a test took.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Trace {
    /// How many.
    pub count: u64,
    /// Hash of as many as were predicted, or of all if there are fewer.
    pub hash: String,
    /// The first of them: function, number, way.
    pub first: Vec<(String, u32, u64)>,
}

/// What is known of a test that ran.
#[derive(Clone, Debug)]
pub struct Ran {
    pub ended: Ended,
    pub trace: Trace,
}

/// Where a row of tests runs.
pub struct Jvm<'a> {
    pub plan: &'a JavaPlan,
    /// Classes of the runner, and the jars it needs.
    pub runner: &'a [PathBuf],
    /// The program's class path.
    pub program: &'a [PathBuf],
    /// Compiled tests.
    pub tests: &'a Path,
    /// Directory of this row, for its files.
    pub directory: &'a Path,
    pub limits: &'a sandbox::Limits,
}

impl Jvm<'_> {
    /// Runs tests up to the first that ends the JVM; those behind it are not in the result.
    pub fn run(&self, tests: &[&JavaTest]) -> Result<BTreeMap<u32, Ran>, SuiteError> {
        let (log, facts) = (self.directory.join("log"), self.directory.join("facts"));
        let text = self.facts(tests, &log);
        std::fs::write(&facts, text).map_err(SuiteError::io(&facts))?;
        let work = self.directory.join("work");
        std::fs::create_dir_all(&work).map_err(SuiteError::io(&work))?;
        let mut command = Command::new(self.plan.jdk.join("bin/java"));
        let memory = self.limits.memory_mib / 4;
        command.arg(format!("-Xmx{}m", memory.max(64)));
        command.args([
            "-ea",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-XX:-UsePerfData",
            "-XX:-OmitStackTraceInFastThrow",
            "-Xshare:auto",
            "-Duser.language=en",
            "-Duser.country=US",
            "-Duser.timezone=UTC",
            "-Djava.awt.headless=true",
            "-Djava.io.tmpdir=.",
        ]);
        command
            .arg("-cp")
            .arg(class_path(self.runner))
            .arg("wayfarer.replay.Runner");
        command.arg(&facts);
        command.env_clear();
        let each = self.limits.time + Duration::from_secs(2);
        let count = u32::try_from(tests.len()).unwrap_or(u32::MAX);
        let limits = sandbox::Limits {
            // The JVM watches over each test; this is for when it cannot.
            time: each
                .saturating_mul(count)
                .saturating_add(Duration::from_secs(30)),
            ..self.limits.clone()
        };
        let ended = sandbox::run(&command, &work, None, &limits, false)?;
        let text = std::fs::read_to_string(&log).unwrap_or_default();
        let mut ran = read_log(&text, ended.status);
        if ran.is_empty() {
            let output = format!("the JVM did not run: {}", ended.stderr.trim());
            let command = "java wayfarer.replay.Runner".to_owned();
            return Err(SuiteError::Build { command, output });
        }
        if ended.timed_out {
            for one in ran
                .values_mut()
                .filter(|one| matches!(one.ended, Ended::Jvm(_)))
            {
                one.ended = Ended::TimedOut;
            }
        }
        Ok(ran)
    }

    /// What the runner is told.
    fn facts(&self, tests: &[&JavaTest], log: &Path) -> String {
        let mut text = String::new();
        let launch = match self.plan.junit {
            JUnit::Four => "Launch4",
            JUnit::Five => "Launch5",
        };
        let _ = writeln!(text, "launch wayfarer.replay.{launch}");
        for entry in self.program {
            let _ = writeln!(text, "path {}", entry.display());
        }
        let _ = writeln!(text, "tests {}", self.tests.display());
        let _ = writeln!(text, "log {}", log.display());
        let _ = writeln!(
            text,
            "coverage {}",
            self.directory.join("coverage").display()
        );
        let _ = writeln!(text, "seconds {}", self.limits.time.as_secs().max(1));
        let targets: BTreeSet<String> = tests.iter().map(|t| t.method.linkage_name()).collect();
        for target in targets {
            let _ = writeln!(text, "target {target}");
        }
        for test in tests {
            let junit = test.junit.as_deref().unwrap_or_default();
            let (class, method) = junit.split_once('#').unwrap_or((junit, ""));
            let (target, count) = (test.method.linkage_name(), test.decisions.count);
            let _ = writeln!(text, "test {} {class} {method} {target} {count}", test.id);
        }
        text
    }
}

/// Reads the runner's log; `status` is how the JVM ended.
fn read_log(text: &str, status: Option<i32>) -> BTreeMap<u32, Ran> {
    let mut ran: BTreeMap<u32, Ran> = BTreeMap::new();
    for line in text.lines() {
        let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (id, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let Ok(id) = id.parse::<u32>() else {
            continue;
        };
        let one = ran.entry(id).or_insert_with(|| Ran {
            ended: Ended::Jvm(status),
            trace: Trace::default(),
        });
        match key {
            "passed" => one.ended = Ended::Passed,
            "failed" => one.ended = Ended::Failed(unescape(rest)),
            "refused" => one.ended = Ended::Refused(unescape(rest)),
            "timeout" => one.ended = Ended::TimedOut,
            "trace" => one.trace = read_trace(rest),
            _ => {}
        }
    }
    ran
}

fn read_trace(text: &str) -> Trace {
    let words: Vec<&str> = text.split(' ').collect();
    let [count, hash, steps @ ..] = words.as_slice() else {
        return Trace::default();
    };
    let steps = steps.chunks_exact(3).map(|step| {
        let number = step[1].parse().unwrap_or(u32::MAX);
        (
            step[0].to_owned(),
            number,
            step[2].parse().unwrap_or(u64::MAX),
        )
    });
    Trace {
        count: count.parse().unwrap_or(0),
        hash: format!("{hash:0>16}"),
        first: steps.collect(),
    }
}

fn unescape(text: &str) -> String {
    let mut out = String::new();
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => match chars.next() {
                Some('n') => out.push('\n'),
                Some('r') => out.push('\r'),
                Some(other) => out.push(other),
                None => {}
            },
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logs_tell_how_tests_ended() {
        let log = "start 1\ntrace 1 2 ab A.f()V 0 1 A.f()V 1 7\npassed 1\nstart 2\ntrace 2 0 cb\n\
                   failed 2 no: a\\nb\nstart 4\ntrace 4 0 cb\nrefused 4 c\nstart 3\n";
        let ran = read_log(log, Some(3));
        assert_eq!(ran[&1].ended, Ended::Passed);
        assert_eq!(ran[&1].trace.count, 2);
        assert_eq!(ran[&1].trace.hash, "00000000000000ab");
        assert_eq!(ran[&1].trace.first[1], ("A.f()V".to_owned(), 1, 7));
        assert_eq!(ran[&2].ended, Ended::Failed("no: a\nb".to_owned()));
        assert_eq!(ran[&3].ended, Ended::Jvm(Some(3)));
        assert_eq!(ran[&4].ended, Ended::Refused("c".to_owned()));
    }
}
