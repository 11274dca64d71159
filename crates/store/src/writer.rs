//! The thread that writes the store, and the explorer's way to it.

use crate::commit::{self, Context};
use crate::description::Description;
use crate::names::Names;
use crate::{DirectoryLock, FILE, StoreError, schema};
use explore::{AddedNode, Batch, CoveredPart, EndedPath, Finding, NodeKey, Progress, Run, Tally};
use ir::Program;
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Time between two commits when there is something to commit.
const INTERVAL: Duration = Duration::from_millis(400);

/// Time between two commits when tests wait to be published.
const INTERVAL_OF_TESTS: Duration = Duration::from_millis(50);

/// Time between two samples of the statistics.
const SAMPLE: Duration = Duration::from_secs(1);

/// Messages that wait at most; then the explorer waits.
const QUEUE: usize = 1024;

/// Models in the store at which it is first looked for those no longer needed.
const MANY_MODELS: i64 = 10_000;

/// Makes tests visible to the user once they are stored.
pub trait TestSink: Send {
    /// A test is stored.
    ///
    /// # Errors
    /// If it cannot be written; this ends the run.
    fn publish(&mut self, id: u32, content: &str) -> Result<(), StoreError>;
    /// No more tests come.
    fn finish(&mut self) {}
}

/// How a session ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ended {
    /// Why: `complete`, a limit by its name, or a failure.
    pub by: String,
    /// When, ISO 8601.
    pub at: String,
    /// Queries of the session.
    pub queries: u64,
    /// Instructions of the session.
    pub instructions: u64,
}

/// What the thread is told.
pub(crate) enum Message {
    Code(Arc<dyn Program>),
    Test {
        id: u32,
        path: String,
        content: String,
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
    Settle(SyncSender<()>),
}

/// A batch as it is stored.
pub(crate) struct BatchRecord {
    pub(crate) runs: Vec<Run>,
    pub(crate) added: Vec<AddedNode>,
    pub(crate) opened: Vec<NodeKey>,
    pub(crate) finished: Vec<NodeKey>,
    pub(crate) paths: Vec<EndedPath>,
    pub(crate) covered: Vec<CoveredPart>,
    pub(crate) tally: Tally,
}

/// State that both sides look at.
struct Shared {
    /// A batch is wanted.
    due: AtomicBool,
    failed: AtomicBool,
    failure: Mutex<Option<StoreError>>,
    /// Set if the store fails: ends the run.
    interrupt: Arc<AtomicBool>,
}

/// Writes a session into the store. Everything it is told is committed together with the next
/// batch.
pub struct Writer {
    messages: SyncSender<Message>,
    shared: Arc<Shared>,
    thread: JoinHandle<Connection>,
    path: PathBuf,
    session: i64,
    _lock: DirectoryLock,
}

/// A handle by which other threads add to the store.
#[derive(Clone)]
pub struct Notes {
    messages: SyncSender<Message>,
}

impl Notes {
    /// A native run judged a test.
    pub fn verdict(&self, test: u32, verdict: &str) {
        let verdict = verdict.to_owned();
        let _ = self.messages.send(Message::Verdict { test, verdict });
    }

    /// Native runs measured coverage: lcov's text.
    pub fn native_coverage(&self, lcov: String) {
        let _ = self.messages.send(Message::NativeCoverage(lcov));
    }
}

/// A session to be begun.
pub struct Session {
    /// When, ISO 8601.
    pub started: String,
    /// Version of the tool.
    pub version: String,
    /// What earlier sessions took.
    pub before: Spent,
}

/// What a run took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Spent {
    /// Time.
    pub time: Duration,
    /// Queries to the solver.
    pub queries: u64,
    /// Instructions executed.
    pub instructions: u64,
}

/// A store in which a session has begun, and whose thread has not started.
pub struct Opened {
    connection: Connection,
    path: PathBuf,
    session: i64,
    before: Spent,
    messages: SyncSender<Message>,
    received: Receiver<Message>,
    lock: DirectoryLock,
}

impl Opened {
    /// A way for other threads to add to the store.
    pub fn notes(&self) -> Notes {
        Notes {
            messages: self.messages.clone(),
        }
    }

    /// Starts the thread that writes.
    ///
    /// # Errors
    /// If there is no thread to be had.
    pub fn start(self, work: Work) -> Result<Writer, StoreError> {
        let shared = Arc::new(Shared {
            due: AtomicBool::new(false),
            failed: AtomicBool::new(false),
            failure: Mutex::new(None),
            interrupt: work.interrupt,
        });
        let thread = Thread {
            connection: self.connection,
            path: self.path.clone(),
            names: Names::new(work.program.clone()),
            sink: work.sink,
            shared: shared.clone(),
            session: self.session,
            before: self.before,
            started: Instant::now(),
            stopped: None,
            waiting: vec![Message::Code(work.program)],
            models: 0,
            models_looked_for: MANY_MODELS,
        };
        let received = self.received;
        let thread = std::thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || thread.run(&received))
            .map_err(StoreError::io(&self.path))?;
        Ok(Writer {
            messages: self.messages,
            shared,
            thread,
            path: self.path,
            session: self.session,
            _lock: self.lock,
        })
    }
}

