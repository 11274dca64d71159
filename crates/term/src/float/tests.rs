//! Evaluation and lowering against everything on the machine that computes with floats.

mod against_apfloat;
// The C side computes with the x87 unit.
#[cfg(target_arch = "x86_64")]
mod against_native;
mod bits;
mod host_against_software;
mod lowering;
mod patterns;
mod simplification;
mod square_root;
mod wide_integers;

use crate::{FloatFormat, FloatOp, RoundingMode};

const FORMATS: [FloatFormat; 5] = [
    FloatFormat::Half,
    FloatFormat::Single,
    FloatFormat::Double,
    FloatFormat::X87,
    FloatFormat::Quad,
];

const MODES: [RoundingMode; 5] = [
    RoundingMode::NearestEven,
    RoundingMode::NearestAway,
    RoundingMode::TowardPositive,
    RoundingMode::TowardNegative,
    RoundingMode::TowardZero,
];

/// Operations whose operands and result are of one format.
const WITHIN_FORMAT: [FloatOp; 14] = [
    FloatOp::Add,
    FloatOp::Sub,
    FloatOp::Mul,
    FloatOp::Div,
    FloatOp::Rem,
    FloatOp::Fmod,
    FloatOp::Fma,
    FloatOp::Sqrt,
    FloatOp::RoundToIntegral,
    FloatOp::Min,
    FloatOp::Max,
    FloatOp::Eq,
    FloatOp::Lt,
    FloatOp::Le,
];

fn operand_count(op: FloatOp) -> usize {
    match op {
        FloatOp::Fma => 3,
        FloatOp::Sqrt
        | FloatOp::RoundToIntegral
        | FloatOp::ToSigned
        | FloatOp::ToUnsigned
        | FloatOp::FromSigned
        | FloatOp::FromUnsigned
        | FloatOp::Convert { .. } => 1,
        FloatOp::Add
        | FloatOp::Sub
        | FloatOp::Mul
        | FloatOp::Div
        | FloatOp::Rem
        | FloatOp::Fmod
        | FloatOp::Min
        | FloatOp::Max
        | FloatOp::Eq
        | FloatOp::Lt
        | FloatOp::Le => 2,
    }
}
