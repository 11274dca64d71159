//! Two implementations of single and double precision.

use super::patterns::{Random, integer, operands};
use super::{MODES, WITHIN_FORMAT, operand_count};
use crate::float::evaluate::{by_host, by_software};
use crate::{FloatFormat, FloatOp, RoundingMode};

fn agree(
    op: FloatOp,
    format: FloatFormat,
    rounding: RoundingMode,
    arguments: &[u128],
    operand_width: u32,
    result_width: u32,
) -> bool {
    let narrow: Vec<u64> = arguments.iter().map(|&a| a as u64).collect();
    let Some(host) = by_host(op, format, rounding, &narrow, operand_width, result_width) else {
        return false;
    };
    let software = by_software(op, format, rounding, arguments, operand_width, result_width);
    assert_eq!(
        u128::from(host),
        software,
        "{op:?} {format:?} {rounding:?} {arguments:x?} from {operand_width} to {result_width}",
    );
    true
}

#[test]
fn arithmetic() {
    let mut random = Random(1);
    for format in [FloatFormat::Single, FloatFormat::Double] {
        for op in WITHIN_FORMAT {
            let mut compared = 0;
            for _ in 0..20_000 {
                let arguments = operands(format, operand_count(op), &mut random);
                let rounding = match op {
                    FloatOp::RoundToIntegral => *random.pick(&MODES),
                    _ => RoundingMode::NearestEven,
                };
                let width = format.width();
                compared += u32::from(agree(op, format, rounding, &arguments, width, width));
            }
            // The host has no IEEE remainder.
            assert_eq!(compared, if op == FloatOp::Rem { 0 } else { 20_000 });
        }
    }
}

#[test]
fn conversions() {
    let mut random = Random(2);
    for (format, other) in [
        (FloatFormat::Single, FloatFormat::Double),
        (FloatFormat::Double, FloatFormat::Single),
    ] {
        for _ in 0..20_000 {
            let width = 1 + random.below(64) as u32;
            let pattern = operands(format, 1, &mut random);
            for op in [FloatOp::ToSigned, FloatOp::ToUnsigned] {
                let mode = RoundingMode::TowardZero;
                assert!(agree(op, format, mode, &pattern, format.width(), width));
            }
            let value = [integer(width, &mut random)];
            let mode = RoundingMode::NearestEven;
            for op in [FloatOp::FromSigned, FloatOp::FromUnsigned] {
                assert!(agree(op, format, mode, &value, width, format.width()));
            }
            let op = FloatOp::Convert { from: other };
            let pattern = operands(other, 1, &mut random);
            assert!(agree(
                op,
                format,
                mode,
                &pattern,
                other.width(),
                format.width()
            ));
        }
    }
}
