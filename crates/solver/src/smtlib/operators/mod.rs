//! The functions of SMT-LIB's theories as terms. Sorts are checked here, once: the constructors of
//! the pool take them for granted.

mod arrays;
pub(crate) mod bits;
mod error;
pub(crate) mod floats;

use super::sort::{ROUNDING_MODES, ROUNDING_WIDTH, Scalar, SmtSort, Typed};
use term::{Pool, Term};

pub(crate) use arrays::{constant_array, from_bits};
pub(crate) use error::{Misapplied, wrong};

/// An application, or why it is none.
pub(crate) type Applied = Result<Typed, Misapplied>;

type Binary = fn(&mut Pool, Term, Term) -> Term;

fn left_associative(pool: &mut Pool, operands: &[Term], f: Binary) -> Term {
    let (&first, rest) = operands.split_first().expect("counted by the caller");
    rest.iter().fold(first, |sum, &t| f(pool, sum, t))
}

/// The conjunction of a relation over neighbours.
fn chain(
    pool: &mut Pool,
    operands: &[Term],
    related: impl Fn(&mut Pool, Term, Term) -> Term,
) -> Term {
    let mut all = pool.bool(true);
    for pair in operands.windows(2) {
        let holds = related(pool, pair[0], pair[1]);
        all = pool.and(all, holds);
    }
    all
}

fn count(operands: &[Typed], least: usize, most: usize) -> Result<(), Misapplied> {
    if (least..=most).contains(&operands.len()) {
        Ok(())
    } else {
        Err(Misapplied::Count(operands.len()))
    }
}

fn bools(operands: &[Typed]) -> Result<Vec<Term>, Misapplied> {
    match operands.iter().all(|t| t.sort == SmtSort::BOOL) {
        true => Ok(operands.iter().map(|t| t.term).collect()),
        false => Err(wrong("an operand", "not of sort Bool")),
    }
}

fn same_sort(operands: &[Typed]) -> Result<SmtSort, Misapplied> {
    let sort = operands.first().ok_or(Misapplied::Count(0))?.sort;
    match operands.iter().all(|t| t.sort == sort) {
        true => Ok(sort),
        false => Err(Misapplied::Differ),
    }
}

const MANY: usize = usize::MAX;

/// A Bool term.
fn bool_typed(term: Term) -> Typed {
    Typed {
        term,
        sort: SmtSort::BOOL,
    }
}

/// What a symbol of a theory stands for.
pub(crate) fn symbol(pool: &mut Pool, text: &str) -> Option<Typed> {
    if let Some(mode) = ROUNDING_MODES
        .iter()
        .position(|&(_, short, long)| text == short || text == long)
    {
        return Some(Typed {
            term: pool.bv(ROUNDING_WIDTH, mode as u64),
            sort: SmtSort::Scalar(Scalar::RoundingMode),
        });
    }
    match text {
        "true" => Some(bool_typed(pool.bool(true))),
        "false" => Some(bool_typed(pool.bool(false))),
        _ => bits::literal(pool, text).map(|term| bits::of_term(pool, term)),
    }
}

/// What `(_ name index…)` stands for without operands.
pub(crate) fn indexed_symbol(pool: &mut Pool, name: &str, indices: &[u32]) -> Option<Typed> {
    if let Some(special) = floats::special(pool, name, indices) {
        return Some(special);
    }
    let &[width] = indices else {
        return None;
    };
    bits::indexed_literal(pool, name, width).map(|term| bits::of_term(pool, term))
}

/// Applies a function that has no index; `=` of arrays is the caller's.
pub(crate) fn apply(pool: &mut Pool, name: &str, operands: &[Typed]) -> Applied {
    if let Some(applied) = core(pool, name, operands) {
        return applied;
    }
    if name.starts_with("fp") {
        return floats::apply(pool, name, operands);
    }
    match name {
        "select" | "store" => arrays::apply(pool, name, operands),
        _ => bits::apply(pool, name, operands),
    }
}

/// Applies a function with indices, as `(_ extract 7 0)`.
pub(crate) fn apply_indexed(
    pool: &mut Pool,
    name: &str,
    indices: &[u32],
    operands: &[Typed],
) -> Applied {
    match name {
        "to_fp" | "to_fp_unsigned" | "fp.to_ubv" | "fp.to_sbv" => {
            floats::apply_indexed(pool, name, indices, operands)
        }
        _ => bits::apply_indexed(pool, name, indices, operands),
    }
}

fn core(pool: &mut Pool, name: &str, operands: &[Typed]) -> Option<Applied> {
    Some(match name {
        "not" | "and" | "or" | "xor" | "=>" => connective(pool, name, operands),
        "=" | "distinct" => equality(pool, name, operands),
        "ite" => choice(pool, operands),
        _ => return None,
    })
}

fn connective(pool: &mut Pool, name: &str, operands: &[Typed]) -> Applied {
    match name {
        "not" => count(operands, 1, 1)?,
        "and" | "or" => count(operands, 1, MANY)?,
        _ => count(operands, 2, MANY)?,
    }
    let operands = bools(operands)?;
    Ok(bool_typed(match name {
        "not" => pool.not(operands[0]),
        "and" => left_associative(pool, &operands, Pool::and),
        "or" => left_associative(pool, &operands, Pool::or),
        "xor" => left_associative(pool, &operands, Pool::xor),
        _ => {
            let (&last, premises) = operands.split_last().ok_or(Misapplied::Count(0))?;
            premises
                .iter()
                .rev()
                .fold(last, |conclusion, &t| pool.implies(t, conclusion))
        }
    }))
}

fn equality(pool: &mut Pool, name: &str, operands: &[Typed]) -> Applied {
    count(operands, 2, MANY)?;
    let sort = same_sort(operands)?;
    let terms: Vec<Term> = operands.iter().map(|t| t.term).collect();
    if name == "=" {
        return Ok(bool_typed(chain(pool, &terms, |pool, a, b| {
            equal(pool, sort, a, b)
        })));
    }
    let mut all = pool.bool(true);
    for (i, &a) in terms.iter().enumerate() {
        for &b in &terms[i + 1..] {
            let same = equal(pool, sort, a, b);
            let differ = pool.not(same);
            all = pool.and(all, differ);
        }
    }
    Ok(bool_typed(all))
}

/// SMT-LIB's `=`: there is one NaN, whatever its pattern.
pub(crate) fn equal(pool: &mut Pool, sort: SmtSort, a: Term, b: Term) -> Term {
    let same = pool.eq(a, b);
    let SmtSort::Scalar(Scalar::Float(format)) = sort else {
        return same;
    };
    let (a, b) = (
        term::float::is_nan(pool, format, a),
        term::float::is_nan(pool, format, b),
    );
    let both = pool.and(a, b);
    pool.or(same, both)
}

fn choice(pool: &mut Pool, operands: &[Typed]) -> Applied {
    count(operands, 3, 3)?;
    bools(&operands[..1])?;
    let sort = same_sort(&operands[1..])?;
    let [condition, yes, no] = [0, 1, 2].map(|i| operands[i].term);
    Ok(Typed {
        term: pool.ite(condition, yes, no),
        sort,
    })
}
