//! The functions of SMT-LIB's theory FloatingPoint, on bit patterns.
//!
//! What the theory leaves open is fixed: conversions to integers of what does not fit give what
//! [`FloatOp::ToSigned`] and [`FloatOp::ToUnsigned`] say, the minimum of zeros of different signs
//! is −0, their maximum +0.

use super::super::sort::{
    ROUNDING_MODES, ROUNDING_WIDTH, Scalar, SmtSort, Typed, WIDTH_LIMIT, format_of,
};
use super::{Applied, Misapplied, bool_typed, chain, count, same_sort, wrong};
use term::{Bits, FloatFormat, FloatOp, Pool, RoundingMode, Term, float};

/// The one NaN of SMT-LIB where its pattern can be seen: positive, quiet, no payload.
pub(crate) fn nan(format: FloatFormat) -> Bits {
    let sign = 1 << (format.width() - 1);
    Bits::from_u128(format.width(), format.default_nan() & !sign)
}

/// The pattern with all NaNs made alike.
pub(crate) fn canonical(pool: &mut Pool, format: FloatFormat, t: Term) -> Term {
    let is_nan = float::is_nan(pool, format, t);
    let nan = pool.constant(&nan(format));
    pool.ite(is_nan, nan, t)
}

fn typed(format: FloatFormat, term: Term) -> Typed {
    Typed {
        term,
        sort: SmtSort::float(format),
    }
}

/// `(_ +oo 8 24)`, `(_ -oo …)`, `(_ +zero …)`, `(_ -zero …)`, `(_ NaN …)`.
pub(super) fn special(pool: &mut Pool, name: &str, indices: &[u32]) -> Option<Typed> {
    let &[exponent, significand] = indices else {
        return None;
    };
    let format = format_of(exponent, significand)?;
    let pattern = match name {
        "+oo" => format.infinity(false),
        "-oo" => format.infinity(true),
        "+zero" => format.zero(false),
        "-zero" => format.zero(true),
        "NaN" => return Some(typed(format, pool.constant(&nan(format)))),
        _ => return None,
    };
    let pattern = Bits::from_u128(format.width(), pattern);
    Some(typed(format, pool.constant(&pattern)))
}

/// The term of an operation in the rounding mode that `mode` is.
pub(crate) fn rounded(
    pool: &mut Pool,
    mode: Term,
    apply: &dyn Fn(&mut Pool, RoundingMode) -> Term,
) -> Term {
    if let Some(number) = pool.constant_u64(mode) {
        let (mode, ..) = ROUNDING_MODES[(number as usize).min(ROUNDING_MODES.len() - 1)];
        return apply(pool, mode);
    }
    let mut result = None;
    for (number, (each, ..)) in ROUNDING_MODES.into_iter().enumerate().rev() {
        let value = apply(pool, each);
        result = Some(match result {
            None => value,
            Some(others) => {
                let number = pool.bv(ROUNDING_WIDTH, number as u64);
                let chosen = pool.eq(mode, number);
                pool.ite(chosen, value, others)
            }
        });
    }
    result.expect("there are rounding modes")
}

/// The format and terms of operands that are all floats of one format.
fn floats(operands: &[Typed]) -> Result<(FloatFormat, Vec<Term>), Misapplied> {
    match same_sort(operands)? {
        SmtSort::Scalar(Scalar::Float(format)) => {
            Ok((format, operands.iter().map(|t| t.term).collect()))
        }
        _ => Err(wrong("an operand", "no floating-point number")),
    }
}

/// The rounding mode that comes first, and the other operands.
fn after_mode(operands: &[Typed]) -> Result<(Term, &[Typed]), Misapplied> {
    match operands.split_first() {
        Some((mode, rest)) if mode.sort == SmtSort::Scalar(Scalar::RoundingMode) => {
            Ok((mode.term, rest))
        }
        _ => Err(wrong("the first operand", "no rounding mode")),
    }
}

pub(super) fn apply(pool: &mut Pool, name: &str, operands: &[Typed]) -> Applied {
    if name == "fp" {
        return from_parts(pool, operands);
    }
    let rounding: Option<(FloatOp, usize)> = match name {
        "fp.add" => Some((FloatOp::Add, 2)),
        "fp.sub" => Some((FloatOp::Sub, 2)),
        "fp.mul" => Some((FloatOp::Mul, 2)),
        "fp.div" => Some((FloatOp::Div, 2)),
        "fp.fma" => Some((FloatOp::Fma, 3)),
        "fp.sqrt" => Some((FloatOp::Sqrt, 1)),
        "fp.roundToIntegral" => Some((FloatOp::RoundToIntegral, 1)),
        _ => None,
    };
    if let Some((op, arity)) = rounding {
        let (mode, operands) = after_mode(operands)?;
        count(operands, arity, arity)?;
        let (format, terms) = floats(operands)?;
        let term = rounded(pool, mode, &|pool, mode| {
            pool.float(op, format, mode, &terms)
        });
        return Ok(typed(format, term));
    }
    let exact = RoundingMode::NearestEven;
    let binary = match name {
        "fp.rem" => Some(FloatOp::Rem),
        "fp.min" => Some(FloatOp::Min),
        "fp.max" => Some(FloatOp::Max),
        _ => None,
    };
    if let Some(op) = binary {
        count(operands, 2, 2)?;
        let (format, terms) = floats(operands)?;
        return Ok(typed(format, pool.float(op, format, exact, &terms)));
    }
    if let Some(related) = comparison(name) {
        count(operands, 2, usize::MAX)?;
        let (format, terms) = floats(operands)?;
        let (op, swapped) = related;
        return Ok(bool_typed(chain(pool, &terms, |pool, a, b| {
            let pair = if swapped { [b, a] } else { [a, b] };
            pool.float(op, format, exact, &pair)
        })));
    }
    count(operands, 1, 1)?;
    let (format, terms) = floats(operands)?;
    unary(pool, name, format, terms[0])
}

