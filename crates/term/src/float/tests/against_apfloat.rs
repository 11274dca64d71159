//! Evaluation against `rustc_apfloat` (a port of LLVM's APFloat): every format and rounding mode.
//!
//! NaN payloads are not compared, the two follow different rules; square roots it has none.

use super::patterns::{Random, corners, integer, operands};
use super::{FORMATS, MODES, WITHIN_FORMAT, operand_count};
use crate::float::{evaluate_u128, soft};
use crate::{FloatFormat, FloatOp, RoundingMode};
use rustc_apfloat::ieee::{Double, Half, Quad, Single, X87DoubleExtended};
use rustc_apfloat::{Float, FloatConvert, Round, Status};

fn round(rounding: RoundingMode) -> Round {
    match rounding {
        RoundingMode::NearestEven => Round::NearestTiesToEven,
        RoundingMode::NearestAway => Round::NearestTiesToAway,
        RoundingMode::TowardPositive => Round::TowardPositive,
        RoundingMode::TowardNegative => Round::TowardNegative,
        RoundingMode::TowardZero => Round::TowardZero,
    }
}

fn within_format<F: Float>(op: FloatOp, mode: Round, arguments: &[u128]) -> Option<u128> {
    let number = |i: usize| F::from_bits(arguments[i]);
    let a = number(0);
    let result = match op {
        FloatOp::Add => a.add_r(number(1), mode).value,
        FloatOp::Sub => a.sub_r(number(1), mode).value,
        FloatOp::Mul => a.mul_r(number(1), mode).value,
        FloatOp::Div => a.div_r(number(1), mode).value,
        FloatOp::Rem => a.ieee_rem(number(1)).value,
        FloatOp::Fmod => a.c_fmod(number(1)).value,
        FloatOp::Fma => a.mul_add_r(number(1), number(2), mode).value,
        FloatOp::RoundToIntegral => a.round_to_integral(mode).value,
        FloatOp::Min if a == number(1) => return None,
        FloatOp::Max if a == number(1) => return None,
        FloatOp::Min => a.min(number(1)),
        FloatOp::Max => a.max(number(1)),
        FloatOp::Eq => return Some(u128::from(a == number(1))),
        FloatOp::Lt => return Some(u128::from(a < number(1))),
        FloatOp::Le => return Some(u128::from(a <= number(1))),
        FloatOp::Sqrt
        | FloatOp::ToSigned
        | FloatOp::ToUnsigned
        | FloatOp::FromSigned
        | FloatOp::FromUnsigned
        | FloatOp::Convert { .. } => return None,
    };
    Some(result.to_bits())
}

fn theirs(
    op: FloatOp,
    format: FloatFormat,
    rounding: RoundingMode,
    arguments: &[u128],
) -> Option<u128> {
    let mode = round(rounding);
    match format {
        FloatFormat::Half => within_format::<Half>(op, mode, arguments),
        FloatFormat::Single => within_format::<Single>(op, mode, arguments),
        FloatFormat::Double => within_format::<Double>(op, mode, arguments),
        FloatFormat::X87 => within_format::<X87DoubleExtended>(op, mode, arguments),
        FloatFormat::Quad => within_format::<Quad>(op, mode, arguments),
    }
}

/// Encodings that APFloat does not treat as the x87 hardware does.
fn odd_encoding(format: FloatFormat, pattern: u128) -> bool {
    let field = pattern >> 64 & 0x7fff;
    format.has_integer_bit() && (field != 0) != (pattern >> 63 & 1 == 1)
}

fn same(format: FloatFormat, ours: u128, theirs: u128) -> bool {
    ours == theirs || soft::is_nan(format, ours) && soft::is_nan(format, theirs)
}

fn compare(op: FloatOp, format: FloatFormat, rounding: RoundingMode, arguments: &[u128]) -> bool {
    if arguments.iter().any(|&a| odd_encoding(format, a)) {
        return false;
    }
    let Some(theirs) = theirs(op, format, rounding, arguments) else {
        return false;
    };
    let width = format.width();
    let ours = evaluate_u128(op, format, rounding, arguments, width, width);
    assert!(
        same(format, ours, theirs),
        "{op:?} {format:?} {rounding:?} {arguments:x?}: {ours:x}, APFloat {theirs:x}"
    );
    true
}

#[test]
fn arithmetic_on_random_operands() {
    let mut random = Random(3);
    for format in FORMATS {
        for op in WITHIN_FORMAT {
            let mut compared = 0;
            // APFloat goes through a quotient digit by digit.
            let slow = matches!(op, FloatOp::Rem | FloatOp::Fmod);
            for _ in 0..if slow { 500 } else { 3000 } {
                let arguments = operands(format, operand_count(op), &mut random);
                compared += u32::from(compare(op, format, *random.pick(&MODES), &arguments));
            }
            assert!(compared > 300 || op == FloatOp::Sqrt);
        }
    }
}

