//! Refuting by order and ranges.
//!
//! Comparisons between terms form a graph over integer quantities (the unsigned or signed reading
//! of a term); a cycle with a strict edge is a contradiction, and so is an empty range. Ranges are
//! propagated along the graph, between the readings of a term, and through operations; known bits
//! through operations in both directions. What is
//! not refuted yields a proposal for a model: values along the topological order of the graph, as
//! near to the hint's as the ranges allow.
//!
//! This answers the queries of programs that sort and compare without any search.

mod components;
mod facts;
pub(crate) mod interval;
pub(crate) mod known;
mod propose;
pub(crate) mod range;
pub(crate) mod reason;

use components::DirectedGraph;
use facts::Facts;
use known::KnownBits;
use range::Range;
use reason::Reason;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use term::{Op, Pool, Term};

pub(crate) use propose::propose;

/// Constraints above which nothing is tried.
const CONSTRAINTS_LIMIT: usize = 4_000;
/// Rounds of propagation.
const ROUNDS: usize = 6;
/// Reasons (each one a bound that moved) after which propagation stops.
const REASONS_LIMIT: usize = 20_000;
/// Terms through which ranges are propagated.
const CONE_LIMIT: usize = 1_000;

/// The constraints, by index, that contradict each other.
#[derive(Debug)]
pub(crate) struct Conflict(Vec<usize>);

/// What is known after propagation.
pub(crate) struct Bounds {
    facts: Facts,
    graph: DirectedGraph,
    /// Component of every node, in topological order.
    component: Vec<usize>,
    /// Terms below the quantities, operands first.
    cone: Vec<Term>,
    /// No term of the cone is hard for a back end.
    easy: bool,
    /// What the last round said of the terms of the cone.
    ranges: FxHashMap<Term, (Range, Reason)>,
}

/// Reads comparisons out of a set of constraints and propagates: the bounds, or a core.
pub(crate) fn derive(pool: &Pool, set: &[Term]) -> Result<Option<Bounds>, Vec<Term>> {
    if set.len() > CONSTRAINTS_LIMIT {
        return Ok(None);
    }
    let core = |conflict: Conflict| {
        conflict
            .0
            .into_iter()
            .map(|i| set[i])
            .collect::<Vec<Term>>()
    };
    let facts = Facts::read(pool, set).map_err(core)?;
    if facts.is_empty() {
        return Ok(None);
    }
    let edges = facts
        .edges
        .iter()
        .map(|edge| (edge.from, edge.to))
        .collect();
    let graph = DirectedGraph::new(facts.nodes.len(), edges);
    let component = graph.components();
    let cone = cone(pool, &facts);
    let easy = !cone.iter().any(|&t| is_hard(pool, t));
    let mut bounds = Bounds {
        facts,
        graph,
        component,
        cone,
        easy,
        ranges: FxHashMap::default(),
    };
    bounds.check_cycles().map_err(core)?;
    bounds.propagate(pool).map_err(core)?;
    Ok(Some(bounds))
}

/// Divisions and products of unknowns. What a back end learns from a question about them that bits
/// alone would refute helps it with the questions that they do not: it is left to it.
fn is_hard(pool: &Pool, t: Term) -> bool {
    match pool.op(t) {
        Op::Udiv | Op::Urem | Op::Sdiv | Op::Srem => true,
        Op::Mul => !pool.arguments(t).iter().any(|&a| pool.is_constant(a)),
        _ => false,
    }
}

/// The terms below all quantities, operands first; none if there are too many or only leaves.
fn cone(pool: &Pool, facts: &Facts) -> Vec<Term> {
    let mut done: FxHashMap<Term, bool> = FxHashMap::default();
    let mut order = Vec::new();
    let mut pending: Vec<Term> = facts.nodes.iter().map(|node| node.term).collect();
    while let Some(&t) = pending.last() {
        match done.get(&t) {
            Some(true) => {
                pending.pop();
            }
            Some(false) => {
                done.insert(t, true);
                order.push(t);
                pending.pop();
            }
            None => {
                done.insert(t, false);
                if done.len() > CONE_LIMIT {
                    return Vec::new();
                }
                pending.extend(pool.arguments(t).iter().filter(|t| !done.contains_key(t)));
            }
        }
    }
    if order.iter().all(|&t| pool.arguments(t).is_empty()) {
        order.clear();
    }
    order
}

impl Bounds {
    /// Least and greatest value of a term, in its narrower reading if both are bounded; `None` if
    /// nothing compares it.
    pub(crate) fn interval(&self, t: Term) -> Option<(i128, i128)> {
        let nodes = self.facts.nodes.iter().filter(|node| node.term == t);
        nodes
            .map(|node| (node.low.value, node.high.value))
            .min_by_key(|(low, high)| high - low)
    }

    /// A strict edge inside a component closes a cycle; terms inside one are equal.
    fn check_cycles(&mut self) -> Result<(), Conflict> {
        for (i, edge) in self.facts.edges.iter().enumerate() {
            if edge.strict && self.component[edge.from] == self.component[edge.to] {
                let mut cycle = self.graph.path(edge.to, edge.from).unwrap_or_default();
                cycle.push(i);
                return Err(self.conflict_of_edges(&cycle, None));
            }
        }
        for &(a, b, constraint) in &self.facts.different {
            if self.component[a] == self.component[b] {
                let mut edges = self.graph.path(a, b).unwrap_or_default();
                edges.extend(self.graph.path(b, a).unwrap_or_default());
                return Err(self.conflict_of_edges(&edges, Some(constraint)));
            }
        }
        Ok(())
    }

