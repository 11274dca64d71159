//! Numbers.

use super::Translator;
use super::error::{Result, Unverifiable};
use crate::bytecode::{FloatOp, Op};
use crate::descriptor::Kind;
use ir::{
    BinaryOp, CastOp, CompareOp, Constant, FloatBinaryOp, FloatCompareOp, FloatFormat,
    FloatUnaryOp, InstructionKind, Operand, Primitive, Reg, Type, UnaryOp,
};

impl Translator<'_> {
    /// A comparison, with the jump behind it; false if control does not go on.
    pub fn comparison(&mut self, op: &Op) -> Result<bool> {
        if let Some(goes_on) = self.compare_and_jump(op)? {
            return Ok(goes_on);
        }
        match op {
            Op::CompareFloat(kind, unordered) => self.compare_float(*kind, *unordered)?,
            _ => self.compare_long()?,
        }
        Ok(true)
    }

    pub fn arithmetic(&mut self, op: &Op) -> Result<()> {
        match op {
            Op::Binary(op, kind) => self.binary(*op, *kind),
            Op::Divide { kind, remainder } => self.divide(*kind, *remainder),
            Op::FloatBinary(op, kind) => self.float_binary(*op, *kind),
            Op::Negate(kind) => self.negate(*kind),
            Op::Convert(from, to) => self.convert(*from, *to),
            Op::Narrow(primitive) => self.narrow(*primitive),
            _ => Ok(()),
        }
    }

    /// The bits of a value, extended with zeros (an `int` with its sign), as a `long`.
    pub fn bits_of(&mut self, kind: Kind) -> Result<()> {
        let value = self.pop(kind)?;
        let value = match kind {
            Kind::Float => {
                let bits = self.builder.register(Type::Int(32));
                self.builder.emit(InstructionKind::Copy { to: bits, value });
                bits.into()
            }
            _ => value,
        };
        self.push_result(Kind::Long, |to| match kind {
            Kind::Int | Kind::Float => InstructionKind::Cast {
                op: if kind == Kind::Int {
                    CastOp::SignExtend
                } else {
                    CastOp::ZeroExtend
                },
                from: Type::Int(32),
                to,
                value,
            },
            Kind::Long | Kind::Double | Kind::Reference => InstructionKind::Copy { to, value },
        });
        Ok(())
    }

    /// The value of a kind that has the low bits of a `long`.
    pub fn value_of_bits(&mut self, kind: Kind) -> Result<()> {
        let value = self.pop(Kind::Long)?;
        let value = match kind {
            Kind::Int | Kind::Float => {
                let low = self.builder.register(Type::Int(32));
                self.builder.emit(InstructionKind::Cast {
                    op: CastOp::Truncate,
                    from: Type::Int(64),
                    to: low,
                    value,
                });
                low.into()
            }
            Kind::Long | Kind::Double | Kind::Reference => value,
        };
        self.push_result(kind, |to| InstructionKind::Copy { to, value });
        Ok(())
    }

    fn binary(&mut self, op: BinaryOp, kind: Kind) -> Result<()> {
        let shift = matches!(op, BinaryOp::Shl | BinaryOp::Ashr | BinaryOp::Lshr);
        let mut right = self.pop(if shift { Kind::Int } else { kind })?;
        let left = self.pop(kind)?;
        if shift {
            right = self.shift_amount(right, kind);
        }
        self.push_result(kind, |to| InstructionKind::Binary {
            op,
            to,
            left,
            right,
        });
        Ok(())
    }

    /// The low bits of a shift's amount, as wide as what is shifted.
    fn shift_amount(&mut self, amount: Operand, kind: Kind) -> Operand {
        let mask = u64::from(kind.ty().width()) - 1;
        if let Operand::Constant(Constant::Bits(bits)) = amount {
            return Operand::bits(bits & mask);
        }
        let masked = self.builder.register(Type::Int(32));
        self.builder.emit(InstructionKind::Binary {
            op: BinaryOp::And,
            to: masked,
            left: amount,
            right: Operand::bits(mask),
        });
        if kind == Kind::Int {
            return masked.into();
        }
        let wide = self.builder.register(Type::Int(64));
        self.builder.emit(InstructionKind::Cast {
            op: CastOp::ZeroExtend,
            from: Type::Int(32),
            to: wide,
            value: masked.into(),
        });
        wide.into()
    }

    /// The smallest value divided by -1 is itself, without an exception (JVMS idiv).
    fn divide(&mut self, kind: Kind, remainder: bool) -> Result<()> {
        let right = self.pop(kind)?;
        let left = self.pop(kind)?;
        let ty = kind.ty();
        let minus_one = Operand::bits(u64::MAX >> (64 - ty.width()));
        let op = if remainder {
            BinaryOp::Srem
        } else {
            BinaryOp::Sdiv
        };
        if matches!(&right, Operand::Constant(Constant::Bits(bits)) if *bits != 0)
            && right != minus_one
        {
            self.push_result(kind, |to| InstructionKind::Binary {
                op,
                to,
                left,
                right,
            });
            return Ok(());
        }
        let condition = self.condition;
        self.builder.emit(InstructionKind::Compare {
            op: CompareOp::Eq,
            ty,
            to: condition,
            left: right.clone(),
            right: Operand::bits(0),
        });
        let away = self.away("division", "()V", Vec::new());
        self.builder.branch_off(condition, false, away);
        self.builder.emit(InstructionKind::Compare {
            op: CompareOp::Eq,
            ty,
            to: condition,
            left: right.clone(),
            right: minus_one,
        });
        let (divisor, quotient) = (self.builder.register(ty), self.builder.register(ty));
        self.builder.emit(InstructionKind::Select {
            to: divisor,
            condition: condition.into(),
            then: Operand::bits(1),
            otherwise: right,
        });
        self.builder.emit(InstructionKind::Binary {
            op,
            to: quotient,
            left: left.clone(),
            right: divisor.into(),
        });
        if remainder {
            // Divided by 1 instead of -1 leaves 0, too.
            self.push(kind, quotient.into());
            return Ok(());
        }
        let negated = self.builder.register(ty);
        self.builder.emit(InstructionKind::Unary {
            op: UnaryOp::Negate,
            to: negated,
            value: left,
        });
        self.push_result(kind, |to| InstructionKind::Select {
            to,
            condition: condition.into(),
            then: negated.into(),
            otherwise: quotient.into(),
        });
        Ok(())
    }

    fn float_binary(&mut self, op: FloatOp, kind: Kind) -> Result<()> {
        let right = self.pop(kind)?;
        let left = self.pop(kind)?;
        let op = match op {
            FloatOp::Add => FloatBinaryOp::Add,
            FloatOp::Sub => FloatBinaryOp::Sub,
            FloatOp::Mul => FloatBinaryOp::Mul,
            FloatOp::Div => FloatBinaryOp::Div,
            FloatOp::Rem => FloatBinaryOp::Fmod,
        };
        let format = format_of(kind)?;
        self.push_result(kind, |to| InstructionKind::FloatBinary {
            op,
            format,
            to,
            left,
            right,
        });
        Ok(())
    }

    fn negate(&mut self, kind: Kind) -> Result<()> {
        let value = self.pop(kind)?;
        match kind.format() {
            Some(format) => self.push_result(kind, |to| InstructionKind::FloatUnary {
                op: FloatUnaryOp::Negate,
                format,
                to,
                value,
            }),
            None => self.push_result(kind, |to| InstructionKind::Unary {
                op: UnaryOp::Negate,
                to,
                value,
            }),
        };
        Ok(())
    }

    fn narrow(&mut self, primitive: Primitive) -> Result<()> {
        let value = self.pop(Kind::Int)?;
        let ty = Type::Int(primitive.size() as u32 * 8);
        let narrow = self.builder.register(ty);
        self.builder.emit(InstructionKind::Cast {
            op: CastOp::Truncate,
            from: Type::Int(32),
            to: narrow,
            value,
        });
        let op = if primitive == Primitive::Char {
            CastOp::ZeroExtend
        } else {
            CastOp::SignExtend
        };
        self.push_result(Kind::Int, |to| InstructionKind::Cast {
            op,
            from: ty,
            to,
            value: narrow.into(),
        });
        Ok(())
    }

    fn convert(&mut self, from: Kind, to: Kind) -> Result<()> {
        let value = self.pop(from)?;
        let op = match (from, to) {
            (Kind::Int, Kind::Long) => CastOp::SignExtend,
            (Kind::Long, Kind::Int) => CastOp::Truncate,
            (Kind::Int | Kind::Long, _) => CastOp::SignedToFloat,
            (_, Kind::Float | Kind::Double) => CastOp::FloatToFloat,
            (_, _) => return self.float_to_integer(from, to, value),
        };
        self.push_result(to, |register| InstructionKind::Cast {
            op,
            from: from.ty(),
            to: register,
            value,
        });
        Ok(())
    }

    /// Saturates; NaN is 0 (JVMS f2i). The machine's conversion gives the smallest integer where
    /// the value does not fit, so only too large values and NaN differ.
    fn float_to_integer(&mut self, from: Kind, to: Kind, value: Operand) -> Result<()> {
        let format = format_of(from)?;
        let ty = to.ty();
        let plain = self.builder.register(ty);
        self.builder.emit(InstructionKind::Cast {
            op: CastOp::FloatToSigned,
            from: from.ty(),
            to: plain,
            value: value.clone(),
        });
        let limit = (1_u64 << (ty.width() - 1)) as f64;
        let limit = match format {
            FloatFormat::Single => u64::from((limit as f32).to_bits()),
            _ => limit.to_bits(),
        };
        let largest = Operand::bits(u64::MAX >> (65 - ty.width()));
        let high = self.select_float(
            FloatCompareOp::Oge,
            from,
            [value.clone(), Operand::bits(limit)],
            [largest, plain.into()],
            to,
        )?;
        let result = self.select_float(
            FloatCompareOp::Uno,
            from,
            [value.clone(), value],
            [Operand::bits(0), high.into()],
            to,
        )?;
        self.push(to, result.into());
        Ok(())
    }

    /// `left op right ? then : otherwise` for floats of a kind and results of another.
    fn select_float(
        &mut self,
        op: FloatCompareOp,
        kind: Kind,
        [left, right]: [Operand; 2],
        [then, otherwise]: [Operand; 2],
        result: Kind,
    ) -> Result<Reg> {
        let condition = self.condition;
        self.builder.emit(InstructionKind::FloatCompare {
            op,
            format: format_of(kind)?,
            to: condition,
            left,
            right,
        });
        let to = self.builder.register(result.ty());
        self.builder.emit(InstructionKind::Select {
            to,
            condition: condition.into(),
            then,
            otherwise,
        });
        Ok(to)
    }

    fn compare_long(&mut self) -> Result<()> {
        let right = self.pop(Kind::Long)?;
        let left = self.pop(Kind::Long)?;
        let mut result = Operand::bits(0);
        for (op, value) in [(CompareOp::Sgt, 1), (CompareOp::Slt, u64::from(u32::MAX))] {
            let condition = self.condition;
            self.builder.emit(InstructionKind::Compare {
                op,
                ty: Type::Int(64),
                to: condition,
                left: left.clone(),
                right: right.clone(),
            });
            let to = self.builder.register(Type::Int(32));
            self.builder.emit(InstructionKind::Select {
                to,
                condition: condition.into(),
                then: Operand::bits(value),
                otherwise: result,
            });
            result = to.into();
        }
        self.push(Kind::Int, result);
        Ok(())
    }

    fn compare_float(&mut self, kind: Kind, unordered: i32) -> Result<()> {
        let right = self.pop(kind)?;
        let left = self.pop(kind)?;
        let mut result = Operand::bits(u64::from(unordered as u32));
        for (op, value) in [
            (FloatCompareOp::Oeq, 0),
            (FloatCompareOp::Ogt, 1),
            (FloatCompareOp::Olt, u64::from(u32::MAX)),
        ] {
            let operands = [left.clone(), right.clone()];
            let values = [Operand::bits(value), result];
            result = self
                .select_float(op, kind, operands, values, Kind::Int)?
                .into();
        }
        self.push(Kind::Int, result);
        Ok(())
    }
}

fn format_of(kind: Kind) -> Result<FloatFormat> {
    kind.format().ok_or(Unverifiable::NotFloating)
}
