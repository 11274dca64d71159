//! The functions of SMT-LIB's Core, FixedSizeBitVectors and ArraysEx theories, as terms.
//!
//! Sorts are checked here, once: the constructors of the pool take them for granted.

use term::{Bits, Pool, Sort, Term};

/// An application, or why it is none.
pub(crate) type Applied = Result<Term, String>;

/// A literal: `true`, `#b…`, `#x…`.
pub(crate) fn literal(pool: &mut Pool, text: &str) -> Option<Term> {
    match text {
        "true" => return Some(pool.bool(true)),
        "false" => return Some(pool.bool(false)),
        _ => {}
    }
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
    let bits = Bits::parse_decimal(width, digits)?;
    Some(pool.constant(&bits))
}

type Binary = fn(&mut Pool, Term, Term) -> Term;

fn left_associative(pool: &mut Pool, operands: &[Term], f: Binary) -> Term {
    let (&first, rest) = operands.split_first().expect("counted by the caller");
    rest.iter().fold(first, |sum, &t| f(pool, sum, t))
}

/// A conjunction, built as a balanced tree of pairs.
fn pairs(pool: &mut Pool, operands: &[Term], related: Binary) -> Term {
    let mut all = pool.bool(true);
    for pair in operands.windows(2) {
        let holds = related(pool, pair[0], pair[1]);
        all = pool.and(all, holds);
    }
    all
}

fn distinct(pool: &mut Pool, operands: &[Term]) -> Term {
    let mut all = pool.bool(true);
    for (i, &a) in operands.iter().enumerate() {
        for &b in &operands[i + 1..] {
            let differ = pool.ne(a, b);
            all = pool.and(all, differ);
        }
    }
    all
}

fn count(operands: &[Term], least: usize, most: usize) -> Result<(), String> {
    if (least..=most).contains(&operands.len()) {
        Ok(())
    } else {
        Err(format!("{} operands", operands.len()))
    }
}

fn all_bool(pool: &Pool, operands: &[Term]) -> Result<(), String> {
    match operands.iter().all(|&t| pool.sort(t) == Sort::Bool) {
        true => Ok(()),
        false => Err("an operand is not of sort Bool".to_owned()),
    }
}

fn same_sort(pool: &Pool, operands: &[Term]) -> Result<(), String> {
    match operands
        .windows(2)
        .all(|pair| pool.sort(pair[0]) == pool.sort(pair[1]))
    {
        true => Ok(()),
        false => Err("operands of different sorts".to_owned()),
    }
}

fn vectors(pool: &Pool, operands: &[Term]) -> Result<(), String> {
    match operands
        .iter()
        .all(|&t| matches!(pool.sort(t), Sort::BitVec(_)))
    {
        true => Ok(()),
        false => Err("an operand is no bit-vector".to_owned()),
    }
}

fn same_vectors(pool: &Pool, operands: &[Term]) -> Result<(), String> {
    vectors(pool, operands)?;
    same_sort(pool, operands)
}

const MANY: usize = usize::MAX;

/// Applies a function that has no index.
pub(crate) fn apply(pool: &mut Pool, name: &str, operands: &[Term]) -> Applied {
    match core(pool, name, operands).or_else(|| arrays(pool, name, operands)) {
        Some(applied) => applied,
        None => vector_function(pool, name, operands),
    }
}

fn core(pool: &mut Pool, name: &str, operands: &[Term]) -> Option<Applied> {
    let checked = match name {
        "not" => count(operands, 1, 1).and_then(|()| all_bool(pool, operands)),
        "and" | "or" => count(operands, 1, MANY).and_then(|()| all_bool(pool, operands)),
        "xor" | "=>" => count(operands, 2, MANY).and_then(|()| all_bool(pool, operands)),
        "=" | "distinct" => count(operands, 2, MANY).and_then(|()| same_sort(pool, operands)),
        "ite" => count(operands, 3, 3)
            .and_then(|()| all_bool(pool, &operands[..1]))
            .and_then(|()| same_sort(pool, &operands[1..])),
        _ => return None,
    };
    if let Err(message) = checked {
        return Some(Err(message));
    }
    Some(Ok(match name {
        "not" => pool.not(operands[0]),
        "and" => left_associative(pool, operands, Pool::and),
        "or" => left_associative(pool, operands, Pool::or),
        "xor" => left_associative(pool, operands, Pool::xor),
        "=>" => {
            let (&last, premises) = operands.split_last()?;
            premises
                .iter()
                .rev()
                .fold(last, |conclusion, &t| pool.implies(t, conclusion))
        }
        "=" => pairs(pool, operands, Pool::eq),
        "distinct" => distinct(pool, operands),
        _ => pool.ite(operands[0], operands[1], operands[2]),
    }))
}

