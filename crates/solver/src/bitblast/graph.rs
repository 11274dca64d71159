//! The circuit: an and-inverter graph with structural hashing, extended by exclusive-or,
//! multiplexer and majority nodes, which have small clause forms of their own.
//!
//! Constants are propagated and pairs of adjacent gates simplified as in Brummayer & Biere,
//! "Local Two-Level And-Inverter Graph Minimization without Blowup" (2006).

/// An edge of the graph: twice the node, plus one if inverted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Edge(u32);

impl Edge {
    /// Constant false.
    pub const FALSE: Edge = Edge(0);
    /// Constant true.
    pub const TRUE: Edge = Edge(1);

    /// The constant.
    pub fn constant(value: bool) -> Edge {
        Edge(value as u32)
    }

    /// The value of a constant edge.
    pub fn as_constant(self) -> Option<bool> {
        (self.0 < 2).then_some(self.0 == 1)
    }

    /// The node the edge comes from.
    pub fn node(self) -> usize {
        (self.0 >> 1) as usize
    }

    /// True if the edge inverts its node.
    pub fn is_inverted(self) -> bool {
        self.0 & 1 == 1
    }

    /// The edge, inverted if `invert`.
    pub fn xor(self, invert: bool) -> Edge {
        Edge(self.0 ^ invert as u32)
    }

    /// The edge as a number, for hashing.
    pub fn raw(self) -> u32 {
        self.0
    }
}

impl std::ops::Not for Edge {
    type Output = Edge;

    fn not(self) -> Edge {
        Edge(self.0 ^ 1)
    }
}

/// What a node computes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Gate {
    /// Constant false; node 0 only.
    False,
    /// A free variable; the number says what for (see [`Graph::variable`]).
    Variable(u32),
    /// Both operands.
    And(Edge, Edge),
    /// One of two operands, not both; the operands are not inverted.
    Xor(Edge, Edge),
    /// The second operand if the first, else the third; the first two are not inverted.
    Mux(Edge, Edge, Edge),
    /// At least two of three operands; at most one is inverted.
    Majority(Edge, Edge, Edge),
}

/// The graph. Operands have smaller numbers than the gates over them.
pub struct Graph {
    gates: Vec<Gate>,
    /// References from gates, saturating: what is referenced once can be merged into its user.
    uses: Vec<u8>,
    /// Open-addressing table of nodes, by the hash of their gate; 0 is empty.
    table: Vec<u32>,
}

impl Default for Graph {
    fn default() -> Graph {
        Graph {
            gates: vec![Gate::False],
            uses: vec![0],
            table: vec![0; 1024],
        }
    }
}

fn hash(gate: Gate) -> usize {
    let (kind, a, b, c) = match gate {
        Gate::False => (0, 0, 0, 0),
        Gate::Variable(n) => (1, n, 0, 0),
        Gate::And(a, b) => (2, a.0, b.0, 0),
        Gate::Xor(a, b) => (3, a.0, b.0, 0),
        Gate::Mux(a, b, c) => (4, a.0, b.0, c.0),
        Gate::Majority(a, b, c) => (5, a.0, b.0, c.0),
    };
    const K: u64 = 0x9e37_79b9_7f4a_7c15;
    let mut h = (u64::from(a) | u64::from(b) << 32).wrapping_mul(K);
    h = (h ^ h >> 29 ^ u64::from(c) ^ kind << 40).wrapping_mul(K);
    (h >> 24) as usize
}

