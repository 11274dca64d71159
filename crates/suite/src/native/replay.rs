//! Runs the tests of a suite and gives each its verdict.

use super::build::{Binaries, build};
use super::coverage::{CoverageReport, measure};
use super::decisions::{self, Parting};
use super::output;
use super::probe;
use super::run_files::{
    self, ENTRY_FILE, INPUTS_FILE, MEMORY_FILE, NOTES_FILE, OF_TEST, OWN_FILES, PROCESS_FILE,
    PROFILE_FILE, RunFiles, make_empty, make_empty_directory,
};
use super::runner::TestRunner;
use super::sandbox::{self, Ended, Output, Sandbox};
use super::symbolizer::Symbolizer;
use super::unit;
use super::verdict::{End, JudgedRun, judge};
use crate::{Check, CutReason, Limits, Outcome, Plan, Suite, SuiteError, TestCase, Verdict};
use ir::ErrorKind;
use scratch::ScratchDirectory;
use std::cell::Cell;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// The natively built program of a suite, ready to run tests.
pub struct Replay {
    suite: Suite,
    binaries: Binaries,
    limits: Limits,
    sandbox: Sandbox,
    symbolizer: Symbolizer,
    work: ScratchDirectory,
    /// Nothing of the last run can write to its files any more.
    is_over: Cell<bool>,
}

/// A run that has logged its decisions.
struct LoggedRun {
    end: End,
    /// The first decision that differed.
    parting: Option<Parting>,
    ended: Ended,
    taken: Duration,
}

/// Options of the sanitizers: an abort is reported and does not skip the profile, objects of dead frames are noticed, and names
/// and lines are left to the [`Symbolizer`].
const ASAN_OPTIONS: &str = "detect_stack_use_after_return=1:handle_abort=1:handle_sigill=1:\
                            handle_sigfpe=1:allocator_may_return_null=1:halt_on_error=1:\
                            exitcode=99:symbolize=0";

/// Decisions behind a predicted error after which a run without checks is ended: what it has read or overwritten may keep it
/// going for good. So may what another run did not end with.
const BEHIND_ERROR: u64 = 1_000_000;

/// Time of a run with sanitizers until a path was cut: so much, and so many times what the run without took.
const BEFORE_CUT: Duration = Duration::from_millis(250);
const SLOWER: u32 = 10;

/// How many times as long a run may take that did not end in time.
const PATIENCE: u32 = 4;

/// Where raw profiles are kept, by test.
const PROFILES: &str = "profiles";

impl TestRunner for Replay {
    type Plan = Plan;

    /// Each verdict is told at once.
    const TOGETHER: usize = 1;

    /// Builds the program, and sees whether programs can be run here as tests are.
    fn build(suite: &Suite, limits: Limits) -> Result<Replay, SuiteError> {
        let work = ScratchDirectory::new();
        let work = work.map_err(SuiteError::io(&std::env::temp_dir()))?;
        for name in [PROFILES, OF_TEST] {
            let path = work.path().join(name);
            std::fs::create_dir(&path).map_err(SuiteError::io(&path))?;
        }
        let sandbox = Sandbox::new(suite.plan.sandbox.mode, work.path())?;
        let binaries = build(suite, work.path())?;
        let replay = Replay {
            suite: suite.clone(),
            binaries,
            limits,
            sandbox,
            symbolizer: Symbolizer::default(),
            work,
            is_over: Cell::new(false),
        };
        replay.probe()?;
        Ok(replay)
    }

    fn sandbox(&self) -> &Sandbox {
        &self.sandbox
    }

    fn run(&mut self, tests: &[TestCase]) -> Result<Vec<Verdict>, SuiteError> {
        tests.iter().map(|test| self.verdict(test)).collect()
    }

    fn set_aside(&mut self) -> Result<(), SuiteError> {
        if self.suite.plan.unit.is_none() {
            return Ok(());
        }
        unit::write_checked(&self.suite, &self.sandbox, &self.limits, self.work.path())
    }

    /// Only a program that is built from sources is measured.
    fn coverage(&self) -> Result<Option<CoverageReport>, SuiteError> {
        if !self.binaries.sanitized {
            return Ok(None);
        }
        let lcov = self.suite.directory.join("coverage.lcov");
        measure(
            &self.binaries.checked,
            &self.work.path().join(PROFILES),
            &lcov,
            &self.suite.plan.coverage,
        )
    }
}

