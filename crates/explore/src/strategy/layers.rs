//! Nodes in layers, by how many calls of sequences there are on the way to them ([`ir::CallSequences`]):
//! each has a search order of its own, and the fewer the calls, the more turns it has. So what few calls
//! lead to is found soon, however many ways there are to go on with another call.
//!
//! What begins with calls that are good for little comes later ([`CallChoice`]), and so do arms from which sequences fail
//! more often than they make their object.

use super::call_choice::CallChoice;
use super::contract::{Arm, BranchWindow, Candidate, EndedPath, Entry, Strategy, View};
use super::interleaved::Interleaved;
use super::registry::Choice;
use super::{breadth_first::BreadthFirst, random_node::RandomNode};
use crate::tree::NodeId;
use rand::rngs::SmallRng;
use rustc_hash::FxHashMap;

/// How many layers there are at the most: all longer sequences are in the last one.
const LAYERS: usize = 10;

/// How paths ended that began at arms of the same code while sequences made inputs.
#[derive(Clone, Copy, Debug, Default)]
struct Outcomes {
    failed: u32,
    made: u32,
}

impl Outcomes {
    /// By how many layers such arms come later.
    fn delay(self) -> usize {
        let ratio = (self.failed + 1) / (self.made + 1);
        ratio.checked_ilog2().unwrap_or(0) as usize
    }
}

struct Layer {
    order: Interleaved,
    /// What comes next where that order cannot tell.
    any: Interleaved,
    /// False if it was found to know no node.
    has_nodes: bool,
}

/// A search order by layers.
pub(crate) struct Layers {
    choice: Choice,
    layers: Vec<Layer>,
    /// False if there is one layer only, whatever calls there are.
    by_calls: bool,
    turn: u64,
    call_choice: CallChoice,
    outcomes: FxHashMap<u64, Outcomes>,
    /// The arm that the chosen node is behind, if sequences make inputs there.
    chosen: Option<u64>,
}

impl Layers {
    /// A search order of the strategies that were chosen; one layer unless sequences of calls make
    /// inputs.
    pub(crate) fn new(choice: Choice, by_calls: bool) -> Layers {
        let mut layers = Layers {
            choice,
            layers: Vec::new(),
            by_calls,
            turn: 0,
            call_choice: CallChoice::default(),
            outcomes: FxHashMap::default(),
            chosen: None,
        };
        layers.layer(0);
        layers
    }

    fn layer(&mut self, number: usize) -> &mut Layer {
        while self.layers.len() <= number {
            self.layers.push(Layer {
                order: self.choice.make(),
                any: Interleaved::new(vec![
                    (Box::new(BreadthFirst::default()), 1),
                    (Box::new(RandomNode::default()), 1),
                ]),
                has_nodes: true,
            });
        }
        &mut self.layers[number]
    }

    /// The layer of a node.
    fn layer_of(&mut self, candidate: &Candidate<'_>, view: &View<'_>) -> usize {
        if !self.by_calls {
            return 0;
        }
        let choice = &mut self.call_choice;
        let by_use = choice.delay(candidate.sequences, &candidate.arm, view);
        let outcomes = match candidate.sequences.making {
            true => self.outcomes.get(&candidate.arm.code()),
            false => None,
        };
        let delay = outcomes.map_or(0, |outcomes| outcomes.delay());
        let calls = candidate.sequences.calls as usize;
        calls.saturating_add(delay + by_use).min(LAYERS - 1)
    }

    /// The layer whose turn it is, of those that have nodes as far as one knows: the first every
    /// second time, the second every fourth, and so on.
    fn whose_turn(&self) -> Option<usize> {
        let with_nodes = || (0..self.layers.len()).filter(|&number| self.layers[number].has_nodes);
        let place = self.turn.trailing_zeros() as usize;
        with_nodes().nth(place).or_else(|| with_nodes().next_back())
    }

