//! Keeps what an exploration finds: tests as files, and everything in the store.

use crate::progress::ProgressLine;
use crate::test_case::{Given, test_case};
use explore::{
    Account, Batch, BoxError, CoveredPart, Finding, KeptPath, Observer, Progress, Statistics,
};
use std::sync::mpsc;
use store::{StoreError, TestSink, Writer};
use suite::writer::{self, Format};
use suite::{Suite, SuiteError, TestCase};

/// Writes tests and hands them to the replayer.
pub struct Files {
    pub suite: Suite,
    pub formats: Vec<Format>,
    pub replayer: Option<mpsc::Sender<TestCase>>,
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
    pub fn replay(&self, test: TestCase) {
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

/// Where tests go.
pub enum Sink {
    /// Into the store, which publishes them once they are safe.
    Store(Writer),
    /// Right into files.
    Files(Box<Files>),
}

/// Receives what the exploration finds.
pub struct Keeper {
    pub sink: Sink,
    pub given: Given,
    pub progress: ProgressLine,
}

impl Keeper {
    fn store(&self) -> Option<&Writer> {
        match &self.sink {
            Sink::Store(writer) => Some(writer),
            Sink::Files(_) => None,
        }
    }
}

impl Observer for Keeper {
    fn path(&mut self, path: &KeptPath) -> Result<(), BoxError> {
        let test = test_case(path, &self.given, "a limit of the run");
        match &mut self.sink {
            Sink::Store(writer) => {
                let content = serde_json::to_string(&test)?;
                writer.test(test.id, test.path, content)?;
            }
            Sink::Files(files) => files.write(test)?,
        }
        Ok(())
    }

    fn finding(&mut self, finding: &Finding) -> Result<(), BoxError> {
        if let Some(store) = self.store() {
            store.finding(finding)?;
        }
        Ok(())
    }

    fn wants_batches(&self) -> bool {
        self.store().is_some()
    }

    fn batch_is_due(&mut self) -> bool {
        self.store().is_some_and(Writer::batch_is_due)
    }

    fn batch(
        &mut self,
        batch: &Batch,
        _account: &Account,
        covered: &[CoveredPart],
        _statistics: &Statistics,
    ) -> Result<(), BoxError> {
        if let Some(store) = self.store() {
            store.batch(batch, covered)?;
        }
        Ok(())
    }

    fn progress(&mut self, progress: &Progress) {
        if let Some(store) = self.store() {
            store.progress(progress);
        }
        let (covered, total) = progress.edges;
        tracing::debug!(target: "wayfarer::progress", covered, total, paths = progress.paths);
        self.progress.show(progress);
    }

    fn warning(&mut self, text: &str) {
        self.progress.clear();
        eprintln!("wayfarer: warning: {text}");
    }
}
