//! Which nodes are pending, with what it takes to visit them, and which is next.

pub mod confirmation;
mod memory_pressure;
mod postponed;

use crate::coverage::{Coverage, CoveredPart};
use crate::error::ExploreError;
use crate::exchange::Frontier;
use crate::executor::Executor;
use crate::options::Options;
use crate::paths::{OtherValues, Pending, PendingNodes, Snapshot, Snapshots};
use crate::results::Statistics;
use crate::strategy::{self, Arm, BranchWindow, Candidate, EndedPath, Layers, View};
use crate::tree::{Closed, Found, KeyRange, NodeId, NodeKey, Stamp, Task, Tree, TreeDelta};
use confirmation::Confirmation;
use ir::Program;
use ir::analysis::CodePoint;
use memory_pressure::MemoryPressure;
use postponed::Postponed;
use rand::{SeedableRng, rngs::SmallRng};
use rustc_hash::FxHashMap;
use specification::MonitorTables;
use std::rc::Rc;
use std::time::Duration;
use term::Model;
use vm::State;

/// How many times as long slices are while memory is short.
const SHORTAGE_FACTOR: u64 = 16;
/// Snapshots dropped between two looks at the memory in use.
const DROPPED_AT_ONCE: usize = 256;

/// Part of a slice that makes a path a long one.
const LONG: u64 = 4;

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
    /// The monitors of specifications, if they are followed.
    pub(crate) monitors: Option<&'a MonitorTables>,
}

impl<'a> Code<'a> {
    /// As an executor and what it covered have it.
    pub(crate) fn of(coverage: &'a Coverage, executor: &'a Executor) -> Code<'a> {
        Code {
            coverage,
            program: &**executor.program(),
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
            self.take_up(key, frontier.depth(key), Pending::Inherited(key));
        }
        self.inherited = frontier;
    }

    /// Takes up a node that others met.
    pub(crate) fn take_task(&mut self, task: Task) {
        let (key, depth) = (task.node, task.choices.len() as u32);
        self.take_up(key, depth, Pending::Task(Rc::new(task)));
    }

    fn take_up(&mut self, key: NodeKey, depth: u32, pending: Pending) {
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
            monitors: code.monitors,
            in_layers: false,
        }
    }

    fn note_peak(&mut self) {
        self.peak_pending = self.peak_pending.max(self.tree.pending());
    }
}

/// Choosing.
impl Search {
    /// A node that others met and that the strategy was not told of.
    pub(crate) fn next_unreplayed(&mut self) -> Option<NodeId> {
        next_current(&mut self.unreplayed, &self.tree)
    }

    /// A node that is to be visited first.
    pub(crate) fn next_aimed(&mut self) -> Option<NodeId> {
        while let Some((node, stamp, model)) = self.aimed.pop() {
            if self.waits((node, stamp)) {
                self.aimed_at = Some((node, model));
                return Some(node);
            }
        }
        None
    }

    /// A node that may finish what is above it.
    pub(crate) fn next_to_confirm(&mut self) -> Option<NodeId> {
        let (tree, pending) = (&self.tree, &self.pending);
        self.confirmation
            .as_mut()?
            .next(tree, |node| pending.get(node))
    }

    /// A pending node is to be visited first, and gone on from with a model of the way to it.
    pub(crate) fn aim(&mut self, node: NodeId, model: Model) {
        self.aimed.push((node, self.tree.stamp(node), model));
    }

    /// The model to go on with from a node that is visited.
    pub(crate) fn take_aim(&mut self, node: NodeId) -> Option<Model> {
        let aimed = self.aimed_at.take();
        aimed.filter(|(at, _)| *at == node).map(|(_, model)| model)
    }

    /// A node whose query takes long, if it is their turn.
    pub(crate) fn next_postponed(&mut self) -> Option<NodeId> {
        match self.postponed.has_time() {
            true => self.postponed.next(&self.tree),
            false => None,
        }
    }

    /// A node whose query takes long, when there are no others.
    pub(crate) fn last_postponed(&mut self) -> Option<NodeId> {
        self.postponed.next(&self.tree)
    }

