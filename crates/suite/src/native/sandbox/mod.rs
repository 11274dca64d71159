//! Runs a test's program for a bounded time, where it can touch nothing but its own files.
//!
//! Two programs stand between the replayer and that of the test. Bubblewrap makes the namespaces, and
//! ends with the replayer: the launcher (`runtime/sandbox`) sees to that. The launcher again, inside,
//! copies the test's files, starts the program, keeps it to its limits and reports how it
//! ended, which Bubblewrap cannot (it has one number for exit statuses and signals). As the first
//! process of its namespace it takes everything along that the program has started.
//!
//! All of this is started as `std` starts processes, which copies nothing of this one: a fork of an
//! exploration of some gigabytes takes longer than most tests.

mod isolation;
mod streams;
mod task;

pub use isolation::Isolation;
pub(crate) use isolation::find_program;

use crate::{Limits, SandboxMode, SuiteError};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};
use streams::Collected;
use task::Status;

/// A program that is to run.
pub struct Run<'a> {
    /// The program, its arguments, and its whole environment. Its directory is not looked at.
    pub command: &'a Command,
    /// The files that the program finds where it starts, and nothing else. The sandbox may add files
    /// of its own beside this directory.
    pub directory: &'a Path,
    /// Standard input, a pipe.
    pub stdin: &'a [u8],
    /// Files and directories beyond those of the system that it can read.
    pub readable: &'a [PathBuf],
    /// Files that it can write and that are there afterwards; they exist.
    pub writable: &'a [PathBuf],
    /// Limits.
    pub limits: &'a Limits,
    /// Memory is limited by the address space of each process, too: not where a sanitizer or a JVM
    /// reserves more than it uses.
    pub limit_address_space: bool,
}

/// How a native run ended.
#[derive(Clone, Debug)]
pub struct Ended {
    /// Exit status, if it exited.
    pub status: Option<i32>,
    /// Signal, if one killed it.
    pub signal: Option<i32>,
    /// True if its time was up.
    pub timed_out: bool,
    /// The limit for which it was ended, if it was.
    pub exceeded: Option<Exceeded>,
    /// What it wrote to stdout.
    pub stdout: Output,
    /// What it wrote to stderr.
    pub stderr: Output,
}

impl Ended {
    /// What it wrote to stderr, its beginning (see [`OUTPUT_KEPT`]), as text.
    pub fn said(&self) -> Cow<'_, str> {
        self.stderr.text()
    }

    /// True if it might have gone on: its time was up, or somebody killed it for no reason of the
    /// sandbox's.
    pub fn was_cut_short(&self) -> bool {
        self.timed_out || (self.signal == Some(SIGKILL) && self.exceeded.is_none())
    }
}

/// A limit that ended a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exceeded {
    /// [`Limits::memory_mib`].
    Memory,
    /// [`Limits::processes`].
    Processes,
}

impl Exceeded {
    /// For messages.
    pub fn describe(self) -> &'static str {
        match self {
            Exceeded::Memory => "it was ended: its processes took more memory than they may",
            Exceeded::Processes => "it was ended: it started more processes than it may",
        }
    }
}

/// What a program wrote to a stream.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The first [`OUTPUT_KEPT`] bytes of it.
    pub bytes: Vec<u8>,
    /// How many bytes it wrote in all.
    pub written: u64,
}

impl Output {
    /// What is kept of it, as text.
    pub fn text(&self) -> Cow<'_, str> {
        String::from_utf8_lossy(&self.bytes)
    }

    /// True if all that was written is here.
    pub fn is_whole(&self) -> bool {
        self.bytes.len() as u64 == self.written
    }
}

/// Bytes of each output stream that are kept; the rest is read, counted and thrown away.
pub const OUTPUT_KEPT: u64 = 1 << 20;

const SIGKILL: i32 = 9;

/// Time between the request to stop and the kill.
const GRACE: Duration = Duration::from_secs(1);

/// Who watches over the time inside has so much more of it before everything is killed from outside.
const SLACK: Duration = Duration::from_secs(5);

/// Where tests run.
pub struct Sandbox {
    launcher: PathBuf,
    isolation: Isolation,
}

impl Sandbox {
    /// Finds out how far this machine lets tests be isolated. `work` is a directory for the sandbox's
    /// own files, which live as long as that.
    ///
    /// # Errors
    /// If there is no room, or `mode` requires what the machine does not have.
    pub fn new(mode: SandboxMode, work: &Path) -> Result<Sandbox, SuiteError> {
        let launcher = work.join("launch");
        task::write_launcher(&launcher).map_err(SuiteError::io(&launcher))?;
        let isolation = Isolation::find(mode, &launcher, work)?;
        Ok(Sandbox {
            launcher,
            isolation,
        })
    }

    /// How tests are isolated.
    pub fn isolation(&self) -> &Isolation {
        &self.isolation
    }

    /// Runs a program. What keeps it from starting may pass on a machine that is short of processes or
    /// memory: it is tried again a few times.
    pub fn run(&self, run: &Run<'_>) -> Result<Ended, SuiteError> {
        let mut pauses = PAUSES.iter();
        loop {
            match (self.isolation.run(&self.launcher, run), pauses.next()) {
                (Err(error), Some(&pause)) if may_pass(&error) && has_written_nothing(run) => {
                    std::thread::sleep(pause);
                }
                (result, _) => return result,
            }
        }
    }
}

/// Between attempts to start a program.
const PAUSES: [Duration; 3] = [
    Duration::from_millis(50),
    Duration::from_millis(400),
    Duration::from_millis(2000),
];

