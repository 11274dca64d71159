//! Constants: what is known when the program is translated, and what has to be computed.

use super::function::FunctionTranslator;
use super::module::ModuleTranslator;
use super::{Result, Unsupported};
use crate::reader::{Ty, TyKind, Value, ValueKind};
use ir::builder::{constant, wide_constant};
use ir::{Constant, Operand};
use llvm_sys::{LLVMLinkage, LLVMOpcode};

/// Deepest nesting of constant expressions and aggregates.
const MAX_DEPTH: usize = 256;

impl<'m> FunctionTranslator<'_, 'm> {
    /// The scalars of a value.
    pub fn operands(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        match value.kind() {
            ValueKind::LLVMInstructionValueKind | ValueKind::LLVMArgumentValueKind => {
                match self.values.get(&value) {
                    Some(operands) => Ok(operands.clone()),
                    // A value that only unreachable code or an unsupported instruction defines.
                    None => self.zeros(value.ty()),
                }
            }
            _ => self.constant(value, 0),
        }
    }

    /// The only scalar of a value.
    pub fn scalar(&mut self, value: Value<'m>) -> Result<Operand> {
        let mut operands = self.operands(value)?;
        match (operands.pop(), operands.is_empty()) {
            (Some(operand), true) => Ok(operand),
            _ => Err(Unsupported(format!(
                "{} where a scalar is expected",
                value.ty().print()
            ))),
        }
    }

    /// A value of zeros.
    pub fn zeros(&mut self, ty: Ty<'m>) -> Result<Vec<Operand>> {
        Ok(self
            .program
            .layouts
            .of(ty)?
            .types()
            .map(|ty| constant(ty, 0))
            .collect())
    }

    /// Recursion is bounded by `MAX_DEPTH`.
    fn constant(&mut self, value: Value<'m>, depth: usize) -> Result<Vec<Operand>> {
        if depth > MAX_DEPTH {
            return Err(Unsupported("a constant nested too deeply".to_owned()));
        }
        match value.kind() {
            ValueKind::LLVMConstantStructValueKind
            | ValueKind::LLVMConstantArrayValueKind
            | ValueKind::LLVMConstantVectorValueKind
            | ValueKind::LLVMConstantDataArrayValueKind
            | ValueKind::LLVMConstantDataVectorValueKind => {
                // Also bounds the number of elements.
                let expected = self.program.layouts.of(value.ty())?.leaves.len();
                let mut operands = Vec::with_capacity(expected);
                for element in elements(value) {
                    operands.extend(self.constant(element, depth + 1)?);
                }
                Ok(operands)
            }
            ValueKind::LLVMUndefValueValueKind
            | ValueKind::LLVMPoisonValueKind
            | ValueKind::LLVMConstantAggregateZeroValueKind => self.zeros(value.ty()),
            _ => match self.program.fold(value)? {
                Some(folded) => Ok(vec![folded.into()]),
                None if value.kind() == ValueKind::LLVMConstantExprValueKind => {
                    self.expression_depth += 1;
                    let result = if self.expression_depth > MAX_DEPTH {
                        Err(Unsupported("a constant nested too deeply".to_owned()))
                    } else {
                        self.compute(value)
                    };
                    self.expression_depth -= 1;
                    result
                }
                None => Err(Unsupported(format!("the constant {}", value.print()))),
            },
        }
    }
}

