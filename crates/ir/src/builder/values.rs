//! Instructions that give a value, and those that write memory.

use super::Builder;
use super::operand::{constant, fold, known};
use crate::{
    BinaryOp, CastOp, CompareOp, FloatBinaryOp, FloatCompareOp, FloatFormat, FloatUnaryOp,
    InstructionKind, Intrinsic, Operand, Type, UnaryOp,
};

impl Builder {
    /// Integer arithmetic.
    pub fn binary(&mut self, op: BinaryOp, ty: Type, left: Operand, right: Operand) -> Operand {
        if let Some(folded) = fold(op, ty, &left, &right) {
            return folded;
        }
        let to = self.register(ty);
        self.emit(InstructionKind::Binary {
            op,
            to,
            left,
            right,
        });
        to.into()
    }

    /// Integer operation on one operand.
    pub fn unary(&mut self, op: UnaryOp, ty: Type, value: Operand) -> Operand {
        let to = self.register(ty);
        self.emit(InstructionKind::Unary { op, to, value });
        to.into()
    }

    /// Integer comparison.
    pub fn compare(&mut self, op: CompareOp, ty: Type, left: Operand, right: Operand) -> Operand {
        let to = self.register(Type::Int(1));
        self.emit(InstructionKind::Compare {
            op,
            ty,
            to,
            left,
            right,
        });
        to.into()
    }

    /// Choice without a branch.
    pub fn select(
        &mut self,
        ty: Type,
        condition: Operand,
        then: Operand,
        otherwise: Operand,
    ) -> Operand {
        match known(&condition) {
            Some(0) => return otherwise,
            Some(_) => return then,
            None if then == otherwise => return then,
            None => {}
        }
        let to = self.register(ty);
        self.emit(InstructionKind::Select {
            to,
            condition,
            then,
            otherwise,
        });
        to.into()
    }

    /// Conversion; the operand itself where nothing changes.
    pub fn cast(&mut self, op: CastOp, from: Type, ty: Type, value: Operand) -> Operand {
        let resize = matches!(
            op,
            CastOp::ZeroExtend | CastOp::SignExtend | CastOp::Truncate
        );
        if resize && from.width() == ty.width() {
            return value;
        }
        if let (Some(bits), CastOp::ZeroExtend) = (known(&value), op) {
            return constant(ty, bits);
        }
        let to = self.register(ty);
        self.emit(InstructionKind::Cast {
            op,
            from,
            to,
            value,
        });
        to.into()
    }

    /// The same bits in a register of another type of that width. Integers and pointers share
    /// registers; floats have their own.
    pub fn retype(&mut self, from: Type, ty: Type, value: Operand) -> Operand {
        debug_assert_eq!(from.width(), ty.width());
        let float = matches!(from, Type::Float(_)) || matches!(ty, Type::Float(_));
        if from == ty || !float || matches!(value, Operand::Constant(_)) {
            return value;
        }
        let to = self.register(ty);
        self.emit(InstructionKind::Copy { to, value });
        to.into()
    }

    /// An integer of at least the same width, extended with its sign.
    pub fn sign_extend(&mut self, from: Type, ty: Type, value: Operand) -> Operand {
        if let (Some(bits), Type::Int(width @ ..64)) = (super::known(&value), from) {
            let shift = 64 - width;
            let bits = (((bits << shift) as i64) >> shift) as u64;
            return super::constant(ty, bits);
        }
        self.cast(CastOp::SignExtend, from, ty, value)
    }

    /// An integer of another width: cut off, or extended with zeros.
    pub fn resize(&mut self, from: Type, ty: Type, value: Operand) -> Operand {
        let op = if ty.width() < from.width() {
            CastOp::Truncate
        } else {
            CastOp::ZeroExtend
        };
        self.cast(op, from, ty, value)
    }

    /// Float arithmetic.
    pub fn float_binary(
        &mut self,
        op: FloatBinaryOp,
        format: FloatFormat,
        left: Operand,
        right: Operand,
    ) -> Operand {
        let to = self.register(Type::Float(format));
        self.emit(InstructionKind::FloatBinary {
            op,
            format,
            to,
            left,
            right,
        });
        to.into()
    }

    /// Float operation on one operand.
    pub fn float_unary(
        &mut self,
        op: FloatUnaryOp,
        format: FloatFormat,
        value: Operand,
    ) -> Operand {
        let to = self.register(Type::Float(format));
        self.emit(InstructionKind::FloatUnary {
            op,
            format,
            to,
            value,
        });
        to.into()
    }

    /// Float comparison.
    pub fn float_compare(
        &mut self,
        op: FloatCompareOp,
        format: FloatFormat,
        left: Operand,
        right: Operand,
    ) -> Operand {
        let to = self.register(Type::Int(1));
        self.emit(InstructionKind::FloatCompare {
            op,
            format,
            to,
            left,
            right,
        });
        to.into()
    }

    /// Memory read.
    pub fn load(&mut self, ty: Type, address: Operand) -> Operand {
        let to = self.register(ty);
        self.emit(InstructionKind::Load { to, address });
        to.into()
    }

    /// Memory write.
    pub fn store(&mut self, ty: Type, value: Operand, address: Operand) {
        self.emit(InstructionKind::Store { ty, value, address });
    }

    /// An address plus a constant.
    pub fn offset(&mut self, address: Operand, offset: u64) -> Operand {
        self.binary(BinaryOp::Add, Type::Ptr, address, Operand::bits(offset))
    }

    /// Operation of the machine.
    pub fn intrinsic(
        &mut self,
        intrinsic: impl Into<Intrinsic>,
        arguments: Vec<Operand>,
    ) -> Option<Operand> {
        let intrinsic = intrinsic.into();
        let result = intrinsic.signature().result.map(|ty| self.register(ty));
        self.emit(InstructionKind::CallIntrinsic {
            result,
            intrinsic,
            arguments,
        });
        result.map(Operand::from)
    }
}
