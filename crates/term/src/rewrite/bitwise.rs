//! Bitwise operators.

use crate::node::{Kind, Node};
use crate::{Bits, Pool, Term};

/// Masks of at most this many runs of ones become concatenations.
const RUNS: usize = 8;

impl Pool {
    /// Bitwise complement.
    pub fn bv_not(&mut self, a: Term) -> Term {
        if let Some(bits) = self.bits(a) {
            return self.constant(&bits.not());
        }
        if let Some(x) = self.single(a, Kind::BvNot) {
            return x;
        }
        let node = Node::new(Kind::BvNot, self.node(a).sort, 0, &[a]);
        self.rewritten(node, |pool| pool.bv_not_rules(a))
    }

    fn bv_not_rules(&mut self, a: Term) -> Option<Term> {
        if let Some((condition, x, y)) = self.constant_choice(a) {
            let (x, y) = (self.bv_not(x), self.bv_not(y));
            return Some(self.ite(condition, x, y));
        }
        if let Some((x, k)) = self.pair(a, Kind::BvXor)
            && self.is_literal(k)
        {
            let complement = self.bv_not(k);
            return Some(self.bv_xor(x, complement));
        }
        // Pieces are complemented one by one, as they are extracted and fused one by one.
        if let Some((high, low)) = self.pair(a, Kind::Concat) {
            let (high, low) = (self.bv_not(high), self.bv_not(low));
            return Some(self.concat(high, low));
        }
        if let Some(x) = self.single(a, Kind::ZeroExtend) {
            let ones = Bits::ones(self.width(a) - self.width(x));
            let (high, low) = (self.constant(&ones), self.bv_not(x));
            return Some(self.concat(high, low));
        }
        let x = self.single(a, Kind::Neg)?;
        let minus_one = self.constant(&Bits::ones(self.width(a)));
        Some(self.add(x, minus_one))
    }

