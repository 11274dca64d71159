//! The states of monitors along a path. Monitors are code of the program, so the program's memory has them, too;
//! here they are without a look at that, for those who choose among paths: nothing that the path does depends on them.

use crate::MonitorStep;
use rustc_hash::{FxHashMap, FxHasher};
use specification::{ClauseState, MonitorTables};
use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

/// The states of clauses in which some object, or the program, is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct OccupiedStates {
    /// The number of those that are in each.
    counts: BTreeMap<ClauseState, u32>,
    digest: u64,
}

impl FromIterator<ClauseState> for OccupiedStates {
    fn from_iter<T: IntoIterator<Item = ClauseState>>(states: T) -> OccupiedStates {
        let mut occupied = OccupiedStates::default();
        states.into_iter().for_each(|state| occupied.enter(state));
        occupied
    }
}

impl OccupiedStates {
    /// Each of them once, in order.
    pub fn iter(&self) -> impl Iterator<Item = ClauseState> {
        self.counts.keys().copied()
    }

    /// A number that tells apart which states there are, but not how many objects are in each.
    pub fn digest(&self) -> u64 {
        self.digest
    }

    fn enter(&mut self, state: ClauseState) {
        let count = self.counts.entry(state).or_default();
        *count += 1;
        if *count == 1 {
            self.digest ^= number(state);
        }
    }

    fn leave(&mut self, state: ClauseState) {
        if let Some(count) = self.counts.get_mut(&state) {
            *count -= 1;
            if *count == 0 {
                self.counts.remove(&state);
                self.digest ^= number(state);
            }
        }
    }
}

/// A number that says nothing of its state, for digests (Zobrist, *A new hashing method with application for game
/// playing*, 1970).
fn number(state: ClauseState) -> u64 {
    let mut hasher = FxHasher::default();
    state.hash(&mut hasher);
    hasher.finish()
}

/// The states of the clauses of a specification, for an object, for several together, or for the program.
#[derive(Clone, Debug)]
struct MonitorInstance {
    /// The number of the first of these clauses.
    first_clause: u32,
    states: Box<[u32]>,
}

impl MonitorInstance {
    fn clauses(&self) -> impl Iterator<Item = ClauseState> {
        (self.first_clause..).zip(self.states.iter().copied())
    }
}

/// Where each monitor is.
#[derive(Clone, Debug, Default)]
pub(crate) struct MonitorStates {
    /// By the address of what remembers the states of the clauses of a specification.
    monitors: FxHashMap<u64, MonitorInstance>,
    /// What the next one to be joined begins as.
    from: u64,
    occupied: Arc<OccupiedStates>,
}

impl MonitorStates {
    pub(crate) fn occupied(&self) -> &Arc<OccupiedStates> {
        &self.occupied
    }

    /// Monitors are told of a moment. One that there is not changes nothing.
    pub(crate) fn step(&mut self, tables: &MonitorTables, step: &MonitorStep) {
        match step.moment {
            MonitorStep::BEGIN => {
                *self = MonitorStates::default();
                return;
            }
            MonitorStep::FROM => {
                self.from = step.object;
                return;
            }
            MonitorStep::TO => {
                self.join(step.object);
                return;
            }
            _ => {}
        }
        let Some(moment) = tables.moments.get(step.moment as usize) else {
            return;
        };
        let occupied = Arc::make_mut(&mut self.occupied);
        let instance = self.monitors.entry(step.object).or_insert_with(|| {
            let new = MonitorInstance {
                first_clause: moment.first_clause,
                states: vec![0; moment.next.len()].into(),
            };
            new.clauses().for_each(|state| occupied.enter(state));
            new
        });
        for (own, state) in instance.states.iter_mut().enumerate() {
            let clause = moment.first_clause + own as u32;
            let from = if moment.creates { 0 } else { *state };
            let to = moment.step(own, from, step.happened).unwrap_or(from);
            if to != *state {
                occupied.leave((clause, *state));
                occupied.enter((clause, to));
                *state = to;
            }
        }
    }

