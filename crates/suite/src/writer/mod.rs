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

/// Writes what a format needs once for a suite (Test-Comp's metadata, what tests in C are linked with).
///
/// # Errors
/// If a file cannot be written or a source not be read.
pub fn write_preamble(suite: &Suite, format: Format) -> Result<(), SuiteError> {
    match format {
        Format::KTest => Ok(()),
        Format::C => c_source::write_surroundings(suite),
        Format::TestComp => test_comp::write_metadata(suite),
    }
}

/// The file of a test in a format.
pub fn path(suite: &Suite, id: u32, format: Format) -> PathBuf {
    match format {
        Format::KTest => suite.stem(id).with_extension("ktest"),
        Format::TestComp => suite.directory.join(format!("testcase-{id:06}.xml")),
        Format::C => suite.stem(id).with_extension("c"),
    }
}

/// Writes a test in a format; returns the file.
///
/// # Errors
/// If the file cannot be written.
pub fn write(suite: &Suite, test: &TestCase, format: Format) -> Result<PathBuf, SuiteError> {
    let contents = match format {
        Format::KTest => KTest::of_test(suite, test).to_bytes(),
        Format::TestComp => test_comp::test_case(test).into_bytes(),
        Format::C => c_source::test_program(suite, test).into_bytes(),
    };
    let path = path(suite, test.id, format);
    crate::directory::write_whole(&path, &contents)?;
    Ok(path)
}
