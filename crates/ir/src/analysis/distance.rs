//! Distances to targets, kept up to date while targets come and go.

use super::distance_graph::{CodePoint, DistanceGraph, Target, finite};
use super::return_distance::{UNREACHABLE, add};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::sync::Arc;

/// What keeping distances up to date has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DistanceStatistics {
    /// Targets added.
    pub added: u64,
    /// Targets removed.
    pub removed: u64,
    /// Nodes whose distance was computed.
    pub updated_nodes: u64,
}

/// Least numbers of instructions to the nearest target.
///
/// Paths go into calls and over them but not out of the function they start in; the way through
/// callers is that of [`Distances::distance`], which knows the call stack. Every path counted is
/// one of the call and return structure, so the number is a lower bound of what execution needs.
/// A function without body and an indirect call without candidates count as one instruction.
#[derive(Clone, Debug)]
pub struct Distances {
    graph: Arc<DistanceGraph>,
    to_target: Vec<u64>,
    /// Next node on the way to the nearest target; itself for a target.
    next: Vec<u32>,
    /// Number of times that a node is a target.
    targets: Vec<u32>,
    statistics: DistanceStatistics,
}

const NONE: u32 = u32::MAX;

impl Distances {
    /// Distances without any target yet.
    pub fn new(graph: Arc<DistanceGraph>) -> Distances {
        let count = graph.node_count();
        Distances {
            graph,
            to_target: vec![UNREACHABLE; count],
            next: vec![NONE; count],
            targets: vec![0; count],
            statistics: DistanceStatistics::default(),
        }
    }

    /// Adds targets; those that the program does not have are ignored.
    pub fn add(&mut self, targets: impl IntoIterator<Item = Target>) {
        let mut queue = BinaryHeap::new();
        for node in targets
            .into_iter()
            .filter_map(|target| self.graph.target(target))
        {
            self.statistics.added += 1;
            self.targets[node as usize] += 1;
            if self.to_target[node as usize] != 0 {
                queue.push(Reverse((0, node, node)));
            }
        }
        self.relax(queue);
    }

    /// Removes targets that were added before; only what was nearest to them is computed anew.
    pub fn remove(&mut self, targets: impl IntoIterator<Item = Target>) {
        let mut lost = Vec::new();
        for node in targets
            .into_iter()
            .filter_map(|target| self.graph.target(target))
        {
            let count = &mut self.targets[node as usize];
            if *count > 0 {
                self.statistics.removed += 1;
                *count -= 1;
                if *count == 0 && self.next[node as usize] == node {
                    lost.push(node);
                }
            }
        }
        let lost = self.forget(lost);
        let mut queue = BinaryHeap::new();
        for node in lost {
            // A target that another one was as near to.
            if self.targets[node as usize] > 0 {
                queue.push(Reverse((0, node, node)));
            }
            for (to, weight) in self.graph.forward.of(node) {
                let distance = add(self.to_target[*to as usize], *weight);
                if distance != UNREACHABLE {
                    queue.push(Reverse((distance, node, *to)));
                }
            }
        }
        self.relax(queue);
    }

    /// Makes nodes and all whose way leads through them unreachable; returns these.
    fn forget(&mut self, mut lost: Vec<u32>) -> Vec<u32> {
        for node in &lost {
            self.to_target[*node as usize] = UNREACHABLE;
            self.next[*node as usize] = NONE;
        }
        let mut done = 0;
        while let Some(node) = lost.get(done).copied() {
            done += 1;
            for (user, _) in self.graph.backward.of(node) {
                if self.next[*user as usize] == node {
                    self.to_target[*user as usize] = UNREACHABLE;
                    self.next[*user as usize] = NONE;
                    lost.push(*user);
                }
            }
        }
        lost
    }

    /// Dijkstra's algorithm from offers `(distance, node, next)` until none is an improvement.
    fn relax(&mut self, mut queue: BinaryHeap<Reverse<(u64, u32, u32)>>) {
        while let Some(Reverse((distance, node, next))) = queue.pop() {
            if distance >= self.to_target[node as usize] {
                continue;
            }
            self.to_target[node as usize] = distance;
            self.next[node as usize] = next;
            self.statistics.updated_nodes += 1;
            for (user, weight) in self.graph.backward.of(node) {
                let offer = add(distance, *weight);
                if offer < self.to_target[*user as usize] {
                    queue.push(Reverse((offer, *user, node)));
                }
            }
        }
    }

    /// Least number of instructions from a point to a target without leaving its function; 0 at
    /// the start of a target block.
    pub fn to_target(&self, point: CodePoint) -> Option<u64> {
        let (node, ahead) = self.graph.locate(point)?;
        finite(add(self.to_target[node as usize], ahead))
    }

    /// Least number of instructions from the start of a block or from an edge to a target without
    /// leaving the function; 0 if it is one itself.
    pub fn from_target_to_target(&self, from: Target) -> Option<u64> {
        finite(self.to_target[self.graph.target(from)? as usize])
    }

    /// Least number of instructions to return from the function of a point.
    pub fn to_return(&self, point: CodePoint) -> Option<u64> {
        self.graph.to_return(point)
    }

    /// Least number of instructions to a target from a call stack: the innermost point first,
    /// then those where its callers go on.
    pub fn distance(&self, stack: impl IntoIterator<Item = CodePoint>) -> Option<u64> {
        let mut best = UNREACHABLE;
        let mut returned = 0;
        for point in stack {
            let target = self.to_target(point).unwrap_or(UNREACHABLE);
            best = best.min(add(returned, target));
            returned = add(returned, self.to_return(point).unwrap_or(UNREACHABLE));
            if returned >= best {
                break;
            }
        }
        finite(best)
    }

    /// True if there is no target.
    pub fn is_empty(&self) -> bool {
        self.statistics.added == self.statistics.removed
    }

    /// The graph measured on.
    pub fn graph(&self) -> &Arc<DistanceGraph> {
        &self.graph
    }

    /// What it has cost.
    pub fn statistics(&self) -> DistanceStatistics {
        self.statistics
    }
}