impl Graph {
    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.gates.len()
    }

    /// True if there is nothing but the constant.
    pub fn is_empty(&self) -> bool {
        self.gates.len() == 1
    }

    /// Estimated memory in bytes.
    pub fn memory(&self) -> usize {
        self.gates.capacity() * 17 + self.table.len() * 4
    }

    /// What a node computes.
    pub fn gate(&self, node: usize) -> Gate {
        self.gates[node]
    }

    /// True if no more than one gate refers to the node.
    pub fn is_used_once(&self, node: usize) -> bool {
        self.uses[node] <= 1
    }

    /// A fresh variable, marked with a number of the caller's choice.
    pub fn variable(&mut self, mark: u32) -> Edge {
        self.push(Gate::Variable(mark))
    }

    fn push(&mut self, gate: Gate) -> Edge {
        let node = self.gates.len() as u32;
        assert!(
            node < 1 << 31,
            "the memory limit keeps the graph below 2^31 nodes"
        );
        self.gates.push(gate);
        self.uses.push(0);
        Edge(node << 1)
    }

    /// The node with this gate, made if there is none.
    fn intern(&mut self, gate: Gate) -> Edge {
        let mask = self.table.len() - 1;
        let mut slot = hash(gate) & mask;
        while self.table[slot] != 0 {
            let node = self.table[slot];
            if self.gates[node as usize] == gate {
                return Edge(node << 1);
            }
            slot = (slot + 1) & mask;
        }
        let edge = self.push(gate);
        self.table[slot] = edge.0 >> 1;
        self.count_uses(gate);
        if self.gates.len() * 2 > self.table.len() {
            self.grow_table();
        }
        edge
    }

    fn count_uses(&mut self, gate: Gate) {
        let mut count = |e: Edge| self.uses[e.node()] = self.uses[e.node()].saturating_add(1);
        match gate {
            Gate::False | Gate::Variable(_) => {}
            Gate::And(a, b) | Gate::Xor(a, b) => [a, b].into_iter().for_each(&mut count),
            Gate::Mux(a, b, c) | Gate::Majority(a, b, c) => {
                [a, b, c].into_iter().for_each(&mut count);
            }
        }
    }

    fn grow_table(&mut self) {
        let mask = self.table.len() * 4 - 1;
        let mut table = vec![0; mask + 1];
        for (node, gate) in self.gates.iter().enumerate() {
            if matches!(gate, Gate::False | Gate::Variable(_)) {
                continue;
            }
            let mut slot = hash(*gate) & mask;
            while table[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            table[slot] = node as u32;
        }
        self.table = table;
    }

    fn and_operands(&self, e: Edge) -> Option<(Edge, Edge)> {
        match self.gates[e.node()] {
            Gate::And(x, y) => Some((x, y)),
            Gate::False
            | Gate::Variable(_)
            | Gate::Xor(..)
            | Gate::Mux(..)
            | Gate::Majority(..) => None,
        }
    }

    /// Conjunction.
    pub fn and(&mut self, mut a: Edge, mut b: Edge) -> Edge {
        // Every round replaces an operand by one of its own operands, so this ends.
        loop {
            if a > b {
                (a, b) = (b, a);
            }
            if a == Edge::FALSE || a == !b {
                return Edge::FALSE;
            }
            if a == Edge::TRUE || a == b {
                return b;
            }
            match self.and_of_gates(a, b) {
                Simplified::Done(e) => return e,
                Simplified::Again(x, y) => (a, b) = (x, y),
                Simplified::New => return self.intern(Gate::And(a, b)),
            }
        }
    }

    fn and_of_gates(&self, a: Edge, b: Edge) -> Simplified {
        let (of_a, of_b) = (self.and_operands(a), self.and_operands(b));
        for (e, operands, other) in [(a, of_a, b), (b, of_b, a)] {
            let Some((x, y)) = operands else { continue };
            if let Some(step) = and_with_operand(e, x, y, other) {
                return step;
            }
        }
        match (of_a, of_b) {
            (Some(p), Some(q)) => and_of_ands(a, p, b, q),
            _ => Simplified::New,
        }
    }

    /// Disjunction.
    pub fn or(&mut self, a: Edge, b: Edge) -> Edge {
        !self.and(!a, !b)
    }

    /// Exclusive or.
    pub fn xor(&mut self, a: Edge, b: Edge) -> Edge {
        let invert = a.is_inverted() != b.is_inverted();
        let (mut a, mut b) = (a.xor(a.is_inverted()), b.xor(b.is_inverted()));
        if a > b {
            (a, b) = (b, a);
        }
        if a == b {
            return Edge::constant(invert);
        }
        if a == Edge::FALSE {
            return b.xor(invert);
        }
        for (e, other) in [(a, b), (b, a)] {
            if let Gate::Xor(x, y) = self.gates[e.node()] {
                if x == other {
                    return y.xor(invert);
                }
                if y == other {
                    return x.xor(invert);
                }
            }
        }
        self.intern(Gate::Xor(a, b)).xor(invert)
    }

    /// Equivalence.
    pub fn iff(&mut self, a: Edge, b: Edge) -> Edge {
        !self.xor(a, b)
    }

    /// `then` if `condition`, else `otherwise`.
    pub fn mux(&mut self, condition: Edge, then: Edge, otherwise: Edge) -> Edge {
        let (mut c, mut t, mut e) = (condition, then, otherwise);
        if c.is_inverted() {
            (c, t, e) = (!c, e, t);
        }
        if c == Edge::FALSE || t == e {
            return e;
        }
        if t.node() == c.node() {
            t = Edge::constant(t == c);
        }
        if e.node() == c.node() {
            e = Edge::constant(e != c);
        }
        if let Gate::Mux(d, x, _) = self.gates[t.node()]
            && d == c
        {
            t = x.xor(t.is_inverted());
        }
        if let Gate::Mux(d, _, y) = self.gates[e.node()]
            && d == c
        {
            e = y.xor(e.is_inverted());
        }
        match (t.as_constant(), e.as_constant()) {
            (Some(true), _) => return self.or(c, e),
            (Some(false), _) => return self.and(!c, e),
            (_, Some(true)) => return self.or(!c, t),
            (_, Some(false)) => return self.and(c, t),
            (None, None) => {}
        }
        if t == e {
            return t;
        }
        if t == !e {
            return self.xor(c, e);
        }
        let invert = t.is_inverted();
        self.intern(Gate::Mux(c, t.xor(invert), e.xor(invert)))
            .xor(invert)
    }

    /// At least two of three: the carry of a full adder.
    pub fn majority(&mut self, a: Edge, b: Edge, c: Edge) -> Edge {
        let mut sorted = [a, b, c];
        sorted.sort_unstable();
        let [a, b, c] = sorted;
        if a.node() == b.node() {
            return if a == b { a } else { c };
        }
        if b.node() == c.node() {
            return if b == c { b } else { a };
        }
        match a.as_constant() {
            Some(false) => return self.and(b, c),
            Some(true) => return self.or(b, c),
            None => {}
        }
        // Majority is its own dual: invert all or none.
        let inverted = [a, b, c].into_iter().filter(|e| e.is_inverted()).count();
        let invert = inverted >= 2;
        self.intern(Gate::Majority(a.xor(invert), b.xor(invert), c.xor(invert)))
            .xor(invert)
    }

    /// Sum bit and carry of three bits.
    pub fn full_adder(&mut self, a: Edge, b: Edge, c: Edge) -> (Edge, Edge) {
        let ab = self.xor(a, b);
        (self.xor(ab, c), self.majority(a, b, c))
    }

    /// Conjunction of many, as a balanced tree.
    pub fn and_all(&mut self, edges: &[Edge]) -> Edge {
        let mut layer = edges.to_vec();
        while layer.len() > 1 {
            layer = layer
                .chunks(2)
                .map(|pair| {
                    if pair.len() == 2 {
                        self.and(pair[0], pair[1])
                    } else {
                        pair[0]
                    }
                })
                .collect();
        }
        layer.first().copied().unwrap_or(Edge::TRUE)
    }

    /// Disjunction of many, as a balanced tree.
    pub fn or_all(&mut self, edges: &[Edge]) -> Edge {
        let inverted: Vec<Edge> = edges.iter().map(|&e| !e).collect();
        !self.and_all(&inverted)
    }
}

