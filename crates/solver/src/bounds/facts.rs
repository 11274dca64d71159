//! Comparisons as bounds and edges between integer quantities.

use super::interval::Interval;
use super::known::KnownBits;
use super::range::{self, Range, WIDTH_LIMIT, modulus};
use super::reason::{Reason, Reasons};
use super::{Conflict, Op, Pool, Term};
use rustc_hash::FxHashMap;
use term::Sort;

/// A bound with its justification.
#[derive(Clone, Copy, Debug)]
pub(crate) struct JustifiedBound {
    pub(crate) value: i128,
    pub(crate) why: Reason,
}

/// The integer that the bits of a term mean, read signed or unsigned.
#[derive(Clone, Debug)]
pub(crate) struct IntegerNode {
    pub(crate) term: Term,
    pub(crate) signed: bool,
    pub(crate) low: JustifiedBound,
    pub(crate) high: JustifiedBound,
    /// Values that it has not, by constraints.
    pub(crate) excluded: Vec<(i128, usize)>,
}

/// `from <= to`, or `from < to`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OrderEdge {
    pub(crate) from: usize,
    pub(crate) to: usize,
    pub(crate) strict: bool,
    pub(crate) constraint: usize,
}

/// A side of a comparison.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Quantity {
    Constant(i128),
    IntegerNode(usize),
}

/// Everything read from a set of constraints.
pub(crate) struct Facts {
    pub(crate) nodes: Vec<IntegerNode>,
    pub(crate) edges: Vec<OrderEdge>,
    /// Pairs that differ, with the constraint that says so.
    pub(crate) different: Vec<(usize, usize, usize)>,
    /// Pairs of terms that are equal, with the constraint that says so.
    pub(crate) equal: Vec<(Term, Term, usize)>,
    pub(crate) reasons: Reasons,
    /// Bits that follow from those of terms above.
    bits: FxHashMap<Term, (KnownBits, Reason)>,
    index: FxHashMap<(Term, bool), usize>,
}

impl Facts {
    /// Reads every constraint that is a comparison of bit-vectors, possibly negated.
    pub(crate) fn read(pool: &Pool, set: &[Term]) -> Result<Facts, Conflict> {
        let mut facts = Facts {
            nodes: Vec::new(),
            edges: Vec::new(),
            different: Vec::new(),
            equal: Vec::new(),
            reasons: Reasons::new(),
            bits: FxHashMap::default(),
            index: FxHashMap::default(),
        };
        for (i, &constraint) in set.iter().enumerate() {
            facts.read_constraint(pool, i, constraint)?;
        }
        Ok(facts)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.nodes.is_empty()
    }

    fn read_constraint(&mut self, pool: &Pool, i: usize, constraint: Term) -> Result<(), Conflict> {
        let (mut t, mut truth) = (constraint, true);
        while pool.op(t) == Op::Not {
            t = pool.arguments(t)[0];
            truth = !truth;
        }
        let op = pool.op(t);
        if !matches!(op, Op::Eq | Op::Ult | Op::Ule | Op::Slt | Op::Sle) {
            return Ok(());
        }
        let (a, b) = (pool.arguments(t)[0], pool.arguments(t)[1]);
        match pool.sort(a) {
            Sort::BitVec(width) if width <= WIDTH_LIMIT => {}
            Sort::BitVec(_) | Sort::Bool | Sort::Array { .. } => return Ok(()),
        }
        let signed = matches!(op, Op::Slt | Op::Sle);
        if op == Op::Eq {
            return self.equality(pool, a, b, truth, i);
        }
        let strict = matches!(op, Op::Ult | Op::Slt);
        let (from, to) = (
            self.quantity(pool, a, signed),
            self.quantity(pool, b, signed),
        );
        if truth {
            self.less(from, to, strict, i)
        } else {
            self.less(to, from, !strict, i)
        }
    }

    fn equality(
        &mut self,
        pool: &Pool,
        a: Term,
        b: Term,
        truth: bool,
        i: usize,
    ) -> Result<(), Conflict> {
        if truth && !pool.is_constant(a) && !pool.is_constant(b) {
            self.equal.push((a, b, i));
        }
        for signed in [false, true] {
            let (a, b) = (
                self.quantity(pool, a, signed),
                self.quantity(pool, b, signed),
            );
            if truth {
                self.less(a, b, false, i)?;
                self.less(b, a, false, i)?;
                continue;
            }
            match (a, b) {
                (Quantity::IntegerNode(a), Quantity::IntegerNode(b)) => {
                    self.different.push((a, b, i))
                }
                (Quantity::IntegerNode(node), Quantity::Constant(value))
                | (Quantity::Constant(value), Quantity::IntegerNode(node)) => {
                    self.nodes[node].excluded.push((value, i));
                }
                (Quantity::Constant(_), Quantity::Constant(_)) => {}
            }
        }
        Ok(())
    }

