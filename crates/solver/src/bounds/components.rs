//! Strongly connected components of a small directed graph, without recursion.

use std::collections::VecDeque;

/// Adjacency lists in both directions; an edge is named by its index.
pub(crate) struct DirectedGraph {
    pub(crate) edges: Vec<(usize, usize)>,
    outgoing: Vec<Vec<usize>>,
    incoming: Vec<Vec<usize>>,
}

impl DirectedGraph {
    pub(crate) fn new(nodes: usize, edges: Vec<(usize, usize)>) -> DirectedGraph {
        let mut outgoing = vec![Vec::new(); nodes];
        let mut incoming = vec![Vec::new(); nodes];
        for (i, &(from, to)) in edges.iter().enumerate() {
            outgoing[from].push(i);
            incoming[to].push(i);
        }
        DirectedGraph {
            edges,
            outgoing,
            incoming,
        }
    }

    /// Edges that end in a node.
    pub(crate) fn incoming(&self, node: usize) -> &[usize] {
        &self.incoming[node]
    }

    /// The component of every node, numbered in topological order (Kosaraju's algorithm).
    pub(crate) fn components(&self) -> Vec<usize> {
        let finished = self.finishing_order();
        let mut component = vec![usize::MAX; self.outgoing.len()];
        let mut count = 0;
        for &root in finished.iter().rev() {
            if component[root] != usize::MAX {
                continue;
            }
            let mut pending = vec![root];
            component[root] = count;
            while let Some(node) = pending.pop() {
                for &edge in &self.incoming[node] {
                    let from = self.edges[edge].0;
                    if component[from] == usize::MAX {
                        component[from] = count;
                        pending.push(from);
                    }
                }
            }
            count += 1;
        }
        component
    }

    fn finishing_order(&self) -> Vec<usize> {
        let nodes = self.outgoing.len();
        let mut visited = vec![false; nodes];
        let mut order = Vec::with_capacity(nodes);
        for root in 0..nodes {
            if std::mem::replace(&mut visited[root], true) {
                continue;
            }
            let mut stack = vec![(root, 0)];
            while let Some((node, next)) = stack.last_mut() {
                match self.outgoing[*node].get(*next) {
                    Some(&edge) => {
                        *next += 1;
                        let to = self.edges[edge].1;
                        if !std::mem::replace(&mut visited[to], true) {
                            stack.push((to, 0));
                        }
                    }
                    None => {
                        order.push(*node);
                        stack.pop();
                    }
                }
            }
        }
        order
    }

    /// The edges of a shortest path, which exists if both nodes are in one component.
    pub(crate) fn path(&self, from: usize, to: usize) -> Option<Vec<usize>> {
        let mut reached_by: Vec<Option<usize>> = vec![None; self.outgoing.len()];
        let mut pending = VecDeque::from([from]);
        while let Some(node) = pending.pop_front() {
            if node == to {
                let mut path = Vec::new();
                let mut node = to;
                while node != from {
                    let edge = reached_by[node]?;
                    path.push(edge);
                    node = self.edges[edge].0;
                }
                return Some(path);
            }
            for &edge in &self.outgoing[node] {
                let next = self.edges[edge].1;
                if next != from && reached_by[next].is_none() {
                    reached_by[next] = Some(edge);
                    pending.push_back(next);
                }
            }
        }
        None
    }
}
