//! Floating-point operations: on concrete patterns, and as terms.

use ir::{FloatBinaryOp, FloatCompareOp, FloatFormat, FloatUnaryOp, Rounding};
use term::{FloatOp, Pool, RoundingMode, Term};

/// A format as terms name it.
pub fn format_of(format: FloatFormat) -> term::FloatFormat {
    match format {
        FloatFormat::Half => term::FloatFormat::Half,
        FloatFormat::Single => term::FloatFormat::Single,
        FloatFormat::Double => term::FloatFormat::Double,
        FloatFormat::X87 => term::FloatFormat::X87,
        FloatFormat::Quad => term::FloatFormat::Quad,
    }
}

/// Arithmetic the host does as the terms define it; `None` where it might not: for results that
/// are NaN, whose bits a host compiler may choose, and for operations other than the four basic
/// ones.
#[inline]
pub fn binary_host(op: FloatBinaryOp, double: bool, a: u64, b: u64) -> Option<u64> {
    if double {
        let (x, y) = (f64::from_bits(a), f64::from_bits(b));
        let value = match op {
            FloatBinaryOp::Add => x + y,
            FloatBinaryOp::Sub => x - y,
            FloatBinaryOp::Mul => x * y,
            FloatBinaryOp::Div => x / y,
            FloatBinaryOp::Fmod
            | FloatBinaryOp::Remainder
            | FloatBinaryOp::Min
            | FloatBinaryOp::Max
            | FloatBinaryOp::CopySign => return None,
        };
        return (!value.is_nan()).then(|| value.to_bits());
    }
    let (x, y) = (f32::from_bits(a as u32), f32::from_bits(b as u32));
    let value = match op {
        FloatBinaryOp::Add => x + y,
        FloatBinaryOp::Sub => x - y,
        FloatBinaryOp::Mul => x * y,
        FloatBinaryOp::Div => x / y,
        FloatBinaryOp::Fmod
        | FloatBinaryOp::Remainder
        | FloatBinaryOp::Min
        | FloatBinaryOp::Max
        | FloatBinaryOp::CopySign => return None,
    };
    (!value.is_nan()).then(|| u64::from(value.to_bits()))
}

/// A comparison of single or double precision.
#[inline]
pub fn compare_host(op: FloatCompareOp, double: bool, a: u64, b: u64) -> bool {
    use FloatCompareOp as F;
    // Every single is a double, and comparing does not depend on the format.
    let widen = |bits: u64| match double {
        true => f64::from_bits(bits),
        false => f64::from(f32::from_bits(bits as u32)),
    };
    let (x, y) = (widen(a), widen(b));
    let unordered = x.is_nan() || y.is_nan();
    match op {
        F::Oeq => x == y,
        F::Ogt => x > y,
        F::Oge => x >= y,
        F::Olt => x < y,
        F::Ole => x <= y,
        F::One => !unordered && x != y,
        F::Ord => !unordered,
        F::Uno => unordered,
        F::Ueq => unordered || x == y,
        F::Ugt => unordered || x > y,
        F::Uge => unordered || x >= y,
        F::Ult => unordered || x < y,
        F::Ule => unordered || x <= y,
        F::Une => x != y,
    }
}

/// The term of an arithmetic operation; constant if the operands are.
pub fn binary_term(
    pool: &mut Pool,
    op: FloatBinaryOp,
    format: FloatFormat,
    a: Term,
    b: Term,
) -> Term {
    let format = format_of(format);
    let op = match op {
        FloatBinaryOp::Add => FloatOp::Add,
        FloatBinaryOp::Sub => FloatOp::Sub,
        FloatBinaryOp::Mul => FloatOp::Mul,
        FloatBinaryOp::Div => FloatOp::Div,
        FloatBinaryOp::Fmod => FloatOp::Fmod,
        FloatBinaryOp::Remainder => FloatOp::Rem,
        FloatBinaryOp::Min => FloatOp::Min,
        FloatBinaryOp::Max => FloatOp::Max,
        FloatBinaryOp::CopySign => return term::float::copy_sign(pool, format, a, b),
    };
    pool.float(op, format, RoundingMode::NearestEven, &[a, b])
}

/// The term of an operation on one operand.
pub fn unary_term(pool: &mut Pool, op: FloatUnaryOp, format: FloatFormat, a: Term) -> Term {
    let format = format_of(format);
    match op {
        FloatUnaryOp::Negate => term::float::negate(pool, format, a),
        FloatUnaryOp::Absolute => term::float::absolute(pool, format, a),
        FloatUnaryOp::Sqrt => pool.float(FloatOp::Sqrt, format, RoundingMode::NearestEven, &[a]),
        FloatUnaryOp::Round(rounding) => {
            pool.float(FloatOp::RoundToIntegral, format, mode_of(rounding), &[a])
        }
    }
}

fn mode_of(rounding: Rounding) -> RoundingMode {
    match rounding {
        Rounding::NearestEven => RoundingMode::NearestEven,
        Rounding::NearestAway => RoundingMode::NearestAway,
        Rounding::TowardPositive => RoundingMode::TowardPositive,
        Rounding::TowardNegative => RoundingMode::TowardNegative,
        Rounding::TowardZero => RoundingMode::TowardZero,
    }
}

