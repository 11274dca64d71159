//! Where a state leads at one moment of a function, by as few conditions as possible.

use super::{Group, Letter, Monitor};
use crate::model::Specification;

/// Conditions that are looked at one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The next state.
    State(usize),
    /// It depends on whether an event happens.
    If(usize, Box<Decision>, Box<Decision>),
}

impl Monitor {
    /// Where a state leads when the moment of a group comes.
    pub fn decide(&self, specification: &Specification, group: &Group, state: usize) -> Decision {
        let sure = group.sure(specification);
        self.choose(state, sure, &group.open(specification))
    }

    fn choose(&self, state: usize, letter: Letter, open: &[usize]) -> Decision {
        let Some((event, rest)) = open.split_first() else {
            return Decision::State(self.step(state, letter));
        };
        let then = self.choose(state, letter | 1 << event, rest);
        let otherwise = self.choose(state, letter, rest);
        match then == otherwise {
            true => then,
            false => Decision::If(*event, Box::new(then), Box::new(otherwise)),
        }
    }
}