impl Replay {
    /// Has the program show that it can be run, so that what keeps all tests from running is not taken for what they do.
    fn probe(&self) -> Result<(), SuiteError> {
        let around = self.work.path().join(OF_TEST);
        make_empty(&OWN_FILES.map(|name| around.join(name)), false)?;
        let run = |name: &str| {
            let mut command = Command::new(&self.binaries.checked);
            command.env_clear().env("WF_MUST_RUN", name);
            let place = self.place_of_checked(&around)?;
            self.watch(&mut command, &place);
            make_empty_directory(&place.directory).map_err(SuiteError::io(&place.directory))?;
            let ended = self.in_sandbox(&sandbox::Run {
                command: &command,
                directory: &place.directory,
                stdin: &[],
                readable: &place.readable,
                writable: &place.writable,
                limits: &self.limits,
                limit_address_space: false,
            })?;
            let notes = std::fs::read_to_string(place.notes()).unwrap_or_default();
            Ok((ended, notes))
        };
        let (well, crashed) = (run("ends-well")?, run("crashes")?);
        probe::check(
            &self.as_run(&well.0, &well.1, self.binaries.sanitized),
            &self.as_run(&crashed.0, &crashed.1, self.binaries.sanitized),
        )
    }

    /// Where the program with sanitizers has its files, without what an earlier run has written.
    fn place_of_checked(&self, around: &Path) -> Result<RunFiles, SuiteError> {
        let writable = [NOTES_FILE, PROFILE_FILE].map(|name| around.join(name));
        make_empty(&writable, self.is_over.get())?;
        Ok(RunFiles {
            directory: around.join("checked"),
            readable: self.readable(around),
            writable: writable.into(),
        })
    }

