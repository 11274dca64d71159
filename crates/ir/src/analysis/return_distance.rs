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

/// The distance of every node to the return of its function, given the entry nodes of functions.
pub(super) fn compute(nodes: &[Node], entries: &[Option<u32>]) -> Vec<u64> {
    let mut search = Search {
        nodes,
        distances: vec![UNREACHABLE; nodes.len()],
        callee: vec![UNREACHABLE; nodes.len()],
        settled: vec![false; nodes.len()],
        queue: BinaryHeap::new(),
    };
    let (predecessors, sites) = users(nodes, entries);
    for (node, contents) in nodes.iter().enumerate() {
        match contents.kind {
            NodeKind::Return => search.offer(node as u32, 1),
            NodeKind::Call { steps: true, .. } => search.callee[node] = 0,
            NodeKind::Call { steps: false, .. } | NodeKind::Pass | NodeKind::Stop => {}
        }
    }
    while let Some(Reverse((distance, node))) = search.queue.pop() {
        if std::mem::replace(&mut search.settled[node as usize], true) {
            continue;
        }
        for (user, weight) in &predecessors[node as usize] {
            match nodes[*user as usize].kind {
                NodeKind::Call { .. } => search.offer_call(*user),
                NodeKind::Pass => search.offer(*user, add(distance, *weight)),
                NodeKind::Return | NodeKind::Stop => {}
            }
        }
        for site in &sites[node as usize] {
            let callee = &mut search.callee[*site as usize];
            *callee = (*callee).min(distance);
            search.offer_call(*site);
        }
    }
    search.distances
}

/// By node: the nodes it follows, and if it is an entry, the calls of its function.
type Users = (Vec<Vec<(u32, u64)>>, Vec<Vec<u32>>);

fn users(nodes: &[Node], entries: &[Option<u32>]) -> Users {
    let mut predecessors = vec![Vec::new(); nodes.len()];
    let mut sites = vec![Vec::new(); nodes.len()];
    for (index, node) in nodes.iter().enumerate() {
        for (to, weight) in &node.next {
            predecessors[*to as usize].push((index as u32, *weight));
        }
        if let NodeKind::Call { callees, .. } = &node.kind {
            for entry in callees.iter().filter_map(|id| entries[id.0 as usize]) {
                sites[entry as usize].push(index as u32);
            }
        }
    }
    (predecessors, sites)
}

struct Search<'a> {
    nodes: &'a [Node],
    distances: Vec<u64>,
    /// For calls: the least distance of a settled callee.
    callee: Vec<u64>,
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

    /// Offers the distance of a call if both callee and continuation are settled.
    fn offer_call(&mut self, node: u32) {
        let callee = self.callee[node as usize];
        let [(next, gap)] = self.nodes[node as usize].next[..] else {
            return;
        };
        if callee != UNREACHABLE && self.settled[next as usize] {
            self.offer(node, add(add(self.distances[next as usize], callee), gap));
        }
    }
}
