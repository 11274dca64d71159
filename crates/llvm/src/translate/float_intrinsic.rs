//! LLVM's floating-point intrinsics.

use super::function::FunctionTranslator;
use super::{Result, Unsupported};
use crate::reader::Value;
use ir::builder::{constant, known, wide_constant};
use ir::{
    BinaryOp, CastOp, CompareOp, FloatBinaryOp, FloatCompareOp, FloatFormat, FloatUnaryOp,
    InstructionKind, Operand, Rounding, Type,
};

/// Intrinsics that are functions of C's mathematics library.
const LIBRARY: &[&str] = &[
    "pow", "exp", "exp2", "exp10", "log", "log2", "log10", "sin", "cos", "tan", "asin", "acos",
    "atan", "sinh", "cosh", "tanh", "ldexp",
];

/// The library function that a float intrinsic is.
fn library_function(base: &str, format: FloatFormat) -> Option<String> {
    Some(match (base, format) {
        ("powi", FloatFormat::Single) => "__powisf2".to_owned(),
        ("powi", FloatFormat::Double) => "__powidf2".to_owned(),
        ("powi", FloatFormat::X87) => "__powixf2".to_owned(),
        ("powi", FloatFormat::Quad) | (_, FloatFormat::Half) => return None,
        (_, FloatFormat::Single) => format!("{base}f"),
        (_, FloatFormat::Double) => base.to_owned(),
        (_, FloatFormat::X87) => format!("{base}l"),
        (_, FloatFormat::Quad) => format!("{base}f128"),
    })
}

/// Those that an intrinsic may be.
pub fn library_functions(base: &str) -> Vec<String> {
    let formats = [
        FloatFormat::Single,
        FloatFormat::Double,
        FloatFormat::X87,
        FloatFormat::Quad,
    ];
    let functions = formats.into_iter();
    functions
        .filter_map(|format| library_function(base, format))
        .collect()
}