    /// How much time the query of a node that is visited may take.
    pub(crate) fn query_time(&mut self, node: NodeId) -> QueryTime {
        match self.postponed.remove((node, self.tree.stamp(node))) {
            Some(true) => QueryTime::Again,
            Some(false) => QueryTime::Later,
            None if self.tree.pending() == 0 => QueryTime::Whole,
            None => QueryTime::Little,
        }
    }

    /// Time was spent on the query of a node that had been postponed.
    pub(crate) fn spend(&mut self, time: Duration) {
        self.postponed.spend(time);
    }

    /// The query of a node takes long: it waits again, with this. `tried` says that it had all of its time.
    pub(crate) fn postpone(&mut self, node: NodeId, pending: Pending, tried: bool) {
        self.put_back(node, pending);
        self.postponed.push((node, self.tree.stamp(node)), tried);
    }

    /// A node that stands for other values.
    pub(crate) fn next_other_values(&mut self) -> Option<NodeId> {
        next_current(&mut self.other_values, &self.tree)
    }

    /// The node to visit next: the strategy's choice, unless memory is short.
    pub(crate) fn next(&mut self, code: Code<'_>) -> Option<NodeId> {
        if self.pressure.goes_depth_first()
            && let Some(node) = self.nearest.take()
            && self.tree.is_pending(node)
        {
            self.chosen_depth_first += 1;
            self.nearest = self.tree.nearest_pending(node);
            return Some(node);
        }
        let view = View {
            tree: &self.tree,
            coverage: code.coverage,
            program: code.program,
            monitors: code.monitors,
            in_layers: false,
        };
        if let Some(confirmation) = &mut self.confirmation {
            confirmation.begin();
        }
        let node = self.strategy.next(&view, &mut self.random)?;
        if let Some(Pending::Arm { point, arm }) = self.pending.get(node)
            && point.sequences.making
        {
            let arm = Arm::of(
                &point.fork,
                *arm as usize,
                (None, &point.monitors),
                code.coverage,
            );
            self.strategy.chose_while_making(&arm);
        }
        self.nearest = match self.pressure.goes_depth_first() {
            true => self.tree.nearest_pending(node),
            false => None,
        };
        Some(node)
    }

    /// True for the start of the program.
    pub(crate) fn is_start(&self, node: NodeId) -> bool {
        match self.pending.get(node) {
            Some(Pending::Inherited(key)) => self.inherited.depth(*key) == 0,
            Some(Pending::Task(task)) => task.choices.is_empty(),
            Some(Pending::Arm { .. } | Pending::Paused(_) | Pending::Values(_)) | None => false,
        }
    }

    /// The task of a node that others met; `None` if the node was met here.
    pub(crate) fn task(&mut self, node: NodeId) -> Option<Rc<Task>> {
        match self.pending.get(node)? {
            Pending::Task(task) => Some(task.clone()),
            &Pending::Inherited(key) => {
                let task = self.inherited.task(key)?;
                self.inherited.finish(key);
                Some(Rc::new(task))
            }
            Pending::Arm { .. } | Pending::Paused(_) | Pending::Values(_) => None,
        }
    }

    /// True if strategies go by the program's data ([`Arm::data`]).
    pub(crate) fn wants_data(&self) -> bool {
        self.has_long_paths && self.strategy.wants_data()
    }

    /// True if strategies go by the arms that a path misses which runs now ([`Candidate::misses`]).
    pub(crate) fn wants_misses(&self) -> bool {
        self.has_long_paths && self.strategy.wants_misses()
    }

    /// No input was found that takes an arm, at least not soon.
    pub(crate) fn refused(&mut self, arm: &Arm) {
        self.strategy.refused(arm);
    }

    /// Notes whether there are paths that may go round a loop, when one of that length ends or waits.
    pub(crate) fn note_length(&mut self, length: u64) {
        self.has_long_paths |= self.slice.is_some_and(|slice| length >= slice / LONG);
    }

    /// The callers of a state, if strategies go by them ([`Candidate::callers`]).
    pub(crate) fn callers(&self, state: &State) -> Vec<CodePoint> {
        match self.strategy.wants_callers() {
            true => state.callers(strategy::CALLERS),
            false => Vec::new(),
        }
    }

