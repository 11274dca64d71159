//! C programs as what is explored: making and writing their tests.

use crate::publisher::TestWriter;
use crate::subject::{NewTest, TestMaker};
use crate::test_case::{Given, test_case};
use explore::{BoxError, KeptPath};
use suite::native::Replay;
use suite::writer::{self, Format};
use suite::{Suite, SuiteError, TestCase};

impl TestMaker for Given {
    fn test(&self, _start: usize, path: &KeptPath) -> Result<Option<NewTest>, BoxError> {
        NewTest::of(&test_case(path, self)).map(Some)
    }
}

/// The formats that tests are written in.
pub struct Formats(pub Vec<Format>);

impl TestWriter for Formats {
    type Runner = Replay;

    fn begin(&mut self, suite: &Suite) -> Result<(), SuiteError> {
        let mut formats = self.0.iter();
        formats.try_for_each(|&format| writer::write_preamble(suite, format))
    }

    fn write(&mut self, suite: &Suite, test: &mut TestCase) -> Result<(), SuiteError> {
        for &format in &self.0 {
            writer::write(suite, test, format)?;
        }
        Ok(())
    }

    fn restore(&mut self, suite: &Suite, test: &mut TestCase) -> Result<(), SuiteError> {
        for &format in &self.0 {
            if !writer::path(suite, test.id, format).is_file() {
                writer::write(suite, test, format)?;
            }
        }
        Ok(())
    }
}
