//! Strongly connected components of a graph over dense nodes.

use petgraph::graph::DiGraph;

/// Components of a graph over dense nodes: in the order of [`Components::all`], edges lead only
/// within a component or to an earlier one (callees come before callers).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    all: Vec<Vec<u32>>,
    component: Vec<u32>,
}

impl Components {
    /// Components of the graph with those successors.
    pub fn new<'g>(count: usize, successors: impl Fn(u32) -> &'g [u32]) -> Components {
        let mut graph = DiGraph::<(), ()>::with_capacity(count, 0);
        for _ in 0..count {
            graph.add_node(());
        }
        for node in 0..count as u32 {
            for &successor in successors(node) {
                graph.add_edge(node.into(), successor.into(), ());
            }
        }
        // Kosaraju's and not Tarjan's: petgraph's Tarjan recurses, and call chains are long.
        let mut all = Vec::new();
        let mut component = vec![0; count];
        for nodes in petgraph::algo::kosaraju_scc(&graph) {
            let mut nodes: Vec<u32> = nodes.iter().map(|node| node.index() as u32).collect();
            nodes.sort_unstable();
            for &node in &nodes {
                component[node as usize] = all.len() as u32;
            }
            all.push(nodes);
        }
        Components { all, component }
    }

    /// Every component, its nodes ascending.
    pub fn all(&self) -> &[Vec<u32>] {
        &self.all
    }

    /// Index of the component of a node.
    pub fn of(&self, node: u32) -> u32 {
        self.component[node as usize]
    }
}
