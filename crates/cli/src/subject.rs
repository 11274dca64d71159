//! What is explored, whatever its language: what a session needs to know of it.

use crate::publisher::Publication;
use crate::reach::Targets;
use explore::{BoxError, KeptPath, Seed, Start};
use ir::Program;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;
use suite::Test;

/// Where paths begin.
#[derive(Clone, Debug)]
pub struct StartPoint {
    /// Name of the function or method.
    pub name: String,
    pub start: Start,
    /// Traces begin with the first call of this function: [`explore::Options::trace_from`].
    pub trace_from: Option<String>,
    /// What tests of this start cover, another one of the same function, need not be covered again.
    pub after: Option<usize>,
    /// Sequences of calls make its inputs: [`explore::Options::by_calls`].
    pub by_calls: bool,
    /// What else makes them and is not under test: [`explore::Options::makers`].
    pub makers: Arc<BTreeSet<String>>,
}

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
    pub test_maker: Box<dyn TestMaker>,
    /// Options under which arguments are made by the program's own functions, if they are raw memory now.
    pub proposals: Vec<String>,
    /// What the summary says of the inputs beside.
    pub notes: Vec<String>,
    /// The readings of arguments under which findings that need raw memory are checked.
    pub by_calls: Vec<String>,
    /// Where they go.
    pub publication: Box<dyn Publication>,
}

/// A test on its way into a store and a directory.
pub struct NewTest {
    pub id: u32,
    /// Hash of its path.
    pub path: String,
    /// What its file will hold.
    pub content: String,
    /// Its inputs by name: [`Seed::encode`].
    pub inputs: Vec<u8>,
}

impl NewTest {
    /// A test of a path, which is to be written.
    pub fn of(test: &impl Test, path: &KeptPath) -> Result<NewTest, BoxError> {
        Ok(NewTest {
            id: test.id(),
            path: test.path().to_owned(),
            content: serde_json::to_string(test)?,
            inputs: Seed::of_path(path).encode(),
        })
    }
}

/// How tests of a language are made.
pub trait TestMaker {
    /// The test that takes a path from a start; `None` if there is nothing to test.
    fn test(&self, start: usize, path: &KeptPath) -> Result<Option<NewTest>, BoxError>;
}

/// Names that are told in a note at the most.
const NAMED: usize = 8;

/// Names as a note has them, all or the first of them; `None` if there are none.
pub fn some_of(names: &[String]) -> Option<String> {
    let mut told = names.iter().take(NAMED).cloned().collect::<Vec<_>>();
    if names.len() > NAMED {
        told.push(format!("and {} more", names.len() - NAMED));
    }
    (!told.is_empty()).then(|| told.join(", "))
}
