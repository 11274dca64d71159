//! Paths that met arms lately: other arms of the same forks are often next.

use super::follower::Recorder;
use std::collections::VecDeque;
use std::rc::Rc;
use vm::State;

/// Paths that are kept.
const MOST: usize = 256;

/// Hash and number of the decisions before a fork.
type Place = (u64, u32);

/// A path up to a fork.
pub(super) struct Meeting {
    pub(super) recorder: Recorder,
    pub(super) state: State,
}

/// Those that are kept, the latest ones.
#[derive(Default)]
pub(super) struct Meetings {
    kept: VecDeque<(Place, Rc<Meeting>)>,
}

impl Meetings {
    pub(super) fn find(&self, place: Place) -> Option<Rc<Meeting>> {
        let mut kept = self.kept.iter().rev();
        let found = kept.find(|(other, _)| *other == place)?;
        Some(Rc::clone(&found.1))
    }

    pub(super) fn keep(&mut self, place: Place, meeting: Rc<Meeting>) {
        if self.kept.len() >= MOST {
            self.kept.pop_front();
        }
        self.kept.push_back((place, meeting));
    }
}
