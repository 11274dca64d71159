//! Lowered circuits against evaluation, under models of their operands.

use super::patterns::{Random, corners, integer, operands};
use super::{FORMATS, MODES, WITHIN_FORMAT, operand_count};
use crate::float::{evaluate, lower};
use crate::{
    Bits, Evaluator, FloatFormat, FloatOp, Model, Op, Pool, RoundingMode, Sort, Term, Value,
};

/// One operation on inputs, and its lowering.
struct Lowered {
    pool: Pool,
    inputs: Vec<Term>,
    operands: Vec<Term>,
    root: Term,
    evaluator: Evaluator,
    op: FloatOp,
    format: FloatFormat,
    rounding: RoundingMode,
    width: u32,
}

impl Lowered {
    fn new(
        op: FloatOp,
        format: FloatFormat,
        rounding: RoundingMode,
        operand_width: u32,
        width: u32,
    ) -> Lowered {
        let mut pool = Pool::new();
        let mut inputs: Vec<Term> = (0..operand_count(op))
            .map(|_| pool.input("x", Sort::BitVec(operand_width)))
            .collect();
        // Circuits of operations that commute depend on which operand is older.
        if matches!(
            rounding,
            RoundingMode::TowardPositive | RoundingMode::TowardZero
        ) {
            inputs.reverse();
        }
        let operands = inputs.clone();
        Lowered::of(pool, inputs, &operands, op, format, rounding, width)
    }

    fn of(
        mut pool: Pool,
        inputs: Vec<Term>,
        operands: &[Term],
        op: FloatOp,
        format: FloatFormat,
        rounding: RoundingMode,
        width: u32,
    ) -> Lowered {
        let t = match op {
            FloatOp::ToSigned | FloatOp::ToUnsigned => {
                pool.float_to_int(op, format, rounding, operands[0], width)
            }
            _ => pool.float(op, format, rounding, operands),
        };
        let root = lower(&mut pool, t);
        assert_eq!(pool.sort(root), pool.sort(t));
        pool.visit_post_order(&[root], &mut |t| {
            assert!(!matches!(pool.op(t), Op::Float { .. }), "no float is left");
        });
        Lowered {
            operands: operands.to_vec(),
            evaluator: Evaluator::new(),
            pool,
            inputs,
            root,
            op,
            format,
            rounding,
            width,
        }
    }

    fn check(&mut self, values: &[u128]) {
        let mut model = Model::new();
        for (&input, &value) in self.inputs.iter().zip(values) {
            let bits = Bits::from_u128(self.pool.width(input), value);
            let Op::Input(id) = self.pool.op(input) else {
                unreachable!("inputs were built as inputs")
            };
            model.set(id, Value::Bits(bits));
        }
        self.evaluator.set_model(model);
        let operands = self.operands.iter();
        let arguments: Vec<Bits> = operands
            .map(|&t| self.evaluator.bits(&self.pool, t))
            .collect();
        let circuit = self.evaluator.value(&self.pool, self.root);
        let exact = evaluate(self.op, self.format, self.rounding, &arguments, self.width);
        assert_eq!(
            circuit, exact,
            "{:?} {:?} {:?} {arguments:?} to {}: circuit left, exact right",
            self.op, self.format, self.rounding, self.width
        );
    }
}

/// How many operand tuples an operation gets in each format and mode.
fn rounds(op: FloatOp, format: FloatFormat) -> usize {
    let wide = matches!(format, FloatFormat::X87 | FloatFormat::Quad);
    match op {
        FloatOp::Rem | FloatOp::Fmod if wide => 30,
        FloatOp::Rem | FloatOp::Fmod => 60,
        FloatOp::Div | FloatOp::Sqrt => 100,
        _ => 400,
    }
}

fn rounding_matters(op: FloatOp) -> bool {
    !matches!(
        op,
        FloatOp::Rem
            | FloatOp::Fmod
            | FloatOp::Min
            | FloatOp::Max
            | FloatOp::Eq
            | FloatOp::Lt
            | FloatOp::Le
    )
}

fn within_format(format: FloatFormat, seed: u64) {
    let mut random = Random(seed);
    let corners = corners(format);
    for op in WITHIN_FORMAT {
        let modes = if rounding_matters(op) {
            &MODES[..]
        } else {
            &MODES[..1]
        };
        let rounds = rounds(op, format) * 5 / modes.len();
        for &mode in modes {
            let width = format.width();
            let mut lowered = Lowered::new(op, format, mode, width, width);
            for _ in 0..rounds {
                lowered.check(&operands(format, operand_count(op), &mut random));
                let picked: Vec<u128> = (0..operand_count(op))
                    .map(|_| *random.pick(&corners))
                    .collect();
                lowered.check(&picked);
            }
        }
    }
}

#[test]
fn half() {
    within_format(FloatFormat::Half, 20);
}

#[test]
fn single() {
    within_format(FloatFormat::Single, 21);
}

#[test]
fn double() {
    within_format(FloatFormat::Double, 22);
}

