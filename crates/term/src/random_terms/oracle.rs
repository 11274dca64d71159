//! The operators under test, each with what it does to concrete operands.

use num_bigint::BigInt;

use crate::{Bits, Pool, Term};

fn unsigned(bits: &Bits) -> BigInt {
    BigInt::from_bytes_le(num_bigint::Sign::Plus, &bits.to_le_bytes())
}

fn signed(bits: &Bits) -> BigInt {
    let value = unsigned(bits);
    if bits.sign() {
        value - (BigInt::from(1) << bits.width())
    } else {
        value
    }
}

fn fits_unsigned(value: &BigInt, width: u32) -> bool {
    *value >= BigInt::from(0) && *value < BigInt::from(1) << width
}

fn fits_signed(value: &BigInt, width: u32) -> bool {
    let half = BigInt::from(1) << (width - 1);
    *value >= -half.clone() && *value < half
}

fn rotate_left(a: &Bits, by: &Bits) -> Bits {
    let by = unsigned(by) % a.width();
    let by: u32 = by.try_into().expect("below the width");
    a.shl_by(by).or(&a.lshr_by(a.width() - by))
}

fn rotate_right(a: &Bits, by: &Bits) -> Bits {
    let by = unsigned(by) % a.width();
    let by: u32 = by.try_into().expect("below the width");
    a.lshr_by(by).or(&a.shl_by(a.width() - by))
}

pub(super) type Binary = (
    &'static str,
    fn(&mut Pool, Term, Term) -> Term,
    fn(&Bits, &Bits) -> Bits,
);
pub(super) type Predicate = (
    &'static str,
    fn(&mut Pool, Term, Term) -> Term,
    fn(&Bits, &Bits) -> bool,
);
pub(super) type Unary = (&'static str, fn(&mut Pool, Term) -> Term, fn(&Bits) -> Bits);

pub(super) const BINARY: &[Binary] = &[
    ("and", Pool::bv_and, Bits::and),
    ("or", Pool::bv_or, Bits::or),
    ("xor", Pool::bv_xor, Bits::xor),
    ("add", Pool::add, Bits::add),
    ("sub", Pool::sub, Bits::sub),
    ("mul", Pool::mul, Bits::mul),
    ("udiv", Pool::udiv, Bits::udiv),
    ("urem", Pool::urem, Bits::urem),
    ("sdiv", Pool::sdiv, Bits::sdiv),
    ("srem", Pool::srem, Bits::srem),
    ("smod", Pool::smod, Bits::smod),
    ("shl", Pool::shl, Bits::shl),
    ("lshr", Pool::lshr, Bits::lshr),
    ("ashr", Pool::ashr, Bits::ashr),
    ("rotate_left", Pool::rotate_left, rotate_left),
    ("rotate_right", Pool::rotate_right, rotate_right),
];

pub(super) const PREDICATES: &[Predicate] = &[
    ("eq", Pool::eq, |a, b| a == b),
    ("ne", Pool::ne, |a, b| a != b),
    ("ult", Pool::ult, Bits::ult),
    ("ule", Pool::ule, Bits::ule),
    ("slt", Pool::slt, Bits::slt),
    ("sle", Pool::sle, Bits::sle),
    ("uadd", Pool::uadd_overflows, |a, b| {
        !fits_unsigned(&(unsigned(a) + unsigned(b)), a.width())
    }),
    ("sadd", Pool::sadd_overflows, |a, b| {
        !fits_signed(&(signed(a) + signed(b)), a.width())
    }),
    ("usub", Pool::usub_overflows, |a, b| {
        !fits_unsigned(&(unsigned(a) - unsigned(b)), a.width())
    }),
    ("ssub", Pool::ssub_overflows, |a, b| {
        !fits_signed(&(signed(a) - signed(b)), a.width())
    }),
    ("umul", Pool::umul_overflows, |a, b| {
        !fits_unsigned(&(unsigned(a) * unsigned(b)), a.width())
    }),
    ("smul", Pool::smul_overflows, |a, b| {
        !fits_signed(&(signed(a) * signed(b)), a.width())
    }),
];

pub(super) const UNARY: &[Unary] = &[
    ("neg", Pool::neg, Bits::neg),
    ("not", Pool::bv_not, Bits::not),
    ("count_ones", Pool::count_ones, |a| {
        Bits::new(a.width(), u64::from(a.count_ones()))
    }),
    ("leading_zeros", Pool::leading_zeros, |a| {
        Bits::new(a.width(), u64::from(a.leading_zeros()))
    }),
    ("trailing_zeros", Pool::trailing_zeros, |a| {
        Bits::new(a.width(), u64::from(a.trailing_zeros()))
    }),
];

pub(super) type BoolBinary = (
    &'static str,
    fn(&mut Pool, Term, Term) -> Term,
    fn(bool, bool) -> bool,
);

pub(super) const BOOL_BINARY: &[BoolBinary] = &[
    ("and", Pool::and, |a, b| a & b),
    ("or", Pool::or, |a, b| a | b),
    ("xor", Pool::xor, |a, b| a ^ b),
    ("implies", Pool::implies, |a, b| !a | b),
    ("eq", Pool::eq, |a, b| a == b),
];
