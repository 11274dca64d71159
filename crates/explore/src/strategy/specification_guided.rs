//! The node from which a specification is violated soonest (Kähkönen, *Automated test generation for software
//! components*, §5; LIME's monitors guide the search there): by the transitions that are left to a violation, and by
//! how far the code is that takes the next one.

use super::contract::{Candidate, EndedPath, Entry, Strategy, View};
use super::moment_distances::MomentDistances;
use super::places::PlaceId;
use super::ranked_buckets::RankedBuckets;
use super::target_distances::{Change, UNREACHABLE};
use crate::tree::NodeId;
use rand::rngs::SmallRng;
use rustc_hash::FxHashMap;
use specification::{ClauseState, MonitorTables};
use vm::OccupiedStates;

/// Instructions that a transition counts as. Each visit from one place and state counts both once more, so that one
/// transition less is worth some visits in vain, and the distance in the code decides among the rest.
const TRANSITION: u64 = 1000;

/// Where a path goes on, and the number of the states of all monitors there.
type MonitoredPlace = (PlaceId, u32);

/// Nodes grouped by position.
#[derive(Default)]
pub(super) struct SpecificationGuided {
    ways: Ways,
    nodes: RankedBuckets<MonitoredPlace>,
    /// The position of the node that was chosen last.
    chosen: Option<MonitoredPlace>,
    /// True if monitors came to states that none were in before, since then.
    is_new: bool,
}

/// What is left from positions to a violation.
#[derive(Default)]
struct Ways {
    moments: MomentDistances,
    clauses: Vec<Transitions>,
    /// States that monitors were in together, as far as a way leads from them to a violation.
    states: Vec<Box<[ClauseState]>>,
    numbers: FxHashMap<Box<[ClauseState]>, u32>,
    /// By position: what a visit costs, from the present distances, and the number of visits in vain.
    costs: FxHashMap<MonitoredPlace, u64>,
    vain: FxHashMap<MonitoredPlace, u32>,
}

/// The transitions of a clause.
struct Transitions {
    violated: u32,
    /// Objects have monitors of their own.
    for_objects: bool,
    /// From, to, and at which moment.
    all: Vec<(u32, u32, usize)>,
    /// By state: true if transitions lead from it to a violation.
    is_open: Vec<bool>,
    /// Moments, ascending.
    moments: Vec<usize>,
}

impl Transitions {
    fn new(tables: &MonitorTables, clause: u32) -> Transitions {
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
            is_open: Vec::new(),
            moments,
        };
        let left = transitions.left(&|_| true);
        let states = left.keys().max().map_or(0, |state| state + 1);
        transitions.is_open = (0..states).map(|it| left.contains_key(&it)).collect();
        transitions
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

impl Ways {
    /// Takes note of new parts of the program.
    fn update(&mut self, view: &View<'_>, tables: &MonitorTables) -> Change {
        if self.clauses.is_empty() {
            let clauses = 0..tables.clauses.len() as u32;
            self.clauses = clauses.map(|it| Transitions::new(tables, it)).collect();
        }
        let change = self.moments.update(view, tables);
        if change == Change::Rebuilt {
            self.costs.clear();
        }
        change
    }

    /// The number of the states of all monitors, those that are not there yet included. True if nobody
    /// was in them before.
    fn states(&mut self, occupied: &OccupiedStates) -> (u32, bool) {
        let mut states: Vec<ClauseState> = occupied.iter().collect();
        for (clause, transitions) in (0..).zip(&self.clauses) {
            let met = |(other, _): &ClauseState| *other == clause;
            if transitions.for_objects || !states.iter().any(met) {
                states.push((clause, 0));
            }
        }
        states.retain(|(clause, state)| {
            let of = self.clauses.get(*clause as usize);
            of.is_some_and(|of| of.is_open.get(*state as usize) == Some(&true))
        });
        states.sort_unstable();
        states.dedup();
        let states = states.into_boxed_slice();
        if let Some(known) = self.numbers.get(&states) {
            return (*known, false);
        }
        let number = self.states.len() as u32;
        self.states.push(states.clone());
        self.numbers.insert(states, number);
        (number, true)
    }