/// Elements of a constant aggregate.
pub fn elements(value: Value<'_>) -> impl Iterator<Item = Value<'_>> {
    let count = match value.ty().kind() {
        TyKind::Struct(count) | TyKind::Vector(_, count) => count,
        TyKind::Array(_, count) => u32::try_from(count).unwrap_or(u32::MAX),
        _ => 0,
    };
    (0..count).map_while(move |index| value.element(index))
}

impl<'m> ModuleTranslator<'m> {
    /// The constant of `ir` that a scalar constant is, if it is one.
    pub fn fold(&mut self, value: Value<'m>) -> Result<Option<Constant>> {
        self.fold_within(value, 0)
    }

    fn fold_within(&mut self, value: Value<'m>, depth: usize) -> Result<Option<Constant>> {
        if depth > MAX_DEPTH {
            return Err(Unsupported("a constant nested too deeply".to_owned()));
        }
        Ok(match value.kind() {
            ValueKind::LLVMConstantIntValueKind => integer(value),
            ValueKind::LLVMConstantFPValueKind => {
                let TyKind::Float(format) = value.ty().kind() else {
                    return Err(Unsupported(format!("the type {}", value.ty().print())));
                };
                integer(value.float_bits(self.module, format.width()))
            }
            ValueKind::LLVMConstantPointerNullValueKind => Some(Constant::Bits(0)),
            ValueKind::LLVMUndefValueValueKind | ValueKind::LLVMPoisonValueKind => {
                scalar_width(value.ty()).map(zero)
            }
            ValueKind::LLVMGlobalVariableValueKind if is_absent(value) => Some(Constant::Bits(0)),
            ValueKind::LLVMGlobalVariableValueKind => {
                Some(Constant::Global(self.global_id(value), 0))
            }
            ValueKind::LLVMFunctionValueKind if is_absent(value) => Some(Constant::Bits(0)),
            ValueKind::LLVMFunctionValueKind => Some(Constant::Function(self.function_id(value))),
            ValueKind::LLVMGlobalAliasValueKind => self.fold_within(value.aliasee(), depth + 1)?,
            ValueKind::LLVMGlobalIFuncValueKind => {
                return Err(Unsupported(format!("the ifunc {}", value.name())));
            }
            ValueKind::LLVMBlockAddressValueKind => {
                Some(Constant::Bits(self.label(value.block_address().1)))
            }
            ValueKind::LLVMConstantExprValueKind => self.fold_expression(value, depth + 1)?,
            _ => None,
        })
    }

    fn fold_expression(&mut self, value: Value<'m>, depth: usize) -> Result<Option<Constant>> {
        let Some(width) = scalar_width(value.ty()) else {
            return Ok(None);
        };
        if width > 64 || scalar_width(value.operand(0).ty()).is_none_or(|width| width > 64) {
            return Ok(None);
        }
        let mask = u64::MAX >> (64 - width);
        let first = self.fold_within(value.operand(0), depth)?;
        Ok(match value.opcode() {
            // Pointers as numbers, which the machine gives them.
            LLVMOpcode::LLVMPtrToInt | LLVMOpcode::LLVMIntToPtr
                if self.narrow && !matches!(first, Some(Constant::Bits(_))) =>
            {
                None
            }
            LLVMOpcode::LLVMBitCast
            | LLVMOpcode::LLVMAddrSpaceCast
            | LLVMOpcode::LLVMIntToPtr
            | LLVMOpcode::LLVMPtrToInt
            | LLVMOpcode::LLVMTrunc => match first {
                Some(Constant::Bits(bits)) => Some(Constant::Bits(bits & mask)),
                Some(symbol) if width == 64 => Some(symbol),
                _ => None,
            },
            LLVMOpcode::LLVMAdd => {
                let second = self.fold_within(value.operand(1), depth)?;
                match (first, second) {
                    (Some(symbol), Some(Constant::Bits(bits)))
                    | (Some(Constant::Bits(bits)), Some(symbol)) => plus(symbol, bits, mask),
                    _ => None,
                }
            }
            LLVMOpcode::LLVMSub => match (first, self.fold_within(value.operand(1), depth)?) {
                (Some(symbol), Some(Constant::Bits(bits))) => {
                    plus(symbol, bits.wrapping_neg(), mask)
                }
                (Some(Constant::Global(a, at)), Some(Constant::Global(b, from))) if a == b => {
                    Some(Constant::Bits(at.wrapping_sub(from) as u64 & mask))
                }
                _ => None,
            },
            LLVMOpcode::LLVMGetElementPtr => {
                let path = self.gep_path(value)?;
                match first {
                    Some(base) if path.dynamic.is_empty() => plus(base, path.offset, mask),
                    _ => None,
                }
            }
            _ => None,
        })
    }
}

/// A symbol or number plus a number.
fn plus(base: Constant, bits: u64, mask: u64) -> Option<Constant> {
    match base {
        Constant::Bits(base) => Some(Constant::Bits(base.wrapping_add(bits) & mask)),
        Constant::Global(id, offset) if mask == u64::MAX => {
            Some(Constant::Global(id, offset.wrapping_add(bits as i64)))
        }
        Constant::Function(id) if bits == 0 => Some(Constant::Function(id)),
        _ => None,
    }
}

fn zero(width: u32) -> Constant {
    match constant(ir::Type::Int(width), 0) {
        Operand::Constant(constant) => constant,
        Operand::Register(_) => Constant::Bits(0),
    }
}

/// Width of a scalar type.
fn scalar_width(ty: Ty<'_>) -> Option<u32> {
    match ty.kind() {
        TyKind::Int(width) => Some(width),
        TyKind::Float(format) => Some(format.width()),
        TyKind::Ptr => Some(64),
        _ => None,
    }
}

/// True for a weak declaration that nothing defines: its address is null.
fn is_absent(value: Value<'_>) -> bool {
    value.is_declaration()
        && value.linkage() == LLVMLinkage::LLVMExternalWeakLinkage
        && !value.name().starts_with("wf__")
}

/// Bits of an integer constant.
fn integer(value: Value<'_>) -> Option<Constant> {
    let TyKind::Int(width) = value.ty().kind() else {
        return None;
    };
    if value.kind() != ValueKind::LLVMConstantIntValueKind {
        return None;
    }
    if width <= 64 {
        return Some(Constant::Bits(value.small_integer()));
    }
    // The C interface gives no more than 64 bits; the printed form has them all: `i128 -5`.
    let printed = value.print();
    let limbs = decimal(printed.split_whitespace().nth(1)?, width)?;
    match wide_constant(width, |limb| limbs[limb as usize]) {
        Operand::Constant(constant) => Some(constant),
        Operand::Register(_) => None,
    }
}

/// Two's complement limbs of a decimal number.
fn decimal(text: &str, width: u32) -> Option<Vec<u64>> {
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let mut limbs = vec![0_u64; width.div_ceil(64) as usize];
    // Nineteen digits at a time fit a limb.
    for chunk in digits.as_bytes().chunks(19) {
        let chunk = std::str::from_utf8(chunk).ok()?;
        let mut carry = u128::from(chunk.parse::<u64>().ok()?);
        let factor = 10_u128.pow(chunk.len() as u32);
        for limb in &mut limbs {
            let product = u128::from(*limb) * factor + carry;
            *limb = product as u64;
            carry = product >> 64;
        }
    }
    if negative {
        let mut carry = true;
        for limb in &mut limbs {
            let (sum, overflow) = (!*limb).overflowing_add(u64::from(carry));
            *limb = sum;
            carry = overflow;
        }
    }
    Some(limbs)
}

#[cfg(test)]
mod tests {
    use super::decimal;

    #[test]
    fn decimals_become_limbs() {
        assert_eq!(decimal("-1", 128), Some(vec![u64::MAX, u64::MAX]));
        assert_eq!(decimal("18446744073709551616", 128), Some(vec![0, 1]));
        assert_eq!(
            decimal("170141183460469231731687303715884105727", 128),
            Some(vec![u64::MAX, u64::MAX >> 1])
        );
        assert_eq!(
            decimal("-170141183460469231731687303715884105728", 128),
            Some(vec![0, 1 << 63])
        );
        assert_eq!(decimal("true", 128), None);
    }
}
