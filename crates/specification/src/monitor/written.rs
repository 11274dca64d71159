//! Automata that are written out: as they may have several ways for a step, by their sets of states.

use super::Letter;
use super::past::holds;
use super::table::Stepping;
use crate::error::Problem;
use crate::model::Automaton;
use std::collections::BTreeSet;

pub(super) struct Written<'a>(pub(super) &'a Automaton);

impl Stepping for Written<'_> {
    type State = BTreeSet<usize>;

    fn initial(&self) -> BTreeSet<usize> {
        BTreeSet::from([0])
    }

    fn step(
        &mut self,
        state: &BTreeSet<usize>,
        letter: Letter,
    ) -> Result<Option<BTreeSet<usize>>, Problem> {
        let from = state
            .iter()
            .flat_map(|state| &self.0.states[*state].transitions);
        let taken = from.filter(|transition| holds(&transition.guard, letter));
        let next: BTreeSet<usize> = taken.map(|transition| transition.target).collect();
        Ok((!next.is_empty()).then_some(next))
    }
}
