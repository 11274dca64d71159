//! A monitor as a table.

use super::Letter;
use super::minimise::minimise;
use super::progression::Progression;
use super::sequences::Positions;
use super::written::Written;
use crate::error::Problem;
use crate::model::{Clause, Property};
use std::collections::BTreeMap;

/// States that a monitor may have before it is minimised.
const MOST_STATES: usize = 2000;

/// A deterministic automaton over steps, with as few states as possible. It begins in state 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Monitor {
    /// What can happen at a step.
    pub letters: Vec<Letter>,
    /// By state and number of the letter, the next state.
    pub table: Vec<Vec<usize>>,
    /// The state that says that the clause is violated, if there is one. Nothing leads out of it.
    pub violated: Option<usize>,
}

/// Why a clause has no monitor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MonitorError {
    /// The byte of the text that is the reason.
    pub at: usize,
    /// The reason.
    pub message: String,
}

impl From<Problem> for MonitorError {
    fn from(Problem { at, message }: Problem) -> MonitorError {
        MonitorError { at, message }
    }
}

/// Something that goes from step to step.
pub(super) trait Stepping {
    type State: Clone + Ord;

    /// The state in front of the first step; asked for once, before all others.
    fn initial(&self) -> Self::State;

    /// The state behind a step; `None` if that violates the property.
    fn step(&mut self, state: &Self::State, letter: Letter)
    -> Result<Option<Self::State>, Problem>;
}

impl Monitor {
    /// The monitor of a clause, for steps that are one of these letters.
    ///
    /// # Errors
    /// If no finite sequence of steps can show that the clause is violated, or it needs too many states.
    pub fn new(clause: &Clause, letters: &[Letter]) -> Result<Monitor, MonitorError> {
        let at = clause.at;
        let monitor = match &clause.property {
            Property::Formula(formula) => unfold(&mut Progression::new(formula)?, letters, at),
            Property::Matches(expression) => {
                unfold(&mut Positions::matches(expression, letters)?, letters, at)
            }
            Property::Forbids(expression) => {
                unfold(&mut Positions::forbids(expression, letters)?, letters, at)
            }
            Property::Automaton(automaton) => unfold(&mut Written(automaton), letters, at),
        };
        Ok(minimise(&monitor?))
    }

    /// True if nothing that happens from here on violates the clause.
    pub fn is_safe(&self, state: usize) -> bool {
        let Some(violated) = self.violated else {
            return true;
        };
        state != violated && self.table[state].iter().all(|next| *next == state)
    }

    /// The number of steps to a violation from each state; `None` if there is no way.
    pub fn distances(&self) -> Vec<Option<u32>> {
        let mut distances = vec![None; self.table.len()];
        let Some(violated) = self.violated else {
            return distances;
        };
        distances[violated] = Some(0);
        for distance in 0.. {
            let near = |next: &usize| distances[*next] == Some(distance);
            let found: Vec<usize> = (0..self.table.len())
                .filter(|state| distances[*state].is_none() && self.table[*state].iter().any(near))
                .collect();
            if found.is_empty() {
                break;
            }
            for state in found {
                distances[state] = Some(distance + 1);
            }
        }
        distances
    }

    /// The state behind a step. Steps at which nothing happens are none.
    pub fn step(&self, state: usize, letter: Letter) -> usize {
        let number = self.letters.iter().position(|known| *known == letter);
        number.map_or(state, |number| self.table[state][number])
    }
}

/// All states that can be reached, and one for violations.
fn unfold<S: Stepping>(steps: &mut S, letters: &[Letter], at: usize) -> Result<Monitor, Problem> {
    let initial = steps.initial();
    let mut numbers = BTreeMap::from([(initial.clone(), 0)]);
    let mut states = vec![initial];
    let mut table: Vec<Vec<Option<usize>>> = Vec::new();
    while table.len() < states.len() {
        let state = states[table.len()].clone();
        let mut row = Vec::with_capacity(letters.len());
        for &letter in letters {
            let next = steps.step(&state, letter)?.map(|next| {
                *numbers.entry(next.clone()).or_insert_with(|| {
                    states.push(next);
                    states.len() - 1
                })
            });
            row.push(next);
        }
        if states.len() > MOST_STATES {
            let message = format!("the monitor would have more than {MOST_STATES} states");
            return Err(Problem::new(at, message));
        }
        table.push(row);
    }
    let violated = table.len();
    let rows = table.into_iter();
    let rows = rows.map(|row| {
        row.into_iter()
            .map(|next| next.unwrap_or(violated))
            .collect()
    });
    let mut table: Vec<Vec<usize>> = rows.collect();
    table.push(vec![violated; letters.len()]);
    Ok(Monitor {
        letters: letters.to_vec(),
        table,
        violated: Some(violated),
    })
}
