//! Conversions between types, as terms.

use crate::floats::format_of;
use ir::{CastOp, Type};
use term::{FloatOp, Pool, RoundingMode, Term};

/// The term of a conversion from type `from` to type `into`, between which the operation must be
/// defined, as the verifier of `ir` checks.
pub fn cast_term(pool: &mut Pool, op: CastOp, from: Type, into: Type, a: Term) -> Term {
    let width = into.width();
    let float = |ty: Type| match ty {
        Type::Float(format) => format_of(format),
        Type::Int(_) | Type::Ptr => {
            unreachable!("the verifier checks the types of float conversions")
        }
    };
    let (nearest, zero) = (RoundingMode::NearestEven, RoundingMode::TowardZero);
    match op {
        CastOp::ZeroExtend => pool.zero_extend(a, width),
        CastOp::SignExtend => pool.sign_extend(a, width),
        CastOp::Truncate if pool.width(a) == width => a,
        CastOp::Truncate => pool.extract(a, width - 1, 0),
        CastOp::FloatToSigned => pool.float_to_int(FloatOp::ToSigned, float(from), zero, a, width),
        CastOp::FloatToUnsigned => {
            pool.float_to_int(FloatOp::ToUnsigned, float(from), zero, a, width)
        }
        CastOp::SignedToFloat => pool.float(FloatOp::FromSigned, float(into), nearest, &[a]),
        CastOp::UnsignedToFloat => pool.float(FloatOp::FromUnsigned, float(into), nearest, &[a]),
        CastOp::FloatToFloat => {
            let op = FloatOp::Convert { from: float(from) };
            pool.float(op, float(into), nearest, &[a])
        }
    }
}
