//! Operations that look at or change bits of a pattern without computing.

use crate::{FloatFormat, Pool, Sort, Term};

/// The bits below the sign.
fn magnitude(pool: &mut Pool, format: FloatFormat, a: Term) -> Term {
    debug_assert_eq!(pool.sort(a), Sort::BitVec(format.width()));
    pool.extract(a, format.width() - 2, 0)
}

/// The constant of the magnitude's width.
fn magnitude_constant(pool: &mut Pool, format: FloatFormat, value: u128) -> Term {
    pool.constant(&crate::Bits::from_u128(format.width() - 1, value))
}

fn sign_bit(pool: &mut Pool, format: FloatFormat, a: Term) -> Term {
    pool.extract(a, format.width() - 1, format.width() - 1)
}

fn exponent_field(pool: &mut Pool, format: FloatFormat, a: Term) -> Term {
    let low = format.width() - 1 - format.exponent_bits();
    pool.extract(a, format.width() - 2, low)
}

/// True iff the pattern is a NaN (for x87 including the invalid encodings), as a Bool term.
pub fn is_nan(pool: &mut Pool, format: FloatFormat, a: Term) -> Term {
    let magnitude = magnitude(pool, format, a);
    let infinity = magnitude_constant(pool, format, format.infinity(false));
    let above_infinity = pool.ult(infinity, magnitude);
    if !format.has_integer_bit() {
        return above_infinity;
    }
    // Unnormals, pseudo-infinities and pseudo-NaNs: an exponent without the integer bit.
    let field = exponent_field(pool, format, a);
    let no_field = pool.bv(format.exponent_bits(), 0);
    let some_field = pool.ne(field, no_field);
    let integer = pool.extract(a, format.fraction_bits(), format.fraction_bits());
    let integer = pool.bv_to_bool(integer);
    let no_integer = pool.not(integer);
    let invalid = pool.and(some_field, no_integer);
    pool.or(above_infinity, invalid)
}

/// True iff the pattern is an infinity.
pub fn is_infinite(pool: &mut Pool, format: FloatFormat, a: Term) -> Term {
    let magnitude = magnitude(pool, format, a);
    let infinity = magnitude_constant(pool, format, format.infinity(false));
    pool.eq(magnitude, infinity)
}

/// True iff the pattern is +0 or −0.
pub fn is_zero(pool: &mut Pool, format: FloatFormat, a: Term) -> Term {
    let magnitude = magnitude(pool, format, a);
    let zero = magnitude_constant(pool, format, 0);
    pool.eq(magnitude, zero)
}

/// True iff the pattern is a number other than zero whose exponent field is zero (the x87
/// pseudo-denormals among them).
pub fn is_subnormal(pool: &mut Pool, format: FloatFormat, a: Term) -> Term {
    let field = exponent_field(pool, format, a);
    let none = pool.bv(format.exponent_bits(), 0);
    let no_field = pool.eq(field, none);
    let zero = is_zero(pool, format, a);
    let not_zero = pool.not(zero);
    pool.and(no_field, not_zero)
}

/// True iff the pattern is neither an infinity nor a NaN.
pub fn is_finite(pool: &mut Pool, format: FloatFormat, a: Term) -> Term {
    let field = exponent_field(pool, format, a);
    let all = pool.bv(format.exponent_bits(), u64::from(format.exponent_mask()));
    let other_field = pool.ne(field, all);
    if !format.has_integer_bit() {
        return other_field;
    }
    let nan = is_nan(pool, format, a);
    let not_nan = pool.not(nan);
    pool.and(other_field, not_nan)
}

/// True iff the pattern is a number that is neither zero nor subnormal nor infinite.
pub fn is_normal(pool: &mut Pool, format: FloatFormat, a: Term) -> Term {
    let field = exponent_field(pool, format, a);
    let none = pool.bv(format.exponent_bits(), 0);
    let some_field = pool.ne(field, none);
    let finite = is_finite(pool, format, a);
    pool.and(some_field, finite)
}

/// True iff the sign bit is set, also that of a zero or a NaN.
pub fn is_negative(pool: &mut Pool, format: FloatFormat, a: Term) -> Term {
    let sign = sign_bit(pool, format, a);
    pool.bv_to_bool(sign)
}

/// The pattern with its sign flipped.
pub fn negate(pool: &mut Pool, format: FloatFormat, a: Term) -> Term {
    let sign = sign_bit(pool, format, a);
    let flipped = pool.bv_not(sign);
    let magnitude = magnitude(pool, format, a);
    pool.concat(flipped, magnitude)
}

/// The pattern with its sign cleared.
pub fn absolute(pool: &mut Pool, format: FloatFormat, a: Term) -> Term {
    let magnitude = magnitude(pool, format, a);
    pool.zero_extend(magnitude, format.width())
}

/// `magnitude` with the sign of `sign`.
pub fn copy_sign(pool: &mut Pool, format: FloatFormat, magnitude: Term, sign: Term) -> Term {
    let sign = sign_bit(pool, format, sign);
    let magnitude = self::magnitude(pool, format, magnitude);
    pool.concat(sign, magnitude)
}
