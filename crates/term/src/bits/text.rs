//! Bit-vectors as text.

use super::Bits;

/// The greatest power of ten in a limb, and its exponent.
const CHUNK: (u64, usize) = (10_000_000_000_000_000_000, 19);

impl std::fmt::Debug for Bits {
    /// SMT-LIB's `#x…` where the width is a multiple of four, else `#b…`.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (prefix, step) = if self.width.is_multiple_of(4) {
            ("#x", 4)
        } else {
            ("#b", 1)
        };
        f.write_str(prefix)?;
        for low in (0..self.width / step).rev().map(|digit| digit * step) {
            write!(f, "{:x}", self.extract(low + step - 1, low).low_u64())?;
        }
        Ok(())
    }
}

impl std::fmt::Display for Bits {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.to_decimal())
    }
}

impl Bits {
    /// Unsigned decimal.
    pub fn to_decimal(&self) -> String {
        let mut limbs = self.limbs().to_vec();
        let mut chunks = Vec::new();
        while limbs.iter().any(|&limb| limb != 0) || chunks.is_empty() {
            let mut remainder = 0u128;
            for limb in limbs.iter_mut().rev() {
                let dividend = remainder << 64 | u128::from(*limb);
                *limb = (dividend / u128::from(CHUNK.0)) as u64;
                remainder = dividend % u128::from(CHUNK.0);
            }
            chunks.push(remainder as u64);
        }
        let mut text = chunks.pop().expect("at least one chunk").to_string();
        for chunk in chunks.iter().rev() {
            text.push_str(&format!("{chunk:0width$}", width = CHUNK.1));
        }
        text
    }

    /// Signed decimal (two's complement).
    pub fn to_signed_decimal(&self) -> String {
        if self.sign() {
            return format!("-{}", self.neg().to_decimal());
        }
        self.to_decimal()
    }

    /// Parses an unsigned decimal (reduced modulo 2^width) or one with a leading '-' (two's
    /// complement).
    pub fn parse_decimal(width: u32, text: &str) -> Option<Bits> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(digits) => (true, digits),
            None => (false, text),
        };
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let mut limbs = vec![0u64; width.div_ceil(64) as usize];
        for chunk in digits.as_bytes().chunks(CHUNK.1) {
            let digits = std::str::from_utf8(chunk).expect("ASCII digits");
            let mut carry: u128 = digits.parse().expect("at most 19 digits");
            let scale = 10u128.pow(chunk.len() as u32);
            for limb in &mut limbs {
                let sum = u128::from(*limb) * scale + carry;
                *limb = sum as u64;
                carry = sum >> 64;
            }
        }
        let value = Bits::from_limbs(width, &limbs);
        Some(if negative { value.neg() } else { value })
    }
}
