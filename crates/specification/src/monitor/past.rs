//! What formulas without operators for later steps say, by what they said at the step before (Havelund and
//! Roşu, Synthesizing monitors for safety properties, TACAS 2002).

use super::Letter;
use crate::error::Problem;
use crate::model::{Binary, Formula, FormulaKind, Unary};

/// Operators of a property whose value at the step before is kept.
const MOST_KEPT: usize = 64;

/// Formulas, each behind those that it is made of.
#[derive(Default)]
pub(super) struct Past {
    nodes: Vec<PastNode>,
    /// For each value that is kept, what it is before the first step, and the node that has it next.
    kept: Vec<(bool, usize)>,
}

#[derive(Clone, Copy)]
enum PastNode {
    Constant(bool),
    Event(usize),
    Not(usize),
    Binary(Binary, usize, usize),
    /// The value that is kept by this number.
    Kept(usize),
}

impl Past {
    /// Adds a formula; gives its number.
    pub(super) fn add(&mut self, formula: &Formula) -> Result<usize, Problem> {
        let node = match &formula.kind {
            FormulaKind::Constant(value) => PastNode::Constant(*value),
            FormulaKind::Event(event) => PastNode::Event(*event),
            FormulaKind::Unary(operator, operand) => {
                let operand = self.add(operand)?;
                return self.unary(*operator, operand, formula.at);
            }
            FormulaKind::Binary(operator, left, right) => {
                let (left, right) = (self.add(left)?, self.add(right)?);
                let before = match operator {
                    Binary::Since => false,
                    Binary::WeakSince => true,
                    other => return Ok(self.push(PastNode::Binary(*other, left, right))),
                };
                // It holds if the second does, or if the first does and it held before.
                let (kept, slot) = self.keep(before, formula.at)?;
                let goes_on = self.push(PastNode::Binary(Binary::And, left, kept));
                let now = self.push(PastNode::Binary(Binary::Or, right, goes_on));
                self.kept[slot].1 = now;
                return Ok(now);
            }
        };
        Ok(self.push(node))
    }

    fn unary(&mut self, operator: Unary, operand: usize, at: usize) -> Result<usize, Problem> {
        let before = match operator {
            Unary::Previous | Unary::Once => false,
            Unary::WeakPrevious | Unary::Historically => true,
            Unary::Not => return Ok(self.push(PastNode::Not(operand))),
            Unary::Next(_) | Unary::Always | Unary::Eventually(_) => {
                let message = "what a step before saw cannot depend on later steps";
                return Err(Problem::new(at, message));
            }
        };
        let (kept, slot) = self.keep(before, at)?;
        let now = match operator {
            Unary::Once => self.push(PastNode::Binary(Binary::Or, operand, kept)),
            Unary::Historically => self.push(PastNode::Binary(Binary::And, operand, kept)),
            _ => {
                self.kept[slot].1 = operand;
                return Ok(kept);
            }
        };
        self.kept[slot].1 = now;
        Ok(now)
    }

    fn keep(&mut self, before: bool, at: usize) -> Result<(usize, usize), Problem> {
        let slot = self.kept.len();
        if slot == MOST_KEPT {
            let message = format!("more than {MOST_KEPT} operators that look back");
            return Err(Problem::new(at, message));
        }
        let node = self.push(PastNode::Kept(slot));
        self.kept.push((before, node));
        Ok((node, slot))
    }

    fn push(&mut self, node: PastNode) -> usize {
        self.nodes.push(node);
        self.nodes.len() - 1
    }

    /// The values that are kept before the first step.
    pub(super) fn initial(&self) -> u64 {
        let kept = self.kept.iter().enumerate();
        kept.fold(0, |bits, (slot, (before, _))| {
            bits | u64::from(*before) << slot
        })
    }

    /// The value of each node at a step.
    pub(super) fn values(&self, kept: u64, letter: Letter) -> Vec<bool> {
        let mut values: Vec<bool> = Vec::with_capacity(self.nodes.len());
        for node in &self.nodes {
            let value = match *node {
                PastNode::Constant(value) => value,
                PastNode::Event(event) => letter >> event & 1 == 1,
                PastNode::Not(operand) => !values[operand],
                PastNode::Binary(operator, left, right) => {
                    connect(operator, values[left], values[right])
                }
                PastNode::Kept(slot) => kept >> slot & 1 == 1,
            };
            values.push(value);
        }
        values
    }

    /// What is kept of the values at a step.
    pub(super) fn keep_of(&self, values: &[bool]) -> u64 {
        let kept = self.kept.iter().enumerate();
        kept.fold(0, |bits, (slot, (_, node))| {
            bits | u64::from(values[*node]) << slot
        })
    }
}

/// What a connective without time says; operators of time are none.
fn connect(operator: Binary, left: bool, right: bool) -> bool {
    match operator {
        Binary::And => left && right,
        Binary::Or => left || right,
        Binary::Implies => !left || right,
        Binary::Equivalent => left == right,
        Binary::Since | Binary::WeakSince | Binary::Until | Binary::WeakUntil | Binary::Release => {
            false
        }
    }
}

/// True if a formula without operators of time holds at a step.
pub(super) fn holds(formula: &Formula, letter: Letter) -> bool {
    match &formula.kind {
        FormulaKind::Constant(value) => *value,
        FormulaKind::Event(event) => letter >> event & 1 == 1,
        FormulaKind::Unary(_, operand) => !holds(operand, letter),
        FormulaKind::Binary(operator, left, right) => {
            connect(*operator, holds(left, letter), holds(right, letter))
        }
    }
}

/// True if a formula has no operator that looks ahead.
pub(super) fn is_present(formula: &Formula) -> bool {
    match &formula.kind {
        FormulaKind::Constant(_) | FormulaKind::Event(_) => true,
        FormulaKind::Unary(operator, operand) => match operator {
            Unary::Next(_) | Unary::Always | Unary::Eventually(_) => false,
            Unary::Not
            | Unary::Previous
            | Unary::WeakPrevious
            | Unary::Once
            | Unary::Historically => is_present(operand),
        },
        FormulaKind::Binary(operator, left, right) => match operator {
            Binary::Until | Binary::WeakUntil | Binary::Release => false,
            Binary::And
            | Binary::Or
            | Binary::Implies
            | Binary::Equivalent
            | Binary::Since
            | Binary::WeakSince => is_present(left) && is_present(right),
        },
    }
}

/// The first operator in a formula that looks back.
pub(super) fn looks_back(formula: &Formula) -> Option<usize> {
    match &formula.kind {
        FormulaKind::Constant(_) | FormulaKind::Event(_) => None,
        FormulaKind::Unary(operator, operand) => match operator {
            Unary::Previous | Unary::WeakPrevious | Unary::Once | Unary::Historically => {
                Some(formula.at)
            }
            Unary::Not | Unary::Next(_) | Unary::Always | Unary::Eventually(_) => {
                looks_back(operand)
            }
        },
        FormulaKind::Binary(operator, left, right) => match operator {
            Binary::Since | Binary::WeakSince => Some(formula.at),
            _ => looks_back(left).or_else(|| looks_back(right)),
        },
    }
}
