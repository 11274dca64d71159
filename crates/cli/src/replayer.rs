//! Runs of the tests on the real machine while the exploration goes on.

use crate::summary::Replayed;
use anyhow::Context;
use serde::de::DeserializeOwned;
use std::cell::Cell;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use store::{StoreHandle, TestRow};
use suite::native::TestRunner;
use suite::{Suite, SuiteError, SuitePlan, Test, Verdict};

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

/// How far the replayer is behind.
#[derive(Default)]
pub struct Backlog {
    waiting: AtomicU64,
    replayed: AtomicU64,
    nanoseconds: AtomicU64,
}

/// How long somebody sleeps who waits for the replayer.
const LOOK: Duration = Duration::from_millis(20);

/// How long tests are gathered at most that run together, and how long none may come meanwhile: to start
/// twice costs more than to wait. At the end of the exploration nobody waits.
const GATHERING: Duration = Duration::from_secs(2);
const PAUSE: Duration = Duration::from_millis(500);

/// What a test is taken to need before the first one has run: what the replayer builds may take as long as a
/// short run, which would find more tests meanwhile than it has time for. What so many need is no more than to build.
const ASSUMED: Duration = Duration::from_millis(30);
const AT_ONCE: u64 = 100;

impl Backlog {
    /// The time that the tests which wait will take, if they take what others took.
    fn time(&self) -> Duration {
        let nanoseconds = self.nanoseconds.load(Ordering::Relaxed);
        let waiting = self.waiting.load(Ordering::Relaxed);
        let each = match self.replayed.load(Ordering::Relaxed) {
            0 if waiting <= AT_ONCE => Duration::ZERO,
            0 => ASSUMED,
            replayed => Duration::from_nanos(nanoseconds / replayed),
        };
        each.saturating_mul(u32::try_from(waiting).unwrap_or(u32::MAX))
    }

    fn note(&self, replayed: u64, time: Duration) {
        let nanoseconds = u64::try_from(time.as_nanos()).unwrap_or(u64::MAX);
        self.nanoseconds.fetch_add(nanoseconds, Ordering::Relaxed);
        self.replayed.fetch_add(replayed, Ordering::Relaxed);
        self.waiting.fetch_sub(replayed, Ordering::Relaxed);
    }

    /// Waits while the tests there are need all the time that is left until the end of the run: more of
    /// them would outlast it.
    pub fn wait(&self, end: Instant, interrupt: &AtomicBool) {
        loop {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() || self.time() <= left || interrupt.load(Ordering::Relaxed) {
                return;
            }
            std::thread::sleep(LOOK.min(left));
        }
    }
}

/// The way of tests to the replayer, if there is one.
pub struct ToReplayer<T>(Option<(Sender<T>, Arc<Backlog>)>);

impl<T> ToReplayer<T> {
    /// Hands a test in.
    pub fn hand(&self, test: T) {
        if let Some((replayer, backlog)) = &self.0 {
            // The replayer is gone only if it could not start, and then says so.
            if replayer.send(test).is_ok() {
                backlog.waiting.fetch_add(1, Ordering::Relaxed);
            }
        }
    }

    /// No test is handed in any more.
    pub fn close(&mut self) {
        self.0 = None;
    }
}

/// Tests that wait to be run. Whoever asks for more has run those before.
pub struct Waiting<T> {
    tests: Receiver<T>,
    backlog: Arc<Backlog>,
    /// How many are being run, and since when.
    taken: Cell<Option<(u64, Instant)>>,
}

impl<T> Waiting<T> {
    /// Those that wait, at least one and at most so many; `None` if there will be none. If they run
    /// together, those that come soon after the first are waited for.
    fn next(&self, most: usize) -> Option<Vec<T>> {
        self.note_replayed();
        let mut next = vec![self.tests.recv().ok()?];
        let end = Instant::now() + GATHERING;
        while next.len() < most {
            let left = end.saturating_duration_since(Instant::now());
            match self.tests.recv_timeout(PAUSE.min(left)) {
                Ok(test) => next.push(test),
                Err(_) => break,
            }
        }
        self.taken.set(Some((next.len() as u64, Instant::now())));
        Some(next)
    }

    fn note_replayed(&self) {
        if let Some((tests, since)) = self.taken.take() {
            self.backlog.note(tests, since.elapsed());
        }
    }
}

