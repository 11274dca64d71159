//! An entry: a file with a line that says how it is checked, what the compiler said, and the object.

use crate::MOST_BYTES;
use sha2::{Digest, Sha256};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// What files begin with.
const HEAD: &[u8; 8] = b"object1\n";
/// Length of a hash.
const HASH: usize = 32;
/// Length of what is in front of what the compiler said.
const FRONT: usize = HEAD.len() + HASH + 8;
/// How long after another one entries may be looked through.
const BETWEEN_SWEEPS: Duration = Duration::from_secs(600);
/// A file whose time is that of the last look.
const SWEPT: &str = "swept";

/// What a compiler has made.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    /// What it said.
    pub said: String,
    /// The object.
    pub object: Vec<u8>,
}

/// The entry of a key, if it is there and whole. It counts as used.
pub fn read(directory: &Path, key: &str) -> Option<Entry> {
    let path = directory.join(key);
    let bytes = std::fs::read(&path).ok()?;
    let entry = parse(&bytes)?;
    if let Ok(file) = std::fs::File::options().append(true).open(&path) {
        // One whose time cannot be set is only removed sooner.
        let _ = file.set_modified(SystemTime::now());
    }
    Some(entry)
}

fn parse(bytes: &[u8]) -> Option<Entry> {
    let rest = bytes.strip_prefix(HEAD.as_slice())?;
    let (hash, content) = rest.split_at_checked(HASH)?;
    if Sha256::digest(content).as_slice() != hash {
        return None;
    }
    let (length, content) = content.split_first_chunk::<8>()?;
    let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
    let (said, object) = content.split_at_checked(length)?;
    Some(Entry {
        said: String::from_utf8(said.to_vec()).ok()?,
        object: object.to_vec(),
    })
}

/// Keeps an entry; others see all of it or nothing.
///
/// # Errors
/// If it cannot be written.
pub fn write(directory: &Path, key: &str, entry: &Entry) -> io::Result<()> {
    std::fs::create_dir_all(directory)?;
    let mut content = Vec::with_capacity(FRONT + entry.said.len() + entry.object.len());
    content.extend((entry.said.len() as u64).to_le_bytes());
    content.extend(entry.said.as_bytes());
    content.extend(&entry.object);
    let mut file = tempfile::NamedTempFile::new_in(directory)?;
    file.write_all(HEAD)?;
    file.write_all(&Sha256::digest(&content))?;
    file.write_all(&content)?;
    file.persist(directory.join(key)).map_err(|it| it.error)?;
    sweep_at_times(directory, MOST_BYTES)
}

/// Removes the least recently used entries beyond a number of bytes, if that was not done just now.
fn sweep_at_times(directory: &Path, most: u64) -> io::Result<()> {
    let stamp = directory.join(SWEPT);
    let last = std::fs::metadata(&stamp).and_then(|it| it.modified());
    let elapsed = last.ok().and_then(|last| last.elapsed().ok());
    if elapsed.is_some_and(|elapsed| elapsed < BETWEEN_SWEEPS) {
        return Ok(());
    }
    std::fs::write(&stamp, "")?;
    sweep(directory, most)
}

pub(crate) fn sweep(directory: &Path, most: u64) -> io::Result<()> {
    let mut entries: Vec<(SystemTime, u64, PathBuf)> = Vec::new();
    for entry in std::fs::read_dir(directory)? {
        let entry = entry?;
        // One that is gone is removed.
        if let Ok(metadata) = entry.metadata() {
            entries.push((metadata.modified()?, metadata.len(), entry.path()));
        }
    }
    entries.sort();
    let mut bytes: u64 = entries.iter().map(|(_, size, _)| size).sum();
    for (_, size, path) in entries {
        if bytes <= most {
            break;
        }
        // Another process may have done so.
        let _ = std::fs::remove_file(path);
        bytes -= size;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn any_entry_is_read() {
        let content = |said: &str| {
            let length = (said.len() as u64).to_le_bytes();
            [&length, said.as_bytes(), b"\x7fELF"].concat()
        };
        let whole = |content: &[u8]| [HEAD, &*Sha256::digest(content), content].concat();
        let first = whole(&content("a.c:1: warning"));
        assert_eq!(parse(&first).expect("an entry").said, "a.c:1: warning");
        mutants::check(
            &[content(""), content("a.c:1: warning"), first],
            5_000,
            |bytes| {
                parse(bytes);
                // One that somebody else wrote, who can hash as well.
                parse(&whole(bytes));
            },
        );
    }
}
