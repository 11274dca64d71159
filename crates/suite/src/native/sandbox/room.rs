//! Namespaces in which programs run, one after the other as long as none leaves a trace there: making them takes longer than
//! most tests.

use super::streams::{Collected, feed};
use super::task::{self, Status};
use super::{Ended, GRACE, Isolation, Run, SLACK, spawn};
use crate::SuiteError;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::net::{SendAncillaryBuffer, SendAncillaryMessage, SendFlags, sendmsg};
use rustix::process::{Pid, PidfdFlags, pidfd_open};
use std::ffi::{OsStr, OsString};
use std::io::{ErrorKind, IoSlice, PipeReader, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};
use std::os::unix::fs::MetadataExt;
use std::os::unix::net::UnixStream;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

/// Namespaces, and the launcher that waits in them for tasks.
pub(super) struct Room {
    /// The command line that has made them, and what its paths led to.
    words: Vec<OsString>,
    files: Vec<Option<(u64, u64)>>,
    child: Child,
    tasks: Option<UnixStream>,
    /// What is said if they cannot be made.
    said: Option<Collected>,
    /// They end with this thread.
    thread: ThreadId,
    used: bool,
}

/// What has come of a run.
pub(super) struct Answer {
    pub(super) ended: Result<Ended, SuiteError>,
    /// The program has left no trace.
    pub(super) again: bool,
}

impl Room {
    /// Begins to make the namespaces that a command line of a run asks for.
    pub(super) fn open(mut command: Command, run: &Run<'_>) -> std::io::Result<Room> {
        let (tasks, inside) = UnixStream::pair()?;
        command.stdin(OwnedFd::from(inside)).stdout(Stdio::null());
        command.stderr(Stdio::piped()).process_group(0).env_clear();
        let mut child = spawn(&mut command)?;
        let said = Collected::start(child.stderr.take());
        Ok(Room {
            words: words(&command),
            files: files(run),
            child,
            tasks: Some(tasks),
            said: Some(said),
            thread: std::thread::current().id(),
            used: false,
        })
    }

    /// True if a run of that command line, begun by this thread, finds here what it would in new ones.
    pub(super) fn is_for(&mut self, command: &Command, run: &Run<'_>) -> bool {
        self.thread == std::thread::current().id()
            && self.words == words(command)
            && self.files == files(run)
            && matches!(self.child.try_wait(), Ok(None))
    }

    /// Runs a program.
    pub(super) fn run(
        &mut self,
        isolation: &Isolation,
        run: &Run<'_>,
        launcher: &Path,
    ) -> Result<Answer, SuiteError> {
        let of_launcher = SuiteError::io(launcher);
        let time = run.limits.time.saturating_add(GRACE + SLACK);
        let streams = self.begin(&task::task(isolation, run), run.stdin, time);
        let streams = streams.map_err(of_launcher)?;
        let status = self.wait(time);
        let status = status.map_err(SuiteError::io(launcher))?;
        let (stdout, stderr) = (streams.0.finish(), streams.1.finish());
        let used = std::mem::replace(&mut self.used, true);
        let again = status.as_ref().is_some_and(Status::leaves_no_trace);
        let ended = match status {
            Some(status) => {
                let program = Path::new(run.command.get_program());
                status.into_ended(stdout, stderr, program)
            }
            None => match self.failure(used).map_err(SuiteError::io(launcher))? {
                Some(what) => Err(SuiteError::Sandbox { what }),
                None => Ok(Ended::killed(stdout, stderr)),
            },
        };
        Ok(Answer { ended, again })
    }

    /// Tells the launcher of a task; gives what its program will write to its two streams.
    fn begin(
        &mut self,
        task: &[u8],
        input: &[u8],
        time: Duration,
    ) -> std::io::Result<(Collected, Collected)> {
        let (stdin, to_stdin) = std::io::pipe()?;
        let (from_stdout, stdout) = std::io::pipe()?;
        let (from_stderr, stderr) = std::io::pipe()?;
        // Before the program runs: it may ask how much there is.
        feed(to_stdin, input.to_vec());
        let told = self.tell(task, [stdin.as_fd(), stdout.as_fd(), stderr.as_fd()], time);
        if let Err(error) = told
            && !NOBODY_LISTENS.contains(&error.kind())
        {
            return Err(error);
        }
        drop((stdin, stdout, stderr));
        let read = |stream: PipeReader| Collected::start(Some(stream));
        Ok((read(from_stdout), read(from_stderr)))
    }

