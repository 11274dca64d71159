//! Runs of the tests on the real machine while the exploration goes on.

use crate::summary::Replayed;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;
use store::Notes;
use suite::{SuiteError, Verdict};

/// A thread that runs tests.
pub struct Replayer {
    thread: JoinHandle<Replayed>,
}

impl Replayer {
    /// Starts it, with what it does: that ends when nobody can hand tests in any more. Gives the way
    /// to hand them in.
    pub fn start<T: Send + 'static>(
        replay: impl FnOnce(&Receiver<T>, &mut Replayed) -> Result<(), SuiteError> + Send + 'static,
    ) -> (Sender<T>, Replayer) {
        let (tests, received) = mpsc::channel();
        let thread = std::thread::spawn(move || {
            let mut replayed = Replayed::default();
            if let Err(error) = replay(&received, &mut replayed) {
                replayed.not_replayed = Some(error.to_string());
            }
            replayed
        });
        (tests, Replayer { thread })
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
