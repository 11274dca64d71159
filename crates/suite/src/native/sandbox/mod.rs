//! Runs a test's program for a bounded time, where it can touch nothing but its own files.
//!
//! Two programs stand between the replayer and that of the test. Bubblewrap makes the namespaces, and
//! ends with the replayer: the launcher (`runtime/sandbox`) sees to that. The launcher again, inside,
//! copies the test's files, starts the program, keeps it to its limits, ends everything that the program
//! has started, and reports how it ended, which Bubblewrap cannot (it has one number for exit statuses and
//! signals). Where the program has left no trace, the launcher waits for the next one, and nothing is made anew.
//!
//! All of this is started as `std` starts processes, which copies nothing of this one: a fork of an
//! exploration of some gigabytes takes longer than most tests.

mod isolation;
mod room;
mod streams;
mod task;

pub use isolation::Isolation;
pub(crate) use isolation::find_program;

use crate::{Limits, SandboxMode, SuiteError};
use room::Room;
use std::borrow::Cow;
use std::ffi::{OsStr, OsString};
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Child, Command};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// A program that is to run.
pub struct Run<'a> {
    /// The program, its arguments, and its whole environment. Its directory is not looked at.
    pub command: &'a Command,
    /// The files that the program finds where it starts, and nothing else.
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
    /// That of one of which nobody can say more.
    fn killed(stdout: Output, stderr: Output) -> Ended {
        Ended {
            status: None,
            signal: Some(SIGKILL),
            timed_out: true,
            exceeded: None,
            stdout,
            stderr,
        }
    }

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
    /// Those that wait, the last one used behind the others.
    rooms: Mutex<Vec<Room>>,
}

/// So many wait: tests have two programs, which see different files.
const ROOMS: usize = 2;

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
            rooms: Mutex::default(),
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
            match (self.attempt(run), pauses.next()) {
                (Err(error), Some(&pause)) if may_pass(&error) && has_written_nothing(run) => {
                    std::thread::sleep(pause);
                }
                (result, _) => return result,
            }
        }
    }

    fn attempt(&self, run: &Run<'_>) -> Result<Ended, SuiteError> {
        let command = self.isolation.command(&self.launcher, run);
        let rooms = || self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let waiting = {
            let mut rooms = rooms();
            let at = rooms.iter_mut().position(|room| room.is_for(&command, run));
            at.map(|at| rooms.remove(at))
        };
        let mut room = match waiting {
            Some(room) => room,
            None => Room::open(command, run).map_err(SuiteError::io(&self.launcher))?,
        };
        let answer = room.run(&self.isolation, run, &self.launcher)?;
        if answer.again {
            let mut rooms = rooms();
            rooms.push(room);
            let first = (rooms.len() > ROOMS).then(|| rooms.remove(0));
            drop(rooms);
            // It takes a moment to end.
            drop(first);
        }
        answer.ended
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
    /// Runs a program so, with nothing before or behind it.
    fn run(&self, launcher: &Path, run: &Run<'_>) -> Result<Ended, SuiteError> {
        let room = Room::open(self.command(launcher, run), run);
        let mut room = room.map_err(SuiteError::io(launcher))?;
        room.run(self, run, launcher)?.ended
    }

    /// The command line that starts all of it.
    fn command(&self, launcher: &Path, run: &Run<'_>) -> Command {
        let own = std::process::id().to_string();
        let mut command = Command::new(launcher);
        let Some(bubblewrap) = &self.bubblewrap else {
            command.arg("inside").arg(own);
            return command;
        };
        command.arg("outside").arg(own).arg(bubblewrap);
        command.args(self.arguments(run.limits));
        let mut bind = |how: &str, path: &Path| {
            command.arg(how).arg(path).arg(path);
        };
        let program = Path::new(run.command.get_program());
        for path in [launcher, run.directory, program] {
            bind("--ro-bind", path);
        }
        for path in run.readable {
            bind("--ro-bind-try", path);
        }
        for path in run.writable {
            bind("--bind", path);
        }
        command.arg("--").arg(launcher).arg("inside");
        command
    }
}

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
