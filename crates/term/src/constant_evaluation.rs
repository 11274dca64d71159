//! What each operator does to concrete operands: shared by constant folding and evaluation.

use crate::node::Kind;
use crate::{Bits, FloatFormat, FloatOp, RoundingMode, Sort, Value, float, word};

/// A binary operator on bit-vectors of `width` ≤ 64 bits that yields one of the same width.
pub(crate) fn binary_word(kind: Kind, width: u32, a: u64, b: u64) -> u64 {
    match kind {
        Kind::BvAnd => a & b,
        Kind::BvOr => a | b,
        Kind::BvXor => a ^ b,
        Kind::Add => word::add(width, a, b),
        Kind::Mul => word::mul(width, a, b),
        Kind::Udiv => word::udiv(width, a, b),
        Kind::Urem => word::urem(width, a, b),
        Kind::Sdiv => word::sdiv(width, a, b),
        Kind::Srem => word::srem(width, a, b),
        Kind::Shl => word::shl(width, a, b),
        Kind::Lshr => word::lshr(width, a, b),
        Kind::Ashr => word::ashr(width, a, b),
        other => unreachable!("{other:?} is no binary operator on bit-vectors"),
    }
}

/// A binary operator on bit-vectors of one width that yields one of the same width.
pub(crate) fn binary_bits(kind: Kind, a: &Bits, b: &Bits) -> Bits {
    match kind {
        Kind::BvAnd => a.and(b),
        Kind::BvOr => a.or(b),
        Kind::BvXor => a.xor(b),
        Kind::Add => a.add(b),
        Kind::Mul => a.mul(b),
        Kind::Udiv => a.udiv(b),
        Kind::Urem => a.urem(b),
        Kind::Sdiv => a.sdiv(b),
        Kind::Srem => a.srem(b),
        Kind::Shl => a.shl(b),
        Kind::Lshr => a.lshr(b),
        Kind::Ashr => a.ashr(b),
        other => unreachable!("{other:?} is no binary operator on bit-vectors"),
    }
}

/// A comparison of bit-vectors of `width` ≤ 64 bits.
pub(crate) fn compare_word(kind: Kind, width: u32, a: u64, b: u64) -> bool {
    match kind {
        Kind::Eq => a == b,
        Kind::Ult => a < b,
        Kind::Ule => a <= b,
        Kind::Slt => word::signed(width, a) < word::signed(width, b),
        Kind::Sle => word::signed(width, a) <= word::signed(width, b),
        other => unreachable!("{other:?} is no comparison"),
    }
}

/// A comparison of bit-vectors of one width.
pub(crate) fn compare_bits(kind: Kind, a: &Bits, b: &Bits) -> bool {
    match kind {
        Kind::Eq => a == b,
        Kind::Ult => a.ult(b),
        Kind::Ule => a.ule(b),
        Kind::Slt => a.slt(b),
        Kind::Sle => a.sle(b),
        other => unreachable!("{other:?} is no comparison"),
    }
}

/// A floating-point operation on concrete operands.
pub(crate) fn float(
    (op, format, rounding): (FloatOp, FloatFormat, RoundingMode),
    operands: &[Bits],
    result: Sort,
) -> Value {
    let width = match result {
        Sort::BitVec(width) => width,
        Sort::Bool | Sort::Array { .. } => 0,
    };
    float::evaluate(op, format, rounding, operands, width)
}
