//! Float operations as bit-vector circuits.
//!
//! The structure is that of hardware and of Brain, Schanda and Sun, "Building Better Bit-Blasting
//! for Floating-Point Problems" (TACAS 2019): take the operands apart, compute exactly or with a
//! sticky bit, round once, put together. What is different here is that NaN payloads are exact, and
//! that exponents carry their range (module `exponent`), which leaves out every check that cannot
//! fail.

mod add;
mod circuit;
mod convert;
mod divide;
mod exponent;
mod multiply;
mod order;
mod pack;
mod remainder;

use crate::{FloatFormat, FloatOp, Op, Pool, RoundingMode, Sort, Term};
use circuit::Circuit;
use pack::Operand;

/// Rewrites a term whose root is [`crate::Op::Float`] into an equal term of bit-vector operations
/// only (one level: operands stay as they are). Used by solver back ends without a float theory.
/// Other terms come back unchanged.
pub fn lower(pool: &mut Pool, t: Term) -> Term {
    let Op::Float {
        op,
        format,
        rounding,
    } = pool.op(t)
    else {
        return t;
    };
    let arguments: smallvec::SmallVec<[Term; 3]> = pool.arguments(t).iter().copied().collect();
    let width = match pool.sort(t) {
        Sort::BitVec(width) => width,
        Sort::Bool | Sort::Array { .. } => 1,
    };
    lower_operation(&Circuit::new(pool), op, format, rounding, &arguments, width)
}

fn lower_operation(
    c: &Circuit,
    op: FloatOp,
    format: FloatFormat,
    rounding: RoundingMode,
    arguments: &[Term],
    width: u32,
) -> Term {
    let operand = |i: usize| Operand::new(c, format, arguments[i]);
    match op {
        FloatOp::Add => add::add(c, rounding, &operand(0), &operand(1), false),
        FloatOp::Sub => add::add(c, rounding, &operand(0), &operand(1), true),
        FloatOp::Mul => multiply::multiply(c, rounding, &operand(0), &operand(1)),
        FloatOp::Div => divide::divide(c, rounding, &operand(0), &operand(1)),
        FloatOp::Rem => remainder::remainder(c, &operand(0), &operand(1), true),
        FloatOp::Fmod => remainder::remainder(c, &operand(0), &operand(1), false),
        FloatOp::Fma => {
            multiply::fused_multiply_add(c, rounding, &operand(0), &operand(1), &operand(2))
        }
        FloatOp::Sqrt => divide::square_root(c, rounding, &operand(0)),
        FloatOp::RoundToIntegral => convert::round_to_integral(c, rounding, &operand(0)),
        FloatOp::Min => order::extreme(c, &operand(0), &operand(1), false),
        FloatOp::Max => order::extreme(c, &operand(0), &operand(1), true),
        FloatOp::Eq => order::equal(c, &operand(0), &operand(1)),
        FloatOp::Lt => order::less(c, &operand(0), &operand(1)),
        FloatOp::Le => order::less_or_equal(c, &operand(0), &operand(1)),
        FloatOp::ToSigned => convert::to_integer(c, rounding, &operand(0), width, true),
        FloatOp::ToUnsigned => convert::to_integer(c, rounding, &operand(0), width, false),
        FloatOp::FromSigned => convert::from_integer(c, format, rounding, arguments[0], true),
        FloatOp::FromUnsigned => convert::from_integer(c, format, rounding, arguments[0], false),
        FloatOp::Convert { from } => {
            convert::convert(c, format, rounding, &Operand::new(c, from, arguments[0]))
        }
    }
}
