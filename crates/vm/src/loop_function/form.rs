//! Numbers that go on regularly: polynomials of the number of a traversal, modulo a power of two.

use semantics::integers::{cut, signed};

/// Coefficients: of degree three at the most.
pub(super) const TERMS: usize = 4;

/// A number at traversal `n`, for all `n` below a bound: the sum of `c[k]` times `n` over `k`, cut to its
/// width. Over these binomials sums and differences of whole numbers are exact modulo any power of two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BinomialSum {
    pub c: [u64; TERMS],
    pub width: u32,
}

impl BinomialSum {
    pub(super) fn constant(value: u64, width: u32) -> BinomialSum {
        BinomialSum {
            c: [value, 0, 0, 0],
            width,
        }
    }

    /// The form with these values at the first traversals.
    pub(super) fn through(mut values: [u64; TERMS], width: u32) -> BinomialSum {
        for order in 1..TERMS {
            for at in (order..TERMS).rev() {
                values[at] = values[at].wrapping_sub(values[at - 1]);
            }
        }
        BinomialSum { c: values, width }.cut()
    }

    fn cut(self) -> BinomialSum {
        let shift = 64 - self.width as u8;
        BinomialSum {
            c: self.c.map(|c| cut(c, shift)),
            ..self
        }
    }

    /// Its value at a traversal.
    pub(super) fn at(&self, n: u64) -> u64 {
        let [a, b, c, d] = self.c;
        let (pairs, triples) = (pairs(n), triples(n));
        let sum = a
            .wrapping_add(b.wrapping_mul(n))
            .wrapping_add(c.wrapping_mul(pairs))
            .wrapping_add(d.wrapping_mul(triples));
        cut(sum, 64 - self.width as u8)
    }

    /// The same number one traversal later.
    pub(super) fn next(&self) -> BinomialSum {
        let mut c = self.c;
        for (c, of_next) in c.iter_mut().zip(&self.c[1..]) {
            *c = c.wrapping_add(*of_next);
        }
        BinomialSum { c, ..*self }.cut()
    }

    pub(super) fn degree(&self) -> usize {
        self.c.iter().rposition(|&c| c != 0).unwrap_or(0)
    }

    pub(super) fn is_constant(&self) -> bool {
        self.degree() == 0
    }

    pub(super) fn add(&self, other: &BinomialSum) -> BinomialSum {
        self.zip(other, u64::wrapping_add)
    }

    pub(super) fn sub(&self, other: &BinomialSum) -> BinomialSum {
        self.zip(other, u64::wrapping_sub)
    }

    fn zip(&self, other: &BinomialSum, op: fn(u64, u64) -> u64) -> BinomialSum {
        let mut c = self.c;
        c.iter_mut().zip(other.c).for_each(|(a, b)| *a = op(*a, b));
        BinomialSum { c, ..*self }.cut()
    }

    /// The product, if its degree is not too high.
    pub(super) fn mul(&self, other: &BinomialSum) -> Option<BinomialSum> {
        if self.degree() + other.degree() >= TERMS {
            return None;
        }
        let mut values = [0; TERMS];
        for (n, value) in (0..).zip(&mut values) {
            *value = self.at(n).wrapping_mul(other.at(n));
        }
        Some(BinomialSum::through(values, self.width))
    }

    /// Fewer bits of it.
    pub(super) fn truncated(&self, width: u32) -> BinomialSum {
        BinomialSum { width, ..*self }.cut()
    }

    /// First value and difference, if it goes on in equal steps that do not wrap around before traversal
    /// `bound`, which is lowered for that.
    pub(super) fn linear(&self, is_signed: bool, bound: &mut u64) -> Option<(i128, i128)> {
        if self.degree() > 1 {
            return None;
        }
        let shift = 64 - self.width as u8;
        let step = i128::from(signed(self.c[1], shift));
        let (first, least, most) = match is_signed {
            true => {
                let half = 1i128 << (self.width - 1);
                (i128::from(signed(self.c[0], shift)), -half, half - 1)
            }
            false => (i128::from(self.c[0]), 0, (1i128 << self.width) - 1),
        };
        keep_sign(first - least + 1, step, bound);
        keep_sign(most - first + 1, -step, bound);
        Some((first, step))
    }
}

/// Whether `first + n * step` is positive for all `n` below `bound`, or for none, as it is for 0: `bound` is
/// lowered for that.
pub(super) fn keep_sign(first: i128, step: i128, bound: &mut u64) -> bool {
    let positive = first > 0;
    let last = match positive {
        true if step < 0 => (first - 1) / -step,
        false if step > 0 => -first / step,
        _ => return positive,
    };
    *bound = (*bound).min(u64::try_from(last).unwrap_or(u64::MAX).saturating_add(1));
    positive
}

/// Number of pairs among `n`, modulo 2^64.
fn pairs(n: u64) -> u64 {
    let before = n.wrapping_sub(1);
    match n % 2 {
        0 => (n / 2).wrapping_mul(before),
        _ => n.wrapping_mul(before / 2),
    }
}

/// Number of triples among `n`, modulo 2^64.
fn triples(n: u64) -> u64 {
    if n < 3 {
        return 0;
    }
    let mut factors = [n, n - 1, n - 2];
    for divisor in [2, 3] {
        if let Some(factor) = factors
            .iter_mut()
            .find(|factor| (**factor).is_multiple_of(divisor))
        {
            *factor /= divisor;
        }
    }
    factors
        .iter()
        .fold(1, |all, factor| all.wrapping_mul(*factor))
}
