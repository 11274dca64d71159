//! The functions of SMT-LIB's theory ArraysEx over scalars.

use super::super::sort::{Scalar, SmtSort, Typed};
use super::{Applied, Misapplied, count, floats, wrong};
use term::{Pool, Term};

/// A scalar as an array holds it: every NaN as the same pattern, Bool as a bit.
fn to_bits(pool: &mut Pool, scalar: Scalar, t: Term) -> Term {
    match scalar {
        Scalar::Bool => pool.bool_to_bv(t),
        Scalar::Float(format) => floats::canonical(pool, format, t),
        Scalar::BitVec(_) | Scalar::RoundingMode => t,
    }
}

/// A scalar from what an array holds.
pub(crate) fn from_bits(pool: &mut Pool, scalar: Scalar, t: Term) -> Term {
    match scalar {
        Scalar::Bool => pool.bv_to_bool(t),
        Scalar::BitVec(_) | Scalar::Float(_) | Scalar::RoundingMode => t,
    }
}

pub(super) fn apply(pool: &mut Pool, name: &str, operands: &[Typed]) -> Applied {
    let expected = if name == "select" { 2 } else { 3 };
    count(operands, expected, expected)?;
    let array = operands[0];
    let SmtSort::Array(index, element) = array.sort else {
        return Err(wrong("the first operand", "no array"));
    };
    let wanted = [index, element].map(SmtSort::Scalar);
    if operands[1..]
        .iter()
        .zip(wanted)
        .any(|(t, sort)| t.sort != sort)
    {
        return Err(Misapplied::OfArray);
    }
    let at = to_bits(pool, index, operands[1].term);
    if name == "select" {
        let held = pool.select(array.term, at);
        return Ok(Typed {
            term: from_bits(pool, element, held),
            sort: SmtSort::Scalar(element),
        });
    }
    let value = to_bits(pool, element, operands[2].term);
    Ok(Typed {
        term: pool.store(array.term, at, value),
        sort: array.sort,
    })
}

/// `((as const sort) value)`.
pub(crate) fn constant_array(pool: &mut Pool, sort: SmtSort, operands: &[Typed]) -> Applied {
    let (SmtSort::Array(index, element), &[value]) = (sort, operands) else {
        return Err(Misapplied::Elements);
    };
    if value.sort != SmtSort::Scalar(element) {
        return Err(wrong("the element", "of another sort"));
    }
    let value = to_bits(pool, element, value.term);
    Ok(Typed {
        term: pool.const_array(index.width(), value),
        sort,
    })
}
