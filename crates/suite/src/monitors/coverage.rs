//! What of specifications tests have exercised.

use super::record::{ClauseTransition, MonitorHistory, WatchedClause, WatchedSpecification};
use std::collections::BTreeSet;

/// What of a specification was exercised.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpecificationCoverage {
    /// By clause.
    pub clauses: Vec<ClauseCoverage>,
}

/// What of the monitor of a clause was exercised, but for what violates the clause: how many, of how many.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClauseCoverage {
    /// States.
    pub states: (usize, usize),
    /// Transitions.
    pub transitions: (usize, usize),
    /// It was put to the test ([`MonitorHistory::tested`]).
    pub is_tested: bool,
    /// Transitions that were not taken.
    pub missing: Vec<ClauseTransition>,
}

impl WatchedSpecification {
    /// What of it these paths exercised together.
    pub fn covered(&self, histories: &[&MonitorHistory]) -> SpecificationCoverage {
        let clauses = self.clauses.iter().enumerate().map(|(number, clause)| {
            let all = histories.iter().flat_map(|history| &history.exercised);
            let own = all.filter(|it| it.specification == self.name && it.clause == number);
            let tests = |history: &&MonitorHistory| {
                let tested = history.tested.get(&self.name);
                tested.is_some_and(|clauses| clauses.contains(&number))
            };
            ClauseCoverage {
                is_tested: histories.iter().any(tests),
                ..clause.covered(&own.map(|it| &it.transition).collect())
            }
        });
        SpecificationCoverage {
            clauses: clauses.collect(),
        }
    }
}

impl WatchedClause {
    fn covered(&self, taken: &BTreeSet<&ClauseTransition>) -> ClauseCoverage {
        let violates = |it: &ClauseTransition| Some(it.to) == self.violated;
        let all = self.transitions.iter().filter(|it| !violates(it));
        let (covered, missing): (Vec<_>, Vec<_>) = all.partition(|it| taken.contains(it));
        let states = taken.iter().flat_map(|it| [it.from, it.to]);
        let states: BTreeSet<usize> = states.filter(|it| Some(*it) != self.violated).collect();
        let violated = usize::from(self.violated.is_some());
        ClauseCoverage {
            states: (states.len(), self.states - violated),
            transitions: (covered.len(), covered.len() + missing.len()),
            is_tested: false,
            missing: missing.into_iter().cloned().collect(),
        }
    }
}
