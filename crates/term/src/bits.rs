//! Concrete bit-vectors of any width.
#![allow(unused_variables)]

/// A bit-vector value: a width ≥ 1 and that many bits. Cheap up to 64 bits (no allocation).
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bits {
    width: u32,
}

impl std::fmt::Debug for Bits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        todo!()
    }
}

impl Bits {
    /// `value` cut to `width` bits.
    pub fn new(width: u32, value: u64) -> Bits {
        todo!()
    }
    /// `value` cut to `width` bits.
    pub fn from_u128(width: u32, value: u128) -> Bits {
        todo!()
    }
    /// From 64-bit limbs, least significant first; missing limbs are zero.
    pub fn from_limbs(width: u32, limbs: &[u64]) -> Bits {
        todo!()
    }
    /// From bytes, least significant first.
    pub fn from_le_bytes(width: u32, bytes: &[u8]) -> Bits {
        todo!()
    }
    /// Width in bits.
    pub fn width(&self) -> u32 {
        self.width
    }
    /// 64-bit limbs, least significant first, `ceil(width / 64)` of them.
    pub fn limbs(&self) -> &[u64] {
        todo!()
    }
    /// The value if the width is at most 64.
    pub fn to_u64(&self) -> Option<u64> {
        todo!()
    }
    /// The low 64 bits, whatever the width.
    pub fn low_u64(&self) -> u64 {
        todo!()
    }
    /// The value if the width is at most 128.
    pub fn to_u128(&self) -> Option<u128> {
        todo!()
    }
    /// Bytes, least significant first, `ceil(width / 8)` of them.
    pub fn to_le_bytes(&self) -> Vec<u8> {
        todo!()
    }
    /// Bit `i`, from 0 at the least significant end.
    pub fn bit(&self, i: u32) -> bool {
        todo!()
    }
    /// True if all bits are 0.
    pub fn is_zero(&self) -> bool {
        todo!()
    }
    /// Unsigned decimal.
    pub fn to_decimal(&self) -> String {
        todo!()
    }
    /// Parses an unsigned decimal (reduced modulo 2^width) or one with a leading '-' (two's
    /// complement).
    pub fn parse_decimal(width: u32, text: &str) -> Option<Bits> {
        todo!()
    }
    // Arithmetic as methods: add, sub, mul, udiv, urem, sdiv, srem, neg, not, and, or, xor, shl,
    // lshr, ashr, concat, extract(high, low), zero_extend(width), sign_extend(width), ult, ule,
    // slt, sle: SMT-LIB semantics, operands of equal width.
}
