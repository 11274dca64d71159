//! Arithmetic, comparison and choice, element by element for vectors.

use super::function::FunctionTranslator;
use super::{Result, Unsupported};
use crate::reader::{TyKind, Value, ValueKind};
use ir::builder::{all_ones, constant, known, signed_min};
use ir::{
    BinaryOp, CastOp, CompareOp, ErrorKind, FloatBinaryOp, FloatCompareOp, FloatFormat,
    FloatUnaryOp, Operand, Type,
};
use llvm_sys::{LLVMIntPredicate, LLVMOpcode, LLVMRealPredicate};

impl<'m> FunctionTranslator<'_, 'm> {
    /// Type of the elements of a scalar or vector value.
    pub fn element_type(&mut self, value: Value<'m>) -> Result<Type> {
        let layout = self.program.layouts.of(value.ty())?;
        match layout.leaves.first() {
            Some(leaf) => Ok(leaf.ty),
            None => Err(Unsupported(format!(
                "a value of the type {}",
                value.ty().print()
            ))),
        }
    }

    /// Format of the elements of a float value.
    pub fn float_format(&mut self, value: Value<'m>) -> Result<FloatFormat> {
        match self.element_type(value)? {
            Type::Float(format) => Ok(format),
            Type::Int(_) | Type::Ptr => Err(Unsupported(format!(
                "{} where a float is expected",
                value.ty().print()
            ))),
        }
    }

    /// Pairs of elements of two operands.
    pub fn pairs(&mut self, a: Value<'m>, b: Value<'m>) -> Result<Vec<(Operand, Operand)>> {
        let left = self.operands(a)?;
        Ok(left.into_iter().zip(self.operands(b)?).collect())
    }

    pub fn integer_binary(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let ty = self.element_type(value)?;
        let op = binary_op(value.opcode());
        if op == BinaryOp::Sub {
            self.difference_of_addresses(value)?;
        }
        let pairs = self.pairs(value.operand(0), value.operand(1))?;
        let mut results = Vec::with_capacity(pairs.len());
        for (left, mut right) in pairs {
            match op {
                BinaryOp::Udiv | BinaryOp::Urem => self.check_divisor(ty, &right),
                BinaryOp::Sdiv | BinaryOp::Srem => {
                    self.check_divisor(ty, &right);
                    self.check_quotient(ty, &left, &right);
                }
                BinaryOp::Shl | BinaryOp::Lshr | BinaryOp::Ashr => {
                    right = self.shift_amount(ty, right);
                }
                BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul => {
                    self.check_overflow(value, op, ty, &left, &right);
                }
                BinaryOp::And
                | BinaryOp::Or
                | BinaryOp::Xor
                | BinaryOp::RotateLeft
                | BinaryOp::RotateRight => {}
            }
            results.push(self.b.binary(op, ty, left, right));
        }
        Ok(results)
    }

    fn check_divisor(&mut self, ty: Type, divisor: &Operand) {
        if matches!(divisor, Operand::Constant(_)) && *divisor != constant(ty, 0) {
            return;
        }
        let zero = self
            .b
            .compare(CompareOp::Eq, ty, divisor.clone(), constant(ty, 0));
        self.b.check(zero, ErrorKind::DivisionByZero, "");
    }

    fn check_quotient(&mut self, ty: Type, left: &Operand, right: &Operand) {
        let (minimum, minus_one) = (signed_min(ty), all_ones(ty));
        let differs = |operand: &Operand, value: &Operand| {
            matches!(operand, Operand::Constant(_)) && operand != value
        };
        if differs(left, &minimum) || differs(right, &minus_one) {
            return;
        }
        let least = self.b.compare(CompareOp::Eq, ty, left.clone(), minimum);
        let bad = if *right == minus_one {
            least
        } else {
            let negates = self.b.compare(CompareOp::Eq, ty, right.clone(), minus_one);
            self.b.binary(BinaryOp::And, Type::Int(1), least, negates)
        };
        self.b.check(
            bad,
            ErrorKind::SignedOverflow,
            "the quotient of the least integer and -1",
        );
    }

    /// Optimised code may shift too far where the result is not used; the amount is then taken
    /// modulo the width. Elsewhere that is the error it is in C.
    fn shift_amount(&mut self, ty: Type, amount: Operand) -> Operand {
        let width = u64::from(ty.width());
        if known(&amount).is_some_and(|amount| amount < width) {
            return amount;
        }
        if !self.optimised {
            let bad = self
                .b
                .compare(CompareOp::Uge, ty, amount.clone(), constant(ty, width));
            self.b.check(bad, ErrorKind::BadShift, "");
            return amount;
        }
        self.modulo_width(ty, amount)
    }

    /// An amount modulo the width of its type.
    pub fn modulo_width(&mut self, ty: Type, amount: Operand) -> Operand {
        let width = u64::from(ty.width());
        if width == 1 {
            return constant(ty, 0);
        }
        match known(&amount) {
            Some(amount) => constant(ty, amount % width),
            None if width.is_power_of_two() => {
                self.b
                    .binary(BinaryOp::And, ty, amount, constant(ty, width - 1))
            }
            None => self
                .b
                .binary(BinaryOp::Urem, ty, amount, constant(ty, width)),
        }
    }

    fn check_overflow(
        &mut self,
        value: Value<'m>,
        op: BinaryOp,
        ty: Type,
        left: &Operand,
        right: &Operand,
    ) {
        let checks = self.program.settings.checks;
        if !checks.overflow && !checks.unsigned_overflow {
            return;
        }
        if value.kind() != ValueKind::LLVMInstructionValueKind || self.optimised {
            return;
        }
        let signed = value.no_signed_wrap();
        let wanted = if signed {
            checks.overflow
        } else {
            checks.unsigned_overflow && is_unsigned_arithmetic(value, ty)
        };
        if !wanted {
            return;
        }
        let (compare, kind) = match (op, signed) {
            (BinaryOp::Add, true) => (CompareOp::SaddOverflows, ErrorKind::SignedOverflow),
            (BinaryOp::Sub, true) => (CompareOp::SsubOverflows, ErrorKind::SignedOverflow),
            (BinaryOp::Mul, true) => (CompareOp::SmulOverflows, ErrorKind::SignedOverflow),
            (BinaryOp::Add, false) => (CompareOp::UaddOverflows, ErrorKind::UnsignedOverflow),
            (BinaryOp::Sub, false) => (CompareOp::UsubOverflows, ErrorKind::UnsignedOverflow),
            (BinaryOp::Mul, false) => (CompareOp::UmulOverflows, ErrorKind::UnsignedOverflow),
            _ => return,
        };
        let bad = self.b.compare(compare, ty, left.clone(), right.clone());
        self.b.check(bad, kind, "");
    }

    pub fn float_binary(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let format = self.float_format(value)?;
        let op = match value.opcode() {
            LLVMOpcode::LLVMFAdd => FloatBinaryOp::Add,
            LLVMOpcode::LLVMFSub => FloatBinaryOp::Sub,
            LLVMOpcode::LLVMFMul => FloatBinaryOp::Mul,
            LLVMOpcode::LLVMFDiv => FloatBinaryOp::Div,
            _ => FloatBinaryOp::Fmod,
        };
        let pairs = self.pairs(value.operand(0), value.operand(1))?;
        Ok(pairs
            .into_iter()
            .map(|(a, b)| self.b.float_binary(op, format, a, b))
            .collect())
    }

    pub fn float_negate(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let format = self.float_format(value)?;
        let operands = self.operands(value.operand(0))?;
        let negate = |operand| self.b.float_unary(FloatUnaryOp::Negate, format, operand);
        Ok(operands.into_iter().map(negate).collect())
    }

    pub fn integer_compare(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        use LLVMIntPredicate::*;
        let op = match value.integer_predicate() {
            LLVMIntEQ => CompareOp::Eq,
            LLVMIntNE => CompareOp::Ne,
            LLVMIntUGT => CompareOp::Ugt,
            LLVMIntUGE => CompareOp::Uge,
            LLVMIntULT => CompareOp::Ult,
            LLVMIntULE => CompareOp::Ule,
            LLVMIntSGT => CompareOp::Sgt,
            LLVMIntSGE => CompareOp::Sge,
            LLVMIntSLT => CompareOp::Slt,
            LLVMIntSLE => CompareOp::Sle,
        };
        let ty = self.element_type(value.operand(0))?;
        let pairs = self.pairs(value.operand(0), value.operand(1))?;
        if ty == Type::Ptr && !matches!(op, CompareOp::Eq | CompareOp::Ne) {
            self.order_of_addresses(value.operand(0), value.operand(1))?;
        } else if ty == Type::Ptr {
            self.match_of_addresses(value.operand(0), value.operand(1))?;
        }
        Ok(pairs
            .into_iter()
            .map(|(a, b)| self.b.compare(op, ty, a, b))
            .collect())
    }

    pub fn float_compare(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        use LLVMRealPredicate::*;
        let format = self.float_format(value.operand(0))?;
        let pairs = self.pairs(value.operand(0), value.operand(1))?;
        let op = match value.float_predicate() {
            LLVMRealPredicateFalse => return Ok(vec![Operand::bits(0); pairs.len()]),
            LLVMRealPredicateTrue => return Ok(vec![Operand::bits(1); pairs.len()]),
            LLVMRealOEQ => FloatCompareOp::Oeq,
            LLVMRealOGT => FloatCompareOp::Ogt,
            LLVMRealOGE => FloatCompareOp::Oge,
            LLVMRealOLT => FloatCompareOp::Olt,
            LLVMRealOLE => FloatCompareOp::Ole,
            LLVMRealONE => FloatCompareOp::One,
            LLVMRealORD => FloatCompareOp::Ord,
            LLVMRealUNO => FloatCompareOp::Uno,
            LLVMRealUEQ => FloatCompareOp::Ueq,
            LLVMRealUGT => FloatCompareOp::Ugt,
            LLVMRealUGE => FloatCompareOp::Uge,
            LLVMRealULT => FloatCompareOp::Ult,
            LLVMRealULE => FloatCompareOp::Ule,
            LLVMRealUNE => FloatCompareOp::Une,
        };
        Ok(pairs
            .into_iter()
            .map(|(a, b)| self.b.float_compare(op, format, a, b))
            .collect())
    }

    pub fn select(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let conditions = self.operands(value.operand(0))?;
        let pairs = self.pairs(value.operand(1), value.operand(2))?;
        let layout = self.program.layouts.of(value.ty())?;
        let by_element = matches!(value.operand(0).ty().kind(), TyKind::Vector(..));
        let mut results = Vec::with_capacity(pairs.len());
        for (index, ((then, otherwise), ty)) in pairs.into_iter().zip(layout.types()).enumerate() {
            let condition = conditions[if by_element { index } else { 0 }].clone();
            results.push(self.b.select(ty, condition, then, otherwise));
        }
        Ok(results)
    }

    /// An integer sign-extended or cut off to 64 bits, as indices are.
    pub fn index(&mut self, value: Value<'m>, operand: Operand) -> Result<Operand> {
        self.index_as(Type::Int(64), value, operand)
    }

    /// The same to another width.
    pub fn index_as(&mut self, to: Type, value: Value<'m>, operand: Operand) -> Result<Operand> {
        let from = self.element_type(value)?;
        Ok(match from.width() > to.width() {
            true => self.b.cast(CastOp::Truncate, from, to, operand),
            false => self.b.sign_extend(from, to, operand),
        })
    }
}

