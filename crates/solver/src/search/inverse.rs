//! What the operands must be for a term to have a value: one step downwards.

use super::modular;
use super::numeric::preimages;
use super::task::Alternative;
use crate::wanted::Wanted;
use smallvec::smallvec;
use term::{Bits, Evaluator, FloatFormat, FloatOp, Op, Pool, RoundingMode, Sort, Term, Value};

/// Writes below a read that are searched for a value.
const WRITES_LIMIT: usize = 65_536;
/// Indices tried per table read.
const TABLE_CANDIDATES: usize = 3;

/// One task as an alternative.
fn only(t: Term, value: Bits) -> Alternative {
    smallvec![(t, Wanted::Bits(value))]
}

fn truth(t: Term, value: bool) -> Alternative {
    smallvec![(t, Wanted::Bool(value))]
}

/// True if the value of a term can change at all.
fn free(pool: &Pool, t: Term) -> bool {
    !pool.is_constant(t) && !pool.inputs_of(t).is_empty()
}

/// Ways to make a Bool term have a value that it has not now.
pub(crate) fn bool(
    pool: &Pool,
    evaluator: &mut Evaluator,
    t: Term,
    value: bool,
) -> Vec<Alternative> {
    let arguments = pool.arguments(t);
    if evaluator.bool(pool, t) == value && !matches!(pool.op(t), Op::And | Op::Or | Op::Not) {
        // True already: nothing to do for this task, which a constraint with no task stands for.
        return vec![Alternative::new()];
    }
    match pool.op(t) {
        Op::Not => vec![truth(arguments[0], !value)],
        Op::And | Op::Or => {
            let (a, b) = (arguments[0], arguments[1]);
            let all = (pool.op(t) == Op::And) == value;
            if all {
                return vec![smallvec![
                    (b, Wanted::Bool(value)),
                    (a, Wanted::Bool(value))
                ]];
            }
            if evaluator.bool(pool, t) == value {
                return vec![Alternative::new()];
            }
            vec![truth(a, value), truth(b, value)]
        }
        Op::Ite => choice(
            pool,
            evaluator,
            t,
            |branch| truth(branch, value),
            |evaluator, branch| evaluator.bool(pool, branch) == value,
        ),
        Op::Eq => equality(pool, evaluator, arguments[0], arguments[1], value),
        Op::Ult => order(pool, evaluator, arguments, value, true, false),
        Op::Ule => order(pool, evaluator, arguments, value, false, false),
        Op::Slt => order(pool, evaluator, arguments, value, true, true),
        Op::Sle => order(pool, evaluator, arguments, value, false, true),
        Op::Float { op, format, .. } => float_order(pool, evaluator, arguments, op, format, value),
        _ => Vec::new(),
    }
}

/// `ite`: the branch that is taken, or the condition if the other branch has the value already.
fn choice(
    pool: &Pool,
    evaluator: &mut Evaluator,
    t: Term,
    force: impl Fn(Term) -> Alternative,
    has: impl Fn(&mut Evaluator, Term) -> bool,
) -> Vec<Alternative> {
    let [condition, then, otherwise] = *pool.arguments(t) else {
        return Vec::new();
    };
    let taken = evaluator.bool(pool, condition);
    let (here, there) = if taken {
        (then, otherwise)
    } else {
        (otherwise, then)
    };
    let flip = (condition, Wanted::Bool(!taken));
    let mut ways = Vec::new();
    if free(pool, condition) && has(evaluator, there) {
        ways.push(smallvec![flip.clone()]);
    }
    if free(pool, here) {
        ways.push(force(here));
    }
    if free(pool, condition) && free(pool, there) {
        let mut both = force(there);
        both.push(flip);
        ways.push(both);
    }
    ways
}

fn equality(
    pool: &Pool,
    evaluator: &mut Evaluator,
    a: Term,
    b: Term,
    value: bool,
) -> Vec<Alternative> {
    match pool.sort(a) {
        Sort::Bool => {
            let (av, bv) = (evaluator.bool(pool, a), evaluator.bool(pool, b));
            vec![truth(a, bv == value), truth(b, av == value)]
        }
        Sort::BitVec(width) => {
            let (av, bv) = (evaluator.bits(pool, a), evaluator.bits(pool, b));
            let one = Bits::new(width, 1);
            let mut ways = Vec::new();
            let mut way = |t: Term, v: Bits| {
                if free(pool, t) {
                    ways.push(only(t, v));
                }
            };
            if value {
                way(a, bv);
                way(b, av);
            } else {
                way(a, bv.add(&one));
                way(b, av.add(&one));
                way(a, bv.sub(&one));
                way(a, bv.not());
                way(b, av.not());
                way(a, Bits::new(width, 0));
            }
            ways
        }
        Sort::Array { .. } => Vec::new(),
    }
}