    /// The node to visit next. `in_layers` is what there is to be seen for strategies.
    pub(crate) fn next(&mut self, view: &View<'_>, random: &mut SmallRng) -> Option<NodeId> {
        let view = View {
            in_layers: self.by_calls,
            ..*view
        };
        self.turn += 1;
        self.chosen = None;
        while let Some(number) = self.whose_turn() {
            let layer = &mut self.layers[number];
            let mut node = layer.order.next(&view, random);
            if !self.by_calls {
                return node;
            }
            if node.is_none() {
                node = layer.any.next(&view, random);
            }
            if node.is_some() {
                return node;
            }
            layer.has_nodes = false;
        }
        None
    }

    /// The chosen node is behind that arm, and sequences make inputs there.
    pub(crate) fn chose_while_making(&mut self, arm: &Arm) {
        self.chosen = Some(arm.code());
    }

    /// The path from the chosen node has ended: did sequences make the inputs it wanted?
    pub(crate) fn sequences_ended(&mut self, made: bool) {
        let Some(arm) = self.chosen.take() else {
            return;
        };
        let outcomes = self.outcomes.entry(arm).or_default();
        let count = match made {
            true => &mut outcomes.made,
            false => &mut outcomes.failed,
        };
        *count = count.saturating_add(1);
    }

    /// A node is pending now.
    pub(crate) fn added(&mut self, candidate: &Candidate<'_>, view: &View<'_>) {
        let number = self.layer_of(candidate, view);
        let by_calls = self.by_calls;
        let layer = self.layer(number);
        layer.has_nodes = true;
        layer.order.added(candidate, view);
        if by_calls {
            layer.any.added(candidate, view);
        }
    }

    fn orders(&self) -> impl Iterator<Item = &Interleaved> {
        self.layers.iter().map(|layer| &layer.order)
    }

    fn orders_mut(&mut self) -> impl Iterator<Item = &mut Interleaved> {
        self.layers.iter_mut().map(|layer| &mut layer.order)
    }

    /// See [`Strategy::pause_at`].
    pub(crate) fn pause_at(&self, length: u64, slice: u64) -> u64 {
        let ends = self.orders().map(|order| order.pause_at(length, slice));
        ends.min().unwrap_or(u64::MAX)
    }

    /// See [`Strategy::arm_taken`].
    pub(crate) fn arm_taken(&mut self, arm: &Arm, recent: BranchWindow) {
        self.orders_mut()
            .for_each(|order| order.arm_taken(arm, recent));
    }

    /// See [`Strategy::refused`].
    pub(crate) fn refused(&mut self, arm: &Arm) {
        self.orders_mut().for_each(|order| order.refused(arm));
    }

    /// See [`Strategy::path_ended`].
    pub(crate) fn path_ended(&mut self, path: &EndedPath, view: &View<'_>) {
        self.orders_mut()
            .for_each(|order| order.path_ended(path, view));
    }

    /// See [`Strategy::ranking`]: longer sequences come last.
    pub(crate) fn ranking(&self, view: &View<'_>) -> Vec<Entry> {
        let orders = self.layers.iter().rev().map(|layer| match self.by_calls {
            true => &layer.any,
            false => &layer.order,
        });
        orders.flat_map(|order| order.ranking(view)).collect()
    }

    /// See [`Strategy::wants_data`].
    pub(crate) fn wants_data(&self) -> bool {
        self.orders().any(Interleaved::wants_data)
    }

    /// See [`Strategy::wants_misses`].
    pub(crate) fn wants_misses(&self) -> bool {
        self.orders().any(Interleaved::wants_misses)
    }

