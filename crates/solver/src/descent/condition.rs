//! Constraints as conditions on places of a tape, and how far they are from being true.
//!
//! The distance of a branch, after "Automated software test data generation" (Korel 1990) and Tracey's
//! rules for connectives: of a comparison by how much it fails, of a conjunction the sum, of a
//! disjunction the least.

use super::reading::{Formats, Reading, mask};
use term::{FloatOp, Op, Pool, Slot, Sort, Tape, Term};

/// Conditions that one constraint is taken apart into at the most.
const CONDITIONS: usize = 400;
/// Distance where there is no number to measure.
const NO_NUMBER: f64 = 2000.0;
/// Distance of a condition that is false, without more to say.
const FALSE: f64 = 1.0;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Relation {
    Equal,
    Unequal,
    /// The first is less than the second, or not greater.
    Less,
    LessOrEqual,
}

/// A constraint.
pub(super) enum Condition {
    All(Vec<Condition>),
    Any(Vec<Condition>),
    /// A comparison, which holds where a Bool term has the value that is wanted.
    Comparison(Comparison),
    /// Any other Bool term.
    Truth {
        slot: Slot,
        wanted: bool,
    },
}

pub(super) struct Comparison {
    pub(super) truth: Slot,
    pub(super) wanted: bool,
    pub(super) relation: Relation,
    pub(super) terms: [Term; 2],
    pub(super) operands: [Slot; 2],
    pub(super) reading: Reading,
}

impl Comparison {
    pub(super) fn holds(&self, tape: &Tape) -> bool {
        (tape.value(self.truth) != 0) == self.wanted
    }

    fn numbers(&self, tape: &Tape) -> [f64; 2] {
        self.operands
            .map(|slot| self.reading.number(tape.value(slot)))
    }

    /// First operand less second, as words of the width where that is nearer.
    pub(super) fn difference(&self, tape: &Tape) -> f64 {
        let [a, b] = self.numbers(tape);
        match (self.relation, self.reading) {
            (Relation::Equal, Reading::Signed(width) | Reading::Unsigned(width)) => {
                let [a, b] = self.operands.map(|slot| tape.value(slot));
                Reading::Signed(width).number(a.wrapping_sub(b) & mask(width))
            }
            _ => a - b,
        }
    }

    fn distance(&self, tape: &Tape) -> f64 {
        if self.holds(tape) {
            return 0.0;
        }
        if self.relation == Relation::Unequal {
            return FALSE;
        }
        let difference = self.difference(tape).abs();
        if difference.is_nan() {
            return NO_NUMBER;
        }
        let difference = difference.min(f64::MAX).ln_1p();
        // What fails by nothing fails by rounding, or because the relation is strict.
        difference.max(1e-300)
    }

    /// What is to become zero, with some room behind the border of an order; zero where the comparison
    /// holds and is no equality.
    pub(super) fn residual(&self, tape: &Tape) -> Option<f64> {
        if self.holds(tape) && self.relation != Relation::Equal {
            return None;
        }
        let difference = self.difference(tape);
        let room = match self.relation {
            Relation::Equal => 0.0,
            Relation::Unequal => return None,
            Relation::Less | Relation::LessOrEqual => {
                let [a, b] = self.numbers(tape).map(f64::abs);
                0.1 * a.min(b) + 1e-3 * a.max(b)
            }
        };
        let residual = difference + room;
        residual.is_finite().then_some(residual)
    }
}

impl Condition {
    /// Zero exactly if the condition holds.
    pub(super) fn distance(&self, tape: &Tape) -> f64 {
        match self {
            Condition::All(parts) => parts.iter().map(|part| part.distance(tape)).sum(),
            Condition::Any(parts) => parts
                .iter()
                .map(|part| part.distance(tape))
                .fold(f64::INFINITY, f64::min),
            Condition::Comparison(comparison) => comparison.distance(tape),
            Condition::Truth { slot, wanted } => match (tape.value(*slot) != 0) == *wanted {
                true => 0.0,
                false => FALSE,
            },
        }
    }

    /// The comparisons that have to hold, of alternatives those of the nearest.
    pub(super) fn comparisons<'a>(&'a self, tape: &Tape, to: &mut Vec<&'a Comparison>) {
        match self {
            Condition::All(parts) => {
                for part in parts {
                    part.comparisons(tape, to);
                }
            }
            Condition::Any(parts) => {
                let nearest = parts
                    .iter()
                    .min_by(|a, b| a.distance(tape).total_cmp(&b.distance(tape)));
                if let Some(nearest) = nearest {
                    nearest.comparisons(tape, to);
                }
            }
            Condition::Comparison(comparison) => to.push(comparison),
            Condition::Truth { .. } => {}
        }
    }
}

