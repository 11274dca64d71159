//! Instructions.

use super::Decoder;
use crate::code::slots::register_width;
use crate::code::{AllocaSite, CallSite, Callee, General, IntrinsicSite, Op, Slot};
use crate::memory::{ObjectInfo, ObjectKind};
use ir::{
    CIntrinsic, CompareOp, Constant, FloatFormat, Instruction, InstructionKind, Intrinsic, Operand,
    Type,
};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

impl Decoder<'_> {
    pub(super) fn instruction(&mut self, instruction: &Instruction) {
        use InstructionKind as K;
        match &instruction.kind {
            K::Copy { to, value } => {
                let width = register_width(self.function, *to);
                let op = Op::Copy {
                    to: self.register(*to),
                    from: self.operand(value, width),
                };
                self.emit(op);
            }
            K::Binary {
                op,
                to,
                left,
                right,
            } => {
                let width = register_width(self.function, *to);
                let (a, b) = (self.operand(left, width), self.operand(right, width));
                self.binary(*op, width, self.register(*to), a, b);
            }
            K::Unary { op, to, value } => {
                let width = register_width(self.function, *to);
                let a = self.operand(value, width);
                let to = self.register(*to);
                if width <= 64 {
                    self.emit(Op::Unary {
                        op: *op,
                        shift: 64 - width as u8,
                        to,
                        a,
                    });
                } else {
                    self.general(General::Unary {
                        op: *op,
                        width,
                        to,
                        a,
                    });
                }
            }
            K::Compare {
                op,
                ty,
                to,
                left,
                right,
            } => {
                let width = ty.width();
                let (a, b) = (self.operand(left, width), self.operand(right, width));
                self.compare(*op, width, self.register(*to), a, b);
            }
            K::Select {
                to,
                condition,
                then,
                otherwise,
            } => {
                let width = register_width(self.function, *to);
                let condition = self.operand(condition, 1);
                let (a, b) = (self.operand(then, width), self.operand(otherwise, width));
                let to = self.register(*to);
                if width <= 64 {
                    self.emit(Op::Select {
                        shift: 64 - width as u8,
                        to,
                        condition,
                        a,
                        b,
                    });
                } else {
                    self.general(General::Select {
                        width,
                        to,
                        condition,
                        a,
                        b,
                    });
                }
            }
            K::Cast {
                op,
                from,
                to,
                value,
            } => {
                let a = self.operand(value, from.width());
                let into = self.function.registers[to.0 as usize];
                self.cast(*op, *from, into, self.register(*to), a);
            }
            K::FloatBinary { .. }
            | K::FloatUnary { .. }
            | K::FloatFma { .. }
            | K::FloatCompare { .. } => self.float(&instruction.kind),
            K::Load { .. } | K::Store { .. } | K::Alloca { .. } => self.memory(&instruction.kind),
            K::Call { .. }
            | K::CallIndirect { .. }
            | K::CallVirtual { .. }
            | K::CallIntrinsic { .. } => {
                self.call(&instruction.kind);
            }
            K::Unsupported { what } => {
                let index = self.code.unsupported.len() as u32;
                self.code.unsupported.push(what.clone());
                self.emit(Op::Unsupported { index });
            }
            K::New { .. }
            | K::NewArray { .. }
            | K::GetField { .. }
            | K::PutField { .. }
            | K::ArrayLoad { .. }
            | K::ArrayStore { .. }
            | K::ArrayLength { .. }
            | K::ClassOf { .. }
            | K::IsInstance { .. }
            | K::Resolve { .. }
            | K::IsNull { .. }
            | K::Statics { .. }
            | K::ClassObject { .. }
            | K::StringLiteral { .. } => self.object(&instruction.kind),
        }
    }

    pub(super) fn general(&mut self, general: General) {
        let index = self.code.general.len() as u32;
        self.code.general.push(general);
        self.emit(Op::General { index });
    }

    fn binary(&mut self, op: ir::BinaryOp, width: u32, to: Slot, a: Slot, b: Slot) {
        use ir::BinaryOp as B;
        if width > 64 {
            return self.general(General::Binary {
                op,
                width,
                to,
                a,
                b,
            });
        }
        let shift = 64 - width as u8;
        self.emit(match op {
            B::Add => Op::Add { shift, to, a, b },
            B::Sub => Op::Sub { shift, to, a, b },
            B::Mul => Op::Mul { shift, to, a, b },
            B::And => Op::And { shift, to, a, b },
            B::Or => Op::Or { shift, to, a, b },
            B::Xor => Op::Xor { shift, to, a, b },
            B::Shl => Op::Shl { shift, to, a, b },
            B::Lshr => Op::Lshr { shift, to, a, b },
            B::Ashr => Op::Ashr { shift, to, a, b },
            B::Udiv | B::Sdiv | B::Urem | B::Srem | B::RotateLeft | B::RotateRight => Op::Binary {
                op,
                shift,
                to,
                a,
                b,
            },
        });
    }

    fn compare(&mut self, op: CompareOp, width: u32, to: Slot, a: Slot, b: Slot) {
        use CompareOp as C;
        if width > 64 {
            return self.general(General::Compare {
                op,
                width,
                to,
                a,
                b,
            });
        }
        let shift = 64 - width as u8;
        self.emit(match op {
            C::Eq => Op::Eq { shift, to, a, b },
            C::Ne => Op::Ne { shift, to, a, b },
            C::Ult => Op::Ult { shift, to, a, b },
            C::Ule => Op::Ule { shift, to, a, b },
            C::Ugt => Op::Ult {
                shift,
                to,
                a: b,
                b: a,
            },
            C::Uge => Op::Ule {
                shift,
                to,
                a: b,
                b: a,
            },
            C::Slt => Op::Slt { shift, to, a, b },
            C::Sle => Op::Sle { shift, to, a, b },
            C::Sgt => Op::Slt {
                shift,
                to,
                a: b,
                b: a,
            },
            C::Sge => Op::Sle {
                shift,
                to,
                a: b,
                b: a,
            },
            C::UaddOverflows
            | C::SaddOverflows
            | C::UsubOverflows
            | C::SsubOverflows
            | C::UmulOverflows
            | C::SmulOverflows => Op::Overflows {
                op,
                shift,
                to,
                a,
                b,
            },
        });
    }

    fn cast(&mut self, op: ir::CastOp, from: Type, into: Type, to: Slot, a: Slot) {
        use ir::CastOp as C;
        let (width, small) = (into.width(), from.width() <= 64 && into.width() <= 64);
        match op {
            C::ZeroExtend if small => {
                let (from, width) = (from.width() as u8, width as u8);
                self.emit(Op::ZeroExtend { from, width, to, a });
            }
            C::SignExtend if small => {
                let (from, width) = (from.width() as u8, width as u8);
                self.emit(Op::SignExtend { from, width, to, a });
            }
            C::Truncate if small => self.emit(Op::Truncate {
                shift: 64 - width as u8,
                to,
                a,
            }),
            C::ZeroExtend
            | C::SignExtend
            | C::Truncate
            | C::FloatToSigned
            | C::FloatToUnsigned
            | C::SignedToFloat
            | C::UnsignedToFloat
            | C::FloatToFloat => self.general(General::Cast {
                op,
                from,
                into,
                to,
                a,
            }),
        }
    }

    fn float(&mut self, kind: &InstructionKind) {
        use InstructionKind as K;
        match kind {
            K::FloatBinary {
                op,
                format,
                to,
                left,
                right,
            } => {
                let width = format.width();
                let (a, b) = (self.operand(left, width), self.operand(right, width));
                let to = self.register(*to);
                match host_format(*format) {
                    Some(double) => self.emit(Op::FloatBinary {
                        op: *op,
                        double,
                        to,
                        a,
                        b,
                    }),
                    None => self.general(General::FloatBinary {
                        op: *op,
                        format: *format,
                        to,
                        a,
                        b,
                    }),
                }
            }
            K::FloatUnary {
                op,
                format,
                to,
                value,
            } => {
                let a = self.operand(value, format.width());
                let to = self.register(*to);
                self.general(General::FloatUnary {
                    op: *op,
                    format: *format,
                    to,
                    a,
                });
            }
            K::FloatFma {
                format,
                to,
                a,
                b,
                c,
            } => {
                let width = format.width();
                let (a, b) = (self.operand(a, width), self.operand(b, width));
                let c = self.operand(c, width);
                let to = self.register(*to);
                self.general(General::FloatFma {
                    format: *format,
                    to,
                    a,
                    b,
                    c,
                });
            }
            K::FloatCompare {
                op,
                format,
                to,
                left,
                right,
            } => {
                let width = format.width();
                let (a, b) = (self.operand(left, width), self.operand(right, width));
                let to = self.register(*to);
                match host_format(*format) {
                    Some(double) => self.emit(Op::FloatCompare {
                        op: *op,
                        double,
                        to,
                        a,
                        b,
                    }),
                    None => {
                        self.general(General::FloatCompare {
                            op: *op,
                            format: *format,
                            to,
                            a,
                            b,
                        });
                    }
                }
            }
            _ => unreachable!("only float instructions come here"),
        }
    }

    fn memory(&mut self, kind: &InstructionKind) {
        use InstructionKind as K;
        match kind {
            K::Load { to, address } => {
                let width = register_width(self.function, *to);
                let (address, to) = (self.operand(address, 64), self.register(*to));
                self.emit(match width {
                    8 => Op::Load8 { to, address },
                    16 => Op::Load16 { to, address },
                    32 => Op::Load32 { to, address },
                    64 => Op::Load64 { to, address },
                    _ => Op::Load { width, to, address },
                });
            }
            K::Store { ty, value, address } => {
                let width = ty.width();
                let (value, address) = (self.operand(value, width), self.operand(address, 64));
                self.emit(match width {
                    8 => Op::Store8 { value, address },
                    16 => Op::Store16 { value, address },
                    32 => Op::Store32 { value, address },
                    64 => Op::Store64 { value, address },
                    _ => Op::Store {
                        width,
                        value,
                        address,
                    },
                });
            }
            K::Alloca { to, size, name, .. } => {
                let known = match size {
                    Operand::Constant(Constant::Bits(size)) => *size,
                    Operand::Constant(_) | Operand::Register(_) => 0,
                };
                let info = Arc::new(ObjectInfo {
                    kind: ObjectKind::Stack,
                    name: name.clone(),
                    size: known,
                    function: Some(self.code.function),
                    location: self.place.location,
                });
                let (to, size) = (self.register(*to), self.operand(size, 64));
                let index = self.code.allocas.len() as u32;
                self.code.allocas.push(AllocaSite { to, size, info });
                self.emit(Op::Alloca { index });
            }
            _ => unreachable!("only memory instructions come here"),
        }
    }

    fn call(&mut self, kind: &InstructionKind) {
        use InstructionKind as K;
        match kind {
            K::Call {
                results,
                function,
                arguments,
                types,
                by_value,
            } => {
                let callee = Callee::Direct(*function);
                self.call_site(callee, results, arguments, types, by_value);
            }
            K::CallIndirect {
                results,
                callee,
                arguments,
                types,
                by_value,
            } => {
                let callee = Callee::Indirect(self.operand(callee, 64));
                self.call_site(callee, results, arguments, types, by_value);
            }
            K::CallVirtual {
                results,
                selector,
                arguments,
                types,
            } => {
                let callee = Callee::Virtual(*selector, AtomicU64::new(0));
                self.call_site(callee, results, arguments, types, &[]);
            }
            // Accesses of numbers are aligned as a rule; of others the first word stands for both.
            K::CallIntrinsic {
                intrinsic: Intrinsic::C(CIntrinsic::BytesSeen),
                arguments,
                ..
            } if matches!(arguments[1], Operand::Constant(Constant::Bits(..=8))) => {
                let address = self.operand(&arguments[0], 64);
                self.emit(Op::BytesSeen { address });
            }
            K::CallIntrinsic {
                result,
                intrinsic,
                arguments,
            } => {
                let parameters = intrinsic.signature().parameters;
                let arguments: Box<[Slot]> = arguments
                    .iter()
                    .zip(parameters)
                    .map(|(argument, ty)| self.operand(argument, ty.width()))
                    .collect();
                let result = result.map(|register| self.register(register));
                let index = self.code.intrinsics.len() as u32;
                let intrinsic = *intrinsic;
                self.code.intrinsics.push(IntrinsicSite {
                    intrinsic,
                    arguments,
                    result,
                });
                self.emit(Op::Intrinsic { index });
            }
            _ => unreachable!("only calls come here"),
        }
    }

    fn call_site(
        &mut self,
        callee: Callee,
        results: &[ir::Reg],
        arguments: &[Operand],
        types: &[Type],
        by_value: &[(u32, u64)],
    ) {
        let arguments: Box<[Slot]> = arguments
            .iter()
            .zip(types)
            .map(|(argument, ty)| self.operand(argument, ty.width()))
            .collect();
        let types_of = &self.function.registers;
        let widths = results
            .iter()
            .map(|register| types_of[register.0 as usize].width())
            .collect();
        let results = results
            .iter()
            .map(|&register| self.register(register))
            .collect();
        let index = self.code.calls.len() as u32;
        let (types, by_value) = (types.into(), by_value.into());
        self.code.calls.push(CallSite {
            callee,
            arguments,
            types,
            by_value,
            results,
            widths,
        });
        self.emit(Op::Call { index });
    }
}

/// Formats the host computes: true for double, false for single precision.
fn host_format(format: FloatFormat) -> Option<bool> {
    match format {
        FloatFormat::Single => Some(false),
        FloatFormat::Double => Some(true),
        FloatFormat::Half | FloatFormat::X87 | FloatFormat::Quad => None,
    }
}
