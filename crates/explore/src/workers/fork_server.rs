//! Where workers come from: a process of one thread that forks one whenever it is asked to.
//!
//! A process with threads cannot fork safely, and an exploration has threads (replay, clocks). So
//! the fork server is forked before there are any; what was loaded by then (the program) it and its
//! workers share with the rest at no cost.

use super::liveness::is_stopped;
use nix::errno::Errno;
use nix::poll::{PollFd, PollFlags, PollTimeout, poll};
use nix::sys::prctl;
use nix::sys::signal::{SigSet, Signal, kill};
use nix::sys::socket::{ControlMessage, ControlMessageOwned, MsgFlags, UnixAddr, recvmsg, sendmsg};
use nix::sys::wait::{WaitPidFlag, WaitStatus, waitpid};
use nix::unistd::{ForkResult, Pid, fork};
use std::io::{self, IoSlice, IoSliceMut, Read, Write};
use std::os::fd::{AsFd, AsRawFd, FromRawFd, OwnedFd, RawFd};
use std::os::unix::net::UnixStream;
use std::time::{Duration, Instant};

/// The fork server as seen by who asks it for workers. Its workers end with it, and it ends when this
/// is dropped.
pub struct ForkServer {
    control: Option<UnixStream>,
    pid: Pid,
}

/// A worker that was started.
pub(super) struct Spawned {
    pub(super) pid: i32,
    pub(super) stream: UnixStream,
}

const SPAWN: u8 = b'b';
const REAP: u8 = b'w';

/// Time between two looks at a fork server that does not answer.
const LOOK: Duration = Duration::from_millis(250);
/// How many looks in a row must show it stopped.
const STOPPED_LOOKS: u32 = 8;
/// Time to end in, when nobody needs it any more.
const PATIENCE: Duration = Duration::from_secs(10);

impl ForkServer {
    /// Forks the fork server. `live` is what a worker does, given its end of the connection; the
    /// process ends with it.
    ///
    /// # Errors
    /// If the process cannot be forked, or has more than one thread: the others would be missing in
    /// the child, with the locks that they hold.
    pub fn start(live: impl Fn(UnixStream)) -> io::Result<ForkServer> {
        let threads = std::fs::read_dir("/proc/self/task").map_or(1, Iterator::count);
        if threads > 1 {
            let why = format!("workers cannot be forked from a process of {threads} threads");
            return Err(io::Error::other(why));
        }
        let (ours, theirs) = UnixStream::pair()?;
        // SAFETY: there are no other threads (see above), so nothing the child uses is locked.
        match unsafe { fork() }? {
            ForkResult::Child => {
                drop(ours);
                exit_after(|| {
                    // When the control is gone, nobody is left to be told of an error.
                    let _ = serve(theirs, &live);
                })
            }
            ForkResult::Parent { child } => Ok(ForkServer {
                control: Some(ours),
                pid: child,
            }),
        }
    }

    fn control(&mut self) -> io::Result<&mut UnixStream> {
        self.control
            .as_mut()
            .ok_or(io::ErrorKind::NotConnected.into())
    }

    /// A new worker.
    pub(super) fn spawn(&mut self) -> io::Result<Spawned> {
        self.control()?.write_all(&[SPAWN])?;
        self.await_answer()?;
        let control = self.control()?;
        let mut pid = [0; 4];
        let stream = receive_stream(control, &mut pid)?;
        let pid = i32::from_le_bytes(pid);
        Ok(Spawned { pid, stream })
    }

    /// Ends a worker that was not reaped yet: its number is its own until then. The fork server need not
    /// run for it.
    pub(super) fn kill(&mut self, pid: i32) {
        // If the fork server is gone, its workers are, too.
        if self.control.is_some() {
            let _ = kill(Pid::from_raw(pid), Signal::SIGKILL);
        }
    }

    /// Waits for a worker that ends, and says how it did.
    pub(super) fn reap(&mut self, pid: i32) -> io::Result<String> {
        let control = self.control()?;
        control.write_all(&[REAP])?;
        control.write_all(&pid.to_le_bytes())?;
        self.await_answer()?;
        let control = self.control()?;
        let mut length = [0; 1];
        control.read_exact(&mut length)?;
        let mut how = vec![0; usize::from(length[0])];
        control.read_exact(&mut how)?;
        Ok(String::from_utf8_lossy(&how).into_owned())
    }
}

impl ForkServer {
    /// Waits until there is something to read. A fork server that is stopped is ended: it would never
    /// answer.
    fn await_answer(&mut self) -> io::Result<()> {
        let pid = self.pid;
        let control = self.control()?;
        let mut looks = 0;
        loop {
            let mut descriptors = [PollFd::new(control.as_fd(), PollFlags::POLLIN)];
            let time = PollTimeout::try_from(LOOK).map_err(io::Error::other)?;
            match poll(&mut descriptors, time) {
                Ok(0) if is_stopped(pid.as_raw()) => looks += 1,
                Ok(0) => looks = 0,
                Ok(_) => return Ok(()),
                Err(Errno::EINTR) => {}
                Err(error) => return Err(error.into()),
            }
            if looks >= STOPPED_LOOKS {
                self.end();
                return Err(io::Error::other("it was stopped"));
            }
        }
    }

