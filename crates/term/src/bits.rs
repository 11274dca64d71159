//! Concrete bit-vectors of any width.

mod arithmetic;
mod text;

use crate::word::mask;

/// A bit-vector value: a width ≥ 1 and that many bits. Cheap up to 64 bits (no allocation).
///
/// The order is by width, then by unsigned value.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Bits {
    width: u32,
    limbs: Limbs,
}

/// Bits above the width are always zero, so that equality of limbs is equality of values.
#[derive(Clone, PartialEq, Eq, Hash)]
enum Limbs {
    /// Width ≤ 64.
    Inline(u64),
    /// Width > 64: `ceil(width / 64)` limbs, least significant first.
    Wide(Box<[u64]>),
}

impl PartialOrd for Bits {
    fn partial_cmp(&self, other: &Bits) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Bits {
    fn cmp(&self, other: &Bits) -> std::cmp::Ordering {
        let by_value = || self.limbs().iter().rev().cmp(other.limbs().iter().rev());
        self.width.cmp(&other.width).then_with(by_value)
    }
}

impl Bits {
    /// `value` cut to `width` bits.
    pub fn new(width: u32, value: u64) -> Bits {
        debug_assert!(width > 0, "a bit-vector has at least one bit");
        if width <= 64 {
            return Bits {
                width,
                limbs: Limbs::Inline(value & mask(width)),
            };
        }
        Bits::from_limbs(width, &[value])
    }

    /// `value` cut to `width` bits.
    pub fn from_u128(width: u32, value: u128) -> Bits {
        Bits::from_limbs(width, &[value as u64, (value >> 64) as u64])
    }

    /// From 64-bit limbs, least significant first; missing limbs are zero.
    pub fn from_limbs(width: u32, limbs: &[u64]) -> Bits {
        if width <= 64 {
            return Bits::new(width, limbs.first().copied().unwrap_or(0));
        }
        let mut wide = vec![0; width.div_ceil(64) as usize];
        let given = limbs.len().min(wide.len());
        wide[..given].copy_from_slice(&limbs[..given]);
        Bits::from_wide(width, wide)
    }

    /// From exactly `ceil(width / 64)` limbs of a width above 64; cuts the topmost.
    fn from_wide(width: u32, mut limbs: Vec<u64>) -> Bits {
        debug_assert!(width > 64 && limbs.len() == width.div_ceil(64) as usize);
        let top = limbs.len() - 1;
        limbs[top] &= mask(width - 64 * top as u32);
        Bits {
            width,
            limbs: Limbs::Wide(limbs.into_boxed_slice()),
        }
    }

