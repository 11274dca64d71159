//! Just enough 256-bit arithmetic for exact products and their sums.

/// An unsigned number of 256 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) struct Wide {
    pub high: u128,
    pub low: u128,
}

impl Wide {
    /// The exact product.
    pub fn product(a: u128, b: u128) -> Wide {
        let halves = |x: u128| (x >> 64, x & u128::from(u64::MAX));
        let ((a1, a0), (b1, b0)) = (halves(a), halves(b));
        let low = a0 * b0;
        // Neither sum overflows: (2^64 − 1)² + 2 (2^64 − 1) = 2^128 − 1.
        let middle = a1 * b0 + (low >> 64);
        let (middle1, middle0) = halves(middle);
        let other = a0 * b1 + middle0;
        Wide {
            high: a1 * b1 + middle1 + (other >> 64),
            low: other << 64 | low & u128::from(u64::MAX),
        }
    }

    pub fn is_zero(self) -> bool {
        self.high == 0 && self.low == 0
    }

    pub fn leading_zeros(self) -> u32 {
        match self.high {
            0 => 128 + self.low.leading_zeros(),
            high => high.leading_zeros(),
        }
    }

    /// `self << by`, for `by` below 256.
    pub fn shifted_left(self, by: u32) -> Wide {
        match by {
            0 => self,
            1..128 => Wide {
                high: self.high << by | self.low >> (128 - by),
                low: self.low << by,
            },
            _ => Wide {
                high: self.low << (by - 128),
                low: 0,
            },
        }
    }

    /// `self >> by` with the last bit set if any bit was lost.
    pub fn shifted_right_sticky(self, by: u32) -> Wide {
        let (shifted, lost) = match by {
            0 => (self, 0),
            1..128 => (
                Wide {
                    high: self.high >> by,
                    low: self.low >> by | self.high << (128 - by),
                },
                self.low << (128 - by),
            ),
            128 => (
                Wide {
                    high: 0,
                    low: self.high,
                },
                self.low,
            ),
            129..256 => (
                Wide {
                    high: 0,
                    low: self.high >> (by - 128),
                },
                self.high << (256 - by) | self.low,
            ),
            _ => (Wide { high: 0, low: 0 }, self.high | self.low),
        };
        Wide {
            low: shifted.low | u128::from(lost != 0),
            ..shifted
        }
    }

    /// The sum, which the caller knows to fit.
    pub fn plus(self, other: Wide) -> Wide {
        let (low, carry) = self.low.overflowing_add(other.low);
        Wide {
            high: self.high + other.high + u128::from(carry),
            low,
        }
    }

    /// The difference, which the caller knows not to be negative.
    pub fn minus(self, other: Wide) -> Wide {
        let (low, borrow) = self.low.overflowing_sub(other.low);
        Wide {
            high: self.high - other.high - u128::from(borrow),
            low,
        }
    }

    /// The upper half, with its last bit set if the lower half is not zero.
    pub fn high_sticky(self) -> u128 {
        self.high | u128::from(self.low != 0)
    }
}
