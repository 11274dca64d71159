//! Multiplication: partial products by column, reduced by full adders without carry chains until
//! the end (carry save); by a constant, one shifted operand per digit of its canonical signed
//! form.

use super::graph::{Edge, Graph};
use super::word::Word;
use crate::Unknown;

/// Asked for each bit of an operand whether the circuit may grow further.
pub(super) type Check<'a> = dyn Fn(&Graph) -> Result<(), Unknown> + 'a;

/// `a * b` modulo two to the width.
///
/// # Errors
/// What `check` says, which is asked for each bit.
pub(super) fn multiply(
    g: &mut Graph,
    a: &[Edge],
    b: &[Edge],
    check: &Check<'_>,
) -> Result<Word, Unknown> {
    debug_assert_eq!(a.len(), b.len());
    if let Some(bits) = constant_bits(b) {
        return by_constant(g, a, &bits, check);
    }
    if let Some(bits) = constant_bits(a) {
        return by_constant(g, b, &bits, check);
    }
    if a == b {
        return square(g, a, check);
    }
    let width = a.len();
    let mut columns = vec![Vec::new(); width];
    for (i, &x) in a.iter().enumerate() {
        if x == Edge::FALSE {
            continue;
        }
        check(g)?;
        for (j, &y) in b[..width - i].iter().enumerate() {
            columns[i + j].push(g.and(x, y));
        }
    }
    sum_columns(g, columns, check)
}

/// Gates of the circuit of a product, about: what is multiplied bit by bit is added up.
pub(super) fn gates(a: &[Edge], b: &[Edge]) -> usize {
    let bits = |word: &[Edge]| word.iter().filter(|&&bit| bit != Edge::FALSE).count();
    let factors = match (constant_digits(a), constant_digits(b)) {
        (Some(digits), _) => digits * bits(b),
        (None, Some(digits)) => digits * bits(a),
        (None, None) => bits(a) * bits(b) / if a == b { 2 } else { 1 },
    };
    // Of a product cut to the width of its factors half is left; a bit of it takes about four gates.
    factors.min(a.len() * a.len() / 2) * 4
}

/// Number of digits of a constant word in the form that products by it are made from.
pub(super) fn constant_digits(a: &[Edge]) -> Option<usize> {
    let digits = signed_digits(&constant_bits(a)?);
    Some(digits.into_iter().filter(|&digit| digit != 0).count())
}

fn constant_bits(a: &[Edge]) -> Option<Vec<bool>> {
    a.iter().map(|e| e.as_constant()).collect()
}

/// The products `a[i] ∧ a[j]` and `a[j] ∧ a[i]` are one bit of twice the weight.
fn square(g: &mut Graph, a: &[Edge], check: &Check<'_>) -> Result<Word, Unknown> {
    let width = a.len();
    let mut columns = vec![Vec::new(); width];
    for i in 0..width {
        check(g)?;
        if 2 * i < width {
            columns[2 * i].push(a[i]);
        }
        for j in i + 1..width {
            if i + j + 1 >= width {
                break;
            }
            columns[i + j + 1].push(g.and(a[i], a[j]));
        }
    }
    sum_columns(g, columns, check)
}

/// Digits −1, 0, 1 with no two adjacent non-zero ones: the fewest that add up to the constant.
fn signed_digits(bits: &[bool]) -> Vec<i8> {
    let mut digits = Vec::with_capacity(bits.len());
    let mut carry = false;
    for i in 0..bits.len() {
        let next = bits.get(i + 1).copied().unwrap_or(false);
        let odd = bits[i] != carry;
        let digit = match (odd, next) {
            (false, _) => 0,
            (true, true) => -1,
            (true, false) => 1,
        };
        carry = (bits[i] && carry) || digit < 0;
        digits.push(digit);
    }
    digits
}

fn by_constant(
    g: &mut Graph,
    a: &[Edge],
    bits: &[bool],
    check: &Check<'_>,
) -> Result<Word, Unknown> {
    let width = a.len();
    let mut columns = vec![Vec::new(); width];
    for (shift, digit) in signed_digits(bits).into_iter().enumerate() {
        if digit == 0 {
            continue;
        }
        // −(a·2^k) is (¬a)·2^k + 2^k, cut to the width.
        let negative = digit < 0;
        for (i, &bit) in a[..width - shift].iter().enumerate() {
            columns[shift + i].push(bit.xor(negative));
        }
        if negative {
            columns[shift].push(Edge::TRUE);
        }
    }
    sum_columns(g, columns, check)
}

/// Adds up bits by weight: full adders take the three oldest bits of a column, lowest column
/// first; carries behind the last column are dropped.
fn sum_columns(
    g: &mut Graph,
    mut columns: Vec<Vec<Edge>>,
    check: &Check<'_>,
) -> Result<Word, Unknown> {
    let width = columns.len();
    let mut sum = Word::with_capacity(width);
    for at in 0..width {
        check(g)?;
        let mut column = std::mem::take(&mut columns[at]);
        column.retain(|&e| e != Edge::FALSE);
        let mut first = 0;
        while column.len() - first > 1 {
            let third = column.get(first + 2).copied();
            let (s, carry) = g.full_adder(
                column[first],
                column[first + 1],
                third.unwrap_or(Edge::FALSE),
            );
            first += if third.is_some() { 3 } else { 2 };
            column.push(s);
            if at + 1 < width && carry != Edge::FALSE {
                columns[at + 1].push(carry);
            }
        }
        sum.push(column.get(first).copied().unwrap_or(Edge::FALSE));
    }
    Ok(sum)
}

#[cfg(test)]
mod tests {
    use super::signed_digits;

    #[test]
    fn signed_digits_add_up_and_are_sparse() {
        for value in 0u32..1024 {
            let bits: Vec<bool> = (0..10).map(|i| value >> i & 1 == 1).collect();
            let digits = signed_digits(&bits);
            let sum: i64 = digits
                .iter()
                .enumerate()
                .map(|(i, &d)| i64::from(d) << i)
                .sum();
            assert_eq!(sum.rem_euclid(1024), i64::from(value));
            assert!(digits.windows(2).all(|w| w[0] == 0 || w[1] == 0), "{value}");
        }
    }
}
