//! Runs the tests of a suite and gives each its verdict.

use super::build::{Binaries, build};
use super::coverage::{CoverageReport, measure};
use super::decisions;
use super::sandbox::{self, Ended, Limits};
use super::verdict::judge;
use crate::{EntryPoint, Outcome, Suite, SuiteError, TestCase, Verdict};
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The natively built program of a suite, ready to run tests.
pub struct Replay {
    suite: Suite,
    binaries: Binaries,
    limits: Limits,
    work: tempfile::TempDir,
}

/// Options of the sanitizers: reports name lines, an abort is reported and does not skip the
/// profile, objects of dead frames are noticed.
const ASAN_OPTIONS: &str = "detect_stack_use_after_return=1:handle_abort=1:handle_sigill=1:\
                            handle_sigfpe=1:allocator_may_return_null=1:halt_on_error=1:\
                            exitcode=99:symbolize=1";

/// How many times as long a run may take that did not end in time.
const PATIENCE: u32 = 4;

/// The arguments of a function under test, beside the inputs.
const ENTRY_FILE: &str = ".wf-entry";

impl Replay {
    /// Builds the program.
    ///
    /// # Errors
    /// If it does not build, or there is no room for it.
    pub fn build(suite: &Suite, limits: Limits) -> Result<Replay, SuiteError> {
        let work = tempfile::Builder::new()
            .prefix("wayfarer-replay-")
            .tempdir();
        let work = work.map_err(SuiteError::io(&std::env::temp_dir()))?;
        let profiles = work.path().join("profiles");
        std::fs::create_dir(&profiles).map_err(SuiteError::io(&profiles))?;
        let binaries = build(suite, work.path())?;
        Ok(Replay {
            suite: suite.clone(),
            binaries,
            limits,
            work,
        })
    }

    /// True if the program was built from sources: with sanitizers, and measuring coverage.
    pub fn is_sanitized(&self) -> bool {
        self.binaries.sanitized
    }

    /// Runs a test and compares outcome and decisions with the prediction. A run whose time is up
    /// before it did what was predicted is made again with more time: the machine may be busy.
    ///
    /// # Errors
    /// If the sandbox cannot be set up.
    pub fn run(&self, test: &TestCase) -> Result<Verdict, SuiteError> {
        let (verdict, timed_out) = self.attempt(test, &self.limits)?;
        if !timed_out || verdict == Verdict::Confirmed {
            return Ok(verdict);
        }
        let time = self.limits.time.saturating_mul(PATIENCE);
        let limits = Limits {
            time,
            ..self.limits.clone()
        };
        Ok(self.attempt(test, &limits)?.0)
    }

    /// The verdict of one try; true if its time was up.
    fn attempt(&self, test: &TestCase, limits: &Limits) -> Result<(Verdict, bool), SuiteError> {
        let directory = tempfile::tempdir_in(self.work.path());
        let directory = directory.map_err(SuiteError::io(self.work.path()))?;
        let directory = directory.path();
        let inputs = directory.join(".wf-inputs");
        std::fs::write(&inputs, input_file(test)).map_err(SuiteError::io(&inputs))?;
        if let EntryPoint::Function { parameters, .. } = &self.suite.plan.entry {
            let entry = test.entry.clone().unwrap_or_default();
            if let Some(problem) = entry.problem(parameters.len()) {
                let path = self.suite.stem(test.id).with_extension("json");
                return Err(SuiteError::format(&path, problem));
            }
            let path = directory.join(ENTRY_FILE);
            std::fs::write(&path, entry.to_bytes()).map_err(SuiteError::io(&path))?;
        }
        let notes = directory.join(".wf-notes");
        let mut checked = self.command(&self.binaries.checked, test, &inputs);
        checked
            .env("WF_NOTES", &notes)
            .env("ASAN_OPTIONS", self.asan_options());
        checked.env("UBSAN_OPTIONS", "print_stacktrace=1");
        checked.env(
            "ASAN_SYMBOLIZER_PATH",
            "/usr/lib/llvm-19/bin/llvm-symbolizer",
        );
        let profile = format!("profiles/{:06}.profraw", test.id);
        checked.env("LLVM_PROFILE_FILE", self.work.path().join(profile));
        let ended = self.sandboxed(checked, test, &directory.join("checked"), limits, false)?;
        let noted = std::fs::read_to_string(&notes).unwrap_or_default();
        if let Some(verdict) = judge(test, &ended, &noted, self.binaries.sanitized) {
            return Ok((verdict, ended.timed_out));
        }
        let Some(program) = &self.binaries.decisions else {
            return Ok((Verdict::Confirmed, ended.timed_out));
        };
        let log = directory.join(".wf-decisions");
        decisions::prepare(&log)?;
        let mut command = self.command(program, test, &inputs);
        command.env("WF_DECISIONS", &log);
        let ended = self.sandboxed(command, test, &directory.join("decisions"), limits, true)?;
        let verdict = match decisions::compare(&log, test, &self.suite.plan)? {
            None => Verdict::Confirmed,
            Some(place) => Verdict::Diverged { place },
        };
        Ok((verdict, ended.timed_out))
    }

