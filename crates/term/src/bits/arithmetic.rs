//! SMT-LIB's bit-vector functions on concrete values. Widths up to 64 take the path of
//! [`crate::word`]; the rest work limb by limb.

use super::{Bits, Limbs};
use crate::word::{self, mask};

impl Bits {
    /// Applies the word function where the width allows it, else the limb function.
    fn binary(
        &self,
        other: &Bits,
        narrow: fn(u32, u64, u64) -> u64,
        wide: fn(&Bits, &Bits) -> Bits,
    ) -> Bits {
        debug_assert_eq!(self.width, other.width, "operands of one width");
        match (&self.limbs, &other.limbs) {
            (Limbs::Inline(a), Limbs::Inline(b)) => {
                Bits::new(self.width, narrow(self.width, *a, *b))
            }
            _ => wide(self, other),
        }
    }

    /// Limb by limb, without carries.
    fn bitwise(&self, other: &Bits, f: fn(u64, u64) -> u64) -> Bits {
        debug_assert_eq!(self.width, other.width, "operands of one width");
        let pairs = self.limbs().iter().zip(other.limbs());
        let limbs: smallvec::SmallVec<[u64; 4]> = pairs.map(|(&a, &b)| f(a, b)).collect();
        Bits::from_limbs(self.width, &limbs)
    }

    /// Bitwise complement.
    #[allow(clippy::should_implement_trait)]
    pub fn not(&self) -> Bits {
        self.bitwise(self, |a, _| !a)
    }

    /// Bitwise and.
    pub fn and(&self, other: &Bits) -> Bits {
        self.bitwise(other, |a, b| a & b)
    }

    /// Bitwise or.
    pub fn or(&self, other: &Bits) -> Bits {
        self.bitwise(other, |a, b| a | b)
    }

    /// Bitwise exclusive or.
    pub fn xor(&self, other: &Bits) -> Bits {
        self.bitwise(other, |a, b| a ^ b)
    }

    /// Two's complement negation.
    #[allow(clippy::should_implement_trait)]
    pub fn neg(&self) -> Bits {
        self.not().add(&Bits::new(self.width, 1))
    }

    /// Addition modulo 2^w.
    #[allow(clippy::should_implement_trait)]
    pub fn add(&self, other: &Bits) -> Bits {
        self.binary(other, word::add, |a, b| {
            let mut carry = false;
            let limbs = a.limbs().iter().zip(b.limbs()).map(|(&x, &y)| {
                let (sum, first) = x.overflowing_add(y);
                let (sum, second) = sum.overflowing_add(u64::from(carry));
                carry = first | second;
                sum
            });
            Bits::from_wide(a.width, limbs.collect())
        })
    }

    /// Subtraction modulo 2^w.
    #[allow(clippy::should_implement_trait)]
    pub fn sub(&self, other: &Bits) -> Bits {
        self.add(&other.neg())
    }

    /// Multiplication modulo 2^w.
    #[allow(clippy::should_implement_trait)]
    pub fn mul(&self, other: &Bits) -> Bits {
        self.binary(other, word::mul, |a, b| {
            let count = a.limbs().len();
            let mut product = vec![0u64; count];
            for (i, &x) in a.limbs().iter().enumerate() {
                let mut carry = 0u128;
                for (j, &y) in b.limbs()[..count - i].iter().enumerate() {
                    let sum = u128::from(x) * u128::from(y) + u128::from(product[i + j]) + carry;
                    product[i + j] = sum as u64;
                    carry = sum >> 64;
                }
            }
            Bits::from_wide(a.width, product)
        })
    }

    /// The factor that undoes multiplication by an odd value modulo 2^w.
    pub fn inverse_of_odd(&self) -> Option<Bits> {
        if !self.bit(0) {
            return None;
        }
        // Newton's iteration: each step doubles the number of right bits at the bottom, of which
        // the value itself has three.
        let (two, mut inverse, mut right) = (Bits::new(self.width, 2), self.clone(), 3);
        while right < self.width {
            inverse = inverse.mul(&two.sub(&self.mul(&inverse)));
            right *= 2;
        }
        Some(inverse)
    }

