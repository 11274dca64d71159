//! Linear congruences: the remainder of a product with a constant.

use term::{Bits, Op, Pool, Term};

/// The unknown factor of a product with a constant whose remainder by a constant has a value, and the least
/// value of that factor.
pub(super) fn factor(pool: &Pool, operands: &[Term], value: &Bits) -> Option<(Term, Bits)> {
    let modulus = u128::from(pool.constant_u64(operands[1])?);
    let value = u128::from(value.to_u64()?);
    if pool.op(operands[0]) != Op::Mul || value >= modulus {
        return None;
    }
    let [a, b] = [0, 1].map(|i| pool.arguments(operands[0])[i]);
    let (unknown, known) = match (pool.constant_u64(a), pool.constant_u64(b)) {
        (Some(known), None) => (b, known),
        (None, Some(known)) => (a, known),
        _ => return None,
    };
    let inverse = inverse(u128::from(known) % modulus, modulus)?;
    // Both factors have at most 64 bits.
    let least = value * inverse % modulus;
    Some((unknown, Bits::new(pool.width(unknown), least as u64)))
}

/// The number whose product with `a` is one modulo `modulus`, by Euclid's extended algorithm.
fn inverse(a: u128, modulus: u128) -> Option<u128> {
    let (mut rest, mut next) = (modulus as i128, a as i128);
    let (mut coefficient, mut following) = (0_i128, 1_i128);
    while next != 0 {
        let quotient = rest / next;
        (rest, next) = (next, rest - quotient * next);
        (coefficient, following) = (following, coefficient - quotient * following);
    }
    (rest == 1).then(|| coefficient.rem_euclid(modulus as i128) as u128)
}

#[cfg(test)]
mod tests {
    use super::factor;
    use term::{Bits, Pool, Sort};

    #[test]
    fn a_linear_congruence_has_its_least_solution() {
        let mut pool = Pool::new();
        let x = pool.input("x", Sort::BitVec(64));
        let [a, modulus] = [123_457, 1_000_000_007].map(|n| pool.bv(64, n));
        let product = pool.mul(x, a);
        let found = factor(&pool, &[product, modulus], &Bits::new(64, 1));
        assert_eq!(found, Some((x, Bits::new(64, 174_246_905))));
    }

    #[test]
    fn factors_in_common_have_no_inverse() {
        let mut pool = Pool::new();
        let x = pool.input("x", Sort::BitVec(32));
        let [a, modulus] = [6, 9].map(|n| pool.bv(32, n));
        let product = pool.mul(x, a);
        assert_eq!(factor(&pool, &[product, modulus], &Bits::new(32, 1)), None);
    }
}
