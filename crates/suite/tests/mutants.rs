//! Damaged suites: their plans and tests are refused, or read.

use std::path::{Path, PathBuf};
use tempfile::TempDir;
use wayfarer_suite::java::{JUnit, JUnitOptions, JUnitWriter, JavaSuite, Shapes, TestNames};
use wayfarer_suite::unit::{self, Tried};
use wayfarer_suite::writer::{self, Format};
use wayfarer_suite::{Plan, Suite, TestCase, coverage_scopes, language};

fn samples(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/suites")
        .join(name)
}

/// A copy of a suite in a directory of its own.
fn copy(name: &str) -> TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    for entry in std::fs::read_dir(samples(name)).expect("the samples") {
        let path = entry.expect("an entry").path();
        let to = directory.path().join(path.file_name().expect("a name"));
        std::fs::copy(&path, to).expect("a copy");
    }
    directory
}

/// Mutants of the files of a suite, so many; each takes the place of its plan and of a test of it.
fn each_mutant(name: &str, mutants: u64, open: impl Fn(&Path)) {
    let corpus = mutants::files(&samples(name), "json");
    let directory = copy(name);
    let plan = directory.path().join("suite.json");
    let test = directory.path().join("test000001.json");
    let (good_plan, good_test) = (std::fs::read(&plan), std::fs::read(&test));
    let (good_plan, good_test) = (good_plan.expect("a plan"), good_test.expect("a test"));
    mutants::check(&corpus, mutants, |bytes| {
        std::fs::write(&plan, bytes).expect("it is written");
        open(directory.path());
        std::fs::write(&plan, &good_plan).expect("it is written");
        std::fs::write(&test, bytes).expect("it is written");
        open(directory.path());
        std::fs::write(&test, &good_test).expect("it is written");
    });
}

/// Opens a suite for C; gives the number of its tests if nothing is wrong with it.
fn open_c(directory: &Path) -> Option<usize> {
    let _ = (language(directory), coverage_scopes(directory));
    let suite = Suite::<Plan>::open(directory).ok()?;
    Some(suite.tests().ok()?.len())
}

/// Tests with objects of a mebibyte at the most: larger ones may be meant, and take as much.
fn is_small(test: &TestCase) -> bool {
    let entry = test.entry.iter();
    let regions = entry
        .clone()
        .flat_map(|it| it.parameters.iter().chain(&it.objects));
    let left = entry.flat_map(|it| &it.after);
    let left = left.flat_map(|it| it.objects.iter().chain(&it.result));
    let mut sizes = regions.map(|it| it.size).chain(left.map(|it| it.size));
    sizes.all(|size| size <= 1 << 20)
}

/// Opens a suite for C and writes its tests in all formats, and in one file; gives how many are in that.
fn write_c(directory: &Path) -> Option<usize> {
    let suite = Suite::<Plan>::open(directory).ok()?;
    let mut tests = suite.tests().ok()?;
    tests.retain(is_small);
    for test in &tests {
        for format in Format::ALL {
            writer::write(&suite, test, *format).ok()?;
        }
    }
    let written = unit::write(&suite, &tests, &Tried::default()).ok()??;
    Some(written.tests.len())
}

/// The same for Java, whose tests are written, too.
fn open_java(directory: &Path) -> Option<usize> {
    let suite = JavaSuite::open(directory).ok()?;
    let tests = suite.tests().ok()?;
    let options = JUnitOptions {
        version: JUnit::Five,
        seconds: 10,
        producer: "Wayfarer".to_owned(),
        monitors: None,
        names: TestNames::new("Test", None).expect("names of Java"),
    };
    let classes = directory.join("junit");
    let mut writer = JUnitWriter::new(&classes, options, Shapes::new(|_| None));
    for test in &tests {
        writer.add(test).ok()?;
    }
    Some(tests.len())
}

#[test]
fn suites_as_they_are_written_are_read() {
    assert_eq!(open_c(copy("function").path()), Some(4));
    assert_eq!(open_c(copy("main").path()), Some(2));
    assert_eq!(open_java(copy("java").path()), Some(3));
    assert_eq!(write_c(copy("unit").path()), Some(4));
}

#[test]
fn any_suite_for_a_function_is_read_or_refused() {
    each_mutant("function", 2_000, |directory| {
        open_c(directory);
    });
}

#[test]
fn any_suite_for_a_program_is_read_or_refused() {
    each_mutant("main", 2_000, |directory| {
        open_c(directory);
    });
}

#[test]
fn any_suite_for_a_function_is_written_or_refused() {
    each_mutant("unit", 300, |directory| {
        write_c(directory);
    });
}

#[test]
fn any_suite_for_java_is_read_or_refused() {
    each_mutant("java", 2_000, |directory| {
        open_java(directory);
    });
}

#[test]
fn nothing_is_written_outside_of_a_suite() {
    let around = tempfile::tempdir().expect("a directory");
    let outside = around.path().join("a.c").display().to_string();
    for (name, file, place) in [
        ("unit", "suite.json", "/unit/file"),
        ("java", "test000001.json", "/method/class"),
    ] {
        let directory = copy(name);
        let path = directory.path().join(file);
        let text = std::fs::read(&path).expect("a file of the suite");
        let mut value: serde_json::Value = serde_json::from_slice(&text).expect("JSON");
        *value.pointer_mut(place).expect("it is there") = outside.clone().into();
        std::fs::write(&path, value.to_string()).expect("it is written");
        let written = (write_c(directory.path()), open_java(directory.path()));
        assert_eq!(written, (None, None), "{place}");
    }
    let mut files = std::fs::read_dir(around.path()).expect("a directory");
    assert!(files.next().is_none());
}