/// `a < b` or `a <= b`, wanted or not: values at the border first, then the extremes.
fn order(
    pool: &Pool,
    evaluator: &mut Evaluator,
    arguments: &[Term],
    value: bool,
    strict: bool,
    signed: bool,
) -> Vec<Alternative> {
    // `not (a < b)` is `b <= a`, `not (a <= b)` is `b < a`.
    let (small, large, strict) = if value {
        (arguments[0], arguments[1], strict)
    } else {
        (arguments[1], arguments[0], !strict)
    };
    let width = pool.width(small);
    let (low, high) = if signed {
        (Bits::signed_min(width), Bits::signed_max(width))
    } else {
        (Bits::zero(width), Bits::ones(width))
    };
    let one = Bits::new(width, 1);
    let (sv, lv) = (evaluator.bits(pool, small), evaluator.bits(pool, large));
    let mut ways = Vec::new();
    if free(pool, small) && !(strict && lv == low) {
        ways.push(only(small, if strict { lv.sub(&one) } else { lv.clone() }));
    }
    if free(pool, large) && !(strict && sv == high) {
        ways.push(only(large, if strict { sv.add(&one) } else { sv.clone() }));
    }
    if free(pool, small) && !(strict && lv == low) {
        let half = middle(&low, &lv);
        ways.push(only(small, half));
        ways.push(only(small, low.clone()));
    }
    if free(pool, large) && !(strict && sv == high) {
        let half = middle(&sv, &high);
        ways.push(only(large, half));
        ways.push(only(large, high.clone()));
    }
    ways
}

/// A value between two, `low` if there is none: modulo 2^w, so it works for signed ends too.
fn middle(low: &Bits, high: &Bits) -> Bits {
    low.add(&high.sub(low).lshr_by(1))
}

/// Ordered float comparisons: the other side's value and its neighbours in the order of floats.
fn float_order(
    pool: &Pool,
    evaluator: &mut Evaluator,
    arguments: &[Term],
    op: FloatOp,
    format: FloatFormat,
    value: bool,
) -> Vec<Alternative> {
    if !matches!(op, FloatOp::Eq | FloatOp::Lt | FloatOp::Le) || format == FloatFormat::X87 {
        return Vec::new();
    }
    let mut ways = Vec::new();
    for (t, other) in [(arguments[0], arguments[1]), (arguments[1], arguments[0])] {
        if !free(pool, t) {
            continue;
        }
        let border = evaluator.bits(pool, other);
        let one = Bits::new(border.width(), 1);
        if op != FloatOp::Lt || !value {
            ways.push(only(t, border.clone()));
        }
        ways.push(only(t, border.add(&one)));
        ways.push(only(t, border.sub(&one)));
        ways.push(only(t, border.xor(&Bits::signed_min(border.width()))));
        ways.push(only(t, Bits::zero(border.width())));
    }
    ways
}