    fn tell(
        &mut self,
        task: &[u8],
        streams: [BorrowedFd<'_>; 3],
        time: Duration,
    ) -> std::io::Result<()> {
        let Some(tasks) = &mut self.tasks else {
            return Err(ErrorKind::BrokenPipe.into());
        };
        tasks.set_write_timeout(Some(time))?;
        let length = (task.len() as u64).to_ne_bytes();
        let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
        let mut control = SendAncillaryBuffer::new(&mut space);
        control.push(SendAncillaryMessage::ScmRights(&streams));
        let parts = [IoSlice::new(&length)];
        sendmsg(&*tasks, &parts, &mut control, SendFlags::NOSIGNAL)?;
        tasks.write_all(task)
    }

    /// Waits for the launcher to say how the program has ended; `None` if it is killed as it does not, or has gone.
    fn wait(&mut self, time: Duration) -> std::io::Result<Option<Status>> {
        let Some(tasks) = &mut self.tasks else {
            return Ok(None);
        };
        let started = Instant::now();
        loop {
            let left = time.saturating_sub(started.elapsed());
            if left.is_zero() {
                self.child.kill()?;
                return Ok(None);
            }
            let pause = Timespec::try_from(left).ok();
            match poll(&mut [PollFd::new(&*tasks, PollFlags::IN)], pause.as_ref()) {
                Ok(0) | Err(rustix::io::Errno::INTR) => {}
                Ok(_) => break,
                Err(error) => return Err(error.into()),
            }
        }
        let mut bytes = [0; Status::BYTES];
        Ok(match tasks.read_exact(&mut bytes) {
            Ok(()) => Status::from_bytes(&bytes),
            Err(_) => None,
        })
    }

    /// Why a launcher has gone that has said nothing; `None` if somebody killed it. `used`: it has answered before.
    fn failure(&mut self, used: bool) -> std::io::Result<Option<String>> {
        self.tasks = None;
        let ended = wait_for(&mut self.child, GRACE + SLACK)?;
        let said = self.said.take().map(Collected::finish).unwrap_or_default();
        let said = said.text().trim().to_owned();
        // So Bubblewrap tells of a signal that has killed the launcher.
        let is_killed = ended.code().is_some_and(|code| code > 128);
        Ok(match said.as_str() {
            _ if ended.signal().is_some() => None,
            "" if is_killed => None,
            "" if used => Some(format!("its namespaces are gone: {ended}")),
            "" => None,
            _ => Some(said),
        })
    }
}

impl Drop for Room {
    fn drop(&mut self) {
        // The launcher ends when nobody is there to tell it of tasks.
        self.tasks = None;
        let _ = wait_for(&mut self.child, GRACE);
    }
}

/// What a launcher that is gone, or does not take what it is told, comes to: it is missed when it does not answer.
const NOBODY_LISTENS: [ErrorKind; 4] = [
    ErrorKind::BrokenPipe,
    ErrorKind::ConnectionReset,
    ErrorKind::WouldBlock,
    ErrorKind::TimedOut,
];

/// The words of a command line: the program's name first.
fn words(command: &Command) -> Vec<OsString> {
    super::words(command).map(OsStr::to_owned).collect()
}

/// What the paths of a run lead to: namespaces show what was there when they were made.
fn files(run: &Run<'_>) -> Vec<Option<(u64, u64)>> {
    let program = Path::new(run.command.get_program());
    let own = [program, run.directory].into_iter();
    let others = run.readable.iter().chain(run.writable);
    let paths = own.chain(others.map(PathBuf::as_path));
    let of = |path: &Path| path.metadata().ok().map(|it| (it.dev(), it.ino()));
    paths.map(of).collect()
}

/// Waits until a process has ended; kills it and all below it if it does not by itself.
fn wait_for(child: &mut Child, time: Duration) -> std::io::Result<ExitStatus> {
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
