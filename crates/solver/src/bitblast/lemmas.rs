//! What abstracted operations owe their operands, from cheap facts to their circuits: added where
//! a model breaks it, cheapest first. After "Scalable Bit-Blasting with Abstractions" (Niemetz,
//! Preiner, Zohar 2024), with low bits of products as the steps before the whole circuit.

use term::Bits;

use super::applications::Operation;
use super::blast::{Blaster, Budget};
use super::graph::Edge;
use super::model_extraction::WrongOperation;
use super::word::{self, Word};
use crate::Unknown;

/// Something that is true of every application of an operation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Lemma {
    /// A product with zero is zero.
    ProductWithZero,
    /// A product with one is the other factor.
    ProductWithOne,
    /// A quotient by zero is all ones.
    QuotientByZero,
    /// A quotient by one is the dividend.
    QuotientByOne,
    /// A quotient is not more than the dividend, unless by zero.
    QuotientAtMost,
    /// A quotient is zero exactly if the dividend is below the divisor.
    QuotientIsZero,
    /// A remainder of a division by zero is the dividend.
    RemainderByZero,
    /// A remainder is below the divisor, unless that is zero.
    RemainderBelow,
    /// A remainder is the dividend exactly if that is below the divisor, or that is zero.
    RemainderIsDividend,
    /// A remainder is not more than the dividend.
    RemainderAtMost,
    /// So many of the low bits are those of the circuit; for divisions, all.
    LowBits(u32),
}

impl Operation {
    /// The cheap lemmas.
    fn lemmas(self) -> &'static [Lemma] {
        match self {
            Operation::Product => &[Lemma::ProductWithZero, Lemma::ProductWithOne],
            Operation::Quotient => &[
                Lemma::QuotientByZero,
                Lemma::QuotientByOne,
                Lemma::QuotientAtMost,
                Lemma::QuotientIsZero,
            ],
            Operation::Remainder => &[
                Lemma::RemainderByZero,
                Lemma::RemainderBelow,
                Lemma::RemainderIsDividend,
                Lemma::RemainderAtMost,
            ],
        }
    }
}

impl Lemma {
    /// Whether it is true of these operands and this value.
    fn holds(self, x: &Bits, y: &Bits, v: &Bits) -> bool {
        match self {
            Lemma::ProductWithZero => !(x.is_zero() || y.is_zero()) || v.is_zero(),
            Lemma::ProductWithOne => (!x.is_one() || v == y) && (!y.is_one() || v == x),
            Lemma::QuotientByZero => !y.is_zero() || v.is_ones(),
            Lemma::QuotientByOne => !y.is_one() || v == x,
            Lemma::QuotientAtMost => y.is_zero() || v.ule(x),
            Lemma::QuotientIsZero => x.ult(y) == v.is_zero(),
            Lemma::RemainderByZero => !y.is_zero() || v == x,
            Lemma::RemainderBelow => y.is_zero() || v.ult(y),
            Lemma::RemainderIsDividend => (x.ult(y) || y.is_zero()) == (v == x),
            Lemma::RemainderAtMost => v.ule(x),
            Lemma::LowBits(_) => unreachable!("asked for when the others hold"),
        }
    }

    /// The lemma as an edge.
    pub(super) fn edge(
        self,
        blaster: &mut Blaster,
        operation: Operation,
        x: &[Edge],
        y: &[Edge],
        v: &[Edge],
        budget: &Budget<'_>,
    ) -> Result<Edge, Unknown> {
        if let Lemma::LowBits(bits) = self {
            let bits = bits as usize;
            let value = low_bits(blaster, operation, bits, x, y, budget)?;
            return Ok(word::equal(&mut blaster.graph, &value, &v[..bits]));
        }
        let g = &mut blaster.graph;
        let zero = vec![Edge::FALSE; x.len()];
        let one = word::constant(x.len(), |i| i == 0);
        Ok(match self {
            Lemma::ProductWithZero => {
                let (a, b) = (word::equal(g, x, &zero), word::equal(g, y, &zero));
                let (any, none) = (g.or(a, b), word::equal(g, v, &zero));
                g.or(!any, none)
            }
            Lemma::ProductWithOne => {
                let (a, b) = (word::equal(g, x, &one), word::equal(g, y, &one));
                let (is_y, is_x) = (word::equal(g, v, y), word::equal(g, v, x));
                let (first, second) = (g.or(!a, is_y), g.or(!b, is_x));
                g.and(first, second)
            }
            Lemma::QuotientByZero => {
                let by_zero = word::equal(g, y, &zero);
                let ones = g.and_all(v);
                g.or(!by_zero, ones)
            }
            Lemma::QuotientByOne => {
                let (by_one, same) = (word::equal(g, y, &one), word::equal(g, v, x));
                g.or(!by_one, same)
            }
            Lemma::QuotientAtMost => {
                let (by_zero, most) = (word::equal(g, y, &zero), word::less(g, v, x, true));
                g.or(by_zero, most)
            }
            Lemma::QuotientIsZero => {
                let (less, none) = (word::less(g, x, y, false), word::equal(g, v, &zero));
                g.iff(less, none)
            }
            Lemma::RemainderByZero => {
                let (by_zero, same) = (word::equal(g, y, &zero), word::equal(g, v, x));
                g.or(!by_zero, same)
            }
            Lemma::RemainderBelow => {
                let (by_zero, below) = (word::equal(g, y, &zero), word::less(g, v, y, false));
                g.or(by_zero, below)
            }
            Lemma::RemainderIsDividend => {
                let (by_zero, less) = (word::equal(g, y, &zero), word::less(g, x, y, false));
                let (kept, same) = (g.or(by_zero, less), word::equal(g, v, x));
                g.iff(kept, same)
            }
            Lemma::RemainderAtMost => word::less(g, v, x, true),
            Lemma::LowBits(_) => unreachable!("returned above"),
        })
    }
}

