//! Evaluation against the machine's own floating point by way of the C compiler: SSE for single
//! and double, the x87 unit for extended, the compiler's runtime for half and quad; in the four
//! rounding modes that the machine has.

use super::patterns::{Random, corners, integer, operands};
use super::{FORMATS, MODES, WITHIN_FORMAT, operand_count};
use crate::float::{evaluate_u128, soft};
use crate::{FloatFormat, FloatOp, RoundingMode};
use std::fs::File;
use std::process::{Command, Stdio};

#[derive(Clone, Debug)]
struct Case {
    op: FloatOp,
    /// Of the operands; of the result for conversions from integers.
    format: FloatFormat,
    rounding: RoundingMode,
    width: u32,
    arguments: Vec<u128>,
}

/// Number of the operation in `native.c`.
fn number(case: &Case) -> u8 {
    match case.op {
        FloatOp::ToSigned if case.width == 64 => 14,
        FloatOp::ToSigned => 15,
        FloatOp::FromSigned => 16,
        FloatOp::FromUnsigned => 17,
        FloatOp::Convert { from } => {
            18 + FORMATS
                .iter()
                .position(|&f| f == from)
                .expect("a listed format") as u8
        }
        op => WITHIN_FORMAT
            .iter()
            .position(|&o| o == op)
            .expect("a listed operation") as u8,
    }
}

/// Compiles the C program and lets it compute all cases.
fn run(cases: &[Case]) -> Vec<u128> {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let program = folder.path().join("native");
    let source = concat!(env!("CARGO_MANIFEST_DIR"), "/src/float/tests/native.c");
    let flags = [
        "-O1",
        "-std=gnu11",
        "-w",
        "-frounding-math",
        "-fno-builtin",
        "-o",
    ];
    let status = Command::new("cc")
        .args(flags)
        .arg(&program)
        .args([source, "-lquadmath", "-lm"])
        .status()
        .expect("the C compiler `cc` starts");
    assert!(status.success(), "`cc` compiles {source}");

    let mut records = Vec::new();
    for case in cases {
        let position = |list: &[RoundingMode]| list.iter().position(|&m| m == case.rounding);
        let format = FORMATS
            .iter()
            .position(|&f| f == case.format)
            .expect("a listed format");
        let mode = position(&MODES).expect("a listed mode");
        records.extend([number(case), format as u8, mode as u8, 0]);
        records.extend(case.width.to_le_bytes());
        for i in 0..3 {
            records.extend(case.arguments.get(i).unwrap_or(&0).to_le_bytes());
        }
    }
    let input = folder.path().join("input");
    std::fs::write(&input, records).expect("a writable temporary folder");
    let output = Command::new(program)
        .stdin(File::open(input).expect("the file just written"))
        .stdout(Stdio::piped())
        .output()
        .expect("the compiled program starts");
    assert!(output.status.success());
    let result = |bytes: &[u8]| u128::from_le_bytes(bytes.try_into().expect("16 bytes"));
    output.stdout.chunks(16).map(result).collect()
}

const NATIVE_MODES: [RoundingMode; 4] = [
    RoundingMode::NearestEven,
    RoundingMode::TowardPositive,
    RoundingMode::TowardNegative,
    RoundingMode::TowardZero,
];

/// True where the C side is a single instruction, which treats all operands as the hardware does.
fn is_instruction(op: FloatOp) -> bool {
    matches!(
        op,
        FloatOp::Add | FloatOp::Sub | FloatOp::Mul | FloatOp::Div
    )
}

/// True where the C side does not promise what we do.
fn excluded(case: &Case) -> bool {
    let invalid = |a: &&u128| {
        soft::is_nan(case.format, **a)
            && **a & case.format.infinity(false) != case.format.infinity(false)
    };
    let from_integer = matches!(case.op, FloatOp::FromSigned | FloatOp::FromUnsigned);
    if case.format == FloatFormat::X87 && !from_integer && !is_instruction(case.op) {
        // Library functions take encodings apart that the hardware refuses.
        if case.arguments.iter().any(|a| invalid(&a)) {
            return true;
        }
    }
    match (case.op, case.format) {
        // Computed in single precision and rounded twice.
        (FloatOp::Fma | FloatOp::FromSigned | FloatOp::FromUnsigned, FloatFormat::Half) => true,
        // libquadmath's root is off by one at times.
        (FloatOp::Sqrt, FloatFormat::Quad) => true,
        // The zeros are equal to C, and a signalling NaN need not be treated as missing.
        (FloatOp::Min | FloatOp::Max, format) => {
            let magnitude = |a: u128| a & !(1 << (format.width() - 1));
            let signalling = |&a: &u128| soft::is_nan(format, a) && a & format.quiet_bit() == 0;
            case.arguments.iter().all(|&a| magnitude(a) == 0)
                || case.arguments.iter().any(signalling)
        }
        _ => false,
    }
}

fn ours(case: &Case) -> u128 {
    let (operand_width, result_width) = match case.op {
        FloatOp::ToSigned => (case.format.width(), case.width),
        FloatOp::FromSigned | FloatOp::FromUnsigned => (case.width, case.format.width()),
        _ => (case.format.width(), case.format.width()),
    };
    evaluate_u128(
        case.op,
        case.format,
        case.rounding,
        &case.arguments,
        operand_width,
        result_width,
    )
}

