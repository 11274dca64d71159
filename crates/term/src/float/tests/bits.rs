//! Constructors that look at or change bits, and the numbers of the formats.

use super::FORMATS;
use super::patterns::{Random, corners, random};
use crate::float::soft::{self, Class};
use crate::float::{
    absolute, copy_sign, evaluate_u128, is_finite, is_infinite, is_nan, is_negative, is_normal,
    is_subnormal, is_zero, negate,
};
use crate::{Bits, FloatFormat, FloatOp, Pool, RoundingMode, Term};

type Predicate = fn(&mut Pool, FloatFormat, Term) -> Term;

fn patterns(format: FloatFormat) -> Vec<u128> {
    let mut source = Random(30);
    let mut patterns = corners(format);
    patterns.extend((0..300).map(|_| random(format, &mut source)));
    patterns
}

#[test]
fn every_pattern_is_of_one_class() {
    let predicates: [Predicate; 5] = [is_nan, is_infinite, is_zero, is_subnormal, is_normal];
    for format in FORMATS {
        let mut pool = Pool::new();
        let mut seen = [0; 5];
        for pattern in patterns(format) {
            let t = pool.constant(&Bits::from_u128(format.width(), pattern));
            let mut value = |predicate: Predicate| {
                let result = predicate(&mut pool, format, t);
                pool.constant_bool(result)
                    .expect("a constant operand gives a constant")
            };
            let unpacked = soft::unpack(format, pattern);
            let field_is_zero = {
                let above = pattern >> (format.width() - 1 - format.exponent_bits());
                above & ((1 << format.exponent_bits()) - 1) == 0
            };
            let class = match unpacked.class {
                Class::Nan => 0,
                Class::Infinite => 1,
                Class::Zero => 2,
                Class::Finite if field_is_zero => 3,
                Class::Finite => 4,
            };
            seen[class] += 1;
            for (i, &predicate) in predicates.iter().enumerate() {
                assert_eq!(value(predicate), i == class, "{format:?} {pattern:x} {i}");
            }
            assert_eq!(value(is_finite), class >= 2, "{format:?} {pattern:x}");
            assert_eq!(value(is_negative), unpacked.sign, "{format:?} {pattern:x}");
        }
        assert!(seen.iter().all(|&count| count > 1), "{format:?} {seen:?}");
    }
}

#[test]
fn sign_operations_change_the_sign_only() {
    for format in FORMATS {
        let mut pool = Pool::new();
        let sign = 1 << (format.width() - 1);
        let patterns = patterns(format);
        for pair in patterns.windows(2) {
            let [a, b] = [0, 1].map(|i| pool.constant(&Bits::from_u128(format.width(), pair[i])));
            let value = |pool: &Pool, t| {
                pool.bits(t)
                    .and_then(|bits| bits.to_u128())
                    .expect("a constant of the format")
            };
            let negated = negate(&mut pool, format, a);
            assert_eq!(value(&pool, negated), pair[0] ^ sign);
            let positive = absolute(&mut pool, format, a);
            assert_eq!(value(&pool, positive), pair[0] & !sign);
            let copied = copy_sign(&mut pool, format, a, b);
            assert_eq!(value(&pool, copied), pair[0] & !sign | pair[1] & sign);
        }
    }
}

#[test]
fn numbers_of_the_formats() {
    let largest = [
        0x7bff,
        0x7f7f_ffff,
        0x7fef_ffff_ffff_ffff,
        0x7ffe_ffff_ffff_ffff_ffff,
    ];
    let nans = [
        0xfe00,
        0xffc0_0000,
        0xfff8_0000_0000_0000,
        0xffff_c000_0000_0000_0000,
    ];
    for (i, format) in FORMATS[..4].iter().enumerate() {
        assert_eq!(format.max_finite(false), largest[i]);
        assert_eq!(format.default_nan(), nans[i]);
    }
    for format in FORMATS {
        let (width, mode) = (format.width(), RoundingMode::NearestEven);
        let zero = evaluate_u128(FloatOp::FromUnsigned, format, mode, &[0], 8, width);
        let one = evaluate_u128(FloatOp::FromUnsigned, format, mode, &[1], 8, width);
        let minus = evaluate_u128(FloatOp::FromSigned, format, mode, &[0xff], 8, width);
        assert_eq!(zero, format.zero(false));
        for (numerator, denominator, result) in [
            (one, zero, format.infinity(false)),
            (minus, zero, format.infinity(true)),
            (zero, minus, format.zero(true)),
            (zero, zero, format.default_nan()),
        ] {
            let arguments = [numerator, denominator];
            let quotient = evaluate_u128(FloatOp::Div, format, mode, &arguments, width, width);
            assert_eq!(quotient, result);
        }
    }
}
