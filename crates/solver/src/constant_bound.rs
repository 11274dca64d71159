//! Constraints that bound a term by a constant.

use term::{Op, Pool, Sort, Term};

/// Widest bit-vectors whose bounds are read.
const WIDTH_LIMIT: u32 = 64;

/// `term <= value`, or `term >= value`, of the unsigned or the signed reading of the term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ConstantBound {
    term: Term,
    signed: bool,
    upper: bool,
    value: i128,
}

impl ConstantBound {
    /// The bound that a constraint is, if it is one.
    pub(crate) fn of(pool: &Pool, constraint: Term) -> Option<ConstantBound> {
        let (mut t, mut truth) = (constraint, true);
        while pool.op(t) == Op::Not {
            t = pool.arguments(t)[0];
            truth = !truth;
        }
        if pool.op(t) == Op::Eq && !truth {
            return ConstantBound::above_zero(pool, t);
        }
        let (signed, strict) = match pool.op(t) {
            Op::Ult => (false, true),
            Op::Ule => (false, false),
            Op::Slt => (true, true),
            Op::Sle => (true, false),
            _ => return None,
        };
        let [a, b] = *pool.arguments(t) else {
            return None;
        };
        let width = match pool.sort(a) {
            Sort::BitVec(width) if width <= WIDTH_LIMIT => width,
            Sort::BitVec(_) | Sort::Bool | Sort::Array { .. } => return None,
        };
        let number = |t: Term| {
            let value = i128::from(pool.constant_u64(t)?);
            let negative = signed && value >> (width - 1) != 0;
            Some(if negative {
                value - (1 << width)
            } else {
                value
            })
        };
        // ¬(a < b) is b <= a.
        let ((less, more), strict) = if truth {
            ((a, b), strict)
        } else {
            ((b, a), !strict)
        };
        let step = i128::from(strict);
        match (number(less), number(more)) {
            (None, Some(value)) => Some(ConstantBound {
                term: less,
                signed,
                upper: true,
                value: value - step,
            }),
            (Some(value), None) => Some(ConstantBound {
                term: more,
                signed,
                upper: false,
                value: value + step,
            }),
            (None, None) | (Some(_), Some(_)) => None,
        }
    }

    /// `x != 0` is `x >= 1`.
    fn above_zero(pool: &Pool, equality: Term) -> Option<ConstantBound> {
        let [a, b] = *pool.arguments(equality) else {
            return None;
        };
        let term = match (pool.constant_u64(a), pool.constant_u64(b)) {
            (None, Some(0)) => a,
            (Some(0), None) => b,
            _ => return None,
        };
        (pool.width(term) <= WIDTH_LIMIT).then_some(ConstantBound {
            term,
            signed: false,
            upper: false,
            value: 1,
        })
    }

    /// True if everything within this bound is within the other.
    pub(crate) fn implies(&self, other: &ConstantBound) -> bool {
        (self.term, self.signed, self.upper) == (other.term, other.signed, other.upper)
            && if self.upper {
                self.value <= other.value
            } else {
                self.value >= other.value
            }
    }
}

#[cfg(test)]
mod tests {
    use super::ConstantBound;
    use term::{Bits, Evaluator, Model, Op, Pool, Sort, Term, Value};

    /// Every comparison of a byte with every constant, negated or not.
    fn comparisons(pool: &mut Pool, x: Term) -> Vec<Term> {
        let mut all = Vec::new();
        for k in 0..16 {
            let k = pool.bv(4, k);
            for t in [
                pool.ult(x, k),
                pool.ule(x, k),
                pool.slt(x, k),
                pool.sle(x, k),
                pool.ult(k, x),
                pool.ule(k, x),
                pool.slt(k, x),
                pool.sle(k, x),
            ] {
                all.extend([t, pool.not(t)]);
            }
        }
        all.sort_unstable();
        all.dedup();
        all
    }

    #[test]
    fn a_bound_that_implies_another_does_so_for_every_value() {
        let mut pool = Pool::new();
        let x = pool.input("x", Sort::BitVec(4));
        let Op::Input(input) = pool.op(x) else {
            unreachable!("an input")
        };
        let all = comparisons(&mut pool, x);
        let truth: Vec<Vec<bool>> = all
            .iter()
            .map(|&t| {
                let holds = |value: u64| {
                    let mut model = Model::new();
                    model.set(input, Value::Bits(Bits::new(4, value)));
                    let mut evaluator = Evaluator::new();
                    evaluator.set_model(model);
                    evaluator.bool(&pool, t)
                };
                (0..16).map(holds).collect()
            })
            .collect();
        let mut implied = 0;
        for (i, &a) in all.iter().enumerate() {
            let Some(first) = ConstantBound::of(&pool, a) else {
                continue;
            };
            for (j, &b) in all.iter().enumerate() {
                if ConstantBound::of(&pool, b).is_some_and(|second| first.implies(&second)) {
                    implied += 1;
                    let holds = truth[i].iter().zip(&truth[j]).all(|(&p, &q)| !p || q);
                    assert!(
                        holds,
                        "{} does not imply {}",
                        pool.to_smtlib(&[a]),
                        pool.to_smtlib(&[b])
                    );
                }
            }
        }
        assert!(implied > 300, "{implied}");
    }
}
