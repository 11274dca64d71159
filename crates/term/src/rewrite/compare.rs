//! Orders. Comparisons with constants are strict; what the known zeros decide is decided.

use crate::node::{Kind, Node, PackedSort};
use crate::{Bits, Pool, Term};

impl Pool {
    /// Unsigned `<`.
    pub fn ult(&mut self, a: Term, b: Term) -> Term {
        self.comparison(Kind::Ult, a, b, Pool::ult_rules)
    }

    /// Unsigned `<=`.
    pub fn ule(&mut self, a: Term, b: Term) -> Term {
        self.comparison(Kind::Ule, a, b, Pool::ule_rules)
    }

    /// Signed `<`.
    pub fn slt(&mut self, a: Term, b: Term) -> Term {
        self.comparison(Kind::Slt, a, b, Pool::slt_rules)
    }

    /// Signed `<=`.
    pub fn sle(&mut self, a: Term, b: Term) -> Term {
        self.comparison(Kind::Sle, a, b, Pool::sle_rules)
    }

    fn comparison(
        &mut self,
        kind: Kind,
        a: Term,
        b: Term,
        rules: fn(&mut Pool, Term, Term) -> Option<Term>,
    ) -> Term {
        debug_assert_eq!(
            self.sort(a),
            self.sort(b),
            "{kind:?} of operands of one sort"
        );
        if a == b {
            return self.bool(matches!(kind, Kind::Ule | Kind::Sle));
        }
        if let Some(value) = self.fold_comparison(kind, a, b) {
            return value;
        }
        let lifted = |pool: &mut Pool| {
            pool.lift_binary(a, b, &mut |pool, x, y| pool.comparison(kind, x, y, rules))
        };
        let node = Node::new(kind, PackedSort::BOOL, 0, &[a, b]);
        self.rewritten(node, |pool| lifted(pool).or_else(|| rules(pool, a, b)))
    }

    // ---- unsigned ----

