//! What an object depends on, as a hash: the compiler, its options, its directory and environment, the source as
//! the preprocessor leaves it, and each file that was read for that (comments and macros are part of coverage, which
//! names places in the files).

use crate::{Compilation, Language, memo};
use memchr::memmem;
use sha2::{Digest, Sha256};
use std::ffi::OsStr;
use std::fmt::Write as _;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::SystemTime;

/// Variables that clang heeds beside those of paths, which show in what the preprocessor reads.
const VARIABLES: [&str; 3] = ["CCC_OVERRIDE_OPTIONS", "SOURCE_DATE_EPOCH", "LANG"];
/// Text of sources whose objects depend on more than files: the time, and what the assembler reads.
const ELSEWHERE: [&str; 4] = ["__DATE__", "__TIME__", "__TIMESTAMP__", ".incbin"];

/// The key of a compilation; `None` if that is not known: the preprocessor fails, or the object depends on
/// something that is in no file. `directory` is where keys are kept ([`memo`]).
pub fn of(compilation: &Compilation<'_>, directory: &Path) -> Option<String> {
    match compilation.source.extension().and_then(OsStr::to_str) {
        Some("bc") => {
            let mut hash = of_all_but_files(compilation, without_directories)?;
            hash.add_file(compilation.source)?;
            Some(hash.digits())
        }
        _ if Language::of(compilation.source).is_some() => of_source(compilation, directory),
        _ => None,
    }
}

/// The key of what something called `kind` makes of a file; `None` if that cannot be read.
pub fn of_file(kind: &str, file: &Path) -> Option<String> {
    let mut hash = Hash(Sha256::new());
    hash.add(env!("CARGO_PKG_VERSION").as_bytes());
    hash.add(kind.as_bytes());
    hash.add_file(file)?;
    Some(hash.digits())
}

/// Directories of headers show in what the preprocessor reads.
fn without_directories(flag: &str) -> bool {
    !flag.starts_with("-I")
}

fn of_all_but_files(compilation: &Compilation<'_>, counts: fn(&str) -> bool) -> Option<Hash> {
    let mut hash = Hash(Sha256::new());
    hash.add(env!("CARGO_PKG_VERSION").as_bytes());
    hash.add_identity(&executable(compilation.compiler)?)?;
    hash.add(std::env::current_dir().ok()?.as_os_str().as_bytes());
    for name in VARIABLES {
        hash.add(std::env::var_os(name).unwrap_or_default().as_bytes());
    }
    for flag in compilation.flags.iter().filter(|flag| counts(flag)) {
        hash.add(flag.as_bytes());
        // Lists for sanitizers, profiles, plugins.
        let value = flag
            .split_once('=')
            .map_or(flag.as_str(), |(_, value)| value);
        if Path::new(value).is_file() {
            hash.add_file(Path::new(value))?;
        }
    }
    Some(hash)
}

fn of_source(compilation: &Compilation<'_>, directory: &Path) -> Option<String> {
    let mut name = of_all_but_files(compilation, |_| true)?;
    for variable in memo::VARIABLES {
        name.add(std::env::var_os(variable).unwrap_or_default().as_bytes());
    }
    name.add(compilation.source.as_os_str().as_bytes());
    let name = format!("key-{}", name.digits());
    // Files that name options may name more files.
    let is_known = !compilation.flags.iter().any(|flag| flag.starts_with('@'));
    if is_known && let Some(key) = memo::read(directory, &name) {
        return Some(key);
    }
    let began = SystemTime::now();
    let mut hash = of_all_but_files(compilation, without_directories)?;
    let files = hash.add_source(compilation)?;
    let key = hash.digits();
    if is_known {
        let read = (compilation.flags, compilation.source, files.as_slice());
        memo::write(directory, &name, &key, read, began);
    }
    Some(key)
}

struct Hash(Sha256);

impl Hash {
    /// Adds bytes, so that where they end is told as well.
    fn add(&mut self, bytes: &[u8]) {
        self.0.update((bytes.len() as u64).to_le_bytes());
        self.0.update(bytes);
    }

    fn add_file(&mut self, path: &Path) -> Option<()> {
        let bytes = std::fs::read(path).ok()?;
        self.add(&bytes);
        Some(())
    }

