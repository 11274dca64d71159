//! Conversions of integers wider than 128 bits, which the other oracles do not reach.

use super::patterns::{Random, random};
use super::{FORMATS, MODES};
use crate::float::evaluate;
use crate::{Bits, FloatFormat, FloatOp, RoundingMode, Value};

fn compute(op: FloatOp, format: FloatFormat, rounding: RoundingMode, a: &Bits, width: u32) -> Bits {
    match evaluate(op, format, rounding, std::slice::from_ref(a), width) {
        Value::Bits(bits) => bits,
        other => panic!("{op:?} gives {other:?}"),
    }
}

#[test]
fn integral_values_survive_the_way_there_and_back() {
    let mut source = Random(11);
    for format in FORMATS {
        let (mut kept, mut out_of_range) = (0, 0);
        for _ in 0..3000 {
            let a = Bits::from_u128(format.width(), random(format, &mut source));
            let mode = *source.pick(&MODES);
            let integral = compute(FloatOp::RoundToIntegral, format, mode, &a, 0);
            let width = 129 + source.below(300) as u32;
            for (to, from, otherwise) in [
                (
                    FloatOp::ToSigned,
                    FloatOp::FromSigned,
                    Bits::signed_min(width),
                ),
                (
                    FloatOp::ToUnsigned,
                    FloatOp::FromUnsigned,
                    Bits::ones(width),
                ),
            ] {
                let integer = compute(to, format, mode, &a, width);
                assert_eq!(integer.width(), width);
                if integer == otherwise {
                    out_of_range += 1;
                    continue;
                }
                let back = compute(from, format, mode, &integer, 0);
                // −0 comes back as +0.
                let same = if integer.is_zero() {
                    integral.shl_by(1).is_zero()
                } else {
                    back == integral
                };
                assert!(
                    same,
                    "{format:?} {mode:?} {a:?} to {width} bits: {integer:?}, {back:?}"
                );
                kept += 1;
            }
        }
        assert!(
            kept > 500 && out_of_range > 100,
            "{format:?} {kept} {out_of_range}"
        );
    }
}

#[test]
fn the_limit_of_a_width_is_in_range_on_one_side() {
    let (format, mode) = (FloatFormat::X87, RoundingMode::TowardZero);
    for width in [129, 200, 256, 1000] {
        let minimum = Bits::signed_min(width);
        let above = compute(FloatOp::FromUnsigned, format, mode, &minimum, 0);
        let below = compute(FloatOp::FromSigned, format, mode, &minimum, 0);
        assert_ne!(above, below);
        assert_eq!(
            compute(FloatOp::ToSigned, format, mode, &below, width),
            minimum
        );
        assert_eq!(
            compute(FloatOp::ToSigned, format, mode, &above, width),
            minimum
        );
        assert_eq!(
            compute(FloatOp::ToUnsigned, format, mode, &above, width),
            minimum
        );
        assert_eq!(
            compute(FloatOp::ToUnsigned, format, mode, &below, width),
            Bits::ones(width)
        );
        // One bit wider, both are in range.
        let wider = compute(FloatOp::ToSigned, format, mode, &above, width + 1);
        assert_eq!(wider, minimum.zero_extend(width + 1));
    }
}

#[test]
fn bits_far_below_decide_the_rounding() {
    let mut source = Random(12);
    for format in [FloatFormat::Double, FloatFormat::X87, FloatFormat::Quad] {
        for _ in 0..2000 {
            let top = source.u128() >> source.below(100) as u32;
            let (last, distance) = (source.below(2), 3 + source.below(200) as u32);
            let mode = *source.pick(&MODES);
            let op = *source.pick(&[FloatOp::FromSigned, FloatOp::FromUnsigned]);
            // The same number with the last bit a long way below, and near.
            let far = Bits::from_u128(400, top >> 8).shl_by(distance);
            let far = far.or(&Bits::new(400, last));
            let near = Bits::from_u128(128, (top >> 8) << 3 | u128::from(last));
            let (far, near) = (
                compute(op, format, mode, &far, 0),
                compute(op, format, mode, &near, 0),
            );
            let two = compute(op, format, mode, &Bits::new(8, 2), 0);
            let mut scaled = near;
            for _ in 3..distance {
                let Value::Bits(next) =
                    evaluate(FloatOp::Mul, format, mode, &[scaled, two.clone()], 0)
                else {
                    panic!("a product is a bit-vector")
                };
                scaled = next;
            }
            // A last bit alone, or one within the precision, is a number of its own.
            if top >> 8 >> (format.precision() - 1) != 0 {
                assert_eq!(far, scaled, "{format:?} {mode:?} {top:x} {last} {distance}");
            }
        }
    }
}
