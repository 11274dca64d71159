//! Whether a process still runs. One that is stopped (SIGSTOP) or frozen says nothing and does not
//! end; neither does one that is deep in a query, which only the system tells apart.

use std::path::PathBuf;

/// Looks in a row at which a process was stopped, until it counts as frozen: the coordinator looks four
/// times a second.
const STOPPED_LOOKS: u32 = 8;
/// Looks in a row between which it was given no processor time, although it has work to do. On a busy
/// machine that may take a while.
const IDLE_LOOKS: u32 = 240;

/// What was seen of a process. Looks are counted, not time: if the whole run was stopped for a while,
/// nobody looked.
#[derive(Debug, Default)]
pub(super) struct Liveness {
    stopped: u32,
    idle: u32,
    processor_time: u64,
}

impl Liveness {
    /// Looks at a process that has work to do; true if it is frozen.
    pub(super) fn is_frozen(&mut self, pid: i32) -> bool {
        let Some(seen) = Seen::of(pid) else {
            // It has ended, which is noticed elsewhere.
            return false;
        };
        self.stopped = if seen.is_stopped { self.stopped + 1 } else { 0 };
        let used_none = seen.processor_time == self.processor_time;
        self.idle = if used_none { self.idle + 1 } else { 0 };
        self.processor_time = seen.processor_time;
        self.stopped >= STOPPED_LOOKS || self.idle >= IDLE_LOOKS
    }

    /// It has nothing to do, or has just said something.
    pub(super) fn reset(&mut self) {
        self.idle = 0;
    }
}

/// What the system says of a process.
struct Seen {
    is_stopped: bool,
    /// In the system's ticks.
    processor_time: u64,
}

impl Seen {
    /// `None` if it is gone, or waits for its parent to look at its end.
    fn of(pid: i32) -> Option<Seen> {
        let path = PathBuf::from(format!("/proc/{pid}/stat"));
        let text = std::fs::read_to_string(path).ok()?;
        // The name before may have any characters in it.
        let (_, fields) = text.rsplit_once(')')?;
        let fields: Vec<&str> = fields.split_whitespace().collect();
        let number = |index: usize| fields.get(index)?.parse::<u64>().ok();
        match *fields.first()? {
            "Z" | "X" => None,
            state => Some(Seen {
                is_stopped: matches!(state, "T" | "t"),
                processor_time: number(11)? + number(12)?,
            }),
        }
    }
}

/// True if a process is stopped now.
pub(super) fn is_stopped(pid: i32) -> bool {
    Seen::of(pid).is_some_and(|seen| seen.is_stopped)
}

#[cfg(test)]
mod tests {
    use super::*;
    use nix::sys::signal::{Signal, kill};
    use nix::unistd::Pid;
    use std::process::Command;

    #[test]
    fn a_stopped_process_is_noticed_and_one_that_runs_is_not() {
        let mut child = Command::new("sh")
            .args(["-c", "while :; do :; done"])
            .spawn()
            .expect("a process runs");
        let pid = child.id() as i32;
        let looks = |liveness: &mut Liveness| {
            let mut frozen = false;
            for _ in 0..STOPPED_LOOKS {
                frozen |= liveness.is_frozen(pid);
            }
            frozen
        };
        let mut liveness = Liveness::default();
        assert!(!looks(&mut liveness));
        let process = Pid::from_raw(pid);
        kill(process, Signal::SIGSTOP).expect("it is stopped");
        while !is_stopped(pid) {
            std::thread::yield_now();
        }
        assert!(looks(&mut liveness));
        kill(process, Signal::SIGKILL).expect("it is killed");
        child.wait().expect("it ends");
        assert!(!liveness.is_frozen(pid));
    }
}
