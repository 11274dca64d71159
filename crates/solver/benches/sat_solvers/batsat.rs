//! `batsat` behind the interface of the native back end. It can neither be told which variables
//! matter nor what values to prefer.

use batsat::{Callbacks, ClauseKind, Lit, Solver, SolverInterface, SolverOpts, Var, lbool};
use std::time::{Duration, Instant};
use wayfarer_solver::bitblast::sat::{
    Literal, SatLimits, SatSolver, SatStatistics, Variable, Verdict,
};

/// Counts conflicts and stops at a limit.
pub struct Limit {
    conflicts: u64,
    until: u64,
    deadline: Instant,
}

impl Callbacks for Limit {
    fn on_new_clause(&mut self, _: &[Lit], kind: ClauseKind) {
        self.conflicts += u64::from(kind == ClauseKind::Learnt);
    }

    fn stop(&self) -> bool {
        self.conflicts >= self.until || Instant::now() > self.deadline
    }
}

pub struct Batsat {
    solver: Solver<Limit>,
    variables: Vec<Var>,
    failed: Vec<Literal>,
    clause: Vec<Lit>,
}

impl Batsat {
    pub fn new() -> Batsat {
        let limit = Limit {
            conflicts: 0,
            until: u64::MAX,
            deadline: Instant::now(),
        };
        Batsat {
            solver: Solver::new(SolverOpts::default(), limit),
            variables: Vec::new(),
            failed: Vec::new(),
            clause: Vec::new(),
        }
    }

    fn literal(&self, l: Literal) -> Lit {
        Lit::new(self.variables[l.variable() as usize], !l.is_negated())
    }
}

impl SatSolver for Batsat {
    fn new_variable(&mut self) -> Variable {
        self.variables.push(self.solver.new_var_default());
        self.variables.len() as Variable - 1
    }

    fn add_clause(&mut self, literals: &[Literal]) {
        let mut clause = std::mem::take(&mut self.clause);
        clause.clear();
        clause.extend(literals.iter().map(|&l| self.literal(l)));
        self.solver.add_clause_reuse(&mut clause);
        self.clause = clause;
    }

    fn set_phase(&mut self, _: Variable, _: bool) {}

    fn set_relevant(&mut self, _: Variable, _: bool) {}

    fn solve(&mut self, assumptions: &[Literal], limits: &SatLimits<'_>) -> Verdict {
        let assumed: Vec<Lit> = assumptions.iter().map(|&l| self.literal(l)).collect();
        let callbacks = self.solver.cb_mut();
        callbacks.until = callbacks.conflicts.saturating_add(limits.conflicts);
        callbacks.deadline = Instant::now() + Duration::from_secs(10);
        let verdict = self.solver.solve_limited(&assumed);
        if verdict == lbool::TRUE {
            return Verdict::Satisfiable;
        }
        if verdict != lbool::FALSE {
            return Verdict::Stopped;
        }
        // Its core is the clause of the negated assumptions.
        self.failed = assumptions
            .iter()
            .copied()
            .filter(|&l| self.solver.unsat_core_contains_lit(!self.literal(l)))
            .collect();
        Verdict::Unsatisfiable
    }

    fn value(&self, variable: Variable) -> Option<bool> {
        let value = self.solver.value_var(self.variables[variable as usize]);
        (value != lbool::UNDEF).then_some(value == lbool::TRUE)
    }

    fn failed(&self) -> &[Literal] {
        &self.failed
    }

    fn memory(&self) -> usize {
        64 * self.solver.num_clauses() as usize
    }

    fn statistics(&self) -> SatStatistics {
        SatStatistics {
            variables: self.solver.num_vars().into(),
            clauses: self.solver.num_clauses(),
            conflicts: self.solver.num_conflicts(),
            decisions: self.solver.num_decisions(),
            propagations: self.solver.num_propagations(),
            ..SatStatistics::default()
        }
    }
}
