//! What the launcher is told, and what it says: see `runtime/sandbox/sandbox.h`.

use super::isolation::PLACE;
use super::{Ended, Exceeded, GRACE, Isolation, Output, Run, variables, words};
use crate::SuiteError;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::ExitStatusExt;
use std::path::Path;
use std::process::ExitStatus;

const LAUNCHER: &[u8] = include_bytes!(concat!(env!("OUT_DIR"), "/launch"));

/// Number of the program's process: that which `getpid` of the library models gives.
const PROCESS: u64 = 1000;

/// Writes the launcher's program.
pub(super) fn write_launcher(path: &Path) -> std::io::Result<()> {
    let mut options = std::fs::File::options();
    let mut file = options
        .write(true)
        .create(true)
        .truncate(true)
        .mode(0o755)
        .open(path)?;
    std::io::Write::write_all(&mut file, LAUNCHER)
}

/// What it is told of a run.
pub(super) fn task(isolation: &Isolation, run: &Run<'_>) -> Vec<u8> {
    let mut out = Vec::new();
    let mut bytes = |tag: u8, bytes: &[u8]| {
        out.push(tag);
        out.extend((bytes.len() as u64).to_le_bytes());
        out.extend(bytes);
    };
    for word in words(run.command) {
        bytes(b'a', word.as_bytes());
    }
    for variable in variables(run.command) {
        bytes(b'e', variable.as_bytes());
    }
    bytes(b'p', run.command.get_program().as_bytes());
    let directory = run.directory.as_os_str().as_bytes();
    match isolation.has_own_files() {
        true => {
            bytes(b'f', directory);
            bytes(b'd', PLACE.as_bytes());
        }
        false => bytes(b'd', directory),
    }
    let limits = run.limits;
    let milliseconds = |time: std::time::Duration| time.as_millis() as u64;
    let memory = limits.memory_mib << 20;
    let numbers = [
        (b'T', milliseconds(limits.time)),
        (b'G', milliseconds(GRACE)),
        // A sanitizer has the same limit for one process, and reports when that is reached.
        (b'M', memory + memory / 4),
        (b'A', if run.limit_address_space { memory } else { 0 }),
        (b'F', limits.file_bytes),
        (b'C', limits.time.as_secs().max(1) + 5),
        (b'N', limits.processes),
        (b'O', u64::from(isolation.counts_own_processes())),
        (b'Q', u64::from(Isolation::can_ask_for_starts())),
        (b'S', u64::from(!isolation.has_own_network())),
        (b'U', u64::from(isolation.is_off())),
        (
            b'P',
            if isolation.numbers_processes() {
                PROCESS
            } else {
                0
            },
        ),
    ];
    for (tag, number) in numbers {
        bytes(tag, &number.to_le_bytes());
    }
    out
}

// Bits of [`Status::flags`].
const TIMED_OUT: u32 = 1;
const MEMORY: u32 = 2;
const PROCESSES: u32 = 4;
const NOT_PREPARED: u32 = 8;
const AGAIN: u32 = 16;

/// How a program ended, as the launcher says.
pub(super) struct Status {
    raw: i32,
    error: i32,
    flags: u32,
}

const MAGIC: u32 = 0x5746_4531;

impl Status {
    /// How many bytes it has.
    pub(super) const BYTES: usize = 16;

    /// Reads it; `None` if it is none.
    pub(super) fn from_bytes(bytes: &[u8]) -> Option<Status> {
        let word = |index: usize| {
            let bytes = bytes.get(4 * index..4 * index + 4)?;
            Some(u32::from_le_bytes(bytes.try_into().ok()?))
        };
        let status = Status {
            raw: word(1)? as i32,
            error: word(2)? as i32,
            flags: word(3)?,
        };
        (word(0)? == MAGIC).then_some(status)
    }

    /// True if another program may run in the same namespaces.
    pub(super) fn leaves_no_trace(&self) -> bool {
        self.flags & AGAIN != 0
    }

    /// The end of the run that this is about.
    pub(super) fn into_ended(
        self,
        stdout: Output,
        stderr: Output,
        program: &Path,
    ) -> Result<Ended, SuiteError> {
        let flag = |flag: u32| self.flags & flag != 0;
        if self.error != 0 {
            let error = std::io::Error::from_raw_os_error(self.error);
            if flag(NOT_PREPARED) {
                let what = format!("the test's files cannot be put there: {error}");
                return Err(SuiteError::Sandbox { what });
            }
            return Err(SuiteError::io(program)(error));
        }
        let status = ExitStatus::from_raw(self.raw);
        let memory = flag(MEMORY).then_some(Exceeded::Memory);
        let exceeded = memory.or(flag(PROCESSES).then_some(Exceeded::Processes));
        Ok(Ended {
            status: status.code(),
            signal: status.signal(),
            timed_out: flag(TIMED_OUT),
            exceeded,
            stdout,
            stderr,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_status_is_read() {
        let status = |raw: u32, error: u32, flags: u32| {
            [MAGIC, raw, error, flags].map(u32::to_le_bytes).concat()
        };
        let ended = |bytes: &[u8]| {
            let (stdout, stderr) = (Output::default(), Output::default());
            Status::from_bytes(bytes)?
                .into_ended(stdout, stderr, Path::new("a"))
                .ok()
        };
        let killed = ended(&status(9, 0, MEMORY)).expect("an end");
        assert_eq!(
            (killed.signal, killed.exceeded),
            (Some(9), Some(Exceeded::Memory))
        );
        let all = [
            status(0x300, 0, 0),
            status(9, 0, MEMORY),
            status(0, 2, NOT_PREPARED),
        ];
        mutants::check(&all, 3_000, |bytes| drop(ended(bytes)));
    }
}
