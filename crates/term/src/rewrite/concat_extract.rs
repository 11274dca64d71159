//! Concatenation, extraction and extension.

mod fuse;

use crate::node::{Kind, Node, PackedSort};
use crate::{Pool, Term};

/// An extraction looks through this many concatenations.
const PIECES: usize = 64;

/// Left-nested concatenations are turned to the right in rules up to this depth.
const TURNING: u32 = 16;

impl Pool {
    // ---- concatenation ----

    /// Concatenation, `high` above `low`.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        if let (Some(x), Some(y)) = (self.bits(high), self.bits(low)) {
            return self.constant(&x.concat(&y));
        }
        let width = self.width(high) + self.width(low);
        let node = Node::new(Kind::Concat, PackedSort(width), 0, &[high, low]);
        self.rewritten(node, |pool| pool.concat_rules(high, low))
    }

    fn concat_rules(&mut self, high: Term, low: Term) -> Option<Term> {
        let width = self.width(high) + self.width(low);
        if self.is_zero(high) {
            return Some(self.zero_extend(low, width));
        }
        if let Some((first, second)) = self.pair(high, Kind::Concat)
            && self.rewriting < TURNING
        {
            let rest = self.concat(second, low);
            return Some(self.concat(first, rest));
        }
        if let Some(inner) = self.single(high, Kind::ZeroExtend) {
            let rest = self.concat(inner, low);
            return Some(self.zero_extend(rest, width));
        }
        if let Some(inner) = self.single(high, Kind::SignExtend) {
            let rest = self.concat(inner, low);
            return Some(self.sign_extend(rest, width));
        }
        if let Some(fused) = self.fuse(high, low) {
            return Some(fused);
        }
        if let Some((first, second)) = self.pair(low, Kind::Concat) {
            let fused = self.fuse(high, first)?;
            return Some(self.concat(fused, second));
        }
        if self.is_literal_like(high)
            && let Some(inner) = self.single(low, Kind::ZeroExtend)
        {
            let zeros = self.bv(self.width(low) - self.width(inner), 0);
            let head = self.concat(high, zeros);
            return Some(self.concat(head, inner));
        }
        None
    }

    /// A constant, or a choice between two: what extensions and neighbours melt into.
    fn is_literal_like(&self, t: Term) -> bool {
        self.is_literal(t) || self.constant_choice(t).is_some()
    }

    // ---- extraction ----

    /// Bits `high..=low`.
    pub fn extract(&mut self, a: Term, high: u32, low: u32) -> Term {
        debug_assert!(low <= high && high < self.width(a));
        // What is left to take, lowest last. Taking from a concatenation may split in two.
        let mut pending = smallvec::SmallVec::<[(Term, u32, u32); 4]>::new();
        let mut result: Option<Term> = None;
        let mut pieces = 0;
        pending.push((a, high, low));
        while let Some((t, high, low)) = pending.pop() {
            pieces += 1;
            if let Some((upper, lower)) = self.pair(t, Kind::Concat)
                && pieces <= PIECES
            {
                let boundary = self.width(lower);
                if high >= boundary {
                    let below = low.saturating_sub(boundary);
                    pending.push((upper, high - boundary, below));
                }
                if low < boundary {
                    pending.push((lower, high.min(boundary - 1), low));
                }
                continue;
            }
            let piece = self.extract_one(t, high, low);
            result = Some(match result {
                None => piece,
                Some(rest) => self.concat(piece, rest),
            });
        }
        result.expect("at least one piece")
    }

    /// An extraction that does not split.
    fn extract_one(&mut self, a: Term, high: u32, low: u32) -> Term {
        let width = high - low + 1;
        if width == self.width(a) {
            return a;
        }
        if let Some(bits) = self.bits(a) {
            return self.constant(&bits.extract(high, low));
        }
        if self.kind(a) == Kind::Extract {
            let node = self.node(a);
            let (inner, base) = (node.operands[0], node.payload);
            return self.extract(inner, base + high, base + low);
        }
        let node = Node::new(Kind::Extract, PackedSort(width), low, &[a]);
        self.rewritten(node, |pool| pool.extract_rules(a, high, low))
    }

    fn extract_rules(&mut self, a: Term, high: u32, low: u32) -> Option<Term> {
        let width = high - low + 1;
        let [x, y, z] = self.node(a).operands;
        match self.kind(a) {
            Kind::ZeroExtend | Kind::SignExtend if high < self.width(x) => {
                Some(self.extract(x, high, low))
            }
            Kind::ZeroExtend if low >= self.width(x) => Some(self.bv(width, 0)),
            Kind::ZeroExtend => {
                let kept = self.extract(x, self.width(x) - 1, low);
                Some(self.zero_extend(kept, width))
            }
            Kind::SignExtend if low < self.width(x) => {
                let kept = self.extract(x, self.width(x) - 1, low);
                Some(self.sign_extend(kept, width))
            }
            Kind::BvNot => {
                let kept = self.extract(x, high, low);
                Some(self.bv_not(kept))
            }
            // A mask that still stands has many runs: it stays whole unless the part is plain.
            Kind::BvAnd | Kind::BvOr if self.is_literal(y) => {
                let mask = self.bits(y)?.extract(high, low);
                if mask.is_zero() || mask.is_ones() {
                    let (x, mask) = (self.extract(x, high, low), self.constant(&mask));
                    return Some(self.binary_of(self.kind(a), x, mask));
                }
                None
            }
            Kind::BvXor if self.is_literal(y) => {
                let (x, y) = (self.extract(x, high, low), self.extract(y, high, low));
                Some(self.bv_xor(x, y))
            }
            Kind::Ite
                if low == 0 && self.narrows(a, high, 3) || self.constant_choice(a).is_some() =>
            {
                let (y, z) = (self.extract(y, high, low), self.extract(z, high, low));
                Some(self.ite(x, y, z))
            }
            Kind::Neg if low == 0 && self.narrows(a, high, 3) => {
                let x = self.extract(x, high, 0);
                Some(self.neg(x))
            }
            kind @ (Kind::Add | Kind::Mul | Kind::BvAnd | Kind::BvOr | Kind::BvXor)
                if low == 0 && self.narrows(a, high, 3) =>
            {
                let (x, y) = (self.extract(x, high, 0), self.extract(y, high, 0));
                Some(self.binary_of(kind, x, y))
            }
            _ => None,
        }
    }

    /// The constructor of a binary operator that extraction passes through.
    fn binary_of(&mut self, kind: Kind, x: Term, y: Term) -> Term {
        match kind {
            Kind::BvAnd => self.bv_and(x, y),
            Kind::BvOr => self.bv_or(x, y),
            Kind::BvXor => self.bv_xor(x, y),
            Kind::Add => self.add(x, y),
            Kind::Mul => self.mul(x, y),
            other => unreachable!("{other:?} is not narrowed"),
        }
    }

    /// True if taking the bits up to `high` disappears in the operands, so that the narrower term
    /// is no larger. (Parts above bit 0 are left as they are, so that parts can be fused again.)
    fn narrows(&self, t: Term, high: u32, levels: u32) -> bool {
        let [x, y, z] = self.node(t).operands;
        match self.kind(t) {
            Kind::WordConst | Kind::WideConst | Kind::ZeroExtend | Kind::SignExtend => true,
            Kind::Concat => high + 1 == self.width(y),
            Kind::Neg | Kind::BvNot => levels > 0 && self.narrows(x, high, levels - 1),
            Kind::Add | Kind::Mul | Kind::BvAnd | Kind::BvOr | Kind::BvXor => {
                levels > 0 && self.narrows(x, high, levels - 1) && self.narrows(y, high, levels - 1)
            }
            Kind::Ite => {
                levels > 0 && self.narrows(y, high, levels - 1) && self.narrows(z, high, levels - 1)
            }
            _ => false,
        }
    }

    // ---- extension ----

    /// Zero extension to `width` bits in all (no change if it is that wide already).
    pub fn zero_extend(&mut self, a: Term, width: u32) -> Term {
        debug_assert!(width >= self.width(a));
        if width == self.width(a) {
            return a;
        }
        if let Some(bits) = self.bits(a) {
            return self.constant(&bits.zero_extend(width));
        }
        if let Some(inner) = self.single(a, Kind::ZeroExtend) {
            return self.zero_extend(inner, width);
        }
        if let Some((condition, then, otherwise)) = self.constant_choice(a) {
            let then = self.zero_extend(then, width);
            let otherwise = self.zero_extend(otherwise, width);
            return self.ite(condition, then, otherwise);
        }
        if let Some((high, low)) = self.pair(a, Kind::Concat)
            && self.is_literal_like(high)
        {
            // Constants on top meet: 0 ++ (k ++ x), so that a stored and reloaded value fuses.
            let head_width = width - self.width(low);
            let head = self.zero_extend(high, head_width);
            return self.make_bv(Kind::Concat, width, &[head, low]); // as `a` was fused
        }
        self.make_bv(Kind::ZeroExtend, width, &[a])
    }

    /// Sign extension to `width` bits in all.
    pub fn sign_extend(&mut self, a: Term, width: u32) -> Term {
        debug_assert!(width >= self.width(a));
        if width == self.width(a) {
            return a;
        }
        if let Some(bits) = self.bits(a) {
            return self.constant(&bits.sign_extend(width));
        }
        if self.leading_known(a) > 0 {
            return self.zero_extend(a, width);
        }
        if let Some(inner) = self.single(a, Kind::SignExtend) {
            return self.sign_extend(inner, width);
        }
        if let Some((condition, then, otherwise)) = self.constant_choice(a) {
            let then = self.sign_extend(then, width);
            let otherwise = self.sign_extend(otherwise, width);
            return self.ite(condition, then, otherwise);
        }
        if let Some((high, low)) = self.pair(a, Kind::Concat)
            && self.is_literal_like(high)
        {
            let head = self.sign_extend(high, width - self.width(low));
            return self.concat(head, low);
        }
        self.make_bv(Kind::SignExtend, width, &[a])
    }
}
