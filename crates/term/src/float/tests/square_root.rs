//! Square roots against their definition, for formats that nothing else computes them in.

use super::FORMATS;
use super::patterns::{Random, random};
use crate::float::{evaluate_u128, soft};
use crate::{FloatFormat, FloatOp, RoundingMode};

/// Sign of x × y + z, which is exact whatever the rounding: −1, 0 or 1.
fn sign(format: FloatFormat, x: u128, y: u128, z: u128) -> i32 {
    let (width, mode) = (format.width(), RoundingMode::NearestEven);
    let sum = evaluate_u128(FloatOp::Fma, format, mode, &[x, y, z], width, width);
    match (sum & !(1 << (width - 1)) == 0, sum >> (width - 1) == 1) {
        (true, _) => 0,
        (false, true) => -1,
        (false, false) => 1,
    }
}

#[test]
fn is_the_nearest_number_on_the_asked_side() {
    let mut source = Random(10);
    for format in FORMATS {
        let (width, minus) = (format.width(), 1 << (format.width() - 1));
        let root = |mode, x| evaluate_u128(FloatOp::Sqrt, format, mode, &[x], width, width);
        let field = |pattern: u128| {
            (pattern >> (width - 1 - format.exponent_bits())) as i32 - format.max_exponent()
        };
        let mut checked = 0;
        for _ in 0..4000 {
            let x = random(format, &mut source) & !minus;
            // Where the residue x − r² is a number of the format, and x is no infinity.
            let low = format.min_exponent() + 2 * format.precision() as i32;
            let low = if format == FloatFormat::Half { -2 } else { low };
            if !(low..=format.max_exponent()).contains(&field(x)) || soft::is_nan(format, x) {
                continue;
            }
            let down = root(RoundingMode::TowardNegative, x);
            let up = root(RoundingMode::TowardPositive, x);
            assert_eq!(root(RoundingMode::TowardZero, x), down);
            assert!(sign(format, down, down, x | minus) <= 0, "{format:?} {x:x}");
            assert!(sign(format, up, up, x | minus) >= 0, "{format:?} {x:x}");
            let exact = sign(format, down, down, x | minus) == 0;
            let ulp = format.pattern(
                false,
                ((field(down) + format.max_exponent()) as u128) << format.fraction_bits(),
            );
            let ulp = scaled_down(format, ulp);
            let mode = RoundingMode::TowardNegative;
            let next = evaluate_u128(FloatOp::Add, format, mode, &[down, ulp], width, width);
            assert_eq!(up, if exact { down } else { next }, "{format:?} {x:x}");
            // In units of ulp², x − down² and down are integers, and the middle between down and
            // up is passed iff the former is greater.
            let residue = evaluate_u128(
                FloatOp::Fma,
                format,
                mode,
                &[down | minus, down, x],
                width,
                width,
            );
            let nearest = if sign(format, down, ulp | minus, residue) > 0 {
                up
            } else {
                down
            };
            assert_eq!(
                root(RoundingMode::NearestEven, x),
                nearest,
                "{format:?} {x:x}"
            );
            assert_eq!(
                root(RoundingMode::NearestAway, x),
                nearest,
                "{format:?} {x:x}"
            );
            checked += 1;
        }
        assert!(checked > 500, "{format:?} {checked}");
    }
}

/// A power of two, divided by 2^(precision − 1).
fn scaled_down(format: FloatFormat, power: u128) -> u128 {
    let shift = u128::from(format.precision() - 1);
    let (width, mode) = (format.width(), RoundingMode::NearestEven);
    let divisor = evaluate_u128(
        FloatOp::FromUnsigned,
        format,
        mode,
        &[1 << shift],
        128,
        width,
    );
    evaluate_u128(FloatOp::Div, format, mode, &[power, divisor], width, width)
}
