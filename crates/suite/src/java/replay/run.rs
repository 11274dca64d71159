//! Runs a row of tests in one JVM, and reads its log.

use super::runner_archive::RunnerArchive;
use super::tools::class_path;
use crate::java::{JUnit, JavaOutcome, JavaPlan, JavaTest};
use crate::native::Sandbox;
use crate::native::sandbox;
use crate::{Limits, NativeError, StackFrame, SuiteError};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

/// Why a test failed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    /// The exception or failed assertion that ended the test, and where in the program.
    pub what: String,
    /// The exception that left the method under test, if one did.
    pub thrown: Option<NativeError>,
    /// The class that the program needs and that is not on its class path.
    pub missing: Option<String>,
}

/// How a test ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestEnd {
    /// All it asserts holds.
    Passed,
    /// It failed.
    Failed(Failure),
    /// It failed before it called the method under test.
    Refused(Failure),
    /// Its time was up.
    TimedOut,
    /// The sandbox ended the JVM while it ran.
    Limited(sandbox::Exceeded),
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
    /// The first of them.
    pub first: Vec<Step>,
}

/// A decision that a test took.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub function: String,
    pub decision: u32,
    pub way: u64,
    /// Source file and line, as far as the class file tells.
    pub place: String,
}

/// What is known of a test that ran.
#[derive(Clone, Debug)]
pub struct Ran {
    pub ended: TestEnd,
    pub trace: Trace,
    /// What it wrote to standard output, if that is known.
    pub output: Option<sandbox::Output>,
    /// It passed, and failed when it ran with others as a build runs them: why.
    pub fails_together: Option<String>,
}

/// Threads that a JVM and the runner have for themselves, and more on machines of many processors.
const THREADS: u64 = 192;

/// True for tests that are predicted to end the JVM, or perhaps not to end.
pub fn ends_jvm(test: &JavaTest) -> bool {
    matches!(
        test.outcome,
        JavaOutcome::Exit { .. } | JavaOutcome::Cut { .. }
    )
}

/// The class whose `main` runs tests (`runtime/replay`).
pub const RUNNER: &str = "wayfarer.replay.Runner";

/// Options of the JVM that do not depend on the tests.
pub const OPTIONS: &[&str] = &[
    "-ea",
    "-XX:+UseSerialGC",
    "-XX:TieredStopAtLevel=1",
    "-XX:-UsePerfData",
    "-XX:-OmitStackTraceInFastThrow",
    // Identity hash codes are those of the machine: all are 1. Other JVMs have no such option.
    "-XX:+IgnoreUnrecognizedVMOptions",
    "-XX:+UnlockExperimentalVMOptions",
    "-XX:hashCode=2",
    // As many as the machine has.
    "-XX:ActiveProcessorCount=1",
    // The order of `Set.of` is set by the runner (`Surroundings.java`); compiled code may have
    // that of the start of the JVM in it.
    "--add-opens=java.base/jdk.internal.misc=ALL-UNNAMED",
    "-XX:CompileCommand=quiet",
    "-XX:CompileCommand=exclude,java/util/ImmutableCollections*.*",
    "-Duser.language=en",
    "-Duser.country=US",
    "-Duser.timezone=UTC",
    "-Dfile.encoding=UTF-8",
    "-Dsun.jnu.encoding=UTF-8",
    "-Djava.awt.headless=true",
    "-Djava.io.tmpdir=.",
];

/// The class that has JUnit of a version run a test.
pub fn launcher(junit: JUnit) -> &'static str {
    match junit {
        JUnit::Four => "wayfarer.replay.Launch4",
        JUnit::Five => "wayfarer.replay.Launch5",
    }
}