/// What a pair of operands of a conjunction simplifies to.
enum Simplified {
    Done(Edge),
    Again(Edge, Edge),
    New,
}

/// `e ∧ other`, where `e` is an edge of the gate `x ∧ y`: the asymmetric rules.
fn and_with_operand(e: Edge, x: Edge, y: Edge, other: Edge) -> Option<Simplified> {
    let refuted = x == !other || y == !other;
    let contained = x == other || y == other;
    if !e.is_inverted() {
        // (x ∧ y) ∧ ¬x = 0; (x ∧ y) ∧ x = x ∧ y.
        return if refuted {
            Some(Simplified::Done(Edge::FALSE))
        } else if contained {
            Some(Simplified::Done(e))
        } else {
            None
        };
    }
    // ¬(x ∧ y) ∧ ¬x = ¬x; ¬(x ∧ y) ∧ x = ¬y ∧ x.
    if refuted {
        Some(Simplified::Done(other))
    } else if x == other {
        Some(Simplified::Again(!y, other))
    } else if y == other {
        Some(Simplified::Again(!x, other))
    } else {
        None
    }
}

/// `a ∧ b` of two edges of conjunctions: the symmetric rules.
fn and_of_ands(a: Edge, (p, q): (Edge, Edge), b: Edge, (x, y): (Edge, Edge)) -> Simplified {
    match (a.is_inverted(), b.is_inverted()) {
        (false, false) => {
            if p == !x || p == !y || q == !x || q == !y {
                return Simplified::Done(Edge::FALSE);
            }
            Simplified::New
        }
        (true, false) => not_and_with_and((p, q), b, (x, y)),
        (false, true) => not_and_with_and((x, y), a, (p, q)),
        (true, true) => {
            // ¬(p ∧ q) ∧ ¬(p ∧ ¬q) = ¬p.
            if (p == x && q == !y) || (p == y && q == !x) {
                Simplified::Done(!p)
            } else if (q == y && p == !x) || (q == x && p == !y) {
                Simplified::Done(!q)
            } else {
                Simplified::New
            }
        }
    }
}

/// `¬(p ∧ q) ∧ b` where `b = x ∧ y`.
fn not_and_with_and((p, q): (Edge, Edge), b: Edge, (x, y): (Edge, Edge)) -> Simplified {
    if p == !x || p == !y || q == !x || q == !y {
        return Simplified::Done(b);
    }
    if p == x || p == y {
        return Simplified::Again(!q, b);
    }
    if q == x || q == y {
        return Simplified::Again(!p, b);
    }
    Simplified::New
}
