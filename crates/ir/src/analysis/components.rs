//! Strongly connected components, by Tarjan's algorithm ("Depth-First Search and Linear Graph
//! Algorithms", 1972) with an explicit stack.

/// Components of a graph over dense nodes: in the order of [`Components::all`], edges lead only
/// within a component or to an earlier one (callees come before callers).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Components {
    all: Vec<Vec<u32>>,
    component: Vec<u32>,
}

const NEW: u32 = u32::MAX;

impl Components {
    /// Components of the graph with those successors.
    pub fn new<'g>(count: usize, successors: impl Fn(u32) -> &'g [u32]) -> Components {
        let mut search = Search {
            order: vec![NEW; count],
            low: vec![0; count],
            open: Vec::new(),
            result: Components {
                all: Vec::new(),
                component: vec![NEW; count],
            },
            next: 0,
        };
        for root in 0..count as u32 {
            if search.order[root as usize] == NEW {
                search.run(root, &successors);
            }
        }
        search.result
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

struct Search {
    order: Vec<u32>,
    low: Vec<u32>,
    /// Nodes whose component is not complete.
    open: Vec<u32>,
    result: Components,
    next: u32,
}

impl Search {
    fn enter(&mut self, node: u32) {
        self.order[node as usize] = self.next;
        self.low[node as usize] = self.next;
        self.next += 1;
        self.open.push(node);
    }

    fn run<'g>(&mut self, root: u32, successors: &impl Fn(u32) -> &'g [u32]) {
        self.enter(root);
        let mut stack = vec![(root, 0)];
        while let Some((node, next)) = stack.last_mut() {
            let node = *node;
            if let Some(successor) = successors(node).get(*next).copied() {
                *next += 1;
                if self.order[successor as usize] == NEW {
                    self.enter(successor);
                    stack.push((successor, 0));
                } else if self.result.component[successor as usize] == NEW {
                    let order = self.order[successor as usize];
                    self.low[node as usize] = self.low[node as usize].min(order);
                }
                continue;
            }
            stack.pop();
            if let Some((parent, _)) = stack.last() {
                let low = self.low[node as usize];
                self.low[*parent as usize] = self.low[*parent as usize].min(low);
            }
            if self.low[node as usize] == self.order[node as usize] {
                self.close(node);
            }
        }
    }

    /// Takes the component of its first node off the open ones.
    fn close(&mut self, first: u32) {
        let start = self.open.iter().rposition(|node| *node == first);
        let mut nodes = self
            .open
            .split_off(start.expect("a component's first node is open"));
        nodes.sort_unstable();
        let index = self.result.all.len() as u32;
        nodes
            .iter()
            .for_each(|node| self.result.component[*node as usize] = index);
        self.result.all.push(nodes);
    }
}
