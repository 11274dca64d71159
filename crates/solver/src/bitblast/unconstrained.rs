//! Elimination of unconstrained inputs.
//!
//! An input that occurs once gives the operation over it any value whatever the other operand is
//! (`x + t`, `x ^ t`, `3 * x`, `x == t`), so the operation's value is as free as the input was, and
//! `t` does not matter any more (Bruttomesso, "RTL Verification: From SAT to SMT(BV)", 2008,
//! section 4.4). A free term is represented by its *image*, a term over the inputs that made it
//! free: no new inputs are needed. A model of what is left is completed by inverting the operations
//! from the free terms down to their inputs.
//!
//! Any subset of the constraints that is satisfiable stays so when it is rewritten (the images take
//! the values of what they stand for), so unsatisfiable cores are cores of the originals.

use rustc_hash::{FxHashMap, FxHashSet};
use smallvec::SmallVec;
use term::{Bits, Evaluator, Model, Op, Pool, Sort, Term, Value};

use crate::search::replace_bits;

/// Terms below the constraints above which nothing is tried.
const MOST_TERMS: usize = 50_000;
/// Free terms of one pass: completing a model costs an evaluation for each.
const MOST_FREE: usize = 256;
/// Passes: what one leaves out may have been the second occurrence of an input.
const MOST_PASSES: usize = 8;

/// What was eliminated, pass by pass.
pub(super) struct Elimination {
    passes: Vec<Pass>,
}

/// Terms that were replaced by their images, and do not matter to a replaced term above them.
struct Pass {
    /// Ascending by term, with the image.
    tops: Vec<(Term, Term)>,
    /// Which operands of a replaced term are free.
    free_operands: FxHashMap<Term, [bool; 3]>,
}

/// Rewrites constraints, one for one; `None` if no input is unconstrained.
pub(super) fn eliminate(pool: &mut Pool, constraints: &[Term]) -> Option<(Vec<Term>, Elimination)> {
    let mut now = constraints.to_vec();
    let mut passes = Vec::new();
    while passes.len() < MOST_PASSES
        && let Some((next, pass)) = run_pass(pool, &now)
    {
        now = next;
        passes.push(pass);
    }
    (!passes.is_empty()).then_some((now, Elimination { passes }))
}

/// The terms that are being rewritten.
struct Rewriting {
    /// Occurrences as an operand or as a constraint.
    uses: FxHashMap<Term, u32>,
    /// What replaces a term, where that is another one.
    images: FxHashMap<Term, Term>,
    /// Terms that can have any value, whatever the others have.
    free: FxHashSet<Term>,
    pass: Pass,
}

/// How a term with free operands is replaced.
struct Replacement {
    image: Term,
    free_operands: [bool; 3],
    /// The term can have any value.
    is_free: bool,
}

fn run_pass(pool: &mut Pool, constraints: &[Term]) -> Option<(Vec<Term>, Pass)> {
    let mut order = Vec::new();
    pool.visit_post_order(constraints, &mut |t| order.push(t));
    // To a back end an opaque application is free: no model of it can be completed.
    let opaque = |t: &Term| matches!(pool.op(*t), Op::Opaque(_));
    if order.len() > MOST_TERMS || order.iter().any(opaque) {
        return None;
    }
    let mut uses: FxHashMap<Term, u32> = FxHashMap::default();
    for &t in &order {
        for &operand in pool.arguments(t) {
            *uses.entry(operand).or_default() += 1;
        }
    }
    for &c in constraints {
        *uses.entry(c).or_default() += 1;
    }
    let mut rewriting = Rewriting {
        uses,
        images: FxHashMap::default(),
        free: FxHashSet::default(),
        pass: Pass {
            tops: Vec::new(),
            free_operands: FxHashMap::default(),
        },
    };
    for &t in &order {
        rewriting.visit(pool, t);
    }
    if rewriting.pass.free_operands.is_empty() {
        return None;
    }
    let image = |t: &Term| rewriting.images.get(t).copied().unwrap_or(*t);
    let rewritten: Vec<Term> = constraints.iter().map(image).collect();
    let mut pass = rewriting.pass;
    let mut tops: Vec<Term> = pass.free_operands.keys().copied().collect();
    tops.sort_unstable();
    // A free term below a replaced one is reached through it.
    let below: Vec<Term> = tops
        .iter()
        .flat_map(|&t| free_arguments(pool, &pass, t))
        .collect();
    tops.retain(|t| !below.contains(t));
    pass.tops = tops.iter().map(|t| (*t, image(t))).collect();
    Some((rewritten, pass))
}

fn free_arguments(pool: &Pool, pass: &Pass, t: Term) -> Vec<Term> {
    let arguments = pool.arguments(t).iter().zip(pass.free_operands[&t]);
    arguments
        .filter_map(|(&operand, free)| free.then_some(operand))
        .collect()
}

impl Rewriting {
    fn image(&self, t: Term) -> Term {
        self.images.get(&t).copied().unwrap_or(t)
    }

