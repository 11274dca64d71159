//! What can happen at one step.

use crate::model::{Moment, Specification};
use std::collections::BTreeSet;

/// The events that happen at a step: bit n says that event n does.
pub type Letter = u64;

/// Conditions that the events of one step may have together.
const MOST_CONDITIONS: usize = 8;

/// The events that can happen at the same step: those of the same moment of the same function, for the same
/// objects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The moment.
    pub moment: Moment,
    /// The function, by its number in the file.
    pub function: Option<usize>,
    /// Where the objects stand ([`crate::Occasion::positions`]).
    pub positions: Vec<Option<usize>>,
    /// The events with the number of their occasion.
    pub events: Vec<(usize, usize)>,
}

impl Group {
    /// The events that happen whenever the moment comes.
    pub fn sure(&self, specification: &Specification) -> Letter {
        let sure = self
            .events
            .iter()
            .filter(|it| !is_open(specification, **it));
        sure.fold(0, |letter, (event, _)| letter | 1 << event)
    }

    /// The events that have a condition, in their order.
    pub fn open(&self, specification: &Specification) -> Vec<usize> {
        let open = self.events.iter().filter(|it| is_open(specification, **it));
        open.map(|(event, _)| *event).collect()
    }
}

fn is_open(specification: &Specification, (event, occasion): (usize, usize)) -> bool {
    specification.events[event].occasions[occasion]
        .condition
        .is_some()
}

/// The groups of the events of a specification, in the order in which events name them.
pub fn groups(specification: &Specification) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    for (event, declared) in specification.events.iter().enumerate() {
        for (number, occasion) in declared.occasions.iter().enumerate() {
            let positions = occasion.positions(specification.objects.len());
            let same = |group: &&mut Group| {
                (group.moment, group.function) == (occasion.moment, occasion.function)
                    && group.positions == positions
            };
            match groups.iter_mut().find(same) {
                Some(group) => group.events.push((event, number)),
                None => groups.push(Group {
                    moment: occasion.moment,
                    function: occasion.function,
                    positions,
                    events: vec![(event, number)],
                }),
            }
        }
    }
    groups
}

/// The letters of a specification: all that can happen at one step. `Err` has an event of a group with too
/// many conditions.
///
/// # Errors
/// If more conditions than a step may have would have to be told apart.
pub fn letters(specification: &Specification) -> Result<Vec<Letter>, usize> {
    let mut letters = BTreeSet::new();
    for group in groups(specification) {
        let sure = group.sure(specification);
        let open = group.open(specification);
        if open.len() > MOST_CONDITIONS {
            return Err(open[0]);
        }
        for chosen in 0..1u32 << open.len() {
            let happens = open.iter().enumerate();
            let happens = happens.filter(|(number, _)| chosen >> number & 1 == 1);
            let letter = happens.fold(sure, |letter, (_, event)| letter | 1 << event);
            if letter != 0 {
                letters.insert(letter);
            }
        }
    }
    Ok(letters.into_iter().collect())
}
