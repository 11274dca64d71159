//! SMT-LIB's bit-vector functions on values of at most 64 bits held in a `u64`. Operands come with
//! zeros above the width, and so do results.

/// The low `width` bits set; all of them from 64 on.
pub(crate) fn mask(width: u32) -> u64 {
    if width >= 64 {
        u64::MAX
    } else {
        (1 << width) - 1
    }
}

/// The value read as two's complement.
pub(crate) fn signed(width: u32, a: u64) -> i64 {
    let unused = 64 - width;
    (a << unused) as i64 >> unused
}

pub(crate) fn not(width: u32, a: u64) -> u64 {
    !a & mask(width)
}

pub(crate) fn neg(width: u32, a: u64) -> u64 {
    a.wrapping_neg() & mask(width)
}

pub(crate) fn add(width: u32, a: u64, b: u64) -> u64 {
    a.wrapping_add(b) & mask(width)
}

pub(crate) fn mul(width: u32, a: u64, b: u64) -> u64 {
    a.wrapping_mul(b) & mask(width)
}

pub(crate) fn udiv(width: u32, a: u64, b: u64) -> u64 {
    a.checked_div(b).unwrap_or(mask(width))
}

pub(crate) fn urem(_width: u32, a: u64, b: u64) -> u64 {
    a.checked_rem(b).unwrap_or(a)
}

pub(crate) fn sdiv(width: u32, a: u64, b: u64) -> u64 {
    let (a, b) = (signed(width, a), signed(width, b));
    let quotient = match b {
        0 if a < 0 => 1,
        0 => -1,
        _ => a.wrapping_div(b),
    };
    quotient as u64 & mask(width)
}

pub(crate) fn srem(width: u32, a: u64, b: u64) -> u64 {
    if b == 0 {
        return a;
    }
    signed(width, a).wrapping_rem(signed(width, b)) as u64 & mask(width)
}

pub(crate) fn shl(width: u32, a: u64, b: u64) -> u64 {
    if b >= u64::from(width) {
        0
    } else {
        a << b & mask(width)
    }
}

pub(crate) fn lshr(width: u32, a: u64, b: u64) -> u64 {
    if b >= u64::from(width) { 0 } else { a >> b }
}

pub(crate) fn ashr(width: u32, a: u64, b: u64) -> u64 {
    let distance = b.min(63) as u32;
    (signed(width, a) >> distance) as u64 & mask(width)
}

pub(crate) fn sign_extend(from: u32, to: u32, a: u64) -> u64 {
    signed(from, a) as u64 & mask(to)
}
