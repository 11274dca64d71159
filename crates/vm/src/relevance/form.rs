//! What an op reads and writes, as far as its form tells.

use crate::code::{Code, General, Op, Slot};
use ir::HEADER_SIZE;

/// Stands for no slot.
pub(super) const NONE: Slot = Slot::MAX;

/// How the result of a computation changes when objects are numbered otherwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Computes {
    /// It is an operand.
    Copy,
    /// Sums and differences of 64 bits: of an address and an offset, an address.
    Sum { negated: bool },
    /// A comparison of 64 bits; `ordered` if not only for equality.
    Compare { ordered: bool },
    /// The first operand chooses among the other two.
    Choice,
    /// Anything else.
    Other,
}

/// What an op does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    /// Goes on elsewhere.
    Jump,
    /// Computes a register from registers.
    Compute {
        to: Slot,
        operands: [Slot; 3],
        computes: Computes,
    },
    /// Decides where to go on.
    Decide {
        operands: [Slot; 2],
        computes: Computes,
    },
    /// Reads memory to a register, or writes a register to memory.
    Access {
        to: Slot,
        value: Slot,
        base: Slot,
        /// Register with the number of the element, or none.
        index: Slot,
        offset: u64,
        width: u32,
    },
    /// Makes an object; `zeroed` if all it holds follows from the instruction and the size.
    Make {
        to: Slot,
        size: Slot,
        zeroed: bool,
    },
    /// Whether an object is of a class.
    Instance {
        to: Slot,
        object: Slot,
    },
    /// Resolves a reference, or asks whether it is null.
    Reference {
        to: Slot,
        value: Slot,
        computes: Computes,
    },
    /// An object of the machine that belongs to a class or a literal.
    OfClass {
        to: Slot,
    },
    Call {
        index: u32,
    },
    Intrinsic {
        index: u32,
    },
    Return {
        index: u32,
    },
    /// Ends the path.
    End,
}

fn compute(to: Slot, operands: [Slot; 3], computes: Computes) -> Form {
    Form::Compute {
        to,
        operands,
        computes,
    }
}

fn wide(shift: u8, computes: Computes) -> Computes {
    match shift & !Op::NEGATED {
        0 => computes,
        _ => Computes::Other,
    }
}

fn load(to: Slot, base: Slot, width: u32) -> Form {
    Form::Access {
        to,
        value: NONE,
        base,
        index: NONE,
        offset: 0,
        width,
    }
}

fn store(value: Slot, base: Slot, width: u32) -> Form {
    Form::Access {
        to: NONE,
        value,
        base,
        index: NONE,
        offset: 0,
        width,
    }
}

fn field(to: Slot, value: Slot, base: Slot, offset: u32, width: u32) -> Form {
    Form::Access {
        to,
        value,
        base,
        index: NONE,
        offset: u64::from(offset),
        width,
    }
}

fn element(to: Slot, value: Slot, base: Slot, index: Slot, width: u32) -> Form {
    Form::Access {
        to,
        value,
        base,
        index,
        offset: HEADER_SIZE,
        width,
    }
}

