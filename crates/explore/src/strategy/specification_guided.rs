//! The node from which a specification is violated soonest (Kähkönen, *Automated test generation for software
//! components*, §5; LIME's monitors guide the search there): by the transitions that are left to a violation as far
//! as code leads to them, by how far it is to the next of them, and by how often the decisions before it were taken in the
//! states that monitors have there (as [`super::subpath`] counts them, but for each combination of states anew).
//! Combinations of states take turns, so that one whose next transition is impossible for its data does not keep the search.

use super::contract::{Arm, BranchWindow, Candidate, Entry, Strategy, View};
use super::moment_distances::MomentDistances;
use super::monitor_transitions::Transitions;
use super::places::PlaceId;
use super::ranked_buckets::RankedBuckets;
use super::target_distances::{Change, UNREACHABLE};
use crate::tree::NodeId;
use rand::rngs::SmallRng;
use rustc_hash::FxHashMap;
use specification::{ClauseState, MonitorTables};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use vm::OccupiedStates;

/// What a transition counts for in instructions: more than what lies between most calls of a component, so that a way with
/// fewer transitions is seldom thought to be the longer one.
const TRANSITION: u64 = 64;

/// Number of a combination of states ([`Ways::combinations`]).
type CombinationId = u32;

/// Where a path goes on, and the states of all monitors there.
type MonitoredPlace = (PlaceId, CombinationId);

/// The last decisions, and the digest of the states that monitors were in.
type MonitoredSubpath = (BranchWindow, u64);

/// Nodes grouped by the states of all monitors, in these by place and by how they were reached.
#[derive(Default)]
pub(super) struct SpecificationGuided {
    ways: Ways,
    groups: FxHashMap<CombinationId, Group>,
    /// The groups that have nodes, by whose turn it is: the least product of the transitions left and how many times it was chosen
    /// first.
    turns: BinaryHeap<Reverse<(u64, CombinationId)>>,
}

/// The nodes of a combination of states.
#[derive(Default)]
struct Group {
    /// How many times a node of it was chosen.
    chosen: u64,
    /// It is among those that take turns.
    has_turns: bool,
    nodes: RankedBuckets<(PlaceId, MonitoredSubpath)>,
}

/// What is left from places to a violation.
#[derive(Default)]
struct Ways {
    moments: MomentDistances,
    clauses: Vec<Transitions>,
    combinations: Vec<Combination>,
    numbers: FxHashMap<Box<[ClauseState]>, CombinationId>,
    /// By place, the effort to a violation, from the present distances; `None` if nothing leads to one.
    efforts: FxHashMap<MonitoredPlace, Option<u64>>,
    /// How many times paths went along.
    taken: FxHashMap<MonitoredSubpath, u32>,
}

/// States that monitors were in together, as far as a way leads from them to a violation.
struct Combination {
    states: Box<[ClauseState]>,
    /// The number of transitions to a violation, whatever code leads to.
    least: u64,
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
            self.efforts.clear();
        }
        change
    }

    /// The states of all monitors, those of objects that are not there yet included.
    fn combination(&mut self, occupied: &OccupiedStates) -> CombinationId {
        let mut states: Vec<ClauseState> = occupied.iter().collect();
        for (clause, transitions) in (0..).zip(&self.clauses) {
            let met = |(other, _): &ClauseState| *other == clause;
            if transitions.for_objects || !states.iter().any(met) {
                states.push((clause, 0));
            }
        }
        let least = |(clause, state): &ClauseState| {
            let clause = self.clauses.get(*clause as usize)?;
            clause.least(*state)
        };
        states.retain(|it| least(it).is_some());
        states.sort_unstable();
        states.dedup();
        let states = states.into_boxed_slice();
        if let Some(known) = self.numbers.get(&states) {
            return *known;
        }
        let number = self.combinations.len() as CombinationId;
        self.combinations.push(Combination {
            least: states.iter().filter_map(least).min().unwrap_or(u64::MAX),
            states: states.clone(),
        });
        self.numbers.insert(states, number);
        number
    }

    /// What ranks a combination that was chosen that many times.
    fn turn(&self, combination: CombinationId, chosen: u64) -> u64 {
        let least = self.combinations[combination as usize].least;
        least.saturating_mul(chosen + 1)
    }

    /// The effort from a place to a violation, in instructions; `None` if nothing leads to one.
    fn effort(&mut self, place: MonitoredPlace, tables: &MonitorTables) -> Option<u64> {
        if let Some(known) = self.efforts.get(&place) {
            return *known;
        }
        let (at, combination) = place;
        let states = self.combinations[combination as usize].states.iter();
        let each = states.filter_map(|state| self.effort_of(at, *state, tables));
        let effort = each.min();
        self.efforts.insert(place, effort);
        effort
    }

    /// The effort from a place to a violation of a clause that is in a state.
    fn effort_of(
        &self,
        place: PlaceId,
        (clause, state): ClauseState,
        tables: &MonitorTables,
    ) -> Option<u64> {
        let transitions = &self.clauses[clause as usize];
        let distance = |moment: usize| match tables.moments[moment].is_end {
            // Every path may end.
            true => Some(0),
            false => self.moments.distance(place, moment),
        };
        let reached = transitions.moments.iter();
        let distances: FxHashMap<usize, u64> = reached
            .filter_map(|moment| Some((*moment, distance(*moment)?)))
            .collect();
        let can_come = |moment| distances.contains_key(&moment);
        let (left, next) = transitions.next(state, &can_come)?;
        let nearest = next.filter_map(|moment| distances.get(&moment)).min();
        let behind = left.saturating_mul(TRANSITION);
        Some(behind.saturating_add(nearest.copied().unwrap_or(0)))
    }

    fn rank(
        &mut self,
        combination: CombinationId,
        (place, subpath): (PlaceId, MonitoredSubpath),
        view: &View<'_>,
    ) -> u64 {
        let effort = view
            .monitors
            .and_then(|it| self.effort((place, combination), it));
        let Some(effort) = effort else {
            return UNREACHABLE;
        };
        let taken = self.taken.get(&subpath).copied().unwrap_or(0);
        effort
            .saturating_mul(u64::from(taken) + 1)
            .min(UNREACHABLE - 1)
    }
}

