//! A worker: an explorer whose supervisor is a connection.

use super::messages::{FromWorker, ToWorker, receive, send};
use crate::error::BoxError;
use crate::exchange::{Batch, Frontier, Progress, Request, Supervisor};
use crate::explorer::Explorer;
use crate::limits::LimitKind;
use crate::results::Statistics;
use crate::tree::KeyRange;
use std::collections::VecDeque;
use std::io::BufReader;
use std::os::unix::net::UnixStream;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

/// Time between two batches: what is done again if the worker dies.
const BATCH: Duration = Duration::from_millis(50);

/// What a worker is told before it begins.
pub struct WorkerStart {
    /// Its number, from 1; workers that take the place of others have numbers of their own.
    pub number: u32,
    /// Number of the start whose paths it explores.
    pub start: u32,
    /// Instructions that it may execute before it asks again; `None` is no limit.
    pub instructions: Option<u64>,
    /// Bytes that it may use for now: see [`crate::Limits::memory_bytes`].
    pub memory: usize,
    /// Set when it shall end.
    pub interrupt: Arc<AtomicBool>,
}

/// Does what a worker does, until the connection is gone. `make` prepares its explorer each time that
/// it is started.
pub fn serve<E: std::fmt::Display>(
    stream: UnixStream,
    make: impl Fn(WorkerStart) -> Result<Explorer, E>,
) {
    // A connection that fails leaves nobody to be told.
    let _ = try_serve(stream, make);
}

fn try_serve<E: std::fmt::Display>(
    stream: UnixStream,
    make: impl Fn(WorkerStart) -> Result<Explorer, E>,
) -> Result<(), BoxError> {
    let mut from = BufReader::new(stream.try_clone()?);
    loop {
        let ToWorker::Start {
            number,
            keys,
            start,
            instructions,
            memory,
        } = receive(&mut from)?
        else {
            return Err("a worker is told to start first".into());
        };
        let interrupt = Arc::new(AtomicBool::new(false));
        let explorer = make(WorkerStart {
            number,
            start,
            instructions,
            memory,
            interrupt: interrupt.clone(),
        });
        let worked = match explorer {
            Ok(explorer) => work(explorer, &stream, from, keys, interrupt),
            Err(error) => Err(error.to_string().into()),
        };
        match worked {
            Ok(reader) => from = reader,
            Err(error) => {
                send(&stream, &FromWorker::Done(Some(error.to_string())))?;
                return Err(error);
            }
        }
        send(&stream, &FromWorker::Done(None))?;
    }
}

/// Explores until it is told to stop, and gives the connection back.
fn work(
    mut explorer: Explorer,
    stream: &UnixStream,
    mut from: BufReader<UnixStream>,
    keys: KeyRange,
    interrupt: Arc<AtomicBool>,
) -> Result<BufReader<UnixStream>, BoxError> {
    let (sender, messages) = mpsc::channel();
    let waiting = Arc::new(AtomicUsize::new(0));
    let counted = waiting.clone();
    let reader = std::thread::spawn(move || {
        loop {
            match receive(&mut from) {
                // The connection is gone when its other end is: there is nothing to be done then.
                Ok(ToWorker::Stop) | Err(_) => break,
                Ok(message) => {
                    counted.fetch_add(1, Ordering::Release);
                    // Nobody listens any more if an error ended the work.
                    let _ = sender.send(message);
                }
            }
        }
        interrupt.store(true, Ordering::Relaxed);
        from
    });
    let mut supervisor = Connection {
        stream,
        due: tick(),
        messages,
        waiting,
        put_off: VecDeque::new(),
        executed: 0,
        announce_until: None,
        takes: 0,
        gives: false,
    };
    explorer.work(Frontier::nothing(), keys, &mut supervisor)?;
    if let Some(failure) = explorer.disagreement() {
        return Err(failure.into());
    }
    reader
        .join()
        .map_err(|_| "the thread that listens has ended".into())
}

