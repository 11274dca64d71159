//! A visit: `wayfarer explore` of one unit in a process of its own, and what it leaves.

use super::fingerprint::hash;
use super::refuted;
use super::units::{Language, Unit, Units};
use super::warnings::read_json;
use crate::arguments::Explore;
use crate::by_calls;
use crate::output::UNITS;
use anyhow::Context;
use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Args};
use rustix::process::{Pid, Signal, kill_process, set_parent_process_death_signal};
use serde_json::Value;
use std::ffi::OsString;
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Options of `explore` that a scan sets for each visit.
const OWN: [&str; 7] = [
    "files",
    "output",
    "force",
    "json",
    "jobs",
    "time",
    "class_path",
];
/// How often a process is looked at.
const TICK: Duration = Duration::from_millis(20);

/// The options for `explore` among those that the scan was given, as they were written.
pub fn words(matches: &ArgMatches) -> Vec<OsString> {
    let mut words = Vec::new();
    for option in Explore::augment_args(clap::Command::new("explore")).get_arguments() {
        let id = option.get_id().as_str();
        let given = matches.try_contains_id(id).unwrap_or(false)
            && matches.value_source(id) == Some(ValueSource::CommandLine);
        let Some(long) = option.get_long().filter(|_| given && !OWN.contains(&id)) else {
            continue;
        };
        if matches!(option.get_action(), ArgAction::SetTrue) {
            words.push(format!("--{long}").into());
            continue;
        }
        for value in matches.get_raw(id).into_iter().flatten() {
            let mut word = OsString::from(format!("--{long}="));
            word.push(value);
            words.push(word);
        }
    }
    words
}

/// What names of directories end with in which units are visited again, until it is known which results are kept.
const DEEPER: &str = ".deeper";
/// The same of directories with the results that a visit begins with.
const BEFORE: &str = ".before";
/// How the word begins that bounds the depth of calls.
const CALL_DEPTH: &str = "--call-depth=";

/// Makes visits.
pub struct Visitor {
    executable: PathBuf,
    units: PathBuf,
    language: Language,
    /// Words that name the program.
    program: Vec<OsString>,
    /// Words of the user's.
    options: Vec<OsString>,
}

/// What a visit has come to.
pub enum Outcome {
    /// It has results.
    Over,
    /// It has none, for this reason.
    Failed(String),
    /// It was interrupted before it had any.
    Interrupted,
}

impl Visitor {
    /// Makes visits below the directory of a scan, with options of the user's.
    ///
    /// # Errors
    /// If it is not known which program this is.
    pub fn new(directory: &Path, units: &Units, options: Vec<OsString>) -> anyhow::Result<Visitor> {
        let mut options = options;
        let is_given = |name: &str| {
            let name = name.as_bytes();
            options
                .iter()
                .any(|it| it.as_encoded_bytes().starts_with(name))
        };
        if units.language == Language::Java && !is_given("--objects=") {
            // So that states that no calls make are told apart.
            options.push("--objects=both".into());
        }
        Ok(Visitor {
            executable: std::env::current_exe().context("the program that runs")?,
            units: directory.join(UNITS),
            language: units.language,
            program: units.program.clone(),
            options,
        })
    }

    /// What results depend on beside the code.
    pub fn options_hash(&self) -> String {
        hash(&format!("{} {:?}", env!("CARGO_PKG_VERSION"), self.options))
    }

    /// The directory of a unit's results.
    pub fn directory(&self, unit: &Unit) -> PathBuf {
        self.units.join(unit.directory())
    }

    /// Explores a unit anew.
    ///
    /// # Errors
    /// If no process can be started.
    pub fn explore(
        &self,
        unit: &Unit,
        time: Duration,
        interrupt: &AtomicBool,
    ) -> anyhow::Result<Outcome> {
        let directory = self.directory(unit);
        refuted::forget(&directory)?;
        let command = self.explore_command(unit, self.options.iter(), &directory);
        self.run(unit, command, time, interrupt)
    }

    /// True if a visit of a unit may begin with the inputs of tests.
    pub fn can_begin_with_tests(&self, unit: &Unit) -> bool {
        let skips_calls = self.options.iter().any(|word| {
            let word = word.as_encoded_bytes();
            word.starts_with(b"--lazy") || word.starts_with(CALL_DEPTH.as_bytes())
        });
        !unit.is_judging && !skips_calls
    }

    /// Explores a unit anew, with the inputs of the tests first that its results have.
    ///
    /// # Errors
    /// If no process can be started, or results cannot be moved.
    pub fn explore_from_tests(
        &self,
        unit: &Unit,
        time: Duration,
        interrupt: &AtomicBool,
    ) -> anyhow::Result<Outcome> {
        let (directory, before) = (self.directory(unit), self.before(unit));
        refuted::forget(&directory)?;
        if store::exists(&directory) {
            self.forget_before(unit)?;
            let renamed = std::fs::rename(&directory, &before);
            renamed.with_context(|| directory.display().to_string())?;
        }
        let mut command = self.explore_command(unit, self.options.iter(), &directory);
        if store::exists(&before) {
            command.arg("--seed-run").arg(&before);
        }
        self.run(unit, command, time, interrupt)
    }