    /// Rewrites a term whose operands have been.
    fn visit(&mut self, pool: &mut Pool, t: Term) {
        if let Op::Input(_) = pool.op(t) {
            if !matches!(pool.sort(t), Sort::Array { .. }) {
                self.free.insert(t);
            }
            return;
        }
        let arguments: SmallVec<[Term; 4]> = pool.arguments(t).into();
        let mut free = [false; 3];
        for (is_free, operand) in free.iter_mut().zip(&arguments) {
            *is_free = self.uses[operand] == 1 && self.free.contains(operand);
        }
        if arguments.len() <= 3
            && free != [false; 3]
            && self.pass.free_operands.len() < MOST_FREE
            && let Some(replacement) = self.replace(pool, t, &arguments, free)
        {
            self.images.insert(t, replacement.image);
            self.pass.free_operands.insert(t, replacement.free_operands);
            if replacement.is_free {
                self.free.insert(t);
            }
            return;
        }
        let images: SmallVec<[Term; 4]> = arguments.iter().map(|&a| self.image(a)).collect();
        if images != arguments {
            let image = pool.build(pool.op(t), &images, pool.sort(t));
            self.images.insert(t, image);
        }
    }

    /// The replacement of a term by what its free operands allow.
    fn replace(
        &self,
        pool: &mut Pool,
        t: Term,
        arguments: &[Term],
        free: [bool; 3],
    ) -> Option<Replacement> {
        // The first free operand carries the value; the others are given one that lets it.
        let first = free.iter().position(|&free| free)?;
        let carrier = self.image(arguments[first]);
        let only = {
            let mut only = [false; 3];
            only[first] = true;
            only
        };
        let any = |image: Term, free_operands: [bool; 3]| {
            Some(Replacement {
                image,
                free_operands,
                is_free: true,
            })
        };
        let both = free[0] && free[1];
        match pool.op(t) {
            Op::Add | Op::BvXor | Op::Neg | Op::BvNot | Op::Not => any(carrier, only),
            Op::Mul => {
                let odd = |t: Term| pool.bits(t).is_some_and(|bits| bits.bit(0));
                if both {
                    any(carrier, free)
                } else if odd(arguments[1 - first]) {
                    any(carrier, only)
                } else {
                    None
                }
            }
            Op::BvAnd | Op::BvOr if both => any(carrier, free),
            Op::Extract { high, low } => any(pool.extract(carrier, high, low), only),
            Op::Concat if both => {
                let low = self.image(arguments[1]);
                any(pool.concat(carrier, low), free)
            }
            Op::Ite if free[1] && free[2] => any(self.image(arguments[1]), [false, true, true]),
            Op::Ite if free[0] && free[1] => any(self.image(arguments[1]), [true, true, false]),
            Op::Ite if free[0] && free[2] => any(self.image(arguments[2]), [true, false, true]),
            Op::Eq if !matches!(pool.sort(arguments[0]), Sort::Array { .. }) => {
                any(truth(pool, carrier), only)
            }
            op @ (Op::Ult | Op::Ule | Op::Slt | Op::Sle) => {
                let other = self.image(arguments[1 - first]);
                let image = comparison(pool, op, first == 0, carrier, other);
                Some(Replacement {
                    image,
                    free_operands: only,
                    is_free: false,
                })
            }
            _ => None,
        }
    }
}

/// A Bool term that is as free as this one.
fn truth(pool: &mut Pool, carrier: Term) -> Term {
    if pool.sort(carrier) == Sort::Bool {
        return carrier;
    }
    let (bit, one) = (pool.extract(carrier, 0, 0), pool.bv(1, 1));
    pool.eq(bit, one)
}

/// The ends of the order that a comparison is about.
fn ends(op: Op, width: u32) -> (Bits, Bits) {
    match op {
        Op::Slt | Op::Sle => (Bits::signed_min(width), Bits::signed_max(width)),
        _ => (Bits::zero(width), Bits::ones(width)),
    }
}

/// A comparison of a free term: strict ones can only hold, and weak ones can only fail, if the
/// other side is not at its end.
fn comparison(pool: &mut Pool, op: Op, free_is_left: bool, carrier: Term, other: Term) -> Term {
    let (least, greatest) = ends(op, pool.width(other));
    let strict = matches!(op, Op::Ult | Op::Slt);
    // `u < s` needs s above the least, `s < u` needs s below the greatest; `u <= s` fails only for
    // an s below the greatest, `s <= u` only for one above the least.
    let end = if free_is_left == strict {
        least
    } else {
        greatest
    };
    let end = pool.constant(&end);
    let at_end = pool.eq(other, end);
    let free = truth(pool, carrier);
    if strict {
        let inside = pool.not(at_end);
        pool.and(free, inside)
    } else {
        pool.or(free, at_end)
    }
}

