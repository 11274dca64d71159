//! Native runs of the tests while the exploration goes on.

use crate::summary::Replayed;
use std::collections::BTreeMap;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;
use store::Notes;
use suite::native::Replay;
use suite::{Suite, SuiteError, TestCase};

/// A thread that runs tests.
pub struct Replayer {
    tests: mpsc::Sender<TestCase>,
    thread: JoinHandle<Replayed>,
}

impl Replayer {
    /// Starts it. Verdicts are written into the files of the tests, and into the store.
    pub fn start(suite: &Suite, notes: Option<Notes>) -> Replayer {
        let (tests, received) = mpsc::channel();
        let suite = suite.clone();
        let thread = std::thread::spawn(move || replay_all(&suite, &received, notes.as_ref()));
        Replayer { tests, thread }
    }

    /// Where tests are handed in.
    pub fn tests(&self) -> mpsc::Sender<TestCase> {
        self.tests.clone()
    }

    /// Waits for the last test. All other ways to hand tests in must be gone.
    pub fn finish(self) -> Replayed {
        drop(self.tests);
        let failed = |_| Replayed {
            not_replayed: Some("the replayer failed".to_owned()),
            ..Replayed::default()
        };
        self.thread.join().unwrap_or_else(failed)
    }
}

fn replay_all(suite: &Suite, tests: &mpsc::Receiver<TestCase>, notes: Option<&Notes>) -> Replayed {
    let mut replayed = Replayed::default();
    if let Err(error) = try_replay_all(suite, tests, notes, &mut replayed) {
        replayed.not_replayed = Some(error.to_string());
    }
    replayed
}

fn try_replay_all(
    suite: &Suite,
    tests: &mpsc::Receiver<TestCase>,
    notes: Option<&Notes>,
    replayed: &mut Replayed,
) -> Result<(), SuiteError> {
    let time = Duration::from_secs(suite.plan.test_seconds);
    let limits = suite::native::Limits {
        time,
        ..suite::native::Limits::default()
    };
    let replay = Replay::build(suite, limits)?;
    let mut verdicts = BTreeMap::new();
    for mut test in tests {
        let verdict = replay.run(&test)?;
        if let Some(notes) = notes {
            let text = serde_json::to_string(&verdict);
            notes.verdict(test.id, &text.unwrap_or_default());
        }
        verdicts.insert(test.id, verdict.clone());
        test.verdict = Some(verdict);
        suite.write(&test)?;
    }
    replayed.verdicts = verdicts;
    replayed.coverage = replay.coverage()?;
    if let (Some(notes), Some(_)) = (notes, &replayed.coverage)
        && let Ok(lcov) = std::fs::read_to_string(suite.directory.join("coverage.lcov"))
    {
        notes.native_coverage(lcov);
    }
    Ok(())
}
