//! IEEE 754 on bit patterns: exact evaluation, bit-level operations, and the lowering of float
//! operations to bit-vector terms.
#![allow(unused_variables)]

use crate::{Bits, FloatFormat, FloatOp, Pool, RoundingMode, Term, Value};

/// Evaluates `op` on bit patterns, exactly. `result_width` matters for the conversions to
/// integers only.
pub fn evaluate(
    op: FloatOp,
    format: FloatFormat,
    rounding: RoundingMode,
    arguments: &[Bits],
    result_width: u32,
) -> Value {
    todo!()
}

/// True iff the pattern is a NaN (for x87 including the invalid encodings), as a Bool term.
pub fn is_nan(pool: &mut Pool, format: FloatFormat, a: Term) -> Term {
    todo!()
}

/// The pattern with its sign flipped.
pub fn negate(pool: &mut Pool, format: FloatFormat, a: Term) -> Term {
    todo!()
}

/// The pattern with its sign cleared.
pub fn absolute(pool: &mut Pool, format: FloatFormat, a: Term) -> Term {
    todo!()
}

/// `magnitude` with the sign of `sign`.
pub fn copy_sign(pool: &mut Pool, format: FloatFormat, magnitude: Term, sign: Term) -> Term {
    todo!()
}

/// Rewrites a term whose root is [`crate::Op::Float`] into an equal term of bit-vector operations
/// only (one level: operands stay as they are). Used by solver back ends without a float theory.
pub fn lower(pool: &mut Pool, t: Term) -> Term {
    todo!()
}