impl Elimination {
    /// A model of the constraints before the elimination from one of those after it.
    pub(super) fn complete(&self, pool: &Pool, evaluator: &mut Evaluator, model: Model) -> Model {
        let mut model = model;
        for pass in self.passes.iter().rev() {
            evaluator.set_model(model.clone());
            let wanted: Vec<Value> = pass
                .tops
                .iter()
                .map(|&(_, image)| evaluator.value(pool, image))
                .collect();
            // A replaced term depends, beside its free inputs, on terms below it only, whose own
            // inputs have been completed by then.
            for (&(t, _), wanted) in pass.tops.iter().zip(wanted) {
                evaluator.set_model(model.clone());
                pass.give(pool, evaluator, &mut model, t, wanted);
            }
        }
        model
    }
}

impl Pass {
    /// Gives the inputs that made a term free the values that make it `wanted`.
    fn give(
        &self,
        pool: &Pool,
        evaluator: &mut Evaluator,
        model: &mut Model,
        t: Term,
        wanted: Value,
    ) {
        let mut pending = vec![(t, wanted)];
        while let Some((t, wanted)) = pending.pop() {
            if let Op::Input(input) = pool.op(t) {
                model.set(input, wanted);
                continue;
            }
            let Some(&free) = self.free_operands.get(&t) else {
                debug_assert!(false, "only free terms are given values");
                continue;
            };
            let arguments = pool.arguments(t);
            let values = operand_values(pool, evaluator, t, free, &wanted);
            for ((&operand, is_free), value) in arguments.iter().zip(free).zip(values) {
                if is_free {
                    pending.push((operand, value));
                }
            }
        }
    }
}

/// Values for the free operands of a term (others are of no meaning) that make it `wanted`.
fn operand_values(
    pool: &Pool,
    evaluator: &mut Evaluator,
    t: Term,
    free: [bool; 3],
    wanted: &Value,
) -> [Value; 3] {
    let arguments = pool.arguments(t);
    let first = free.iter().position(|&free| free).unwrap_or(0);
    let other = |evaluator: &mut Evaluator| evaluator.value(pool, arguments[1 - first]);
    let same = |value: Value| [value.clone(), value.clone(), value];
    match (pool.op(t), wanted) {
        (Op::Not, Value::Bool(value)) => same(Value::Bool(!value)),
        (Op::Neg, Value::Bits(bits)) => same(Value::Bits(bits.neg())),
        (Op::BvNot, Value::Bits(bits)) => same(Value::Bits(bits.not())),
        (Op::Add, Value::Bits(bits)) => {
            let rest = as_bits(other(evaluator));
            same(Value::Bits(bits.sub(&rest)))
        }
        (Op::BvXor, Value::Bits(bits)) => {
            let rest = as_bits(other(evaluator));
            same(Value::Bits(bits.xor(&rest)))
        }
        (Op::Mul, Value::Bits(bits)) => {
            let one = Bits::new(bits.width(), 1);
            if free[0] && free[1] {
                return [
                    Value::Bits(bits.clone()),
                    Value::Bits(one.clone()),
                    Value::Bits(one),
                ];
            }
            let factor = as_bits(other(evaluator));
            let inverse = factor.inverse_of_odd().unwrap_or(one);
            same(Value::Bits(bits.mul(&inverse)))
        }
        (Op::BvAnd, Value::Bits(bits)) => {
            let ones = Value::Bits(Bits::ones(bits.width()));
            [wanted.clone(), ones.clone(), ones]
        }
        (Op::BvOr, Value::Bits(bits)) => {
            let zero = Value::Bits(Bits::zero(bits.width()));
            [wanted.clone(), zero.clone(), zero]
        }
        (Op::Extract { high, low }, Value::Bits(bits)) => {
            let before = evaluator.bits(pool, arguments[0]);
            same(Value::Bits(replace_bits(&before, high, low, bits)))
        }
        (Op::Concat, Value::Bits(bits)) => {
            let low = pool.width(arguments[1]);
            let upper = Value::Bits(bits.extract(bits.width() - 1, low));
            let lower = Value::Bits(bits.extract(low - 1, 0));
            [upper, lower.clone(), lower]
        }
        (Op::Ite, value) => [Value::Bool(free[1]), value.clone(), value.clone()],
        (Op::Eq, Value::Bool(equal)) => match other(evaluator) {
            Value::Bool(value) => same(Value::Bool(value == *equal)),
            Value::Bits(value) if *equal => same(Value::Bits(value)),
            Value::Bits(value) => same(Value::Bits(value.not())),
            Value::Array(array) => same(Value::Array(array)),
        },
        (op, Value::Bool(holds)) => {
            let (least, greatest) = ends(op, pool.width(arguments[0]));
            let value = if (first == 0) == *holds {
                least
            } else {
                greatest
            };
            same(Value::Bits(value))
        }
        (_, value) => same(value.clone()),
    }
}

fn as_bits(value: Value) -> Bits {
    match value {
        Value::Bits(bits) => bits,
        Value::Bool(_) | Value::Array(_) => unreachable!("an operand of arithmetic has bits"),
    }
}

#[cfg(test)]
mod tests;
