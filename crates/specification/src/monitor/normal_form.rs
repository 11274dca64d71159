//! Formulas with negations only in front of what speaks of now and before. A formula whose normal form has
//! an operator that something must happen some day is no safety property: no finite sequence of steps
//! violates it (Sistla, Safety, liveness and fairness in temporal logic, 1994).

use super::past::{Past, is_present, looks_back};
use crate::error::Problem;
use crate::model::{Binary, Formula, FormulaKind, Unary};
use rustc_hash::FxHashMap;

/// Nodes that a formula may have: `next[n]` and `<->` make copies.
const MOST_NODES: usize = 1000;

/// The parts of a formula in normal form, equal ones once; each behind those that it is made of.
pub(super) struct NormalForm {
    pub(super) past: Past,
    pub(super) nodes: Vec<Node>,
    numbers: FxHashMap<Node, usize>,
}

/// A part of a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Node {
    /// A formula about now and before has this value.
    Now(usize, bool),
    And(usize, usize),
    Or(usize, usize),
    Next(usize),
    Always(usize),
    WeakUntil(usize, usize),
    Release(usize, usize),
}

impl NormalForm {
    /// The normal form of a formula, and the number of its node.
    pub(super) fn new(formula: &Formula) -> Result<(NormalForm, usize), Problem> {
        if is_present(formula)
            && let Some(at) = looks_back(formula)
        {
            let message = "a formula holds at the first step, which has none before it: write `always (…)` for \
                           all steps";
            return Err(Problem::new(at, message));
        }
        let mut made = NormalForm {
            past: Past::default(),
            nodes: Vec::new(),
            numbers: FxHashMap::default(),
        };
        let root = made.add(formula, true)?;
        Ok((made, root))
    }

    /// Adds a formula, or its negation.
    fn add(&mut self, formula: &Formula, positive: bool) -> Result<usize, Problem> {
        let at = formula.at;
        if is_present(formula) {
            let now = self.past.add(formula)?;
            return self.push(Node::Now(now, positive), at);
        }
        match &formula.kind {
            FormulaKind::Unary(operator, operand) => self.unary(*operator, operand, positive, at),
            FormulaKind::Binary(operator, left, right) => {
                self.binary(*operator, (left, right), positive, at)
            }
            FormulaKind::Constant(_) | FormulaKind::Event(_) => {
                let now = self.past.add(formula)?;
                self.push(Node::Now(now, positive), at)
            }
        }
    }

    fn unary(
        &mut self,
        operator: Unary,
        operand: &Formula,
        positive: bool,
        at: usize,
    ) -> Result<usize, Problem> {
        let looks_ahead = || {
            let message = "an operator that looks back stands before one that looks ahead: what was seen at a \
                           step before cannot depend on later steps";
            Problem::new(at, message)
        };
        match operator {
            Unary::Not => self.add(operand, !positive),
            Unary::Next(steps) => {
                let mut node = self.add(operand, positive)?;
                for _ in 0..steps {
                    node = self.push(Node::Next(node), at)?;
                }
                Ok(node)
            }
            Unary::Always if positive => {
                let operand = self.add(operand, true)?;
                self.push(Node::Always(operand), at)
            }
            Unary::Eventually(None) if !positive => {
                let operand = self.add(operand, false)?;
                self.push(Node::Always(operand), at)
            }
            Unary::Always => Err(liveness(at, "`always` is negated here")),
            Unary::Eventually(None) => Err(liveness(at, "`eventually` without a number")),
            Unary::Eventually(Some(steps)) => {
                let operand = self.add(operand, positive)?;
                let mut node = operand;
                for _ in 0..steps {
                    let later = self.push(Node::Next(node), at)?;
                    node = self.push(join(positive, operand, later), at)?;
                }
                Ok(node)
            }
            Unary::Previous | Unary::WeakPrevious | Unary::Once | Unary::Historically => {
                Err(looks_ahead())
            }
        }
    }

    fn binary(
        &mut self,
        operator: Binary,
        (left, right): (&Formula, &Formula),
        positive: bool,
        at: usize,
    ) -> Result<usize, Problem> {
        match operator {
            Binary::And | Binary::Or => {
                let is_or = (operator == Binary::Or) == positive;
                let (left, right) = (self.add(left, positive)?, self.add(right, positive)?);
                self.push(join(is_or, left, right), at)
            }
            Binary::Implies => {
                let (left, right) = (self.add(left, !positive)?, self.add(right, positive)?);
                self.push(join(positive, left, right), at)
            }
            Binary::Equivalent => {
                let both = (self.add(left, true)?, self.add(right, positive)?);
                let none = (self.add(left, false)?, self.add(right, !positive)?);
                let both = self.push(Node::And(both.0, both.1), at)?;
                let none = self.push(Node::And(none.0, none.1), at)?;
                self.push(Node::Or(both, none), at)
            }
            Binary::WeakUntil if positive => {
                let (left, right) = (self.add(left, true)?, self.add(right, true)?);
                self.push(Node::WeakUntil(left, right), at)
            }
            Binary::Release if positive => {
                let (left, right) = (self.add(left, true)?, self.add(right, true)?);
                self.push(Node::Release(left, right), at)
            }
            // The second does not hold until neither does.
            Binary::Until if !positive => {
                let (left, right) = (self.add(left, false)?, self.add(right, false)?);
                let neither = self.push(Node::And(left, right), at)?;
                self.push(Node::WeakUntil(right, neither), at)
            }
            Binary::WeakUntil => Err(liveness(at, "`weak until` is negated here")),
            Binary::Release => Err(liveness(at, "`releases` is negated here")),
            Binary::Until => Err(liveness(
                at,
                "`until` asks for its second operand to hold some day; `weak until` does not",
            )),
            Binary::Since | Binary::WeakSince => {
                let message = "`since` has an operand that looks ahead: what was seen at a step before cannot \
                               depend on later steps";
                Err(Problem::new(at, message))
            }
        }
    }

    fn push(&mut self, node: Node, at: usize) -> Result<usize, Problem> {
        if let Some(&known) = self.numbers.get(&node) {
            return Ok(known);
        }
        if self.nodes.len() == MOST_NODES {
            return Err(Problem::new(at, "the formula is too large"));
        }
        let number = self.nodes.len();
        self.nodes.push(node);
        self.numbers.insert(node, number);
        Ok(number)
    }
}

fn join(is_or: bool, left: usize, right: usize) -> Node {
    match is_or {
        true => Node::Or(left, right),
        false => Node::And(left, right),
    }
}

fn liveness(at: usize, what: &str) -> Problem {
    let message = format!(
        "no finite run can violate this, so that nothing can find it violated: {what} (operators with one \
         operand bind tighter than those with two: `always (a -> b)`; `eventually[n]` has a bound; `end` is an \
         event)"
    );
    Problem::new(at, message)
}