    fn as_run<'a>(&'a self, ended: &'a Ended, notes: &'a str, sanitized: bool) -> JudgedRun<'a> {
        JudgedRun {
            ended,
            notes,
            sanitized,
            checks: &self.suite.plan.checks,
        }
    }

    /// Sets what the sanitizers are told, and where the program with them writes.
    fn watch(&self, command: &mut Command, place: &RunFiles) {
        command.env("WF_NOTES", place.notes());
        command.env("LLVM_PROFILE_FILE", place.profile());
        command.env("ASAN_OPTIONS", self.asan_options());
        command.env("UBSAN_OPTIONS", "print_stacktrace=1");
    }

    /// True if the program was built from sources: with sanitizers, and measuring coverage.
    pub fn is_sanitized(&self) -> bool {
        self.binaries.sanitized
    }

    /// Runs a test and compares outcome and decisions with the prediction. A run whose time is up
    /// before it did what was predicted is made again with more time: the machine may be busy. So is
    /// one that was killed from outside.
    fn verdict(&self, test: &TestCase) -> Result<Verdict, SuiteError> {
        match self.attempts(test) {
            // It is one test's problem: a file of that name cannot be where the system's are, say.
            Err(SuiteError::Sandbox { what }) => Ok(Verdict::NotReplayed { reason: what }),
            ran => Ok(ran?.under(test.assumption.as_ref())),
        }
    }

    fn attempts(&self, test: &TestCase) -> Result<Verdict, SuiteError> {
        let (verdict, cut_short) = self.attempt(test, &self.limits)?;
        if !cut_short || verdict == Verdict::Confirmed {
            return Ok(verdict);
        }
        let time = self.limits.time.saturating_mul(PATIENCE);
        let limits = Limits {
            time,
            ..self.limits.clone()
        };
        Ok(self.attempt(test, &limits)?.0)
    }

    /// True if a path was cut off at something that the native program lacks as well, such as a variable that is
    /// defined nowhere: what it does from there on says nothing.
    fn lacks_what_cut(&self, test: &TestCase) -> bool {
        let Outcome::Cut {
            reason: CutReason::Unsupported(what),
        } = &test.outcome
        else {
            return false;
        };
        let mut missing = self.binaries.missing.iter();
        missing.any(|name| what.contains(&format!("`{name}`")))
    }

    /// The verdict of one try; true if it was cut short.
    fn attempt(&self, test: &TestCase, limits: &Limits) -> Result<(Verdict, bool), SuiteError> {
        let directory = &self.work.path().join(OF_TEST);
        run_files::write_inputs(&self.suite, test, directory)?;
        // One of whose end nothing is predicted shows first how long it takes to where it was cut.
        let mut logged = match is_cut(test) {
            true => self.run_logging(test, (directory, false), limits)?,
            false => None,
        };
        // The machine may be busy, as where this is tried once more with more time.
        let busy = match limits.time > self.limits.time {
            true => PATIENCE,
            false => 1,
        };
        let enough = |it: &LoggedRun| (BEFORE_CUT + it.taken * SLOWER) * busy;
        let enough = logged.as_ref().map(enough);
        let (mut end, checked) = self.run_checked(test, directory, (limits, enough))?;
        if !is_cut(test) && !matches!(end, End::NotRun(_)) {
            logged = self.run_logging(test, (directory, checked.timed_out), limits)?;
        }
        let (mut parting, mut plain) = (None, None);
        if let Some(logged) = logged
            && !matches!(end, End::NotRun(_))
        {
            end = end.seen_again(test, logged.end);
            parting = logged.parting;
            plain = Some(logged.ended);
        }
        let went_elsewhere = parting.as_ref().is_some_and(|it| !it.is_end);
        if let Some(predicted) = &test.stdout {
            let runs = std::iter::once(&checked).chain(&plain);
            let outputs: Vec<&Output> = runs.map(|ended| &ended.stdout).collect();
            end = end.with_output(output::compare(predicted, &outputs));
        }
        if let (Some(predicted), Some(plain)) = (&test.stderr, &plain) {
            let difference = output::compare_errors(predicted, &plain.stderr, &checked.stderr);
            end = end.with_output(difference);
        }
        let has_objects = test
            .entry
            .as_ref()
            .is_some_and(|entry| !entry.objects.is_empty());
        let decision = parting.map(|it| it.difference);
        let verdict = end.with_decisions(decision, is_cut(test).then_some(has_objects));
        let verdict = match self.lacks_what_cut(test) {
            true => verdict.without_error_behind(),
            false => verdict,
        };
        if verdict != Verdict::Confirmed && is_full(self.work.path()) {
            let reason = "the temporary directory is full".to_owned();
            return Ok((Verdict::NotReplayed { reason }, false));
        }
        // What has gone another way is not as predicted, whatever time it has.
        let last = plain.as_ref().unwrap_or(&checked);
        let cut_short = last.was_cut_short() || !is_cut(test) && checked.was_cut_short();
        Ok((verdict, cut_short && !went_elsewhere))
    }

    /// The run with sanitizers. One of whose end nothing is predicted is ended when it had time `enough`.
    fn run_checked(
        &self,
        test: &TestCase,
        directory: &Path,
        (limits, enough): (&Limits, Option<Duration>),
    ) -> Result<(End, Ended), SuiteError> {
        let place = self.place_of_checked(directory)?;
        let mut command = self.command(&self.binaries.checked, test, directory);
        self.watch(&mut command, &place);
        if is_cut(test) {
            command.env("WF_CUT", "1");
        }
        let mut limits = limits.clone();
        if let Some(enough) = enough {
            limits.time = limits.time.min(enough);
        }
        let mut ended = self.sandboxed(command, test, &place, &limits, false)?;
        if self.binaries.sanitized {
            ended.stderr.bytes = self.symbolizer.symbolised(&ended.stderr.bytes);
            let kept = format!("{PROFILES}/{:06}.profraw", test.id);
            // Where there is no room for it, the verdict says so.
            let _ = std::fs::copy(place.profile(), self.work.path().join(kept));
        }
        let end = self.judge(test, &ended, place.notes(), self.binaries.sanitized);
        Ok((end, ended))
    }

    /// The run of the program that logs its decisions, if there is one and the test has any. One that `may_loop` is
    /// followed for so many decisions only.
    fn run_logging(
        &self,
        test: &TestCase,
        (directory, may_loop): (&Path, bool),
        limits: &Limits,
    ) -> Result<Option<LoggedRun>, SuiteError> {
        let Some(program) = &self.binaries.decisions else {
            return Ok(None);
        };
        if is_cut(test) && test.decisions.count == 0 {
            return Ok(None);
        }
        let log = directory.join(".wf-decisions");
        let notes = directory.join(".wf-notes-of-decisions");
        let writable = vec![log.clone(), notes.clone()];
        make_empty(&writable, self.is_over.get())?;
        decisions::prepare(&log)?;
        let mut command = self.command(program, test, directory);
        command.env("WF_DECISIONS", &log).env("WF_NOTES", &notes);
        // A run that has shown all that is predicted may have no end.
        let behind = match &test.outcome {
            Outcome::Cut { .. } => Some(0),
            // Recursion without end comes to one natively, however deep that is.
            Outcome::Error { error, .. } if *error != ErrorKind::StackExhausted => {
                Some(BEHIND_ERROR)
            }
            _ if may_loop => Some(BEHIND_ERROR),
            _ => None,
        };
        if let Some(behind) = behind {
            let last = test.decisions.count.saturating_add(behind);
            command.env("WF_LAST_DECISION", last.to_string());
        }
        let place = RunFiles {
            directory: directory.join("decisions"),
            readable: self.readable(directory),
            writable,
        };
        let begun = Instant::now();
        let ended = self.sandboxed(command, test, &place, limits, true)?;
        let taken = begun.elapsed();
        Ok(Some(LoggedRun {
            end: self.judge(test, &ended, &notes, false),
            parting: decisions::compare(&log, test, &self.suite.plan)?,
            ended,
            taken,
        }))
    }

    fn judge(&self, test: &TestCase, ended: &Ended, notes: &Path, sanitized: bool) -> End {
        let notes = std::fs::read_to_string(notes).unwrap_or_default();
        let run = self.as_run(ended, &notes, sanitized);
        judge(test, &run)
    }

    fn asan_options(&self) -> String {
        let leaks = self.suite.plan.checks.contains(&Check::Leak);
        let (leaks, memory) = (u8::from(leaks), self.limits.memory_mib);
        format!("{ASAN_OPTIONS}:detect_leaks={leaks}:hard_rss_limit_mb={memory}")
    }

    /// The program with as many arguments as the test has. What they are, and the environment, the
    /// runtime takes from a file: the settings in this one are the replay's own.
    fn command(&self, program: &Path, test: &TestCase, directory: &Path) -> Command {
        let mut command = Command::new(program);
        command.args(
            test.arguments
                .iter()
                .map(|argument| OsStr::from_bytes(&argument.hex)),
        );
        command
            .env_clear()
            .env("WF_INPUTS", directory.join(INPUTS_FILE))
            .env("WF_PROCESS", directory.join(PROCESS_FILE));
        if self.suite.plan.stub_undefined {
            command.env("WF_STUBS", "1");
        }
        if self.suite.plan.failing_malloc {
            let digits = test.failing_allocations.iter();
            let digits: String = digits.map(|&fails| if fails { '1' } else { '0' }).collect();
            command.env("WF_ALLOCATIONS", digits);
        }
        if self.suite.plan.free_memory {
            command.env("WF_MEMORY", directory.join(MEMORY_FILE));
        }
        if test.entry.is_some() {
            command.env("WF_ENTRY", directory.join(ENTRY_FILE));
        }
        command
    }

    fn sandboxed(
        &self,
        command: Command,
        test: &TestCase,
        place: &RunFiles,
        limits: &Limits,
        limit_address_space: bool,
    ) -> Result<Ended, SuiteError> {
        let directory = &place.directory;
        make_empty_directory(directory).map_err(SuiteError::io(directory))?;
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
        if is_cut(test) {
            // Such a run may have no end: it is only followed.
            limits.time = limits.time.min(Duration::from_secs(2));
        }
        self.in_sandbox(&sandbox::Run {
            command: &command,
            directory,
            stdin: test.stdin.as_deref().unwrap_or_default(),
            readable: &place.readable,
            writable: &place.writable,
            limits: &limits,
            limit_address_space,
        })
    }

    fn in_sandbox(&self, run: &sandbox::Run<'_>) -> Result<Ended, SuiteError> {
        self.is_over.set(false);
        let ended = self.sandbox.run(run)?;
        self.is_over
            .set(!ended.timed_out && ended.exceeded.is_none());
        Ok(ended)
    }

    /// What runs of a test read, beside the system's files and their own.
    fn readable(&self, directory: &Path) -> Vec<PathBuf> {
        let flags = self.suite.plan.cflags.iter();
        let libraries = flags.filter_map(|flag| flag.strip_prefix("-L"));
        let libraries = libraries.filter_map(|path| std::path::absolute(path).ok());
        let own = OWN_FILES.map(|name| directory.join(name));
        let linked = self.suite.plan.linked.iter().map(PathBuf::from);
        let linked = linked.filter(|path| path.is_absolute());
        libraries.chain(linked).chain(own).collect()
    }
}

/// True if nothing is predicted of the end of a test.
fn is_cut(test: &TestCase) -> bool {
    matches!(test.outcome, Outcome::Cut { .. })
}

/// True if a directory has no room for what a test needs.
fn is_full(directory: &Path) -> bool {
    const NEEDED: u64 = 1 << 20;
    let room = nix::sys::statvfs::statvfs(directory);
    room.is_ok_and(|room| room.blocks_available() * room.fragment_size() <= NEEDED)
}