/// The lowest bits of what an operation gives.
fn low_bits(
    blaster: &mut Blaster,
    operation: Operation,
    bits: usize,
    x: &[Edge],
    y: &[Edge],
    budget: &Budget<'_>,
) -> Result<Word, Unknown> {
    let mut value = match operation {
        Operation::Product => blaster.exact_product(&x[..bits], &y[..bits], budget)?,
        Operation::Quotient => blaster.exact_division(x, y, budget)?.0,
        Operation::Remainder => blaster.exact_division(x, y, budget)?.1,
    };
    value.truncate(bits);
    Ok(value)
}

/// The cheap lemmas that an answer breaks.
pub(super) fn broken(wrong: &WrongOperation) -> impl Iterator<Item = Lemma> {
    let lemmas = wrong.operation.lemmas().iter().copied();
    lemmas.filter(|lemma| !lemma.holds(&wrong.x, &wrong.y, &wrong.value))
}

/// The part of the circuit that tells the answer from the right one.
pub(super) fn circuit(wrong: &WrongOperation) -> Lemma {
    let width = wrong.value.width();
    match wrong.operation {
        Operation::Quotient | Operation::Remainder => Lemma::LowBits(width),
        Operation::Product => {
            let lowest = wrong.value.xor(&wrong.right).trailing_zeros();
            let bits = (lowest + 1).next_power_of_two().max(8);
            Lemma::LowBits(bits.min(width))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bitblast::tests::{Dice, random_bits};

    fn constant(bits: &Bits) -> Vec<Edge> {
        word::constant(bits.width() as usize, |i| bits.bit(i as u32))
    }

    #[test]
    fn lemmas_are_true_of_the_operations_and_mean_the_same_as_circuits() {
        let mut dice = Dice::new(5);
        let limits = crate::Limits {
            time: std::time::Duration::from_secs(600),
            interrupt: std::sync::Arc::default(),
        };
        let budget = Budget {
            deadline: std::time::Instant::now() + limits.time,
            limits: &limits,
            memory: 1 << 30,
        };
        let operations = [
            Operation::Product,
            Operation::Quotient,
            Operation::Remainder,
        ];
        for round in 0..3_000 {
            let width = 1 + dice.below(if round % 2 == 0 { 4 } else { 80 }) as u32;
            let [x, y, other] = [0; 3].map(|_| random_bits(&mut dice, width));
            for operation in operations {
                let right = operation.of(&x, &y);
                let mut blaster = Blaster::default();
                let words = [&x, &y, &right, &other].map(constant);
                let mut edge = |lemma: Lemma, v: &[Edge]| {
                    lemma
                        .edge(&mut blaster, operation, &words[0], &words[1], v, &budget)
                        .expect("small words")
                };
                for &lemma in operation.lemmas() {
                    assert!(lemma.holds(&x, &y, &right), "{lemma:?} {x:?} {y:?}");
                    assert_eq!(edge(lemma, &words[2]), Edge::TRUE, "{lemma:?} {x:?} {y:?}");
                    let holds = Edge::constant(lemma.holds(&x, &y, &other));
                    assert_eq!(edge(lemma, &words[3]), holds, "{lemma:?} {x:?} {y:?}");
                }
                if other != right {
                    let wrong = WrongOperation {
                        application: 0,
                        operation,
                        x: x.clone(),
                        y: y.clone(),
                        value: other.clone(),
                        right,
                    };
                    assert_eq!(edge(circuit(&wrong), &words[2]), Edge::TRUE);
                    assert_eq!(edge(circuit(&wrong), &words[3]), Edge::FALSE);
                }
            }
        }
    }
}
