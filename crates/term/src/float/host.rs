//! Single and double precision, rounded to nearest even, by the host's own arithmetic: what an
//! interpreter calls for every floating-point instruction.
//!
//! Patterns are in the low bits of a `u64`, results have zeros above. The host decides no NaN:
//! which operand's payload and which sign comes out is not fixed in Rust (constant folding and the
//! processor differ), so every NaN result is replaced by what [`crate::FloatOp`] says.

macro_rules! host_format {
    ($(#[$doc:meta])* $module:ident, $float:ty, $pattern:ty, $format:expr) => {
        $(#[$doc])*
        pub mod $module {
            use crate::float::soft;
            use crate::{FloatFormat, RoundingMode};

            const FORMAT: FloatFormat = $format;

            #[inline(always)]
            fn number(pattern: u64) -> $float {
                <$float>::from_bits(pattern as $pattern)
            }

            #[inline(always)]
            fn result(value: $float, operands: &[u64]) -> u64 {
                if value.is_nan() { nan(operands) } else { u64::from(value.to_bits()) }
            }

            #[cold]
            fn nan(operands: &[u64]) -> u64 {
                match operands.iter().find(|&&pattern| number(pattern).is_nan()) {
                    Some(pattern) => pattern | FORMAT.quiet_bit() as u64,
                    None => FORMAT.default_nan() as u64,
                }
            }

            /// a + b
            #[inline]
            pub fn add(a: u64, b: u64) -> u64 {
                result(number(a) + number(b), &[a, b])
            }

            /// a − b
            #[inline]
            pub fn subtract(a: u64, b: u64) -> u64 {
                result(number(a) - number(b), &[a, b])
            }

            /// a × b
            #[inline]
            pub fn multiply(a: u64, b: u64) -> u64 {
                result(number(a) * number(b), &[a, b])
            }

            /// a ÷ b
            #[inline]
            pub fn divide(a: u64, b: u64) -> u64 {
                result(number(a) / number(b), &[a, b])
            }

            /// C `fmod`.
            #[inline]
            pub fn fmod(a: u64, b: u64) -> u64 {
                result(number(a) % number(b), &[a, b])
            }

            /// IEEE remainder.
            pub fn remainder(a: u64, b: u64) -> u64 {
                let nearest = soft::Quotient::Nearest;
                soft::remainder(FORMAT, nearest, u128::from(a), u128::from(b)) as u64
            }

            /// a × b + c, rounded once.
            #[inline]
            pub fn fused_multiply_add(a: u64, b: u64, c: u64) -> u64 {
                result(number(a).mul_add(number(b), number(c)), &[a, b, c])
            }

            /// Square root.
            #[inline]
            pub fn square_root(a: u64) -> u64 {
                result(number(a).sqrt(), &[a])
            }

            /// Rounded to an integral value in a mode.
            #[inline]
            pub fn round_to_integral(rounding: RoundingMode, a: u64) -> u64 {
                let value = number(a);
                let rounded = match rounding {
                    RoundingMode::NearestEven => value.round_ties_even(),
                    RoundingMode::NearestAway => value.round(),
                    RoundingMode::TowardPositive => value.ceil(),
                    RoundingMode::TowardNegative => value.floor(),
                    RoundingMode::TowardZero => value.trunc(),
                };
                result(rounded, &[a])
            }

            /// C `fmin`; −0 is less than +0.
            #[inline]
            pub fn minimum(a: u64, b: u64) -> u64 {
                choose(a, b, a >> (FORMAT.width() - 1) == 1, number(a) < number(b))
            }

            /// C `fmax`; −0 is less than +0.
            #[inline]
            pub fn maximum(a: u64, b: u64) -> u64 {
                choose(a, b, a >> (FORMAT.width() - 1) == 0, number(a) > number(b))
            }

            #[inline(always)]
            fn choose(a: u64, b: u64, first_if_equal: bool, first: bool) -> u64 {
                let (x, y) = (number(a), number(b));
                if x.is_nan() && y.is_nan() {
                    nan(&[a])
                } else if y.is_nan() || first || x == y && first_if_equal {
                    a
                } else {
                    b
                }
            }

            /// Ordered equality.
            #[inline]
            pub fn equal(a: u64, b: u64) -> bool {
                number(a) == number(b)
            }

            /// Ordered less-than.
            #[inline]
            pub fn less(a: u64, b: u64) -> bool {
                number(a) < number(b)
            }

            /// Ordered less-or-equal.
            #[inline]
            pub fn less_or_equal(a: u64, b: u64) -> bool {
                number(a) <= number(b)
            }

            /// True for NaNs.
            #[inline]
            pub fn is_nan(a: u64) -> bool {
                number(a).is_nan()
            }

            /// Truncated to a signed integer of `width` ≤ 64 bits (C's conversion); out of range
            /// or NaN gives 100…0.
            #[inline]
            pub fn to_signed(a: u64, width: u32) -> u64 {
                let value = number(a).trunc();
                let bound = (1u64 << (width - 1)) as $float;
                let mask = u64::MAX >> (64 - width);
                // False for NaNs.
                if value >= -bound && value < bound {
                    value as i64 as u64 & mask
                } else {
                    1 << (width - 1)
                }
            }

            /// Truncated to an unsigned integer of `width` ≤ 64 bits (C's conversion); out of
            /// range or NaN gives all ones.
            #[inline]
            pub fn to_unsigned(a: u64, width: u32) -> u64 {
                let value = number(a).trunc();
                let bound = (1u64 << (width - 1)) as $float * 2.0;
                // False for NaNs; −0 is in range.
                if value >= 0.0 && value < bound {
                    value as u64
                } else {
                    u64::MAX >> (64 - width)
                }
            }

            /// A signed integer.
            #[inline]
            pub fn from_signed(value: i64) -> u64 {
                u64::from((value as $float).to_bits())
            }

            /// An unsigned integer.
            #[inline]
            pub fn from_unsigned(value: u64) -> u64 {
                u64::from((value as $float).to_bits())
            }
        }
    };
}

host_format! {
    /// Single precision on patterns in the low 32 bits, rounded to nearest even by the host.
    single, f32, u32, FloatFormat::Single
}

host_format! {
    /// Double precision on patterns, rounded to nearest even by the host.
    double, f64, u64, FloatFormat::Double
}

/// Single to double precision.
#[inline]
pub fn single_to_double(a: u64) -> u64 {
    let value = f32::from_bits(a as u32);
    if value.is_nan() {
        // Sign, exponent field of all ones, the payload at its upper end, quiet.
        (a & 1 << 31) << 32 | 0x7ff8 << 48 | (a & 0x7f_ffff) << 29
    } else {
        f64::from(value).to_bits()
    }
}

/// Double to single precision, rounded to nearest even.
#[inline]
pub fn double_to_single(a: u64) -> u64 {
    let value = f64::from_bits(a);
    if value.is_nan() {
        a >> 32 & 1 << 31 | 0x7fc0_0000 | a >> 29 & 0x7f_ffff
    } else {
        u64::from((value as f32).to_bits())
    }
}