impl Writer {
    /// Makes a new store, replacing what is there, and begins the first session.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn create(
        lock: DirectoryLock,
        directory: &Path,
        description: &Description,
        session: &Session,
    ) -> Result<Opened, StoreError> {
        let connection = schema::create(directory, description)?;
        Writer::begin(lock, directory, connection, session)
    }

    /// Begins another session on a store.
    ///
    /// # Errors
    /// If there is none, it is damaged or of another version, or cannot be written.
    pub fn open(
        lock: DirectoryLock,
        directory: &Path,
        session: &Session,
    ) -> Result<Opened, StoreError> {
        let connection = schema::open(directory)?;
        Writer::begin(lock, directory, connection, session)
    }

    fn begin(
        lock: DirectoryLock,
        directory: &Path,
        mut connection: Connection,
        session: &Session,
    ) -> Result<Opened, StoreError> {
        let path = directory.join(FILE);
        let failed = StoreError::database(&path);
        let transaction = connection.transaction().map_err(&failed)?;
        commit::drop_unused_models(&transaction).map_err(&failed)?;
        transaction
            .execute(
                "INSERT INTO session (version, started) VALUES (?1, ?2)",
                (&session.version, &session.started),
            )
            .map_err(&failed)?;
        let number = transaction.last_insert_rowid();
        transaction.commit().map_err(&failed)?;
        let (messages, received) = mpsc::sync_channel(QUEUE);
        Ok(Opened {
            connection,
            path,
            session: number,
            before: session.before,
            messages,
            received,
            lock,
        })
    }

    /// A path became a test.
    ///
    /// # Errors
    /// If the store failed.
    pub fn test(&self, id: u32, path: String, content: String) -> Result<(), StoreError> {
        self.tell(Message::Test { id, path, content })
    }

    /// An error at a new site.
    ///
    /// # Errors
    /// If the store failed.
    pub fn finding(&self, finding: &Finding) -> Result<(), StoreError> {
        self.tell(Message::Finding(finding.clone()))
    }

    /// True if a batch is wanted.
    pub fn batch_is_due(&self) -> bool {
        self.shared.due.load(Ordering::Relaxed)
    }

    /// The frontier and the account moved on.
    ///
    /// # Errors
    /// If the store failed.
    pub fn batch(&self, batch: &Batch, covered: &[CoveredPart]) -> Result<(), StoreError> {
        self.shared.due.store(false, Ordering::Relaxed);
        self.tell(Message::Batch(Box::new(BatchRecord {
            runs: batch.runs.clone(),
            added: batch.added.clone(),
            opened: batch.opened.clone(),
            finished: batch.finished.clone(),
            paths: batch.paths.clone(),
            covered: covered.to_vec(),
            tally: batch.tally.clone(),
        })))
    }

    /// How far the session is.
    pub fn progress(&self, progress: &Progress) {
        let _ = self.messages.send(Message::Progress(progress.clone()));
    }

    /// How far the session came.
    pub fn last_progress(&self, progress: &Progress) {
        let _ = self.messages.send(Message::LastProgress(progress.clone()));
    }

    /// Commits and publishes everything told so far. No more tests come.
    pub fn settle(&self) {
        let (answer, answered) = mpsc::sync_channel(1);
        if self.messages.send(Message::Settle(answer)).is_ok() {
            // The thread ends early only if it failed.
            let _ = answered.recv();
        }
    }

    fn tell(&self, message: Message) -> Result<(), StoreError> {
        if self.shared.failed.load(Ordering::Relaxed) {
            return Err(self.failure());
        }
        // The thread ends early only if it failed.
        self.messages.send(message).map_err(|_| self.failure())
    }

    fn failure(&self) -> StoreError {
        let failure = self.shared.failure.lock();
        let failure = failure.unwrap_or_else(PoisonError::into_inner).take();
        failure.unwrap_or_else(|| StoreError::Test(format!("{}: not written", self.path.display())))
    }

    /// Commits what is left and ends the session. All [`Notes`] must be gone.
    ///
    /// # Errors
    /// If the store failed.
    pub fn finish(self, ended: &Ended) -> Result<(), StoreError> {
        drop(self.messages);
        let Ok(connection) = self.thread.join() else {
            return Err(StoreError::Test(format!(
                "{}: the thread that writes it ended",
                self.path.display()
            )));
        };
        let failure = self.shared.failure.lock();
        let failure = failure.unwrap_or_else(PoisonError::into_inner).take();
        let written = connection.execute(
            "UPDATE session SET ended = ?2, ended_by = ?3, queries = ?4, instructions = ?5
             WHERE id = ?1",
            (
                self.session,
                &ended.at,
                &ended.by,
                ended.queries,
                ended.instructions,
            ),
        );
        match failure {
            Some(failure) => Err(failure),
            None => written
                .map(|_| ())
                .map_err(StoreError::database(&self.path)),
        }
    }
}

/// What a session needs of the run.
pub struct Work {
    /// The program.
    pub program: Arc<dyn Program>,
    /// Makes tests visible.
    pub sink: Box<dyn TestSink>,
    /// Set if the store fails.
    pub interrupt: Arc<AtomicBool>,
}

struct Thread {
    connection: Connection,
    path: PathBuf,
    names: Names,
    sink: Box<dyn TestSink>,
    shared: Arc<Shared>,
    session: i64,
    before: Spent,
    started: Instant,
    /// When exploration was over, from the start on.
    stopped: Option<Duration>,
    /// Messages not committed.
    waiting: Vec<Message>,
    /// Models in the store, roughly.
    models: i64,
    models_looked_for: i64,
}

impl Thread {
    fn run(mut self, messages: &Receiver<Message>) -> Connection {
        let mut last_commit = Instant::now();
        let mut last_sample: Option<Instant> = None;
        loop {
            let message = match messages.recv_timeout(INTERVAL_OF_TESTS) {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            match message {
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
                self.models += batch.runs.len() as i64;
            }
        }
        let transaction = self.connection.transaction().map_err(&failed)?;
        let mut context = Context {
            names: &mut self.names,
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