    /// The quantity of a term; extensions that keep the integer are looked through.
    pub(crate) fn quantity(&mut self, pool: &Pool, t: Term, signed: bool) -> Quantity {
        let (mut t, mut signed) = (t, signed);
        loop {
            match pool.op(t) {
                Op::ZeroExtend => {
                    t = pool.arguments(t)[0];
                    signed = false;
                }
                Op::SignExtend if signed => t = pool.arguments(t)[0],
                _ => break,
            }
        }
        let width = pool.width(t);
        if let Some(value) = pool.constant_u64(t) {
            let value = i128::from(value);
            let negative = signed && value >= modulus(width) / 2;
            return Quantity::Constant(if negative {
                value - modulus(width)
            } else {
                value
            });
        }
        let next = self.nodes.len();
        let node = *self.index.entry((t, signed)).or_insert(next);
        if node == next {
            let full = range::full(width);
            let (low, high) = if signed { full.signed } else { full.unsigned };
            let bound = |value| JustifiedBound {
                value,
                why: Reason::AXIOM,
            };
            let (low, high) = (bound(low), bound(high));
            self.nodes.push(IntegerNode {
                term: t,
                signed,
                low,
                high,
                excluded: Vec::new(),
            });
        }
        Quantity::IntegerNode(node)
    }

    fn less(&mut self, a: Quantity, b: Quantity, strict: bool, i: usize) -> Result<(), Conflict> {
        let step = i128::from(strict);
        match (a, b) {
            (Quantity::IntegerNode(from), Quantity::IntegerNode(to)) => {
                if from != to {
                    self.edges.push(OrderEdge {
                        from,
                        to,
                        strict,
                        constraint: i,
                    });
                } else if strict {
                    return Err(Conflict(vec![i]));
                }
            }
            (Quantity::IntegerNode(node), Quantity::Constant(value)) => {
                let why = self.reasons.constraint(i);
                self.lower_high(node, value - step, why)?;
            }
            (Quantity::Constant(value), Quantity::IntegerNode(node)) => {
                let why = self.reasons.constraint(i);
                self.raise_low(node, value + step, why)?;
            }
            (Quantity::Constant(a), Quantity::Constant(b)) => {
                if a + step > b {
                    return Err(Conflict(vec![i]));
                }
            }
        }
        Ok(())
    }

    /// The node is at least `value`; true if that is new.
    fn raise_low(&mut self, node: usize, value: i128, why: Reason) -> Result<bool, Conflict> {
        if value <= self.nodes[node].low.value {
            return Ok(false);
        }
        self.nodes[node].low = JustifiedBound { value, why };
        self.not_empty(node)
    }

    /// The node is at most `value`; true if that is new.
    fn lower_high(&mut self, node: usize, value: i128, why: Reason) -> Result<bool, Conflict> {
        if value >= self.nodes[node].high.value {
            return Ok(false);
        }
        self.nodes[node].high = JustifiedBound { value, why };
        self.not_empty(node)
    }

    fn not_empty(&mut self, node: usize) -> Result<bool, Conflict> {
        let IntegerNode { low, high, .. } = self.nodes[node];
        if low.value <= high.value {
            return Ok(true);
        }
        let why = self.reasons.both(low.why, high.why);
        Err(Conflict(self.reasons.explain(why)))
    }

    /// The lower bound of an edge's start holds for its end.
    pub(crate) fn push_low(&mut self, edge: usize) -> Result<bool, Conflict> {
        let OrderEdge {
            from,
            to,
            strict,
            constraint,
        } = self.edges[edge];
        let low = self.nodes[from].low;
        let value = low.value + i128::from(strict);
        if value <= self.nodes[to].low.value {
            return Ok(false);
        }
        let by_edge = self.reasons.constraint(constraint);
        let why = self.reasons.both(low.why, by_edge);
        self.raise_low(to, value, why)
    }

    /// The upper bound of an edge's end holds for its start.
    pub(crate) fn push_high(&mut self, edge: usize) -> Result<bool, Conflict> {
        let OrderEdge {
            from,
            to,
            strict,
            constraint,
        } = self.edges[edge];
        let high = self.nodes[to].high;
        let value = high.value - i128::from(strict);
        if value >= self.nodes[from].high.value {
            return Ok(false);
        }
        let by_edge = self.reasons.constraint(constraint);
        let why = self.reasons.both(high.why, by_edge);
        self.lower_high(from, value, why)
    }

    /// Values that are excluded do not bound.
    pub(crate) fn exclude_values(&mut self) -> Result<bool, Conflict> {
        let mut changed = false;
        for node in 0..self.nodes.len() {
            if self.nodes[node].excluded.is_empty() {
                continue;
            }
            let mut excluded = self.nodes[node].excluded.clone();
            excluded.sort_unstable();
            for &(value, constraint) in &excluded {
                let low = self.nodes[node].low;
                if value == low.value {
                    let by = self.reasons.constraint(constraint);
                    let why = self.reasons.both(low.why, by);
                    changed |= self.raise_low(node, value + 1, why)?;
                }
            }
            for &(value, constraint) in excluded.iter().rev() {
                let high = self.nodes[node].high;
                if value == high.value {
                    let by = self.reasons.constraint(constraint);
                    let why = self.reasons.both(high.why, by);
                    changed |= self.lower_high(node, value - 1, why)?;
                }
            }
        }
        Ok(changed)
    }