/// A thread that runs tests.
pub struct Replayer {
    thread: JoinHandle<Replayed>,
    pub backlog: Arc<Backlog>,
}

impl Replayer {
    /// Starts it if it is `wanted`, with what it does: that ends when nobody can hand tests in any
    /// more. Gives the way to hand them in.
    pub fn start<T: Send + 'static>(
        wanted: bool,
        replay: impl FnOnce(&Waiting<T>, &mut Replayed) -> Result<(), SuiteError> + Send + 'static,
    ) -> (ToReplayer<T>, Option<Replayer>) {
        if !wanted {
            return (ToReplayer(None), None);
        }
        let (tests, received) = mpsc::channel();
        let backlog = Arc::new(Backlog::default());
        let waiting = Waiting {
            tests: received,
            backlog: backlog.clone(),
            taken: Cell::new(None),
        };
        let thread = std::thread::spawn(move || {
            let mut replayed = Replayed::default();
            if let Err(error) = replay(&waiting, &mut replayed) {
                replayed.not_replayed = Some(error.to_string());
            }
            // Nobody waits for what is not replayed any more.
            waiting.backlog.nanoseconds.store(0, Ordering::Relaxed);
            waiting.backlog.replayed.fetch_add(1, Ordering::Relaxed);
            replayed
        });
        let to_replayer = ToReplayer(Some((tests, backlog.clone())));
        (to_replayer, Some(Replayer { thread, backlog }))
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

/// When what tests are run with is built.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Built {
    /// Tests are not run.
    Never,
    /// While the first ones are looked for.
    AtOnce,
    /// When there is one: there may be none.
    ForTheFirst,
}

/// Runs tests until nobody can hand them in any more, and notes what comes of them.
pub fn replay_all<R: TestRunner>(
    suite: &Suite<R::Plan>,
    built: Built,
    tests: &Waiting<<R::Plan as SuitePlan>::Test>,
    handle: Option<&StoreHandle>,
    replayed: &mut Replayed,
) -> Result<(), SuiteError> {
    let mut first = None;
    if built == Built::ForTheFirst {
        first = tests.next(R::TOGETHER);
        if first.is_none() {
            return Ok(());
        }
    }
    let mut runner = R::build(suite, suite.plan.limits(None))?;
    replayed.not_isolated = runner.sandbox().isolation().missing();
    while let Some(row) = first.take().or_else(|| tests.next(R::TOGETHER)) {
        let verdicts = runner.run(&row)?;
        for (mut test, verdict) in row.into_iter().zip(verdicts) {
            note_verdict(handle, test.id(), &verdict);
            replayed.verdicts.0.insert(test.id(), verdict.clone());
            test.set_verdict(Some(verdict));
            suite.write(&test)?;
        }
    }
    // All tests are written by now.
    if let Err(error) = runner.set_aside() {
        eprintln!("wayfarer: warning: tests do not run in all formats: {error}");
        replayed.not_in_all_formats = Some(error.to_string());
    }
    replayed.coverage = runner.coverage()?;
    note_coverage(handle, &suite.directory, replayed);
    Ok(())
}

/// Tells the store of a verdict.
fn note_verdict(handle: Option<&StoreHandle>, test: u32, verdict: &Verdict) {
    if let Some(handle) = handle {
        let text = serde_json::to_string(verdict);
        handle.verdict(test, &text.unwrap_or_default());
    }
}

/// Tells the store of the measured coverage.
fn note_coverage(handle: Option<&StoreHandle>, directory: &std::path::Path, replayed: &Replayed) {
    if let (Some(handle), Some(_)) = (handle, &replayed.coverage)
        && let Ok(lcov) = std::fs::read_to_string(directory.join("coverage.lcov"))
    {
        handle.native_coverage(lcov);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tests_are_bounded_before_the_first_has_run() {
        let backlog = Backlog::default();
        backlog.waiting.store(AT_ONCE, Ordering::Relaxed);
        assert_eq!(backlog.time(), Duration::ZERO);
        backlog.waiting.store(3 * AT_ONCE, Ordering::Relaxed);
        assert_eq!(backlog.time(), ASSUMED * 300);
        // From then on what it took counts.
        backlog.note(100, Duration::from_secs(1));
        assert_eq!(backlog.time(), Duration::from_secs(2));
        // Nobody waits for one that is gone.
        backlog.nanoseconds.store(0, Ordering::Relaxed);
        assert_eq!(backlog.time(), Duration::ZERO);
    }
}
