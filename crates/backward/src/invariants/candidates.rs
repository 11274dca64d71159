//! What might hold at a header: patterns over its slots that hold in all states sampled.

use super::linear::{orthogonal, product};
use super::samples::{Sample, constants};
use super::transitions::{Header, Loops};
use rustc_hash::FxHashSet;
use std::collections::BTreeSet;
use term::{Bits, Evaluator, Model, Pool, Sort, Term, Value};

/// Candidates of one header, at most.
const CANDIDATES: usize = 1_200;
/// Constants that a value is compared with.
const CONSTANTS: usize = 20;
/// Conditions of branches that others are put under.
const CONDITIONS: usize = 12;
/// Values of a set that a slot, or two, may have.
const VALUES: usize = 12;
/// Moduli of congruences, beside the constants of the program up to this one.
const LARGEST_MODULUS: u64 = 64;

/// Those of a header, the simpler ones first.
pub(super) fn at(pool: &mut Pool, loops: &Loops, header: &Header, samples: &[Sample]) -> Vec<Term> {
    let mut found = Found {
        slots: &header.slots,
        samples,
        terms: Vec::new(),
        known: FxHashSet::default(),
    };
    let numbers = constants(pool, loops);
    let all: Vec<usize> = (0..samples.len()).collect();
    found.linear(pool, &all, None);
    let simple = simple(pool, &header.slots, &numbers);
    let simple = found.holding(pool, simple);
    found.add(pool, simple.holding);
    found.sets(pool);
    found.congruences(pool, &numbers);
    for condition in conditions(pool, loops, header) {
        let where_it_holds = found.where_holds(pool, condition);
        found.linear(pool, &where_it_holds, Some(condition));
        let not = pool.not(condition);
        let others = simple.others.iter();
        let under: Vec<Term> = others.map(|&it| pool.or(not, it)).collect();
        let under = found.holding(pool, under);
        found.add(pool, under.holding);
    }
    found.terms.truncate(CANDIDATES);
    found.terms
}

/// Order, equality and bounds.
fn simple(pool: &mut Pool, slots: &[Term], numbers: &[u64]) -> Vec<Term> {
    let mut terms = Vec::new();
    for (at, &slot) in slots.iter().enumerate() {
        let width = pool.width(slot);
        for number in near(numbers, width) {
            let constant = pool.bv(width, number);
            terms.push(pool.eq(slot, constant));
            terms.push(pool.ne(slot, constant));
            terms.extend(order(pool, slot, constant));
        }
        for &other in &slots[at + 1..] {
            if pool.width(other) == width {
                terms.push(pool.eq(slot, other));
                terms.push(pool.ne(slot, other));
                terms.extend(order(pool, slot, other));
            }
        }
    }
    terms
}

/// The numbers of a program and those beside them, of that width.
fn near(numbers: &[u64], width: u32) -> Vec<u64> {
    let mask = u64::MAX >> (64 - width);
    let mut near = BTreeSet::from([0, 1]);
    for number in numbers.iter().take(CONSTANTS) {
        for it in [*number, number.wrapping_sub(1), number.wrapping_add(1)] {
            near.insert(it & mask);
        }
    }
    near.into_iter().collect()
}

fn order(pool: &mut Pool, a: Term, b: Term) -> Vec<Term> {
    vec![
        pool.sle(a, b),
        pool.sle(b, a),
        pool.ule(a, b),
        pool.ule(b, a),
        pool.slt(a, b),
        pool.slt(b, a),
        pool.ult(a, b),
        pool.ult(b, a),
    ]
}

/// Conditions of the ways from a header that speak of its slots only, each with its negation.
fn conditions(pool: &mut Pool, loops: &Loops, header: &Header) -> Vec<Term> {
    let mut found: Vec<Term> = Vec::new();
    let ways = loops.transitions.iter();
    let ways = ways.filter(|way| way.from == Some(header.block));
    for guard in ways.flat_map(|way| way.guards.iter().copied()) {
        let not = pool.not(guard);
        let inputs = pool.inputs_of(guard).to_vec().into_iter();
        let mut inputs = inputs.map(|input| pool.input_term(input));
        let is_new = !found.contains(&guard) && !found.contains(&not);
        if is_new && inputs.all(|it| header.slots.contains(&it)) {
            found.extend([guard, not]);
        }
        if found.len() >= CONDITIONS {
            break;
        }
    }
    found
}

struct Found<'a> {
    slots: &'a [Term],
    samples: &'a [Sample],
    terms: Vec<Term>,
    known: FxHashSet<Term>,
}

/// Terms by whether they hold in all samples.
struct Sorted {
    holding: Vec<Term>,
    others: Vec<Term>,
}

