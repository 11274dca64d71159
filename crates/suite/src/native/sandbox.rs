//! Runs a program for a bounded time in its own directory, without network, with bounded memory
//! and files.

use crate::SuiteError;
use std::io::Read;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

/// Limits of one native run.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Duration,
    /// Resident memory in MiB; enforced by the sanitizer's allocator where there is one, else by
    /// the address space.
    pub memory_mib: u64,
    /// Largest file the program may write, in bytes.
    pub file_bytes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            time: Duration::from_secs(10),
            memory_mib: 2048,
            file_bytes: 256 << 20,
        }
    }
}

/// How a native run ended.
#[derive(Clone, Debug)]
pub(crate) struct Ended {
    /// Exit status, if it exited.
    pub(crate) status: Option<i32>,
    /// Signal, if one killed it.
    pub(crate) signal: Option<i32>,
    /// True if its time was up.
    pub(crate) timed_out: bool,
    /// What it wrote to stderr (its beginning, see [`STDERR_KEPT`]).
    pub(crate) stderr: String,
}

/// Bytes of stderr that are read; the rest is thrown away.
const STDERR_KEPT: u64 = 1 << 20;

/// Time between the request to stop and the kill.
const GRACE: Duration = Duration::from_secs(1);

/// Runs `command` in `directory` with `stdin` (empty if `None`).
pub(crate) fn run(
    mut command: Command,
    directory: &Path,
    stdin: Option<&[u8]>,
    limits: &Limits,
    limit_address_space: bool,
) -> Result<Ended, SuiteError> {
    let program = directory.join(command.get_program());
    let stdin_path = directory.join(".wf-stdin");
    std::fs::write(&stdin_path, stdin.unwrap_or_default()).map_err(SuiteError::io(&stdin_path))?;
    let stdin = std::fs::File::open(&stdin_path).map_err(SuiteError::io(&stdin_path))?;
    std::fs::remove_file(&stdin_path).map_err(SuiteError::io(&stdin_path))?;
    let address_space = limit_address_space.then_some(limits.memory_mib << 20);
    let (file_bytes, cpu) = (limits.file_bytes, limits.time.as_secs().max(1) + 5);
    command
        .current_dir(directory)
        .stdin(stdin)
        .stdout(Stdio::null())
        .stderr(Stdio::piped());
    // SAFETY: between fork and exec only async-signal-safe system calls are made, on values copied
    // into the closure.
    unsafe {
        command.pre_exec(move || {
            restrict(address_space, file_bytes, cpu);
            Ok(())
        });
    }
    let mut child = command.spawn().map_err(SuiteError::io(&program))?;
    let stderr = child.stderr.take();
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        if let Some(mut stderr) = stderr {
            // What cannot be read any more is not there to be judged either.
            let _ = stderr.by_ref().take(STDERR_KEPT).read_to_end(&mut text);
            let _ = std::io::copy(&mut stderr, &mut std::io::sink());
        }
        text
    });
    let (status, timed_out) = wait(&mut child, limits.time).map_err(SuiteError::io(&program))?;
    let stderr = reader.join().unwrap_or_default();
    Ok(Ended {
        status: status.code(),
        signal: status.signal(),
        timed_out,
        stderr: String::from_utf8_lossy(&stderr).into_owned(),
    })
}

/// Called in the child: own process group, limits, no network where the kernel lets us.
fn restrict(address_space: Option<u64>, file_bytes: u64, cpu_seconds: u64) {
    let limit = |resource, value: u64| {
        let value = libc::rlimit {
            rlim_cur: value,
            rlim_max: value,
        };
        // SAFETY: the struct is initialised and outlives the call.
        unsafe { libc::setrlimit(resource, &value) };
    };
    // SAFETY: plain system calls without pointers.
    unsafe {
        libc::setpgid(0, 0);
        // Fails without privileges for user namespaces: the run then keeps the host's network.
        if libc::unshare(libc::CLONE_NEWNET) != 0 {
            libc::unshare(libc::CLONE_NEWUSER | libc::CLONE_NEWNET);
        }
    }
    limit(libc::RLIMIT_CORE, 0);
    limit(libc::RLIMIT_FSIZE, file_bytes);
    limit(libc::RLIMIT_CPU, cpu_seconds);
    if let Some(bytes) = address_space {
        limit(libc::RLIMIT_AS, bytes);
    }
}

/// Waits; when the time is up asks the process group to stop, then kills it.
fn wait(child: &mut Child, time: Duration) -> std::io::Result<(std::process::ExitStatus, bool)> {
    let group = -i32::try_from(child.id()).unwrap_or(i32::MAX);
    let started = Instant::now();
    let mut pause = Duration::from_micros(500);
    let mut asked = false;
    let status = loop {
        if let Some(status) = child.try_wait()? {
            break status;
        }
        let elapsed = started.elapsed();
        // SAFETY: system calls without pointers; the group is the child's own.
        unsafe {
            if elapsed >= time + GRACE {
                libc::kill(group, libc::SIGKILL);
            } else if elapsed >= time && !asked {
                asked = true;
                libc::kill(group, libc::SIGTERM);
            }
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    // Whatever the program left behind in its group would keep stderr open.
    // SAFETY: as above.
    unsafe { libc::kill(group, libc::SIGKILL) };
    Ok((status, asked))
}
