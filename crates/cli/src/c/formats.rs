//! Writing the tests of C programs.

use crate::publisher::TestWriter;
use suite::native::Replay;
use suite::writer::{self, Format};
use suite::{Suite, SuiteError, TestCase};

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

    fn finish(&mut self, suite: &Suite) -> Result<(), SuiteError> {
        if suite.plan.unit.is_some() {
            suite::unit::write(suite, &suite.tests()?, &suite::unit::Tried::default())?;
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