/// The operation of a comparison, and whether it is with its operands exchanged.
fn comparison(name: &str) -> Option<(FloatOp, bool)> {
    Some(match name {
        "fp.eq" => (FloatOp::Eq, false),
        "fp.lt" => (FloatOp::Lt, false),
        "fp.leq" => (FloatOp::Le, false),
        "fp.gt" => (FloatOp::Lt, true),
        "fp.geq" => (FloatOp::Le, true),
        _ => return None,
    })
}

fn unary(pool: &mut Pool, name: &str, format: FloatFormat, t: Term) -> Applied {
    let signed = |pool: &mut Pool, negative: bool| {
        let mut sign = float::is_negative(pool, format, t);
        if !negative {
            sign = pool.not(sign);
        }
        let nan = float::is_nan(pool, format, t);
        let number = pool.not(nan);
        pool.and(number, sign)
    };
    Ok(bool_typed(match name {
        "fp.abs" => return Ok(typed(format, float::absolute(pool, format, t))),
        "fp.neg" => return Ok(typed(format, float::negate(pool, format, t))),
        "fp.to_ieee_bv" => {
            return Ok(Typed {
                term: canonical(pool, format, t),
                sort: SmtSort::bits(format.width()),
            });
        }
        "fp.isNormal" => float::is_normal(pool, format, t),
        "fp.isSubnormal" => float::is_subnormal(pool, format, t),
        "fp.isZero" => float::is_zero(pool, format, t),
        "fp.isInfinite" => float::is_infinite(pool, format, t),
        "fp.isNaN" => float::is_nan(pool, format, t),
        "fp.isNegative" => signed(pool, true),
        "fp.isPositive" => signed(pool, false),
        _ => return Err(Misapplied::Unknown),
    }))
}

/// `(fp sign exponent fraction)`.
fn from_parts(pool: &mut Pool, operands: &[Typed]) -> Applied {
    count(operands, 3, 3)?;
    let widths: Vec<u32> = operands
        .iter()
        .filter_map(|t| match t.sort {
            SmtSort::Scalar(Scalar::BitVec(width)) => Some(width),
            _ => None,
        })
        .collect();
    let format = match widths[..] {
        [1, exponent, fraction] => format_of(exponent, fraction + 1),
        _ => None,
    };
    let format = format.ok_or(Misapplied::Parts)?;
    let high = pool.concat(operands[0].term, operands[1].term);
    Ok(typed(format, pool.concat(high, operands[2].term)))
}

/// Conversions: `to_fp`, `to_fp_unsigned`, `fp.to_ubv`, `fp.to_sbv`.
pub(super) fn apply_indexed(
    pool: &mut Pool,
    name: &str,
    indices: &[u32],
    operands: &[Typed],
) -> Applied {
    if let "fp.to_ubv" | "fp.to_sbv" = name {
        let &[width] = indices else {
            return Err(Misapplied::OneIndex);
        };
        return to_integer(pool, name == "fp.to_sbv", width, operands);
    }
    let format = target(indices)?;
    if let (&[t], "to_fp") = (operands, name) {
        return match t.sort {
            SmtSort::Scalar(Scalar::BitVec(width)) if width == format.width() => {
                Ok(typed(format, t.term))
            }
            _ => Err(wrong("the operand", "no bit-vector of the format's width")),
        };
    }
    let (mode, operands) = after_mode(operands)?;
    count(operands, 1, 1)?;
    let t = operands[0].term;
    let op = match (operands[0].sort, name) {
        (SmtSort::Scalar(Scalar::Float(from)), "to_fp") if from == format => {
            return Ok(typed(format, t));
        }
        (SmtSort::Scalar(Scalar::Float(from)), "to_fp") => FloatOp::Convert { from },
        (SmtSort::Scalar(Scalar::BitVec(_)), "to_fp") => FloatOp::FromSigned,
        (SmtSort::Scalar(Scalar::BitVec(_)), _) => FloatOp::FromUnsigned,
        _ => return Err(Misapplied::Conversion),
    };
    let term = rounded(pool, mode, &|pool, mode| pool.float(op, format, mode, &[t]));
    Ok(typed(format, term))
}

/// The format that indices name.
pub(crate) fn target(indices: &[u32]) -> Result<FloatFormat, Misapplied> {
    let format = match *indices {
        [exponent, significand] => format_of(exponent, significand),
        _ => None,
    };
    format.ok_or(Misapplied::Format)
}

fn to_integer(pool: &mut Pool, signed: bool, width: u32, operands: &[Typed]) -> Applied {
    if !(1..=WIDTH_LIMIT).contains(&width) {
        return Err(Misapplied::Width(width));
    }
    let (mode, operands) = after_mode(operands)?;
    count(operands, 1, 1)?;
    let (format, terms) = floats(operands)?;
    let op = if signed {
        FloatOp::ToSigned
    } else {
        FloatOp::ToUnsigned
    };
    let term = rounded(pool, mode, &|pool, mode| {
        pool.float_to_int(op, format, mode, terms[0], width)
    });
    Ok(Typed {
        term,
        sort: SmtSort::bits(width),
    })
}
