//! Runs a program for a bounded time in its own directory, without network, with bounded memory
//! and files.

use super::child::{self, Restrictions};
use crate::SuiteError;
use nix::sys::signal::{Signal, killpg};
use nix::unistd::Pid;
use std::io::Read;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::{Command, ExitStatus};
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

/// Runs `command` in `directory` with `stdin` (empty if `None`). Its environment is what `command`
/// sets, and nothing else.
pub(crate) fn run(
    command: &Command,
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
    let restrictions = Restrictions {
        address_space: limit_address_space.then_some(limits.memory_mib << 20),
        file_bytes: limits.file_bytes,
        cpu_seconds: limits.time.as_secs().max(1) + 5,
    };
    let child::Spawned { pid, mut stderr } =
        child::spawn(command, directory, &stdin, restrictions).map_err(SuiteError::io(&program))?;
    let reader = std::thread::spawn(move || {
        let mut text = Vec::new();
        // What cannot be read any more is not there to be judged either.
        let _ = stderr.by_ref().take(STDERR_KEPT).read_to_end(&mut text);
        let _ = std::io::copy(&mut stderr, &mut std::io::sink());
        text
    });
    let (status, timed_out) = wait(pid, limits.time).map_err(SuiteError::io(&program))?;
    let stderr = reader.join().unwrap_or_default();
    Ok(Ended {
        status: status.code(),
        signal: status.signal(),
        timed_out,
        stderr: String::from_utf8_lossy(&stderr).into_owned(),
    })
}

/// Waits; when the time is up asks the process group to stop, then kills it.
fn wait(child: Pid, time: Duration) -> std::io::Result<(ExitStatus, bool)> {
    let started = Instant::now();
    let mut pause = Duration::from_micros(500);
    let mut asked = false;
    let status = loop {
        if let Some(status) = child::ended(child)? {
            break status;
        }
        let elapsed = started.elapsed();
        // Fails only if it has just ended.
        if elapsed >= time + GRACE {
            let _ = killpg(child, Signal::SIGKILL);
        } else if elapsed >= time && !asked {
            asked = true;
            let _ = killpg(child, Signal::SIGTERM);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    // Whatever the program left behind in its group would keep stderr open.
    let _ = killpg(child, Signal::SIGKILL);
    Ok((status, asked))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shell(script: &str, directory: &Path) -> Ended {
        let mut command = Command::new("/bin/sh");
        command.args(["-c", script]).env_clear().env("A", "x y");
        let limits = Limits {
            time: Duration::from_secs(1),
            ..Limits::default()
        };
        run(&command, directory, Some(b"in\n"), &limits, true).expect("runs")
    }

    #[test]
    fn a_program_has_its_own_streams_environment_directory_and_limits() {
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory.path().canonicalize().expect("a path");
        let ended = shell(
            "read line; echo \"$line,$A,$HOME,$(pwd),$(ulimit -c)\" >&2; echo lost; exit 7",
            &path,
        );
        let expected = format!("in,x y,,{},0\n", path.display());
        assert_eq!(ended.stderr, expected);
        assert_eq!((ended.status, ended.signal), (Some(7), None));
    }

    #[test]
    fn signals_and_time_outs_are_told_apart() {
        let directory = tempfile::tempdir().expect("a directory");
        // A real-time signal, and one that Rust ignores for itself.
        for signal in [34, 13] {
            let ended = shell(&format!("kill -{signal} $$"), directory.path());
            assert_eq!((ended.status, ended.signal), (None, Some(signal)));
            assert!(!ended.timed_out);
        }
        let ended = shell("trap '' TERM; while :; do :; done", directory.path());
        assert_eq!((ended.signal, ended.timed_out), (Some(9), true));
    }

    #[test]
    fn a_program_that_is_not_there_is_an_error() {
        let command = Command::new("/there/is/no/such/program");
        let error = run(&command, Path::new("/tmp"), None, &Limits::default(), false);
        let error = error.expect_err("no program").to_string();
        assert!(error.contains("No such file"), "{error}");
    }
}
