//! The output directory: taken for a new run, or put in order for one that goes on.

use crate::Usage;
use crate::by_calls;
use anyhow::Context;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use store::{DirectoryLock, TestRow};

/// The file by which a directory is known to hold nothing but results.
const MARKER: &str = ".wayfarer";

/// Results of a run, by how their names begin.
const RESULTS: &[&str] = &[
    "test",
    "metadata.xml",
    "summary.json",
    "coverage.",
    "results.sarif",
    "suite.json",
    "CTestTestfile.cmake",
    SCAN,
    store::FILE,
];

/// What a scan is known by.
pub const SCAN: &str = "scan.json";
/// The folder with the runs of a scan.
pub const UNITS: &str = "units";

/// The directory of JUnit classes.
pub const JUNIT: &str = "junit";

/// How names of files begin that are not whole yet.
const PARTIAL: &str = ".tmp";

/// Where results go if nothing is said of it.
const DEFAULT: &str = "wayfarer-out";

/// Takes the directory of a new run: the one that is `given`, or the first of `wayfarer-out`,
/// `wayfarer-out.2`, … that has no run. An earlier run is replaced only by `force`.
pub fn take(given: Option<&Path>, force: bool) -> anyhow::Result<(PathBuf, DirectoryLock)> {
    let Some(directory) = given else {
        return match force {
            true => take_given(Path::new(DEFAULT), true),
            false => take_numbered(),
        };
    };
    take_given(directory, force)
}

fn take_given(directory: &Path, force: bool) -> anyhow::Result<(PathBuf, DirectoryLock)> {
    let shown = directory.display();
    if is_foreign(directory)? {
        let message = format!("--output {shown}: holds other files; choose another directory");
        return Err(Usage(message).into());
    }
    prepare(directory)?;
    let lock = DirectoryLock::take(directory)?;
    if force {
        clear(directory)?;
    } else if holds_run(directory)? {
        let resume = match store::exists(directory) {
            true => format!("`wayfarer resume {shown}` goes on with it, "),
            false => String::new(),
        };
        let message = format!(
            "--output {shown}: holds an earlier run; {resume}--force replaces it, or choose another \
             directory"
        );
        return Err(Usage(message).into());
    }
    Ok((directory.to_owned(), lock))
}

fn take_numbered() -> anyhow::Result<(PathBuf, DirectoryLock)> {
    let mut number = 1;
    loop {
        let directory = match number {
            1 => PathBuf::from(DEFAULT),
            _ => PathBuf::from(format!("{DEFAULT}.{number}")),
        };
        number += 1;
        let is_used = |directory: &Path| -> anyhow::Result<bool> {
            Ok(is_foreign(directory)? || holds_run(directory)?)
        };
        if directory.exists() && (is_used(&directory)? || DirectoryLock::is_taken(&directory)) {
            continue;
        }
        prepare(&directory)?;
        let lock = DirectoryLock::take(&directory)?;
        // Another command may have been here first.
        if holds_run(&directory)? {
            continue;
        }
        if directory != Path::new(DEFAULT) {
            let shown = directory.display();
            eprintln!(
                "wayfarer: {DEFAULT} is in use or holds an earlier run: results go to {shown} \
                 (--force replaces what is in {DEFAULT})"
            );
        }
        return Ok((directory, lock));
    }
}

/// Takes the directory of a scan, new or to be gone on with.
pub fn take_scan(directory: &Path) -> anyhow::Result<DirectoryLock> {
    let shown = directory.display();
    if is_foreign(directory)? {
        let message = format!("--output {shown}: holds other files; choose another directory");
        return Err(Usage(message).into());
    }
    prepare(directory)?;
    let lock = DirectoryLock::take(directory)?;
    if store::exists(directory) {
        let message = format!("--output {shown}: holds a run, which is no scan");
        return Err(Usage(message).into());
    }
    let units = directory.join(UNITS);
    std::fs::create_dir_all(&units).with_context(cannot_use(&units))?;
    Ok(lock)
}

/// Room on a disk, in bytes, with which it counts as full.
const FULL: u64 = 1 << 20;

/// Adds to an error that there is no room where results go, which may be what it comes from.
pub fn note_full_disk(directory: &Path, error: anyhow::Error) -> anyhow::Error {
    let Ok(disk) = rustix::fs::statvfs(directory) else {
        return error;
    };
    let room = disk.f_bavail.saturating_mul(disk.f_frsize);
    let is_full = room < FULL || (disk.f_files > 0 && disk.f_favail == 0);
    match is_full && error.downcast_ref::<Usage>().is_none() {
        true => error.context(format!(
            "the disk of {} is full ({} KiB left)",
            directory.display(),
            room >> 10
        )),
        false => error,
    }
}