    /// A path goes along an arm.
    pub(crate) fn arm_taken(&mut self, arm: &Arm, recent: BranchWindow) {
        self.strategy.arm_taken(arm, recent);
    }

    /// A path has ended with its inputs made by sequences of calls, or because these did not make them.
    pub(crate) fn sequences_ended(&mut self, made: bool) {
        self.strategy.sequences_ended(made);
    }

    /// A path has ended or waits, having covered so much for the first time.
    pub(crate) fn path_ended(&mut self, leaf: NodeId, new: u64, code: Code<'_>) {
        let view = View {
            tree: &self.tree,
            coverage: code.coverage,
            program: code.program,
            monitors: code.monitors,
            in_layers: false,
        };
        self.strategy.path_ended(&EndedPath { leaf, new }, &view);
        if self.pressure.goes_depth_first() {
            self.nearest = self.tree.nearest_pending(leaf);
        }
        if let Some(confirmation) = &mut self.confirmation {
            confirmation.path_ended(leaf, &self.tree);
        }
    }

    /// Where a path of that length, which goes on now or covers something new, is to wait.
    pub(crate) fn pause_at(&self, length: u64) -> u64 {
        let Some(slice) = self.slice else {
            return u64::MAX;
        };
        // Where memory is short, paths that come to their end are what helps.
        let slice = match self.pressure.goes_depth_first() {
            true => slice.saturating_mul(SHORTAGE_FACTOR),
            false => slice,
        };
        self.strategy.pause_at(length, slice)
    }
}

/// The tree and what waits in it.
impl Search {
    /// The running path goes along one of so many arms below a node.
    pub(crate) fn go_along(&mut self, parent: NodeId, arms: usize, choice: u64) -> NodeId {
        self.tree.split(parent, arms);
        self.tree.add_open(parent, choice)
    }

    /// An arm below a node is not visited yet.
    pub(crate) fn add_pending(&mut self, parent: NodeId, choice: u64) -> NodeId {
        self.tree.add_pending(parent, choice)
    }

    /// A pending node waits with this; the strategy is told of it.
    pub(crate) fn wait(&mut self, pending: Pending, candidate: &Candidate<'_>, code: Code<'_>) {
        self.pending.insert(candidate.node, pending);
        self.offer(candidate, code);
    }

    /// Tells the strategy of a node that waits.
    pub(crate) fn offer(&mut self, candidate: &Candidate<'_>, code: Code<'_>) {
        let view = View {
            tree: &self.tree,
            coverage: code.coverage,
            program: code.program,
            monitors: code.monitors,
            in_layers: false,
        };
        self.strategy.added(candidate, &view);
    }

    /// A path waits for others: its node is pending again.
    pub(crate) fn pause(&mut self, pending: Pending, candidate: &Candidate<'_>, code: Code<'_>) {
        self.tree.put_back(candidate.node);
        self.wait(pending, candidate, code);
    }

    /// Counts a path that is about to wait.
    pub(crate) fn count_pause(&mut self) {
        self.pauses += 1;
    }

    /// A node below another stands for the values of an argument that were not tried: `pending` is made
    /// for it.
    pub(crate) fn leave_values<T>(
        &mut self,
        parent: NodeId,
        choice: u64,
        pending: impl FnOnce((NodeId, Stamp)) -> (OtherValues, T),
    ) -> T {
        let node = self.tree.add_pending(parent, choice);
        let named = (node, self.tree.stamp(node));
        let (others, made) = pending(named);
        self.pending.insert(node, Pending::Values(Box::new(others)));
        self.other_values.push(named);
        self.note_peak();
        made
    }

    /// A node that stands for other values waits until nothing else is left.
    pub(crate) fn leave_values_last(&mut self, node: (NodeId, Stamp)) {
        self.other_values.push(node);
    }

    /// A node that is visited beside one that stands for several.
    pub(crate) fn open_beside(&mut self, node: NodeId, choice: u64) -> NodeId {
        self.tree.add_beside(node, choice)
    }