    /// One for more objects begins as the one for some of them stands, or is no more, if there is none.
    fn join(&mut self, to: u64) {
        let occupied = Arc::make_mut(&mut self.occupied);
        let before = match self.monitors.get(&self.from).cloned() {
            Some(part) => {
                part.clauses().for_each(|state| occupied.enter(state));
                self.monitors.insert(to, part)
            }
            None => self.monitors.remove(&to),
        };
        for state in before.iter().flat_map(MonitorInstance::clauses) {
            occupied.leave(state);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ir::{FunctionId, Location};
    use specification::{ClauseTable, MomentTable};

    /// One clause for objects, with states 0, 1 and 2: the first moment leads on if its condition holds, the
    /// second makes a new object.
    fn tables() -> MonitorTables {
        let clause = ClauseTable {
            specification: 0,
            violated: Some(2),
            for_objects: true,
        };
        let moment = |creates, next| MomentTable {
            specification: 0,
            first_clause: 0,
            creates,
            is_end: false,
            next: vec![next],
        };
        let on = moment(false, vec![vec![0, 1], vec![1, 2], vec![2, 2]]);
        let new = moment(true, vec![vec![0], vec![1], vec![2]]);
        MonitorTables {
            clauses: vec![clause],
            moments: vec![on, new],
        }
    }

    /// The states that are occupied after steps: moment, object, what happens.
    fn after(steps: &[(u32, u64, u64)]) -> Vec<ClauseState> {
        let (tables, mut states) = (tables(), MonitorStates::default());
        for &(moment, object, happened) in steps {
            let step = MonitorStep {
                moment,
                object,
                happened,
                function: FunctionId(0),
                location: Location::default(),
            };
            states.step(&tables, &step);
        }
        states.occupied().iter().collect()
    }

    #[test]
    fn each_object_has_states_of_its_own() {
        assert_eq!(after(&[(0, 8, 0)]), [(0, 0)]);
        assert_eq!(after(&[(0, 8, 1), (0, 9, 0)]), [(0, 0), (0, 1)]);
        assert_eq!(after(&[(0, 8, 1), (0, 9, 1), (0, 8, 1)]), [(0, 1), (0, 2)]);
    }

    #[test]
    fn digests_tell_states_apart_and_forget_the_way() {
        let digest = |states: &[ClauseState]| -> u64 {
            let occupied: OccupiedStates = states.iter().copied().collect();
            occupied.digest()
        };
        assert_ne!(digest(&[(0, 0)]), digest(&[(0, 1)]));
        assert_ne!(digest(&[(0, 0)]), digest(&[(0, 0), (0, 1)]));
        assert_eq!(digest(&[(0, 0), (0, 1)]), digest(&[(0, 1), (0, 0), (0, 1)]));
        let mut occupied: OccupiedStates = [(0, 0), (0, 1)].into_iter().collect();
        occupied.leave((0, 1));
        assert_eq!(occupied.digest(), digest(&[(0, 0)]));
    }

    #[test]
    fn what_is_joined_begins_as_its_part() {
        let (from, to) = (MonitorStep::FROM, MonitorStep::TO);
        let joined = [(0, 8, 1), (from, 8, 0), (to, 9, 0), (0, 9, 1)];
        assert_eq!(after(&joined), [(0, 1), (0, 2)]);
        let forgotten = [&joined[..], &[(from, 0, 0), (to, 9, 0)]].concat();
        assert_eq!(after(&forgotten), [(0, 1)]);
    }

    #[test]
    fn monitors_begin_anew() {
        assert_eq!(after(&[(0, 8, 1), (1, 8, 0)]), [(0, 0)]);
        assert_eq!(after(&[(0, 8, 1), (MonitorStep::BEGIN, 0, 0)]), []);
    }

    #[test]
    fn what_there_is_not_changes_nothing() {
        assert_eq!(after(&[(7, 8, 1)]), []);
        assert_eq!(after(&[(0, 8, 1), (0, 8, 9)]), [(0, 1)]);
    }
}