    /// Bitwise and.
    pub fn bv_and(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::BvAnd, a, b, Pool::bv_and_rules)
    }

    /// Bitwise or.
    pub fn bv_or(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::BvOr, a, b, Pool::bv_or_rules)
    }

    /// Bitwise xor.
    pub fn bv_xor(&mut self, a: Term, b: Term) -> Term {
        self.binary(Kind::BvXor, a, b, Pool::bv_xor_rules)
    }

    fn bv_and_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if a == b || self.is_ones(b) {
            return Some(a);
        }
        if self.is_zero(b) {
            return Some(b);
        }
        if self.are_complements(a, b) || self.ends_disjoint(a, b) {
            let width = self.width(a);
            return Some(self.bv(width, 0));
        }
        if let Some(mask) = self.bits(b) {
            return self.mask_rules(Kind::BvAnd, a, b, &mask);
        }
        self.lattice_rules(Kind::BvAnd, a, b)
            .or_else(|| self.lattice_rules(Kind::BvAnd, b, a))
            .or_else(|| self.narrow_and(a, b))
            .or_else(|| self.narrow_and(b, a))
            .or_else(|| self.bitwise_rules(Kind::BvAnd, a, b))
    }

    fn bv_or_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        if a == b || self.is_zero(b) {
            return Some(a);
        }
        if self.is_ones(b) {
            return Some(b);
        }
        if self.are_complements(a, b) {
            let ones = Bits::ones(self.width(a));
            return Some(self.constant(&ones));
        }
        if let Some(mask) = self.bits(b) {
            return self.mask_rules(Kind::BvOr, a, b, &mask);
        }
        self.or_of_disjoint(a, b)
            .or_else(|| self.or_of_disjoint(b, a))
            .or_else(|| self.lattice_rules(Kind::BvOr, a, b))
            .or_else(|| self.lattice_rules(Kind::BvOr, b, a))
            .or_else(|| self.bitwise_rules(Kind::BvOr, a, b))
    }

    fn bv_xor_rules(&mut self, a: Term, b: Term) -> Option<Term> {
        let width = self.width(a);
        if a == b {
            return Some(self.bv(width, 0));
        }
        if self.is_zero(b) {
            return Some(a);
        }
        if self.is_ones(b) {
            return Some(self.bv_not(a));
        }
        if self.are_complements(a, b) {
            return Some(self.constant(&Bits::ones(width)));
        }
        for (x, y) in [(a, b), (b, a)] {
            if let Some(inner) = self.single(x, Kind::BvNot) {
                let rest = self.bv_xor(inner, y);
                return Some(self.bv_not(rest));
            }
            if let Some((p, q)) = self.pair(x, Kind::BvXor) {
                if p == y {
                    return Some(q);
                }
                if q == y {
                    return Some(p);
                }
            }
        }
        if let Some((x, k)) = self.pair(a, Kind::BvXor)
            && self.is_literal(k)
        {
            // Constants meet, or move outwards.
            if self.is_literal(b) {
                let mask = self.bv_xor(k, b);
                return Some(self.bv_xor(x, mask));
            }
            let rest = self.bv_xor(x, b);
            return Some(self.bv_xor(rest, k));
        }
        if self.is_literal(b) {
            return self.split(Kind::BvXor, a, b);
        }
        self.or_of_disjoint(a, b)
            .or_else(|| self.or_of_disjoint(b, a))
            .or_else(|| self.bitwise_rules(Kind::BvXor, a, b))
    }

    fn are_complements(&self, a: Term, b: Term) -> bool {
        self.single(a, Kind::BvNot) == Some(b) || self.single(b, Kind::BvNot) == Some(a)
    }

    /// `a` with a constant mask: masks meet; runs of the mask are parts of `a`, the rest constant.
    fn mask_rules(&mut self, kind: Kind, a: Term, b: Term, mask: &Bits) -> Option<Term> {
        if let Some((x, k)) = self.pair(a, kind)
            && self.is_literal(k)
        {
            let met = self.fold_binary(kind, k, b)?;
            return Some(self.binary_bitwise(kind, x, met));
        }
        let kept = if kind == Kind::BvAnd {
            mask.clone()
        } else {
            mask.not()
        };
        let runs = runs(&kept);
        if runs.len() > 2 * RUNS + 1 {
            return self.split(kind, a, b);
        }
        let mut whole: Option<Term> = None;
        for (low, high, keep) in runs {
            let piece = if keep {
                self.extract(a, high, low)
            } else {
                self.constant(&mask.extract(high, low))
            };
            whole = Some(match whole {
                None => piece,
                Some(below) => self.concat(piece, below),
            });
        }
        whole
    }

    /// Absorption, for `and` (dual for `or`): `a & (a | y)`, `a & (a & y)`, `a & (!a | y)`.
    fn lattice_rules(&mut self, kind: Kind, a: Term, b: Term) -> Option<Term> {
        let dual = if kind == Kind::BvAnd {
            Kind::BvOr
        } else {
            Kind::BvAnd
        };
        if let Some((x, y)) = self.pair(b, kind) {
            if x == a || y == a {
                return Some(b);
            }
            if self.are_complements(x, a) || self.are_complements(y, a) {
                let width = self.width(a);
                let absorbing = if kind == Kind::BvAnd {
                    Bits::zero(width)
                } else {
                    Bits::ones(width)
                };
                return Some(self.constant(&absorbing));
            }
        }
        if let Some((x, y)) = self.pair(b, dual) {
            if x == a || y == a {
                return Some(a);
            }
            if self.are_complements(x, a) {
                return Some(self.binary_bitwise(kind, a, y));
            }
            if self.are_complements(y, a) {
                return Some(self.binary_bitwise(kind, a, x));
            }
        }
        None
    }

    /// A conjunction with a zero-extended term is zero-extended itself.
    fn narrow_and(&mut self, a: Term, b: Term) -> Option<Term> {
        let inner = self.single(b, Kind::ZeroExtend)?;
        let low = self.extract(a, self.width(inner) - 1, 0);
        let narrow = self.bv_and(low, inner);
        Some(self.zero_extend(narrow, self.width(a)))
    }

    /// `a | b` where `b` ends below where `a` begins: their concatenation.
    fn or_of_disjoint(&mut self, a: Term, b: Term) -> Option<Term> {
        let (width, begin) = (self.width(a), self.trailing_known(a));
        if begin == 0 || begin + self.leading_known(b) < width {
            return None;
        }
        if begin >= width {
            return Some(b); // a is zero
        }
        let (high, low) = (
            self.extract(a, width - 1, begin),
            self.extract(b, begin - 1, 0),
        );
        Some(self.concat(high, low))
    }

    /// Rules that hold for all three operators.
    fn bitwise_rules(&mut self, kind: Kind, a: Term, b: Term) -> Option<Term> {
        // Operators of complements, where the complement can be moved outwards.
        if let (Some(x), Some(y)) = (self.single(a, Kind::BvNot), self.single(b, Kind::BvNot)) {
            let dual = if kind == Kind::BvAnd {
                Kind::BvOr
            } else {
                Kind::BvAnd
            };
            if kind == Kind::BvXor {
                return Some(self.bv_xor(x, y));
            }
            let inner = self.binary_bitwise(dual, x, y);
            return Some(self.bv_not(inner));
        }
        for extension in [Kind::ZeroExtend, Kind::SignExtend] {
            if let (Some(x), Some(y)) = (self.single(a, extension), self.single(b, extension))
                && self.width(x) == self.width(y)
            {
                let (inner, width) = (self.binary_bitwise(kind, x, y), self.width(a));
                return Some(match extension {
                    Kind::ZeroExtend => self.zero_extend(inner, width),
                    _ => self.sign_extend(inner, width),
                });
            }
        }
        self.truth_values(kind, a, b)
            .or_else(|| self.split(kind, a, b))
            .or_else(|| self.split(kind, b, a))
    }

    /// Operators on Bool terms in the dress of bit-vectors: `ite(c, k, 0) & ite(d, k, 0)`.
    fn truth_values(&mut self, kind: Kind, a: Term, b: Term) -> Option<Term> {
        let truth = |pool: &mut Pool, t: Term| {
            let (condition, then, otherwise) = pool.constant_choice(t)?;
            if pool.is_zero(otherwise) {
                return Some((condition, then));
            }
            let opposite = pool.is_zero(then).then(|| pool.not(condition))?;
            Some((opposite, otherwise))
        };
        let ((p, k), (q, l)) = (truth(self, a)?, truth(self, b)?);
        if k != l {
            return None;
        }
        let condition = match kind {
            Kind::BvAnd => self.and(p, q),
            Kind::BvOr => self.or(p, q),
            _ => self.xor(p, q),
        };
        let zero = self.bv(self.width(a), 0);
        Some(self.ite(condition, k, zero))
    }

    /// Splits the operator where `a` is put together, if one of the halves gets simple.
    fn split(&mut self, kind: Kind, a: Term, b: Term) -> Option<Term> {
        let shaped = |pool: &Pool, t: Term| {
            matches!(
                pool.kind(t),
                Kind::Concat | Kind::ZeroExtend | Kind::WordConst | Kind::WideConst
            )
        };
        if !shaped(self, b) {
            return None;
        }
        let width = self.width(a);
        let (high, low) = match self.kind(a) {
            Kind::ZeroExtend => {
                let inner = self.operand(a, 0);
                (self.bv(width - self.width(inner), 0), inner)
            }
            Kind::Concat => {
                let (high, low) = self.pair(a, Kind::Concat)?;
                let simple = self.is_literal(high) || self.is_literal(low) || self.is_literal(b);
                if !simple {
                    return None;
                }
                (high, low)
            }
            _ => return None,
        };
        let boundary = self.width(low);
        let (b_high, b_low) = (
            self.extract(b, width - 1, boundary),
            self.extract(b, boundary - 1, 0),
        );
        let high = self.binary_bitwise(kind, high, b_high);
        let low = self.binary_bitwise(kind, low, b_low);
        Some(self.concat(high, low))
    }

    fn binary_bitwise(&mut self, kind: Kind, a: Term, b: Term) -> Term {
        match kind {
            Kind::BvAnd => self.bv_and(a, b),
            Kind::BvOr => self.bv_or(a, b),
            Kind::BvXor => self.bv_xor(a, b),
            other => unreachable!("{other:?} is not bitwise"),
        }
    }
}

/// The runs of equal bits, lowest first: lowest bit, topmost bit, value.
fn runs(bits: &Bits) -> Vec<(u32, u32, bool)> {
    let mut runs = Vec::new();
    let mut low = 0;
    while low < bits.width() {
        let (rest, value) = (bits.lshr_by(low), bits.bit(low));
        let length = if value {
            rest.trailing_ones()
        } else {
            rest.trailing_zeros()
        };
        let length = length.min(bits.width() - low);
        runs.push((low, low + length - 1, value));
        low += length;
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_a_mask() {
        let bits = Bits::new(8, 0b0011_0001);
        assert_eq!(
            runs(&bits),
            [(0, 0, true), (1, 3, false), (4, 5, true), (6, 7, false)]
        );
        assert_eq!(runs(&Bits::ones(70)), [(0, 69, true)]);
        assert_eq!(runs(&Bits::zero(3)), [(0, 2, false)]);
    }
}
