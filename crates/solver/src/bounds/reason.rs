//! Why a bound holds: a shared tree of the constraints it was derived from.

/// A node of the tree; [`Reason::AXIOM`] needs no constraint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Reason(u32);

impl Reason {
    /// Holds by itself.
    pub(crate) const AXIOM: Reason = Reason(0);
}

#[derive(Clone, Copy)]
enum ReasonNode {
    Axiom,
    /// A constraint, by its index in the set.
    Constraint(u32),
    Both(Reason, Reason),
}

/// The arena of reasons of one refutation attempt.
pub(crate) struct Reasons {
    nodes: Vec<ReasonNode>,
}

impl Reasons {
    pub(crate) fn new() -> Reasons {
        Reasons {
            nodes: vec![ReasonNode::Axiom],
        }
    }

    pub(crate) fn constraint(&mut self, index: usize) -> Reason {
        self.push(ReasonNode::Constraint(index as u32))
    }

    pub(crate) fn both(&mut self, a: Reason, b: Reason) -> Reason {
        if a == Reason::AXIOM || a == b {
            return b;
        }
        if b == Reason::AXIOM {
            return a;
        }
        self.push(ReasonNode::Both(a, b))
    }

    fn push(&mut self, node: ReasonNode) -> Reason {
        self.nodes.push(node);
        Reason((self.nodes.len() - 1) as u32)
    }

    /// Number of nodes, as a measure of work done.
    pub(crate) fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The indices of the constraints below a reason, ascending.
    pub(crate) fn explain(&self, reason: Reason) -> Vec<usize> {
        let mut seen = vec![false; self.nodes.len()];
        let mut constraints = Vec::new();
        let mut pending = vec![reason];
        while let Some(Reason(i)) = pending.pop() {
            if std::mem::replace(&mut seen[i as usize], true) {
                continue;
            }
            match self.nodes[i as usize] {
                ReasonNode::Axiom => {}
                ReasonNode::Constraint(index) => constraints.push(index as usize),
                ReasonNode::Both(a, b) => pending.extend([a, b]),
            }
        }
        constraints.sort_unstable();
        constraints.dedup();
        constraints
    }
}
