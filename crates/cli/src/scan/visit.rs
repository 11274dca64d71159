//! A visit: `wayfarer explore` of one unit in a process of its own, and what it leaves.

use super::fingerprint::hash;
use super::units::{Language, Unit, Units};
use crate::arguments::Explore;
use crate::output::UNITS;
use anyhow::Context;
use clap::parser::ValueSource;
use clap::{ArgAction, ArgMatches, Args};
use rustix::process::{Pid, Signal, kill_process};
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
        let mut command = Command::new(&self.executable);
        command
            .arg("explore")
            .args(&self.program)
            .args(&self.options);
        match self.language {
            Language::C if unit.name == "main" => {}
            Language::C => {
                command.arg("--function").arg(&unit.name);
            }
            Language::Java => {
                command.arg(&unit.name);
            }
        }
        command
            .arg("--output")
            .arg(self.directory(unit))
            .arg("--force");
        self.run(unit, command, time, interrupt)
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
        command.arg("resume").arg(self.directory(unit));
        self.run(unit, command, time, interrupt)
    }

    fn run(
        &self,
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
        let mut child = command
            .spawn()
            .with_context(|| self.executable.display().to_string())?;
        let interrupted = wait(&mut child, interrupt)?;
        let code = child.wait()?.code();
        let has_results = self.directory(unit).join("summary.json").is_file();
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
        let path = self.directory(unit).join("summary.json");
        let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
        serde_json::from_str(&text).with_context(|| path.display().to_string())
    }

    /// The functions of the program that a run has come to know.
    ///
    /// # Errors
    /// If its store cannot be read.
    pub fn executed(&self, unit: &Unit) -> anyhow::Result<Vec<String>> {
        let functions = store::Reader::open(&self.directory(unit))?.functions()?;
        Ok(functions
            .into_iter()
            .map(|function| function.name)
            .collect())
    }
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
