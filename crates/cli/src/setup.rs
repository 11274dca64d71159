//! How explorers are made, one for a run or one for each worker.

use explore::workers::{self, Crew, Nursery, WorkerStart};
use explore::{Account, Explorer, Frontier, KeyRange, Limits, Observer, Options, Report, Start};
use ir::Program;
use solver::Solver;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use vm::Machine;

/// What an explorer is made of.
pub struct Setup {
    /// The program.
    pub program: Arc<dyn Program>,
    /// Options of its machine.
    pub machine: vm::Options,
    /// Options of its solver.
    pub solver: solver::Options,
    /// Where paths start.
    pub start: Start,
    /// Functions whose decisions go into traces.
    pub decision_functions: Vec<String>,
    /// Options of the run.
    pub options: Options,
    /// Workers; alone in this process if it is one.
    pub jobs: u32,
}

/// Who explores.
pub enum Team {
    /// This process.
    Alone(Box<Explorer>),
    /// Others.
    Workers(Crew),
}

impl Setup {
    /// Prepares whoever explores. No thread may have been started yet if there are several workers.
    pub fn team(self, interrupt: Arc<AtomicBool>) -> anyhow::Result<Team> {
        if self.jobs == 1 {
            let explorer = self.explorer(self.solver.clone(), self.options.clone(), interrupt)?;
            return Ok(Team::Alone(Box::new(explorer)));
        }
        let nursery = Nursery::start(|stream| {
            workers::serve(stream, |start| self.worker(start));
        })?;
        Ok(Team::Workers(Crew {
            nursery,
            jobs: self.jobs,
            keep_all: self.options.keep_all,
            limits: self.options.limits,
            interrupt,
        }))
    }

    fn explorer(
        &self,
        solver: solver::Options,
        options: Options,
        interrupt: Arc<AtomicBool>,
    ) -> anyhow::Result<Explorer> {
        let machine = Machine::new(self.program.clone(), self.machine.clone());
        let solver = Solver::new(solver, interrupt.clone())?;
        let start = self.start.clone();
        let functions = &self.decision_functions;
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
            instructions: None,
            memory_bytes: options.limits.memory_bytes / self.jobs as usize,
            ..options.limits
        };
        let mut solver = self.solver.clone();
        if let Some(directory) = &mut solver.dump {
            directory.push(format!("worker-{}", start.number));
        }
        if let Some(file) = &mut solver.record {
            file.as_mut_os_string().push(format!(".{}", start.number));
        }
        self.explorer(solver, options, start.interrupt)
    }
}

impl Team {
    /// Explores what is left of a run: see [`Explorer::go_on`].
    pub fn go_on(
        self,
        frontier: Frontier,
        account: Account,
        keys: KeyRange,
        observer: &mut dyn Observer,
    ) -> Report {
        match self {
            Team::Alone(explorer) => explorer.go_on(frontier, account, keys, observer),
            Team::Workers(crew) => workers::explore(crew, frontier, account, keys, observer),
        }
    }
}
