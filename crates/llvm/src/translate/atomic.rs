//! Atomic operations: the machine runs one thread, so they are loads and stores.

use super::function::FunctionTranslator;
use super::{Result, Unsupported};
use crate::reader::Value;
use ir::builder::constant;
use ir::{BinaryOp, CompareOp, FloatBinaryOp, FloatFormat, Operand, Type, UnaryOp};
use llvm_sys::LLVMAtomicRMWBinOp;

impl<'m> FunctionTranslator<'_, 'm> {
    /// Gives the old value and whether the new one was stored.
    pub fn compare_exchange(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let address = self.scalar(value.operand(0))?;
        let expected = self.scalar(value.operand(1))?;
        let new = self.scalar(value.operand(2))?;
        let ty = self.element_type(value.operand(1))?;
        let old = self.load_scalar(ty, address.clone());
        let equal = self.b.compare(CompareOp::Eq, ty, old.clone(), expected);
        // Like the processor, which writes the old value back.
        let stored = self.b.select(ty, equal.clone(), new, old.clone());
        self.store_scalar(ty, stored, address);
        Ok(vec![old, equal])
    }

    /// Gives the old value.
    pub fn atomic_update(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let address = self.scalar(value.operand(0))?;
        let operand = self.scalar(value.operand(1))?;
        let ty = self.element_type(value.operand(1))?;
        let old = self.load_scalar(ty, address.clone());
        let new = self.updated(value.atomic_operation(), ty, old.clone(), operand)?;
        self.store_scalar(ty, new, address);
        Ok(vec![old])
    }

    fn updated(
        &mut self,
        op: LLVMAtomicRMWBinOp,
        ty: Type,
        old: Operand,
        operand: Operand,
    ) -> Result<Operand> {
        use LLVMAtomicRMWBinOp::*;
        Ok(match op {
            LLVMAtomicRMWBinOpXchg => operand,
            LLVMAtomicRMWBinOpAdd => self.b.binary(BinaryOp::Add, ty, old, operand),
            LLVMAtomicRMWBinOpSub => self.b.binary(BinaryOp::Sub, ty, old, operand),
            LLVMAtomicRMWBinOpAnd => self.b.binary(BinaryOp::And, ty, old, operand),
            LLVMAtomicRMWBinOpOr => self.b.binary(BinaryOp::Or, ty, old, operand),
            LLVMAtomicRMWBinOpXor => self.b.binary(BinaryOp::Xor, ty, old, operand),
            LLVMAtomicRMWBinOpNand => {
                let both = self.b.binary(BinaryOp::And, ty, old, operand);
                self.b.unary(UnaryOp::Not, ty, both)
            }
            LLVMAtomicRMWBinOpMax => self.pick(CompareOp::Sgt, ty, old, operand),
            LLVMAtomicRMWBinOpMin => self.pick(CompareOp::Slt, ty, old, operand),
            LLVMAtomicRMWBinOpUMax => self.pick(CompareOp::Ugt, ty, old, operand),
            LLVMAtomicRMWBinOpUMin => self.pick(CompareOp::Ult, ty, old, operand),
            LLVMAtomicRMWBinOpFAdd => self.float_update(FloatBinaryOp::Add, ty, old, operand)?,
            LLVMAtomicRMWBinOpFSub => self.float_update(FloatBinaryOp::Sub, ty, old, operand)?,
            LLVMAtomicRMWBinOpFMax => self.float_update(FloatBinaryOp::Max, ty, old, operand)?,
            LLVMAtomicRMWBinOpFMin => self.float_update(FloatBinaryOp::Min, ty, old, operand)?,
            LLVMAtomicRMWBinOpUIncWrap => {
                let wraps = self.b.compare(CompareOp::Uge, ty, old.clone(), operand);
                let more = self.b.binary(BinaryOp::Add, ty, old, constant(ty, 1));
                self.b.select(ty, wraps, constant(ty, 0), more)
            }
            LLVMAtomicRMWBinOpUDecWrap => {
                let zero = self
                    .b
                    .compare(CompareOp::Eq, ty, old.clone(), constant(ty, 0));
                let above = self
                    .b
                    .compare(CompareOp::Ugt, ty, old.clone(), operand.clone());
                let wraps = self.b.binary(BinaryOp::Or, Type::Int(1), zero, above);
                let less = self.b.binary(BinaryOp::Sub, ty, old, constant(ty, 1));
                self.b.select(ty, wraps, operand, less)
            }
        })
    }

    /// The first operand where the comparison holds, else the second.
    pub fn pick(&mut self, op: CompareOp, ty: Type, a: Operand, b: Operand) -> Operand {
        let first = self.b.compare(op, ty, a.clone(), b.clone());
        self.b.select(ty, first, a, b)
    }

    fn float_update(
        &mut self,
        op: FloatBinaryOp,
        ty: Type,
        old: Operand,
        operand: Operand,
    ) -> Result<Operand> {
        let format: FloatFormat = match ty {
            Type::Float(format) => format,
            Type::Int(_) | Type::Ptr => {
                return Err(Unsupported(
                    "atomic float arithmetic on no float".to_owned(),
                ));
            }
        };
        Ok(self.b.float_binary(op, format, old, operand))
    }
}
