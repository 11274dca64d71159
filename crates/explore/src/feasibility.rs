//! Whether an arm can be taken.

use solver::{Answer, PathCondition, Solver, Unknown};
use term::{Model, Pool, Term};

/// Part of the time of a query that it is given at first.
const FIRST_PART: u32 = 100;

/// An answer.
pub(crate) enum Feasible {
    /// With this model.
    Yes(Model),
    /// No input satisfies the path and the condition; these constraints are why.
    No(Vec<Term>),
    /// The solver does not know. `limited` says that it would with more time or memory, `timed_out` that it
    /// was time.
    Unknown { limited: bool, timed_out: bool },
    /// The run is being stopped.
    Interrupted,
}

/// The solver.
pub(crate) struct Feasibility {
    solver: Solver,
}

impl Feasibility {
    pub(crate) fn new(solver: Solver) -> Feasibility {
        Feasibility { solver }
    }

    /// Can the condition hold on this path? The model must satisfy the path.
    pub(crate) fn ask(
        &mut self,
        pool: &mut Pool,
        path: &PathCondition,
        condition: Term,
        model: &Model,
    ) -> Feasible {
        match self.solver.check(pool, path, condition, model) {
            Answer::Sat(model) => Feasible::Yes(model),
            Answer::Unsat(core) => Feasible::No(core),
            Answer::Unknown(Unknown::Interrupted) => Feasible::Interrupted,
            Answer::Unknown(why) => Feasible::Unknown {
                limited: why != Unknown::Incomplete,
                timed_out: why == Unknown::TimeOut,
            },
        }
    }

    /// As [`Feasibility::ask`], with little time.
    pub(crate) fn ask_soon(
        &mut self,
        pool: &mut Pool,
        path: &PathCondition,
        condition: Term,
        model: &Model,
    ) -> Feasible {
        self.solver.allow(1, FIRST_PART);
        let answer = self.ask(pool, path, condition, model);
        self.solver.allow(1, 1);
        answer
    }

    /// As [`Feasibility::ask`], where that did not answer before.
    pub(crate) fn ask_again(
        &mut self,
        pool: &mut Pool,
        path: &PathCondition,
        condition: Term,
        model: &Model,
    ) -> Feasible {
        self.solver.insist(true);
        let answer = self.ask(pool, path, condition, model);
        self.solver.insist(false);
        answer
    }

    /// Counters of the solver.
    pub(crate) fn statistics(&self) -> &solver::Statistics {
        self.solver.statistics()
    }

    /// An answer that the second opinion contradicted.
    pub(crate) fn disagreement(&self) -> Option<String> {
        self.solver.disagreement().map(ToString::to_string)
    }
}
