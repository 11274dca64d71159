//! One process at a time works in an output directory.

use crate::StoreError;
use rustix::fs::{FlockOperation, flock};
use std::fs::File;
use std::path::Path;
use std::time::{Duration, Instant};

/// How long workers of a killed process are waited for.
const PATIENCE: Duration = Duration::from_secs(3);

/// Holds the directory until it is dropped, or the process ends in whatever way.
#[derive(Debug)]
pub struct DirectoryLock {
    _file: File,
}

impl DirectoryLock {
    /// Takes the directory. Workers of a process that was killed hold it until they notice: that
    /// is waited for.
    ///
    /// # Errors
    /// If another process has it, or it cannot be opened.
    pub fn take(directory: &Path) -> Result<DirectoryLock, StoreError> {
        let started = Instant::now();
        loop {
            match DirectoryLock::try_take(directory) {
                Err(StoreError::Locked(_)) if started.elapsed() < PATIENCE => {
                    std::thread::sleep(Duration::from_millis(20));
                }
                taken => return taken,
            }
        }
    }

    fn try_take(directory: &Path) -> Result<DirectoryLock, StoreError> {
        let file = File::open(directory).map_err(StoreError::io(directory))?;
        match flock(&file, FlockOperation::NonBlockingLockExclusive) {
            Ok(()) => Ok(DirectoryLock { _file: file }),
            Err(rustix::io::Errno::WOULDBLOCK) => Err(StoreError::Locked(directory.to_owned())),
            Err(error) => Err(StoreError::io(directory)(error.into())),
        }
    }

    /// True if some process has the directory.
    pub fn is_taken(directory: &Path) -> bool {
        matches!(
            DirectoryLock::try_take(directory),
            Err(StoreError::Locked(_))
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_at_a_time() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let lock = DirectoryLock::take(directory.path()).expect("free");
        assert!(matches!(
            DirectoryLock::take(directory.path()),
            Err(StoreError::Locked(_))
        ));
        drop(lock);
        assert!(!DirectoryLock::is_taken(directory.path()));
    }
}