fn arrays(pool: &mut Pool, name: &str, operands: &[Term]) -> Option<Applied> {
    let expected = match name {
        "select" => 2,
        "store" => 3,
        _ => return None,
    };
    if let Err(message) = count(operands, expected, expected) {
        return Some(Err(message));
    }
    let Sort::Array { index, element } = pool.sort(operands[0]) else {
        return Some(Err("the first operand is no array".to_owned()));
    };
    let wanted = [Sort::BitVec(index), Sort::BitVec(element)];
    if operands[1..]
        .iter()
        .zip(wanted)
        .any(|(&t, sort)| pool.sort(t) != sort)
    {
        return Some(Err(
            "index or element of another sort than the array's".to_owned()
        ));
    }
    Some(Ok(match operands[..] {
        [array, at] => pool.select(array, at),
        _ => pool.store(operands[0], operands[1], operands[2]),
    }))
}

fn vector_function(pool: &mut Pool, name: &str, operands: &[Term]) -> Applied {
    if name == "concat" {
        count(operands, 2, MANY)?;
        vectors(pool, operands)?;
        return Ok(left_associative(pool, operands, Pool::concat));
    }
    let unary: Option<fn(&mut Pool, Term) -> Term> = match name {
        "bvnot" => Some(Pool::bv_not),
        "bvneg" => Some(Pool::neg),
        "bvnego" => Some(|pool, a| {
            let smallest = Bits::signed_min(pool.width(a));
            let smallest = pool.constant(&smallest);
            pool.eq(a, smallest)
        }),
        _ => None,
    };
    if let Some(f) = unary {
        count(operands, 1, 1)?;
        vectors(pool, operands)?;
        return Ok(f(pool, operands[0]));
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
        count(operands, 2, MANY)?;
        same_vectors(pool, operands)?;
        return Ok(left_associative(pool, operands, f));
    }
    let f = binary(name).ok_or_else(|| format!("{name} is not known"))?;
    count(operands, 2, 2)?;
    same_vectors(pool, operands)?;
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

/// The widest bit-vector that a script may make.
pub(crate) const WIDTH_LIMIT: u32 = 1 << 24;

/// Applies a function with indices, as `(_ extract 7 0)`.
pub(crate) fn apply_indexed(
    pool: &mut Pool,
    name: &str,
    indices: &[u32],
    operands: &[Term],
) -> Applied {
    count(operands, 1, 1)?;
    vectors(pool, operands)?;
    let t = operands[0];
    let width = pool.width(t);
    match (name, indices) {
        ("extract", &[high, low]) if low <= high && high < width => Ok(pool.extract(t, high, low)),
        ("zero_extend", &[by]) if by <= WIDTH_LIMIT - width => Ok(pool.zero_extend(t, width + by)),
        ("sign_extend", &[by]) if by <= WIDTH_LIMIT - width => Ok(pool.sign_extend(t, width + by)),
        ("rotate_left", &[by]) => Ok(rotate(pool, t, width, by % width)),
        ("rotate_right", &[by]) => Ok(rotate(pool, t, width, (width - by % width) % width)),
        ("repeat", &[times]) if times >= 1 && times <= WIDTH_LIMIT / width => {
            Ok((1..times).fold(t, |sum, _| pool.concat(sum, t)))
        }
        ("extract" | "zero_extend" | "sign_extend" | "repeat", _) => {
            Err(format!("{name} with indices {indices:?} on {width} bits"))
        }
        _ => Err(format!("(_ {name} …) is not known")),
    }
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