impl<'m> FunctionTranslator<'_, 'm> {
    /// The scalars of a float intrinsic, or `None` if the name is none.
    pub fn float_intrinsic(
        &mut self,
        value: Value<'m>,
        base: &str,
    ) -> Result<Option<Vec<Operand>>> {
        if base == "is.fpclass" {
            return self.classify(value).map(Some);
        }
        if base == "frexp" {
            return self.fraction_and_exponent(value).map(Some);
        }
        let unary = match base {
            "fabs" => Some(FloatUnaryOp::Absolute),
            "sqrt" => Some(FloatUnaryOp::Sqrt),
            "floor" => Some(FloatUnaryOp::Round(Rounding::TowardNegative)),
            "ceil" => Some(FloatUnaryOp::Round(Rounding::TowardPositive)),
            "trunc" => Some(FloatUnaryOp::Round(Rounding::TowardZero)),
            "rint" | "nearbyint" | "roundeven" => Some(FloatUnaryOp::Round(Rounding::NearestEven)),
            "round" => Some(FloatUnaryOp::Round(Rounding::NearestAway)),
            _ => None,
        };
        let binary = match base {
            "copysign" => Some(FloatBinaryOp::CopySign),
            "minnum" => Some(FloatBinaryOp::Min),
            "maxnum" => Some(FloatBinaryOp::Max),
            _ => None,
        };
        let other = matches!(
            base,
            "fma"
                | "fmuladd"
                | "minimum"
                | "maximum"
                | "lround"
                | "llround"
                | "lrint"
                | "llrint"
                | "fptosi.sat"
                | "fptoui.sat"
                | "canonicalize"
                | "powi"
        );
        if unary.is_none() && binary.is_none() && !other && !LIBRARY.contains(&base) {
            return Ok(None);
        }
        let format = self.float_format(value.operand(0))?;
        let to = self.element_type(value)?;
        let mut arguments = Vec::new();
        for argument in value.arguments() {
            arguments.push((self.element_type(argument)?, self.operands(argument)?));
        }
        let lanes = arguments[0].1.len();
        let mut results = Vec::with_capacity(lanes);
        for lane in 0..lanes {
            let lane: Vec<(Type, Operand)> = arguments
                .iter()
                .map(|(ty, operands)| {
                    (
                        *ty,
                        operands[if operands.len() == 1 { 0 } else { lane }].clone(),
                    )
                })
                .collect();
            results.push(match (unary, binary) {
                (Some(op), _) => self.b.float_unary(op, format, lane[0].1.clone()),
                (_, Some(op)) => {
                    self.b
                        .float_binary(op, format, lane[0].1.clone(), lane[1].1.clone())
                }
                _ => self.float_element(base, format, to, lane)?,
            });
        }
        Ok(Some(results))
    }

    fn float_element(
        &mut self,
        base: &str,
        format: FloatFormat,
        to: Type,
        arguments: Vec<(Type, Operand)>,
    ) -> Result<Operand> {
        let argument = |number: usize| arguments[number].1.clone();
        Ok(match base {
            "fma" => {
                let (a, b, c) = (argument(0), argument(1), argument(2));
                let to = self.b.register(Type::Float(format));
                self.b.emit(InstructionKind::FloatFma {
                    format,
                    to,
                    a,
                    b,
                    c,
                });
                to.into()
            }
            // Two roundings, as x86-64 without FMA instructions.
            "fmuladd" => {
                let product =
                    self.b
                        .float_binary(FloatBinaryOp::Mul, format, argument(0), argument(1));
                self.b
                    .float_binary(FloatBinaryOp::Add, format, product, argument(2))
            }
            "minimum" | "maximum" => {
                self.nan_propagating(base == "minimum", format, argument(0), argument(1))
            }
            "lround" | "llround" => {
                self.rounded_to_integer(Rounding::NearestAway, format, to, argument(0))
            }
            "lrint" | "llrint" => {
                self.rounded_to_integer(Rounding::NearestEven, format, to, argument(0))
            }
            "canonicalize" => argument(0),
            "fptosi.sat" | "fptoui.sat" => {
                self.saturating_cast(format, to, base == "fptosi.sat", argument(0))
            }
            _ => {
                let name = library_function(base, format)
                    .ok_or_else(|| Unsupported(format!("the intrinsic {base} of this type")))?;
                self.call_library(&name, arguments, to).remove(0)
            }
        })
    }

    /// C's `frexp`, which gives the exponent through a pointer.
    fn fraction_and_exponent(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let ty = self.element_type(value.operand(0))?;
        let argument = self.scalar(value.operand(0))?;
        let name = match ty {
            Type::Float(format) => library_function("frexp", format),
            _ => None,
        };
        let name = name.ok_or_else(|| Unsupported("the intrinsic frexp".to_owned()))?;
        let place = self.b.register(Type::Ptr);
        self.b.emit_in_entry(InstructionKind::Alloca {
            to: place,
            size: Operand::bits(4),
            align: 4,
            name: String::new(),
        });
        let arguments = vec![(ty, argument), (Type::Ptr, place.into())];
        let mut results = self.call_library(&name, arguments, ty);
        results.push(self.b.load(Type::Int(32), place.into()));
        Ok(results)
    }

    fn rounded_to_integer(
        &mut self,
        rounding: Rounding,
        format: FloatFormat,
        to: Type,
        value: Operand,
    ) -> Operand {
        let rounded = self
            .b
            .float_unary(FloatUnaryOp::Round(rounding), format, value);
        self.b
            .cast(CastOp::FloatToSigned, Type::Float(format), to, rounded)
    }

    /// Minimum or maximum where a NaN operand gives NaN and -0 is less than 0.
    fn nan_propagating(
        &mut self,
        least: bool,
        format: FloatFormat,
        a: Operand,
        b: Operand,
    ) -> Operand {
        let ty = Type::Float(format);
        let order = if least {
            FloatCompareOp::Olt
        } else {
            FloatCompareOp::Ogt
        };
        let first = self.b.float_compare(order, format, a.clone(), b.clone());
        let picked = self.b.select(ty, first, a.clone(), b.clone());
        // Equal values have equal bits, except for zeros of two signs.
        let signs = if least { BinaryOp::Or } else { BinaryOp::And };
        let bits = Type::Int(format.width());
        let left = self.b.retype(ty, bits, a.clone());
        let right = self.b.retype(ty, bits, b.clone());
        let merged = self.b.binary(signs, bits, left, right);
        let merged = self.b.retype(bits, ty, merged);
        let equal = self
            .b
            .float_compare(FloatCompareOp::Oeq, format, a.clone(), b.clone());
        let ordered = self.b.select(ty, equal, merged, picked);
        let nan = self
            .b
            .float_binary(FloatBinaryOp::Add, format, a.clone(), b.clone());
        let unordered = self.b.float_compare(FloatCompareOp::Uno, format, a, b);
        self.b.select(ty, unordered, nan, ordered)
    }

    /// Tests for the classes in a mask (LLVM's `FPClassTest`).
    fn classify(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let format = self.float_format(value.operand(0))?;
        let mask = self.scalar(value.operand(1))?;
        let Some(mask) = known(&mask) else {
            return Err(Unsupported(
                "a class of floats that is no constant".to_owned(),
            ));
        };
        let operands = self.operands(value.operand(0))?;
        Ok(operands
            .into_iter()
            .map(|operand| self.classify_element(format, mask, operand))
            .collect())
    }

    fn classify_element(&mut self, format: FloatFormat, mask: u64, value: Operand) -> Operand {
        let bool = Type::Int(1);
        let classes = FloatClasses::of(self, format, value);
        let mut found = Operand::bits(0);
        let add = |this: &mut Self, found: &mut Operand, test: Operand| {
            *found = this.b.binary(BinaryOp::Or, bool, found.clone(), test);
        };
        if mask & 1 != 0 {
            let quiet = self.b.unary(ir::UnaryOp::Not, bool, classes.quiet.clone());
            let signalling = self
                .b
                .binary(BinaryOp::And, bool, classes.nan.clone(), quiet);
            add(self, &mut found, signalling);
        }
        if mask & 2 != 0 {
            let quiet = classes.quiet.clone();
            let quiet = self
                .b
                .binary(BinaryOp::And, bool, classes.nan.clone(), quiet);
            add(self, &mut found, quiet);
        }
        let positive = self
            .b
            .unary(ir::UnaryOp::Not, bool, classes.negative.clone());
        // Bits of the mask for the negative and the positive half of a class.
        for (test, minus, plus) in [
            (&classes.infinite, 1 << 2, 1 << 9),
            (&classes.normal, 1 << 3, 1 << 8),
            (&classes.subnormal, 1 << 4, 1 << 7),
            (&classes.zero, 1 << 5, 1 << 6),
        ] {
            let signed = match (mask & minus != 0, mask & plus != 0) {
                (false, false) => continue,
                (true, true) => test.clone(),
                (true, false) => {
                    self.b
                        .binary(BinaryOp::And, bool, test.clone(), classes.negative.clone())
                }
                (false, true) => self
                    .b
                    .binary(BinaryOp::And, bool, test.clone(), positive.clone()),
            };
            add(self, &mut found, signed);
        }
        found
    }
}

