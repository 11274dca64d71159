//! Clauses for the part of the circuit that a question needs (Tseitin's transformation).

use super::graph::{Edge, Gate, Graph};
use super::sat::{Literal, SatSolver, Variable};

/// Most operands that nested conjunctions are merged into.
const MERGE_LIMIT: usize = 64;

/// Which node has which variable.
#[derive(Default)]
pub(super) struct Encoder {
    /// Variable plus one by node; 0 for nodes without clauses.
    variables: Vec<u32>,
    clause: Vec<Literal>,
    leaves: Vec<Edge>,
}

impl Encoder {
    pub(super) fn variable(&self, node: usize) -> Option<Variable> {
        self.variables
            .get(node)
            .copied()
            .unwrap_or(0)
            .checked_sub(1)
    }

    pub(super) fn memory(&self) -> usize {
        self.variables.capacity() * 4
    }

    /// Literal of an edge whose node has a variable.
    pub(super) fn literal(&self, edge: Edge) -> Literal {
        let variable = self
            .variable(edge.node())
            .expect("operands are encoded before their users");
        Literal::new(variable, edge.is_inverted())
    }

    /// Operands of a node as its clauses see them: conjunctions that nothing else refers to are
    /// merged into their user, as long as they have no variable of their own.
    pub(super) fn operands(&mut self, graph: &Graph, node: usize) -> &[Edge] {
        self.leaves.clear();
        match graph.gate(node) {
            Gate::False | Gate::Variable(_) => {}
            Gate::Xor(a, b) => self.leaves.extend([a, b]),
            Gate::Mux(a, b, c) | Gate::Majority(a, b, c) => self.leaves.extend([a, b, c]),
            Gate::And(a, b) => self.merge_conjunction(graph, a, b),
        }
        &self.leaves
    }

    fn merge_conjunction(&mut self, graph: &Graph, a: Edge, b: Edge) {
        self.leaves.extend([a, b]);
        let mut at = 0;
        while at < self.leaves.len() {
            let e = self.leaves[at];
            let mergeable = !e.is_inverted()
                && graph.is_used_once(e.node())
                && self.variable(e.node()).is_none()
                && self.leaves.len() < MERGE_LIMIT;
            match graph.gate(e.node()) {
                Gate::And(x, y) if mergeable => {
                    self.leaves[at] = x;
                    self.leaves.push(y);
                }
                Gate::And(..)
                | Gate::False
                | Gate::Variable(_)
                | Gate::Xor(..)
                | Gate::Mux(..)
                | Gate::Majority(..) => at += 1,
            }
        }
    }

    /// Gives a node its variable and clauses; its operands (as of [`Encoder::operands`]) have
    /// theirs already.
    pub(super) fn encode(&mut self, graph: &Graph, sat: &mut dyn SatSolver, node: usize) {
        let operands = std::mem::take(&mut self.leaves);
        let variable = sat.new_variable();
        if self.variables.len() <= node {
            self.variables.resize(graph.len().max(node + 1), 0);
        }
        self.variables[node] = variable + 1;
        let o = Literal::new(variable, false);
        match graph.gate(node) {
            Gate::False => sat.add_clause(&[!o]),
            Gate::Variable(_) => {}
            Gate::And(..) => self.encode_and(sat, o, &operands),
            Gate::Xor(a, b) => {
                let (a, b) = (self.literal(a), self.literal(b));
                for clause in [[!o, a, b], [!o, !a, !b], [o, !a, b], [o, a, !b]] {
                    sat.add_clause(&clause);
                }
            }
            Gate::Mux(c, t, e) => {
                let (c, t, e) = (self.literal(c), self.literal(t), self.literal(e));
                for clause in [[!o, !c, t], [o, !c, !t], [!o, c, e], [o, c, !e]] {
                    sat.add_clause(&clause);
                }
                // Implied, but they let the output follow when both choices agree.
                sat.add_clause(&[!t, !e, o]);
                sat.add_clause(&[t, e, !o]);
            }
            Gate::Majority(a, b, c) => {
                let (a, b, c) = (self.literal(a), self.literal(b), self.literal(c));
                for (x, y) in [(a, b), (a, c), (b, c)] {
                    sat.add_clause(&[!x, !y, o]);
                    sat.add_clause(&[x, y, !o]);
                }
            }
        }
        self.leaves = operands;
    }

    fn encode_and(&mut self, sat: &mut dyn SatSolver, o: Literal, operands: &[Edge]) {
        let mut clause = std::mem::take(&mut self.clause);
        clause.clear();
        clause.extend(operands.iter().map(|&e| self.literal(e)));
        clause.sort_unstable();
        clause.dedup();
        for &l in &clause {
            sat.add_clause(&[!o, l]);
        }
        if clause.windows(2).any(|w| w[0] == !w[1]) {
            // Merged operands contradict each other: the conjunction is false already.
            self.clause = clause;
            return;
        }
        for l in &mut clause {
            *l = !*l;
        }
        clause.push(o);
        sat.add_clause(&clause);
        self.clause = clause;
    }
}