    /// Quotient and remainder of a wide division by a divisor that is not zero.
    fn divide(&self, divisor: &Bits) -> (Bits, Bits) {
        if let (Some(a), Some(b)) = (self.to_u128(), divisor.to_u128()) {
            return (
                Bits::from_u128(self.width, a / b),
                Bits::from_u128(self.width, a % b),
            );
        }
        // Restoring division, a bit a step: programs hardly ever divide above 128 bits.
        let mut quotient = vec![0u64; self.limbs().len()];
        let mut remainder = Bits::zero(self.width);
        for i in (0..self.width - self.leading_zeros()).rev() {
            // The bit shifted out matters when the divisor's topmost bit is set.
            let overflow = remainder.sign();
            remainder = remainder.shl_by(1);
            if self.bit(i) {
                remainder = remainder.or(&Bits::new(self.width, 1));
            }
            if overflow || divisor.ule(&remainder) {
                remainder = remainder.sub(divisor);
                quotient[(i / 64) as usize] |= 1 << (i % 64);
            }
        }
        (Bits::from_wide(self.width, quotient), remainder)
    }

    /// Unsigned division; all ones by zero.
    pub fn udiv(&self, other: &Bits) -> Bits {
        self.binary(other, word::udiv, |a, b| {
            if b.is_zero() {
                Bits::ones(a.width)
            } else {
                a.divide(b).0
            }
        })
    }

    /// Unsigned remainder; the dividend by zero.
    pub fn urem(&self, other: &Bits) -> Bits {
        self.binary(other, word::urem, |a, b| {
            if b.is_zero() {
                a.clone()
            } else {
                a.divide(b).1
            }
        })
    }

    /// Magnitude of the signed value, as an unsigned one.
    fn magnitude(&self) -> Bits {
        if self.sign() {
            self.neg()
        } else {
            self.clone()
        }
    }

    /// Signed division, truncating; by zero it is 1 for negative dividends, else all ones.
    pub fn sdiv(&self, other: &Bits) -> Bits {
        self.binary(other, word::sdiv, |a, b| {
            let quotient = a.magnitude().udiv(&b.magnitude());
            if a.sign() != b.sign() {
                quotient.neg()
            } else {
                quotient
            }
        })
    }

    /// Signed remainder with the dividend's sign; the dividend by zero.
    pub fn srem(&self, other: &Bits) -> Bits {
        self.binary(other, word::srem, |a, b| {
            let remainder = a.magnitude().urem(&b.magnitude());
            if a.sign() { remainder.neg() } else { remainder }
        })
    }

    /// Signed modulo with the divisor's sign; the dividend by zero.
    pub fn smod(&self, other: &Bits) -> Bits {
        let remainder = self.srem(other);
        if remainder.is_zero() || self.sign() == other.sign() {
            return remainder;
        }
        remainder.add(other)
    }

    /// Shift left by a bit-vector; distances ≥ w give 0.
    #[allow(clippy::should_implement_trait)]
    pub fn shl(&self, by: &Bits) -> Bits {
        self.shl_by(by.to_small().unwrap_or(u32::MAX))
    }

    /// Logical shift right by a bit-vector; distances ≥ w give 0.
    pub fn lshr(&self, by: &Bits) -> Bits {
        self.lshr_by(by.to_small().unwrap_or(u32::MAX))
    }

    /// Arithmetic shift right by a bit-vector; distances ≥ w give the sign everywhere.
    pub fn ashr(&self, by: &Bits) -> Bits {
        let distance = by.to_small().unwrap_or(u32::MAX).min(self.width);
        let shifted = self.lshr_by(distance);
        if !self.sign() {
            return shifted;
        }
        shifted.or(&Bits::ones(self.width).shl_by(self.width - distance))
    }