/// Ways to give a bit-vector term a value.
pub(crate) fn bits(
    pool: &Pool,
    evaluator: &mut Evaluator,
    t: Term,
    value: &Bits,
) -> Vec<Alternative> {
    if evaluator.bits(pool, t) == *value {
        return vec![Alternative::new()];
    }
    let arguments = pool.arguments(t);
    let width = value.width();
    match pool.op(t) {
        Op::BvNot => vec![only(arguments[0], value.not())],
        Op::Neg => vec![only(arguments[0], value.neg())],
        Op::Add => either(pool, evaluator, t, |other, _, _| Some(value.sub(other))),
        Op::BvXor => either(pool, evaluator, t, |other, _, _| Some(value.xor(other))),
        Op::BvAnd => either(pool, evaluator, t, |mask, current, _| {
            let possible = value.and(&mask.not()).is_zero();
            possible.then(|| current.and(&mask.not()).or(value))
        }),
        Op::BvOr => either(pool, evaluator, t, |mask, current, _| {
            let possible = mask.and(&value.not()).is_zero();
            possible.then(|| value.and(&mask.not()).or(&current.and(mask)))
        }),
        Op::Mul => either(pool, evaluator, t, |other, current, _| {
            factor(value, other, current)
        }),
        Op::Udiv => either(pool, evaluator, t, |other, current, first| {
            dividend_or_divisor(value, other, current, first, false)
        }),
        Op::Sdiv => either(pool, evaluator, t, |other, current, first| {
            dividend_or_divisor(value, other, current, first, true)
        }),
        Op::Urem => {
            let mut ways = either(pool, evaluator, t, |other, current, first| {
                if !first {
                    return None;
                }
                let possible = other.is_zero() || value.ult(other);
                possible.then(|| current.sub(&current.urem(other)).add(value))
            });
            ways.extend(modular::factor(pool, arguments, value).map(|(x, value)| only(x, value)));
            ways
        }
        Op::Srem => either(pool, evaluator, t, |other, current, first| {
            first.then(|| current.sub(&current.srem(other)).add(value))
        }),
        Op::Shl | Op::Lshr | Op::Ashr => shifted(pool, evaluator, t, value),
        Op::Concat => {
            let low = pool.width(arguments[1]);
            vec![smallvec![
                (arguments[0], Wanted::Bits(value.extract(width - 1, low))),
                (arguments[1], Wanted::Bits(value.extract(low - 1, 0))),
            ]]
        }
        Op::Extract { high, low } => {
            let current = evaluator.bits(pool, arguments[0]);
            vec![only(arguments[0], replace_bits(&current, high, low, value))]
        }
        Op::ZeroExtend | Op::SignExtend => {
            let narrow = value.extract(pool.width(arguments[0]) - 1, 0);
            let again = match pool.op(t) {
                Op::ZeroExtend => narrow.zero_extend(width),
                _ => narrow.sign_extend(width),
            };
            if again == *value {
                vec![only(arguments[0], narrow)]
            } else {
                Vec::new()
            }
        }
        Op::Ite => choice(
            pool,
            evaluator,
            t,
            |branch| only(branch, value.clone()),
            |evaluator, branch| evaluator.bits(pool, branch) == *value,
        ),
        Op::Select => read(pool, evaluator, t, value),
        Op::Float {
            op,
            format,
            rounding,
        } => float(pool, evaluator, t, value, op, format, rounding),
        Op::Opaque(function) => {
            let function = pool.opaque_function(function);
            let operands: Vec<Bits> = arguments
                .iter()
                .map(|&operand| evaluator.bits(pool, operand))
                .collect();
            let free = (0..operands.len()).filter(|&which| free(pool, arguments[which]));
            free.flat_map(|which| {
                let found = preimages(function, &operands, which, value);
                found.into_iter().map(move |x| only(arguments[which], x))
            })
            .collect()
        }
        _ => Vec::new(),
    }
}

/// For an operation of two operands: `solve(other's value, own value, is first)` for each operand.
fn either(
    pool: &Pool,
    evaluator: &mut Evaluator,
    t: Term,
    solve: impl Fn(&Bits, &Bits, bool) -> Option<Bits>,
) -> Vec<Alternative> {
    let (a, b) = (pool.arguments(t)[0], pool.arguments(t)[1]);
    let mut ways = Vec::new();
    for (own, other, first) in [(a, b, true), (b, a, false)] {
        if !free(pool, own) {
            continue;
        }
        let (current, other) = (evaluator.bits(pool, own), evaluator.bits(pool, other));
        if let Some(value) = solve(&other, &current, first) {
            ways.push(only(own, value));
        }
    }
    ways
}

/// `x` with `x * other == value`: the odd part has an inverse modulo 2^w. Bits of `x` that do not
/// matter are those of `current`.
fn factor(value: &Bits, other: &Bits, current: &Bits) -> Option<Bits> {
    let width = value.width();
    if other.is_zero() {
        return value.is_zero().then(|| current.clone());
    }
    let zeros = other.trailing_zeros();
    if !value.is_zero() && value.trailing_zeros() < zeros {
        return None;
    }
    let odd = other.lshr_by(zeros);
    // Newton's iteration doubles the number of correct bits, from 3 for `odd` itself.
    let two = Bits::new(width, 2);
    let mut inverse = odd.clone();
    let mut correct = 3;
    while correct < width {
        inverse = inverse.mul(&two.sub(&odd.mul(&inverse)));
        correct *= 2;
    }
    let solution = value.lshr_by(zeros).mul(&inverse);
    if zeros == 0 {
        return Some(solution);
    }
    let low = solution.extract(width - zeros - 1, 0);
    Some(replace_bits(current, width - zeros - 1, 0, &low))
}