fn binary_op(opcode: LLVMOpcode) -> BinaryOp {
    match opcode {
        LLVMOpcode::LLVMAdd => BinaryOp::Add,
        LLVMOpcode::LLVMSub => BinaryOp::Sub,
        LLVMOpcode::LLVMMul => BinaryOp::Mul,
        LLVMOpcode::LLVMUDiv => BinaryOp::Udiv,
        LLVMOpcode::LLVMSDiv => BinaryOp::Sdiv,
        LLVMOpcode::LLVMURem => BinaryOp::Urem,
        LLVMOpcode::LLVMSRem => BinaryOp::Srem,
        LLVMOpcode::LLVMShl => BinaryOp::Shl,
        LLVMOpcode::LLVMLShr => BinaryOp::Lshr,
        LLVMOpcode::LLVMAShr => BinaryOp::Ashr,
        LLVMOpcode::LLVMAnd => BinaryOp::And,
        LLVMOpcode::LLVMOr => BinaryOp::Or,
        _ => BinaryOp::Xor,
    }
}

/// Whether an instruction that may wrap comes from unsigned arithmetic of the source: not from
/// address computation, a `case` range, or arithmetic narrower than `int`.
fn is_unsigned_arithmetic(value: Value<'_>, ty: Type) -> bool {
    if ty.width() < 32 {
        return false;
    }
    let is_address = |operand: Value<'_>| {
        operand.kind() == ValueKind::LLVMInstructionValueKind
            && operand.opcode() == LLVMOpcode::LLVMPtrToInt
    };
    let from_address = is_address(value.operand(0)) || is_address(value.operand(1));
    let synthetic = value.users().any(|user| match user.opcode() {
        LLVMOpcode::LLVMGetElementPtr => true,
        LLVMOpcode::LLVMICmp => {
            value.opcode() == LLVMOpcode::LLVMSub
                && user.integer_predicate() == LLVMIntPredicate::LLVMIntULE
                && user.operand(1).kind() == ValueKind::LLVMConstantIntValueKind
        }
        _ => false,
    });
    !from_address && !synthetic
}
