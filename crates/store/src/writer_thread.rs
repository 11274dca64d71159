//! The thread that writes the store: what it is told waits until it is whole, and is committed a few
//! times a second.

use crate::StoreError;
use crate::commit::{self, Context};
use crate::interner::Interner;
use crate::writer::{ResourceUsage, TestSink};
use explore::{Batch, CoveredPart, Finding, Progress};
use rusqlite::Connection;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Time between two commits when there is something to commit.
const INTERVAL: Duration = Duration::from_millis(400);

/// Time between two commits when tests wait to be published.
const INTERVAL_OF_TESTS: Duration = Duration::from_millis(50);

/// Time between two samples of the statistics.
const SAMPLE: Duration = Duration::from_secs(1);

/// Models in the store at which it is first looked for those no longer needed.
pub(crate) const MANY_MODELS: i64 = 10_000;

/// What the thread is told.
pub(crate) enum Message {
    /// What follows is of the paths of this start.
    Start(u32),
    Test {
        id: u32,
        path: String,
        content: String,
        inputs: Vec<u8>,
    },
    Finding(Finding),
    Batch(Box<BatchRecord>),
    Progress(Progress),
    LastProgress(Progress),
    Verdict {
        test: u32,
        verdict: String,
    },
    NativeCoverage(String),
    /// Everything told so far is to be committed; answered when it is.
    Commit(SyncSender<()>),
    /// The same, and no more tests come.
    Settle(SyncSender<()>),
}

/// A batch as it is stored.
pub(crate) struct BatchRecord {
    /// The batch; its tests have been told of before.
    pub(crate) batch: Batch,
    /// What nobody had covered before.
    pub(crate) covered: Vec<CoveredPart>,
}

/// State that both sides look at.
pub(crate) struct Shared {
    /// A batch is wanted.
    pub(crate) due: AtomicBool,
    pub(crate) failed: AtomicBool,
    pub(crate) failure: Mutex<Option<StoreError>>,
    /// Set if the store fails: ends the run.
    pub(crate) interrupt: Arc<AtomicBool>,
}

/// The thread's state.
pub(crate) struct WriterThread {
    pub(crate) connection: Connection,
    pub(crate) path: PathBuf,
    pub(crate) names: Interner,
    pub(crate) sink: Box<dyn TestSink>,
    pub(crate) shared: Arc<Shared>,
    pub(crate) session: i64,
    pub(crate) before: ResourceUsage,
    /// The start of the paths that it is told of.
    pub(crate) start: u32,
    pub(crate) started: Instant,
    /// When exploration was over, from the start on.
    pub(crate) stopped: Option<Duration>,
    /// Messages not committed.
    pub(crate) waiting: Vec<Message>,
    /// Models in the store, roughly.
    pub(crate) models: i64,
    pub(crate) models_looked_for: i64,
}

impl WriterThread {
    pub(crate) fn run(mut self, messages: &Receiver<Message>) -> Connection {
        let mut last_commit = Instant::now();
        let mut last_sample: Option<Instant> = None;
        loop {
            let message = match messages.recv_timeout(INTERVAL_OF_TESTS) {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            match message {
                Some(Message::Commit(answer)) => {
                    self.commit(true);
                    let _ = answer.send(());
                    last_commit = Instant::now();
                }
                Some(Message::Settle(answer)) => {
                    self.stopped = Some(self.started.elapsed());
                    self.commit(true);
                    self.sink.finish();
                    // Nobody waits if the run ended meanwhile.
                    let _ = answer.send(());
                    last_commit = Instant::now();
                }
                // What is not committed by now never will be: the run ends.
                _ if self.shared.failed.load(Ordering::Relaxed) => continue,
                Some(Message::Progress(_))
                    if last_sample.is_some_and(|last| last.elapsed() < SAMPLE) => {}
                Some(message) => {
                    if matches!(message, Message::Progress(_)) {
                        last_sample = Some(Instant::now());
                    }
                    self.waiting.push(message);
                }
                None => {}
            }
            let since = last_commit.elapsed();
            if since >= INTERVAL {
                self.shared.due.store(true, Ordering::Relaxed);
            }
            let is_time = since >= INTERVAL || (since >= INTERVAL_OF_TESTS && self.tests_wait());
            if is_time && self.commit(false) {
                last_commit = Instant::now();
            }
        }
        self.commit(true);
        self.connection
    }

    fn tests_wait(&self) -> bool {
        let mut messages = self.waiting.iter();
        messages.any(|message| matches!(message, Message::Test { .. }))
    }

    /// Commits what is whole: all up to the last batch, or everything if nothing comes any more.
    /// False if that is nothing.
    fn commit(&mut self, last: bool) -> bool {
        let is_open = |message: &Message| {
            matches!(
                message,
                Message::Test { .. } | Message::Finding(_) | Message::Progress(_)
            )
        };
        let is_batch = |message: &Message| matches!(message, Message::Batch(_));
        let behind_batch = self
            .waiting
            .iter()
            .rposition(is_batch)
            .map_or(0, |at| at + 1);
        let first_open = self.waiting[behind_batch..].iter().position(is_open);
        let end = match first_open {
            Some(first) if !last => behind_batch + first,
            _ => self.waiting.len(),
        };
        if end == 0 || self.shared.failed.load(Ordering::Relaxed) {
            return false;
        }
        let whole: Vec<Message> = self.waiting.drain(..end).collect();
        if let Err(error) = self.write(&whole).and_then(|()| self.publish(&whole)) {
            self.fail(error);
        }
        true
    }

    fn write(&mut self, messages: &[Message]) -> Result<(), StoreError> {
        let failed = StoreError::database(&self.path);
        for message in messages {
            if let Message::Batch(batch) = message {
                self.models += batch.batch.runs.len() as i64;
            }
        }
        let transaction = self.connection.transaction().map_err(&failed)?;
        let mut context = Context {
            names: &mut self.names,
            start: &mut self.start,
            session: self.session,
            before: self.before,
            elapsed: self.stopped.unwrap_or_else(|| self.started.elapsed()),
        };
        context.write(&transaction, messages).map_err(&failed)?;
        if self.models >= self.models_looked_for {
            let dropped = commit::drop_unused_models(&transaction).map_err(&failed)?;
            self.models -= dropped as i64;
            // The look costs as much as there are: it may come again when there are twice as many.
            self.models_looked_for = MANY_MODELS.max(self.models * 2);
        }
        transaction.commit().map_err(&failed)
    }

    fn publish(&mut self, messages: &[Message]) -> Result<(), StoreError> {
        for message in messages {
            if let Message::Test { id, content, .. } = message {
                self.sink.publish(*id, content)?;
            }
        }
        Ok(())
    }

    fn fail(&mut self, error: StoreError) {
        tracing::error!(%error, "the run store failed");
        let failure = self.shared.failure.lock();
        *failure.unwrap_or_else(PoisonError::into_inner) = Some(error);
        self.shared.failed.store(true, Ordering::Relaxed);
        self.shared.interrupt.store(true, Ordering::Relaxed);
        self.waiting.clear();
    }
}