    /// Shift left by a number.
    pub fn shl_by(&self, by: u32) -> Bits {
        if by >= self.width {
            return Bits::zero(self.width);
        }
        let (skip, shift) = ((by / 64) as usize, by % 64);
        let limbs = self.limbs();
        let limb = |i: usize| {
            let at = |k: usize| i.checked_sub(k).map_or(0, |k| limbs[k]);
            let carried = if shift == 0 {
                0
            } else {
                at(skip + 1) >> (64 - shift)
            };
            at(skip) << shift | carried
        };
        let shifted: smallvec::SmallVec<[u64; 4]> = (0..limbs.len()).map(limb).collect();
        Bits::from_limbs(self.width, &shifted)
    }

    /// Logical shift right by a number.
    pub fn lshr_by(&self, by: u32) -> Bits {
        if by >= self.width {
            return Bits::zero(self.width);
        }
        let shifted: smallvec::SmallVec<[u64; 4]> = self.limbs_from(by).collect();
        Bits::from_limbs(self.width, &shifted)
    }

    /// The limbs of the value from bit `low` upwards.
    fn limbs_from(&self, low: u32) -> impl Iterator<Item = u64> + '_ {
        let (skip, shift) = ((low / 64) as usize, low % 64);
        let limbs = self.limbs();
        (skip..limbs.len()).map(move |i| {
            let above = limbs.get(i + 1).copied().unwrap_or(0);
            let carried = if shift == 0 { 0 } else { above << (64 - shift) };
            limbs[i] >> shift | carried
        })
    }

    /// Concatenation with `self` above `low`.
    pub fn concat(&self, low: &Bits) -> Bits {
        let width = self.width + low.width;
        if let (Some(high), Some(low_value), true) = (self.to_u64(), low.to_u64(), width <= 64) {
            return Bits::new(width, high << low.width | low_value);
        }
        self.zero_extend(width)
            .shl_by(low.width)
            .or(&low.zero_extend(width))
    }

    /// Bits `high..=low`.
    pub fn extract(&self, high: u32, low: u32) -> Bits {
        debug_assert!(low <= high && high < self.width);
        let limbs: smallvec::SmallVec<[u64; 4]> = self.limbs_from(low).collect();
        Bits::from_limbs(high - low + 1, &limbs)
    }

    /// Zero extension to `width` bits in all.
    pub fn zero_extend(&self, width: u32) -> Bits {
        debug_assert!(width >= self.width);
        Bits::from_limbs(width, self.limbs())
    }

    /// Sign extension to `width` bits in all.
    pub fn sign_extend(&self, width: u32) -> Bits {
        let extended = self.zero_extend(width);
        if !self.sign() {
            return extended;
        }
        extended.or(&Bits::ones(width).shl_by(self.width))
    }

    /// Unsigned less-than.
    pub fn ult(&self, other: &Bits) -> bool {
        debug_assert_eq!(self.width, other.width, "operands of one width");
        self < other
    }

    /// Unsigned less-or-equal.
    pub fn ule(&self, other: &Bits) -> bool {
        !other.ult(self)
    }

    /// Signed less-than.
    pub fn slt(&self, other: &Bits) -> bool {
        match (self.sign(), other.sign()) {
            (true, false) => true,
            (false, true) => false,
            (true, true) | (false, false) => self.ult(other),
        }
    }

    /// Signed less-or-equal.
    pub fn sle(&self, other: &Bits) -> bool {
        !other.slt(self)
    }

    /// The value as a signed number, if the width is at most 64.
    pub fn to_i64(&self) -> Option<i64> {
        self.to_u64().map(|value| word::signed(self.width, value))
    }

    /// `value` (two's complement) cut or sign-extended to `width` bits.
    pub fn from_i64(width: u32, value: i64) -> Bits {
        if width <= 64 {
            return Bits::new(width, value as u64 & mask(width));
        }
        Bits::new(64, value as u64).sign_extend(width)
    }
}
