//! How explorers are made, one for a run or one for each worker.

use crate::plan::Plan;
use crate::subject::{Prepared, StartPoint};
use anyhow::Context;
use explore::workers::{self, Explored, ForkServer, WorkerPool, WorkerStart};
use explore::{Explorer, Frontier, KeyRange, Limits, Observer, Options, Report, RunTotals, Seed};
use ir::Program;
use solver::Solver;
use specification::MonitorTables;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use store::StartSeed;
use vm::Machine;

/// What an explorer is made of.
pub struct Setup {
    program: Arc<dyn Program>,
    machine: vm::Options,
    solver: solver::Options,
    starts: Vec<StartPoint>,
    decision_functions: Vec<String>,
    /// Inputs whose paths are run first, of each start.
    seeds: Vec<Arc<Vec<Seed>>>,
    options: Options,
    interrupt: Arc<AtomicBool>,
}

/// The monitors, if a strategy goes by their states: otherwise nobody follows them.
fn followed_monitors(plan: &Plan) -> Option<Arc<MonitorTables>> {
    let strategy = explore::strategy::parse(&plan.exploration.strategy).ok()?;
    let monitoring = plan.monitoring()?;
    strategy
        .goes_by_monitors()
        .then(|| Arc::new(monitoring.tables()))
}

/// The seeds of each start: those of the options, and its own.
fn seeds_of_starts(
    plan: &Plan,
    starts: usize,
    seeds: &[StartSeed],
) -> anyhow::Result<Vec<Arc<Vec<Seed>>>> {
    let mut all = vec![plan.exploration.seeds.to_vec(); starts];
    for StartSeed { start, inputs } in seeds {
        let of = all.get_mut(*start as usize);
        let seed = Seed::decode(inputs);
        let (of, seed) = of.zip(seed).context("a seed in the store is damaged")?;
        of.push(seed);
    }
    Ok(all.into_iter().map(Arc::new).collect())
}

/// Who explores.
pub struct Team {
    setup: Setup,
    /// Others; `None` if it is this process.
    workers: Option<WorkerPool>,
}

/// What is left of the paths of a start, and what was found on them.
pub struct Part {
    /// Number of the start.
    pub start: usize,
    pub frontier: Frontier,
    pub account: RunTotals,
    pub limits: Limits,
}

impl Team {
    /// True if the run is to reach something in particular.
    pub fn has_targets(&self) -> bool {
        self.setup.options.targets.is_some()
    }

    /// The start whose tests cover what those of this start need not cover again.
    pub fn after(&self, start: usize) -> Option<usize> {
        self.setup.starts[start].after
    }
}

impl Setup {
    /// What explores a program as planned, the paths of `seeds` first. Setting `interrupt` ends the run.
    ///
    /// # Errors
    /// If seeds are damaged.
    pub fn new(
        prepared: &Prepared,
        plan: &Plan,
        seeds: &[StartSeed],
        interrupt: Arc<AtomicBool>,
    ) -> anyhow::Result<Setup> {
        let targets = prepared.targets.as_ref();
        let machine = vm::Options {
            monitors: followed_monitors(plan),
            ..prepared.machine.clone()
        };
        Ok(Setup {
            program: prepared.program.clone(),
            machine,
            solver: plan.solver.clone(),
            starts: prepared.starts.clone(),
            decision_functions: prepared.decision_functions.clone(),
            seeds: seeds_of_starts(plan, prepared.starts.len(), seeds)?,
            options: Options {
                targets: targets.map(|targets| Arc::new(targets.parts())),
                preconditions: targets.and_then(|targets| targets.preconditions.clone()),
                ..plan.exploration.clone()
            },
            interrupt,
        })
    }

    /// Prepares whoever explores: so many workers, or this process if it is one. No thread may have
    /// been started yet if there are several workers.
    pub fn team(self, jobs: u32) -> anyhow::Result<Team> {
        if jobs == 1 {
            let workers = None;
            return Ok(Team {
                setup: self,
                workers,
            });
        }
        let fork_server = ForkServer::start(|stream| {
            workers::serve(stream, |start| self.worker(start));
        })?;
        let workers = WorkerPool::new(fork_server, jobs, &self.options, self.interrupt.clone());
        Ok(Team {
            setup: self,
            workers: Some(workers),
        })
    }

    fn explorer(
        &self,
        start: usize,
        solver: solver::Options,
        mut options: Options,
        interrupt: Arc<AtomicBool>,
    ) -> anyhow::Result<Explorer> {
        let machine = Machine::new(self.program.clone(), self.machine.clone());
        let solver = Solver::new(solver, interrupt.clone())?;
        let point = &self.starts[start];
        options.trace_from.clone_from(&point.trace_from);
        options.by_calls = point.by_calls;
        options.makers = point.makers.clone();
        options.seeds = self.seeds[start].clone();
        let (start, functions) = (point.start.clone(), &self.decision_functions);
        Ok(Explorer::new(
            machine, solver, start, functions, options, interrupt,
        )?)
    }

    /// A worker's explorer: limits of the whole run are not its business, and it has a part of the
    /// memory.
    fn worker(&self, start: WorkerStart) -> anyhow::Result<Explorer> {
        let mut options = self.options.clone();
        options.seed = options.seed.wrapping_add(u64::from(start.number) - 1);
        options.limits = Limits {
            time: None,
            paths: None,
            findings: None,
            sequence_paths: None,
            instructions: start.instructions,
            memory_bytes: start.memory,
            ..options.limits
        };
        let mut solver = self.solver.clone();
        if let Some(directory) = &mut solver.dump {
            directory.push(format!("worker-{}", start.number));
        }
        if let Some(file) = &mut solver.record {
            file.as_mut_os_string().push(format!(".{}", start.number));
        }
        self.explorer(start.start as usize, solver, options, start.interrupt)
    }
}

impl Team {
    /// True once the time of the run is up.
    pub fn time_is_up(&self) -> bool {
        self.setup.options.time_is_up.load(Ordering::Relaxed)
    }

    /// Explores what is left below a start: see [`Explorer::go_on`].
    pub fn go_on(
        &mut self,
        part: Part,
        keys: &mut KeyRange,
        observer: &mut dyn Observer,
    ) -> anyhow::Result<Report> {
        let mut part = part;
        let mut before = (explore::Statistics::default(), Duration::ZERO);
        if let Some(workers) = &mut self.workers {
            let (start, limits) = (part.start as u32, &part.limits);
            let (frontier, account) = (part.frontier, part.account);
            match workers::explore(workers, start, limits, frontier, account, keys, observer) {
                Explored::Done(report) => return Ok(report),
                Explored::InProcess {
                    frontier,
                    account,
                    statistics,
                    elapsed,
                } => {
                    self.workers = None;
                    before = (statistics, elapsed);
                    part.limits.time = part.limits.time.map(|time| time.saturating_sub(elapsed));
                    let used = before.0.machine.instructions;
                    let instructions = part.limits.instructions;
                    part.limits.instructions = instructions.map(|all| all.saturating_sub(used));
                    (part.frontier, part.account) = (frontier, account);
                }
            }
        }
        let setup = &self.setup;
        let (solver, mut options) = (setup.solver.clone(), setup.options.clone());
        options.limits = part.limits;
        let explorer = setup.explorer(part.start, solver, options, setup.interrupt.clone())?;
        let mut report = explorer.go_on(part.frontier, part.account, keys, observer);
        report.statistics.add(&before.0);
        report.elapsed += before.1;
        Ok(report)
    }
}