    /// Coverage of all tests run so far, also written to `coverage.lcov` in the suite's directory;
    /// `None` if the program was not built from sources.
    ///
    /// # Errors
    /// If the profiles cannot be merged or the file not be written.
    pub fn coverage(&self) -> Result<Option<CoverageReport>, SuiteError> {
        if !self.binaries.sanitized {
            return Ok(None);
        }
        let lcov = self.suite.directory.join("coverage.lcov");
        measure(
            &self.binaries.checked,
            &self.work.path().join("profiles"),
            &lcov,
        )
    }

    fn asan_options(&self) -> String {
        let leaks = self.suite.plan.checks.iter().any(|check| check == "leak");
        let (leaks, memory) = (u8::from(leaks), self.limits.memory_mib);
        format!("{ASAN_OPTIONS}:detect_leaks={leaks}:hard_rss_limit_mb={memory}")
    }

    /// The program with the test's arguments and an environment of nothing but the test's.
    fn command(&self, program: &Path, test: &TestCase, inputs: &Path) -> Command {
        let mut command = Command::new(program);
        command.args(
            test.arguments
                .iter()
                .map(|argument| OsStr::from_bytes(&argument.hex)),
        );
        command.env_clear().env("WF_INPUTS", inputs);
        if self.suite.plan.stub_undefined {
            command.env("WF_STUBS", "1");
        }
        if self.suite.plan.failing_malloc {
            let digits = test.failing_allocations.iter();
            let digits: String = digits.map(|&fails| if fails { '1' } else { '0' }).collect();
            command.env("WF_ALLOCATIONS", digits);
        }
        if test.entry.is_some() {
            command.env("WF_ENTRY", inputs.with_file_name(ENTRY_FILE));
        }
        for variable in &test.environment {
            let mut parts = variable.hex.splitn(2, |&byte| byte == b'=');
            if let (Some(name), Some(value)) = (parts.next(), parts.next()) {
                command.env(OsStr::from_bytes(name), OsStr::from_bytes(value));
            }
        }
        command
    }

    fn sandboxed(
        &self,
        command: Command,
        test: &TestCase,
        directory: &PathBuf,
        limits: &Limits,
        limit_address_space: bool,
    ) -> Result<Ended, SuiteError> {
        std::fs::create_dir(directory).map_err(SuiteError::io(directory))?;
        for file in &test.files {
            let path = directory.join(&file.name);
            // A name that leads out of the directory is not written; the program does not find it.
            let plain = Path::new(&file.name).components();
            if plain
                .into_iter()
                .all(|part| matches!(part, std::path::Component::Normal(_)))
            {
                if let Some(parent) = path.parent() {
                    std::fs::create_dir_all(parent).map_err(SuiteError::io(parent))?;
                }
                std::fs::write(&path, &file.contents).map_err(SuiteError::io(&path))?;
            }
        }
        let mut limits = limits.clone();
        if matches!(test.outcome, Outcome::Cut { .. }) {
            // Such a run may have no end: it is only followed.
            limits.time = limits.time.min(std::time::Duration::from_secs(2));
        }
        sandbox::run(
            &command,
            directory,
            test.stdin.as_deref(),
            &limits,
            limit_address_space,
        )
    }
}

/// The test's inputs as the runtime reads them.
fn input_file(test: &TestCase) -> Vec<u8> {
    let length = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes();
    let mut out = length(test.inputs.len()).to_vec();
    for input in &test.inputs {
        out.extend(length(input.name.len()));
        out.extend(input.name.as_bytes());
        out.extend((input.bytes.len() as u64).to_le_bytes());
        out.extend(&input.bytes);
    }
    out
}