    /// From bytes, least significant first.
    pub fn from_le_bytes(width: u32, bytes: &[u8]) -> Bits {
        let limb = |chunk: &[u8]| {
            let mut buffer = [0; 8];
            buffer[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(buffer)
        };
        let limbs: smallvec::SmallVec<[u64; 4]> = bytes.chunks(8).map(limb).collect();
        Bits::from_limbs(width, &limbs)
    }

    /// All bits zero.
    pub fn zero(width: u32) -> Bits {
        Bits::new(width, 0)
    }

    /// All bits one.
    pub fn ones(width: u32) -> Bits {
        if width <= 64 {
            return Bits::new(width, u64::MAX);
        }
        Bits::from_wide(width, vec![u64::MAX; width.div_ceil(64) as usize])
    }

    /// The value 2^`exponent`, which must fit.
    pub fn power_of_two(width: u32, exponent: u32) -> Bits {
        debug_assert!(exponent < width);
        Bits::new(width, 1).shl_by(exponent)
    }

    /// The least signed value, 100…0.
    pub fn signed_min(width: u32) -> Bits {
        Bits::power_of_two(width, width - 1)
    }

    /// The greatest signed value, 011…1.
    pub fn signed_max(width: u32) -> Bits {
        Bits::signed_min(width).not()
    }

    /// Width in bits.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// 64-bit limbs, least significant first, `ceil(width / 64)` of them.
    pub fn limbs(&self) -> &[u64] {
        match &self.limbs {
            Limbs::Inline(value) => std::slice::from_ref(value),
            Limbs::Wide(limbs) => limbs,
        }
    }

    /// The value if the width is at most 64.
    pub fn to_u64(&self) -> Option<u64> {
        match self.limbs {
            Limbs::Inline(value) => Some(value),
            Limbs::Wide(_) => None,
        }
    }

    /// The low 64 bits, whatever the width.
    pub fn low_u64(&self) -> u64 {
        self.limbs()[0]
    }

    /// The value as a shift distance or index, if it is below 2^32.
    pub fn to_small(&self) -> Option<u32> {
        let (low, rest) = self.limbs().split_first().expect("at least one limb");
        if rest.iter().any(|&limb| limb != 0) {
            return None;
        }
        u32::try_from(*low).ok()
    }

    /// The value if the width is at most 128.
    pub fn to_u128(&self) -> Option<u128> {
        match self.limbs() {
            [low] => Some(u128::from(*low)),
            [low, high] => Some(u128::from(*low) | u128::from(*high) << 64),
            _ => None,
        }
    }

    /// Bytes, least significant first, `ceil(width / 8)` of them.
    pub fn to_le_bytes(&self) -> Vec<u8> {
        let mut bytes: Vec<u8> = self
            .limbs()
            .iter()
            .flat_map(|limb| limb.to_le_bytes())
            .collect();
        bytes.truncate(self.width.div_ceil(8) as usize);
        bytes
    }

    /// Bit `i`, from 0 at the least significant end.
    pub fn bit(&self, i: u32) -> bool {
        debug_assert!(i < self.width);
        self.limbs()[(i / 64) as usize] >> (i % 64) & 1 == 1
    }

    /// The topmost bit.
    pub fn sign(&self) -> bool {
        self.bit(self.width - 1)
    }

    /// True if all bits are 0.
    pub fn is_zero(&self) -> bool {
        self.limbs().iter().all(|&limb| limb == 0)
    }

    /// True if all bits are 1.
    pub fn is_ones(&self) -> bool {
        match &self.limbs {
            Limbs::Inline(value) => *value == mask(self.width),
            Limbs::Wide(_) => self.trailing_ones() == self.width,
        }
    }

    /// True if the value is 1.
    pub fn is_one(&self) -> bool {
        self.to_small() == Some(1)
    }

    /// `Some(k)` if the value is 2^k.
    pub fn exponent(&self) -> Option<u32> {
        (self.count_ones() == 1).then(|| self.trailing_zeros())
    }

    /// Number of bits set.
    pub fn count_ones(&self) -> u32 {
        self.limbs().iter().map(|limb| limb.count_ones()).sum()
    }

    /// Number of zero bits above the topmost one; the width for 0.
    pub fn leading_zeros(&self) -> u32 {
        let limbs = self.limbs();
        match limbs.iter().rposition(|&limb| limb != 0) {
            Some(i) => self.width - (64 * i as u32 + 64 - limbs[i].leading_zeros()),
            None => self.width,
        }
    }

    /// Number of zero bits below the lowest one; the width for 0.
    pub fn trailing_zeros(&self) -> u32 {
        let limbs = self.limbs();
        match limbs.iter().position(|&limb| limb != 0) {
            Some(i) => 64 * i as u32 + limbs[i].trailing_zeros(),
            None => self.width,
        }
    }

    /// Number of one bits below the lowest zero; the width for all ones.
    pub fn trailing_ones(&self) -> u32 {
        let limbs = self.limbs();
        match limbs.iter().position(|&limb| limb != u64::MAX) {
            Some(i) => 64 * i as u32 + limbs[i].trailing_ones(),
            None => self.width,
        }
    }
}
