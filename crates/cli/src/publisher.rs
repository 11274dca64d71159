//! Tests on their way into files, and on to the replayer: the same in every language but for how a test
//! is written beside its JSON file.

use crate::output;
use crate::replayer::{Built, Replayer, ToReplayer, replay_all, stored_test};
use store::{StoreError, StoreHandle, TestRow, TestSink};
use suite::native::TestRunner;
use suite::{Suite, SuiteError, SuitePlan, Test};

/// How the tests of a language are written for people's tools.
pub trait TestWriter: Send + 'static {
    /// What runs them.
    type Runner: TestRunner + 'static;

    /// Writes what a suite has once.
    fn begin(&mut self, suite: &SuiteOf<Self>) -> Result<(), SuiteError>;

    /// Writes a new test, which may note where it is.
    fn write(&mut self, suite: &SuiteOf<Self>, test: &mut TestOf<Self>) -> Result<(), SuiteError>;

    /// Writes what is made of all tests together. There are no more.
    fn finish(&mut self, suite: &SuiteOf<Self>) -> Result<(), SuiteError>;

    /// Writes what is missing of a test of an earlier session.
    fn restore(&mut self, suite: &SuiteOf<Self>, test: &mut TestOf<Self>)
    -> Result<(), SuiteError>;
}

/// How a program is built whose tests are written so.
type PlanOf<W> = <<W as TestWriter>::Runner as TestRunner>::Plan;
/// The suite that the tests are in.
pub type SuiteOf<W> = Suite<PlanOf<W>>;
/// A test.
pub type TestOf<W> = <PlanOf<W> as SuitePlan>::Test;

/// The suite of a run, in any language.
pub trait Publication {
    /// Makes the suite in the output directory, without tests.
    fn open(&mut self) -> anyhow::Result<()>;

    /// Puts the files in order for a run that goes on: tests of the store that the directory has
    /// not, or not whole, are written.
    fn repair(&mut self, rows: &[TestRow]) -> anyhow::Result<()>;

    /// Where new tests go, and the thread that runs them and those that were repaired, if what it runs
    /// them with is ever `built`; it adds to the store what it finds.
    fn publisher(
        self: Box<Self>,
        built: Built,
        handle: Option<StoreHandle>,
    ) -> (Box<dyn TestSink>, Option<Replayer>);
}

/// A suite and who writes its tests.
pub struct Publisher<W: TestWriter> {
    suite: SuiteOf<W>,
    writer: W,
    /// Tests of earlier sessions.
    restored: Vec<TestOf<W>>,
}

impl<W: TestWriter> Publisher<W> {
    /// A suite that is still to be made.
    pub fn new(suite: SuiteOf<W>, writer: W) -> Publisher<W> {
        Publisher {
            suite,
            writer,
            restored: Vec::new(),
        }
    }
}

impl<W: TestWriter> Publication for Publisher<W> {
    fn open(&mut self) -> anyhow::Result<()> {
        self.suite.create()?;
        self.writer.begin(&self.suite)?;
        Ok(())
    }

    fn repair(&mut self, rows: &[TestRow]) -> anyhow::Result<()> {
        let suite = &self.suite;
        output::remove_all_but(&suite.directory, rows)?;
        for row in rows {
            let (mut test, verdict) = stored_test::<TestOf<W>>(row)?;
            self.writer.restore(suite, &mut test)?;
            let is_whole = |mut written: TestOf<W>| {
                written.set_verdict(None);
                written == test
            };
            let whole = suite.test(test.id()).is_ok_and(is_whole);
            test.set_verdict(verdict);
            if !whole {
                suite.write(&test)?;
            }
            self.restored.push(test);
        }
        Ok(())
    }

    fn publisher(
        self: Box<Self>,
        built: Built,
        handle: Option<StoreHandle>,
    ) -> (Box<dyn TestSink>, Option<Replayer>) {
        let suite = self.suite.clone();
        let (to_replayer, replayer) =
            Replayer::start(built != Built::Never, move |tests, replayed| {
                replay_all::<W::Runner>(&suite, built, tests, handle.as_ref(), replayed)
            });
        for test in self.restored {
            to_replayer.hand(test);
        }
        let files = TestFiles {
            suite: self.suite,
            writer: self.writer,
            to_replayer,
        };
        (Box::new(files), replayer)
    }
}

/// Writes each new test and hands it to the replayer.
struct TestFiles<W: TestWriter> {
    suite: SuiteOf<W>,
    writer: W,
    to_replayer: ToReplayer<TestOf<W>>,
}

impl<W: TestWriter> TestFiles<W> {
    fn write(&mut self, content: &str) -> Result<(), Box<dyn std::error::Error>> {
        let mut test: TestOf<W> = serde_json::from_str(content)?;
        self.writer.write(&self.suite, &mut test)?;
        self.suite.write(&test)?;
        self.to_replayer.hand(test);
        Ok(())
    }
}

impl<W: TestWriter> TestSink for TestFiles<W> {
    fn publish(&mut self, _id: u32, content: &str) -> Result<(), StoreError> {
        let written = self.write(content);
        written.map_err(|error| StoreError::Test(error.to_string()))
    }

    fn finish(&mut self) {
        if let Err(error) = self.writer.finish(&self.suite) {
            eprintln!("wayfarer: warning: {error}");
        }
        self.to_replayer.close();
    }
}
