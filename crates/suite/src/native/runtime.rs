//! Objects that programs under test are linked with, compiled when Wayfarer was built.

use crate::{Plan, SuiteError};
use std::path::{Path, PathBuf};

macro_rules! object {
    ($name:literal) => {
        RuntimeObject {
            name: $name,
            bytes: include_bytes!(concat!(env!("OUT_DIR"), "/", $name, ".o")),
            narrow: include_bytes!(concat!(env!("OUT_DIR"), "/", $name, "-32.o")),
        }
    };
}

/// One of them.
pub(super) struct RuntimeObject {
    name: &'static str,
    bytes: &'static [u8],
    /// For programs of 32 bits.
    narrow: &'static [u8],
}

/// The inputs and the log of a test.
pub(super) const REPLAY: RuntimeObject = object!("replay");
/// The process that a test runs in.
pub(super) const PROCESS: RuntimeObject = object!("process");
/// The functions that allocate.
pub(super) const ALLOCATIONS: RuntimeObject = object!("allocations");
/// Memory whose first contents are inputs.
pub(super) const MEMORY: RuntimeObject = object!("memory");
/// What compares strings and memory where a sanitizer watches.
pub(super) const COMPARISONS: RuntimeObject = object!("comparisons");
/// What stands for the surroundings of the program, if nothing of them is an input.
pub(super) const SURROUNDINGS: RuntimeObject = object!("surroundings");
/// The same where a sanitizer sees what it does with the program's memory.
pub(super) const SURROUNDINGS_CHECKED: RuntimeObject = object!("surroundings-checked");
/// What the machine's models say of the program's surroundings and a test has in it.
pub(super) const REPLAYED: RuntimeObject = object!("replayed");
/// The same, watched.
pub(super) const REPLAYED_CHECKED: RuntimeObject = object!("replayed-checked");
/// Files as the machine's models tell of them.
pub(super) const FILES: RuntimeObject = object!("files");
/// The same, watched.
pub(super) const FILES_CHECKED: RuntimeObject = object!("files-checked");

/// What shows that a program can be run at all.
pub(super) const MUST_RUN: RuntimeObject = object!("must-run");
/// The same with sanitizers.
pub(super) const MUST_RUN_CHECKED: RuntimeObject = object!("must-run-checked");

impl RuntimeObject {
    /// Puts the one for the programs of a plan into a directory.
    pub(super) fn write(&self, plan: &Plan, directory: &Path) -> Result<PathBuf, SuiteError> {
        let bytes = match plan.is_narrow() {
            true => self.narrow,
            false => self.bytes,
        };
        self.write_bytes(bytes, directory)
    }

    fn write_bytes(&self, bytes: &[u8], directory: &Path) -> Result<PathBuf, SuiteError> {
        let path = directory.join(self.name).with_extension("o");
        std::fs::write(&path, bytes).map_err(SuiteError::io(&path))?;
        Ok(path)
    }

    /// Puts the one for programs of 64 bits into a directory.
    #[cfg(test)]
    pub(super) fn write_wide(&self, directory: &Path) -> Result<PathBuf, SuiteError> {
        self.write_bytes(self.bytes, directory)
    }
}
