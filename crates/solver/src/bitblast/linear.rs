//! Linear equations modulo 2^n, solved for one of their terms.
//!
//! Rewriting constraints by the solutions in turn is Gaussian elimination over the ring of the
//! integers modulo 2^n: an equation with an odd coefficient gives its term, one whose coefficients
//! are all divisible by 2^k gives the lower n - k bits of a term or, if 2^k does not divide the
//! constant, is false (Ganesh & Dill, "A Decision Procedure for Bit-Vectors and Arrays", 2007,
//! section 4).

use std::collections::BTreeMap;

use term::{Bits, InputMask, Op, Pool, Sort, Term};

/// Terms of a sum that are looked at.
const MOST_STEPS: usize = 4_000;

/// What an equation says.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Solution {
    /// It never holds.
    False,
    /// It always holds.
    True,
    /// Under it each first term equals the second.
    Equal(Vec<(Term, Term)>),
}

/// A sum of terms times coefficients that are not zero, plus a constant.
struct Sum {
    terms: BTreeMap<Term, Bits>,
    constant: Bits,
}

/// Solves `a == b`; `None` for what is no linear equation of bit-vectors, or has too many terms.
pub(super) fn solve(pool: &mut Pool, a: Term, b: Term) -> Option<Solution> {
    let Sort::BitVec(width) = pool.sort(a) else {
        return None;
    };
    let sum = difference(pool, a, b, width)?;
    let shift = sum.terms.values().map(Bits::trailing_zeros).min();
    let Some(shift) = shift else {
        return Some(if sum.constant.is_zero() {
            Solution::True
        } else {
            Solution::False
        });
    };
    if sum.constant.trailing_zeros() < shift {
        return Some(Solution::False);
    }
    let solved = choose(pool, &sum, shift)?;
    Some(isolate(pool, &sum, solved, shift, width))
}

/// `a - b` modulo 2^width.
fn difference(pool: &mut Pool, a: Term, b: Term, width: u32) -> Option<Sum> {
    let one = Bits::new(width, 1);
    let mut sum = Sum {
        terms: BTreeMap::new(),
        constant: Bits::zero(width),
    };
    // Terms wider than the equation count with their lower bits.
    let mut pending = vec![(a, one.clone()), (b, one.neg())];
    let mut steps = 0;
    while let Some((t, factor)) = pending.pop() {
        steps += 1;
        if steps > MOST_STEPS {
            return None;
        }
        if factor.is_zero() {
            continue;
        }
        let low = |bits: Bits| bits.extract(width - 1, 0);
        if let Some(bits) = pool.bits(t) {
            sum.constant = sum.constant.add(&low(bits).mul(&factor));
            continue;
        }
        let arguments = pool.arguments(t);
        match pool.op(t) {
            Op::Add => pending.extend(arguments.iter().map(|&part| (part, factor.clone()))),
            Op::Neg => pending.push((arguments[0], factor.neg())),
            Op::BvNot => {
                sum.constant = sum.constant.sub(&factor);
                pending.push((arguments[0], factor.neg()));
            }
            Op::Mul => match (pool.bits(arguments[0]), pool.bits(arguments[1])) {
                (Some(k), _) => pending.push((arguments[1], factor.mul(&low(k)))),
                (_, Some(k)) => pending.push((arguments[0], factor.mul(&low(k)))),
                (None, None) => add(pool, &mut sum, t, &factor, width),
            },
            Op::Shl => match pool.bits(arguments[1]).map(|by| by.to_small()) {
                Some(Some(by)) if by < width => {
                    pending.push((arguments[0], factor.shl_by(by)));
                }
                _ => add(pool, &mut sum, t, &factor, width),
            },
            Op::Concat if pool.width(arguments[1]) < width => {
                // h * 2^l + low; where the factor shifts h out, only `low` counts.
                let (high, rest) = (arguments[0], arguments[1]);
                let by = pool.width(rest);
                let above = factor.shl_by(by);
                if above.is_zero()
                    && let Op::Extract { low: 0, .. } = pool.op(rest)
                    && pool.width(pool.arguments(rest)[0]) >= width
                {
                    pending.push((pool.arguments(rest)[0], factor));
                } else if pool.bits(rest).is_some_and(|bits| bits.is_zero())
                    && let Op::Extract { low: 0, .. } = pool.op(high)
                    && pool.width(pool.arguments(high)[0]) >= width
                    && pool.width(high) + by >= width
                {
                    // The lower bits of a term, shifted up.
                    pending.push((pool.arguments(high)[0], above));
                } else {
                    add(pool, &mut sum, t, &factor, width);
                }
            }
            Op::Extract { low: 0, .. } if pool.width(t) >= width => {
                pending.push((arguments[0], factor));
            }
            _ => add(pool, &mut sum, t, &factor, width),
        }
    }
    Some(sum)
}

