//! What a run may use: time, memory, native runs, the solver.

use super::one_of;
use clap::Args;
use solver::BackendKind;
use std::path::PathBuf;
use suite::SandboxMode;

/// Limits.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
pub struct LimitOptions {
    /// Seconds for the exploration
    #[arg(long, value_name = "SECONDS")]
    pub time: Option<f64>,
    /// Completed paths
    #[arg(long, value_name = "N")]
    pub max_paths: Option<u64>,
    /// Errors, at a place each: ends the run when so many were found
    #[arg(long, value_name = "N")]
    pub max_findings: Option<u64>,
    /// Forks on a path
    #[arg(long, value_name = "N")]
    pub max_depth: Option<u32>,
    /// Times that a path takes the same side of the same branch (or case of a switch) that depends on
    /// inputs: bounds loops, and paths that would go on are cut off
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub loop_bound: Option<u32>,
    /// Instructions of the whole run
    #[arg(long, value_name = "N")]
    pub max_instructions: Option<u64>,
    /// Instructions of one path, which ends endless loops; 0 for no limit (otherwise 100,000,000, with
    /// --function 1,000,000)
    #[arg(long, value_name = "N")]
    pub path_instructions: Option<u64>,
    /// Decisions, or 10,000 instructions each, that a path runs at a time; then others get their turn,
    /// unless it has covered something new. 0 lets every path run to its end
    #[arg(long, value_name = "N", default_value_t = explore::SLICE)]
    pub slice: u64,
    /// MiB of memory for the run; beyond it snapshots of paths not explored yet are dropped (the
    /// strategy's last choices first) and replayed later, then the search goes depth first
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    pub memory: usize,
    /// Largest allocation size tried where the size depends on inputs
    #[arg(long, value_name = "BYTES", default_value_t = 4096)]
    pub max_symbolic_size: u64,
    /// Most objects or functions tried where a pointer depends on inputs
    #[arg(long, value_name = "N", default_value_t = 32)]
    pub max_candidates: usize,
    /// MiB of memory of the program itself
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    pub program_memory: u64,
    /// Elements of the arrays that pointer arguments of --function point to
    #[arg(long, value_name = "N", default_value_t = 4)]
    pub pointer_elements: u64,
    /// Seconds for one native run of a test
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub test_time: u64,
}

/// What native runs of tests may touch and use.
#[derive(Args, Debug)]
#[command(next_help_heading = "Native runs")]
pub struct SandboxOptions {
    /// Isolate tests from the machine: auto as far as it lets us, which is said; require refuses to run
    /// them otherwise; off gives them your own rights
    #[arg(long, value_name = "MODE", default_value = "auto")]
    pub sandbox: SandboxMode,
    /// MiB of memory for all processes of a test together, with its temporary files
    #[arg(long, value_name = "MIB", default_value_t = 2048)]
    pub test_memory: u64,
    /// MiB that a test may write
    #[arg(long, value_name = "MIB", default_value_t = 256)]
    pub test_disk: u64,
    /// Processes and threads of a test at one time
    #[arg(long, value_name = "N", default_value_t = 64)]
    pub test_processes: u64,
}

impl SandboxOptions {
    /// As suites have them.
    pub fn options(&self) -> suite::SandboxOptions {
        suite::SandboxOptions {
            mode: self.sandbox,
            memory_mib: self.test_memory,
            disk_mib: self.test_disk,
            processes: self.test_processes,
        }
    }
}

/// The solver.
#[derive(Args, Debug)]
#[command(next_help_heading = "Solver")]
pub struct SolverOptions {
    /// Back end; portfolio is native first, and Z3 for what that does not answer
    #[arg(long, value_name = "NAME", default_value = "portfolio", value_parser = one_of(&BackendKind::ALL, BackendKind::name))]
    pub solver: BackendKind,
    /// Seconds for one query
    #[arg(long, value_name = "SECONDS", default_value_t = 10.0)]
    pub solver_time: f64,
    /// Have every answer confirmed by a fresh query to Z3 and by evaluation
    #[arg(long)]
    pub check_solver: bool,
    /// Write every query that reaches the caches as SMT-LIB 2 into DIR
    #[arg(long, value_name = "DIR")]
    pub dump_queries: Option<PathBuf>,
    /// Write the queries, in order, to FILE as one incremental SMT-LIB 2 script (push, pop); those
    /// that the parent's model answers are left out
    #[arg(long, value_name = "FILE")]
    pub record_queries: Option<PathBuf>,
}
