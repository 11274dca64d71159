//! CaDiCaL behind the interface of the native back end.

use cadical::{Solver, Timeout};
use wayfarer_solver::bitblast::sat::{
    Literal, SatLimits, SatSolver, SatStatistics, Variable, Verdict,
};

pub struct Cadical {
    solver: Solver<Timeout>,
    statistics: SatStatistics,
    failed: Vec<Literal>,
}

fn number(l: Literal) -> i32 {
    let n = l.variable() as i32 + 1;
    if l.is_negated() { -n } else { n }
}

impl Cadical {
    pub fn new() -> Cadical {
        Cadical {
            solver: Solver::new(),
            statistics: SatStatistics::default(),
            failed: Vec::new(),
        }
    }
}

impl SatSolver for Cadical {
    fn new_variable(&mut self) -> Variable {
        self.statistics.variables += 1;
        self.statistics.variables as Variable - 1
    }

    fn add_clause(&mut self, literals: &[Literal]) {
        self.statistics.clauses += 1;
        self.solver.add_clause(literals.iter().map(|&l| number(l)));
    }

    fn set_phase(&mut self, _: Variable, _: bool) {}

    fn set_relevant(&mut self, _: Variable, _: bool) {}

    fn solve(&mut self, assumptions: &[Literal], limits: &SatLimits<'_>) -> Verdict {
        self.solver.reserve(self.statistics.variables as i32);
        let most = i32::try_from(limits.conflicts).unwrap_or(i32::MAX);
        self.solver
            .set_limit("conflicts", most)
            .expect("conflicts are a limit it knows");
        self.solver.set_callbacks(Some(Timeout::new(10.0)));
        match self
            .solver
            .solve_with(assumptions.iter().map(|&l| number(l)))
        {
            Some(true) => Verdict::Satisfiable,
            Some(false) => {
                self.failed = assumptions
                    .iter()
                    .copied()
                    .filter(|&l| self.solver.failed(number(l)))
                    .collect();
                Verdict::Unsatisfiable
            }
            None => Verdict::Stopped,
        }
    }

    fn value(&self, variable: Variable) -> Option<bool> {
        self.solver.value(variable as i32 + 1)
    }

    fn failed(&self) -> &[Literal] {
        &self.failed
    }

    fn memory(&self) -> usize {
        64 * self.statistics.clauses as usize
    }

    fn statistics(&self) -> SatStatistics {
        self.statistics
    }
}
