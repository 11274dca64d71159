//! What is explored, whatever its language: what a session needs to know of it.

use crate::reach::places::{Goal, Target};
use crate::replayer::Replayer;
use crate::setup::StartPoint;
use explore::{BoxError, KeptPath};
use ir::Program;
use std::path::PathBuf;
use std::sync::Arc;
use store::{Notes, TestRow, TestSink};

/// A program that is built, and how it is started.
pub struct Prepared {
    pub program: Arc<dyn Program>,
    /// Where paths begin; each start is explored by itself, one after the other.
    pub starts: Vec<StartPoint>,
    pub machine: vm::Options,
    /// Functions whose decisions go into traces.
    pub decision_functions: Vec<String>,
    /// SHA-256 of the code.
    pub hash: String,
    /// Files that the run reads.
    pub inputs: Vec<PathBuf>,
    /// What the run is to reach, if anything in particular.
    pub targets: Option<Targets>,
    /// Makes tests of paths.
    pub subject: Box<dyn Subject>,
}

/// What a run is to reach.
pub struct Targets {
    pub list: Vec<Target>,
    /// What a proof that none reaches one takes for granted.
    pub assumptions: Vec<String>,
}

impl Targets {
    /// The same for those who explore.
    pub fn parts(&self) -> explore::Targets {
        let mut targets = explore::Targets::default();
        for target in &self.list {
            match &target.goal {
                Goal::Parts(parts) => targets.add(parts),
                Goal::AnyError(_) => targets.any_error = true,
            }
        }
        targets
    }
}

/// A test on its way into a store and a directory.
pub struct NewTest {
    pub id: u32,
    /// Hash of its path.
    pub path: String,
    /// What its file will hold.
    pub content: String,
}

/// How tests of a language are made, written and run.
pub trait Subject {
    /// Makes the suite in the output directory, without tests.
    fn open(&mut self) -> anyhow::Result<()>;
    /// The test that takes a path from a start; `None` if there is nothing to test.
    fn test(&self, start: usize, path: &KeptPath) -> Result<Option<NewTest>, BoxError>;
    /// Puts the files in order for a run that goes on: tests of the store that the directory has
    /// not, or not whole, are written.
    fn repair(&mut self, rows: &[TestRow]) -> anyhow::Result<()>;
    /// Where new tests go, and, if `replay`, the thread that runs them and those that were repaired;
    /// it adds to the store what it finds.
    fn publisher(
        &mut self,
        replay: bool,
        notes: Option<Notes>,
    ) -> (Box<dyn TestSink>, Option<Replayer>);
}
