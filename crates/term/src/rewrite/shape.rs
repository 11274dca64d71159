//! Concatenation, extraction and extension.

use crate::node::{Kind, PackedSort};
use crate::{Pool, Term};

impl Pool {
    /// Concatenation, `high` above `low`.
    pub fn concat(&mut self, high: Term, low: Term) -> Term {
        if let (Some(x), Some(y)) = (self.bits(high), self.bits(low)) {
            return self.constant(&x.concat(&y));
        }
        let width = self.width(high) + self.width(low);
        if self.is_zero(high) {
            return self.zero_extend(low, width);
        }
        self.make_bv(Kind::Concat, width, &[high, low])
    }

    /// Bits `high..=low`.
    pub fn extract(&mut self, a: Term, high: u32, low: u32) -> Term {
        debug_assert!(low <= high && high < self.width(a));
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
        self.make(Kind::Extract, PackedSort(width), low, &[a])
    }

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
        self.make_bv(Kind::SignExtend, width, &[a])
    }
}