    /// True if the node that had this stamp waits.
    pub(crate) fn waits(&self, (node, stamp): (NodeId, Stamp)) -> bool {
        self.tree.stamp(node) == stamp && self.tree.is_pending(node)
    }

    /// A pending node is visited: what it waited with.
    pub(crate) fn visit(&mut self, node: NodeId) -> Option<Pending> {
        let pending = self.pending.take(node)?;
        self.tree.open(node);
        Some(pending)
    }

    /// A node that was visited waits again.
    pub(crate) fn put_back(&mut self, node: NodeId, pending: Pending) {
        self.tree.put_back(node);
        self.pending.insert(node, pending);
    }

    /// A pending node waits with something else.
    pub(crate) fn replace(&mut self, node: NodeId, pending: Pending) {
        self.pending.insert(node, pending);
    }

    /// A node is finished: the share of the tree that it had.
    pub(crate) fn close(&mut self, node: NodeId, how: Closed, found: Found) -> f64 {
        let share = self.tree.share(node);
        if let Some(confirmation) = &mut self.confirmation
            && matches!(how, Closed::Subsumed | Closed::SubsumedForErrors)
        {
            confirmation.subsumed();
        }
        self.tree.close_with(node, how, found);
        share
    }

    /// From now on, [`Search::take_finished`] tells of nodes that are finished.
    pub(crate) fn note_finished(&mut self) {
        self.tree.note_finished();
    }

    /// See [`Tree::take_finished`].
    pub(crate) fn take_finished(&mut self) -> Vec<(NodeId, Found)> {
        self.tree.take_finished()
    }

    /// Gives up half of the pending nodes nearest to the root, at least one: below them is most of
    /// what is left, as far as anybody knows. A node that is left alone is kept, unless a path is under
    /// way. What they are called.
    pub(crate) fn give(&mut self, running: bool) -> Vec<NodeKey> {
        let mut nodes = self.tree.shallowest_pending();
        let all = self.tree.pending() + usize::from(running);
        let count = nodes.len().div_ceil(2).min(all.saturating_sub(1));
        let has_pins = |node: NodeId| self.pending.get(node).is_some_and(Pending::has_pins);
        nodes.retain(|&node| !has_pins(node));
        let mut given = Vec::new();
        for node in nodes.into_iter().take(count) {
            // Whoever gets it executes it anew.
            self.covered_before.remove(&node);
            if let Some(pending) = self.pending.take(node) {
                self.release(&pending);
            }
            given.extend(self.tree.delta.key(node));
            self.tree.remove(node);
        }
        given
    }

    /// What was executed for the first time on the way to a node that others met.
    pub(crate) fn note_covered_before(&mut self, node: NodeId, covers: Vec<CoveredPart>) {
        if !covers.is_empty() {
            self.covered_before.insert(node, covers);
        }
    }

    /// True if something was noted for a node by [`Search::note_covered_before`].
    pub(crate) fn has_covered_before(&self, node: NodeId) -> bool {
        self.covered_before.contains_key(&node)
    }

    /// What was noted for a node by [`Search::note_covered_before`].
    pub(crate) fn take_covered_before(&mut self, node: NodeId) -> Vec<CoveredPart> {
        self.covered_before.remove(&node).unwrap_or_default()
    }
}

/// Snapshots.
impl Search {
    /// Keeps a state.
    pub(crate) fn keep(&mut self, state: State, bytes: usize) -> Snapshot {
        self.snapshots.keep(state, bytes)
    }

    /// Gives up a snapshot: the last node that needs it is visited.
    pub(crate) fn take_snapshot(&mut self, snapshot: &Snapshot) -> Option<State> {
        self.snapshots.take(snapshot)
    }

    /// A state on the path to a node, as far down as one is kept.
    pub(crate) fn nearest_snapshot(&self, node: NodeId) -> Option<State> {
        let mut below = node;
        loop {
            let above = self.tree.parent(below);
            // Nodes that others met hang below the root side by side, whatever leads to them.
            if above == NodeId::ROOT {
                return None;
            }
            for sibling in self.tree.children(above) {
                let Some(Pending::Arm { point, .. }) = self.pending.get(sibling) else {
                    continue;
                };
                // The snapshot stands at the fork itself; the model decides the arm again.
                if let Some(state) = point.snapshot.cloned() {
                    return Some(state);
                }
            }
            below = above;
        }
    }

