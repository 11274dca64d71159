//! What is asked of a back end and what it answers.

use crate::statistics::Statistics;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use term::{Model, Pool, Term};

/// Answer to a query.
#[derive(Clone, Debug)]
pub enum Answer {
    /// Satisfiable; under the model every constraint asked about evaluates to true.
    Sat(Model),
    /// Unsatisfiable; these of the constraints already are.
    Unsat(Vec<Term>),
    /// Not answered.
    Unknown(Unknown),
}

/// Why a query was not answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Unknown {
    /// The time limit.
    TimeOut,
    /// The conflict or memory limit of the back end.
    ResourceLimit,
    /// The run is being stopped.
    Interrupted,
    /// The back end gave up (incomplete theory, opaque functions).
    Incomplete,
}

/// Limits of one query.
#[derive(Clone, Debug)]
pub struct Limits {
    /// Time for the query.
    pub time: Duration,
    /// Set from elsewhere to stop the query soon.
    pub interrupt: Arc<AtomicBool>,
}

/// Something that decides conjunctions of Bool terms. A back end may keep whatever it likes
/// between queries (encodings, learnt clauses) as terms are immutable; it is told nothing of which
/// queries are siblings beyond what `constraints` share.
pub trait Backend {
    /// Name for statistics and options.
    fn name(&self) -> &'static str;

    /// Decides the conjunction of `constraints` (the path first, in path order, the goal last).
    /// `hint` is a model of the parent: a model close to it is preferred. The terms may contain
    /// any operation of `term`; opaque applications are refined by the caller.
    fn check(
        &mut self,
        pool: &mut Pool,
        constraints: &[Term],
        hint: &Model,
        limits: &Limits,
    ) -> Answer;

    /// Counters for the summary, as `(name, value)`.
    fn statistics(&self) -> Vec<(&'static str, u64)>;

    /// Puts what it has counted since its creation into the counters of the chain, if it has
    /// something to say there.
    fn count(&self, _statistics: &mut Statistics) {}
}