/// True if the files that a run can write are empty: what an attempt has noted would be noted twice.
fn has_written_nothing(run: &Run<'_>) -> bool {
    let length = |path: &PathBuf| path.metadata().map(|it| it.len());
    run.writable
        .iter()
        .all(|path| matches!(length(path), Ok(0)))
}

/// True if a program that could not be started for that reason may be started a little later.
fn may_pass(error: &SuiteError) -> bool {
    match error {
        SuiteError::Sandbox { .. } => true,
        SuiteError::Io { source, .. } => matches!(
            source.kind(),
            ErrorKind::ExecutableFileBusy | ErrorKind::WouldBlock | ErrorKind::OutOfMemory
        ),
        _ => false,
    }
}

/// Starts a process. A process that another thread of this one starts at the same time has what is
/// being written here open for a moment, the launcher, too, which then cannot be executed.
fn spawn(command: &mut Command) -> std::io::Result<Child> {
    let mut pause = Duration::from_millis(1);
    loop {
        match command.spawn() {
            Err(error) if error.kind() == ErrorKind::ExecutableFileBusy && pause < GRACE => {
                std::thread::sleep(pause);
                pause *= 2;
            }
            result => return result,
        }
    }
}

impl Isolation {
    /// Runs a program so.
    fn run(&self, launcher: &Path, run: &Run<'_>) -> Result<Ended, SuiteError> {
        let task = run.directory.with_extension("task");
        let status = run.directory.with_extension("status");
        let bytes = task::task(self, run, &status);
        std::fs::write(&task, bytes).map_err(SuiteError::io(&task))?;
        std::fs::write(&status, "").map_err(SuiteError::io(&status))?;
        let mut command = self.command(launcher, run, &task, &status);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        command.stderr(Stdio::piped()).process_group(0).env_clear();
        let mut child = spawn(&mut command).map_err(SuiteError::io(launcher))?;
        if let Some(stream) = child.stdin.take() {
            streams::feed(stream, run.stdin.to_vec());
        }
        let stdout = Collected::start(child.stdout.take());
        let stderr = Collected::start(child.stderr.take());
        let ended = wait(&mut child, run.limits.time).map_err(SuiteError::io(launcher))?;
        let (stdout, stderr) = (stdout.finish(), stderr.finish());
        let program = Path::new(run.command.get_program());
        match Status::read(&status) {
            Some(status) => status.into_ended(stdout, stderr, program),
            // It was killed, or could not even begin.
            None if ended.signal().is_some() || stderr.bytes.is_empty() => Ok(Ended {
                status: None,
                signal: Some(SIGKILL),
                timed_out: true,
                exceeded: None,
                stdout,
                stderr,
            }),
            None => Err(SuiteError::Sandbox {
                what: failure(&stderr.text(), ended),
            }),
        }
    }

    /// The command line that starts all of it.
    fn command(&self, launcher: &Path, run: &Run<'_>, task: &Path, status: &Path) -> Command {
        let own = std::process::id().to_string();
        let mut command = Command::new(launcher);
        let Some(bubblewrap) = &self.bubblewrap else {
            command.arg("inside").arg(task).arg(own);
            return command;
        };
        command.arg("outside").arg(own).arg(bubblewrap);
        command.args(self.arguments(run.limits));
        let mut bind = |how: &str, path: &Path| {
            command.arg(how).arg(path).arg(path);
        };
        let program = Path::new(run.command.get_program());
        for path in [launcher, task, run.directory, program] {
            bind("--ro-bind", path);
        }
        for path in run.readable {
            bind("--ro-bind-try", path);
        }
        for path in run.writable {
            bind("--bind", path);
        }
        bind("--bind", status);
        command.arg("--").arg(launcher).arg("inside").arg(task);
        command
    }
}

/// Why the sandbox did not come about.
fn failure(stderr: &str, ended: ExitStatus) -> String {
    match stderr.trim() {
        "" => format!("its launcher ended with {ended}"),
        said => said.to_owned(),
    }
}

/// Waits until the launcher has ended; kills it and all below it if it does not by itself.
fn wait(child: &mut Child, time: Duration) -> std::io::Result<ExitStatus> {
    let time = time.saturating_add(GRACE + SLACK);
    let started = Instant::now();
    let process = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    // Kernels before Linux 5.3 tell nobody.
    let told = process.and_then(|process| pidfd_open(process, PidfdFlags::empty()).ok());
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        let left = time.saturating_sub(started.elapsed());
        if left.is_zero() {
            child.kill()?;
        }
        match &told {
            Some(told) => {
                let pause = Timespec::try_from(left.max(TICK)).ok();
                // Whatever wakes it, the process is asked.
                let _ = poll(&mut [PollFd::new(told, PollFlags::IN)], pause.as_ref());
            }
            None => std::thread::sleep(TICK),
        }
    }
}

/// Between two looks at a process whose end nobody tells.
const TICK: Duration = Duration::from_millis(2);

/// The words of a command line: the program's name first.
fn words(command: &Command) -> impl Iterator<Item = &OsStr> {
    std::iter::once(command.get_program()).chain(command.get_args())
}

/// The variables of an environment.
fn variables(command: &Command) -> impl Iterator<Item = OsString> {
    command.get_envs().filter_map(|(name, value)| {
        let mut text = name.to_owned();
        text.push("=");
        text.push(value?);
        Some(text)
    })
}

#[cfg(test)]
mod tests;