    /// So many bytes may be used from now on.
    pub(crate) fn allow_memory(&mut self, bytes: usize) {
        self.pressure.allow(bytes);
        self.snapshots.allow(bytes);
    }

    /// After a fork: looks at the memory in use now and then, and drops snapshots if it is too much.
    pub(crate) fn watch_memory(&mut self, code: Code<'_>) {
        self.note_peak();
        let (urgent, pending) = (self.snapshots.exceed_budget(), self.tree.pending());
        if !self.pressure.is_due(urgent) {
            return;
        }
        if self.pressure.is_short(pending) || urgent {
            self.drop_snapshots(code);
            self.pressure.look_again(pending);
        }
    }

    /// Drops snapshots until enough memory is free.
    pub(crate) fn drop_snapshots(&mut self, code: Code<'_>) {
        if !self.snapshots.any() || !self.pressure.may_drop(self.tree.pending()) {
            return;
        }
        let ranking = self.strategy.ranking(&self.view(code));
        let enough = self.pressure.enough();
        let mut used = 0;
        for (number, entry) in ranking.into_iter().enumerate() {
            if number % DROPPED_AT_ONCE == 0 {
                used = self.pressure.in_use();
            }
            if used <= enough && !self.snapshots.exceed(enough) {
                return;
            }
            if let Some(pending) = self.pending.get(entry.node) {
                drop_snapshot(&mut self.snapshots, pending);
            }
        }
    }

    /// A node is given up: its snapshot goes, if no other node needs it.
    pub(crate) fn release(&mut self, pending: &Pending) {
        match pending {
            Pending::Arm { point, .. } if Rc::strong_count(point) == 1 => {
                self.snapshots.take(&point.snapshot);
            }
            Pending::Paused(paused) => {
                self.snapshots.take(&paused.snapshot);
            }
            Pending::Arm { .. } | Pending::Values(_) | Pending::Task(_) | Pending::Inherited(_) => {
            }
        }
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

/// The last of these nodes that still waits; it and those behind it are taken out.
fn next_current(nodes: &mut Vec<(NodeId, Stamp)>, tree: &Tree) -> Option<NodeId> {
    while let Some((node, stamp)) = nodes.pop() {
        if tree.stamp(node) == stamp && tree.is_pending(node) {
            return Some(node);
        }
    }
    None
}

/// Drops the snapshot of a node, if it has one, and what can be found again of its path condition:
/// the node is replayed when its turn comes.
fn drop_snapshot(snapshots: &mut Snapshots, pending: &Pending) {
    let (snapshot, path) = match pending {
        Pending::Arm { point, .. } => (&point.snapshot, &point.path),
        // What it covered would have to be found again, too, for the test that it may become.
        Pending::Paused(paused) if paused.covers.borrow().is_empty() => {
            (&paused.snapshot, &paused.path)
        }
        Pending::Paused(_) | Pending::Values(_) | Pending::Task(_) | Pending::Inherited(_) => {
            return;
        }
    };
    path.borrow_mut().forget_groups();
    snapshots.drop_state(snapshot);
}

#[cfg(test)]
impl Search {
    /// The nodes in the order in which their snapshots go, with whether each has one.
    pub(crate) fn ranked(&self, code: Code<'_>) -> Vec<(NodeId, bool)> {
        let ranking = self.strategy.ranking(&self.view(code)).into_iter();
        let ranked = ranking.map(|entry| match self.pending.get(entry.node) {
            Some(Pending::Arm { point, .. }) => (entry.node, point.snapshot.is_there()),
            _ => panic!("every node was met here"),
        });
        ranked.collect()
    }

    /// Estimated memory of all snapshots.
    pub(crate) fn snapshot_bytes(&self) -> usize {
        self.snapshots.bytes()
    }
}
