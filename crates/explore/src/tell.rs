//! Batches: what the explorer did is put into words that others understand.

use crate::batch::{AddedNode, PendingNode};
use crate::code::FunctionCode;
use crate::explorer::{BoxError, Entered, Explorer};
use crate::journal::Journal;
use crate::run::Run;
use crate::snapshot::Pending;
use crate::task::{InputValue, RunKey};
use crate::tree::NodeId;
use std::rc::Rc;
use term::{Bits, InputId, Value};

impl Explorer {
    /// Makes a batch if one is wanted. `running` is the lowest node of the path under way, if any:
    /// it is told as pending, as nothing of it is kept until it is left or ends.
    pub(crate) fn tell_if_due(
        &mut self,
        running: Option<&Entered>,
        journal: &mut dyn Journal,
    ) -> Result<(), BoxError> {
        let due = journal.is_due(!self.batch.kept.is_empty()) || self.tree.changes.are_many();
        if due {
            self.tell(running, journal)?;
        }
        Ok(())
    }

    /// Makes a batch.
    pub(crate) fn tell(
        &mut self,
        running: Option<&Entered>,
        journal: &mut dyn Journal,
    ) -> Result<(), BoxError> {
        if self.tree.changes.are_wanted() {
            self.tell_nodes(running);
        }
        self.tell_functions();
        let batch = std::mem::take(&mut self.batch);
        journal.submit(batch, &self.statistics())
    }

    /// A batch in which the next visit is announced.
    pub(crate) fn announce(
        &mut self,
        node: NodeId,
        journal: &mut dyn Journal,
    ) -> Result<(), BoxError> {
        self.tell_nodes(None);
        self.batch.visiting = self.tree.changes.key(node);
        self.tell(None, journal)
    }

    /// Gives up half of the pending nodes nearest to the root, at least one: below them is most of
    /// what is left, as far as anybody knows.
    pub(crate) fn give(
        &mut self,
        running: Option<&Entered>,
        journal: &mut dyn Journal,
    ) -> Result<(), BoxError> {
        self.tell_nodes(running);
        let mut nodes = self.tree.shallowest_pending();
        // One that is left alone in the tree is kept, unless a path is under way.
        let all = self.tree.pending() + usize::from(running.is_some());
        let count = nodes.len().div_ceil(2).min(all.saturating_sub(1));
        nodes.retain(|&node| !self.is_below_pins(node));
        for node in nodes.into_iter().take(count) {
            // Whoever gets it executes it anew.
            self.covered_before.remove(&node);
            let pending = self.pending.take(node);
            if let Some(pending) = pending {
                self.snapshots.release(&pending);
            }
            let key = self.tree.changes.key(node);
            self.tree.remove(node);
            self.batch.given.extend(key);
        }
        self.tell(running, journal)
    }

    /// Tells of the user's functions that became known.
    fn tell_functions(&mut self) {
        let program = self.machine.program();
        for id in self.coverage.take_added() {
            if let Some(function) = program.loaded_function(id) {
                let code = FunctionCode::of(&**program, &function);
                self.batch.functions.push(code);
            }
        }
    }

    fn tell_nodes(&mut self, running: Option<&Entered>) {
        for node in self.tree.changes.take_visited() {
            let Some(key) = self.tree.changes.key(node) else {
                continue;
            };
            if running.is_some_and(|running| running.node == node) {
                self.tree.changes.note_visited(node);
            } else if !self.tree.is_pending(node) {
                self.batch.opened.push(key);
            }
        }
        self.batch
            .finished
            .extend(self.tree.changes.take_finished());
        for node in self.tree.changes.take_added() {
            if self.tree.is_live(node) {
                self.tell_node(node, running);
            }
        }
    }

    /// Tells of a node, and of those above it before.
    fn tell_node(&mut self, node: NodeId, running: Option<&Entered>) {
        let mut untold = Vec::new();
        let mut above = node;
        while above != NodeId::ROOT && self.tree.changes.key(above).is_none() {
            untold.push(above);
            above = self.tree.parent(above);
        }
        for node in untold.into_iter().rev() {
            let parent = self.tree.changes.key(self.tree.parent(node));
            let key = self.tree.changes.tell(node);
            let running = running.filter(|running| running.node == node);
            if running.is_some() {
                self.tree.changes.note_visited(node);
            }
            let pending = self.pending_node(node, running);
            self.batch.added.push(AddedNode {
                key,
                parent: parent.expect("nodes above are told of before"),
                choice: self.tree.choice(node),
                pending,
            });
        }
    }

    /// What others need to visit a node.
    fn pending_node(&mut self, node: NodeId, running: Option<&Entered>) -> Option<PendingNode> {
        let above = match (running, self.pending.get(node)) {
            (Some(running), _) => running.above.clone(),
            (None, Some(Pending::Arm { point, .. })) => point.above.clone(),
            (None, Some(Pending::Paused(paused))) => paused.above.clone(),
            (None, Some(Pending::Values(others))) => others.point.above.clone(),
            // These have their names from elsewhere.
            (None, Some(Pending::Task(_) | Pending::Inherited(_)) | None) => return None,
        };
        Some(PendingNode {
            run: self.tell_run(&above.run),
            path: if running.is_some() { 0 } else { above.run.path },
            hash: above.hash,
            depth: above.depth,
            since_new: above.since_new,
        })
    }

    /// Tells of a model, and of those it is derived from before.
    fn tell_run(&mut self, run: &Rc<Run>) -> RunKey {
        let mut untold: Vec<Rc<Run>> = Vec::new();
        let mut next = Some(run.clone());
        while let Some(run) = next.filter(|run| run.key().is_none()) {
            next = run.base();
            untold.push(run);
        }
        for run in untold.iter().rev() {
            let base = run.base().unwrap_or_else(|| self.zero.clone());
            let changes = run.model.changes_since(&base.model);
            let inputs = changes
                .into_iter()
                .filter_map(|(input, value)| self.input_value(input, value))
                .collect();
            let key = RunKey(self.tree.changes.draw());
            run.set_told(key);
            self.batch.runs.push(crate::batch::Run {
                key,
                base: base.key().unwrap_or(RunKey::ZERO),
                inputs,
            });
        }
        run.key().unwrap_or(RunKey::ZERO)
    }

    /// An input's value in words that every process understands; unset ones are zero.
    fn input_value(&self, input: InputId, value: Option<Value>) -> Option<InputValue> {
        let (ordinal, name) = self.machine.input_key(input)?;
        let width = self.machine.pool.width(self.machine.pool.input_term(input));
        let bits = match value {
            Some(Value::Bits(bits)) => bits,
            Some(Value::Bool(_) | Value::Array(_)) | None => Bits::zero(width),
        };
        Some(InputValue {
            ordinal,
            name: name.clone(),
            width,
            bytes: bits.to_le_bytes(),
        })
    }
}