    /// The unsigned and the signed reading of one term bound each other.
    pub(crate) fn between_readings(&mut self, pool: &Pool) -> Result<bool, Conflict> {
        let mut changed = false;
        for node in 0..self.nodes.len() {
            let IntegerNode { term, signed, .. } = self.nodes[node];
            if signed || !self.index.contains_key(&(term, true)) {
                continue;
            }
            let width = pool.width(term);
            let (range, why) = self.range(term, range::full(width), Reason::AXIOM, width)?;
            changed |= self.learn(term, range, why)?;
        }
        Ok(changed)
    }

    /// What the nodes of a term, and its bits, say of it, met with `range`.
    pub(crate) fn range(
        &mut self,
        t: Term,
        range: Range,
        why: Reason,
        width: u32,
    ) -> Result<(Range, Reason), Conflict> {
        let (mut result, mut why) = (range, why);
        for signed in [false, true] {
            let Some(&node) = self.index.get(&(t, signed)) else {
                continue;
            };
            let IntegerNode { low, high, .. } = self.nodes[node];
            let place = if signed {
                &mut result.signed
            } else {
                &mut result.unsigned
            };
            let met = range::meet(*place, (low.value, high.value));
            if met != *place {
                *place = met;
                why = self.reasons.both(why, low.why);
                why = self.reasons.both(why, high.why);
            }
        }
        if let Some(&(bits, because)) = self.bits.get(&t)
            && bits.adds_to(result.bits)
        {
            result.bits = result.bits.meet(bits);
            why = self.reasons.both(why, because);
        }
        match range::tighten(result, width) {
            Some(result) => Ok((result, why)),
            None => Err(Conflict(self.reasons.explain(why))),
        }
    }

    /// A term has bits.
    pub(crate) fn learn_bits(&mut self, t: Term, bits: KnownBits, why: Reason) {
        let (mut known, mut because) = self
            .bits
            .get(&t)
            .copied()
            .unwrap_or((KnownBits::NONE, Reason::AXIOM));
        known = known.meet(bits);
        because = self.reasons.both(because, why);
        self.bits.insert(t, (known, because));
    }

    /// A term lies in a range.
    pub(crate) fn learn(&mut self, t: Term, range: Range, why: Reason) -> Result<bool, Conflict> {
        let mut changed = false;
        for signed in [false, true] {
            let Some(&node) = self.index.get(&(t, signed)) else {
                continue;
            };
            let (low, high): Interval = if signed { range.signed } else { range.unsigned };
            changed |= self.raise_low(node, low, why)?;
            changed |= self.lower_high(node, high, why)?;
        }
        Ok(changed)
    }

    /// From the range of `x + c` to that of `x`, of a concatenation to that of its upper part.
    pub(crate) fn back_through_operations(&mut self, pool: &Pool) -> Result<bool, Conflict> {
        let mut changed = false;
        for node in 0..self.nodes.len() {
            let IntegerNode {
                term,
                signed,
                low,
                high,
                ..
            } = self.nodes[node];
            let arguments = pool.arguments(term);
            match pool.op(term) {
                Op::Add => {
                    let constant = arguments.iter().find_map(|&a| pool.constant_u64(a));
                    let operand = arguments.iter().find(|&&a| !pool.is_constant(a));
                    let (Some(constant), Some(&x)) = (constant, operand) else {
                        continue;
                    };
                    let why = self.reasons.both(low.why, high.why);
                    let constant = i128::from(constant);
                    let shifted = (low.value - constant, high.value - constant);
                    changed |= self.modulo(pool, x, shifted, why)?;
                }
                Op::Concat if !signed => {
                    let shift = pool.width(arguments[1]);
                    let why = self.reasons.both(low.why, high.why);
                    let above = (low.value >> shift, high.value >> shift);
                    changed |= self.modulo(pool, arguments[0], above, why)?;
                }
                _ => {}
            }
        }
        Ok(changed)
    }

    /// A term lies in an interval modulo 2^width.
    fn modulo(
        &mut self,
        pool: &Pool,
        t: Term,
        interval: Interval,
        why: Reason,
    ) -> Result<bool, Conflict> {
        let size = modulus(pool.width(t));
        if interval.1 - interval.0 >= size - 1 || why == Reason::AXIOM {
            return Ok(false);
        }
        let mut changed = false;
        let unsigned = (interval.0.rem_euclid(size), interval.1.rem_euclid(size));
        let half = size / 2;
        let sign = |x: i128| if x >= half { x - size } else { x };
        let signed = (sign(unsigned.0), sign(unsigned.1));
        for (reading, (low, high)) in [(false, unsigned), (true, signed)] {
            if low > high {
                continue;
            }
            // Looking through extensions may lead to a narrower term, whose integer is the same.
            if let Quantity::IntegerNode(node) = self.quantity(pool, t, reading) {
                changed |= self.raise_low(node, low, why)?;
                changed |= self.lower_high(node, high, why)?;
            }
        }
        Ok(changed)
    }
}
