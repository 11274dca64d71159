//! Starts a restricted child process without copying this one. A fork marks every page of the
//! process as shared; beside an exploration of some gigabytes that takes longer than most tests, and
//! each page written afterwards is copied. `std` avoids it only where nothing is to be done between
//! the fork and the program.

use nix::errno::Errno;
use nix::sched::CloneFlags;
use nix::unistd::Pid;
use std::ffi::{CString, OsStr};
use std::io::{PipeReader, PipeWriter};
use std::os::fd::{AsRawFd, RawFd};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus};
use std::sync::atomic::{AtomicI32, Ordering};

/// What a child may use.
pub(super) struct Restrictions {
    /// Bytes of address space, if they are limited.
    pub(super) address_space: Option<u64>,
    /// Bytes of the largest file it may write.
    pub(super) file_bytes: u64,
    /// Seconds of processor time.
    pub(super) cpu_seconds: u64,
}

/// A child that runs.
pub(super) struct Spawned {
    /// It leads a process group of its own.
    pub(super) pid: Pid,
    /// What it writes to stderr.
    pub(super) stderr: PipeReader,
}

/// Bytes of the stack on which the child prepares itself.
const STACK: usize = 64 << 10;

/// Where a child has a network of its own, with nobody in it: by privilege, by a user namespace, or
/// not at all, where the kernel allows neither. It then keeps the host's.
const ISOLATION: [CloneFlags; 3] = [
    CloneFlags::CLONE_NEWNET,
    CloneFlags::CLONE_NEWNET.union(CloneFlags::CLONE_NEWUSER),
    CloneFlags::empty(),
];

/// All that the child needs, so that it allocates nothing.
struct Image {
    program: CString,
    directory: CString,
    /// Ended by null, as are the variables; they point into what [`Image`] does not own.
    arguments: Vec<*const libc::c_char>,
    environment: Vec<*const libc::c_char>,
    /// Become 0, 1 and 2.
    streams: [RawFd; 3],
    restrictions: Restrictions,
    /// Why the program could not be executed.
    failure: AtomicI32,
}

/// Starts `command` in `directory`. Its environment is what `command` sets, and nothing else; its
/// stdout is thrown away.
pub(super) fn spawn(
    command: &Command,
    directory: &Path,
    stdin: &std::fs::File,
    restrictions: Restrictions,
) -> std::io::Result<Spawned> {
    let text = |text: &OsStr| CString::new(text.as_bytes());
    let arguments = std::iter::once(command.get_program()).chain(command.get_args());
    let arguments = arguments.map(text).collect::<Result<Vec<_>, _>>()?;
    let environment = command
        .get_envs()
        .filter_map(|(name, value)| Some((name, value?)))
        .map(|(name, value)| CString::new([name.as_bytes(), b"=", value.as_bytes()].concat()))
        .collect::<Result<Vec<_>, _>>()?;
    let nothing = std::fs::File::options().write(true).open("/dev/null")?;
    let (stderr, writer): (PipeReader, PipeWriter) = std::io::pipe()?;
    let image = Image {
        program: text(command.get_program())?,
        directory: text(directory.as_os_str())?,
        arguments: ended_by_null(&arguments),
        environment: ended_by_null(&environment),
        streams: [stdin.as_raw_fd(), nothing.as_raw_fd(), writer.as_raw_fd()],
        restrictions,
        failure: AtomicI32::new(0),
    };
    let pid = start(&image)?;
    match image.failure.load(Ordering::Relaxed) {
        0 => Ok(Spawned { pid, stderr }),
        error => {
            // Takes it off the system's table.
            while matches!(ended(pid), Ok(None)) {
                std::thread::yield_now();
            }
            Err(std::io::Error::from_raw_os_error(error))
        }
    }
}

/// How a child ended, if it has.
pub(super) fn ended(child: Pid) -> std::io::Result<Option<ExitStatus>> {
    let mut status = 0;
    // SAFETY: writes the integer that it is handed. (`nix` knows no real-time signals.)
    let pid = unsafe { libc::waitpid(child.as_raw(), &mut status, libc::WNOHANG) };
    Ok((Errno::result(pid)? != 0).then(|| ExitStatus::from_raw(status)))
}

fn ended_by_null(texts: &[CString]) -> Vec<*const libc::c_char> {
    let pointers = texts.iter().map(|text| text.as_ptr());
    pointers.chain([std::ptr::null()]).collect()
}

/// Starts the child and waits until it has become the program, or has failed to.
fn start(image: &Image) -> nix::Result<Pid> {
    let mut stack = vec![0u8; STACK];
    let mut refused = Errno::EPERM;
    for isolation in ISOLATION {
        let flags = CloneFlags::CLONE_VM | CloneFlags::CLONE_VFORK | isolation;
        let child = Box::new(|| image.become_program());
        // SAFETY: the child has a stack of its own, far larger than its few system calls need, and
        // this thread goes on only when the child has left the memory they share (CLONE_VFORK), so
        // that all it looks at lives. It allocates nothing, takes no lock and does not return.
        match unsafe { nix::sched::clone(child, &mut stack, flags, Some(libc::SIGCHLD)) } {
            Ok(pid) => return Ok(pid),
            Err(error) => refused = error,
        }
    }
    Err(refused)
}

impl Image {
    /// In the child: own process group and limits, then the program.
    fn become_program(&self) -> isize {
        self.restrict();
        let error = match self.execute() {
            Ok(never) => match never {},
            Err(error) => error,
        };
        self.failure.store(error as i32, Ordering::Relaxed);
        // SAFETY: ends the child at once, without what is to be done at this process's exit.
        unsafe { libc::_exit(127) }
    }

    fn restrict(&self) {
        let limit = |resource, value: u64| {
            let value = libc::rlimit {
                rlim_cur: value,
                rlim_max: value,
            };
            // SAFETY: the struct is initialised and outlives the call.
            unsafe { libc::setrlimit(resource, &value) };
        };
        let Restrictions {
            address_space,
            file_bytes,
            cpu_seconds,
        } = self.restrictions;
        limit(libc::RLIMIT_CORE, 0);
        limit(libc::RLIMIT_FSIZE, file_bytes);
        limit(libc::RLIMIT_CPU, cpu_seconds);
        if let Some(bytes) = address_space {
            limit(libc::RLIMIT_AS, bytes);
        }
    }

    fn execute(&self) -> nix::Result<std::convert::Infallible> {
        // SAFETY: system calls on values that `self` holds, in a process of its own: signals are
        // treated as by default, which Rust's start changed for SIGPIPE.
        unsafe {
            libc::setpgid(0, 0);
            libc::signal(libc::SIGPIPE, libc::SIG_DFL);
            let mut none: libc::sigset_t = std::mem::zeroed();
            libc::sigemptyset(&mut none);
            libc::sigprocmask(libc::SIG_SETMASK, &none, std::ptr::null_mut());
            Errno::result(libc::chdir(self.directory.as_ptr()))?;
            for (target, &stream) in (0..).zip(&self.streams) {
                Errno::result(libc::dup2(stream, target))?;
            }
            libc::execve(
                self.program.as_ptr(),
                self.arguments.as_ptr(),
                self.environment.as_ptr(),
            );
        }
        Err(Errno::last())
    }
}
