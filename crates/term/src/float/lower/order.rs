//! Comparison, minimum and maximum.

use super::circuit::Circuit;
use super::pack::Operand;
use crate::Term;

/// A signed number that orders as the operands do, −0 below +0.
fn key(c: &Circuit, a: &Operand) -> Term {
    let sign = c.flag(a.sign);
    let width = c.width(a.magnitude);
    c.concat(sign, c.bv_xor(a.magnitude, c.sign_extend(sign, width)))
}

fn ordered(c: &Circuit, a: &Operand, b: &Operand) -> Term {
    c.not(c.or(a.nan, b.nan))
}

fn both_zero(c: &Circuit, a: &Operand, b: &Operand) -> Term {
    c.none(c.bv_or(a.magnitude, b.magnitude))
}

/// Ordered equality.
pub(super) fn equal(c: &Circuit, a: &Operand, b: &Operand) -> Term {
    let same = c.eq(key(c, a), key(c, b));
    c.and(ordered(c, a, b), c.or(same, both_zero(c, a, b)))
}

/// Ordered less-than.
pub(super) fn less(c: &Circuit, a: &Operand, b: &Operand) -> Term {
    let less = c.slt(key(c, a), key(c, b));
    c.all_of(&[ordered(c, a, b), less, c.not(both_zero(c, a, b))])
}

/// Ordered less-or-equal.
pub(super) fn less_or_equal(c: &Circuit, a: &Operand, b: &Operand) -> Term {
    let greater = c.slt(key(c, b), key(c, a));
    c.and(ordered(c, a, b), c.or(c.not(greater), both_zero(c, a, b)))
}

/// C `fmin`, or `fmax`.
pub(super) fn extreme(c: &Circuit, a: &Operand, b: &Operand, largest: bool) -> Term {
    let (low, high) = if largest { (a, b) } else { (b, a) };
    // a, unless it is beyond b.
    let beyond = c.slt(key(c, low), key(c, high));
    let number = c.ite(beyond, b.pattern, a.pattern);
    let present = c.ite(b.nan, a.pattern, number);
    let b_or_nan = c.ite(b.nan, a.quieted(c), b.pattern);
    c.ite(a.nan, b_or_nan, present)
}