    /// What is left from a position, in instructions.
    fn cost(&mut self, position: MonitoredPlace, tables: &MonitorTables) -> u64 {
        if let Some(known) = self.costs.get(&position) {
            return *known;
        }
        let (place, states) = position;
        let states = self.states[states as usize].iter();
        let each = states.map(|state| self.cost_of(place, *state, tables));
        let cost = each.min().unwrap_or(UNREACHABLE);
        self.costs.insert(position, cost);
        cost
    }

    /// What is left from a place for a clause in a state.
    fn cost_of(&self, place: PlaceId, (clause, state): ClauseState, tables: &MonitorTables) -> u64 {
        let transitions = &self.clauses[clause as usize];
        let moments = transitions.moments.iter();
        let distances: FxHashMap<usize, u64> = moments
            .filter_map(|&moment| match tables.moments[moment].is_end {
                // Every path may end.
                true => Some((moment, TRANSITION - 1)),
                false => Some((moment, self.moments.distance(place, moment)?)),
            })
            .collect();
        let left = transitions.left(&|moment| distances.contains_key(&moment));
        let Some(&transitions_left) = left.get(&state) else {
            return UNREACHABLE;
        };
        let all = transitions.all.iter();
        let nearer = all.filter(|(from, to, _)| {
            *from == state && left.get(to).is_some_and(|it| *it < transitions_left)
        });
        let nearest = nearer
            .filter_map(|(.., moment)| distances.get(moment))
            .min();
        let code = nearest.copied().unwrap_or(0);
        transitions_left
            .saturating_mul(TRANSITION)
            .saturating_add(code)
    }

    fn rank(&mut self, position: MonitoredPlace, view: &View<'_>) -> u64 {
        let Some(tables) = view.monitors else {
            return UNREACHABLE;
        };
        let vain = self.vain.get(&position).copied().unwrap_or(0);
        match self.cost(position, tables) {
            UNREACHABLE => UNREACHABLE,
            cost => (cost + 1)
                .saturating_mul(u64::from(vain) + 1)
                .min(UNREACHABLE - 1),
        }
    }
}

impl Strategy for SpecificationGuided {
    fn added(&mut self, candidate: &Candidate<'_>, view: &View<'_>) {
        if let Some(tables) = view.monitors
            && self.ways.clauses.is_empty()
        {
            self.ways.update(view, tables);
        }
        let (states, is_new) = self.ways.states(candidate.monitors);
        self.is_new |= is_new;
        let position = (self.ways.moments.place(candidate), states);
        let (entry, ways) = (view.entry(candidate.node), &mut self.ways);
        self.nodes
            .add(position, entry, || ways.rank(position, view));
    }

    fn next(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        let ways = &mut self.ways;
        if let Some(tables) = view.monitors
            && ways.update(view, tables) == Change::Rebuilt
        {
            self.nodes.rerank(|position| ways.rank(position, view));
        }
        self.chosen = None;
        self.is_new = false;
        let taken = self
            .nodes
            .take(view, random, |position| ways.rank(position, view));
        let (rank, position, entry) = taken?;
        if rank == UNREACHABLE {
            // No node leads to a violation, as far as one can know.
            self.nodes.add(position, entry, || UNREACHABLE);
            return view.any_node(random);
        }
        let vain = ways.vain.entry(position).or_default();
        *vain = vain.saturating_add(1);
        self.chosen = Some(position);
        Some(entry.node)
    }

    fn path_ended(&mut self, _path: &EndedPath, view: &View<'_>) {
        if let Some(position) = self.chosen.take()
            && self.is_new
        {
            self.ways.vain.remove(&position);
            let rank = self.ways.rank(position, view);
            self.nodes.requeue(position, rank);
        }
    }

    fn ranking(&self, _view: &View<'_>) -> Vec<Entry> {
        self.nodes.ranking()
    }

    fn forget_visited(&mut self, view: &View<'_>) {
        self.nodes.forget_visited(view);
    }

    fn wants_callers(&self) -> bool {
        true
    }
}
