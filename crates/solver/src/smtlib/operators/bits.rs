//! The functions of SMT-LIB's theory FixedSizeBitVectors, as terms.

use super::super::sort::{Scalar, SmtSort, Typed, WIDTH_LIMIT};
use super::{Applied, Binary, Misapplied, count, left_associative, same_sort, wrong};
use term::{Bits, Pool, Sort, Term};

/// A literal: `#b…`, `#x…`.
pub(crate) fn literal(pool: &mut Pool, text: &str) -> Option<Term> {
    let (digits, bits_each) = match text.strip_prefix("#x") {
        Some(digits) => (digits, 4),
        None => (text.strip_prefix("#b")?, 1),
    };
    let width = u32::try_from(digits.len())
        .ok()?
        .checked_mul(bits_each)
        .filter(|&w| w > 0)?;
    let mut limbs = vec![0u64; width.div_ceil(64) as usize];
    for (i, digit) in digits.chars().rev().enumerate() {
        let digit = digit.to_digit(1 << bits_each)?;
        let at = i as u32 * bits_each;
        limbs[(at / 64) as usize] |= u64::from(digit) << (at % 64);
    }
    Some(pool.constant(&Bits::from_limbs(width, &limbs)))
}

/// `(_ bvN width)`.
pub(crate) fn indexed_literal(pool: &mut Pool, name: &str, width: u32) -> Option<Term> {
    let digits = name
        .strip_prefix("bv")
        .filter(|digits| !digits.starts_with('-'))?;
    let width = Some(width).filter(|width| (1..=WIDTH_LIMIT).contains(width))?;
    let bits = Bits::parse_decimal(width, digits)?;
    Some(pool.constant(&bits))
}

/// The operands, if all are bit-vectors.
fn vectors(operands: &[Typed]) -> Result<Vec<Term>, Misapplied> {
    match operands
        .iter()
        .all(|t| matches!(t.sort, SmtSort::Scalar(Scalar::BitVec(_))))
    {
        true => Ok(operands.iter().map(|t| t.term).collect()),
        false => Err(wrong("an operand", "no bit-vector")),
    }
}

fn same_vectors(operands: &[Typed]) -> Result<Vec<Term>, Misapplied> {
    same_sort(operands)?;
    vectors(operands)
}

const MANY: usize = usize::MAX;

/// Applies a function that has no index.
pub(super) fn apply(pool: &mut Pool, name: &str, operands: &[Typed]) -> Applied {
    let term = function(pool, name, operands)?;
    Ok(of_term(pool, term))
}

/// A Bool or bit-vector term of SMT-LIB.
pub(super) fn of_term(pool: &Pool, term: Term) -> Typed {
    let sort = match pool.sort(term) {
        Sort::BitVec(width) => SmtSort::bits(width),
        Sort::Bool | Sort::Array { .. } => SmtSort::BOOL,
    };
    Typed { term, sort }
}

fn function(pool: &mut Pool, name: &str, operands: &[Typed]) -> Result<Term, Misapplied> {
    if name == "concat" {
        count(operands, 1, MANY)?;
        return Ok(left_associative(pool, &vectors(operands)?, Pool::concat));
    }
    let unary: Option<fn(&mut Pool, Term) -> Term> = match name {
        "bvnot" => Some(Pool::bv_not),
        "bvneg" => Some(Pool::neg),
        "bvredor" => Some(|pool, a| {
            let zero = pool.bv(pool.width(a), 0);
            let any = pool.ne(a, zero);
            pool.bool_to_bv(any)
        }),
        "bvredand" => Some(|pool, a| {
            let ones = pool.constant(&Bits::ones(pool.width(a)));
            let all = pool.eq(a, ones);
            pool.bool_to_bv(all)
        }),
        "bvnego" => Some(|pool, a| {
            let smallest = Bits::signed_min(pool.width(a));
            let smallest = pool.constant(&smallest);
            pool.eq(a, smallest)
        }),
        _ => None,
    };
    if let Some(f) = unary {
        count(operands, 1, 1)?;
        return Ok(f(pool, vectors(operands)?[0]));
    }
    let many: Option<Binary> = match name {
        "bvadd" => Some(Pool::add),
        "bvmul" => Some(Pool::mul),
        "bvand" => Some(Pool::bv_and),
        "bvor" => Some(Pool::bv_or),
        "bvxor" => Some(Pool::bv_xor),
        _ => None,
    };
    if let Some(f) = many {
        count(operands, 1, MANY)?;
        return Ok(left_associative(pool, &same_vectors(operands)?, f));
    }
    let f = binary(name).ok_or(Misapplied::Unknown)?;
    count(operands, 2, 2)?;
    let operands = same_vectors(operands)?;
    Ok(f(pool, operands[0], operands[1]))
}