/// Adds a term that is not taken apart.
fn add(pool: &mut Pool, sum: &mut Sum, t: Term, factor: &Bits, width: u32) {
    let t = pool.extract(t, width - 1, 0);
    if let Some(bits) = pool.bits(t) {
        sum.constant = sum.constant.add(&bits.mul(factor));
        return;
    }
    let coefficient = match sum.terms.get(&t) {
        Some(known) => known.add(factor),
        None => factor.clone(),
    };
    if coefficient.is_zero() {
        sum.terms.remove(&t);
    } else {
        sum.terms.insert(t, coefficient);
    }
}

/// The term to solve for: an input if there is one, else the youngest, which no other can contain.
fn choose(pool: &Pool, sum: &Sum, shift: u32) -> Option<Term> {
    let solvable = |t: &Term| sum.terms[t].trailing_zeros() == shift;
    let inputs = sum.terms.keys().rev().filter(|t| solvable(t));
    let alone = |t: &Term| match pool.op(*t) {
        Op::Input(input) => {
            let mask: InputMask = [input].into_iter().collect();
            let mut others = sum.terms.keys().filter(|other| *other != t);
            !others.any(|&other| pool.has_input_in(other, &mask))
        }
        _ => false,
    };
    let mut inputs = inputs.copied().filter(alone);
    inputs
        .next()
        .or_else(|| sum.terms.keys().next_back().copied().filter(solvable))
}

fn isolate(pool: &mut Pool, sum: &Sum, solved: Term, shift: u32, width: u32) -> Solution {
    // 2^shift * (odd * solved + rest) == 0, so that odd * solved == -rest in the lower bits.
    let divided = |bits: &Bits| bits.lshr_by(shift);
    let odd = divided(&sum.terms[&solved]);
    let inverse = odd.inverse_of_odd().expect("the lowest bit is one");
    let factor = inverse.neg();
    let mut value = pool.constant(&divided(&sum.constant).mul(&factor));
    for (&t, coefficient) in &sum.terms {
        if t != solved {
            let coefficient = pool.constant(&divided(coefficient).mul(&factor));
            let product = pool.mul(t, coefficient);
            value = pool.add(value, product);
        }
    }
    if shift > 0 {
        let high = pool.extract(solved, width - 1, width - shift);
        let low = pool.extract(value, width - shift - 1, 0);
        value = pool.concat(high, low);
    }
    if value == solved {
        return Solution::Equal(Vec::new());
    }
    let mut equal = vec![(solved, value)];
    if let (Op::ZeroExtend | Op::SignExtend, 0) = (pool.op(solved), shift) {
        let inner = pool.arguments(solved)[0];
        let narrow = pool.extract(value, pool.width(inner) - 1, 0);
        if !pool.is_constant(inner) && narrow != inner {
            equal.push((inner, narrow));
        }
    }
    Solution::Equal(equal)
}

#[cfg(test)]
mod tests;