/// What a float is, each an `i1`.
struct FloatClasses {
    negative: Operand,
    nan: Operand,
    /// The bit that makes a NaN quiet.
    quiet: Operand,
    infinite: Operand,
    normal: Operand,
    subnormal: Operand,
    zero: Operand,
}

impl FloatClasses {
    fn of(f: &mut FunctionTranslator<'_, '_>, format: FloatFormat, value: Operand) -> FloatClasses {
        let ty = Type::Int(format.width());
        let value = f.b.retype(Type::Float(format), ty, value);
        let bool = Type::Int(1);
        let (fraction_bits, exponent_bits) = match format {
            FloatFormat::Half => (10, 5),
            FloatFormat::Single => (23, 8),
            FloatFormat::Double => (52, 11),
            FloatFormat::X87 => (64, 15),
            FloatFormat::Quad => (112, 15),
        };
        let bits =
            |value: u128| wide_constant(format.width(), |limb| (value >> (64 * limb)) as u64);
        let exponent_mask = ((1_u128 << exponent_bits) - 1) << fraction_bits;
        let fraction_mask = (1_u128 << fraction_bits) - 1;
        let quiet_bit = 1_u128
            << if format == FloatFormat::X87 {
                62
            } else {
                fraction_bits - 1
            };
        let exponent =
            f.b.binary(BinaryOp::And, ty, value.clone(), bits(exponent_mask));
        let fraction =
            f.b.binary(BinaryOp::And, ty, value.clone(), bits(fraction_mask));
        let negative =
            f.b.compare(CompareOp::Slt, ty, value.clone(), constant(ty, 0));
        let quiet = f.b.binary(BinaryOp::And, ty, value, bits(quiet_bit));
        let quiet = f.b.compare(CompareOp::Ne, ty, quiet, constant(ty, 0));
        let least =
            f.b.compare(CompareOp::Eq, ty, exponent.clone(), constant(ty, 0));
        let greatest =
            f.b.compare(CompareOp::Eq, ty, exponent, bits(exponent_mask));
        let empty =
            f.b.compare(CompareOp::Eq, ty, fraction.clone(), constant(ty, 0));
        let some = f.b.unary(ir::UnaryOp::Not, bool, empty.clone());
        let zero =
            f.b.binary(BinaryOp::And, bool, least.clone(), empty.clone());
        let subnormal = f.b.binary(BinaryOp::And, bool, least.clone(), some.clone());
        let edge =
            f.b.binary(BinaryOp::Or, bool, least.clone(), greatest.clone());
        let mut normal = f.b.unary(ir::UnaryOp::Not, bool, edge);
        let (mut infinite, mut nan) = (
            f.b.binary(BinaryOp::And, bool, greatest.clone(), empty),
            f.b.binary(BinaryOp::And, bool, greatest.clone(), some),
        );
        if format == FloatFormat::X87 {
            // The leading one is stored: infinity has nothing else, and a number with an exponent
            // but without it is no number.
            let lead = bits(1 << 63);
            let alone =
                f.b.compare(CompareOp::Eq, ty, fraction.clone(), lead.clone());
            infinite = f.b.binary(BinaryOp::And, bool, greatest.clone(), alone);
            let lead = f.b.binary(BinaryOp::And, ty, fraction, lead);
            let present = f.b.compare(CompareOp::Ne, ty, lead, constant(ty, 0));
            normal = f.b.binary(BinaryOp::And, bool, normal, present);
            let finite = f.b.binary(BinaryOp::Or, bool, normal.clone(), least);
            let sound = f.b.binary(BinaryOp::Or, bool, finite, infinite.clone());
            nan = f.b.unary(ir::UnaryOp::Not, bool, sound);
        }
        FloatClasses {
            negative,
            nan,
            quiet,
            infinite,
            normal,
            subnormal,
            zero,
        }
    }
}
