//! Floating-point operations: the circuit computes what evaluation does, in every format.

use term::{Evaluator, FloatFormat, FloatOp, Model, Op, Pool, RoundingMode, Sort, Term, Value};

use super::operations::{check_circuit, limits};
use super::{Dice, random_bits};
use crate::bitblast::{NativeBackend, NativeOptions};
use crate::{Answer, Backend};

const FORMATS: [FloatFormat; 5] = [
    FloatFormat::Half,
    FloatFormat::Single,
    FloatFormat::Double,
    FloatFormat::X87,
    FloatFormat::Quad,
];

const ROUNDINGS: [RoundingMode; 5] = [
    RoundingMode::NearestEven,
    RoundingMode::NearestAway,
    RoundingMode::TowardPositive,
    RoundingMode::TowardNegative,
    RoundingMode::TowardZero,
];

/// Operations by number of operands, of one format.
const OPERATIONS: [(FloatOp, usize); 12] = [
    (FloatOp::Add, 2),
    (FloatOp::Sub, 2),
    (FloatOp::Mul, 2),
    (FloatOp::Div, 2),
    (FloatOp::Fma, 3),
    (FloatOp::Sqrt, 1),
    (FloatOp::RoundToIntegral, 1),
    (FloatOp::Min, 2),
    (FloatOp::Max, 2),
    (FloatOp::Eq, 2),
    (FloatOp::Lt, 2),
    (FloatOp::Le, 2),
];

fn rounds(op: FloatOp) -> bool {
    !matches!(
        op,
        FloatOp::Min | FloatOp::Max | FloatOp::Eq | FloatOp::Lt | FloatOp::Le
    )
}

#[test]
fn operations_of_every_format() {
    let mut dice = Dice::new(20);
    for format in FORMATS {
        let mut pool = Pool::new();
        let inputs: Vec<Term> = ["x", "y", "z"]
            .map(|n| pool.input(n, Sort::BitVec(format.width())))
            .to_vec();
        for (op, operands) in OPERATIONS {
            let rounding = if rounds(op) {
                ROUNDINGS[dice.below(5)]
            } else {
                RoundingMode::NearestEven
            };
            let t = pool.float(op, format, rounding, &inputs[..operands]);
            check_circuit(&mut pool, &inputs, t, &mut dice, 40);
        }
    }
}

#[test]
fn remainders_of_short_formats() {
    let mut dice = Dice::new(21);
    for format in [FloatFormat::Half, FloatFormat::Single] {
        let mut pool = Pool::new();
        let inputs: Vec<Term> = ["x", "y"]
            .map(|n| pool.input(n, Sort::BitVec(format.width())))
            .to_vec();
        for op in [FloatOp::Rem, FloatOp::Fmod] {
            let t = pool.float(op, format, RoundingMode::NearestEven, &inputs);
            check_circuit(&mut pool, &inputs, t, &mut dice, 20);
        }
    }
}

#[test]
fn conversions_between_formats_and_integers() {
    let mut dice = Dice::new(22);
    for format in FORMATS {
        let mut pool = Pool::new();
        let x = pool.input("x", Sort::BitVec(format.width()));
        let i = pool.input("i", Sort::BitVec(33));
        for op in [FloatOp::ToSigned, FloatOp::ToUnsigned] {
            let t = pool.float_to_int(op, format, ROUNDINGS[dice.below(5)], x, 32);
            check_circuit(&mut pool, &[x], t, &mut dice, 30);
        }
        for op in [FloatOp::FromSigned, FloatOp::FromUnsigned] {
            let t = pool.float(op, format, ROUNDINGS[dice.below(5)], &[i]);
            check_circuit(&mut pool, &[i], t, &mut dice, 30);
        }
        for to in FORMATS {
            if to != format {
                let op = FloatOp::Convert { from: format };
                let t = pool.float(op, to, ROUNDINGS[dice.below(5)], &[x]);
                check_circuit(&mut pool, &[x], t, &mut dice, 20);
            }
        }
    }
}

/// Inputs that make a float program take a branch: x·x = 2.25 and x < 0, then 1/x.
#[test]
fn a_float_path_has_a_model() {
    let mut pool = Pool::new();
    let (format, rounding) = (FloatFormat::Single, RoundingMode::NearestEven);
    let x = pool.input("x", Sort::BitVec(32));
    let square = pool.float(FloatOp::Mul, format, rounding, &[x, x]);
    let wanted = pool.bv(32, 2.25f32.to_bits().into());
    let zero = pool.bv(32, 0);
    let path = [
        pool.float(FloatOp::Eq, format, rounding, &[square, wanted]),
        pool.float(FloatOp::Lt, format, rounding, &[x, zero]),
    ];
    let mut backend = NativeBackend::new(NativeOptions::default());
    let Answer::Sat(model) = backend.check(&mut pool, &path, &Model::new(), &limits()) else {
        panic!("satisfiable")
    };
    let mut evaluator = Evaluator::new();
    evaluator.set_model(model.clone());
    assert!(path.iter().all(|&c| evaluator.bool(&pool, c)));
    let Op::Input(id) = pool.op(x) else {
        unreachable!("x is an input")
    };
    let Value::Bits(bits) = model.get(&pool, id) else {
        unreachable!("x is a bit-vector")
    };
    let value = f32::from_bits(bits.low_u64() as u32);
    assert!(value < 0.0 && value * value == 2.25, "{value}");
}

#[test]
fn random_bits_reach_the_corners_of_floats() {
    let mut dice = Dice::new(23);
    let all: Vec<u64> = (0..400)
        .map(|_| random_bits(&mut dice, 16).low_u64())
        .collect();
    let exponent = |b: u64| b >> 10 & 31;
    assert!(all.iter().any(|&b| exponent(b) == 31) && all.iter().any(|&b| exponent(b) == 0));
}
