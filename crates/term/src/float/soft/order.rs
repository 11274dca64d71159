//! Comparison, minimum and maximum.

use super::{Class, Unpacked, nan_result, unpack};
use crate::FloatFormat;
use std::cmp::Ordering;

/// Order of two numbers, `None` if one is a NaN; the zeros are equal.
pub(crate) fn compare(format: FloatFormat, a: u128, b: u128) -> Option<Ordering> {
    let (x, y) = (unpack(format, a), unpack(format, b));
    if x.class == Class::Nan || y.class == Class::Nan {
        return None;
    }
    if x.class == Class::Zero && y.class == Class::Zero {
        return Some(Ordering::Equal);
    }
    Some(key(x).cmp(&key(y)))
}

/// Orders numbers, and −0 before +0.
fn key(x: Unpacked) -> (bool, i32, i32, u128) {
    let rank = match x.class {
        Class::Zero => 0,
        Class::Finite => 1,
        Class::Infinite => 2,
        Class::Nan => 3,
    };
    if x.sign {
        (false, -rank, -x.exponent, !x.significand)
    } else {
        (true, rank, x.exponent, x.significand)
    }
}

/// C `fmin`; −0 is less than +0.
pub(crate) fn minimum(format: FloatFormat, a: u128, b: u128) -> u128 {
    choose(format, a, b, |order| order.is_le())
}

/// C `fmax`; −0 is less than +0.
pub(crate) fn maximum(format: FloatFormat, a: u128, b: u128) -> u128 {
    choose(format, a, b, |order| order.is_ge())
}

fn choose(format: FloatFormat, a: u128, b: u128, first: impl Fn(Ordering) -> bool) -> u128 {
    let (x, y) = (unpack(format, a), unpack(format, b));
    match (x.class == Class::Nan, y.class == Class::Nan) {
        (true, true) => nan_result(format, &[a]),
        (true, false) => b,
        (false, true) => a,
        (false, false) if first(key(x).cmp(&key(y))) => a,
        (false, false) => b,
    }
}
