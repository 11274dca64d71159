//! LLVM's integer intrinsics.

use super::function::FunctionTranslator;
use super::{Result, Unsupported};
use crate::reader::Value;
use ir::builder::{all_ones, constant, known, signed_max, signed_min};
use ir::{BinaryOp, CompareOp, Operand, Type, UnaryOp};

impl<'m> FunctionTranslator<'_, 'm> {
    /// The scalars of an integer intrinsic, or `None` if the name is none.
    pub fn integer_intrinsic(
        &mut self,
        value: Value<'m>,
        base: &str,
    ) -> Result<Option<Vec<Operand>>> {
        if let Some(name) = base.strip_suffix(".with.overflow") {
            return self.with_overflow(value, name).map(Some);
        }
        let unary = match base {
            "ctpop" => Some(UnaryOp::CountOnes),
            "ctlz" => Some(UnaryOp::LeadingZeros),
            "cttz" => Some(UnaryOp::TrailingZeros),
            "bswap" => Some(UnaryOp::ByteSwap),
            "bitreverse" => Some(UnaryOp::BitReverse),
            _ => None,
        };
        let pick = match base {
            "smax" => Some(CompareOp::Sgt),
            "smin" => Some(CompareOp::Slt),
            "umax" => Some(CompareOp::Ugt),
            "umin" => Some(CompareOp::Ult),
            _ => None,
        };
        let lanes = self.program.layouts.of(value.ty())?.leaves.len();
        let known_name = unary.is_some()
            || pick.is_some()
            || matches!(
                base,
                "abs"
                    | "fshl"
                    | "fshr"
                    | "sadd.sat"
                    | "ssub.sat"
                    | "uadd.sat"
                    | "usub.sat"
                    | "sshl.sat"
                    | "ushl.sat"
                    | "scmp"
                    | "ucmp"
            );
        if !known_name || lanes == 0 {
            return Ok(None);
        }
        let ty = self.element_type(value.operand(0))?;
        let to = self.element_type(value)?;
        let mut arguments = Vec::new();
        for argument in value.arguments() {
            arguments.push(self.operands(argument)?);
        }
        let mut results = Vec::with_capacity(lanes);
        for lane in 0..lanes {
            let argument = |number: usize| {
                let operands = &arguments[number];
                operands[if operands.len() == 1 { 0 } else { lane }].clone()
            };
            let first = argument(0);
            results.push(match (unary, pick) {
                (Some(op), _) => self.b.unary(op, ty, first),
                (_, Some(op)) => self.pick(op, ty, first, argument(1)),
                _ => match base {
                    "abs" => self.absolute(ty, first),
                    "fshl" | "fshr" => {
                        self.funnel(base == "fshl", ty, first, argument(1), argument(2))
                    }
                    "scmp" | "ucmp" => self.three_way(base == "scmp", ty, to, first, argument(1)),
                    _ => self.saturating(base, ty, first, argument(1)),
                },
            });
        }
        Ok(Some(results))
    }

    /// Result elements, then overflow bits.
    fn with_overflow(&mut self, value: Value<'m>, name: &str) -> Result<Vec<Operand>> {
        let (op, overflows) = match name {
            "sadd" => (BinaryOp::Add, CompareOp::SaddOverflows),
            "uadd" => (BinaryOp::Add, CompareOp::UaddOverflows),
            "ssub" => (BinaryOp::Sub, CompareOp::SsubOverflows),
            "usub" => (BinaryOp::Sub, CompareOp::UsubOverflows),
            "smul" => (BinaryOp::Mul, CompareOp::SmulOverflows),
            "umul" => (BinaryOp::Mul, CompareOp::UmulOverflows),
            _ => return Err(Unsupported(format!("the intrinsic {name}.with.overflow"))),
        };
        let ty = self.element_type(value.operand(0))?;
        let pairs = self.pairs(value.operand(0), value.operand(1))?;
        let (mut results, mut flags) = (Vec::new(), Vec::new());
        for (left, right) in pairs {
            flags.push(self.b.compare(overflows, ty, left.clone(), right.clone()));
            results.push(self.b.binary(op, ty, left, right));
        }
        results.append(&mut flags);
        Ok(results)
    }

    fn absolute(&mut self, ty: Type, value: Operand) -> Operand {
        let negative = self
            .b
            .compare(CompareOp::Slt, ty, value.clone(), constant(ty, 0));
        let negated = self.b.unary(UnaryOp::Negate, ty, value.clone());
        self.b.select(ty, negative, negated, value)
    }

    /// Bits shifted through two values: `(high, low)` as one of twice the width.
    fn funnel(
        &mut self,
        left: bool,
        ty: Type,
        high: Operand,
        low: Operand,
        by: Operand,
    ) -> Operand {
        let by = self.modulo_width(ty, by);
        if high == low {
            let op = if left {
                BinaryOp::RotateLeft
            } else {
                BinaryOp::RotateRight
            };
            return self.b.binary(op, ty, high, by);
        }
        let width = u64::from(ty.width());
        if known(&by) == Some(0) {
            return if left { high } else { low };
        }
        // The other way goes in two steps, so that no step shifts by the whole width.
        let rest = self
            .b
            .binary(BinaryOp::Sub, ty, constant(ty, width - 1), by.clone());
        let one = constant(ty, 1);
        let (a, b) = if left {
            let a = self.b.binary(BinaryOp::Shl, ty, high, by);
            let b = self.b.binary(BinaryOp::Lshr, ty, low, one);
            (a, self.b.binary(BinaryOp::Lshr, ty, b, rest))
        } else {
            let b = self.b.binary(BinaryOp::Lshr, ty, low, by);
            let a = self.b.binary(BinaryOp::Shl, ty, high, one);
            (self.b.binary(BinaryOp::Shl, ty, a, rest), b)
        };
        self.b.binary(BinaryOp::Or, ty, a, b)
    }

    fn three_way(
        &mut self,
        signed: bool,
        ty: Type,
        to: Type,
        left: Operand,
        right: Operand,
    ) -> Operand {
        let (less, greater) = if signed {
            (CompareOp::Slt, CompareOp::Sgt)
        } else {
            (CompareOp::Ult, CompareOp::Ugt)
        };
        let less = self.b.compare(less, ty, left.clone(), right.clone());
        let greater = self.b.compare(greater, ty, left, right);
        let positive = self.b.select(to, greater, constant(to, 1), constant(to, 0));
        self.b.select(to, less, all_ones(to), positive)
    }

    fn saturating(&mut self, base: &str, ty: Type, left: Operand, right: Operand) -> Operand {
        let (op, overflows) = match base {
            "sadd.sat" => (BinaryOp::Add, CompareOp::SaddOverflows),
            "uadd.sat" => (BinaryOp::Add, CompareOp::UaddOverflows),
            "ssub.sat" => (BinaryOp::Sub, CompareOp::SsubOverflows),
            "usub.sat" => (BinaryOp::Sub, CompareOp::UsubOverflows),
            _ => return self.saturating_shift(base == "sshl.sat", ty, left, right),
        };
        let bad = self.b.compare(overflows, ty, left.clone(), right.clone());
        let limit = match base {
            "uadd.sat" => all_ones(ty),
            "usub.sat" => constant(ty, 0),
            _ => self.limit_of_sign(ty, left.clone()),
        };
        let result = self.b.binary(op, ty, left, right);
        self.b.select(ty, bad, limit, result)
    }

    /// The least or greatest signed integer, by the sign of a value.
    fn limit_of_sign(&mut self, ty: Type, value: Operand) -> Operand {
        let negative = self.b.compare(CompareOp::Slt, ty, value, constant(ty, 0));
        self.b.select(ty, negative, signed_min(ty), signed_max(ty))
    }

    fn saturating_shift(&mut self, signed: bool, ty: Type, left: Operand, by: Operand) -> Operand {
        let by = self.modulo_width(ty, by);
        let shifted = self.b.binary(BinaryOp::Shl, ty, left.clone(), by.clone());
        let back = if signed {
            BinaryOp::Ashr
        } else {
            BinaryOp::Lshr
        };
        let back = self.b.binary(back, ty, shifted.clone(), by);
        let bad = self.b.compare(CompareOp::Ne, ty, back, left.clone());
        let limit = if signed {
            self.limit_of_sign(ty, left)
        } else {
            all_ones(ty)
        };
        self.b.select(ty, bad, limit, shifted)
    }
}