fn binary(name: &str) -> Option<Binary> {
    Some(match name {
        "bvsub" => Pool::sub,
        "bvudiv" => Pool::udiv,
        "bvurem" => Pool::urem,
        "bvsdiv" => Pool::sdiv,
        "bvsrem" => Pool::srem,
        "bvsmod" => Pool::smod,
        "bvshl" => Pool::shl,
        "bvlshr" => Pool::lshr,
        "bvashr" => Pool::ashr,
        "bvult" => Pool::ult,
        "bvule" => Pool::ule,
        "bvslt" => Pool::slt,
        "bvsle" => Pool::sle,
        "bvugt" => |pool, a, b| pool.ult(b, a),
        "bvuge" => |pool, a, b| pool.ule(b, a),
        "bvsgt" => |pool, a, b| pool.slt(b, a),
        "bvsge" => |pool, a, b| pool.sle(b, a),
        "bvuaddo" => Pool::uadd_overflows,
        "bvsaddo" => Pool::sadd_overflows,
        "bvusubo" => Pool::usub_overflows,
        "bvssubo" => Pool::ssub_overflows,
        "bvumulo" => Pool::umul_overflows,
        "bvsmulo" => Pool::smul_overflows,
        "bvsdivo" => |pool, a, b| {
            let width = pool.width(a);
            let (smallest, minus_one) = (Bits::signed_min(width), Bits::ones(width));
            let (smallest, minus_one) = (pool.constant(&smallest), pool.constant(&minus_one));
            let (dividend, divisor) = (pool.eq(a, smallest), pool.eq(b, minus_one));
            pool.and(dividend, divisor)
        },
        "bvnand" => |pool, a, b| {
            let and = pool.bv_and(a, b);
            pool.bv_not(and)
        },
        "bvnor" => |pool, a, b| {
            let or = pool.bv_or(a, b);
            pool.bv_not(or)
        },
        "bvxnor" => |pool, a, b| {
            let xor = pool.bv_xor(a, b);
            pool.bv_not(xor)
        },
        "bvcomp" => |pool, a, b| {
            let equal = pool.eq(a, b);
            pool.bool_to_bv(equal)
        },
        _ => return None,
    })
}

/// Applies a function with indices, as `(_ extract 7 0)`.
pub(super) fn apply_indexed(
    pool: &mut Pool,
    name: &str,
    indices: &[u32],
    operands: &[Typed],
) -> Applied {
    count(operands, 1, 1)?;
    let t = vectors(operands)?[0];
    let width = pool.width(t);
    let term = match (name, indices) {
        ("extract", &[high, low]) if low <= high && high < width => Ok(pool.extract(t, high, low)),
        ("zero_extend", &[by]) if by <= WIDTH_LIMIT - width => Ok(pool.zero_extend(t, width + by)),
        ("sign_extend", &[by]) if by <= WIDTH_LIMIT - width => Ok(pool.sign_extend(t, width + by)),
        ("rotate_left", &[by]) => Ok(rotate(pool, t, width, by % width)),
        ("rotate_right", &[by]) => Ok(rotate(pool, t, width, (width - by % width) % width)),
        ("repeat", &[times]) if times >= 1 && times <= WIDTH_LIMIT / width => {
            Ok((1..times).fold(t, |sum, _| pool.concat(sum, t)))
        }
        ("extract" | "zero_extend" | "sign_extend" | "repeat", _) => Err(Misapplied::Indices {
            indices: indices.to_vec(),
            width,
        }),
        _ => Err(Misapplied::Unknown),
    }?;
    Ok(of_term(pool, term))
}

/// Rotation to the left by less than the width.
fn rotate(pool: &mut Pool, t: Term, width: u32, by: u32) -> Term {
    if by == 0 {
        return t;
    }
    let (low, high) = (
        pool.extract(t, width - by - 1, 0),
        pool.extract(t, width - 1, width - by),
    );
    pool.concat(low, high)
}
