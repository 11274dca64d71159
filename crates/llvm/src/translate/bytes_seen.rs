//! Bytes of memory that are looked at as numbers: where they are part of an address, they differ from those of
//! a native run, which the machine is told.

use super::Result;
use super::addresses::{is_computed, is_harmless_use};
use super::function::FunctionTranslator;
use super::numbers::{holds_computed_numbers, variable};
use crate::reader::{Ty, TyKind, Value, ValueKind};
use ir::{BinaryOp, CIntrinsic, Operand, Type};
use llvm_sys::{LLVMIntPredicate, LLVMOpcode};

/// Functions of the library that look at memory, with the argument that leads there and those of which the
/// product is its size.
const LOOKING: &[(&str, usize, &[usize])] = &[
    ("memcmp", 0, &[2]),
    ("memcmp", 1, &[2]),
    ("memchr", 0, &[2]),
    ("write", 1, &[2]),
    ("pwrite", 1, &[2]),
    ("fwrite", 0, &[1, 2]),
];

impl<'m> FunctionTranslator<'_, 'm> {
    /// Reads a value. Numbers that are not only moved elsewhere, in memory that may hold an address, the
    /// machine looks at.
    pub fn load(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        let loaded = self.load_value(value.ty(), value.operand(0))?;
        if self.user
            && is_number(value.ty())
            && !Self::holds_numbers_only(value)
            && !is_only_moved(value, 0)
            && !self.comes_from_computed_numbers(value)
        {
            let address = self.scalar(value.operand(0))?;
            let size = Operand::bits(value.ty().store_size(self.program.module));
            self.b.intrinsic(CIntrinsic::BytesSeen, vec![address, size]);
        }
        Ok(loaded)
    }

    /// True for a variable or a member that the program declares as a number of at most 32 bits: of 64, that is too small for an
    /// address, of 32, who makes one such a number has been counted.
    /// Members of unions are none: accesses to them do not go by member.
    fn holds_numbers_only(load: Value<'m>) -> bool {
        let pointer = load.operand(0);
        let declared = match pointer.kind() {
            ValueKind::LLVMGlobalVariableValueKind => pointer.value_type(),
            // A number as wide as an address was counted when it was made of a pointer.
            ValueKind::LLVMInstructionValueKind if pointer.opcode() == LLVMOpcode::LLVMAlloca => {
                let ty = pointer.allocated_type();
                return ty == load.ty() && matches!(ty.kind(), TyKind::Int(_));
            }
            _ if is_computed(pointer) && pointer.opcode() == LLVMOpcode::LLVMGetElementPtr => {
                match member(pointer) {
                    Some(ty) => ty,
                    None => return false,
                }
            }
            _ => return false,
        };
        declared == load.ty() && matches!(declared.kind(), TyKind::Int(..=32))
    }

    /// True if all that is ever stored in the variable that is read was computed.
    fn comes_from_computed_numbers(&mut self, load: Value<'m>) -> bool {
        let Some(variable) = variable(load.operand(0)) else {
            return false;
        };
        *self
            .program
            .computed_numbers
            .entry(variable)
            .or_insert_with(|| holds_computed_numbers(variable))
    }

    /// The same for a call of a function of the library.
    pub fn bytes_seen_by_call(&mut self, call: Value<'m>, callee: Value<'m>) -> Result<()> {
        if !self.user || self.program.is_users(callee) {
            return Ok(());
        }
        let name = callee.name();
        if name == "memcmp" && call.users().all(is_comparison_with_zero) {
            return Ok(());
        }
        let arguments = call.arguments();
        for (_, pointer, sizes) in LOOKING.iter().filter(|(looking, ..)| *looking == name) {
            let Some(&pointer) = arguments.get(*pointer) else {
                continue;
            };
            let mut size = Operand::bits(1);
            for factor in sizes.iter().filter_map(|&index| arguments.get(index)) {
                let TyKind::Int(width @ (32 | 64)) = factor.ty().kind() else {
                    return Ok(());
                };
                let factor = self.scalar(*factor)?;
                let factor = self.b.resize(Type::Int(width), Type::Int(64), factor);
                size = match size == Operand::bits(1) {
                    true => factor,
                    false => self.b.binary(BinaryOp::Mul, Type::Int(64), size, factor),
                };
            }
            let pointer = self.scalar(pointer)?;
            self.b.intrinsic(CIntrinsic::BytesSeen, vec![pointer, size]);
        }
        Ok(())
    }
}

