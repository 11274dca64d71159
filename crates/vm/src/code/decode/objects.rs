//! Instructions that work on objects and classes.

use super::Decoder;
use crate::code::slots::register_width;
use crate::code::{Op, TypeCheck};
use crate::memory::object::LENGTH_OFFSET;
use ir::InstructionKind;
use std::sync::atomic::AtomicU64;

impl Decoder<'_> {
    /// Any but virtual calls; the verifier allows fields and elements of 8, 16, 32 and 64 bits.
    pub(super) fn object(&mut self, kind: &InstructionKind) {
        use InstructionKind as K;
        let op = match kind {
            K::New { to, class } => Op::New {
                to: self.register(*to),
                class: *class,
            },
            K::NewArray { to, class, length } => Op::NewArray {
                to: self.register(*to),
                class: *class,
                length: self.operand(length, 32),
            },
            K::GetField {
                to, object, offset, ..
            } => {
                let width = register_width(self.function, *to);
                let (to, object) = (self.register(*to), self.operand(object, 64));
                get_field(width, to, object, *offset)
            }
            K::PutField {
                ty,
                object,
                offset,
                value,
                ..
            } => {
                let offset = *offset;
                let (value, object) = (self.operand(value, ty.width()), self.operand(object, 64));
                match ty.width() {
                    8 => Op::PutField8 {
                        value,
                        object,
                        offset,
                    },
                    16 => Op::PutField16 {
                        value,
                        object,
                        offset,
                    },
                    32 => Op::PutField32 {
                        value,
                        object,
                        offset,
                    },
                    _ => Op::PutField64 {
                        value,
                        object,
                        offset,
                    },
                }
            }
            K::ArrayLoad { to, array, index } => {
                let width = register_width(self.function, *to);
                let (array, index) = (self.operand(array, 64), self.operand(index, 32));
                let to = self.register(*to);
                match width {
                    8 => Op::ArrayLoad8 { to, array, index },
                    16 => Op::ArrayLoad16 { to, array, index },
                    32 => Op::ArrayLoad32 { to, array, index },
                    _ => Op::ArrayLoad64 { to, array, index },
                }
            }
            K::ArrayStore {
                ty,
                array,
                index,
                value,
            } => {
                let (array, index) = (self.operand(array, 64), self.operand(index, 32));
                let value = self.operand(value, ty.width());
                match ty.width() {
                    8 => Op::ArrayStore8 {
                        value,
                        array,
                        index,
                    },
                    16 => Op::ArrayStore16 {
                        value,
                        array,
                        index,
                    },
                    32 => Op::ArrayStore32 {
                        value,
                        array,
                        index,
                    },
                    _ => Op::ArrayStore64 {
                        value,
                        array,
                        index,
                    },
                }
            }
            K::ArrayLength { to, array } => {
                let (to, array) = (self.register(*to), self.operand(array, 64));
                get_field(32, to, array, LENGTH_OFFSET as u32)
            }
            K::ClassOf { to, object } => {
                let (to, object) = (self.register(*to), self.operand(object, 64));
                get_field(32, to, object, 0)
            }
            K::IsInstance { to, object, class } => {
                let index = self.code.checks.len() as u32;
                self.code.checks.push(TypeCheck {
                    class: *class,
                    cache: AtomicU64::new(0),
                });
                Op::IsInstance {
                    to: self.register(*to),
                    object: self.operand(object, 64),
                    index,
                }
            }
            K::Resolve { to, value } => Op::Resolve {
                to: self.register(*to),
                value: self.operand(value, 64),
            },
            K::IsNull { to, value } => Op::IsNull {
                to: self.register(*to),
                value: self.operand(value, 64),
            },
            K::Statics { to, class } => Op::Statics {
                to: self.register(*to),
                class: *class,
            },
            K::ClassObject { to, class } => Op::ClassObject {
                to: self.register(*to),
                class: *class,
            },
            K::StringLiteral { to, literal } => Op::StringLiteral {
                to: self.register(*to),
                literal: *literal,
            },
            _ => unreachable!("only instructions on objects come here"),
        };
        self.emit(op);
    }
}

fn get_field(width: u32, to: u32, object: u32, offset: u32) -> Op {
    match width {
        8 => Op::GetField8 { to, object, offset },
        16 => Op::GetField16 { to, object, offset },
        32 => Op::GetField32 { to, object, offset },
        _ => Op::GetField64 { to, object, offset },
    }
}
