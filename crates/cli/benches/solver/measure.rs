//! Running a solver on a script and timing it.

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a solver made of a trace.
pub struct Measured {
    /// Processor seconds of the process and its threads, without what an empty script takes.
    pub seconds: f64,
    /// Answers in order, `sat`, `unsat` or `unknown`; fewer than the queries if it was stopped.
    pub answers: Vec<String>,
    /// True if the solver said that the script, or an answer, is wrong.
    pub complained: bool,
}

/// Runs solvers with limits.
pub struct Measurer {
    work: PathBuf,
    trace_seconds: u64,
}

impl Measurer {
    pub fn new(work: PathBuf, trace_seconds: u64) -> Measurer {
        Measurer {
            work,
            trace_seconds,
        }
    }

    /// Processor seconds for a script without queries.
    pub fn startup_seconds(&self, command: &[String]) -> f64 {
        let empty = self.work.join("empty.smt2");
        std::fs::write(&empty, "(set-logic QF_BV)\n").expect("the directory can be written");
        let runs = (0..5).map(|_| self.run(command, &empty, "empty", 0.0).seconds);
        runs.fold(f64::INFINITY, f64::min)
    }

    /// Runs a script.
    pub fn run(&self, command: &[String], script: &Path, label: &str, startup: f64) -> Measured {
        let before = children_seconds();
        // Other solvers read recursively: as much stack as there is.
        let limits = format!("ulimit -s unlimited; ulimit -t {}", self.trace_seconds);
        let output = Command::new("sh")
            .args(["-c", &format!("{limits}; exec \"$0\" \"$@\"")])
            .args(command)
            .arg(script)
            .output()
            .expect("sh runs");
        let seconds = (children_seconds() - before - startup).max(0.0);
        let file = self.work.join(format!("{label}.answers"));
        std::fs::write(file, &output.stdout).expect("the directory can be written");
        let text = String::from_utf8_lossy(&output.stdout);
        let known = |line: &&str| matches!(*line, "sat" | "unsat" | "unknown");
        let errors = String::from_utf8_lossy(&output.stderr);
        let stopped = output.status.code().is_none();
        Measured {
            seconds,
            answers: text.lines().filter(known).map(str::to_owned).collect(),
            complained: !stopped && (!output.status.success() || !errors.is_empty())
                || text.contains("(error"),
        }
    }
}

fn children_seconds() -> f64 {
    let usage = getrusage(UsageWho::RUSAGE_CHILDREN).expect("the system tells");
    let microseconds = usage.user_time() + usage.system_time();
    microseconds.num_microseconds() as f64 / 1e6
}
