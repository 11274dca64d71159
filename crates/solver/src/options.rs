//! What a caller may choose, and how a solver can fail to be one.

use std::path::PathBuf;
use std::time::Duration;

/// Which back end decides what the cheap stages could not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum BackendKind {
    /// Z3, in process, incrementally along a path.
    Z3,
    /// The native incremental bit-blaster.
    Native,
    /// The native bit-blaster first, Z3 for what it does not answer.
    #[default]
    Portfolio,
}

impl BackendKind {
    /// All of them.
    pub const ALL: [BackendKind; 3] =
        [BackendKind::Z3, BackendKind::Native, BackendKind::Portfolio];

    /// What it is called in options and reports.
    pub fn name(self) -> &'static str {
        match self {
            BackendKind::Z3 => "z3",
            BackendKind::Native => "native",
            BackendKind::Portfolio => "portfolio",
        }
    }
}

/// Options of a [`crate::Solver`].
#[derive(Clone, Debug)]
pub struct Options {
    /// Time for one query, all stages together.
    pub time: Duration,
    /// Confirm every answer by a fresh one-shot query of Z3 (`--check-solver`).
    pub check: bool,
    /// Write every query that reaches the cache as SMT-LIB 2 into this directory
    /// (`--dump-queries`).
    pub dump: Option<PathBuf>,
    /// Write every query but those that are constant or that the hint answers, in order, as one
    /// incremental SMT-LIB 2 script to this file (`--record-queries`).
    pub record: Option<PathBuf>,
    /// Ask the back end at once, without the stages before it.
    pub plain: bool,
    /// The back end.
    pub backend: BackendKind,
    /// Cores that nothing else uses: with one, a portfolio asks Z3 beside the native back end.
    pub spare_cores: usize,
    /// Queries whose answers are remembered, per cache.
    pub cache: usize,
    /// Steps of the local search that repairs a candidate model.
    pub repairs: u32,
    /// Rounds of refinement of opaque applications in one query.
    pub refinements: u32,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            time: Duration::from_secs(10),
            check: false,
            dump: None,
            record: None,
            plain: false,
            backend: BackendKind::default(),
            spare_cores: 0,
            cache: 1 << 16,
            repairs: 24,
            refinements: 10,
        }
    }
}

/// What keeps a solver from working, or from being believed.
#[derive(Debug, thiserror::Error)]
pub enum SolverError {
    /// The directory for dumped queries cannot be written.
    #[error("cannot write solver queries to {path}: {source}")]
    Dump {
        /// The directory or file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The second opinion differs (`--check-solver`).
    #[error("solver answers disagree: {stage} says {answer}, Z3 says {second}{}",
        query.as_ref().map(|path| format!("; the query is in {}", path.display())).unwrap_or_default())]
    Disagreement {
        /// Who answered.
        stage: &'static str,
        /// What it answered.
        answer: &'static str,
        /// What the one-shot query answered.
        second: &'static str,
        /// Where the query was written, if it could be.
        query: Option<PathBuf>,
    },
    /// A script in SMT-LIB 2 is malformed or uses what is not supported.
    #[error("{line}:{column}: {message}")]
    Script {
        /// Line in the script, from 1.
        line: usize,
        /// Column in the line, in characters, from 1.
        column: usize,
        /// What is wrong with it.
        message: String,
    },
    /// Output could not be written.
    #[error("cannot write the answers: {0}")]
    Output(#[from] std::io::Error),
}
