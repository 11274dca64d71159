//! Temporary directories that are gone when nobody uses them any more: who makes one removes those of
//! processes that were killed. And where that is which is kept from run to run.
//!
//! A temporary directory is locked for as long as its process lives, in whatever way that ends; what is not
//! locked belongs to nobody.

use rustix::fs::{FlockOperation, flock};
use std::fs::File;
use std::io;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Once;
use tempfile::TempDir;

/// The user's directory for what is kept between runs because it takes time to make, and may be removed at
/// any time: below `XDG_CACHE_HOME`, or `.cache` in the home directory. It need not exist. `None` if the
/// environment names neither.
pub fn cache_directory() -> Option<PathBuf> {
    let variable = |name| {
        std::env::var_os(name)
            .map(PathBuf::from)
            .filter(|path| path.is_absolute())
    };
    let cache = variable("XDG_CACHE_HOME").or_else(|| Some(variable("HOME")?.join(".cache")))?;
    Some(cache.join("wayfarer"))
}

/// Names of all begin so.
const PREFIX: &str = "wayfarer-scratch-";

/// A temporary directory, removed when this is dropped, or by a later process if that cannot be.
#[derive(Debug)]
pub struct ScratchDirectory {
    directory: TempDir,
    _lock: File,
}

impl ScratchDirectory {
    /// Makes one in the system's directory for such. The first of a process removes those of dead ones.
    ///
    /// # Errors
    /// If it cannot be made.
    pub fn new() -> io::Result<ScratchDirectory> {
        static SWEPT: Once = Once::new();
        let below = std::env::temp_dir();
        SWEPT.call_once(|| remove_abandoned(&below));
        ScratchDirectory::new_in(&below)
    }

    fn new_in(below: &Path) -> io::Result<ScratchDirectory> {
        loop {
            let directory = tempfile::Builder::new().prefix(PREFIX).tempdir_in(below)?;
            let lock = match File::open(directory.path()) {
                // Before it was locked, somebody took it for abandoned.
                Err(error) if error.kind() == io::ErrorKind::NotFound => continue,
                lock => lock?,
            };
            flock(&lock, FlockOperation::LockExclusive)?;
            // Somebody may have done so after it was opened.
            if is_at(&lock, directory.path()) {
                return Ok(ScratchDirectory {
                    directory,
                    _lock: lock,
                });
            }
        }
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        self.directory.path()
    }
}

/// True if an open directory is the one of that name.
fn is_at(open: &File, path: &Path) -> bool {
    let inode = |metadata: std::fs::Metadata| (metadata.dev(), metadata.ino());
    match (open.metadata(), std::fs::symlink_metadata(path)) {
        (Ok(open), Ok(named)) => inode(open) == inode(named),
        _ => false,
    }
}

/// Removes directories that nobody has locked. What cannot be removed stays.
fn remove_abandoned(below: &Path) {
    let user = rustix::process::geteuid().as_raw();
    let entries = std::fs::read_dir(below).into_iter().flatten().flatten();
    for entry in entries {
        let name = entry.file_name();
        if !name.as_encoded_bytes().starts_with(PREFIX.as_bytes()) {
            continue;
        }
        let own = |metadata: std::fs::Metadata| metadata.is_dir() && metadata.uid() == user;
        if !entry.metadata().is_ok_and(own) {
            continue;
        }
        let path = entry.path();
        if let Ok(lock) = File::open(&path)
            && flock(&lock, FlockOperation::NonBlockingLockExclusive).is_ok()
            && is_at(&lock, &path)
        {
            let _ = std::fs::remove_dir_all(&path);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directories_of_the_dead_are_removed_and_those_of_the_living_stay() {
        let below = tempfile::tempdir().expect("a directory");
        let living = ScratchDirectory::new_in(below.path()).expect("a directory");
        let dead = below.path().join(format!("{PREFIX}dead"));
        std::fs::create_dir_all(dead.join("inner")).expect("a directory is made");
        std::fs::write(dead.join("inner/file"), "").expect("a file is written");
        let foreign = below.path().join("wayfarer-else");
        std::fs::create_dir(&foreign).expect("a directory is made");
        let link = below.path().join(format!("{PREFIX}link"));
        std::os::unix::fs::symlink(&foreign, &link).expect("a link is made");
        remove_abandoned(below.path());
        assert!(living.path().is_dir());
        assert!(!dead.exists());
        assert!(foreign.is_dir() && link.exists());
        let path = living.path().to_owned();
        drop(living);
        assert!(!path.exists());
    }

    #[test]
    fn directories_are_made_while_others_remove_abandoned_ones() {
        let below = tempfile::tempdir().expect("a directory");
        let done = std::sync::atomic::AtomicBool::new(false);
        std::thread::scope(|scope| {
            for _ in 0..2 {
                scope.spawn(|| {
                    while !done.load(std::sync::atomic::Ordering::Relaxed) {
                        remove_abandoned(below.path());
                    }
                });
            }
            let made = scope.spawn(|| {
                for _ in 0..2_000 {
                    let directory = ScratchDirectory::new_in(below.path()).expect("it is made");
                    assert!(directory.path().is_dir());
                }
            });
            let made = made.join();
            done.store(true, std::sync::atomic::Ordering::Relaxed);
            made.expect("all are made");
        });
    }
}
