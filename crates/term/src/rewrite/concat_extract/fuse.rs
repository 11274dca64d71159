//! Putting adjacent pieces together, so that a value stored byte by byte and loaded again is the
//! term that was stored.

use crate::node::Kind;
use crate::{Bits, Pool, Term};

impl Pool {
    /// `high ++ low` as one term that is no concatenation, if it is one.
    pub(super) fn fuse(&mut self, high: Term, low: Term) -> Option<Term> {
        if let (Some(x), Some(y)) = (self.bits(high), self.bits(low)) {
            return Some(self.constant(&x.concat(&y)));
        }
        self.fuse_choices(high, low)
            .or_else(|| self.fuse_extracts(high, low))
            .or_else(|| self.fuse_masked(high, low))
            .or_else(|| self.fuse_extended(high, low))
    }

    /// An extension of a part, above the part below.
    fn fuse_extended(&mut self, high: Term, low: Term) -> Option<Term> {
        let kind = self.kind(high);
        if !matches!(kind, Kind::ZeroExtend | Kind::SignExtend) {
            return None;
        }
        let (inner, width) = (self.operand(high, 0), self.width(high) + self.width(low));
        let fused = self.rules(|pool| pool.fuse(inner, low))?;
        Some(match kind {
            Kind::ZeroExtend => self.zero_extend(fused, width),
            _ => self.sign_extend(fused, width),
        })
    }

    /// `ite`s of constants, with one condition or beside a constant.
    fn fuse_choices(&mut self, high: Term, low: Term) -> Option<Term> {
        let (condition, [a, b], [c, d]) =
            match (self.constant_choice(high), self.constant_choice(low)) {
                (Some((p, a, b)), Some((q, c, d))) if p == q => (p, [a, b], [c, d]),
                (Some((p, a, b)), None) if self.is_literal(low) => (p, [a, b], [low, low]),
                (None, Some((q, c, d))) if self.is_literal(high) => (q, [high, high], [c, d]),
                _ => return None,
            };
        let (then, otherwise) = (self.concat(a, c), self.concat(b, d));
        Some(self.ite(condition, then, otherwise))
    }

    /// Adjacent parts of one term. One of them at least is an extraction as it stands; the other
    /// may have been rewritten to something else, which extracting it again shows.
    fn fuse_extracts(&mut self, high: Term, low: Term) -> Option<Term> {
        let taken = |pool: &Pool, t: Term| {
            let node = pool.node(t);
            (node.kind == Kind::Extract).then(|| (node.operands[0], node.payload))
        };
        let (high_width, low_width) = (self.width(high), self.width(low));
        let (upper, lower) = (taken(self, high), taken(self, low));
        if let (Some((whole, from)), Some((other, below))) = (upper, lower)
            && whole == other
        {
            if below + low_width != from {
                return None;
            }
            return Some(self.extract(whole, from + high_width - 1, below));
        }
        if let Some((whole, from)) = upper
            && from >= low_width
            && self.extracts_otherwise(whole)
        {
            let start = from - low_width;
            if self.extract(whole, from - 1, start) == low {
                return Some(self.extract(whole, from + high_width - 1, start));
            }
        }
        if let Some((whole, below)) = lower
            && below + low_width + high_width <= self.width(whole)
            && self.extracts_otherwise(whole)
        {
            let start = below + low_width;
            if self.extract(whole, start + high_width - 1, start) == high {
                return Some(self.extract(whole, start + high_width - 1, below));
            }
        }
        None
    }

    /// True if parts of the term may be written otherwise than as extractions of it.
    fn extracts_otherwise(&self, t: Term) -> bool {
        matches!(
            self.kind(t),
            Kind::SignExtend
                | Kind::Add
                | Kind::Mul
                | Kind::Neg
                | Kind::BvAnd
                | Kind::BvOr
                | Kind::BvXor
                | Kind::Ite
        )
    }

    /// Parts of `x ^ k`, `x & k`, `x | k` for a constant `k`, whose extractions moved inwards.
    fn fuse_masked(&mut self, high: Term, low: Term) -> Option<Term> {
        let masked = |pool: &Pool, t: Term| match pool.kind(t) {
            Kind::BvNot => Some(Kind::BvXor),
            kind @ (Kind::BvAnd | Kind::BvOr | Kind::BvXor) => {
                pool.is_literal(pool.operand(t, 1)).then_some(kind)
            }
            _ => None,
        };
        let kind = masked(self, high).or_else(|| masked(self, low))?;
        let (x, k) = self.mask_parts(kind, high);
        let (y, l) = self.mask_parts(kind, low);
        let fused = self.rules(|pool| pool.fuse(x, y))?;
        let mask = self.constant(&k.concat(&l));
        Some(match kind {
            Kind::BvAnd => self.bv_and(fused, mask),
            Kind::BvOr => self.bv_or(fused, mask),
            _ => self.bv_xor(fused, mask),
        })
    }

    /// `t` as an operand and a constant of the operator.
    fn mask_parts(&self, kind: Kind, t: Term) -> (Term, Bits) {
        let width = self.width(t);
        if let Some((x, k)) = self.pair(t, kind)
            && let Some(bits) = self.bits(k)
        {
            return (x, bits);
        }
        match (kind, self.single(t, Kind::BvNot)) {
            (Kind::BvXor, Some(x)) => (x, Bits::ones(width)),
            (Kind::BvAnd, _) => (t, Bits::ones(width)),
            _ => (t, Bits::zero(width)),
        }
    }
}
