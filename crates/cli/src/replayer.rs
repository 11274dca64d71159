//! Runs of the tests on the real machine while the exploration goes on.

use crate::summary::Replayed;
use anyhow::Context;
use serde::de::DeserializeOwned;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;
use store::{Notes, TestRow};
use suite::{SuiteError, Verdict};

/// A test as the store has it, and its verdict.
pub fn stored_test<T: DeserializeOwned>(row: &TestRow) -> anyhow::Result<(T, Option<Verdict>)> {
    let test = serde_json::from_str(&row.content);
    let test = test.with_context(|| format!("test {} in the store", row.id))?;
    // The test is run again anyway.
    let verdict = row.verdict.as_deref();
    Ok((
        test,
        verdict.and_then(|text| serde_json::from_str(text).ok()),
    ))
}

/// The way of tests to the replayer, if there is one.
pub struct ToReplayer<T>(Option<Sender<T>>);

impl<T> ToReplayer<T> {
    /// Hands a test in.
    pub fn hand(&self, test: T) {
        if let Some(replayer) = &self.0 {
            // The replayer is gone only if it could not start, and then says so.
            let _ = replayer.send(test);
        }
    }

    /// No test is handed in any more.
    pub fn close(&mut self) {
        self.0 = None;
    }
}

/// A thread that runs tests.
pub struct Replayer {
    thread: JoinHandle<Replayed>,
}

impl Replayer {
    /// Starts it if it is `wanted`, with what it does: that ends when nobody can hand tests in any
    /// more. Gives the way to hand them in.
    pub fn start<T: Send + 'static>(
        wanted: bool,
        replay: impl FnOnce(&Receiver<T>, &mut Replayed) -> Result<(), SuiteError> + Send + 'static,
    ) -> (ToReplayer<T>, Option<Replayer>) {
        if !wanted {
            return (ToReplayer(None), None);
        }
        let (tests, received) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let mut replayed = Replayed::default();
            if let Err(error) = replay(&received, &mut replayed) {
                replayed.not_replayed = Some(error.to_string());
            }
            replayed
        });
        (ToReplayer(Some(tests)), Some(Replayer { thread }))
    }

    /// Waits for the last test. All ways to hand tests in must be gone.
    pub fn finish(self) -> Replayed {
        let failed = |_| Replayed {
            not_replayed: Some("the replayer failed".to_owned()),
            ..Replayed::default()
        };
        self.thread.join().unwrap_or_else(failed)
    }
}

/// Tells the store of a verdict.
pub fn note_verdict(notes: Option<&Notes>, test: u32, verdict: &Verdict) {
    if let Some(notes) = notes {
        let text = serde_json::to_string(verdict);
        notes.verdict(test, &text.unwrap_or_default());
    }
}

/// Tells the store of the measured coverage.
pub fn note_coverage(notes: Option<&Notes>, directory: &std::path::Path, replayed: &Replayed) {
    if let (Some(notes), Some(_)) = (notes, &replayed.coverage)
        && let Ok(lcov) = std::fs::read_to_string(directory.join("coverage.lcov"))
    {
        notes.native_coverage(lcov);
    }
}
