//! Runs tests on the JVM while the exploration goes on.

use crate::summary::Replayed;
use std::sync::mpsc;
use std::thread::JoinHandle;
use std::time::Duration;
use suite::SuiteError;
use suite::java::{JavaReplay, JavaSuite, JavaTest};

/// A thread that runs tests.
pub struct Replayer {
    tests: mpsc::Sender<JavaTest>,
    thread: JoinHandle<Replayed>,
}

impl Replayer {
    pub fn start(suite: &JavaSuite) -> Replayer {
        let (tests, received) = mpsc::channel();
        let suite = suite.clone();
        let thread = std::thread::spawn(move || replay_all(&suite, &received));
        Replayer { tests, thread }
    }

    /// Hands a test in.
    pub fn add(&self, test: JavaTest) {
        // The replayer is gone only if it could not start, and then says so.
        let _ = self.tests.send(test);
    }

    /// Waits for the last test.
    pub fn finish(self) -> Replayed {
        drop(self.tests);
        let failed = |_| Replayed {
            not_replayed: Some("the replayer failed".to_owned()),
            ..Replayed::default()
        };
        self.thread.join().unwrap_or_else(failed)
    }
}

fn replay_all(suite: &JavaSuite, tests: &mpsc::Receiver<JavaTest>) -> Replayed {
    let mut replayed = Replayed::default();
    if let Err(error) = try_replay_all(suite, tests, &mut replayed) {
        replayed.not_replayed = Some(error.to_string());
    }
    replayed
}

fn try_replay_all(
    suite: &JavaSuite,
    tests: &mpsc::Receiver<JavaTest>,
    replayed: &mut Replayed,
) -> Result<(), SuiteError> {
    let limits = suite::native::Limits {
        time: Duration::from_secs(suite.plan.test_seconds),
        ..suite::native::Limits::default()
    };
    let mut replay = JavaReplay::build(suite, limits)?;
    // Starting a JVM costs more than a test: all that wait run together.
    while let Ok(first) = tests.recv() {
        let mut row = vec![first];
        row.extend(tests.try_iter());
        let verdicts = replay.run(&row)?;
        for (mut test, verdict) in row.into_iter().zip(verdicts) {
            replayed.verdicts.insert(test.id, verdict.clone());
            test.verdict = Some(verdict);
            suite.write(&test)?;
        }
    }
    replayed.coverage = replay.coverage()?;
    Ok(())
}
