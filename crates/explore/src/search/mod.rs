//! Which nodes are pending, with what it takes to visit them, and which is next.

mod choosing;
pub mod confirmation;
mod memory_pressure;
mod postponed;
mod snapshots;
mod waiting;

use crate::coverage::{Coverage, CoveredPart};
use crate::error::ExploreError;
use crate::exchange::Frontier;
use crate::executor::Executor;
use crate::options::Options;
use crate::paths::{Pending, PendingNodes, Snapshots};
use crate::results::Statistics;
use crate::strategy::{self, KnownGraph, Layers, View};
use crate::tree::{KeyRange, NodeId, NodeKey, Stamp, Task, Tree, TreeDelta};
use confirmation::Confirmation;
use ir::Program;
use memory_pressure::MemoryPressure;
use postponed::Postponed;
use rand::{SeedableRng, rngs::SmallRng};
use rustc_hash::FxHashMap;
use specification::MonitorTables;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::Instant;
use term::Model;

/// Time that a query may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum QueryTime {
    /// Little, because others wait.
    Little,
    /// All of it, because no others do.
    Whole,
    /// All of it, because it was given little before.
    Later,
    /// All of it once more, because there is nothing better to do with the time of the run.
    Again,
}

/// The code as far as strategies go by it.
#[derive(Clone, Copy)]
pub(crate) struct Code<'a> {
    /// What of it is covered by now.
    pub(crate) coverage: &'a Coverage,
    /// The program, which may grow during the run.
    pub(crate) program: &'a dyn Program,
    /// Its graph, if somebody has made one.
    pub(crate) graph: &'a KnownGraph,
    /// The monitors of specifications, if they are followed.
    pub(crate) monitors: Option<&'a MonitorTables>,
}

impl<'a> Code<'a> {
    /// As an executor and what it covered have it.
    pub(crate) fn of(coverage: &'a Coverage, executor: &'a Executor) -> Code<'a> {
        Code {
            coverage,
            program: &**executor.program(),
            graph: executor.graph(),
            monitors: executor.monitors(),
        }
    }
}

/// The search over the execution tree.
pub(crate) struct Search {
    tree: Tree,
    pending: PendingNodes,
    strategy: Layers,
    random: SmallRng,
    snapshots: Snapshots,
    pressure: MemoryPressure,
    /// The node that a depth-first search would visit next, while memory is short.
    nearest: Option<NodeId>,
    /// Nodes that others met and that the strategy does not know yet.
    unreplayed: Vec<(NodeId, Stamp)>,
    /// Nodes that are visited first, with the models to go on with.
    aimed: Vec<(NodeId, Stamp, Model)>,
    /// The one of them that is chosen.
    aimed_at: Option<(NodeId, Model)>,
    /// Nodes that stand for other values of arguments of opaque functions.
    other_values: Vec<(NodeId, Stamp)>,
    /// The frontier the run began with, less what was taken from it.
    inherited: Frontier,
    /// What was executed for the first time on the way to a node that others met: the path that goes
    /// on there tells of it.
    covered_before: FxHashMap<NodeId, Vec<CoveredPart>>,
    /// Length of what a path runs at a time.
    slice: Option<u64>,
    /// Times that a path waited for others.
    pauses: u64,
    /// A path was as long as a good part of a slice: it may go round a loop.
    has_long_paths: bool,
    postponed: Postponed,
    /// Nodes that lead where others lead as well.
    standing_in: VecDeque<(NodeId, Stamp)>,
    /// Since when such a node, and what it leads to, is visited.
    standing_in_since: Option<Instant>,
    /// With [`Options::greedy_confirmation`].
    confirmation: Option<Confirmation>,
    chosen_depth_first: u64,
    peak_pending: usize,
}

impl Search {
    /// A search of a tree that is not begun.
    pub(crate) fn new(options: &Options) -> Result<Search, ExploreError> {
        let bytes = options.limits.memory_bytes;
        Ok(Search {
            tree: Tree::new(),
            pending: PendingNodes::default(),
            strategy: Layers::new(strategy::parse(&options.strategy)?, options.by_calls),
            random: SmallRng::seed_from_u64(options.seed),
            snapshots: Snapshots::new(bytes),
            pressure: MemoryPressure::new(options.memory_in_use, bytes),
            nearest: None,
            unreplayed: Vec::new(),
            aimed: Vec::new(),
            aimed_at: None,
            other_values: Vec::new(),
            inherited: Frontier::default(),
            covered_before: FxHashMap::default(),
            slice: options.limits.slice,
            pauses: 0,
            has_long_paths: false,
            postponed: Postponed::new(),
            standing_in: VecDeque::new(),
            standing_in_since: None,
            confirmation: options.confirms().then(Confirmation::default),
            chosen_depth_first: 0,
            peak_pending: 0,
        })
    }

    /// Takes up all of a frontier. With `keys`, it is noted how the tree changes, by names from there.
    pub(crate) fn begin(&mut self, frontier: Frontier, keys: Option<KeyRange>) {
        if let Some(keys) = keys {
            self.tree.delta = TreeDelta::told(keys);
        }
        for key in frontier.pending_nodes() {
            self.adopt(key, frontier.depth(key), Pending::Inherited(key));
        }
        self.inherited = frontier;
    }

    /// Takes up a node that others met.
    pub(crate) fn take_task(&mut self, task: Task) {
        let (key, depth) = (task.node, task.choices.len() as u32);
        self.adopt(key, depth, Pending::Task(Rc::new(task)));
    }

    fn adopt(&mut self, key: NodeKey, depth: u32, pending: Pending) {
        let node = self.tree.add_task(depth);
        if self.tree.delta.is_wanted() {
            self.tree.delta.set_key(node, key);
        }
        self.pending.insert(node, pending);
        self.unreplayed.push((node, self.tree.stamp(node)));
        self.note_peak();
    }

    /// The tree.
    pub(crate) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// What changed of the tree since a batch last told of it.
    pub(crate) fn delta(&mut self) -> &mut TreeDelta {
        &mut self.tree.delta
    }

    /// True if batches tell how the tree changes.
    pub(crate) fn is_told_of(&self) -> bool {
        self.tree.delta.is_wanted()
    }

    /// What it takes to visit a pending node.
    pub(crate) fn pending(&self, node: NodeId) -> Option<&Pending> {
        self.pending.get(node)
    }

    /// A number for a path that begins; 0 if nobody is told of paths.
    pub(crate) fn path_number(&mut self) -> u64 {
        match self.tree.delta.is_wanted() {
            true => self.tree.delta.draw(),
            false => 0,
        }
    }

    fn view<'a>(&'a self, code: Code<'a>) -> View<'a> {
        View {
            tree: &self.tree,
            coverage: code.coverage,
            program: code.program,
            graph: code.graph,
            monitors: code.monitors,
            in_layers: false,
        }
    }

    fn note_peak(&mut self) {
        self.peak_pending = self.peak_pending.max(self.tree.pending());
    }

    /// Fills in what it counts.
    pub(crate) fn count(&self, statistics: &mut Statistics) {
        let (peak_snapshot_bytes, snapshots_dropped) = self.snapshots.counted();
        statistics.peak_pending = self.peak_pending;
        statistics.peak_snapshot_bytes = peak_snapshot_bytes;
        statistics.snapshots_dropped = snapshots_dropped;
        statistics.peak_memory_bytes = self.pressure.peak_bytes();
        statistics.chosen_depth_first = self.chosen_depth_first;
        statistics.pauses = self.pauses;
    }
}