    fn conflict_of_edges(&self, edges: &[usize], further: Option<usize>) -> Conflict {
        let mut core: Vec<usize> = edges
            .iter()
            .map(|&edge| self.facts.edges[edge].constraint)
            .collect();
        core.extend(further);
        core.sort_unstable();
        core.dedup();
        Conflict(core)
    }

    fn propagate(&mut self, pool: &Pool) -> Result<(), Conflict> {
        let mut order: Vec<usize> = (0..self.facts.edges.len()).collect();
        order.sort_by_key(|&edge| self.component[self.facts.edges[edge].from]);
        for _ in 0..ROUNDS {
            let mut changed = self.along_edges(&order)?;
            changed |= self.facts.exclude_values()?;
            changed |= self.facts.between_readings(pool)?;
            changed |= self.through_operations(pool)?;
            if self.easy {
                changed |= self.bits_of_operands(pool)?;
            }
            changed |= self.facts.back_through_operations(pool)?;
            if !changed || self.facts.reasons.len() > REASONS_LIMIT {
                break;
            }
        }
        Ok(())
    }

    /// Lower bounds forwards and upper bounds backwards, until nothing moves.
    fn along_edges(&mut self, order: &[usize]) -> Result<bool, Conflict> {
        let mut any = false;
        loop {
            let mut changed = false;
            for &i in order {
                changed |= self.facts.push_low(i)?;
            }
            for &i in order.iter().rev() {
                changed |= self.facts.push_high(i)?;
            }
            any |= changed;
            if !changed || self.facts.reasons.len() > REASONS_LIMIT {
                return Ok(any);
            }
        }
    }

    /// Ranges of all terms from the bottom up, met with what is known of them.
    fn through_operations(&mut self, pool: &Pool) -> Result<bool, Conflict> {
        self.ranges.clear();
        let mut changed = false;
        for &t in &self.cone {
            let operands = self.operands(pool, t);
            let plain = without_reasons(&operands);
            let Some(range) = range::of(pool, t, &plain) else {
                continue;
            };
            let width = pool.width(t);
            let mut why = Reason::AXIOM;
            if range != range::full(width) {
                for (_, reason) in operands.into_iter().flatten() {
                    why = self.facts.reasons.both(why, reason);
                }
            }
            changed |= self.facts.learn(t, range, why)?;
            let known = self.facts.range(t, range, why, width)?;
            self.ranges.insert(t, known);
        }
        Ok(changed)
    }

    fn operands(&self, pool: &Pool, t: Term) -> Operands {
        let arguments = pool.arguments(t).iter();
        arguments.map(|a| self.ranges.get(a).copied()).collect()
    }

    /// Known bits of all terms from the top down, and between terms that are equal.
    fn bits_of_operands(&mut self, pool: &Pool) -> Result<bool, Conflict> {
        if self.ranges.is_empty() {
            return Ok(false);
        }
        let mut changed = false;
        for i in 0..self.facts.equal.len() {
            let (a, b, constraint) = self.facts.equal[i];
            for (from, to) in [(a, b), (b, a)] {
                let (Some(&(range, why)), Some(&(before, _))) =
                    (self.ranges.get(&from), self.ranges.get(&to))
                else {
                    continue;
                };
                if range.bits.adds_to(before.bits) {
                    let by = self.facts.reasons.constraint(constraint);
                    let why = self.facts.reasons.both(why, by);
                    self.note_bits(pool, to, range.bits, why)?;
                    changed = true;
                }
            }
        }
        for i in (0..self.cone.len()).rev() {
            let t = self.cone[i];
            let arguments = pool.arguments(t);
            let Some(&(Range { bits, .. }, why)) = self.ranges.get(&t) else {
                continue;
            };
            if bits == KnownBits::NONE || arguments.is_empty() {
                continue;
            }
            let operands = self.operands(pool, t);
            let plain = without_reasons(&operands);
            for (which, &operand) in arguments.iter().enumerate() {
                let Some(bits) = range::operand_bits(pool, t, bits, &plain, which) else {
                    continue;
                };
                let mut why = why;
                let others = operands.iter().enumerate().filter(|(i, _)| *i != which);
                for (_, because) in others.filter_map(|(_, other)| *other) {
                    why = self.facts.reasons.both(why, because);
                }
                self.note_bits(pool, operand, bits, why)?;
                changed = true;
            }
        }
        Ok(changed)
    }

    fn note_bits(
        &mut self,
        pool: &Pool,
        t: Term,
        bits: KnownBits,
        why: Reason,
    ) -> Result<(), Conflict> {
        self.facts.learn_bits(t, bits, why);
        let width = pool.width(t);
        let (range, because) = self.ranges[&t];
        let known = self.facts.range(t, range, because, width)?;
        self.ranges.insert(t, known);
        Ok(())
    }
}

/// What is known of the operands of a term, and why.
type Operands = SmallVec<[Option<(Range, Reason)>; 3]>;

fn without_reasons(operands: &Operands) -> SmallVec<[Option<Range>; 3]> {
    operands
        .iter()
        .map(|operand| operand.map(|(range, _)| range))
        .collect()
}

#[cfg(test)]
mod tests;
