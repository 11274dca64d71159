//! The frontier of a run as batches tell it: what is left to explore, without states and terms.

use super::batch::{AddedNode, Batch, PendingNode, Run};
use crate::tree::{InputValue, NodeKey, RunKey, Task};
use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};

/// Who works on a node; 0 if there are no workers.
pub type Owner = u32;

/// The unfinished part of the tree, with the models that its tasks need. Its memory is bounded by
/// that of the explorers it mirrors.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Frontier {
    nodes: FxHashMap<NodeKey, FrontierNode>,
    runs: FxHashMap<RunKey, FollowedModel>,
    pending: usize,
    /// Pending nodes by owner.
    owned: FxHashMap<Owner, usize>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct FrontierNode {
    parent: NodeKey,
    choice: u64,
    owner: Owner,
    /// Nodes right below.
    children: u32,
    /// Its explorer has nothing to do below it any more.
    finished: bool,
    pending: Option<PendingNode>,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
struct FollowedModel {
    base: RunKey,
    inputs: Vec<InputValue>,
    /// Pending nodes and models that refer to it.
    uses: u32,
}

impl Default for Frontier {
    fn default() -> Frontier {
        Frontier::new()
    }
}

impl Frontier {
    /// The whole tree is left to explore.
    pub fn new() -> Frontier {
        Frontier::at(NodeKey::ROOT)
    }

    /// The whole tree of a start ([`NodeKey::start`]) is left to explore.
    pub fn at(start: NodeKey) -> Frontier {
        let root = FrontierNode {
            parent: start,
            choice: 0,
            owner: 0,
            children: 0,
            finished: false,
            pending: Some(PendingNode {
                run: RunKey::ZERO,
                path: 0,
                hash: 0,
                depth: 0,
                since_new: 0,
            }),
        };
        Frontier {
            nodes: FxHashMap::from_iter([(start, root)]),
            runs: FxHashMap::default(),
            pending: 1,
            owned: FxHashMap::from_iter([(0, 1)]),
        }
    }

    /// Nothing is left to explore.
    pub(crate) fn nothing() -> Frontier {
        Frontier {
            nodes: FxHashMap::default(),
            runs: FxHashMap::default(),
            pending: 0,
            owned: FxHashMap::default(),
        }
    }

    /// Applies what an explorer did.
    pub fn apply(&mut self, batch: &Batch, owner: Owner) {
        for run in &batch.runs {
            self.add_run(run);
        }
        for added in &batch.added {
            self.add_node(added, owner);
        }
        for &node in &batch.opened {
            self.set_visited(node);
        }
        for &node in &batch.finished {
            self.finish(node);
        }
        // A model that no node came to refer to.
        for run in &batch.runs {
            self.release_unused(run.key);
        }
    }

    fn add_run(&mut self, run: &Run) {
        if let Some(base) = self.runs.get_mut(&run.base) {
            base.uses += 1;
        }
        let model = FollowedModel {
            base: run.base,
            inputs: run.inputs.clone(),
            uses: 0,
        };
        self.runs.insert(run.key, model);
    }

    fn add_node(&mut self, added: &AddedNode, owner: Owner) {
        if let Some(parent) = self.nodes.get_mut(&added.parent) {
            parent.children += 1;
        }
        if let Some(pending) = added.pending {
            self.pending += 1;
            *self.owned.entry(owner).or_default() += 1;
            if let Some(run) = self.runs.get_mut(&pending.run) {
                run.uses += 1;
            }
        }
        let node = FrontierNode {
            parent: added.parent,
            choice: added.choice,
            owner,
            children: 0,
            finished: false,
            pending: added.pending,
        };
        self.nodes.insert(added.key, node);
    }

    fn set_visited(&mut self, key: NodeKey) {
        let Some(node) = self.nodes.get_mut(&key) else {
            return;
        };
        if let Some(pending) = node.pending.take() {
            self.pending -= 1;
            *self.owned.entry(node.owner).or_default() -= 1;
            if let Some(run) = self.runs.get_mut(&pending.run) {
                run.uses -= 1;
            }
            self.release_unused(pending.run);
        }
    }

    /// A worker is gone: the nodes that it had visited are finished when all below them are.
    pub(crate) fn abandon(&mut self, owner: Owner) {
        let visited =
            |(_, node): &(&NodeKey, &FrontierNode)| node.owner == owner && node.pending.is_none();
        let visited = self.nodes.iter().filter(visited).map(|(&key, _)| key);
        let mut visited: Vec<NodeKey> = visited.collect();
        visited.sort_unstable();
        for node in visited {
            self.finish(node);
        }
    }

    /// Nothing is left below a node, as far as its explorer knows; what it gave to others is.
    pub(crate) fn finish(&mut self, key: NodeKey) {
        self.set_visited(key);
        if let Some(node) = self.nodes.get_mut(&key) {
            node.finished = true;
        }
        let mut key = key;
        while let Some(node) = self.nodes.get(&key)
            && node.finished
            && node.children == 0
        {
            let parent = node.parent;
            self.nodes.remove(&key);
            if key.is_start() {
                return;
            }
            if let Some(parent) = self.nodes.get_mut(&parent) {
                parent.children -= 1;
            }
            key = parent;
        }
    }

    fn release_unused(&mut self, key: RunKey) {
        let mut key = key;
        while let Some(run) = self.runs.get(&key)
            && run.uses == 0
        {
            let base = run.base;
            self.runs.remove(&key);
            if let Some(base) = self.runs.get_mut(&base) {
                base.uses -= 1;
            }
            key = base;
        }
    }

    /// Number of nodes left to visit; none are left if and only if the tree is explored.
    pub fn pending(&self) -> usize {
        self.pending
    }

    /// Nodes left to visit, ascending.
    pub fn pending_nodes(&self) -> Vec<NodeKey> {
        self.pending_where(|_| true)
    }

    /// Nodes that this worker has to visit, ascending.
    pub fn owned_by(&self, owner: Owner) -> Vec<NodeKey> {
        self.pending_where(|node| node.owner == owner)
    }

    fn pending_where(&self, which: impl Fn(&FrontierNode) -> bool) -> Vec<NodeKey> {
        let nodes = self.nodes.iter();
        let nodes = nodes.filter(|(_, node)| node.pending.is_some() && which(node));
        let mut keys: Vec<NodeKey> = nodes.map(|(&key, _)| key).collect();
        keys.sort_unstable();
        keys
    }

    /// Number of nodes that this worker has to visit.
    pub(crate) fn owned_count(&self, owner: Owner) -> usize {
        self.owned.get(&owner).copied().unwrap_or(0)
    }

    /// Somebody else works on a node from now on.
    pub fn set_owner(&mut self, node: NodeKey, owner: Owner) {
        if let Some(node) = self.nodes.get_mut(&node) {
            if node.pending.is_some() {
                *self.owned.entry(node.owner).or_default() -= 1;
                *self.owned.entry(owner).or_default() += 1;
            }
            node.owner = owner;
        }
    }

    /// Number of choices that lead to a node.
    pub(crate) fn depth(&self, key: NodeKey) -> u32 {
        let mut depth = 0;
        let mut at = key;
        while !at.is_start()
            && let Some(node) = self.nodes.get(&at)
        {
            depth += 1;
            at = node.parent;
        }
        depth
    }

    /// The task of a pending node; `None` if the node is not pending.
    pub fn task(&self, key: NodeKey) -> Option<Task> {
        let pending = self.nodes.get(&key)?.pending?;
        let mut choices = Vec::new();
        let mut at = key;
        while !at.is_start() {
            let node = self.nodes.get(&at)?;
            choices.push(node.choice);
            at = node.parent;
        }
        choices.reverse();
        Some(Task {
            node: key,
            choices,
            inputs: self.inputs(pending.run),
            run: pending.run,
            hash: pending.hash,
            since_new: pending.since_new,
        })
    }

    /// The whole of a model, by the ordinal of its inputs.
    fn inputs(&self, run: RunKey) -> Vec<InputValue> {
        let mut values: FxHashMap<(u32, &str, u32), &InputValue> = FxHashMap::default();
        let mut next = run;
        while let Some(model) = self.runs.get(&next) {
            for input in &model.inputs {
                let key = (input.ordinal, &*input.name, input.width);
                values.entry(key).or_insert(input);
            }
            next = model.base;
        }
        let mut inputs: Vec<InputValue> = values.into_values().cloned().collect();
        inputs.sort_unstable_by(|a, b| {
            (a.ordinal, &a.name, a.width).cmp(&(b.ordinal, &b.name, b.width))
        });
        inputs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree::KeyRange;

    fn input(ordinal: u32, byte: u8) -> InputValue {
        InputValue {
            ordinal,
            name: "x".into(),
            width: 8,
            bytes: vec![byte],
        }
    }

    /// The key of that number.
    fn key(number: u64) -> NodeKey {
        match number {
            0 => NodeKey::ROOT,
            number => NodeKey(KeyRange::first().draw() + number),
        }
    }

    fn pending(run: u64) -> Option<PendingNode> {
        Some(PendingNode {
            run: RunKey(run),
            path: run,
            hash: 7,
            depth: 2,
            since_new: 0,
        })
    }

    fn node(own: u64, parent: u64, choice: u64, pending: Option<PendingNode>) -> AddedNode {
        AddedNode {
            key: key(own),
            parent: key(parent),
            choice,
            pending,
        }
    }

    fn run(key: u64, base: u64, inputs: Vec<InputValue>) -> Run {
        Run {
            key: RunKey(key),
            base: RunKey(base),
            inputs,
        }
    }

    #[test]
    fn tasks_have_the_choices_and_the_model_that_lead_to_them() {
        let mut frontier = Frontier::new();
        let first = Batch {
            runs: vec![run(1, 0, vec![input(0, 5), input(1, 6)])],
            added: vec![node(1, 0, 1, None), node(2, 1, 0, pending(1))],
            opened: vec![NodeKey::ROOT],
            ..Batch::default()
        };
        frontier.apply(&first, 3);
        let second = Batch {
            runs: vec![run(2, 1, vec![input(1, 9)])],
            added: vec![node(3, 2, 4, pending(2))],
            opened: vec![key(2)],
            ..Batch::default()
        };
        frontier.apply(&second, 3);
        assert_eq!(frontier.pending(), 1);
        assert_eq!(frontier.owned_by(3), [key(3)]);
        let task = frontier.task(key(3)).expect("it is pending");
        assert_eq!(task.choices, [1, 0, 4]);
        assert_eq!(task.inputs, [input(0, 5), input(1, 9)]);
        assert_eq!(task.hash, 7);
    }

    #[test]
    fn what_a_dead_worker_had_visited_is_forgotten_with_what_is_below() {
        let mut frontier = Frontier::new();
        let first = Batch {
            added: vec![node(1, 0, 1, None), node(2, 1, 0, pending(0))],
            opened: vec![NodeKey::ROOT],
            ..Batch::default()
        };
        frontier.set_owner(NodeKey::ROOT, 1);
        frontier.apply(&first, 1);
        frontier.abandon(1);
        assert_eq!(frontier.owned_by(1), [key(2)], "this is left to visit");
        frontier.set_owner(key(2), 2);
        let finished = Batch {
            finished: vec![key(2)],
            ..Batch::default()
        };
        frontier.apply(&finished, 2);
        assert_eq!(frontier.pending(), 0);
        assert!(frontier.nodes.is_empty());
    }

    #[test]
    fn finished_subtrees_are_forgotten_unless_others_work_on_parts_of_them() {
        let mut frontier = Frontier::new();
        let first = Batch {
            runs: vec![run(1, 0, vec![input(0, 5)])],
            added: vec![
                node(1, 0, 1, None),
                node(2, 1, 0, pending(1)),
                node(3, 0, 0, pending(1)),
            ],
            opened: vec![NodeKey::ROOT],
            ..Batch::default()
        };
        frontier.apply(&first, 1);
        frontier.set_owner(key(2), 2);
        let finished = |keys: &[u64]| Batch {
            finished: keys.iter().map(|&number| key(number)).collect(),
            ..Batch::default()
        };
        // Worker 1 gave node 2 away and has finished all else.
        frontier.apply(&finished(&[1, 3]), 1);
        let task = frontier.task(key(2)).expect("it is pending");
        assert_eq!(task.choices, [1, 0]);
        assert_eq!(task.inputs, [input(0, 5)]);
        frontier.apply(&finished(&[2]), 2);
        assert_eq!(frontier.pending(), 0);
        assert_eq!(frontier.nodes.len(), 1, "only the root is left");
        assert!(frontier.runs.is_empty());
    }
}