/// Where a row of tests runs.
pub struct Jvm<'a> {
    pub plan: &'a JavaPlan,
    /// Classes of the runner, and the jars it needs.
    pub runner: &'a [PathBuf],
    /// What starts it sooner.
    pub archive: Option<&'a RunnerArchive>,
    /// The program's class path.
    pub program: &'a [PathBuf],
    /// Compiled tests.
    pub tests: &'a Path,
    /// Directory of this row, for its files.
    pub directory: &'a Path,
    pub limits: &'a Limits,
    pub sandbox: &'a Sandbox,
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
        command.args(OPTIONS);
        // Classes of archives have hash codes already; without them the JVM starts more slowly.
        let varies = tests.iter().any(|test| test.varies.is_some());
        let archive = self.archive.filter(|archive| !varies && archive.is_there());
        command.arg(if varies {
            "-Xshare:off"
        } else {
            "-Xshare:auto"
        });
        let runner = archive.map_or(self.runner, |archive| &archive.class_path);
        command.args(archive.into_iter().flat_map(RunnerArchive::options));
        command.arg("-cp").arg(class_path(runner));
        command.arg(RUNNER).arg(&facts);
        command.env_clear();
        let each = self.limits.time + Duration::from_secs(2);
        let count = u32::try_from(tests.len()).unwrap_or(u32::MAX);
        let limits = Limits {
            // The JVM watches over each test; this is for when it cannot.
            time: each
                .saturating_mul(count)
                .saturating_add(Duration::from_secs(30)),
            processes: self.limits.processes + THREADS,
            ..self.limits.clone()
        };
        let coverage = self.directory.join("coverage");
        for file in [&log, &coverage] {
            std::fs::write(file, "").map_err(SuiteError::io(file))?;
        }
        let classes = runner.iter().chain(self.program).cloned();
        let archive = archive.map(|archive| archive.file.clone());
        let own = [facts.clone(), self.tests.to_owned(), self.plan.jdk.clone()];
        let own = own.into_iter().chain(archive);
        let ended = self.sandbox.run(&sandbox::Run {
            command: &command,
            directory: &work,
            stdin: &[],
            readable: &classes.chain(own).collect::<Vec<_>>(),
            writable: &[log.clone(), coverage],
            limits: &limits,
            limit_address_space: false,
        })?;
        let text = std::fs::read_to_string(&log).unwrap_or_default();
        let mut ran = read_log(&text, ended.status);
        if !text.lines().any(|line| line == "ready") {
            let said = ended.said();
            let said: Vec<&str> = said.lines().map(str::trim).take(3).collect();
            let problem = match said.is_empty() {
                true => "JUnit runs no tests".to_owned(),
                false => format!("the JVM does not run them: {}", said.join(" / ")),
            };
            return Err(SuiteError::Harness { problem });
        }
        let limited = ended.exceeded.map(TestEnd::Limited);
        let why = limited.or(ended.timed_out.then_some(TestEnd::TimedOut));
        if let Some(why) = why {
            let running = ran.values_mut();
            for one in running.filter(|one| matches!(one.ended, TestEnd::Jvm(_))) {
                one.ended = why.clone();
            }
        }
        Ok(ran)
    }

    /// What the runner is told.
    fn facts(&self, tests: &[&JavaTest], log: &Path) -> String {
        let mut text = String::new();
        let _ = writeln!(text, "launch {}", launcher(self.plan.junit));
        for entry in self.program {
            let _ = writeln!(text, "path {}", entry.display());
        }
        if let Some(monitors) = &self.plan.monitors {
            let _ = writeln!(text, "monitors {}", monitors.class);
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
        let ending = tests.iter().position(|test| ends_jvm(test));
        let together = ending.unwrap_or(tests.len());
        for (number, test) in tests.iter().enumerate() {
            if number == together {
                text.push_str("together \n");
            }
            let junit = test.junit.as_deref().unwrap_or_default();
            let (class, method) = junit.split_once('#').unwrap_or((junit, ""));
            let target = test.method.linkage_name();
            let (count, before) = (test.decisions.count, test.decisions.calls_before);
            let end = match test.outcome {
                JavaOutcome::Cut { .. } => "open",
                _ => "known",
            };
            let id = test.id;
            let _ = writeln!(
                text,
                "test {id} {class} {method} {target} {count} {end} {before}"
            );
        }
        if together == tests.len() {
            text.push_str("together \n");
        }
        text
    }
}

