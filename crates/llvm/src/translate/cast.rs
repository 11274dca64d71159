//! Conversions.

use super::function::FunctionTranslator;
use super::{Result, Unsupported};
use crate::reader::Value;
use ir::builder::{all_ones, constant, signed_max, signed_min};
use ir::{BinaryOp, CastOp, ErrorKind, FloatCompareOp, FloatFormat, Operand, Type};
use llvm_sys::LLVMOpcode;

impl<'m> FunctionTranslator<'_, 'm> {
    pub fn cast(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let opcode = value.opcode();
        let from = self.element_type(value.operand(0))?;
        let layout = self.program.layouts.of(value.ty())?;
        let to = layout
            .types()
            .next()
            .ok_or_else(|| Unsupported("an empty cast".to_owned()))?;
        let operands = self.operands(value.operand(0))?;
        let mut results = Vec::with_capacity(operands.len());
        for operand in operands {
            results.push(self.cast_element(opcode, from, to, operand));
        }
        Ok(results)
    }

    fn cast_element(
        &mut self,
        opcode: LLVMOpcode,
        from: Type,
        to: Type,
        value: Operand,
    ) -> Operand {
        if matches!(opcode, LLVMOpcode::LLVMPtrToInt | LLVMOpcode::LLVMIntToPtr) {
            return self.resize_scalar(from, to, value);
        }
        let op = match opcode {
            LLVMOpcode::LLVMTrunc => CastOp::Truncate,
            LLVMOpcode::LLVMZExt => CastOp::ZeroExtend,
            LLVMOpcode::LLVMSExt => CastOp::SignExtend,
            LLVMOpcode::LLVMFPToUI => CastOp::FloatToUnsigned,
            LLVMOpcode::LLVMFPToSI => CastOp::FloatToSigned,
            LLVMOpcode::LLVMUIToFP => CastOp::UnsignedToFloat,
            LLVMOpcode::LLVMSIToFP => CastOp::SignedToFloat,
            LLVMOpcode::LLVMFPTrunc | LLVMOpcode::LLVMFPExt => CastOp::FloatToFloat,
            _ if to.width() < from.width() => CastOp::Truncate,
            // Pointers and integers: same bits, or zeros above.
            _ => CastOp::ZeroExtend,
        };
        if let (CastOp::FloatToSigned | CastOp::FloatToUnsigned, Type::Float(format)) = (op, from) {
            self.check_float_range(format, to, op == CastOp::FloatToSigned, &value);
        }
        self.b.cast(op, from, to, value)
    }

    /// Branches to an error where a float is outside the range of an integer type.
    fn check_float_range(&mut self, format: FloatFormat, to: Type, signed: bool, value: &Operand) {
        if !self.program.settings.checks.float_cast || self.optimised {
            return;
        }
        let bits = to.width() - u32::from(signed);
        let above = power_of_two(format, bits, false);
        let high = self
            .b
            .float_compare(FloatCompareOp::Olt, format, value.clone(), above);
        let low = if signed {
            // -2^bits - 1 is out of range, everything above it is in range; where the format
            // cannot tell the two apart, -2^bits itself is the bound.
            let least = power_of_two(format, bits, true);
            match below_power_of_two(format, bits) {
                Some(below) => {
                    self.b
                        .float_compare(FloatCompareOp::Ogt, format, value.clone(), below)
                }
                None => self
                    .b
                    .float_compare(FloatCompareOp::Oge, format, value.clone(), least),
            }
        } else {
            let minus_one = power_of_two(format, 0, true);
            self.b
                .float_compare(FloatCompareOp::Ogt, format, value.clone(), minus_one)
        };
        let good = self.b.binary(BinaryOp::And, Type::Int(1), low, high);
        let bad = self
            .b
            .binary(BinaryOp::Xor, Type::Int(1), good, Operand::bits(1));
        self.b.check(bad, ErrorKind::FloatCastOverflow, "");
    }

    /// Conversion to an integer where what is out of range becomes the nearest bound, and NaN 0.
    pub fn saturating_cast(
        &mut self,
        format: FloatFormat,
        to: Type,
        signed: bool,
        value: Operand,
    ) -> Operand {
        let bits = to.width() - u32::from(signed);
        let (op, least, greatest) = match signed {
            true => (CastOp::FloatToSigned, signed_min(to), signed_max(to)),
            false => (CastOp::FloatToUnsigned, constant(to, 0), all_ones(to)),
        };
        let bound = match signed {
            true => power_of_two(format, bits, true),
            false => constant(Type::Float(format), 0),
        };
        let above = power_of_two(format, bits, false);
        let converted = self.b.cast(op, Type::Float(format), to, value.clone());
        let low = self
            .b
            .float_compare(FloatCompareOp::Ole, format, value.clone(), bound);
        let high = self
            .b
            .float_compare(FloatCompareOp::Oge, format, value.clone(), above);
        let nan = self
            .b
            .float_compare(FloatCompareOp::Uno, format, value.clone(), value);
        let result = self.b.select(to, low, least, converted);
        let result = self.b.select(to, high, greatest, result);
        self.b.select(to, nan, constant(to, 0), result)
    }

    /// The same bits as another type.
    pub fn bit_cast(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let from: Vec<Type> = self
            .program
            .layouts
            .of(value.operand(0).ty())?
            .types()
            .collect();
        let to: Vec<Type> = self.program.layouts.of(value.ty())?.types().collect();
        let operands = self.operands(value.operand(0))?;
        Ok(self.regroup(&from, &to, operands))
    }

    /// Bits of elements of one width as elements of another, lowest first.
    pub fn regroup(&mut self, from: &[Type], to: &[Type], operands: Vec<Operand>) -> Vec<Operand> {
        let (Some(source), Some(target)) = (from.first(), to.first()) else {
            return operands;
        };
        if source.width() == target.width() {
            let pairs = operands.into_iter().zip(from.iter().zip(to));
            return pairs
                .map(|(operand, (from, to))| self.b.retype(*from, *to, operand))
                .collect();
        }
        // Elements that do not divide each other go through one integer of all bits.
        let total: u32 = from.iter().map(|ty| ty.width()).sum();
        let (a, b) = (source.width(), target.width());
        let group = if a % b == 0 || b % a == 0 {
            a.max(b)
        } else {
            total
        };
        let per_group = (group / a) as usize;
        let mut results = Vec::with_capacity(to.len());
        for chunk in operands.chunks(per_group) {
            let joined = self.join(*source, chunk, Type::Int(group));
            for index in 0..group / b {
                results.push(self.slice(Type::Int(group), &joined, index * b, *target));
            }
        }
        results
    }

    /// Elements as one integer, the first in the lowest bits.
    pub fn join(&mut self, element: Type, parts: &[Operand], whole: Type) -> Operand {
        let mut joined = constant(whole, 0);
        for (index, part) in parts.iter().enumerate() {
            let bits = Type::Int(element.width());
            let part = self.b.retype(element, bits, part.clone());
            let wide = self.b.cast(CastOp::ZeroExtend, bits, whole, part);
            let shift = constant(whole, index as u64 * u64::from(element.width()));
            let placed = self.b.binary(BinaryOp::Shl, whole, wide, shift);
            joined = if index == 0 {
                placed
            } else {
                self.b.binary(BinaryOp::Or, whole, joined, placed)
            };
        }
        joined
    }

    /// Bits of an integer from a position on.
    pub fn slice(&mut self, whole: Type, value: &Operand, at: u32, part: Type) -> Operand {
        let shift = constant(whole, u64::from(at));
        let shifted = self.b.binary(BinaryOp::Lshr, whole, value.clone(), shift);
        let bits = Type::Int(part.width());
        let cut = self.b.cast(CastOp::Truncate, whole, bits, shifted);
        self.b.retype(bits, part, cut)
    }
}

