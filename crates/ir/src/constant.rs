//! Constants and operands.

use crate::{FunctionId, GlobalId, Reg};

/// A value known before the program runs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Constant {
    /// Bits of a register of at most 64 bits (integers, float patterns, plain pointers such as
    /// null); bits above the register's width are zero.
    Bits(u64),
    /// Bits of a wider register: 64-bit limbs, least significant first, `ceil(width / 64)` of them.
    Wide(std::sync::Arc<[u64]>),
    /// Address of a global plus a byte offset.
    Global(GlobalId, i64),
    /// Address of a function.
    Function(FunctionId),
}

/// What an instruction reads.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Operand {
    /// A register of the function.
    Register(Reg),
    /// A constant; its width is that of the place it is used in.
    Constant(Constant),
}

impl From<Reg> for Operand {
    fn from(register: Reg) -> Operand {
        Operand::Register(register)
    }
}

impl From<Constant> for Operand {
    fn from(constant: Constant) -> Operand {
        Operand::Constant(constant)
    }
}

impl Operand {
    /// A constant of at most 64 bits.
    pub fn bits(value: u64) -> Operand {
        Operand::Constant(Constant::Bits(value))
    }
}
