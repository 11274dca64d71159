//! Writing the tests of C programs.

use crate::corpus::Corpus;
use crate::publisher::TestWriter;
use suite::native::Replay;
use suite::writer::{self, Format};
use suite::{Suite, SuiteError, TestCase};

/// What tests are written in.
pub struct Formats {
    pub formats: Vec<Format>,
    /// Their bytes alone, for fuzzers.
    pub corpus: Option<Corpus>,
}

impl TestWriter for Formats {
    type Runner = Replay;

    fn begin(&mut self, suite: &Suite) -> Result<(), SuiteError> {
        if let Some(corpus) = &self.corpus {
            corpus.begin()?;
        }
        let mut formats = self.formats.iter();
        formats.try_for_each(|&format| writer::write_preamble(suite, format))
    }

    fn write(&mut self, suite: &Suite, test: &mut TestCase) -> Result<(), SuiteError> {
        for &format in &self.formats {
            writer::write(suite, test, format)?;
        }
        self.corpus
            .as_ref()
            .map_or(Ok(()), |corpus| corpus.write(test))
    }

    fn finish(&mut self, suite: &Suite) -> Result<(), SuiteError> {
        if suite.plan.unit.is_some() {
            suite::unit::write(suite, &suite.tests()?, &suite::unit::Tried::default())?;
        }
        Ok(())
    }

    fn restore(&mut self, suite: &Suite, test: &mut TestCase) -> Result<(), SuiteError> {
        for &format in &self.formats {
            if !writer::path(suite, test.id, format).is_file() {
                writer::write(suite, test, format)?;
            }
        }
        self.corpus
            .as_ref()
            .map_or(Ok(()), |corpus| corpus.restore(test))
    }
}