/// The form of an op.
pub(super) fn form(code: &Code, op: Op) -> Form {
    const EQUALITY: Computes = Computes::Compare { ordered: false };
    const ORDER: Computes = Computes::Compare { ordered: true };
    match op {
        Op::Enter { .. } | Op::Jump { .. } | Op::BytesSeen { .. } => Form::Jump,
        Op::Copy { to, from } => compute(to, [from, NONE, NONE], Computes::Copy),
        Op::Add { shift, to, a, b } => {
            let sum = Computes::Sum { negated: false };
            compute(to, [a, b, NONE], wide(shift, sum))
        }
        Op::Sub { shift, to, a, b } => {
            let sum = Computes::Sum { negated: true };
            compute(to, [a, b, NONE], wide(shift, sum))
        }
        Op::Eq { shift, to, a, b } | Op::Ne { shift, to, a, b } => {
            compute(to, [a, b, NONE], wide(shift, EQUALITY))
        }
        Op::Ult { shift, to, a, b }
        | Op::Ule { shift, to, a, b }
        | Op::Slt { shift, to, a, b }
        | Op::Sle { shift, to, a, b } => compute(to, [a, b, NONE], wide(shift, ORDER)),
        Op::Mul { to, a, b, .. }
        | Op::And { to, a, b, .. }
        | Op::Or { to, a, b, .. }
        | Op::Xor { to, a, b, .. }
        | Op::Shl { to, a, b, .. }
        | Op::Lshr { to, a, b, .. }
        | Op::Ashr { to, a, b, .. }
        | Op::Binary { to, a, b, .. }
        | Op::Overflows { to, a, b, .. }
        | Op::FloatBinary { to, a, b, .. }
        | Op::FloatCompare { to, a, b, .. } => compute(to, [a, b, NONE], Computes::Other),
        Op::Unary { to, a, .. }
        | Op::ZeroExtend { to, a, .. }
        | Op::SignExtend { to, a, .. }
        | Op::Truncate { to, a, .. } => compute(to, [a, NONE, NONE], Computes::Other),
        Op::Select {
            to,
            condition,
            a,
            b,
            ..
        } => compute(to, [condition, a, b], Computes::Choice),
        Op::Load8 { to, address } => load(to, address, 8),
        Op::Load16 { to, address } => load(to, address, 16),
        Op::Load32 { to, address } => load(to, address, 32),
        Op::Load64 { to, address } => load(to, address, 64),
        Op::Load { width, to, address } => load(to, address, width),
        Op::Store8 { value, address } => store(value, address, 8),
        Op::Store16 { value, address } => store(value, address, 16),
        Op::Store32 { value, address } => store(value, address, 32),
        Op::Store64 { value, address } => store(value, address, 64),
        Op::Store {
            width,
            value,
            address,
        } => store(value, address, width),
        Op::GetField8 { to, object, offset } => field(to, NONE, object, offset, 8),
        Op::GetField16 { to, object, offset } => field(to, NONE, object, offset, 16),
        Op::GetField32 { to, object, offset } => field(to, NONE, object, offset, 32),
        Op::GetField64 { to, object, offset } => field(to, NONE, object, offset, 64),
        Op::PutField8 {
            value,
            object,
            offset,
        } => field(NONE, value, object, offset, 8),
        Op::PutField16 {
            value,
            object,
            offset,
        } => field(NONE, value, object, offset, 16),
        Op::PutField32 {
            value,
            object,
            offset,
        } => field(NONE, value, object, offset, 32),
        Op::PutField64 {
            value,
            object,
            offset,
        } => field(NONE, value, object, offset, 64),
        Op::ArrayLoad8 { to, array, index } => element(to, NONE, array, index, 8),
        Op::ArrayLoad16 { to, array, index } => element(to, NONE, array, index, 16),
        Op::ArrayLoad32 { to, array, index } => element(to, NONE, array, index, 32),
        Op::ArrayLoad64 { to, array, index } => element(to, NONE, array, index, 64),
        Op::ArrayStore8 {
            value,
            array,
            index,
        } => element(NONE, value, array, index, 8),
        Op::ArrayStore16 {
            value,
            array,
            index,
        } => element(NONE, value, array, index, 16),
        Op::ArrayStore32 {
            value,
            array,
            index,
        } => element(NONE, value, array, index, 32),
        Op::ArrayStore64 {
            value,
            array,
            index,
        } => element(NONE, value, array, index, 64),
        Op::New { to, .. } => Form::Make {
            to,
            size: NONE,
            zeroed: true,
        },
        Op::NewArray { to, length, .. } => Form::Make {
            to,
            size: length,
            zeroed: true,
        },
        Op::IsInstance { to, object, .. } => Form::Instance { to, object },
        Op::Resolve { to, value } => Form::Reference {
            to,
            value,
            computes: Computes::Copy,
        },
        Op::IsNull { to, value } => Form::Reference {
            to,
            value,
            computes: EQUALITY,
        },
        Op::Statics { to, .. } | Op::ClassObject { to, .. } | Op::StringLiteral { to, .. } => {
            Form::OfClass { to }
        }
        Op::General { index } => general(code.general[index as usize]),
        Op::Alloca { index } => {
            let site = &code.allocas[index as usize];
            Form::Make {
                to: site.to,
                size: site.size,
                zeroed: false,
            }
        }
        Op::Call { index } => Form::Call { index },
        Op::Intrinsic { index } => Form::Intrinsic { index },
        Op::Branch { condition, .. } => Form::Decide {
            operands: [condition, NONE],
            computes: Computes::Other,
        },
        Op::BranchEq { shift, a, b, .. } => Form::Decide {
            operands: [a, b],
            computes: wide(shift, EQUALITY),
        },
        Op::BranchUlt { shift, a, b, .. }
        | Op::BranchUle { shift, a, b, .. }
        | Op::BranchSlt { shift, a, b, .. }
        | Op::BranchSle { shift, a, b, .. } => Form::Decide {
            operands: [a, b],
            computes: wide(shift, ORDER),
        },
        Op::Switch { value, .. } => Form::Decide {
            operands: [value, NONE],
            computes: Computes::Other,
        },
        Op::Return { index } => Form::Return { index },
        Op::Error { .. } | Op::Unsupported { .. } => Form::End,
    }
}

fn general(general: General) -> Form {
    let (to, operands) = match general {
        General::Binary { to, a, b, .. }
        | General::Compare { to, a, b, .. }
        | General::FloatBinary { to, a, b, .. }
        | General::FloatCompare { to, a, b, .. } => (to, [a, b, NONE]),
        General::Unary { to, a, .. }
        | General::FloatUnary { to, a, .. }
        | General::Cast { to, a, .. } => (to, [a, NONE, NONE]),
        General::FloatFma { to, a, b, c, .. } => (to, [a, b, c]),
        General::Select {
            to,
            condition,
            a,
            b,
            ..
        } => return compute(to, [condition, a, b], Computes::Choice),
    };
    compute(to, operands, Computes::Other)
}