impl SpecificationGuided {
    /// Takes note of new parts of the program.
    fn update(&mut self, view: &View<'_>) {
        let ways = &mut self.ways;
        if let Some(tables) = view.monitors
            && ways.update(view, tables) == Change::Rebuilt
        {
            for (combination, group) in &mut self.groups {
                group.nodes.rerank(|key| ways.rank(*combination, key, view));
                group.join(*combination, ways, &mut self.turns);
            }
        }
    }
}

impl Group {
    /// Takes turns with the others from now on, if it has nodes.
    fn join(
        &mut self,
        combination: CombinationId,
        ways: &Ways,
        turns: &mut BinaryHeap<Reverse<(u64, CombinationId)>>,
    ) {
        if !self.has_turns && self.nodes.count() > 0 {
            self.has_turns = true;
            turns.push(Reverse((ways.turn(combination, self.chosen), combination)));
        }
    }
}

impl Strategy for SpecificationGuided {
    fn added(&mut self, candidate: &Candidate<'_>, view: &View<'_>) {
        if self.ways.clauses.is_empty() {
            self.update(view);
        }
        let ways = &mut self.ways;
        let combination = ways.combination(candidate.monitors);
        let place = ways.moments.place(candidate);
        let key = (place, (candidate.recent, candidate.arm.monitors));
        let entry = view.entry(candidate.node);
        let group = self.groups.entry(combination).or_default();
        group
            .nodes
            .add(key, entry, || ways.rank(combination, key, view));
        group.join(combination, ways, &mut self.turns);
    }

    fn next(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        self.update(view);
        let ways = &mut self.ways;
        while let Some(Reverse((_, combination))) = self.turns.pop() {
            let Some(group) = self.groups.get_mut(&combination) else {
                continue;
            };
            group.has_turns = false;
            let rank = |key| ways.rank(combination, key, view);
            match group.nodes.take(view, random, rank) {
                // It joins again when it has nodes, or when there are ways to a violation.
                None => {}
                Some((UNREACHABLE, key, entry)) => group.nodes.add(key, entry, || UNREACHABLE),
                Some((.., entry)) => {
                    group.chosen += 1;
                    group.join(combination, ways, &mut self.turns);
                    return Some(entry.node);
                }
            }
        }
        // No node leads to a violation, as far as one can know.
        view.any_node(random)
    }

    fn arm_taken(&mut self, arm: &Arm, recent: BranchWindow) {
        let taken = self.ways.taken.entry((recent, arm.monitors)).or_default();
        *taken = taken.saturating_add(1);
    }

    fn ranking(&self, _view: &View<'_>) -> Vec<Entry> {
        let mut groups: Vec<_> = self.groups.iter().collect();
        groups.sort_unstable_by_key(|(combination, group)| {
            let turn = self.ways.turn(**combination, group.chosen);
            Reverse((turn, **combination))
        });
        let nodes = groups.into_iter().map(|(_, group)| group.nodes.ranking());
        nodes.flatten().collect()
    }

    fn forget_visited(&mut self, view: &View<'_>) {
        for group in self.groups.values_mut() {
            group.nodes.forget_visited(view);
        }
    }

    fn wants_callers(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use super::super::{KnownGraph, SequencePosition, contract::RECENT};
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
        graph: KnownGraph,
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
                graph: KnownGraph::default(),
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
                sequences: &SequencePosition::default(),
                monitors: &monitors,
            };
            let view = View {
                tree: &self.tree,
                coverage: &self.coverage,
                program: &*self.module,
                graph: &self.graph,
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
                    graph: &self.graph,
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
    fn places_nearer_to_the_next_transition_come_first() {
        let mut search = Search::new();
        let far = search.add(1, 0, 1);
        let near = search.add(2, 1, 1);
        assert_eq!(search.chosen(), [near, far]);
    }

    #[test]
    fn states_take_turns_the_nearer_to_a_violation_the_more() {
        let mut search = Search::new();
        let near = [0, 1, 2].map(|subpath| search.add(1, subpath, 1));
        let far = search.add(1, 3, 0);
        assert_eq!(search.chosen(), [near[0], near[1], far, near[2]]);
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