/// Reads the runner's log; `status` is how the JVM ended.
fn read_log(text: &str, status: Option<i32>) -> BTreeMap<u32, Ran> {
    let mut ran: BTreeMap<u32, Ran> = BTreeMap::new();
    // What is told of a failure before it is said that there is one.
    let mut failure = Failure::default();
    for line in text.lines() {
        let (key, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (id, rest) = rest.split_once(' ').unwrap_or((rest, ""));
        let Ok(id) = id.parse::<u32>() else {
            continue;
        };
        let one = ran.entry(id).or_insert_with(|| Ran {
            ended: TestEnd::Jvm(status),
            trace: Trace::default(),
            output: None,
            fails_together: None,
        });
        let mut failed = || Failure {
            what: unescape(rest),
            ..std::mem::take(&mut failure)
        };
        match key {
            "start" => failure = Failure::default(),
            "passed" => one.ended = TestEnd::Passed,
            "failed" => one.ended = TestEnd::Failed(failed()),
            "refused" => one.ended = TestEnd::Refused(failed()),
            "timeout" => one.ended = TestEnd::TimedOut,
            "trace" => one.trace = read_trace(rest),
            "together" => one.fails_together = Some(unescape(rest)),
            "output" => one.output = read_output(rest),
            "thrown" => failure.thrown = Some(thrown(unescape(rest))),
            "missing" => failure.missing = Some(unescape(rest)),
            "frame" => {
                if let Some(thrown) = &mut failure.thrown {
                    add_frame(thrown, rest);
                }
            }
            _ => {}
        }
    }
    ran
}

/// Reads `COUNT BYTES`.
fn read_output(text: &str) -> Option<sandbox::Output> {
    let (written, bytes) = text.split_once(' ')?;
    Some(sandbox::Output {
        bytes: hex::decode(bytes).ok()?,
        written: written.parse().ok()?,
    })
}

fn thrown(report: String) -> NativeError {
    NativeError {
        kind: Some(ir::ErrorKind::UncaughtException),
        report,
        file: String::new(),
        line: 0,
        stack: Vec::new(),
        assumption: None,
    }
}

/// Adds `user|other CLASS METHOD FILE LINE` of a stack trace; the first call of the program is the
/// place of the error.
fn add_frame(thrown: &mut NativeError, text: &str) {
    let [whose, class, method, file, line] = *text.split(' ').collect::<Vec<_>>() else {
        return;
    };
    let frame = StackFrame {
        function: format!("{class}.{method}"),
        file: file.trim_start_matches('-').to_owned(),
        // Negative for native methods.
        line: line.parse().unwrap_or(0),
    };
    if whose == "user" && thrown.file.is_empty() {
        thrown.file.clone_from(&frame.file);
        thrown.line = frame.line;
    }
    thrown.stack.push(frame);
}

fn read_trace(text: &str) -> Trace {
    let words: Vec<&str> = text.split(' ').collect();
    let [count, hash, steps @ ..] = words.as_slice() else {
        return Trace::default();
    };
    let steps = steps.chunks_exact(4).map(|step| Step {
        function: step[0].to_owned(),
        decision: step[1].parse().unwrap_or(u32::MAX),
        way: step[2].parse().unwrap_or(u64::MAX),
        place: step[3].to_owned(),
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
    fn any_log_is_read() {
        let log = "start 1\ntrace 1 2 ab A.f()V 0 1 A.java:3 A.f()V 1 7 A.java:4\noutput 1 2 6162\npassed 1\nstart 2\n\
                   thrown 2 no: a\\nb\nframe 2 other B g B.java -2\nframe 2 user A f A.java 7\nfailed 2 no: a\\nb\n\
                   missing 4 x.Y\nrefused 4 c\n";
        mutants::check(&mutants::texts(&[log]), 10_000, |bytes| {
            read_log(&String::from_utf8_lossy(bytes), Some(3));
        });
    }

    #[test]
    fn logs_tell_how_tests_ended() {
        let log = "start 1\ntrace 1 2 ab A.f()V 0 1 A.java:3 A.f()V 1 7 A.java:4\npassed 1\nstart 2\n\
                   trace 2 0 cb\nthrown 2 no: a\\nb\nframe 2 other B g B.java -2\n\
                   frame 2 user A f A.java 7\nfailed 2 no: a\\nb\nstart 4\ntrace 4 0 cb\n\
                   missing 4 x.Y\nrefused 4 c\ntogether 1 d\\\\ne\nstart 3\n";
        let ran = read_log(log, Some(3));
        assert_eq!(ran[&1].ended, TestEnd::Passed);
        assert_eq!(ran[&1].fails_together.as_deref(), Some("d\\ne"));
        assert_eq!(ran[&1].trace.count, 2);
        assert_eq!(ran[&1].trace.hash, "00000000000000ab");
        let step = &ran[&1].trace.first[1];
        assert_eq!((step.decision, step.way, &*step.place), (1, 7, "A.java:4"));
        let TestEnd::Failed(failure) = &ran[&2].ended else {
            panic!("{:?}", ran[&2]);
        };
        let thrown = failure.thrown.as_ref().expect("an exception");
        assert_eq!(failure.what, "no: a\nb");
        assert_eq!(thrown.describe(), "no: a\nb at A.java:7");
        assert_eq!((thrown.stack.len(), thrown.function()), (2, "A.f"));
        assert_eq!(ran[&3].ended, TestEnd::Jvm(Some(3)));
        let refused = Failure {
            what: "c".to_owned(),
            thrown: None,
            missing: Some("x.Y".to_owned()),
        };
        assert_eq!(ran[&4].ended, TestEnd::Refused(refused));
    }
}