/// The Bool term of a comparison.
pub fn compare_term(
    pool: &mut Pool,
    op: FloatCompareOp,
    format: FloatFormat,
    a: Term,
    b: Term,
) -> Term {
    use FloatCompareOp as F;
    let format = format_of(format);
    let mut ordered =
        |op: FloatOp, a: Term, b: Term| pool.float(op, format, RoundingMode::NearestEven, &[a, b]);
    // An unordered predicate is the negation of the opposite ordered one.
    match op {
        F::Oeq => ordered(FloatOp::Eq, a, b),
        F::Olt => ordered(FloatOp::Lt, a, b),
        F::Ole => ordered(FloatOp::Le, a, b),
        F::Ogt => ordered(FloatOp::Lt, b, a),
        F::Oge => ordered(FloatOp::Le, b, a),
        F::One => {
            let (less, greater) = (ordered(FloatOp::Lt, a, b), ordered(FloatOp::Lt, b, a));
            pool.or(less, greater)
        }
        F::Ord => {
            let unordered = unordered(pool, format, a, b);
            pool.not(unordered)
        }
        F::Uno => unordered(pool, format, a, b),
        F::Ueq => {
            let (less, greater) = (ordered(FloatOp::Lt, a, b), ordered(FloatOp::Lt, b, a));
            let differ = pool.or(less, greater);
            pool.not(differ)
        }
        F::Ugt => negated(pool, format, FloatOp::Le, a, b),
        F::Uge => negated(pool, format, FloatOp::Lt, a, b),
        F::Ult => negated(pool, format, FloatOp::Le, b, a),
        F::Ule => negated(pool, format, FloatOp::Lt, b, a),
        F::Une => negated(pool, format, FloatOp::Eq, a, b),
    }
}

fn negated(pool: &mut Pool, format: term::FloatFormat, op: FloatOp, a: Term, b: Term) -> Term {
    let ordered = pool.float(op, format, RoundingMode::NearestEven, &[a, b]);
    pool.not(ordered)
}

fn unordered(pool: &mut Pool, format: term::FloatFormat, a: Term, b: Term) -> Term {
    let (a, b) = (
        term::float::is_nan(pool, format, a),
        term::float::is_nan(pool, format, b),
    );
    pool.or(a, b)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use term::{Bits, Evaluator, Model, Op, Sort, Value};

    const COMPARE: &[FloatCompareOp] = &[
        FloatCompareOp::Oeq,
        FloatCompareOp::Ogt,
        FloatCompareOp::Oge,
        FloatCompareOp::Olt,
        FloatCompareOp::Ole,
        FloatCompareOp::One,
        FloatCompareOp::Ord,
        FloatCompareOp::Uno,
        FloatCompareOp::Ueq,
        FloatCompareOp::Ugt,
        FloatCompareOp::Uge,
        FloatCompareOp::Ult,
        FloatCompareOp::Ule,
        FloatCompareOp::Une,
    ];
    const BINARY: &[FloatBinaryOp] = &[
        FloatBinaryOp::Add,
        FloatBinaryOp::Sub,
        FloatBinaryOp::Mul,
        FloatBinaryOp::Div,
    ];

    /// Patterns, the special ones often.
    fn pattern() -> impl Strategy<Value = u64> {
        prop_oneof![
            any::<u64>(),
            any::<f64>().prop_map(f64::to_bits),
            any::<f32>().prop_map(|value| u64::from(value.to_bits())),
            Just(0),
            Just(1 << 63),
            Just(f64::NAN.to_bits()),
            Just(f64::INFINITY.to_bits()),
            Just(u64::from(f32::NAN.to_bits())),
            Just(u64::from(f32::INFINITY.to_bits())),
        ]
    }

    proptest! {
        #[test]
        fn what_the_host_computes_is_what_the_terms_evaluate_to(
            a in pattern(),
            b in pattern(),
            double in any::<bool>(),
        ) {
            let format = if double { FloatFormat::Double } else { FloatFormat::Single };
            let width = format.width();
            let cut = |bits: u64| bits & (u64::MAX >> (64 - width));
            let (a, b) = (cut(a), cut(b));
            let (mut pool, mut model) = (Pool::new(), Model::new());
            let mut input = |value: u64| {
                let term = pool.input("x", Sort::BitVec(width));
                if let Op::Input(id) = pool.op(term) {
                    model.set(id, Value::Bits(Bits::new(width, value)));
                }
                term
            };
            let (x, y) = (input(a), input(b));
            let mut evaluator = Evaluator::new();
            evaluator.set_model(model);
            for &op in BINARY {
                let term = binary_term(&mut pool, op, format, x, y);
                if let Some(found) = binary_host(op, double, a, b) {
                    prop_assert_eq!(found, evaluator.u64(&pool, term), "{:?}", op);
                }
            }
            for &op in COMPARE {
                let term = compare_term(&mut pool, op, format, x, y);
                let found = compare_host(op, double, a, b);
                prop_assert_eq!(found, evaluator.bool(&pool, term), "{:?}", op);
            }
        }
    }
}