fn is_number(ty: Ty<'_>) -> bool {
    match ty.kind() {
        TyKind::Int(width) => (8..=64).contains(&width),
        TyKind::Vector(element, _) => matches!(element.kind(), TyKind::Int(8..)),
        _ => false,
    }
}

/// The type of the member of a structure that a pointer leads to.
fn member<'m>(pointer: Value<'m>) -> Option<Ty<'m>> {
    let (mut current, mut found) = (pointer.gep_source(), None);
    for position in 2..pointer.operand_count() {
        match current.kind() {
            TyKind::Struct(members) => {
                let index = pointer.operand(position);
                let index = match index.is_null() {
                    true => 0,
                    false if index.kind() == ValueKind::LLVMConstantIntValueKind => {
                        index.small_integer()
                    }
                    false => return None,
                };
                let index = u32::try_from(index).ok().filter(|index| *index < members)?;
                current = current.member(index);
                found = Some(current);
            }
            TyKind::Array(element, _) | TyKind::Vector(element, _) => {
                (current, found) = (element, None);
            }
            _ => return None,
        }
    }
    found
}

/// Whether a number from memory goes only to memory again, becomes a pointer, or is told from another that
/// comes from memory: two addresses that are equal are so in every run, byte by byte.
fn is_only_moved(value: Value<'_>, depth: usize) -> bool {
    /// Steps that are followed.
    const MOST: usize = 6;
    depth < MOST
        && value.users().all(|user| {
            if user.kind() != ValueKind::LLVMInstructionValueKind {
                return false;
            }
            match user.opcode() {
                LLVMOpcode::LLVMStore => {
                    user.operand(0) == value && is_moved_on(user.operand(1), depth + 1)
                }
                LLVMOpcode::LLVMTrunc
                | LLVMOpcode::LLVMZExt
                | LLVMOpcode::LLVMSExt
                | LLVMOpcode::LLVMFreeze => is_only_moved(user, depth + 1),
                LLVMOpcode::LLVMIntToPtr => true,
                LLVMOpcode::LLVMICmp => {
                    is_equality(user) && (0..2).all(|side| is_from_memory(user.operand(side)))
                }
                _ => is_harmless_use(user),
            }
        })
}

/// Whether what is stored there is only moved: it is when it stays in memory other than a variable of its
/// own.
fn is_moved_on(pointer: Value<'_>, depth: usize) -> bool {
    let variable = match pointer.kind() {
        ValueKind::LLVMGlobalVariableValueKind => {
            return !matches!(pointer.value_type().kind(), TyKind::Int(_));
        }
        ValueKind::LLVMInstructionValueKind => pointer.opcode() == LLVMOpcode::LLVMAlloca,
        _ => false,
    };
    !variable
        || pointer.users().all(|user| {
            !is_computed(user)
                || user.opcode() != LLVMOpcode::LLVMLoad
                || is_only_moved(user, depth)
        })
}

fn is_equality(compare: Value<'_>) -> bool {
    matches!(
        compare.integer_predicate(),
        LLVMIntPredicate::LLVMIntEQ | LLVMIntPredicate::LLVMIntNE
    )
}

fn is_from_memory(value: Value<'_>) -> bool {
    if value.kind() != ValueKind::LLVMInstructionValueKind {
        return false;
    }
    match value.opcode() {
        LLVMOpcode::LLVMLoad => true,
        LLVMOpcode::LLVMZExt | LLVMOpcode::LLVMSExt => is_from_memory(value.operand(0)),
        _ => false,
    }
}

fn is_comparison_with_zero(user: Value<'_>) -> bool {
    is_computed(user)
        && user.opcode() == LLVMOpcode::LLVMICmp
        && is_equality(user)
        && (0..2).any(|side| user.operand(side).is_null())
}