    /// Removes the results that a visit has begun with, which is over.
    ///
    /// # Errors
    /// If that cannot be done.
    pub fn forget_before(&self, unit: &Unit) -> anyhow::Result<()> {
        let before = self.before(unit);
        if before.is_dir() {
            std::fs::remove_dir_all(&before).with_context(|| before.display().to_string())?;
        }
        Ok(())
    }

    fn before(&self, unit: &Unit) -> PathBuf {
        self.units.join(format!("{}{BEFORE}", unit.directory()))
    }

    /// Explores a unit that has results anew, with calls that are skipped only if they are deeper than `depth`. The
    /// results replace those that there are, unless time has cut it off before it found as much. False if they do
    /// not, and if there are none.
    ///
    /// # Errors
    /// If no process can be started, or results cannot be read or moved.
    pub fn explore_deeper(
        &self,
        unit: &Unit,
        depth: u32,
        (time, interrupt): (Duration, &AtomicBool),
    ) -> anyhow::Result<bool> {
        let (known, directory) = (self.directory(unit), self.deeper(unit));
        let others = self.options.iter().filter(|word| {
            let word = word.as_encoded_bytes();
            !word.starts_with(CALL_DEPTH.as_bytes())
        });
        let mut command = self.explore_command(unit, others, &directory);
        command.arg(format!("{CALL_DEPTH}{depth}"));
        let outcome = self.run_in(&directory, unit, command, time, interrupt)?;
        let replaces = match outcome {
            Outcome::Over => finds_as_much(&summary_in(&directory)?, &summary_in(&known)?),
            Outcome::Failed(_) | Outcome::Interrupted => false,
        };
        let context = || directory.display().to_string();
        if replaces {
            refuted::carry_over(&known, &directory)?;
        }
        let removed = if replaces { &known } else { &directory };
        if removed.is_dir() {
            std::fs::remove_dir_all(removed).with_context(context)?;
        }
        if replaces {
            std::fs::rename(&directory, &known).with_context(context)?;
        }
        Ok(replaces)
    }

    fn deeper(&self, unit: &Unit) -> PathBuf {
        self.units.join(format!("{}{DEEPER}", unit.directory()))
    }

    fn explore_command<'w>(
        &self,
        unit: &Unit,
        options: impl Iterator<Item = &'w OsString>,
        directory: &Path,
    ) -> Command {
        let mut command = Command::new(&self.executable);
        let verb = if unit.is_judging { "reach" } else { "explore" };
        command.arg(verb).args(&self.program).args(options);
        for log in &unit.reported {
            command.arg("--sarif-in").arg(log);
        }
        match self.language {
            Language::C if unit.name == "main" => {}
            Language::C => {
                command.arg("--function").arg(&unit.name);
            }
            Language::Java => {
                command.arg(&unit.name).arg("--precondition-if-any");
            }
        }
        command.arg("--output").arg(directory).arg("--force");
        command
    }

    /// Goes on with a unit that has results.
    ///
    /// # Errors
    /// If no process can be started.
    pub fn resume(
        &self,
        unit: &Unit,
        time: Duration,
        interrupt: &AtomicBool,
    ) -> anyhow::Result<Outcome> {
        let mut command = Command::new(&self.executable);
        // Code that it has not executed may have changed since.
        let directory = self.directory(unit);
        command.arg("resume").arg(directory).arg("--force");
        self.run(unit, command, time, interrupt)
    }

    fn run(
        &self,
        unit: &Unit,
        command: Command,
        time: Duration,
        interrupt: &AtomicBool,
    ) -> anyhow::Result<Outcome> {
        self.run_in(&self.directory(unit), unit, command, time, interrupt)
    }

    fn run_in(
        &self,
        directory: &Path,
        unit: &Unit,
        mut command: Command,
        time: Duration,
        interrupt: &AtomicBool,
    ) -> anyhow::Result<Outcome> {
        let log = self.units.join(format!("{}.log", unit.directory()));
        let context = || log.display().to_string();
        let file = std::fs::File::create(&log).with_context(context)?;
        let errors = file.try_clone().with_context(context)?;
        let seconds = format!("{:.3}", time.as_secs_f64());
        command.args(["--jobs", "1", "--time", &seconds]);
        // In a group of its own, so that it is not interrupted twice from a terminal, which would kill it.
        command
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(file)
            .stderr(errors);
        // Without the scan nobody waits for it, and the next scan begins it again.
        let ends_with_scan = || Ok(set_parent_process_death_signal(Some(Signal::KILL))?);
        // SAFETY: between fork and exec it makes a system call, and nothing else.
        unsafe { command.pre_exec(ends_with_scan) };
        let mut child = command
            .spawn()
            .with_context(|| self.executable.display().to_string())?;
        let interrupted = wait(&mut child, interrupt)?;
        let code = child.wait()?.code();
        let has_results = directory.join("summary.json").is_file();
        Ok(match code {
            Some(0 | 1 | 4) if has_results => Outcome::Over,
            _ if interrupted => Outcome::Interrupted,
            _ => Outcome::Failed(reason(&log, code)),
        })
    }

    /// The summary of a unit's run.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn summary(&self, unit: &Unit) -> anyhow::Result<Value> {
        summary_in(&self.directory(unit))
    }

    /// The functions of the program that the run of a unit has executed, and the one beside it in which calls have made
    /// objects.
    ///
    /// # Errors
    /// If its store cannot be read.
    pub fn executed(&self, unit: &Unit) -> anyhow::Result<Vec<String>> {
        let directory = self.directory(unit);
        let mut all = self.executed_in(&directory)?;
        let by_calls = directory.join(by_calls::DIRECTORY);
        // One that failed has none.
        if store::exists(&by_calls) {
            all.extend(self.executed_in(&by_calls)?);
        }
        Ok(all)
    }

    fn executed_in(&self, directory: &Path) -> anyhow::Result<Vec<String>> {
        let reader = store::Reader::open(directory)?;
        let functions = reader.functions()?;
        // Of C all functions are known from the start.
        let is_executed = |it: &store::FunctionCoverage| {
            self.language == Language::Java || it.blocks.0 > 0 || it.native_calls > Some(0)
        };
        let executed = functions.into_iter().filter(is_executed);
        let executed = executed.map(|function| function.name);
        let for_inputs = reader.executed_by_starts()?.into_iter().flatten();
        Ok(executed.chain(for_inputs).collect())
    }
}