    /// See [`Strategy::wants_callers`].
    pub(crate) fn wants_callers(&self) -> bool {
        self.orders().any(Interleaved::wants_callers)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{KnownGraph, SequencePosition, parse};
    use super::*;
    use crate::coverage::Coverage;
    use crate::tree::Tree;
    use ir::{BlockId, FunctionId, Location};
    use rand::SeedableRng;
    use std::sync::Arc;
    use vm::{ArmOutcome, ForkKind, Site};

    fn arm(choice: u64) -> Arm {
        Arm {
            kind: ForkKind::Switch,
            site: Site {
                function: FunctionId(0),
                block: BlockId(0),
                instruction: 0,
                location: Location::default(),
                decision: None,
            },
            choice,
            outcome: ArmOutcome::Continue,
            edge: None,
            data: None,
            monitors: 0,
        }
    }

    /// Pending nodes, each with how many calls there are on the way to it, added and then chosen one after
    /// the other.
    struct Search {
        tree: Tree,
        coverage: Coverage,
        module: Arc<ir::Module>,
        graph: KnownGraph,
        layers: Layers,
        calls: Vec<(NodeId, u32)>,
        random: SmallRng,
    }

    impl Search {
        fn new(by_calls: bool) -> Search {
            let text = "function main() -> i32 {\nentry:\n  return 0\n}\n";
            let module = Arc::new(ir::parse("program.wir", text).expect("well-formed"));
            Search {
                tree: Tree::new(),
                coverage: Coverage::new(module.clone(), None),
                module,
                graph: KnownGraph::default(),
                layers: Layers::new(parse("bfs").expect("known"), by_calls),
                calls: Vec::new(),
                random: SmallRng::seed_from_u64(1),
            }
        }

        fn add(&mut self, calls: u32, choice: u64) {
            let node = self.tree.add_pending(NodeId::ROOT, choice);
            self.calls.push((node, calls));
            let sequences = SequencePosition {
                calls,
                making: true,
                ..SequencePosition::default()
            };
            let candidate = Candidate {
                node,
                arm: arm(choice),
                since_new: 0,
                recent: BranchWindow::default(),
                callers: &[],
                misses: &[],
                paused: false,
                sequences: &sequences,
                monitors: &vm::OccupiedStates::default(),
            };
            let view = View {
                tree: &self.tree,
                coverage: &self.coverage,
                program: &*self.module,
                graph: &self.graph,
                monitors: None,
                in_layers: false,
            };
            self.layers.added(&candidate, &view);
        }

        /// The calls on the way to the node that is visited next.
        fn visit(&mut self) -> Option<u32> {
            let view = View {
                tree: &self.tree,
                coverage: &self.coverage,
                program: &*self.module,
                graph: &self.graph,
                monitors: None,
                in_layers: false,
            };
            let node = self.layers.next(&view, &mut self.random)?;
            self.tree.open(node);
            let found = self.calls.iter().find(|(other, _)| *other == node);
            found.map(|(_, calls)| *calls)
        }

        fn visits(&mut self) -> Vec<u32> {
            std::iter::from_fn(|| self.visit()).collect()
        }
    }

    #[test]
    fn the_fewer_the_calls_the_more_turns_and_all_nodes_are_visited() {
        let mut search = Search::new(true);
        for number in 0..4 {
            for calls in [2, 2, 2, 1, 0] {
                search.add(calls, number);
            }
        }
        let visits = search.visits();
        assert_eq!(visits[..8], [0, 1, 0, 2, 0, 1, 0, 2]);
        assert_eq!(visits.len(), 20);
    }

    #[test]
    fn without_sequences_there_is_one_layer() {
        let mut search = Search::new(false);
        for calls in [2, 0, 1] {
            search.add(calls, 0);
        }
        assert_eq!(search.visits(), [2, 0, 1]);
        assert_eq!(search.layers.layers.len(), 1);
    }

    #[test]
    fn arms_from_which_sequences_fail_come_later() {
        let mut search = Search::new(true);
        for _ in 0..3 {
            search.layers.chose_while_making(&arm(7));
            search.layers.sequences_ended(false);
        }
        search.layers.chose_while_making(&arm(8));
        search.layers.sequences_ended(true);
        for (calls, choice) in [(0, 7), (1, 8), (2, 8)] {
            search.add(calls, choice);
        }
        // By two layers, behind what one call leads to.
        assert_eq!(search.visits(), [1, 0, 2]);
    }
}