/// Operands of a division with this quotient.
fn dividend_or_divisor(
    value: &Bits,
    other: &Bits,
    current: &Bits,
    first: bool,
    signed: bool,
) -> Option<Bits> {
    let divide = |a: &Bits, b: &Bits| if signed { a.sdiv(b) } else { a.udiv(b) };
    let remainder = |a: &Bits, b: &Bits| if signed { a.srem(b) } else { a.urem(b) };
    if !first {
        // value = other / x, so x = other / value is a good guess.
        let guess = if value.is_zero() {
            Bits::ones(value.width())
        } else {
            divide(other, value)
        };
        return (divide(other, &guess) == *value).then_some(guess);
    }
    let product = value.mul(other);
    let with_remainder = product.add(&remainder(current, other));
    [with_remainder, product]
        .into_iter()
        .find(|x| divide(x, other) == *value)
}

/// `bits` with `high..=low` replaced.
pub(crate) fn replace_bits(bits: &Bits, high: u32, low: u32, part: &Bits) -> Bits {
    let mut result = part.clone();
    if high + 1 < bits.width() {
        result = bits.extract(bits.width() - 1, high + 1).concat(&result);
    }
    if low > 0 {
        result = result.concat(&bits.extract(low - 1, 0));
    }
    result
}

/// Shifts: the operand shifted back, where the lost bits stay what they are; or another amount.
fn shifted(pool: &Pool, evaluator: &mut Evaluator, t: Term, value: &Bits) -> Vec<Alternative> {
    let (a, b) = (pool.arguments(t)[0], pool.arguments(t)[1]);
    let (current, amount) = (evaluator.bits(pool, a), evaluator.bits(pool, b));
    let width = value.width();
    let op = pool.op(t);
    let apply = |x: &Bits, by: &Bits| match op {
        Op::Shl => x.shl(by),
        Op::Lshr => x.lshr(by),
        _ => x.ashr(by),
    };
    let mut ways = Vec::new();
    let by = amount
        .to_u64()
        .filter(|&by| by < u64::from(width))
        .map(|by| by as u32);
    if let Some(by) = by.filter(|_| free(pool, a)) {
        let back = if op == Op::Shl {
            let kept = value.extract(width - 1, by);
            if by == 0 {
                kept
            } else {
                current.extract(width - 1, width - by).concat(&kept)
            }
        } else {
            let kept = value.extract(width - by - 1, 0);
            if by == 0 {
                kept
            } else {
                kept.concat(&current.extract(by - 1, 0))
            }
        };
        if apply(&back, &amount) == *value {
            ways.push(only(a, back));
        }
    }
    if free(pool, b) {
        let amounts = (0..=width).map(|by| Bits::new(width, u64::from(by)));
        // An amount of `width` may not fit into narrow vectors; the product is checked anyway.
        ways.extend(
            amounts
                .filter(|by| apply(&current, by) == *value)
                .map(|by| only(b, by))
                .take(2),
        );
    }
    ways
}

/// Reads of arrays that are not inputs themselves.
fn read(pool: &Pool, evaluator: &mut Evaluator, t: Term, value: &Bits) -> Vec<Alternative> {
    let (array, index) = (pool.arguments(t)[0], pool.arguments(t)[1]);
    match pool.op(array) {
        Op::Table(table) if free(pool, index) => {
            let entries = pool.table(table);
            let width = pool.width(index);
            let fits = |i: &u32| width >= 32 || *i < 1 << width;
            let places = pool.table_places(table, value).iter().copied();
            let mut ways: Vec<Alternative> = places
                .filter(fits)
                .take(TABLE_CANDIDATES)
                .map(|i| only(index, Bits::new(width, u64::from(i))))
                .collect();
            let behind = Bits::new(width, entries.len() as u64);
            if value.is_zero() && behind.to_u64() == Some(entries.len() as u64) {
                ways.push(only(index, behind));
            }
            ways
        }
        Op::Store => written(pool, evaluator, t, value),
        _ => Vec::new(),
    }
}