    /// Adds a program by what changes when it is replaced.
    fn add_identity(&mut self, path: &Path) -> Option<()> {
        let metadata = std::fs::metadata(path).ok()?;
        self.add(path.as_os_str().as_bytes());
        let numbers = [metadata.size(), metadata.ino()].map(u64::to_le_bytes);
        let times = [metadata.mtime(), metadata.mtime_nsec()].map(i64::to_le_bytes);
        numbers.iter().chain(&times).for_each(|it| self.add(it));
        Some(())
    }

    /// Adds a source and all that it includes: these files.
    fn add_source(&mut self, compilation: &Compilation<'_>) -> Option<Vec<PathBuf>> {
        let (text, files) = preprocess(compilation)?;
        self.add(&text);
        for file in &files {
            let bytes = std::fs::read(file).ok()?;
            let has = |word: &str| memmem::find(&bytes, word.as_bytes()).is_some();
            if ELSEWHERE.iter().any(|word| has(word)) && !is_of_system(file) {
                return None;
            }
            self.add(file.as_os_str().as_bytes());
            self.add(&bytes);
        }
        Some(files)
    }

    fn digits(self) -> String {
        let digits = self.0.finalize();
        digits.iter().fold(String::new(), |mut out, byte| {
            let _ = write!(out, "{byte:02x}");
            out
        })
    }
}

/// Headers of the system speak of such words in comments and for others to use.
fn is_of_system(file: &Path) -> bool {
    file.starts_with("/usr")
}

/// Where a command is.
fn executable(name: &str) -> Option<PathBuf> {
    if name.contains('/') {
        return Some(PathBuf::from(name));
    }
    let path = std::env::var_os("PATH")?;
    let mut places = std::env::split_paths(&path).map(|directory| directory.join(name));
    places.find(|place| place.is_file())
}

/// A source as the preprocessor leaves it, and the files that it has read.
fn preprocess(compilation: &Compilation<'_>) -> Option<(Vec<u8>, Vec<PathBuf>)> {
    let list = tempfile::NamedTempFile::new().ok()?;
    let is_of_step = |flag: &&String| !matches!(flag.as_str(), "-c" | "-S" | "-emit-llvm");
    let output = Command::new(compilation.compiler)
        .args(compilation.flags.iter().filter(is_of_step))
        .args(["-w", "-E", "-MD", "-MT", "all", "-MF"])
        .arg(list.path())
        .arg(compilation.source)
        .args(["-o", "-"])
        .stdin(Stdio::null())
        .stderr(Stdio::null())
        .output()
        .ok()?;
    let rule = std::fs::read(list.path()).ok()?;
    let files = files_of(&rule);
    (output.status.success() && !files.is_empty()).then_some((output.stdout, files))
}

/// The files that a rule for `make` names behind its colon.
fn files_of(rule: &[u8]) -> Vec<PathBuf> {
    let start = rule.iter().position(|&byte| byte == b':');
    let mut bytes = rule
        .iter()
        .copied()
        .skip(start.map_or(rule.len(), |at| at + 1))
        .peekable();
    let mut files = Vec::new();
    let mut name: Vec<u8> = Vec::new();
    while let Some(byte) = bytes.next() {
        let next = bytes.peek().copied();
        match (byte, next) {
            (b'\\', Some(b'\n')) => {
                bytes.next();
            }
            (b'\\', Some(escaped @ (b' ' | b'#'))) | (b'$', Some(escaped @ b'$')) => {
                name.push(escaped);
                bytes.next();
                continue;
            }
            (b' ' | b'\n', _) => {}
            _ => {
                name.push(byte);
                continue;
            }
        }
        if !name.is_empty() {
            files.push(PathBuf::from(OsStr::from_bytes(&name)));
            name.clear();
        }
    }
    if !name.is_empty() {
        files.push(PathBuf::from(OsStr::from_bytes(&name)));
    }
    files
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_rules_have_their_own_names() {
        let rule = b"all: a.c \\\n  /usr/in\\ clude/b\\#.h c$$.h\n";
        let expected = ["a.c", "/usr/in clude/b#.h", "c$.h"].map(PathBuf::from);
        assert_eq!(files_of(rule), expected);
        assert!(files_of(b"all:\n").is_empty());
        assert!(files_of(b"").is_empty());
    }

    #[test]
    fn any_rule_is_read() {
        let rule = "all: a.c \\\n  /usr/in\\ clude/b\\#.h c$$.h\n";
        mutants::check(&mutants::texts(&[rule]), 10_000, |bytes| {
            let names: usize = files_of(bytes)
                .iter()
                .map(|file| file.as_os_str().len())
                .sum();
            assert!(names <= bytes.len());
        });
    }
}
