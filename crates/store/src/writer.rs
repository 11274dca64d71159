//! A session of work on a store, and the ways to the thread that writes it.

use crate::commit;
use crate::description::Description;
use crate::interner::Interner;
use crate::writer_thread::{BatchRecord, MANY_MODELS, Message, Shared, WriterThread};
use crate::{DirectoryLock, FILE, StoreError, schema};
use explore::{Batch, CoveredPart, Finding, Progress};
use rusqlite::Connection;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Messages that wait at most; then the explorer waits.
const QUEUE: usize = 1024;

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
pub struct StoreHandle {
    messages: SyncSender<Message>,
}

impl StoreHandle {
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
    /// When, ISO 8601, as exact as the times of files.
    pub started: String,
    /// Version of the tool.
    pub version: String,
    /// What earlier sessions took.
    pub before: ResourceUsage,
}

/// What a run took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResourceUsage {
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
    before: ResourceUsage,
    messages: SyncSender<Message>,
    received: Receiver<Message>,
    lock: DirectoryLock,
}

impl Opened {
    /// A way for other threads to add to the store.
    pub fn handle(&self) -> StoreHandle {
        StoreHandle {
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
        let thread = WriterThread {
            connection: self.connection,
            path: self.path.clone(),
            names: Interner::default(),
            start: 0,
            sink: work.sink,
            shared: shared.clone(),
            session: self.session,
            before: self.before,
            started: Instant::now(),
            stopped: None,
            waiting: Vec::new(),
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
        Writer::begin_session(lock, directory, connection, (session, None))
    }

    /// Begins another session on a store. If the program has changed, `changed` has what it is now.
    ///
    /// # Errors
    /// If there is none, it is damaged or of another version, or cannot be written.
    pub fn open(
        lock: DirectoryLock,
        directory: &Path,
        changed: Option<&Description>,
        session: &Session,
    ) -> Result<Opened, StoreError> {
        let connection = schema::open(directory)?;
        Writer::begin_session(lock, directory, connection, (session, changed))
    }

    fn begin_session(
        lock: DirectoryLock,
        directory: &Path,
        mut connection: Connection,
        (session, changed): (&Session, Option<&Description>),
    ) -> Result<Opened, StoreError> {
        let path = directory.join(FILE);
        let failed = StoreError::database(&path);
        let transaction = connection.transaction().map_err(&failed)?;
        commit::abandon_visited(&transaction).map_err(&failed)?;
        commit::drop_unused_models(&transaction).map_err(&failed)?;
        if let Some(description) = changed {
            description.write_program(&transaction).map_err(&failed)?;
        }
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

    /// What follows is of the paths of this start.
    ///
    /// # Errors
    /// If the store failed.
    pub fn begin(&self, start: u32) -> Result<(), StoreError> {
        self.tell(Message::Start(start))
    }

    /// A path became a test; `inputs` as [`explore::Seed::encode`] gives them.
    ///
    /// # Errors
    /// If the store failed.
    pub fn test(
        &self,
        id: u32,
        path: String,
        (content, inputs): (String, Vec<u8>),
    ) -> Result<(), StoreError> {
        self.tell(Message::Test {
            id,
            path,
            content,
            inputs,
        })
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
    pub fn batch(&self, batch: Batch, covered: &[CoveredPart]) -> Result<(), StoreError> {
        self.shared.due.store(false, Ordering::Relaxed);
        self.tell(Message::Batch(Box::new(BatchRecord {
            batch,
            covered: covered.to_vec(),
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

    /// Commits and publishes everything told so far; more may come.
    pub fn commit(&self) {
        let (answer, answered) = mpsc::sync_channel(1);
        if self.messages.send(Message::Commit(answer)).is_ok() {
            // The thread ends early only if it failed.
            let _ = answered.recv();
        }
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

    /// Commits what is left and ends the session. Every [`StoreHandle`] must be gone.
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
    /// Makes tests visible.
    pub sink: Box<dyn TestSink>,
    /// Set if the store fails.
    pub interrupt: Arc<AtomicBool>,
}