#[test]
fn arithmetic_on_corners() {
    for format in FORMATS {
        let corners = corners(format);
        let mut random = Random(4);
        for op in WITHIN_FORMAT {
            let slow = matches!(op, FloatOp::Rem | FloatOp::Fmod);
            for &a in &corners {
                for _ in 0..if slow { 5 } else { 30 } {
                    let (b, c) = (*random.pick(&corners), *random.pick(&corners));
                    let arguments = &[a, b, c][..operand_count(op)];
                    compare(op, format, *random.pick(&MODES), arguments);
                }
            }
        }
    }
}

fn converted<F, G>(mode: Round, pattern: u128) -> u128
where
    F: Float + FloatConvert<G>,
    G: Float,
{
    F::from_bits(pattern)
        .convert_r(mode, &mut false)
        .value
        .to_bits()
}

#[test]
fn conversions_between_formats() {
    type Conversion = fn(Round, u128) -> u128;
    let mut random = Random(5);
    macro_rules! table {
        ($($from:ident),*) => { [$(table!(row $from: Half, Single, Double, X87DoubleExtended, Quad)),*] };
        (row $from:ident: $($to:ident),*) => { [$(converted::<$from, $to> as Conversion),*] };
    }
    let table = table!(Half, Single, Double, X87DoubleExtended, Quad);
    for (from, row) in FORMATS.into_iter().zip(table) {
        for (to, theirs) in FORMATS.into_iter().zip(row) {
            let random_values: Vec<_> = (0..2000)
                .map(|_| operands(from, 1, &mut random)[0])
                .collect();
            for a in corners(from).into_iter().chain(random_values) {
                let mode = *random.pick(&MODES);
                if odd_encoding(from, a) {
                    continue;
                }
                let op = FloatOp::Convert { from };
                let ours = evaluate_u128(op, to, mode, &[a], from.width(), to.width());
                let theirs = theirs(round(mode), a);
                assert!(
                    same(to, ours, theirs),
                    "{from:?} {a:x} to {to:?} {mode:?}: {ours:x}, APFloat {theirs:x}"
                );
            }
        }
    }
}

fn integers<F: Float>(format: FloatFormat, random: &mut Random) {
    for _ in 0..5000 {
        // APFloat shifts out of range for one bit.
        let width = 2 + random.below(127) as u32;
        let mask = u128::MAX >> (128 - width);
        let mode = *random.pick(&MODES);
        let a = operands(format, 1, random)[0];
        if !odd_encoding(format, a) {
            let number = F::from_bits(a);
            let signed = number.to_i128_r(width as usize, round(mode), &mut false);
            let unsigned = number.to_u128_r(width as usize, round(mode), &mut false);
            let invalid = |status: Status| status.contains(Status::INVALID_OP);
            let expected = [
                (
                    FloatOp::ToSigned,
                    invalid(signed.status),
                    signed.value as u128,
                    1 << (width - 1),
                ),
                (
                    FloatOp::ToUnsigned,
                    invalid(unsigned.status),
                    unsigned.value,
                    mask,
                ),
            ];
            for (op, invalid, value, otherwise) in expected {
                let ours = evaluate_u128(op, format, mode, &[a], format.width(), width);
                let theirs = if invalid { otherwise } else { value & mask };
                assert_eq!(
                    ours, theirs,
                    "{op:?} {format:?} {mode:?} {a:x} to {width} bits"
                );
            }
        }
        let value = integer(width, random);
        let unused = 128 - width;
        let extended = (value << unused) as i128 >> unused;
        let expected = [
            (
                FloatOp::FromSigned,
                F::from_i128_r(extended, round(mode)).value.to_bits(),
            ),
            (
                FloatOp::FromUnsigned,
                F::from_u128_r(value, round(mode)).value.to_bits(),
            ),
        ];
        for (op, theirs) in expected {
            let ours = evaluate_u128(op, format, mode, &[value], width, format.width());
            // APFloat gives −0 for 0 when rounding down.
            let theirs = if value == 0 { 0 } else { theirs };
            assert_eq!(
                ours, theirs,
                "{op:?} {format:?} {mode:?} {value:x} of {width} bits"
            );
        }
    }
}

#[test]
fn conversions_of_integers() {
    let mut random = Random(6);
    integers::<Half>(FloatFormat::Half, &mut random);
    integers::<Single>(FloatFormat::Single, &mut random);
    integers::<Double>(FloatFormat::Double, &mut random);
    integers::<X87DoubleExtended>(FloatFormat::X87, &mut random);
    integers::<Quad>(FloatFormat::Quad, &mut random);
}