/// A read over writes: the write that the read sees now, or a write of the wanted value.
fn written(pool: &Pool, evaluator: &mut Evaluator, t: Term, value: &Bits) -> Vec<Alternative> {
    let (mut array, index) = (pool.arguments(t)[0], pool.arguments(t)[1]);
    let at = evaluator.bits(pool, index);
    let mut ways = Vec::new();
    let mut seen = None;
    let mut steps = 0;
    while pool.op(array) == Op::Store && steps < WRITES_LIMIT {
        steps += 1;
        let [below, place, stored] = *pool.arguments(array) else {
            break;
        };
        let place_value = evaluator.bits(pool, place);
        if place_value == at {
            seen.get_or_insert(stored);
        } else if ways.len() < TABLE_CANDIDATES
            && free(pool, index)
            && evaluator.bits(pool, stored) == *value
        {
            ways.push(only(index, place_value));
        }
        array = below;
    }
    match seen {
        Some(stored) if free(pool, stored) => ways.insert(0, only(stored, value.clone())),
        Some(_) | None => {}
    }
    ways
}

/// Float arithmetic: the inverse operation, rounded, which is often exact.
fn float(
    pool: &Pool,
    evaluator: &mut Evaluator,
    t: Term,
    value: &Bits,
    op: FloatOp,
    format: FloatFormat,
    rounding: RoundingMode,
) -> Vec<Alternative> {
    let arguments = pool.arguments(t);
    let compute = |op: FloatOp, format: FloatFormat, arguments: &[Bits], width: u32| {
        match term::float::evaluate(op, format, rounding, arguments, width) {
            Value::Bits(bits) => Some(bits),
            Value::Bool(_) | Value::Array(_) => None,
        }
    };
    match op {
        FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div => {
            either(pool, evaluator, t, |other, _, first| {
                let (inverse, operands) = match (op, first) {
                    (FloatOp::Add, _) => (FloatOp::Sub, [value.clone(), other.clone()]),
                    (FloatOp::Sub, true) => (FloatOp::Add, [value.clone(), other.clone()]),
                    (FloatOp::Sub, false) => (FloatOp::Sub, [other.clone(), value.clone()]),
                    (FloatOp::Mul, _) => (FloatOp::Div, [value.clone(), other.clone()]),
                    (_, true) => (FloatOp::Mul, [value.clone(), other.clone()]),
                    (_, false) => (FloatOp::Div, [other.clone(), value.clone()]),
                };
                compute(inverse, format, &operands, value.width())
            })
        }
        FloatOp::Sqrt => {
            let operands = [value.clone(), value.clone()];
            let square = compute(FloatOp::Mul, format, &operands, value.width());
            square
                .map(|square| only(arguments[0], square))
                .into_iter()
                .collect()
        }
        FloatOp::FromSigned | FloatOp::FromUnsigned => {
            let back = match op {
                FloatOp::FromSigned => FloatOp::ToSigned,
                _ => FloatOp::ToUnsigned,
            };
            let width = pool.width(arguments[0]);
            let integer = compute(back, format, std::slice::from_ref(value), width);
            integer
                .map(|integer| only(arguments[0], integer))
                .into_iter()
                .collect()
        }
        FloatOp::ToSigned | FloatOp::ToUnsigned => {
            let forth = match op {
                FloatOp::ToSigned => FloatOp::FromSigned,
                _ => FloatOp::FromUnsigned,
            };
            let back = compute(forth, format, std::slice::from_ref(value), format.width());
            back.map(|back| only(arguments[0], back))
                .into_iter()
                .collect()
        }
        FloatOp::Convert { from } => {
            let back = FloatOp::Convert { from: format };
            let narrow = compute(back, from, std::slice::from_ref(value), from.width());
            narrow
                .map(|narrow| only(arguments[0], narrow))
                .into_iter()
                .collect()
        }
        FloatOp::RoundToIntegral => vec![only(arguments[0], value.clone())],
        FloatOp::Min | FloatOp::Max => either(pool, evaluator, t, |_, _, _| Some(value.clone())),
        FloatOp::Rem | FloatOp::Fmod | FloatOp::Fma => Vec::new(),
        FloatOp::Eq | FloatOp::Lt | FloatOp::Le => Vec::new(),
    }
}
