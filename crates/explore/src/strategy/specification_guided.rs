//! The node from which a specification is violated soonest (Kähkönen, *Automated test generation for software
//! components*, §5; LIME's monitors guide the search there): by the transitions that are left to a violation as far
//! as code leads to them, and by how often the decisions before it were taken in the states that monitors have there (as
//! [`super::subpath`] counts them, but for each combination of states anew).

use super::contract::{Arm, BranchWindow, Candidate, Entry, Strategy, View};
use super::moment_distances::MomentDistances;
use super::places::PlaceId;
use super::ranked_buckets::RankedBuckets;
use super::target_distances::{Change, UNREACHABLE};
use crate::tree::NodeId;
use rand::rngs::SmallRng;
use rustc_hash::{FxHashMap, FxHashSet};
use specification::{ClauseState, MonitorTables};
use vm::OccupiedStates;

/// Where a path goes on, and the number of the states of all monitors there.
type MonitoredPlace = (PlaceId, u32);

/// The last decisions, and the digest of the states that monitors were in.
type MonitoredSubpath = (BranchWindow, u64);

/// Nodes grouped by position and by how they were reached.
#[derive(Default)]
pub(super) struct SpecificationGuided {
    ways: Ways,
    nodes: RankedBuckets<(MonitoredPlace, MonitoredSubpath)>,
}

/// What is left from positions to a violation.
#[derive(Default)]
struct Ways {
    moments: MomentDistances,
    clauses: Vec<Transitions>,
    /// States that monitors were in together, as far as a way leads from them to a violation.
    states: Vec<Box<[ClauseState]>>,
    numbers: FxHashMap<Box<[ClauseState]>, u32>,
    /// By position, the number of transitions to a violation, from the present distances; `None` if nothing leads
    /// to one.
    left: FxHashMap<MonitoredPlace, Option<u64>>,
    /// How many times paths went along.
    taken: FxHashMap<MonitoredSubpath, u32>,
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
            self.left.clear();
        }
        change
    }

    /// The number of the states of all monitors, those that are not there yet included.
    fn states(&mut self, occupied: &OccupiedStates) -> u32 {
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
            return *known;
        }
        let number = self.states.len() as u32;
        self.states.push(states.clone());
        self.numbers.insert(states, number);
        number
    }

    /// The transitions that are left from a position.
    fn left(&mut self, position: MonitoredPlace, tables: &MonitorTables) -> Option<u64> {
        if let Some(known) = self.left.get(&position) {
            return *known;
        }
        let (place, states) = position;
        let states = self.states[states as usize].iter();
        let each = states.filter_map(|state| self.left_of(place, *state, tables));
        let left = each.min();
        self.left.insert(position, left);
        left
    }

    /// The transitions that are left from a place for a clause in a state.
    fn left_of(
        &self,
        place: PlaceId,
        (clause, state): ClauseState,
        tables: &MonitorTables,
    ) -> Option<u64> {
        let transitions = &self.clauses[clause as usize];
        // Every path may end.
        let can_come = |moment: usize| {
            tables.moments[moment].is_end || self.moments.distance(place, moment).is_some()
        };
        let all = transitions.moments.iter().copied();
        let moments: FxHashSet<usize> = all.filter(|it| can_come(*it)).collect();
        let left = transitions.left(&|moment| moments.contains(&moment));
        left.get(&state).copied()
    }

    fn rank(
        &mut self,
        (position, subpath): (MonitoredPlace, MonitoredSubpath),
        view: &View<'_>,
    ) -> u64 {
        let left = view.monitors.and_then(|it| self.left(position, it));
        let Some(left) = left else {
            return UNREACHABLE;
        };
        let taken = self.taken.get(&subpath).copied().unwrap_or(0);
        left.saturating_mul(u64::from(taken) + 1)
            .min(UNREACHABLE - 1)
    }
}

impl Strategy for SpecificationGuided {
    fn added(&mut self, candidate: &Candidate<'_>, view: &View<'_>) {
        if let Some(tables) = view.monitors
            && self.ways.clauses.is_empty()
        {
            self.ways.update(view, tables);
        }
        let states = self.ways.states(candidate.monitors);
        let position = (self.ways.moments.place(candidate), states);
        let key = (position, (candidate.recent, candidate.arm.monitors));
        let (entry, ways) = (view.entry(candidate.node), &mut self.ways);
        self.nodes.add(key, entry, || ways.rank(key, view));
    }

    fn next(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        let ways = &mut self.ways;
        if let Some(tables) = view.monitors
            && ways.update(view, tables) == Change::Rebuilt
        {
            self.nodes.rerank(|key| ways.rank(key, view));
        }
        let taken = self.nodes.take(view, random, |key| ways.rank(key, view));
        let (rank, key, entry) = taken?;
        if rank == UNREACHABLE {
            // No node leads to a violation, as far as one can know.
            self.nodes.add(key, entry, || UNREACHABLE);
            return view.any_node(random);
        }
        Some(entry.node)
    }

