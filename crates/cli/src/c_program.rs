//! C programs as what is explored: their tests, and native runs of these.

use crate::output;
use crate::replayer::{Replayer, ToReplayer, Waiting, note_coverage, note_verdict, stored_test};
use crate::subject::{NewTest, Subject};
use crate::summary::Replayed;
use crate::test_case::{Given, test_case};
use explore::{BoxError, KeptPath};
use std::path::PathBuf;
use std::time::Duration;
use store::{Notes, StoreError, TestRow, TestSink};
use suite::native::Replay;
use suite::writer::{self, Format};
use suite::{Plan, Suite, SuiteError, TestCase};

/// A C program.
pub struct CProgram {
    pub suite: Suite,
    pub formats: Vec<Format>,
    pub given: Given,
    /// Tests of earlier sessions.
    pub tests: Vec<TestCase>,
}

impl CProgram {
    /// A program whose suite will be in this directory.
    pub fn new(directory: PathBuf, plan: Plan, formats: Vec<Format>, given: Given) -> CProgram {
        CProgram {
            suite: Suite { directory, plan },
            formats,
            given,
            tests: Vec::new(),
        }
    }
}

impl Subject for CProgram {
    fn open(&mut self) -> anyhow::Result<()> {
        self.suite = Suite::create(&self.suite.directory, self.suite.plan.clone())?;
        for &format in &self.formats {
            writer::write_preamble(&self.suite, format)?;
        }
        Ok(())
    }

    fn test(&self, _start: usize, path: &KeptPath) -> Result<Option<NewTest>, BoxError> {
        let test = test_case(path, &self.given);
        Ok(Some(NewTest {
            id: test.id,
            content: serde_json::to_string(&test)?,
            path: test.path,
        }))
    }

    fn repair(&mut self, rows: &[TestRow]) -> anyhow::Result<()> {
        let suite = &self.suite;
        output::remove_all_but(&suite.directory, rows)?;
        for row in rows {
            let (mut test, verdict) = stored_test::<TestCase>(row)?;
            test.verdict = verdict;
            let unjudged = |test: &TestCase| TestCase {
                verdict: None,
                ..test.clone()
            };
            let is_whole = |written: &TestCase| unjudged(written) == unjudged(&test);
            if !suite.test(test.id).is_ok_and(|written| is_whole(&written)) {
                suite.write(&test)?;
            }
            for &format in &self.formats {
                if !writer::path(suite, test.id, format).is_file() {
                    writer::write(suite, &test, format)?;
                }
            }
            self.tests.push(test);
        }
        Ok(())
    }

    fn publisher(
        &mut self,
        replay: bool,
        notes: Option<Notes>,
    ) -> (Box<dyn TestSink>, Option<Replayer>) {
        let suite = self.suite.clone();
        let (to_replayer, replayer) = Replayer::start(replay, move |tests, replayed| {
            replay_all(&suite, tests, &notes, replayed)
        });
        let files = Files {
            suite: self.suite.clone(),
            formats: self.formats.clone(),
            to_replayer,
        };
        for test in self.tests.drain(..) {
            files.to_replayer.hand(test);
        }
        (Box::new(files), replayer)
    }
}

/// Writes tests and hands them to the replayer.
struct Files {
    suite: Suite,
    formats: Vec<Format>,
    to_replayer: ToReplayer<TestCase>,
}

impl Files {
    fn write(&mut self, test: TestCase) -> Result<(), SuiteError> {
        self.suite.write(&test)?;
        for &format in &self.formats {
            writer::write(&self.suite, &test, format)?;
        }
        self.to_replayer.hand(test);
        Ok(())
    }
}

impl TestSink for Files {
    fn publish(&mut self, _id: u32, content: &str) -> Result<(), StoreError> {
        let test = serde_json::from_str(content);
        let test = test.map_err(|error| StoreError::Test(error.to_string()))?;
        self.write(test)
            .map_err(|error| StoreError::Test(error.to_string()))
    }

    fn finish(&mut self) {
        self.to_replayer.close();
    }
}

fn replay_all(
    suite: &Suite,
    tests: &Waiting<TestCase>,
    notes: &Option<Notes>,
    replayed: &mut Replayed,
) -> Result<(), SuiteError> {
    let time = Duration::from_secs(suite.plan.test_seconds);
    let limits = suite.plan.sandbox.limits(time);
    let replay = Replay::build(suite, limits)?;
    replayed.not_isolated = replay.sandbox().isolation().missing();
    while let Some(mut test) = tests.one() {
        let verdict = replay.run(&test)?;
        note_verdict(notes.as_ref(), test.id, &verdict);
        replayed.verdicts.0.insert(test.id, verdict.clone());
        test.verdict = Some(verdict);
        suite.write(&test)?;
    }
    replayed.coverage = replay.coverage()?;
    note_coverage(notes.as_ref(), &suite.directory, replayed);
    Ok(())
}