/// Layout of a float format: bits of the exponent, bits of the fraction as stored.
fn parts(format: FloatFormat) -> (u32, u32) {
    match format {
        FloatFormat::Half => (5, 10),
        FloatFormat::Single => (8, 23),
        FloatFormat::Double => (11, 52),
        FloatFormat::X87 => (15, 64),
        FloatFormat::Quad => (15, 112),
    }
}

/// ±2^`power`, or infinity where the format does not reach so far.
fn power_of_two(format: FloatFormat, power: u32, negative: bool) -> Operand {
    let (exponent_bits, fraction_bits) = parts(format);
    let bias = (1_u64 << (exponent_bits - 1)) - 1;
    let greatest = (1 << exponent_bits) - 1;
    let exponent = (u64::from(power) + bias).min(greatest);
    // x87 stores the leading one.
    let fraction = if format == FloatFormat::X87 {
        1_u128 << 63
    } else {
        0
    };
    assemble(format, negative, exponent, fraction_bits, fraction)
}

/// -(2^`power` + 1) if the format has it.
fn below_power_of_two(format: FloatFormat, power: u32) -> Option<Operand> {
    let (exponent_bits, fraction_bits) = parts(format);
    let bias = (1_u64 << (exponent_bits - 1)) - 1;
    if power == 0 {
        return Some(power_of_two(format, 1, true));
    }
    let precision = if format == FloatFormat::X87 {
        63
    } else {
        fraction_bits
    };
    if power > precision || u64::from(power) > bias {
        return None;
    }
    let leading = if format == FloatFormat::X87 {
        1_u128 << 63
    } else {
        0
    };
    let fraction = leading | 1 << (precision - power);
    Some(assemble(
        format,
        true,
        u64::from(power) + bias,
        fraction_bits,
        fraction,
    ))
}

fn assemble(
    format: FloatFormat,
    negative: bool,
    exponent: u64,
    fraction_bits: u32,
    fraction: u128,
) -> Operand {
    let sign = u128::from(negative) << (format.width() - 1);
    let bits = sign | u128::from(exponent) << fraction_bits | fraction;
    ir::builder::wide_constant(format.width(), |limb| (bits >> (64 * limb)) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bounds_are_exact() {
        let double = |operand: Operand| f64::from_bits(ir::builder::known(&operand).unwrap_or(0));
        assert_eq!(
            double(power_of_two(FloatFormat::Double, 31, false)),
            2_147_483_648.0
        );
        assert_eq!(double(power_of_two(FloatFormat::Double, 0, true)), -1.0);
        let below = below_power_of_two(FloatFormat::Double, 31).map(double);
        assert_eq!(below, Some(-2_147_483_649.0));
        assert_eq!(below_power_of_two(FloatFormat::Double, 63), None);
        let single =
            |operand: Operand| f32::from_bits(ir::builder::known(&operand).unwrap_or(0) as u32);
        assert_eq!(
            single(power_of_two(FloatFormat::Single, 31, false)),
            2_147_483_648.0
        );
        assert_eq!(below_power_of_two(FloatFormat::Single, 31), None);
        assert_eq!(
            single(power_of_two(FloatFormat::Single, 128, false)),
            f32::INFINITY
        );
        assert_eq!(
            below_power_of_two(FloatFormat::Single, 7).map(single),
            Some(-129.0)
        );
    }
}
