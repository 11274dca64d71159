//! Pointers that take four bytes in memory, and are numbers of 32 bits there: registers hold them as the machine has
//! them, so loads and stores of pointers, and casts between them and numbers, ask the machine for the other form.

use super::function::FunctionTranslator;
use super::module::ModuleTranslator;
use ir::builder::known;
use ir::{CIntrinsic, Operand, Type};

/// What is less is no object's number.
const FIRST_NUMBER: u64 = 1 << 20;

impl ModuleTranslator<'_> {
    /// Bits that a scalar takes in memory.
    pub fn memory_bits(&self, ty: Type) -> u32 {
        match ty {
            Type::Ptr if self.narrow => 32,
            Type::Int(_) | Type::Float(_) | Type::Ptr => ty.width(),
        }
    }

    /// In what offsets are computed.
    pub fn index_type(&self) -> Type {
        Type::Int(self.memory_bits(Type::Ptr))
    }
}

impl FunctionTranslator<'_, '_> {
    /// Reads a scalar.
    pub fn load_scalar(&mut self, ty: Type, at: Operand) -> Operand {
        if ty != Type::Ptr || !self.program.narrow {
            return self.b.load(ty, at);
        }
        let number = self.b.load(Type::Int(32), at);
        self.expand(number)
    }

    /// Writes a scalar.
    pub fn store_scalar(&mut self, ty: Type, value: Operand, at: Operand) {
        if ty != Type::Ptr || !self.program.narrow {
            return self.b.store(ty, value, at);
        }
        let number = self.flatten(value);
        self.b.store(Type::Int(32), number, at);
    }

    /// An integer or pointer as one of another type: cut off, or extended with zeros.
    pub fn resize_scalar(&mut self, from: Type, to: Type, value: Operand) -> Operand {
        if from == to || !self.program.narrow {
            return self.b.resize(from, to, value);
        }
        let int = Type::Int(32);
        match (from, to) {
            (Type::Ptr, _) => {
                let number = self.flatten(value);
                self.b.resize(int, to, number)
            }
            (_, Type::Ptr) => {
                let number = self.b.resize(from, int, value);
                self.expand(number)
            }
            _ => self.b.resize(from, to, value),
        }
    }

    /// The number of 32 bits that a pointer is.
    fn flatten(&mut self, pointer: Operand) -> Operand {
        if known(&pointer).is_some_and(|bits| bits < FIRST_NUMBER) {
            return pointer;
        }
        self.asked(CIntrinsic::Flatten, pointer)
    }

    /// The pointer that a number of 32 bits is.
    fn expand(&mut self, number: Operand) -> Operand {
        if known(&number).is_some_and(|bits| bits < FIRST_NUMBER) {
            return number;
        }
        self.asked(CIntrinsic::Expand, number)
    }

    fn asked(&mut self, form: CIntrinsic, of: Operand) -> Operand {
        let other = self.b.intrinsic(form, vec![of]);
        other.expect("both operations have a result")
    }
}
