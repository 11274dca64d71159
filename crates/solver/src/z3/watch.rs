//! Stops a running check when its time is over or the run is being stopped.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use z3_sys::{Z3_context, Z3_interrupt};

/// How often a running check is looked at.
const POLL: Duration = Duration::from_millis(5);
/// How long the thread keeps polling after the last check before it sleeps.
const LINGER: u32 = 20;

/// Why a check was stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    TimeOut,
    Interrupted,
}

/// A thread beside a back end that calls `Z3_interrupt` on the check that is running.
pub(crate) struct Watchdog {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    state: Mutex<WatchState>,
    changed: Condvar,
}

#[derive(Default)]
struct WatchState {
    running: Option<Running>,
    stopped: Option<Stop>,
    asleep: bool,
    quit: bool,
}

struct Running {
    context: InterruptedContext,
    deadline: Instant,
    interrupt: Arc<AtomicBool>,
}

struct InterruptedContext(Z3_context);

// SAFETY: the only call made through it is `Z3_interrupt`, which Z3 allows from other threads; the
// context outlives `Running`, which is removed under the lock when the check has ended.
unsafe impl Send for InterruptedContext {}

fn lock(shared: &Shared) -> MutexGuard<'_, WatchState> {
    shared.state.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watchdog {
    pub(crate) fn new() -> Watchdog {
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            changed: Condvar::new(),
        });
        Watchdog {
            shared,
            thread: None,
        }
    }

    /// From now on the check of `context` is stopped at `deadline` or by `interrupt`.
    pub(crate) fn begin(
        &mut self,
        context: Z3_context,
        deadline: Instant,
        interrupt: &Arc<AtomicBool>,
    ) {
        let mut state = lock(&self.shared);
        let interrupt = interrupt.clone();
        state.running = Some(Running {
            context: InterruptedContext(context),
            deadline,
            interrupt,
        });
        state.stopped = None;
        let asleep = state.asleep;
        drop(state);
        if self.thread.is_none() {
            let shared = self.shared.clone();
            self.thread = std::thread::Builder::new()
                .name("z3-watch".to_owned())
                .spawn(move || watch(&shared))
                .inspect_err(|error| tracing::error!(%error, "no thread to stop Z3 in time"))
                .ok();
        } else if asleep {
            self.shared.changed.notify_one();
        }
    }

    /// The check has ended; tells whether it was stopped.
    pub(crate) fn end(&mut self) -> Option<Stop> {
        let mut state = lock(&self.shared);
        state.running = None;
        state.stopped.take()
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        lock(&self.shared).quit = true;
        self.shared.changed.notify_one();
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the thread that stops Z3 in time panicked");
        }
    }
}

fn watch(shared: &Shared) {
    let mut state = lock(shared);
    let mut idle = 0;
    while !state.quit {
        let stop = state.running.as_ref().and_then(|running| {
            if running.interrupt.load(Ordering::Relaxed) {
                Some(Stop::Interrupted)
            } else {
                (Instant::now() >= running.deadline).then_some(Stop::TimeOut)
            }
        });
        if let (Some(stop), Some(running)) = (stop, &state.running) {
            // SAFETY: `end` has not been called, so the context is alive. Repeated at every poll
            // because an interruption between two calls of Z3 has no effect.
            unsafe { Z3_interrupt(running.context.0) };
            state.stopped = Some(stop);
        }
        idle = if state.running.is_some() { 0 } else { idle + 1 };
        if idle > LINGER {
            state.asleep = true;
            state = shared
                .changed
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
            state.asleep = false;
        } else {
            let waited = shared.changed.wait_timeout(state, POLL);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }
}
