//! The output directory: taken for a new run, or put in order for one that goes on.

use crate::Usage;
use anyhow::Context;
use std::path::Path;
use store::TestRow;

/// The file by which a directory is known to hold nothing but results.
const MARKER: &str = ".wayfarer";

/// Results that a new run replaces, by how their names begin.
const RESULTS: &[&str] = &[
    "test",
    "metadata.xml",
    "summary.json",
    "coverage.lcov",
    "suite.json",
    store::FILE,
];

/// The directory of JUnit classes.
const JUNIT: &str = "junit";

/// How names of files begin that are not whole yet.
const PARTIAL: &str = ".tmp";

/// Makes the directory if need be; nobody else's files are touched.
pub fn prepare(directory: &Path) -> anyhow::Result<()> {
    let context = || format!("cannot use the output directory {}", directory.display());
    std::fs::create_dir_all(directory).with_context(context)?;
    let mut entries = std::fs::read_dir(directory).with_context(context)?;
    let marker = directory.join(MARKER);
    if entries.next().is_some() && !marker.is_file() {
        let shown = directory.display();
        let message = format!("--output {shown}: holds other files; choose another directory");
        return Err(Usage(message).into());
    }
    let text = "Results of wayfarer; the next run replaces them.\n";
    std::fs::write(&marker, text).with_context(context)
}

/// Removes what an earlier run left in a directory that was prepared.
pub fn clear(directory: &Path) -> anyhow::Result<()> {
    let junit = directory.join(JUNIT);
    if junit.is_dir() {
        let context = || format!("cannot empty {}", junit.display());
        std::fs::remove_dir_all(&junit).with_context(context)?;
    }
    remove(directory, |name| {
        name.starts_with(PARTIAL) || RESULTS.iter().any(|start| name.starts_with(start))
    })
}

/// Removes the files of tests that a store does not know, and those that are not whole.
pub fn remove_all_but(directory: &Path, rows: &[TestRow]) -> anyhow::Result<()> {
    let last = rows.last().map_or(0, |row| row.id);
    remove(directory, |name| {
        name.starts_with(PARTIAL) || number_of_test(name).is_some_and(|number| number > last)
    })
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
    let context = || format!("cannot use the output directory {}", directory.display());
    for entry in std::fs::read_dir(directory).with_context(context)? {
        let entry = entry.with_context(context)?;
        let path = entry.path();
        if path.is_file() && which(&entry.file_name().to_string_lossy()) {
            std::fs::remove_file(&path).with_context(context)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::number_of_test;

    #[test]
    fn files_of_tests_are_known_by_their_names() {
        assert_eq!(number_of_test("test000012.json"), Some(12));
        assert_eq!(number_of_test("testcase-000003.xml"), Some(3));
        assert_eq!(number_of_test("test-plan.txt"), None);
        assert_eq!(number_of_test("summary.json"), None);
    }
}
