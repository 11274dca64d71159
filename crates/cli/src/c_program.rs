//! C programs as what is explored: their tests, and native runs of these.

use crate::output;
use crate::replayer::{Replayer, note_coverage, note_verdict};
use crate::subject::{NewTest, Subject};
use crate::summary::Replayed;
use crate::test_case::{Given, test_case};
use anyhow::Context;
use explore::{BoxError, KeptPath};
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, Sender};
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
        let test = test_case(path, &self.given, "a limit of the run");
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
            let test = stored_test(row)?;
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
        let (tests, replayer) = replay
            .then(|| {
                Replayer::start(move |tests, replayed| replay_all(&suite, tests, &notes, replayed))
            })
            .unzip();
        let files = Files {
            suite: self.suite.clone(),
            formats: self.formats.clone(),
            replayer: tests,
        };
        for test in self.tests.drain(..) {
            files.replay(test);
        }
        (Box::new(files), replayer)
    }
}

fn stored_test(row: &TestRow) -> anyhow::Result<TestCase> {
    let test = serde_json::from_str(&row.content);
    let mut test: TestCase = test.with_context(|| format!("test {} in the store", row.id))?;
    let verdict = row.verdict.as_deref().map(serde_json::from_str).transpose();
    test.verdict = verdict.with_context(|| format!("verdict on test {} in the store", row.id))?;
    Ok(test)
}

/// Writes tests and hands them to the replayer.
struct Files {
    suite: Suite,
    formats: Vec<Format>,
    replayer: Option<Sender<TestCase>>,
}

impl Files {
    fn write(&mut self, test: TestCase) -> Result<(), SuiteError> {
        self.suite.write(&test)?;
        for &format in &self.formats {
            writer::write(&self.suite, &test, format)?;
        }
        self.replay(test);
        Ok(())
    }

    /// Hands a test to the replayer.
    fn replay(&self, test: TestCase) {
        if let Some(replayer) = &self.replayer {
            // The replayer is gone only if it could not build the program, and then says so.
            let _ = replayer.send(test);
        }
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
        self.replayer = None;
    }
}

fn replay_all(
    suite: &Suite,
    tests: &Receiver<TestCase>,
    notes: &Option<Notes>,
    replayed: &mut Replayed,
) -> Result<(), SuiteError> {
    let limits = suite::native::Limits {
        time: Duration::from_secs(suite.plan.test_seconds),
        ..suite::native::Limits::default()
    };
    let replay = Replay::build(suite, limits)?;
    for mut test in tests {
        let verdict = replay.run(&test)?;
        note_verdict(notes.as_ref(), test.id, &verdict);
        replayed.verdicts.insert(test.id, verdict.clone());
        test.verdict = Some(verdict);
        suite.write(&test)?;
    }
    replayed.coverage = replay.coverage()?;
    note_coverage(notes.as_ref(), &suite.directory, replayed);
    Ok(())
}
