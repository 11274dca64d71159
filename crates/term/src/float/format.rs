//! The numbers that describe a format, and patterns that every format has.

use crate::FloatFormat;

impl FloatFormat {
    /// Bits of the significand, the leading one included.
    pub const fn precision(self) -> u32 {
        match self {
            FloatFormat::Half => 11,
            FloatFormat::Single => 24,
            FloatFormat::Double => 53,
            FloatFormat::X87 => 64,
            FloatFormat::Quad => 113,
        }
    }

    /// Bits of the exponent field.
    pub const fn exponent_bits(self) -> u32 {
        match self {
            FloatFormat::Half => 5,
            FloatFormat::Single => 8,
            FloatFormat::Double => 11,
            FloatFormat::X87 | FloatFormat::Quad => 15,
        }
    }

    /// Bits of the fraction: the significand without its leading one, in every format (the x87
    /// format's integer bit is not counted).
    pub const fn fraction_bits(self) -> u32 {
        self.precision() - 1
    }

    /// True for the format that stores the leading one of its significands.
    pub const fn has_integer_bit(self) -> bool {
        matches!(self, FloatFormat::X87)
    }

    /// Largest exponent of a finite number, which is also the bias of the exponent field.
    pub const fn max_exponent(self) -> i32 {
        (1 << (self.exponent_bits() - 1)) - 1
    }

    /// Exponent of the smallest normal number.
    pub const fn min_exponent(self) -> i32 {
        1 - self.max_exponent()
    }

    /// The exponent field of infinities and NaNs.
    pub(crate) const fn exponent_mask(self) -> u32 {
        (1 << self.exponent_bits()) - 1
    }

    /// The pattern with this sign and this magnitude in the *implicit form*: exponent field above
    /// the fraction, without an integer bit. Arithmetic on that form carries from the fraction
    /// into the exponent as rounding wants it, in every format.
    pub(crate) const fn pattern(self, sign: bool, implicit: u128) -> u128 {
        let sign = (sign as u128) << (self.width() - 1);
        if !self.has_integer_bit() {
            return sign | implicit;
        }
        let field = implicit >> self.fraction_bits();
        let fraction = implicit & ((1 << self.fraction_bits()) - 1);
        let integer = (field != 0) as u128;
        sign | field << self.precision() | integer << self.fraction_bits() | fraction
    }

    /// The infinity of a sign.
    pub const fn infinity(self, sign: bool) -> u128 {
        self.pattern(sign, (self.exponent_mask() as u128) << self.fraction_bits())
    }

    /// The finite number of greatest magnitude of a sign.
    pub const fn max_finite(self, sign: bool) -> u128 {
        self.pattern(
            sign,
            ((self.exponent_mask() as u128) << self.fraction_bits()) - 1,
        )
    }

    /// The zero of a sign.
    pub const fn zero(self, sign: bool) -> u128 {
        self.pattern(sign, 0)
    }

    /// The bit that makes a NaN quiet.
    pub(crate) const fn quiet_bit(self) -> u128 {
        1 << (self.fraction_bits() - 1)
    }

    /// The NaN of invalid operations: sign set, quiet, no payload.
    pub const fn default_nan(self) -> u128 {
        self.infinity(true) | self.quiet_bit()
    }
}
