//! Tests in the formats other tools read: one file a format, all listed here.

mod c_source;
mod ktest;
mod test_comp;

use crate::{Suite, SuiteError, TestCase};
use std::path::PathBuf;

pub use ktest::{KTest, KTestObject};

/// A format a test can be written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Format {
    /// KLEE's binary format.
    KTest,
    /// Test-Comp's exchange format.
    TestComp,
    /// A C program.
    C,
}

impl Format {
    /// Every format.
    pub const ALL: &[Format] = &[Format::KTest, Format::TestComp, Format::C];

    /// Name in options.
    pub fn name(self) -> &'static str {
        match self {
            Format::KTest => "ktest",
            Format::TestComp => "test-comp",
            Format::C => "c",
        }
    }

    /// The format of that name.
    pub fn from_name(name: &str) -> Option<Format> {
        Format::ALL
            .iter()
            .copied()
            .find(|format| format.name() == name)
    }
}

/// Writes what a format needs once for a suite (Test-Comp's metadata).
///
/// # Errors
/// If a file cannot be written or a source not be read.
pub fn write_preamble(suite: &Suite, format: Format) -> Result<(), SuiteError> {
    match format {
        Format::KTest | Format::C => Ok(()),
        Format::TestComp => test_comp::write_metadata(suite),
    }
}

/// Writes a test in a format; returns the file.
///
/// # Errors
/// If the file cannot be written.
pub fn write(suite: &Suite, test: &TestCase, format: Format) -> Result<PathBuf, SuiteError> {
    let (path, contents) = match format {
        Format::KTest => (
            suite.stem(test.id).with_extension("ktest"),
            KTest::of_test(suite, test).to_bytes(),
        ),
        Format::TestComp => (
            suite.directory.join(format!("testcase-{:06}.xml", test.id)),
            test_comp::test_case(test).into_bytes(),
        ),
        Format::C => (
            suite.stem(test.id).with_extension("c"),
            c_source::test_program(suite, test).into_bytes(),
        ),
    };
    crate::plan::write_whole(&path, &contents)?;
    Ok(path)
}
