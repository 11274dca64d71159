//! Least instructions until a function returns: Knuth's generalisation of Dijkstra's algorithm
//! ("A Generalization of Dijkstra's Algorithm", 1977), since a call costs the sum of two unknowns.

use super::distance_graph::{Node, NodeKind};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The distance of what cannot be reached.
pub(super) const UNREACHABLE: u64 = u64::MAX;

/// A sum of distances; a reachable one stays below [`UNREACHABLE`] however long it is.
pub(super) fn add(a: u64, b: u64) -> u64 {
    if a == UNREACHABLE || b == UNREACHABLE {
        return UNREACHABLE;
    }
    a.saturating_add(b).min(UNREACHABLE - 1)
}

/// The distance of every node to the return of its function; of a set of callees, that of the
/// nearest return of one. `first_set` is the node of the first of these sets.
pub(super) fn compute(nodes: &[Node], first_set: u32) -> Vec<u64> {
    let users = users(nodes, first_set);
    let mut search = Search {
        nodes,
        first_set,
        distances: vec![UNREACHABLE; nodes.len()],
        settled: vec![false; nodes.len()],
        queue: BinaryHeap::new(),
    };
    for (node, contents) in nodes.iter().enumerate() {
        match contents.kind {
            NodeKind::Return => search.offer(node as u32, 1),
            NodeKind::Callees {
                without_return: Some(cost),
            } => search.offer(node as u32, cost),
            NodeKind::Callees {
                without_return: None,
            }
            | NodeKind::Call(_)
            | NodeKind::Pass
            | NodeKind::Stop => {}
        }
    }
    while let Some(Reverse((distance, node))) = search.queue.pop() {
        if std::mem::replace(&mut search.settled[node as usize], true) {
            continue;
        }
        for (user, weight) in &users[node as usize] {
            match nodes[*user as usize].kind {
                NodeKind::Call(set) => search.offer_call(*user, set),
                NodeKind::Pass | NodeKind::Callees { .. } => {
                    search.offer(*user, add(distance, *weight));
                }
                NodeKind::Return | NodeKind::Stop => {}
            }
        }
    }
    search.distances
}

/// By node: the nodes whose distance depends on it.
fn users(nodes: &[Node], first_set: u32) -> Vec<Vec<(u32, u64)>> {
    let mut users = vec![Vec::new(); nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        for (to, weight) in &node.next {
            users[*to as usize].push((index as u32, *weight));
        }
        if let NodeKind::Call(set) = node.kind {
            users[(first_set + set) as usize].push((index as u32, 0));
        }
    }
    users
}

struct Search<'a> {
    nodes: &'a [Node],
    first_set: u32,
    distances: Vec<u64>,
    settled: Vec<bool>,
    queue: BinaryHeap<Reverse<(u64, u32)>>,
}

impl Search<'_> {
    fn offer(&mut self, node: u32, distance: u64) {
        if distance < self.distances[node as usize] {
            self.distances[node as usize] = distance;
            self.queue.push(Reverse((distance, node)));
        }
    }

    /// Offers the distance of a call if both its callees and its continuation are settled.
    fn offer_call(&mut self, node: u32, set: u32) {
        let callees = self.first_set + set;
        let [(next, gap)] = self.nodes[node as usize].next[..] else {
            return;
        };
        if self.settled[callees as usize] && self.settled[next as usize] {
            let (inside, after) = (
                self.distances[callees as usize],
                self.distances[next as usize],
            );
            self.offer(node, add(add(inside, gap), after));
        }
    }
}
