//! A shortcut to keys: which key a compilation had, and what the file system said then of everything that the
//! preprocessor had looked at. Where it says the same now, nothing is preprocessed.

use crate::entry::{self, Entry};
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// What changed later than this before a look may have changed during it: the clocks of file systems are coarse.
const SETTLED: Duration = Duration::from_secs(1);
/// Options before directories of headers.
const BEFORE_DIRECTORIES: [&str; 7] = [
    "-isystem",
    "-iquote",
    "-idirafter",
    "-I",
    "-F",
    "-B",
    "--sysroot=",
];
/// Variables with directories of headers; those of programs that the compiler calls are among them.
pub const VARIABLES: [&str; 4] = [
    "CPATH",
    "C_INCLUDE_PATH",
    "CPLUS_INCLUDE_PATH",
    "COMPILER_PATH",
];
/// Where compilers look beside the directories of their options and of what they have read.
const ALWAYS: [&str; 3] = [
    "/usr/local/include",
    "/usr/include",
    "/usr/include/x86_64-linux-gnu",
];
/// Bytes of a state.
const STATE: usize = 40;

/// Device, number, size, and seconds and nanoseconds of the last change; zeros for what is not there.
type State = [u8; STATE];

fn state(path: &Path) -> State {
    let mut state = [0; STATE];
    if let Ok(metadata) = std::fs::metadata(path) {
        let numbers = [
            metadata.dev(),
            metadata.ino(),
            metadata.size(),
            metadata.ctime() as u64,
            metadata.ctime_nsec() as u64,
        ];
        for (to, number) in state.chunks_exact_mut(8).zip(numbers) {
            to.copy_from_slice(&number.to_le_bytes());
        }
    }
    state
}

/// True if what is in this state was so well before a time.
fn is_settled(state: &State, before: SystemTime) -> bool {
    let number = |at: usize| {
        let bytes = state[at..].first_chunk().copied();
        u64::from_le_bytes(bytes.unwrap_or_default())
    };
    let nanoseconds = u32::try_from(number(32)).unwrap_or(u32::MAX);
    let changed = UNIX_EPOCH.checked_add(Duration::new(number(24), nanoseconds.min(999_999_999)));
    changed
        .and_then(|changed| changed.checked_add(SETTLED))
        .is_some_and(|settled| settled <= before)
}

/// Directories that options and variables name, whether they are there or not.
fn named(flags: &[String]) -> impl Iterator<Item = PathBuf> {
    let mut is_next = false;
    let of_flags = flags.iter().filter_map(move |flag| {
        let prefix = BEFORE_DIRECTORIES
            .iter()
            .find(|prefix| flag.starts_with(*prefix));
        let value = prefix.map_or(flag.as_str(), |prefix| &flag[prefix.len()..]);
        let is_value = std::mem::replace(&mut is_next, prefix.is_some() && value.is_empty());
        (is_value || (prefix.is_some() && !value.is_empty())).then(|| PathBuf::from(value))
    });
    let of_variables = VARIABLES
        .iter()
        .filter_map(std::env::var_os)
        .flat_map(|value| std::env::split_paths(&value).collect::<Vec<_>>());
    of_flags.chain(of_variables)
}

/// Directories in which a file that appears may be found before one that was read.
fn directories(flags: &[String], source: &Path, files: &[PathBuf]) -> BTreeSet<PathBuf> {
    let read = files.iter().map(PathBuf::as_path).chain([source]);
    let parents: BTreeSet<&Path> = read.filter_map(Path::parent).collect();
    let mut searched: BTreeSet<PathBuf> = ALWAYS.iter().map(PathBuf::from).collect();
    searched.extend(named(flags));
    searched.extend(parents.iter().map(|parent| parent.to_path_buf()));
    // Names of headers may have directories in them: what is behind that in which one was found.
    let names = parents.iter().flat_map(|parent| {
        let behind = |directory| parent.strip_prefix(directory).ok();
        searched.iter().filter_map(behind)
    });
    let names: BTreeSet<&Path> = names.filter(|name| !name.as_os_str().is_empty()).collect();
    let below = searched
        .iter()
        .flat_map(|directory| names.iter().map(|name| directory.join(name)));
    let below: Vec<PathBuf> = below.collect();
    searched.extend(below);
    searched
}

/// Keeps the key of a compilation whose preprocessing began at a time; `name` says everything about it but files.
/// Nothing is kept where something has changed just then.
pub fn write(
    directory: &Path,
    name: &str,
    key: &str,
    (flags, source, files): (&[String], &Path, &[PathBuf]),
    began: SystemTime,
) {
    let mut object = Vec::new();
    let directories = directories(flags, source, files);
    for path in files.iter().chain(&directories) {
        let state = state(path);
        if !is_settled(&state, began) {
            return;
        }
        let bytes = path.as_os_str().as_bytes();
        object.extend(state);
        object.extend((bytes.len() as u64).to_le_bytes());
        object.extend(bytes);
    }
    let said = key.to_owned();
    if let Err(error) = entry::write(directory, name, &Entry { said, object }) {
        tracing::debug!("{}: {error}", directory.display());
    }
}

/// The key that was kept under a name, if all that it depends on is as it was.
pub fn read(directory: &Path, name: &str) -> Option<String> {
    let entry = entry::read(directory, name)?;
    is_as_it_was(&entry.object)?.then_some(entry.said)
}

/// `None` if it is not what [`write`] keeps.
fn is_as_it_was(mut bytes: &[u8]) -> Option<bool> {
    while !bytes.is_empty() {
        let (before, rest) = bytes.split_first_chunk::<STATE>()?;
        let (length, rest) = rest.split_first_chunk::<8>()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        let (path, rest) = rest.split_at_checked(length)?;
        if state(Path::new(OsStr::from_bytes(path))) != *before {
            return Some(false);
        }
        bytes = rest;
    }
    Some(true)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_list_of_states_is_read() {
        let mut list = Vec::new();
        for path in ["/", "/usr/include", "/nowhere"] {
            list.extend(state(Path::new(path)));
            list.extend((path.len() as u64).to_le_bytes());
            list.extend(path.as_bytes());
        }
        assert_eq!(is_as_it_was(&list), Some(true));
        mutants::check(&[list], 5_000, |bytes| {
            is_as_it_was(bytes);
        });
    }
}