/// The summary of the run in a directory.
///
/// # Errors
/// If it cannot be read.
pub fn summary_in(directory: &Path) -> anyhow::Result<Value> {
    read_json(&directory.join("summary.json"))
}

/// True if the results in a directory have findings.
pub fn has_findings(directory: &Path) -> bool {
    let summary = summary_in(directory).unwrap_or_default();
    summary["findings"]
        .as_array()
        .is_some_and(|all| !all.is_empty())
}

/// True if a run has found all that another has, and covers as much, or has come to its end.
fn finds_as_much(summary: &Value, other: &Value) -> bool {
    if !summary["limits"]["interrupted"].is_null() {
        return false;
    }
    if !was_cut_off(summary) {
        return true;
    }
    let place = |finding: &Value| {
        let parts = ["kind", "exception", "file", "line", "column", "function"];
        parts.map(|part| finding[part].clone())
    };
    let places = |summary: &Value| -> Vec<[Value; 6]> {
        let findings = summary["findings"].as_array();
        findings.into_iter().flatten().map(place).collect()
    };
    let found = places(summary);
    uncovered_branches(summary) <= uncovered_branches(other)
        && places(other).iter().all(|place| found.contains(place))
}

/// Branches of the unit itself that no native run has taken.
pub fn uncovered_branches(summary: &Value) -> u64 {
    let count = |what: &str| {
        summary["coverage"]["parts"][0]["branches"][what]
            .as_u64()
            .unwrap_or(0)
    };
    count("total").saturating_sub(count("covered"))
}

/// True if the run would have gone on.
pub fn was_cut_off(summary: &Value) -> bool {
    !summary["limits"]["time"].is_null()
}

/// The depth of calls behind which a run skipped them, if it is open what comes of some that it skipped.
pub fn open_at_depth(summary: &Value) -> Option<u32> {
    let depth = u32::try_from(summary["lazy"]["call_depth"].as_u64()?).ok()?;
    (!summary["limits"]["lazy-steps"].is_null()).then_some(depth)
}

/// Waits for a process, which is interrupted once if the scan is. True if it was.
fn wait(child: &mut Child, interrupt: &AtomicBool) -> anyhow::Result<bool> {
    let mut interrupted = false;
    while child.try_wait()?.is_none() {
        if !interrupted && interrupt.load(Ordering::Relaxed) {
            interrupted = true;
            if let Some(pid) = i32::try_from(child.id()).ok().and_then(Pid::from_raw) {
                // One that is over need not be told.
                let _ = kill_process(pid, Signal::INT);
            }
        }
        std::thread::sleep(TICK);
    }
    Ok(interrupted)
}

/// What a command said last of why it came to nothing.
fn reason(log: &Path, code: Option<i32>) -> String {
    let text = std::fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    let said = text
        .lines()
        .rev()
        .find_map(|line| line.strip_prefix("wayfarer: "));
    match (said, code) {
        (Some(said), _) => said.to_owned(),
        (None, Some(code)) => format!("explore ended with exit code {code}; see {}", log.display()),
        (None, None) => format!("explore was killed; see {}", log.display()),
    }
}