    fn arm_taken(&mut self, arm: &Arm, recent: BranchWindow) {
        let taken = self.ways.taken.entry((recent, arm.monitors)).or_default();
        *taken = taken.saturating_add(1);
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

#[cfg(test)]
mod tests {
    use super::super::{SequencePosition, contract::RECENT};
    use super::*;
    use crate::coverage::Coverage;
    use crate::tree::Tree;
    use ir::{BlockId, FunctionId, Location, Module};
    use rand::SeedableRng;
    use specification::{ClauseTable, MomentTable};
    use std::sync::Arc;
    use vm::{ArmOutcome, ForkKind, Site};

    /// Monitors are told of moment 0 in block 1 and of moment 1 in block 2; nothing comes behind block 3.
    const PROGRAM: &str = "\
function tell(%moment: i32) {
entry:
  intrinsic monitor_step(%moment, null, 0)
  return
}
function main(%x: i32) -> i32 {
entry:
  %first: i1 = icmp slt i32 %x, 10
  branch %first, begin, last
begin:
  call tell(i32 0)
  jump next
next:
  call tell(i32 1)
  jump last
last:
  return 0
}
";

    /// State 2 is violated: moment 0 leads from 0 to 1, moment 1 from 1 to 2.
    fn tables() -> MonitorTables {
        let moment = |next: [u32; 3]| MomentTable {
            specification: 0,
            first_clause: 0,
            creates: false,
            is_end: false,
            next: vec![next.map(|state| vec![state]).to_vec()],
        };
        MonitorTables {
            clauses: vec![ClauseTable {
                specification: 0,
                violated: Some(2),
                for_objects: false,
            }],
            moments: vec![moment([1, 1, 2]), moment([0, 2, 2])],
        }
    }

    struct Search {
        tree: Tree,
        coverage: Coverage,
        module: Arc<Module>,
        tables: MonitorTables,
        strategy: SpecificationGuided,
    }

    impl Search {
        fn new() -> Search {
            let module = Arc::new(ir::parse("program.wir", PROGRAM).expect("well-formed"));
            Search {
                tree: Tree::new(),
                coverage: Coverage::new(module.clone(), None),
                module,
                tables: tables(),
                strategy: SpecificationGuided::default(),
            }
        }

        /// An arm that goes on in a block of `main`, and the subpath of that number with the clause in a state.
        fn arm(block: u32, subpath: u32, state: u32) -> (Arm, BranchWindow, OccupiedStates) {
            let monitors: OccupiedStates = [(0, state)].into_iter().collect();
            let arm = Arm {
                kind: ForkKind::Library,
                site: Site {
                    function: FunctionId(1),
                    block: BlockId(block),
                    instruction: 0,
                    location: Location::default(),
                    decision: None,
                },
                choice: 0,
                outcome: ArmOutcome::Continue,
                edge: None,
                data: None,
                monitors: monitors.digest(),
            };
            (arm, BranchWindow([subpath; RECENT]), monitors)
        }

        fn add(&mut self, block: u32, subpath: u32, state: u32) -> NodeId {
            let (arm, recent, monitors) = Search::arm(block, subpath, state);
            let choice = self.tree.pending() as u64;
            let node = self.tree.add_pending(NodeId::ROOT, choice);
            let candidate = Candidate {
                node,
                arm,
                since_new: 0,
                recent,
                callers: &[],
                misses: &[],
                paused: false,
                sequences: SequencePosition::default(),
                monitors: &monitors,
            };
            let view = View {
                tree: &self.tree,
                coverage: &self.coverage,
                program: &*self.module,
                monitors: Some(&self.tables),
                in_layers: true,
            };
            self.strategy.added(&candidate, &view);
            node
        }

        fn take(&mut self, block: u32, subpath: u32, state: u32) {
            let (arm, recent, _) = Search::arm(block, subpath, state);
            self.strategy.arm_taken(&arm, recent);
        }

        /// Nodes in the order in which they are chosen, as long as any leads to a violation.
        fn chosen(&mut self) -> Vec<NodeId> {
            let mut random = SmallRng::seed_from_u64(1);
            let next = || {
                let view = View {
                    tree: &self.tree,
                    coverage: &self.coverage,
                    program: &*self.module,
                    monitors: Some(&self.tables),
                    in_layers: true,
                };
                let node = self.strategy.next(&view, &mut random)?;
                self.tree.open(node);
                Some(node)
            };
            std::iter::from_fn(next).collect()
        }
    }

    #[test]
    fn fewer_transitions_to_a_violation_come_first() {
        let mut search = Search::new();
        let far = search.add(1, 0, 0);
        let near = search.add(1, 1, 1);
        assert_eq!(search.chosen(), [near, far]);
    }

    #[test]
    fn decisions_count_as_new_in_other_states_of_monitors() {
        let mut search = Search::new();
        let taken = search.add(1, 0, 1);
        let new = search.add(1, 1, 1);
        search.take(1, 0, 1);
        search.take(1, 1, 0);
        search.take(1, 1, 0);
        assert_eq!(search.chosen(), [new, taken]);
    }

    #[test]
    fn nodes_from_which_nothing_can_be_violated_are_not_chosen() {
        let mut search = Search::new();
        // Only moment 1 comes behind block 2, which violates nothing in state 0; none does behind block 3.
        search.add(2, 0, 0);
        search.add(3, 1, 1);
        let possible = search.add(2, 2, 1);
        assert_eq!(search.chosen(), [possible]);
    }
}