impl Found<'_> {
    fn add(&mut self, pool: &Pool, terms: Vec<Term>) {
        for term in terms {
            if pool.constant_bool(term).is_none() && self.known.insert(term) {
                self.terms.push(term);
            }
        }
    }

    fn evaluator(&self, pool: &Pool, sample: &Sample) -> Evaluator {
        let mut model = Model::new();
        for (&slot, &value) in self.slots.iter().zip(sample) {
            if let Some(input) = pool.as_input(slot) {
                model.set(input, Value::Bits(Bits::new(pool.width(slot), value)));
            }
        }
        let mut evaluator = Evaluator::new();
        evaluator.set_model(model);
        evaluator
    }

    /// What of these holds in all samples.
    fn holding(&self, pool: &Pool, terms: Vec<Term>) -> Sorted {
        let mut sorted = Sorted {
            holding: terms,
            others: Vec::new(),
        };
        for sample in self.samples {
            let mut evaluator = self.evaluator(pool, sample);
            let holds = |term: &Term| evaluator.bool(pool, *term);
            let (holding, others): (Vec<Term>, Vec<Term>) =
                sorted.holding.into_iter().partition(holds);
            sorted.holding = holding;
            sorted.others.extend(others);
        }
        sorted
    }

    /// The samples in which a condition holds.
    fn where_holds(&self, pool: &Pool, condition: Term) -> Vec<usize> {
        let samples = self.samples.iter().enumerate();
        samples
            .filter(|(_, sample)| self.evaluator(pool, sample).bool(pool, condition))
            .map(|(at, _)| at)
            .collect()
    }

    /// Linear equations, if there is a condition under that.
    fn linear(&mut self, pool: &mut Pool, samples: &[usize], condition: Option<Term>) {
        let widths: BTreeSet<u32> = self.slots.iter().map(|&it| pool.width(it)).collect();
        for width in widths {
            let places = 0..self.slots.len();
            let places: Vec<usize> = places
                .filter(|&at| pool.width(self.slots[at]) == width)
                .collect();
            // With fewer samples nearly everything holds.
            if samples.len() < places.len() + 2 {
                continue;
            }
            let of = |sample: usize| -> Vec<u64> {
                let values = &self.samples[sample];
                places.iter().map(|&at| values[at]).collect()
            };
            let first = of(samples[0]);
            let differences: Vec<Vec<u64>> = samples[1..]
                .iter()
                .map(|&sample| {
                    let values = of(sample);
                    let pairs = values.iter().zip(&first);
                    pairs.map(|(a, b)| a.wrapping_sub(*b)).collect()
                })
                .collect();
            let mut terms = Vec::new();
            for factors in orthogonal(&differences, places.len(), width) {
                let mut sum = pool.bv(width, product(&factors, &first).wrapping_neg());
                for (&at, &factor) in places.iter().zip(&factors) {
                    let factor = pool.bv(width, factor);
                    let product = pool.mul(factor, self.slots[at]);
                    sum = pool.add(sum, product);
                }
                let zero = pool.bv(width, 0);
                let mut holds = pool.eq(sum, zero);
                if let Some(condition) = condition {
                    holds = pool.implies(condition, holds);
                }
                terms.push(holds);
            }
            self.add(pool, terms);
        }
    }

    /// The few values that a slot, or two together, ever had.
    fn sets(&mut self, pool: &mut Pool) {
        let count = self.slots.len();
        for a in 0..count {
            for b in a..count {
                let pairs = self.samples.iter().map(|sample| (sample[a], sample[b]));
                let mut values = BTreeSet::new();
                for pair in pairs {
                    values.insert(pair);
                    if values.len() > VALUES {
                        break;
                    }
                }
                if values.is_empty() || values.len() > VALUES {
                    continue;
                }
                let (left, right) = (self.slots[a], self.slots[b]);
                let mut any = pool.bool(false);
                for (x, y) in values {
                    let (x, y) = (pool.bv(pool.width(left), x), pool.bv(pool.width(right), y));
                    let (x, y) = (pool.eq(left, x), pool.eq(right, y));
                    let both = pool.and(x, y);
                    any = pool.or(any, both);
                }
                self.add(pool, vec![any]);
            }
        }
    }

    /// Remainders, and powers of two.
    fn congruences(&mut self, pool: &mut Pool, numbers: &[u64]) {
        let Some(first) = self.samples.first().cloned() else {
            return;
        };
        let moduli = numbers.iter().copied().chain([2, 3, 4, 5, 7, 8, 10, 16]);
        let moduli: BTreeSet<u64> = moduli
            .filter(|it| (2..=LARGEST_MODULUS).contains(it))
            .collect();
        let mut terms = Vec::new();
        for (&slot, &value) in self.slots.iter().zip(&first) {
            let width = pool.width(slot);
            for &modulus in &moduli {
                if !matches!(pool.sort(slot), Sort::BitVec(8..)) {
                    continue;
                }
                let by = pool.bv(width, modulus);
                let rest = pool.urem(slot, by);
                let expected = pool.bv(width, value % modulus);
                terms.push(pool.eq(rest, expected));
            }
            let one = pool.bv(width, 1);
            let less = pool.sub(slot, one);
            let common = pool.bv_and(slot, less);
            let zero = pool.bv(width, 0);
            terms.push(pool.eq(common, zero));
        }
        let held = self.holding(pool, terms);
        self.add(pool, held.holding);
    }
}