#[test]
fn x87() {
    within_format(FloatFormat::X87, 23);
}

#[test]
fn quad() {
    within_format(FloatFormat::Quad, 24);
}

#[test]
fn conversions_between_formats() {
    let mut random = Random(25);
    for from in FORMATS {
        for to in FORMATS {
            for mode in MODES {
                let op = FloatOp::Convert { from };
                let mut lowered = Lowered::new(op, to, mode, from.width(), to.width());
                for a in corners(from) {
                    lowered.check(&[a]);
                }
                for _ in 0..100 {
                    lowered.check(&operands(from, 1, &mut random));
                }
            }
        }
    }
}

#[test]
fn conversions_of_integers() {
    let mut random = Random(26);
    for format in FORMATS {
        let corners = corners(format);
        for width in [1, 2, 3, 8, 13, 16, 31, 32, 33, 64, 100, 128, 200] {
            for mode in MODES {
                for op in [FloatOp::ToSigned, FloatOp::ToUnsigned] {
                    let mut lowered = Lowered::new(op, format, mode, format.width(), width);
                    for _ in 0..60 {
                        lowered.check(&operands(format, 1, &mut random));
                        lowered.check(&[*random.pick(&corners)]);
                    }
                }
                for op in [FloatOp::FromSigned, FloatOp::FromUnsigned] {
                    let mut lowered = Lowered::new(op, format, mode, width, format.width());
                    for _ in 0..60 {
                        lowered.check(&[integer(width.min(128), &mut random)]);
                    }
                }
            }
        }
    }
}

/// Every pair of values near the corners of the smallest format, where a mistake in an exponent's
/// range would show.
#[test]
fn half_on_all_pairs_of_corners() {
    let corners = corners(FloatFormat::Half);
    for op in WITHIN_FORMAT {
        if operand_count(op) != 2 {
            continue;
        }
        let modes = if rounding_matters(op) {
            &MODES[..]
        } else {
            &MODES[..1]
        };
        for (i, &mode) in modes.iter().enumerate() {
            let mut lowered = Lowered::new(op, FloatFormat::Half, mode, 16, 16);
            // Each mode takes its share of the pairs.
            let pairs = corners
                .iter()
                .flat_map(|&a| corners.iter().map(move |&b| [a, b]));
            for pair in pairs.skip(i).step_by(modes.len() * 3) {
                lowered.check(&pair);
            }
        }
    }
}

/// Constants and equal operands let the pool simplify circuits, each time in another way.
#[test]
fn constant_and_repeated_operands() {
    let mut random = Random(27);
    for format in FORMATS {
        let corners = corners(format);
        for op in WITHIN_FORMAT {
            let rounds = if matches!(op, FloatOp::Rem | FloatOp::Fmod) {
                2
            } else {
                10
            };
            for _ in 0..rounds {
                let mut pool = Pool::new();
                let sort = Sort::BitVec(format.width());
                let inputs = vec![pool.input("x", sort), pool.input("y", sort)];
                let operands: Vec<Term> = (0..operand_count(op))
                    .map(|_| match random.below(5) {
                        0 | 1 => inputs[0],
                        2 => inputs[1],
                        3 => {
                            let value = super::patterns::random(format, &mut random);
                            pool.constant(&Bits::from_u128(format.width(), value))
                        }
                        _ => {
                            let value = *random.pick(&corners);
                            pool.constant(&Bits::from_u128(format.width(), value))
                        }
                    })
                    .collect();
                if operands.iter().all(|&t| pool.is_constant(t)) {
                    continue;
                }
                let mode = *random.pick(&MODES);
                let width = format.width();
                let mut lowered = Lowered::of(pool, inputs, &operands, op, format, mode, width);
                for _ in 0..20 {
                    lowered.check(&super::patterns::operands(format, 2, &mut random));
                }
            }
        }
    }
}

/// Every half-precision number, through every operation on one number.
#[test]
#[ignore = "takes ten seconds"]
fn half_exhaustively() {
    let half = FloatFormat::Half;
    for mode in MODES {
        let mut cases = vec![
            Lowered::new(FloatOp::Sqrt, half, mode, 16, 16),
            Lowered::new(FloatOp::RoundToIntegral, half, mode, 16, 16),
            Lowered::new(FloatOp::FromSigned, half, mode, 16, 16),
            Lowered::new(FloatOp::FromUnsigned, half, mode, 16, 16),
        ];
        for width in [1, 8, 16, 17, 32] {
            cases.push(Lowered::new(FloatOp::ToSigned, half, mode, 16, width));
            cases.push(Lowered::new(FloatOp::ToUnsigned, half, mode, 16, width));
        }
        for to in FORMATS {
            let op = FloatOp::Convert { from: half };
            cases.push(Lowered::new(op, to, mode, 16, to.width()));
        }
        for mut case in cases {
            for pattern in 0..1 << 16 {
                case.check(&[pattern]);
            }
        }
    }
}