/// The comparisons that hold in every model.
pub(super) fn certain<'a>(condition: &'a Condition, to: &mut Vec<&'a Comparison>) {
    match condition {
        Condition::All(parts) => parts.iter().for_each(|part| certain(part, to)),
        Condition::Comparison(comparison) => to.push(comparison),
        Condition::Any(_) | Condition::Truth { .. } => {}
    }
}

/// Takes constraints apart.
pub(super) struct Compiler<'a> {
    pub(super) pool: &'a Pool,
    pub(super) tape: &'a Tape,
    pub(super) formats: &'a Formats,
    left: usize,
}

impl<'a> Compiler<'a> {
    pub(super) fn new(pool: &'a Pool, tape: &'a Tape, formats: &'a Formats) -> Compiler<'a> {
        Compiler {
            pool,
            tape,
            formats,
            left: 0,
        }
    }

    pub(super) fn constraint(&mut self, t: Term) -> Condition {
        self.left = CONDITIONS;
        self.condition(t, true)
    }

    fn condition(&mut self, t: Term, wanted: bool) -> Condition {
        let arguments = self.pool.arguments(t);
        let truth = Condition::Truth {
            slot: self.slot(t),
            wanted,
        };
        if self.left == 0 {
            return truth;
        }
        self.left -= 1;
        match self.pool.op(t) {
            Op::Not => self.condition(arguments[0], !wanted),
            Op::And | Op::Or => {
                let parts = arguments.iter().map(|&part| self.condition(part, wanted));
                let parts = parts.collect();
                match (self.pool.op(t) == Op::And) == wanted {
                    true => Condition::All(parts),
                    false => Condition::Any(parts),
                }
            }
            Op::Ite => {
                let [condition, then, otherwise] = [0, 1, 2].map(|i| arguments[i]);
                let mut way = |chosen: bool, arm: Term| {
                    let parts = [
                        self.condition(condition, chosen),
                        self.condition(arm, wanted),
                    ];
                    Condition::All(parts.into())
                };
                Condition::Any(vec![way(true, then), way(false, otherwise)])
            }
            Op::Eq if self.pool.sort(arguments[0]) == Sort::Bool => {
                let [a, b] = [arguments[0], arguments[1]];
                let mut way = |first: bool| {
                    let second = first == wanted;
                    Condition::All(vec![self.condition(a, first), self.condition(b, second)])
                };
                Condition::Any(vec![way(true), way(false)])
            }
            Op::Eq => self.comparison(t, wanted, Relation::Equal, None),
            Op::Ult => self.comparison(t, wanted, Relation::Less, Some(false)),
            Op::Ule => self.comparison(t, wanted, Relation::LessOrEqual, Some(false)),
            Op::Slt => self.comparison(t, wanted, Relation::Less, Some(true)),
            Op::Sle => self.comparison(t, wanted, Relation::LessOrEqual, Some(true)),
            Op::Float { op, .. } => match op {
                FloatOp::Eq => self.comparison(t, wanted, Relation::Equal, None),
                FloatOp::Lt => self.comparison(t, wanted, Relation::Less, None),
                FloatOp::Le => self.comparison(t, wanted, Relation::LessOrEqual, None),
                _ => truth,
            },
            _ => truth,
        }
    }

    fn comparison(
        &mut self,
        t: Term,
        wanted: bool,
        relation: Relation,
        signed: Option<bool>,
    ) -> Condition {
        let [a, b] = [0, 1].map(|i| self.pool.arguments(t)[i]);
        let slot = self.slot(t);
        let Sort::BitVec(width) = self.pool.sort(a) else {
            return Condition::Truth { slot, wanted };
        };
        let float = self.formats.float(self.pool, a);
        let float = float.or_else(|| self.formats.float(self.pool, b));
        let reading = match (float, signed) {
            (Some(float), _) => float,
            (None, Some(false)) => Reading::Unsigned(width),
            (None, Some(true) | None) => Reading::Signed(width),
        };
        let (relation, a, b) = match (relation, wanted) {
            (relation, true) => (relation, a, b),
            (Relation::Equal, false) => (Relation::Unequal, a, b),
            (Relation::Unequal, false) => (Relation::Equal, a, b),
            (Relation::Less, false) => (Relation::LessOrEqual, b, a),
            (Relation::LessOrEqual, false) => (Relation::Less, b, a),
        };
        Condition::Comparison(Comparison {
            truth: slot,
            wanted,
            relation,
            terms: [a, b],
            operands: [self.slot(a), self.slot(b)],
            reading,
        })
    }

    fn slot(&self, t: Term) -> Slot {
        let slot = self.tape.slot(t);
        slot.expect("parts of the constraints are on their tape")
    }
}
