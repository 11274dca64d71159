//! The transitions of clauses of specifications, and how many are left to a violation.

use rustc_hash::FxHashMap;
use specification::MonitorTables;

/// The transitions of a clause.
pub(super) struct Transitions {
    violated: u32,
    /// Objects have monitors of their own.
    pub(super) for_objects: bool,
    /// From, to, and at which moment.
    all: Vec<(u32, u32, usize)>,
    /// By state, the number of transitions to a violation, whatever code leads to.
    least: FxHashMap<u32, u64>,
    /// Moments, ascending.
    pub(super) moments: Vec<usize>,
}

impl Transitions {
    pub(super) fn new(tables: &MonitorTables, clause: u32) -> Transitions {
        let table = &tables.clauses[clause as usize];
        let mut all = Vec::new();
        let moments = tables.moments.iter().enumerate();
        for (number, moment) in moments.filter(|(_, it)| it.specification == table.specification) {
            let taken = moment.transitions(clause).filter(|(from, to)| from != to);
            // Only a new object is where its monitor begins.
            let taken = taken.filter(|(from, _)| !moment.creates || *from == 0);
            all.extend(taken.map(|(from, to)| (from, to, number)));
        }
        all.sort_unstable();
        all.dedup();
        let mut moments: Vec<usize> = all.iter().map(|(_, _, moment)| *moment).collect();
        moments.sort_unstable();
        moments.dedup();
        let mut transitions = Transitions {
            // A state that no transition leads to, if there is no violation.
            violated: table.violated.unwrap_or(u32::MAX),
            for_objects: table.for_objects,
            all,
            least: FxHashMap::default(),
            moments,
        };
        transitions.least = transitions.left(&|_| true);
        transitions
    }

    /// The number of transitions from a state to a violation, whatever code leads to; `None` if none lead there.
    pub(super) fn least(&self, state: u32) -> Option<u64> {
        self.least.get(&state).copied()
    }

    /// The number of transitions that are left from a state to a violation, and the moments of the first of them, if only
    /// some moments can come.
    pub(super) fn next(
        &self,
        state: u32,
        can_come: &dyn Fn(usize) -> bool,
    ) -> Option<(u64, impl Iterator<Item = usize>)> {
        let left = self.left(can_come);
        let here = *left.get(&state)?;
        let nearer = move |to: &u32| left.get(to).is_some_and(|it| *it < here);
        let from_here = self.all.iter().filter(move |(from, ..)| *from == state);
        let next = from_here.filter(move |(_, to, at)| can_come(*at) && nearer(to));
        Some((here, next.map(|(_, _, at)| *at)))
    }

    /// The number of transitions that are left to a violation, by state, if only some moments can come.
    fn left(&self, can_come: &dyn Fn(usize) -> bool) -> FxHashMap<u32, u64> {
        let mut left = FxHashMap::from_iter([(self.violated, 0)]);
        let usable: Vec<_> = self.all.iter().filter(|(.., at)| can_come(*at)).collect();
        for distance in 1.. {
            let before = left.len();
            for &&(from, to, _) in &usable {
                if left.get(&to).is_some_and(|it| *it < distance) {
                    left.entry(from).or_insert(distance);
                }
            }
            if left.len() == before {
                break;
            }
        }
        left
    }
}