/// Format of the result, `None` if it is no float.
fn result_format(case: &Case) -> Option<FloatFormat> {
    match case.op {
        FloatOp::Eq | FloatOp::Lt | FloatOp::Le | FloatOp::ToSigned | FloatOp::ToUnsigned => None,
        _ => Some(case.format),
    }
}

/// True where the pattern of a NaN result is to be the hardware's: for single instructions, unless
/// there are two NaN operands, which the compiler may swap and the x87 unit chooses from otherwise.
fn nan_promised(case: &Case) -> bool {
    let in_hardware = |f| {
        matches!(
            f,
            FloatFormat::Single | FloatFormat::Double | FloatFormat::X87
        )
    };
    let nan = |a: &&u128| soft::is_nan(case.format, **a);
    match case.op {
        FloatOp::Convert { from } => in_hardware(from) && in_hardware(case.format),
        op => {
            is_instruction(op)
                && in_hardware(case.format)
                && case.arguments.iter().filter(nan).count() <= 1
        }
    }
}

fn check(cases: &[Case], translate: impl Fn(&Case) -> Case) {
    let kept: Vec<&Case> = cases.iter().filter(|case| !excluded(case)).collect();
    let native: Vec<Case> = kept.iter().map(|case| translate(case)).collect();
    let results = run(&native);
    assert_eq!(results.len(), kept.len());
    let mut wrong = Vec::new();
    for (case, theirs) in kept.iter().zip(results) {
        let ours = ours(case);
        let nans = !nan_promised(case)
            && result_format(case)
                .is_some_and(|f| soft::is_nan(f, ours) && soft::is_nan(f, theirs));
        // glibc returns x − x where IEEE 754 wants a zero with the sign of x.
        let zeros = case.op == FloatOp::Rem && (ours ^ theirs) == 1 << (case.format.width() - 1);
        if ours != theirs && !nans && !zeros {
            wrong.push(format!("{case:x?}: {ours:x}, native {theirs:x}"));
        }
    }
    let shown = wrong.len().min(20);
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong[..shown].join("\n")
    );
}

#[test]
fn arithmetic() {
    let mut random = Random(7);
    let mut cases = Vec::new();
    for format in FORMATS {
        let corners = corners(format);
        for op in WITHIN_FORMAT {
            let mut add = |arguments: Vec<u128>, random: &mut Random| {
                let rounding = *random.pick(&NATIVE_MODES);
                cases.push(Case {
                    op,
                    format,
                    rounding,
                    width: 0,
                    arguments,
                });
            };
            for _ in 0..2000 {
                add(
                    operands(format, operand_count(op), &mut random),
                    &mut random,
                );
            }
            for _ in 0..2000 {
                let arguments = (0..operand_count(op))
                    .map(|_| *random.pick(&corners))
                    .collect();
                add(arguments, &mut random);
            }
        }
    }
    check(&cases, Case::clone);
}

#[test]
fn integers() {
    let mut random = Random(8);
    let mut cases = Vec::new();
    for format in FORMATS {
        for _ in 0..1500 {
            let rounding = *random.pick(&NATIVE_MODES);
            let a = operands(format, 1, &mut random);
            for width in [32, 64] {
                // C converts towards zero; half and quad out of range as they please.
                let rounding = RoundingMode::TowardZero;
                let (op, arguments) = (FloatOp::ToSigned, a.clone());
                let case = Case {
                    op,
                    format,
                    rounding,
                    width,
                    arguments,
                };
                let by_processor = !matches!(format, FloatFormat::Half | FloatFormat::Quad);
                if by_processor || ours(&case) != 1 << (width - 1) {
                    cases.push(case);
                }
            }
            let arguments = vec![integer(64, &mut random)];
            for op in [FloatOp::FromSigned, FloatOp::FromUnsigned] {
                cases.push(Case {
                    op,
                    format,
                    rounding,
                    width: 64,
                    arguments: arguments.clone(),
                });
            }
        }
    }
    check(&cases, Case::clone);
}

#[test]
fn conversions() {
    let mut random = Random(9);
    let mut cases = Vec::new();
    for from in FORMATS {
        for to in FORMATS {
            let corner_values = corners(from).into_iter().map(|a| vec![a]);
            let random_values: Vec<_> = (0..500).map(|_| operands(from, 1, &mut random)).collect();
            for arguments in corner_values.chain(random_values) {
                let rounding = *random.pick(&NATIVE_MODES);
                let op = FloatOp::Convert { from };
                let (field, integer) = (arguments[0] >> 64 & 0x7fff, arguments[0] >> 63 & 1);
                let odd = from == FloatFormat::X87 && (field != 0) != (integer != 0);
                let by_runtime = matches!(to, FloatFormat::Half | FloatFormat::Quad);
                // The runtime does not take odd encodings as the processor does.
                if from != to && !(odd && by_runtime) {
                    cases.push(Case {
                        op,
                        format: to,
                        rounding,
                        width: 0,
                        arguments,
                    });
                }
            }
        }
    }
    // The C side names the source format in its record and the target in the operation.
    check(&cases, |case| match case.op {
        FloatOp::Convert { from } => Case {
            op: FloatOp::Convert { from: case.format },
            format: from,
            ..case.clone()
        },
        _ => case.clone(),
    });
}