    fn ult_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.width(a) == 1 {
            let (a, b) = (self.bv_to_bool(a), self.bv_to_bool(b));
            let not_a = self.not(a);
            return Some(self.and(not_a, b));
        }
        if let Some(bound) = self.bits(b) {
            return self.ult_constant(a, &bound);
        }
        if let Some(bound) = self.bits(a) {
            return self.constant_ult(&bound, b);
        }
        if let (Some(x), Some(y)) = (self.single(a, Kind::BvNot), self.single(b, Kind::BvNot)) {
            return Some(self.ult(y, x));
        }
        if let Some((x, y)) = self.same_extension(a, b) {
            return Some(self.ult(x, y));
        }
        let ((h, l), (i, m)) = (self.pair(a, Kind::Concat)?, self.pair(b, Kind::Concat)?);
        if h == i {
            return Some(self.ult(l, m));
        }
        (l == m).then(|| self.ult(h, i))
    }

    /// `a < k`.
    fn ult_constant(&mut self, a: Term, k: &Bits) -> Option<Term> {
        let width = self.width(a);
        if k.is_zero() {
            return Some(self.bool(false));
        }
        if k.is_one() {
            let zero = self.bv(width, 0);
            return Some(self.eq(a, zero));
        }
        if k.is_ones() {
            let k = self.constant(k);
            return Some(self.ne(a, k));
        }
        if self.always_below(a, k) {
            return Some(self.bool(true));
        }
        if let Some(x) = self.single(a, Kind::ZeroExtend) {
            let narrow = self.constant(&k.extract(self.width(x) - 1, 0));
            return Some(self.ult(x, narrow));
        }
        if let Some(x) = self.single(a, Kind::BvNot) {
            let complement = self.constant(&k.not());
            return Some(self.ult(complement, x));
        }
        if let Some(found) = self.quotient_ult(a, k) {
            return Some(found);
        }
        let (high, low) = self.pair(a, Kind::Concat)?;
        let boundary = self.width(low);
        let (k_high, k_low) = (k.extract(width - 1, boundary), k.extract(boundary - 1, 0));
        if k_low.is_zero() {
            let k_high = self.constant(&k_high);
            return Some(self.ult(high, k_high));
        }
        let high = self.bits(high)?;
        if high != k_high {
            return Some(self.bool(high.ult(&k_high)));
        }
        let k_low = self.constant(&k_low);
        Some(self.ult(low, k_low))
    }

    /// `k < b`.
    fn constant_ult(&mut self, k: &Bits, b: Term) -> Option<Term> {
        let width = self.width(b);
        if k.is_ones() {
            return Some(self.bool(false));
        }
        if k.is_zero() {
            let zero = self.bv(width, 0);
            return Some(self.ne(b, zero));
        }
        let next = k.add(&Bits::new(width, 1));
        if next.is_ones() {
            let ones = self.constant(&next);
            return Some(self.eq(b, ones));
        }
        if self.always_below(b, &next) {
            return Some(self.bool(false));
        }
        if let Some(y) = self.single(b, Kind::ZeroExtend) {
            let narrow = self.constant(&k.extract(self.width(y) - 1, 0));
            return Some(self.ult(narrow, y));
        }
        if let Some(y) = self.single(b, Kind::BvNot) {
            let complement = self.constant(&k.not());
            return Some(self.ult(y, complement));
        }
        if let Some(found) = self.ult_quotient(k, b) {
            return Some(found);
        }
        let (high, low) = self.pair(b, Kind::Concat)?;
        let boundary = self.width(low);
        let (k_high, k_low) = (k.extract(width - 1, boundary), k.extract(boundary - 1, 0));
        if k_low.is_ones() {
            let k_high = self.constant(&k_high);
            return Some(self.ult(k_high, high));
        }
        let high = self.bits(high)?;
        if high != k_high {
            return Some(self.bool(k_high.ult(&high)));
        }
        let k_low = self.constant(&k_low);
        Some(self.ult(k_low, low))
    }

    fn ule_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let one = Bits::new(self.width(a), 1);
        if let Some(bound) = self.bits(b) {
            if bound.is_ones() {
                return Some(self.bool(true));
            }
            let above = self.constant(&bound.add(&one));
            return Some(self.ult(a, above));
        }
        if let Some(bound) = self.bits(a) {
            if bound.is_zero() {
                return Some(self.bool(true));
            }
            let below = self.constant(&bound.sub(&one));
            return Some(self.ult(below, b));
        }
        let opposite = self.ult_rules(b, a)?;
        Some(self.not(opposite))
    }

    /// Operands of two extensions of one kind, brought to one width: both orders, as well as
    /// equality, of the extended terms are those of the operands.
    pub(super) fn same_extension(&mut self, a: Term, b: Term) -> Option<(Term, Term)> {
        let kind = self.kind(a);
        if kind != self.kind(b) || !matches!(kind, Kind::ZeroExtend | Kind::SignExtend) {
            return None;
        }
        let (x, y) = (self.operand(a, 0), self.operand(b, 0));
        let width = self.width(x).max(self.width(y));
        Some(match kind {
            Kind::ZeroExtend => (self.zero_extend(x, width), self.zero_extend(y, width)),
            _ => (self.sign_extend(x, width), self.sign_extend(y, width)),
        })
    }

    // ---- signed ----

    fn slt_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if self.width(a) == 1 {
            let (a, b) = (self.bv_to_bool(a), self.bv_to_bool(b));
            let not_b = self.not(b);
            return Some(self.and(a, not_b));
        }
        if self.leading_known(a) > 0 && self.leading_known(b) > 0 {
            return Some(self.ult(a, b));
        }
        if let Some(bound) = self.bits(b) {
            return self.slt_constant(a, &bound);
        }
        if let Some(bound) = self.bits(a) {
            return self.constant_slt(&bound, b);
        }
        if let (Some(x), Some(y)) = (self.single(a, Kind::BvNot), self.single(b, Kind::BvNot)) {
            return Some(self.slt(y, x));
        }
        if self.kind(a) == Kind::SignExtend
            && let Some((x, y)) = self.same_extension(a, b)
        {
            return Some(self.slt(x, y));
        }
        None
    }

    /// `a < k`, signed.
    fn slt_constant(&mut self, a: Term, k: &Bits) -> Option<Term> {
        let width = self.width(a);
        let (least, greatest) = (Bits::signed_min(width), Bits::signed_max(width));
        if *k == least {
            return Some(self.bool(false));
        }
        if k.sub(&Bits::new(width, 1)) == least {
            let least = self.constant(&least);
            return Some(self.eq(a, least));
        }
        if *k == greatest {
            let greatest = self.constant(&greatest);
            return Some(self.ne(a, greatest));
        }
        if self.leading_known(a) > 0 && k.sign() {
            return Some(self.bool(false));
        }
        if let Some(x) = self.single(a, Kind::BvNot) {
            let complement = self.constant(&k.not());
            return Some(self.slt(complement, x));
        }
        if let Some(found) = self.quotient_slt(a, k) {
            return Some(found);
        }
        let x = self.single(a, Kind::SignExtend)?;
        Some(match self.narrow_bound(x, k) {
            Some(narrow) => self.slt(x, narrow),
            None => self.bool(!k.sign()),
        })
    }

    /// `k < b`, signed.
    fn constant_slt(&mut self, k: &Bits, b: Term) -> Option<Term> {
        let width = self.width(b);
        let (least, greatest) = (Bits::signed_min(width), Bits::signed_max(width));
        if *k == greatest {
            return Some(self.bool(false));
        }
        if k.add(&Bits::new(width, 1)) == greatest {
            let greatest = self.constant(&greatest);
            return Some(self.eq(b, greatest));
        }
        if *k == least {
            let least = self.constant(&least);
            return Some(self.ne(b, least));
        }
        if self.leading_known(b) > 0 && k.sign() {
            return Some(self.bool(true));
        }
        if let Some(y) = self.single(b, Kind::BvNot) {
            let complement = self.constant(&k.not());
            return Some(self.slt(y, complement));
        }
        if let Some(found) = self.slt_quotient(k, b) {
            return Some(found);
        }
        let y = self.single(b, Kind::SignExtend)?;
        Some(match self.narrow_bound(y, k) {
            Some(narrow) => self.slt(narrow, y),
            None => self.bool(k.sign()),
        })
    }

    /// The bound in the width of `x`, if its signed value fits there.
    fn narrow_bound(&mut self, x: Term, k: &Bits) -> Option<Term> {
        let narrow = k.extract(self.width(x) - 1, 0);
        (narrow.sign_extend(k.width()) == *k).then(|| self.constant(&narrow))
    }

    fn sle_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        let one = Bits::new(width, 1);
        if let Some(bound) = self.bits(b) {
            if bound == Bits::signed_max(width) {
                return Some(self.bool(true));
            }
            let above = self.constant(&bound.add(&one));
            return Some(self.slt(a, above));
        }
        if let Some(bound) = self.bits(a) {
            if bound == Bits::signed_min(width) {
                return Some(self.bool(true));
            }
            let below = self.constant(&bound.sub(&one));
            return Some(self.slt(below, b));
        }
        let opposite = self.slt_rules(b, a)?;
        Some(self.not(opposite))
    }
}
