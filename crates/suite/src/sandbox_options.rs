//! What native runs of tests may touch and use.

use serde::{Deserialize, Serialize};
use std::time::Duration;

/// What the user wants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum SandboxMode {
    /// No test runs that is not isolated in every way.
    Require,
    /// Tests are isolated as far as the machine permits; what is missing is said.
    #[default]
    Auto,
    /// Tests run with the user's rights and limits of their own.
    Off,
}

/// A name that no mode has.
#[derive(Clone, Debug, thiserror::Error, PartialEq, Eq)]
#[error("`{0}` is none of auto, require, off")]
pub struct UnknownMode(String);

impl std::str::FromStr for SandboxMode {
    type Err = UnknownMode;

    fn from_str(name: &str) -> Result<SandboxMode, UnknownMode> {
        match name {
            "require" => Ok(SandboxMode::Require),
            "auto" => Ok(SandboxMode::Auto),
            "off" => Ok(SandboxMode::Off),
            other => Err(UnknownMode(other.to_owned())),
        }
    }
}

/// What tests of a suite may touch and use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SandboxOptions {
    /// How much isolation the user wants.
    pub mode: SandboxMode,
    /// [`Limits::memory_mib`].
    pub memory_mib: u64,
    /// [`Limits::file_bytes`], in MiB.
    pub disk_mib: u64,
    /// [`Limits::processes`].
    pub processes: u64,
}

impl Default for SandboxOptions {
    fn default() -> SandboxOptions {
        SandboxOptions {
            mode: SandboxMode::default(),
            memory_mib: 2048,
            disk_mib: 256,
            processes: 64,
        }
    }
}

impl SandboxOptions {
    /// The limits of a run that may take so long.
    pub fn limits(&self, time: Duration) -> Limits {
        Limits {
            time,
            memory_mib: self.memory_mib,
            file_bytes: self.disk_mib << 20,
            processes: self.processes,
        }
    }
}

/// Limits of one native run.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Wall-clock time.
    pub time: Duration,
    /// Memory of all its processes in MiB, with what its temporary files take: those are kept in
    /// memory.
    pub memory_mib: u64,
    /// Largest file the program may write, in bytes; all that are not the replayer's take no more
    /// together.
    pub file_bytes: u64,
    /// Processes at one time; where they have a namespace for it, their threads count, too.
    pub processes: u64,
}

impl Default for Limits {
    fn default() -> Limits {
        SandboxOptions::default().limits(Duration::from_secs(10))
    }
}
