//! Which node is next, and what the order of search goes by.

use super::{Code, QueryTime, Search};
use crate::paths::Pending;
use crate::strategy::{self, Arm, BranchWindow, EndedPath, View};
use crate::tree::{NodeId, Stamp, Task, Tree};
use ir::analysis::CodePoint;
use std::rc::Rc;
use std::time::{Duration, Instant};
use term::Model;
use vm::State;

/// How many times as long slices are while memory is short.
const SHORTAGE_FACTOR: u64 = 16;
/// Part of a slice that makes a path a long one.
const LONG: u64 = 4;

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

    /// A node whose query takes long, or that leads where others lead as well, if it is their turn.
    pub(crate) fn next_postponed(&mut self) -> Option<NodeId> {
        if let Some(begun) = self.standing_in_since.take() {
            self.postponed.spend(begun.elapsed());
        }
        match self.postponed.has_time() {
            true => self.last_postponed(),
            false => None,
        }
    }

    /// The same, when there are no others.
    pub(crate) fn last_postponed(&mut self) -> Option<NodeId> {
        if let Some(node) = self.postponed.next(&self.tree) {
            return Some(node);
        }
        while let Some(node) = self.standing_in.pop_front() {
            if self.waits(node) {
                self.standing_in_since = Some(Instant::now());
                return Some(node.0);
            }
        }
        None
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
            graph: code.graph,
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
            graph: code.graph,
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

/// The last of these nodes that still waits; it and those behind it are taken out.
fn next_current(nodes: &mut Vec<(NodeId, Stamp)>, tree: &Tree) -> Option<NodeId> {
    while let Some((node, stamp)) = nodes.pop() {
        if tree.stamp(node) == stamp && tree.is_pending(node) {
            return Some(node);
        }
    }
    None
}