fn cannot_use(directory: &Path) -> impl Fn() -> String {
    move || format!("cannot use the output directory {}", directory.display())
}

/// True if something is in the directory that no run has written.
fn is_foreign(directory: &Path) -> anyhow::Result<bool> {
    if !directory.exists() {
        return Ok(false);
    }
    let entries = std::fs::read_dir(directory).with_context(cannot_use(directory))?;
    Ok(entries.count() > 0 && !directory.join(MARKER).is_file())
}

/// True if a run has left results in the directory.
fn holds_run(directory: &Path) -> anyhow::Result<bool> {
    for entry in std::fs::read_dir(directory).with_context(cannot_use(directory))? {
        let name = entry.with_context(cannot_use(directory))?.file_name();
        if name == JUNIT || is_result(&name.to_string_lossy()) {
            return Ok(true);
        }
    }
    Ok(false)
}

fn is_result(name: &str) -> bool {
    RESULTS.iter().any(|start| name.starts_with(start))
}

/// Makes the directory if need be, and marks it.
fn prepare(directory: &Path) -> anyhow::Result<()> {
    std::fs::create_dir_all(directory).with_context(cannot_use(directory))?;
    let text = "Results of wayfarer.\n";
    std::fs::write(directory.join(MARKER), text).with_context(cannot_use(directory))
}

/// Removes what an earlier run left in a directory that was prepared.
fn clear(directory: &Path) -> anyhow::Result<()> {
    for folder in [JUNIT, by_calls::DIRECTORY] {
        let folder = directory.join(folder);
        if folder.is_dir() {
            let context = || format!("cannot empty {}", folder.display());
            std::fs::remove_dir_all(&folder).with_context(context)?;
        }
    }
    remove(directory, |name| {
        name.starts_with(PARTIAL) || is_result(name)
    })
}

/// Removes the files of tests that a store does not know, and those that are not whole.
pub fn remove_all_but(directory: &Path, rows: &[TestRow]) -> anyhow::Result<()> {
    let known: HashSet<u32> = rows.iter().map(|row| row.id).collect();
    remove(directory, |name| {
        let number = number_of_test(name);
        name.starts_with(PARTIAL) || number.is_some_and(|number| !known.contains(&number))
    })?;
    // Classes of tests are in the folders of their packages.
    let mut folders = vec![directory.join(JUNIT)];
    while let Some(folder) = folders.pop().filter(|folder| folder.is_dir()) {
        remove(&folder, |name| name.starts_with(PARTIAL))?;
        for entry in std::fs::read_dir(&folder).with_context(cannot_use(&folder))? {
            let entry = entry.with_context(cannot_use(&folder))?;
            let is_folder = entry.file_type().is_ok_and(|it| it.is_dir());
            folders.extend(is_folder.then(|| entry.path()));
        }
    }
    Ok(())
}

/// The number in the name of a test's file.
fn number_of_test(name: &str) -> Option<u32> {
    let rest = name
        .strip_prefix("testcase-")
        .or(name.strip_prefix("test"))?;
    let (number, _) = rest.split_once('.')?;
    number.parse().ok()
}

fn remove(directory: &Path, which: impl Fn(&str) -> bool) -> anyhow::Result<()> {
    let context = cannot_use(directory);
    for entry in std::fs::read_dir(directory).with_context(&context)? {
        let entry = entry.with_context(&context)?;
        let path = entry.path();
        if path.is_file() && which(&entry.file_name().to_string_lossy()) {
            std::fs::remove_file(&path).with_context(&context)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::{JUNIT, number_of_test, remove_all_but};

    #[test]
    fn what_a_killed_run_has_not_written_whole_is_removed() {
        let directory = tempfile::tempdir().expect("a temporary directory");
        let package = directory.path().join(JUNIT).join("com/acme");
        std::fs::create_dir_all(&package).expect("folders");
        let [class, partial] = ["FooWayfarerTest.java", ".tmpA1b2"].map(|it| package.join(it));
        let own = directory.path().join(".tmpC3d4");
        for path in [&class, &partial, &own] {
            std::fs::write(path, "@Test").expect("a file");
        }
        remove_all_but(directory.path(), &[]).expect("they are removed");
        assert!(class.exists() && !partial.exists() && !own.exists());
    }

    #[test]
    fn files_of_tests_are_known_by_their_names() {
        assert_eq!(number_of_test("test000012.json"), Some(12));
        assert_eq!(number_of_test("testcase-000003.xml"), Some(3));
        assert_eq!(number_of_test("test-plan.txt"), None);
        assert_eq!(number_of_test("summary.json"), None);
    }
}