    /// Ends the fork server, and with it all of its workers.
    pub(super) fn end(&mut self) {
        drop(self.control.take());
        // It may have ended before.
        let _ = kill(self.pid, Signal::SIGKILL);
    }
}

impl Drop for ForkServer {
    fn drop(&mut self) {
        drop(self.control.take());
        let since = Instant::now();
        loop {
            match waitpid(self.pid, Some(WaitPidFlag::WNOHANG)) {
                Ok(WaitStatus::StillAlive) if since.elapsed() > PATIENCE => self.end(),
                Ok(WaitStatus::StillAlive) | Err(Errno::EINTR) => {}
                Ok(_) | Err(_) => return,
            }
            std::thread::sleep(Duration::from_millis(1));
        }
    }
}

/// What the fork server does: until nobody can ask it for anything any more.
fn serve(mut control: UnixStream, live: &impl Fn(UnixStream)) -> io::Result<()> {
    // Whoever asks for workers is told to stop by signals, and tells them.
    let mut signals = SigSet::empty();
    signals.add(Signal::SIGINT);
    signals.add(Signal::SIGTERM);
    signals.thread_block()?;
    prctl::set_pdeathsig(Signal::SIGKILL)?;
    let mut alive = Vec::new();
    loop {
        let mut command = [0; 1];
        if control.read(&mut command)? == 0 {
            // Waited for, their processor time counts as that of the command.
            for worker in alive {
                let _ = kill(worker, Signal::SIGKILL);
                ended(worker);
            }
            return Ok(());
        }
        match command[0] {
            SPAWN => alive.push(spawn(&control, live)?),
            _ => {
                let worker = read_pid(&mut control)?;
                alive.retain(|&other| other != worker);
                let how = ended(worker);
                control.write_all(&[how.len() as u8])?;
                control.write_all(how.as_bytes())?;
            }
        }
    }
}

/// Ends the process after this. A panic ends here, too: what lies further up the stack belongs to
/// the process that this one was forked from.
fn exit_after(live: impl FnOnce()) -> ! {
    let lived = std::panic::catch_unwind(std::panic::AssertUnwindSafe(live));
    std::process::exit(if lived.is_ok() { 0 } else { 101 })
}

fn read_pid(control: &mut UnixStream) -> io::Result<Pid> {
    let mut pid = [0; 4];
    control.read_exact(&mut pid)?;
    Ok(Pid::from_raw(i32::from_le_bytes(pid)))
}

fn spawn(control: &UnixStream, live: &impl Fn(UnixStream)) -> io::Result<Pid> {
    let (ours, theirs) = UnixStream::pair()?;
    // SAFETY: the fork server has one thread, so nothing the child uses is locked.
    match unsafe { fork() }? {
        ForkResult::Child => {
            drop(ours);
            exit_after(|| {
                if prctl::set_pdeathsig(Signal::SIGKILL).is_ok() {
                    live(theirs);
                }
            })
        }
        ForkResult::Parent { child } => {
            let pid = child.as_raw().to_le_bytes();
            let descriptors = [ours.as_raw_fd()];
            let rights = [ControlMessage::ScmRights(&descriptors)];
            let data = [IoSlice::new(&pid)];
            sendmsg::<UnixAddr>(control.as_raw_fd(), &data, &rights, MsgFlags::empty(), None)?;
            Ok(child)
        }
    }
}

fn receive_stream(control: &UnixStream, pid: &mut [u8; 4]) -> io::Result<UnixStream> {
    let mut space = nix::cmsg_space!(RawFd);
    let mut data = [IoSliceMut::new(pid)];
    let flags = MsgFlags::MSG_CMSG_CLOEXEC | MsgFlags::MSG_WAITALL;
    let message = loop {
        match recvmsg::<UnixAddr>(control.as_raw_fd(), &mut data, Some(&mut space), flags) {
            Err(Errno::EINTR) => {}
            other => break other?,
        }
    };
    for control in message.cmsgs()? {
        if let ControlMessageOwned::ScmRights(descriptors) = control
            && let Some(&descriptor) = descriptors.first()
        {
            // SAFETY: the kernel has just made this descriptor for us; nobody else owns it.
            let owned = unsafe { OwnedFd::from_raw_fd(descriptor) };
            return Ok(UnixStream::from(owned));
        }
    }
    Err(io::ErrorKind::UnexpectedEof.into())
}

/// How a child ended.
fn ended(pid: Pid) -> String {
    loop {
        return match waitpid(pid, None) {
            Ok(WaitStatus::Exited(_, code)) => format!("exit code {code}"),
            Ok(WaitStatus::Signaled(_, signal, _)) => format!("{signal}"),
            Err(Errno::EINTR) => continue,
            Ok(_) | Err(_) => "unknown".to_owned(),
        };
    }
}
