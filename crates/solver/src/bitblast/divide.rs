//! Division and remainder by the restoring method.

use super::graph::{Edge, Graph};
use super::multiply::Check;
use super::word::{self, Word};
use crate::Unknown;

/// Quotient and remainder of an unsigned division. By zero the quotient is all ones and the
/// remainder the dividend, as SMT-LIB has it.
///
/// # Errors
/// What `check` says, which is asked for each bit.
pub(super) fn divide(
    g: &mut Graph,
    dividend: &[Edge],
    divisor: &[Edge],
    check: &Check<'_>,
) -> Result<(Word, Word), Unknown> {
    let width = dividend.len();
    // no_higher[i]: the divisor has no bit set from i up.
    let mut no_higher = vec![Edge::TRUE; width + 1];
    for i in (0..width).rev() {
        no_higher[i] = g.and(no_higher[i + 1], !divisor[i]);
    }
    // Remainders are below the divisor, so they have no more bits than it can have.
    let significant = divisor
        .iter()
        .rposition(|&bit| bit != Edge::FALSE)
        .map_or(0, |top| top + 1);
    let mut quotient = vec![Edge::FALSE; width];
    let mut remainder = Word::new();
    for i in (0..width).rev() {
        check(g)?;
        // The partial remainder is also below 2^(steps so far), so the higher bits of the divisor
        // only tell whether it can be subtracted at all.
        remainder.insert(0, dividend[i]);
        let length = remainder.len();
        let low = word::not(&divisor[..length]);
        let (difference, fits) = word::add_with_carry(g, &remainder, &low, Edge::TRUE);
        let fits = g.and(fits, no_higher[length]);
        quotient[i] = fits;
        remainder = word::mux(g, fits, &difference, &remainder);
        remainder.truncate(significant);
    }
    remainder.resize(width, Edge::FALSE);
    if significant < width {
        // A divisor of zero breaks the bound on the remainder.
        let by_zero = no_higher[0];
        quotient = quotient.into_iter().map(|bit| g.or(by_zero, bit)).collect();
        remainder = word::mux(g, by_zero, dividend, &remainder);
    }
    Ok((quotient, remainder))
}

/// Gates of the circuit, about: for each bit a subtraction from the remainder so far and a choice.
pub(super) fn gates(dividend: &[Edge], divisor: &[Edge]) -> usize {
    let top = |word: &[Edge]| {
        let top = word.iter().rposition(|&bit| bit != Edge::FALSE);
        top.map_or(0, |top| top + 1)
    };
    let (bits, significant) = (top(dividend), top(divisor));
    3 * bits * significant.min(bits / 2 + 1)
}

/// The absolute value of a two's complement word.
pub(super) fn magnitude(g: &mut Graph, a: &[Edge]) -> Word {
    negate_if(g, a[a.len() - 1], a)
}

/// `-a` if the condition holds, else `a`.
pub(super) fn negate_if(g: &mut Graph, condition: Edge, a: &[Edge]) -> Word {
    let flipped: Word = a.iter().map(|&bit| g.xor(bit, condition)).collect();
    let zero = vec![Edge::FALSE; a.len()];
    word::add(g, &flipped, &zero, condition)
}
