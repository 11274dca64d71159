//! The propositional solver under the bit-blaster.
//!
//! [`SatSolver`] is what the back end needs of one; [`Cdcl`] is the one it uses. It is a plain
//! conflict-driven solver (Eén & Sörensson, "An Extensible SAT-solver", 2003; literal block
//! distance after Audemard & Simon, 2009) with three habits that long series of small related
//! questions ask for and that general solvers lack:
//!
//! - the assignment implied by the assumptions that a question shares with the one before is kept
//!   instead of being propagated again;
//! - only variables of the question's own circuit are decided, so that an answer costs what its
//!   circuit costs, however much the instance holds from earlier questions;
//! - the preferred values of variables are set for each question.

mod analyze;
mod cdcl;
mod clauses;
mod heap;
mod propagate;
mod reduce;

pub use cdcl::Cdcl;

/// A variable, numbered from 0 in order of creation.
pub type Variable = u32;

/// A literal: twice the variable, plus one if negated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Literal(pub u32);

impl Literal {
    /// The variable, or its negation.
    pub fn new(variable: Variable, negated: bool) -> Literal {
        Literal(variable << 1 | negated as u32)
    }

    /// Variable of the literal.
    pub fn variable(self) -> Variable {
        self.0 >> 1
    }

    /// True for a negated variable.
    pub fn is_negated(self) -> bool {
        self.0 & 1 == 1
    }

    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::ops::Not for Literal {
    type Output = Literal;

    fn not(self) -> Literal {
        Literal(self.0 ^ 1)
    }
}

/// What a solver found out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// There is an assignment; [`SatSolver::value`] reads it.
    Satisfiable,
    /// There is none under the assumptions; [`SatSolver::failed`] names a guilty subset.
    Unsatisfiable,
    /// A limit was reached or the question was interrupted.
    Stopped,
}

/// When to give up on one question.
pub struct SatLimits<'a> {
    /// Conflicts allowed.
    pub conflicts: u64,
    /// Asked now and then; true stops the search.
    pub stop: &'a dyn Fn() -> bool,
}

/// Counters of a solver since its creation.
#[derive(Clone, Copy, Debug, Default)]
pub struct SatStatistics {
    /// Variables.
    pub variables: u64,
    /// Clauses that define the problem.
    pub clauses: u64,
    /// Learnt clauses kept at present.
    pub learnt: u64,
    /// Conflicts.
    pub conflicts: u64,
    /// Decisions.
    pub decisions: u64,
    /// Literals propagated.
    pub propagations: u64,
    /// Restarts.
    pub restarts: u64,
}

/// An incremental solver with assumptions.
pub trait SatSolver {
    /// A new variable.
    fn new_variable(&mut self) -> Variable;

    /// Adds a clause for good. Its literals are of distinct variables.
    fn add_clause(&mut self, literals: &[Literal]);

    /// Value to try first when the variable is decided.
    fn set_phase(&mut self, variable: Variable, value: bool);

    /// Declares whether the variable must have a value in an answer. Variables that are not
    /// relevant may be left without one; the caller vouches that any answer extends to them.
    fn set_relevant(&mut self, variable: Variable, relevant: bool);

    /// Decides the clauses under assumptions.
    fn solve(&mut self, assumptions: &[Literal], limits: &SatLimits<'_>) -> Verdict;

    /// Value of a variable in the last satisfiable answer; `None` if it has been left open.
    fn value(&self, variable: Variable) -> Option<bool>;

    /// The assumptions that the last unsatisfiable answer needed.
    fn failed(&self) -> &[Literal];

    /// Estimated memory in bytes.
    fn memory(&self) -> usize;

    /// Counters.
    fn statistics(&self) -> SatStatistics;
}
