//! Keeps what an exploration finds: tests as files, and everything in the store.

use crate::progress::ProgressLine;
use crate::reach::effort::Effort;
use crate::replayer::Backlog;
use crate::subject::TestMaker;
use explore::{
    Batch, BoxError, CoveredPart, Finding, FunctionCode, KeptPath, Observer, Part, Progress,
    RunTotals, Statistics,
};
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use store::{TestSink, Writer};

/// Where tests go.
pub enum Sink {
    /// Into the store, which publishes them once they are safe.
    Store(Writer),
    /// Right into files.
    Files(Box<dyn TestSink>),
}

/// What keeps the exploration from finding more tests than can be run until the run ends.
pub struct Pace {
    pub backlog: Arc<Backlog>,
    /// When the time of the run is up.
    pub end: Instant,
    pub interrupt: Arc<AtomicBool>,
}

/// Receives what the exploration finds.
pub struct RunRecorder {
    pub sink: Sink,
    /// If tests are replayed, and the run has a limit of time.
    pub pace: Option<Pace>,
    pub test_maker: Box<dyn TestMaker>,
    pub progress: ProgressLine,
    /// The start whose paths are explored.
    pub start: usize,
    /// What is known of the paths of other starts.
    pub others: Progress,
    /// Tests of the run.
    pub tests: u32,
    /// Arms that were taken on paths of any start.
    pub arms: HashSet<CoveredPart>,
    /// It is kept what tests were the first to execute.
    pub keeps_covers: bool,
    /// What tests were the first to execute, with their numbers; none for those of earlier sessions.
    pub covers: Vec<(CoveredPart, Option<u32>)>,
    /// What was executed, with or without a test, and what that took, if covers are kept.
    pub executed: HashMap<CoveredPart, Effort>,
    /// When the exploration began.
    pub begun: Instant,
    /// Numbers of arms of the functions of user code that are known.
    pub code: HashMap<String, u32>,
}

impl RunRecorder {
    fn store(&self) -> Option<&Writer> {
        match &self.sink {
            Sink::Store(writer) => Some(writer),
            Sink::Files(_) => None,
        }
    }

    /// Arms of user code that were taken, and all.
    pub fn edges(&self) -> (u32, u32) {
        (self.arms.len() as u32, self.code.values().sum())
    }

    /// How far the run is, if that is how far the paths of this start are.
    pub fn of_run(&self, progress: &Progress) -> Progress {
        let others = &self.others;
        let mut solver = others.solver.clone();
        solver.add(&progress.solver);
        Progress {
            elapsed: others.elapsed + progress.elapsed,
            left: progress.left,
            paths: others.paths + progress.paths,
            tests: self.tests,
            pending: others.pending + progress.pending,
            findings: others.findings + progress.findings,
            edges: self.edges(),
            solver,
            instructions: others.instructions + progress.instructions,
        }
    }
}

impl Observer for RunRecorder {
    fn path(&mut self, path: &KeptPath) -> Result<(), BoxError> {
        let Some(test) = self.test_maker.test(self.start, path)? else {
            return Ok(());
        };
        if let Some(pace) = &self.pace {
            pace.backlog.wait(pace.end, &pace.interrupt);
        }
        self.tests += 1;
        if self.keeps_covers {
            let covers = path.covers().iter().cloned();
            self.covers.extend(covers.map(|part| (part, Some(test.id))));
        }
        match &mut self.sink {
            Sink::Store(writer) => {
                writer.test(test.id, test.path, (test.content, test.inputs))?;
            }
            Sink::Files(files) => files.publish(test.id, &test.content)?,
        }
        Ok(())
    }

    fn finding(&mut self, finding: &Finding) -> Result<(), BoxError> {
        if let Some(store) = self.store() {
            store.finding(finding)?;
        }
        Ok(())
    }

    fn wants_batches(&self) -> bool {
        self.store().is_some()
    }

    fn batch_is_due(&mut self) -> bool {
        self.store().is_some_and(Writer::batch_is_due)
    }

    fn batch(
        &mut self,
        batch: Batch,
        _account: &RunTotals,
        covered: &[CoveredPart],
        _statistics: &Statistics,
    ) -> Result<(), BoxError> {
        if let Some(store) = self.store() {
            store.batch(batch, covered)?;
        }
        Ok(())
    }

    fn code(&mut self, functions: &[FunctionCode]) {
        let functions = functions.iter();
        self.code
            .extend(functions.map(|function| (function.name.clone(), function.arms())));
    }

    fn covered(&mut self, parts: &[CoveredPart], statistics: &Statistics) {
        if self.keeps_covers {
            let effort = Effort {
                segments: statistics.machine.forks,
                queries: statistics.solver.queries,
                seconds: self.begun.elapsed().as_secs_f64(),
            };
            for part in parts {
                self.executed.entry(part.clone()).or_insert(effort);
            }
        }
        let arms = parts
            .iter()
            .filter(|part| matches!(part.part, Part::Arm(..)));
        self.arms.extend(arms.cloned());
    }

    fn progress(&mut self, progress: &Progress) {
        let progress = self.of_run(progress);
        if let Some(store) = self.store() {
            store.progress(&progress);
        }
        let (covered, total) = progress.edges;
        tracing::debug!(target: "wayfarer::progress", covered, total, paths = progress.paths);
        self.progress.show(&progress);
    }

    fn warning(&mut self, text: &str) {
        self.progress.clear();
        eprintln!("wayfarer: warning: {text}");
    }
}