/// A flag that is set every [`BATCH`], for as long as somebody has it.
fn tick() -> Arc<AtomicBool> {
    let flag = Arc::new(AtomicBool::new(false));
    let weak = Arc::downgrade(&flag);
    std::thread::spawn(move || {
        while let Some(flag) = weak.upgrade() {
            flag.store(true, Ordering::Relaxed);
            drop(flag);
            std::thread::sleep(BATCH);
        }
    });
    flag
}

/// A supervisor that is kept elsewhere.
struct Connection<'a> {
    stream: &'a UnixStream,
    messages: Receiver<ToWorker>,
    /// Messages not received yet.
    waiting: Arc<AtomicUsize>,
    /// Messages received while it waited for another one.
    put_off: VecDeque<ToWorker>,
    /// Instructions executed, when that was last known.
    executed: u64,
    /// The time for the next batch has come. Asked at each fork, when looking at the clock would show.
    due: Arc<AtomicBool>,
    announce_until: Option<Instant>,
    /// Times it was told to take something.
    takes: u64,
    /// The next batch answers [`ToWorker::Donate`].
    gives: bool,
}

impl Connection<'_> {
    /// The next message; `None` if it shall stop.
    fn receive(&mut self) -> Option<ToWorker> {
        let message = self.messages.recv().ok()?;
        self.waiting.fetch_sub(1, Ordering::AcqRel);
        Some(message)
    }
}

impl Supervisor for Connection<'_> {
    fn wants_frontier(&self) -> bool {
        true
    }

    fn is_due(&mut self, _kept: bool) -> bool {
        self.due.load(Ordering::Relaxed)
    }

    fn wants_visits(&self) -> bool {
        self.announce_until.is_some_and(|end| Instant::now() < end)
    }

    fn submit(&mut self, batch: Batch, statistics: &Statistics) -> Result<(), BoxError> {
        self.due.store(false, Ordering::Relaxed);
        self.executed = statistics.machine.instructions;
        let gave = std::mem::take(&mut self.gives);
        if gave || !batch.is_empty() {
            let message = FromWorker::Did {
                batch: Box::new(batch),
                statistics: Box::new(statistics.clone()),
                gave,
            };
            send(self.stream, &message)?;
        }
        Ok(())
    }

    fn stopped(&mut self, _limit: LimitKind, _left: u64) {}

    fn progress(&mut self, _progress: Progress) {}

    fn more_instructions(&mut self, executed: u64) -> Option<u64> {
        send(self.stream, &FromWorker::Spent(executed)).ok()?;
        loop {
            match self.receive()? {
                ToWorker::Allow(instructions) => return Some(instructions),
                other => self.put_off.push_back(other),
            }
        }
    }

    fn request(&mut self, idle: bool) -> Option<Request> {
        loop {
            let message = if let Some(message) = self.put_off.pop_front() {
                message
            } else if self.waiting.load(Ordering::Acquire) > 0 {
                self.receive()?
            } else if idle {
                let (takes, executed) = (self.takes, self.executed);
                send(self.stream, &FromWorker::Idle { takes, executed }).ok()?;
                self.receive()?
            } else {
                return None;
            };
            match message {
                ToWorker::Take { tasks, announce } => {
                    self.takes += 1;
                    let time = Duration::from_millis(announce);
                    self.announce_until = (announce > 0).then(|| Instant::now() + time);
                    return Some(Request::Take(tasks));
                }
                ToWorker::Donate { is_last } => {
                    self.gives = true;
                    return Some(Request::Donate { is_last });
                }
                ToWorker::Covered(parts) => return Some(Request::Covered(parts)),
                ToWorker::Learned(facts) => return Some(Request::Learn(facts)),
                ToWorker::Allow(instructions) => return Some(Request::Allow(instructions)),
                ToWorker::Memory(bytes) => return Some(Request::Memory(bytes)),
                ToWorker::Start { .. } | ToWorker::Stop => {}
            }
        }
    }
}
