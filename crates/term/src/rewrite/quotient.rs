//! Quotients by constants that are compared with constants, which bounds of the dividend say as well: a division is
//! the dearest operator to solve for, and loops over the digits of a number ask little else.

use crate::node::Kind;
use crate::{Bits, Pool, Term};

/// The dividends that lead to quotients in question.
enum Dividends {
    None,
    All,
    /// Those below this one.
    Below(Bits),
    /// Those above this one.
    Above(Bits),
}

impl Pool {
    /// The dividend and the constant divisor of a term that is a quotient. Divisors of signed ones are positive:
    /// the others are rewritten.
    fn quotient(&self, a: Term, kind: Kind) -> Option<(Term, Bits)> {
        let (dividend, divisor) = self.pair(a, kind)?;
        let divisor = self.bits(divisor)?;
        let is_plain = !divisor.is_zero() && (kind == Kind::Udiv || !divisor.sign());
        is_plain.then_some((dividend, divisor))
    }

    /// `a < k`, unsigned, of a quotient.
    pub(super) fn quotient_ult(&mut self, a: Term, k: &Bits) -> Option<Term> {
        let (x, divisor) = self.quotient(a, Kind::Udiv)?;
        let dividends = match unsigned_product(&divisor, k) {
            Some(bound) => Dividends::Below(bound),
            None => Dividends::All,
        };
        Some(self.is_among(x, dividends, Kind::Ult))
    }

    /// `k < a`, unsigned, of a quotient; there are numbers above `k`.
    pub(super) fn ult_quotient(&mut self, k: &Bits, a: Term) -> Option<Term> {
        let (x, divisor) = self.quotient(a, Kind::Udiv)?;
        let one = Bits::new(k.width(), 1);
        let dividends = match unsigned_product(&divisor, &k.add(&one)) {
            Some(least) => Dividends::Above(least.sub(&one)),
            None => Dividends::None,
        };
        Some(self.is_among(x, dividends, Kind::Ult))
    }

    /// `a < k`, signed, of a quotient; there are numbers below `k`.
    pub(super) fn quotient_slt(&mut self, a: Term, k: &Bits) -> Option<Term> {
        let (x, divisor) = self.quotient(a, Kind::Sdiv)?;
        let wide = 2 * k.width();
        let (one, k) = (Bits::new(wide, 1), k.sign_extend(wide));
        let divisor = divisor.sign_extend(wide);
        // Quotients are rounded towards zero: from one on, each has the dividends from its product on; up to minus
        // one, those down from it.
        let bound = match k.sign() || k.is_zero() {
            true => k.sub(&one).mul(&divisor).add(&one),
            false => k.mul(&divisor),
        };
        let dividends = match narrowed(&bound, self.width(x)) {
            Some(bound) => Dividends::Below(bound),
            None if bound.sign() => Dividends::None,
            None => Dividends::All,
        };
        Some(self.is_among(x, dividends, Kind::Slt))
    }

    /// `k < a`, signed, of a quotient; there are numbers above `k`.
    pub(super) fn slt_quotient(&mut self, k: &Bits, a: Term) -> Option<Term> {
        let (x, divisor) = self.quotient(a, Kind::Sdiv)?;
        let wide = 2 * k.width();
        let (one, k) = (Bits::new(wide, 1), k.sign_extend(wide));
        let divisor = divisor.sign_extend(wide);
        let bound = match k.sign() {
            true => k.mul(&divisor),
            false => k.add(&one).mul(&divisor).sub(&one),
        };
        let dividends = match narrowed(&bound, self.width(x)) {
            Some(bound) => Dividends::Above(bound),
            None if bound.sign() => Dividends::All,
            None => Dividends::None,
        };
        Some(self.is_among(x, dividends, Kind::Slt))
    }

    /// `a = k` of a quotient: it is neither below nor above.
    pub(super) fn quotient_eq(&mut self, a: Term, k: &Bits) -> Option<Term> {
        let width = k.width();
        let one = Bits::new(width, 1);
        if self.quotient(a, Kind::Udiv).is_some() {
            let from = match k.is_zero() {
                true => self.bool(true),
                false => self.ult_quotient(&k.sub(&one), a)?,
            };
            let to = match k.is_ones() {
                true => self.bool(true),
                false => self.quotient_ult(a, &k.add(&one))?,
            };
            return Some(self.and(from, to));
        }
        self.quotient(a, Kind::Sdiv)?;
        let from = match *k == Bits::signed_min(width) {
            true => self.bool(true),
            false => self.slt_quotient(&k.sub(&one), a)?,
        };
        let to = match *k == Bits::signed_max(width) {
            true => self.bool(true),
            false => self.quotient_slt(a, &k.add(&one))?,
        };
        Some(self.and(from, to))
    }

    /// True of dividends in that order.
    fn is_among(&mut self, x: Term, dividends: Dividends, order: Kind) -> Term {
        let is_signed = order == Kind::Slt;
        match dividends {
            Dividends::None => self.bool(false),
            Dividends::All => self.bool(true),
            Dividends::Below(bound) => {
                let bound = self.constant(&bound);
                match is_signed {
                    true => self.slt(x, bound),
                    false => self.ult(x, bound),
                }
            }
            Dividends::Above(bound) => {
                let bound = self.constant(&bound);
                match is_signed {
                    true => self.slt(bound, x),
                    false => self.ult(bound, x),
                }
            }
        }
    }

    /// The sum of a term and the multiple of its quotient by the opposite divisor, which is the remainder; or of what
    /// is opposite to both. The term may be a quotient itself: then that of its quotient is by the product.
    pub(super) fn remainder_of_sum(&mut self, a: Term, multiple: Term) -> Option<Term> {
        let (quotient, factor) = self.pair(multiple, Kind::Mul)?;
        let factor = self.bits(factor)?;
        let kind = self.kind(quotient);
        if !matches!(kind, Kind::Udiv | Kind::Sdiv) {
            return None;
        }
        let (x, divisor) = self.quotient(quotient, kind)?;
        let negated = self.neg(a);
        for (y, by, is_opposite) in [(a, factor.neg(), false), (negated, factor, true)] {
            let is_none = by.is_zero() || kind == Kind::Sdiv && by.sign();
            if is_none || !divisor.urem(&by).is_zero() {
                continue;
            }
            let is_dividend = match divisor == by {
                true => y == x,
                false => self.quotient(y, kind) == Some((x, divisor.udiv(&by))),
            };
            if is_dividend {
                let by = self.constant(&by);
                let remainder = match kind {
                    Kind::Udiv => self.urem(y, by),
                    _ => self.srem(y, by),
                };
                return Some(match is_opposite {
                    true => self.neg(remainder),
                    false => remainder,
                });
            }
        }
        None
    }
}

/// The product, if it is no longer than its factors.
fn unsigned_product(a: &Bits, b: &Bits) -> Option<Bits> {
    let width = a.width();
    let product = a.zero_extend(2 * width).mul(&b.zero_extend(2 * width));
    (product.leading_zeros() >= width).then(|| product.extract(width - 1, 0))
}

/// A signed number in a shorter width, if it has room there.
fn narrowed(value: &Bits, width: u32) -> Option<Bits> {
    let narrow = value.extract(width - 1, 0);
    (narrow.sign_extend(value.width()) == *value).then_some(narrow)
}
