//! Variables that hold no part of an address, whatever runs: nobody but plain loads and stores gets at them,
//! and what is stored was computed.

use super::addresses::is_computed;
use crate::reader::{Ty, TyKind, Value, ValueKind};
use llvm_sys::LLVMOpcode;
use rustc_hash::FxHashSet;

/// Values that are looked at for one variable.
const MOST: usize = 1024;

/// The variable that a pointer leads into, if it was made from that of a variable by plain steps.
pub fn variable(mut pointer: Value<'_>) -> Option<Value<'_>> {
    while is_computed(pointer) && pointer.opcode() == LLVMOpcode::LLVMGetElementPtr {
        pointer = pointer.operand(0);
    }
    let is_local = || {
        pointer.kind() == ValueKind::LLVMInstructionValueKind
            && pointer.opcode() == LLVMOpcode::LLVMAlloca
    };
    (pointer.kind() == ValueKind::LLVMGlobalVariableValueKind || is_local()).then_some(pointer)
}

/// Whether a variable holds numbers only that are no parts of addresses.
pub fn holds_computed_numbers(variable: Value<'_>) -> bool {
    let mut search = Search::default();
    search.add_variable(variable) && search.run()
}

/// What is taken to be a number until one is met that is none: what depends on itself alone is one.
#[derive(Default)]
struct Search<'m> {
    seen: FxHashSet<Value<'m>>,
    /// Numbers, and pointers into variables, that are still to be looked at.
    numbers: Vec<Value<'m>>,
    pointers: Vec<Value<'m>>,
}

impl<'m> Search<'m> {
    /// False if it may hold an address for reasons of its own.
    fn add_variable(&mut self, variable: Value<'m>) -> bool {
        let holds_numbers = match variable.kind() {
            ValueKind::LLVMGlobalVariableValueKind => {
                (variable.is_internal() || variable.is_global_constant())
                    && !variable.is_declaration()
                    && has_numbers_only(variable.value_type())
                    && variable.initialiser().is_some_and(is_plain)
            }
            _ => has_numbers_only(variable.allocated_type()),
        };
        // Whoever gets hold of a constant cannot write to it.
        if holds_numbers && !is_constant(variable) && self.seen.insert(variable) {
            self.pointers.push(variable);
        }
        holds_numbers
    }

    fn run(&mut self) -> bool {
        loop {
            let plain = match (self.pointers.pop(), self.numbers.pop()) {
                (None, None) => return true,
                (Some(pointer), number) => {
                    self.numbers.extend(number);
                    pointer.users().all(|user| self.is_plain_use(pointer, user))
                }
                (None, Some(number)) => self.is_number(number),
            };
            if !plain || self.seen.len() > MOST {
                return false;
            }
        }
    }

    /// Whether a use of a variable's address reads it or writes a number there.
    fn is_plain_use(&mut self, pointer: Value<'m>, user: Value<'m>) -> bool {
        if !is_computed(user) {
            return false;
        }
        match user.opcode() {
            LLVMOpcode::LLVMLoad => true,
            LLVMOpcode::LLVMStore if user.operand(0) != pointer => {
                self.add_number(user.operand(0));
                true
            }
            LLVMOpcode::LLVMGetElementPtr => {
                if self.seen.insert(user) {
                    self.pointers.push(user);
                }
                true
            }
            LLVMOpcode::LLVMCall => is_harmless_call(user),
            _ => false,
        }
    }

    fn add_number(&mut self, number: Value<'m>) {
        if self.seen.insert(number) {
            self.numbers.push(number);
        }
    }

    /// Whether a value is no part of an address, if those are not that it is made of and that are added. Where
    /// more is done with a number from memory than to move it, and where a number is made of an address, that is
    /// told of there.
    fn is_number(&mut self, value: Value<'m>) -> bool {
        if !has_numbers_only(value.ty()) {
            // A pointer itself.
            return false;
        }
        match value.kind() {
            ValueKind::LLVMArgumentValueKind => true,
            ValueKind::LLVMInstructionValueKind => match value.opcode() {
                LLVMOpcode::LLVMLoad => {
                    variable(value.operand(0)).is_some_and(|from| self.add_variable(from))
                }
                LLVMOpcode::LLVMTrunc
                | LLVMOpcode::LLVMZExt
                | LLVMOpcode::LLVMSExt
                | LLVMOpcode::LLVMFreeze => {
                    self.add_number(value.operand(0));
                    true
                }
                opcode => computes(opcode),
            },
            _ => is_plain(value),
        }
    }
}

/// Instructions of which the operands that come from memory are looked at where they come from there.
fn computes(opcode: LLVMOpcode) -> bool {
    matches!(
        opcode,
        LLVMOpcode::LLVMAdd
            | LLVMOpcode::LLVMSub
            | LLVMOpcode::LLVMMul
            | LLVMOpcode::LLVMUDiv
            | LLVMOpcode::LLVMSDiv
            | LLVMOpcode::LLVMURem
            | LLVMOpcode::LLVMSRem
            | LLVMOpcode::LLVMShl
            | LLVMOpcode::LLVMLShr
            | LLVMOpcode::LLVMAShr
            | LLVMOpcode::LLVMAnd
            | LLVMOpcode::LLVMOr
            | LLVMOpcode::LLVMXor
            | LLVMOpcode::LLVMICmp
            | LLVMOpcode::LLVMFCmp
            | LLVMOpcode::LLVMSelect
            | LLVMOpcode::LLVMPHI
            | LLVMOpcode::LLVMCall
    )
}

fn is_constant(variable: Value<'_>) -> bool {
    variable.kind() == ValueKind::LLVMGlobalVariableValueKind && variable.is_global_constant()
}

/// Calls that only fill memory with a byte, or say how long a variable lives.
fn is_harmless_call(call: Value<'_>) -> bool {
    let callee = call.callee();
    callee.kind() == ValueKind::LLVMFunctionValueKind
        && callee.is_intrinsic()
        && ["llvm.memset.", "llvm.lifetime."]
            .iter()
            .any(|name| callee.name().starts_with(name))
}

/// Numbers and arrays and structures of them.
fn has_numbers_only(ty: Ty<'_>) -> bool {
    match ty.kind() {
        TyKind::Int(_) | TyKind::Float(_) => true,
        TyKind::Array(element, _) => has_numbers_only(element),
        TyKind::Struct(members) => (0..members).all(|index| has_numbers_only(ty.member(index))),
        _ => false,
    }
}

/// Whether a constant has no address in it.
fn is_plain(constant: Value<'_>) -> bool {
    match constant.kind() {
        ValueKind::LLVMConstantIntValueKind
        | ValueKind::LLVMConstantFPValueKind
        | ValueKind::LLVMConstantDataArrayValueKind
        | ValueKind::LLVMConstantAggregateZeroValueKind
        | ValueKind::LLVMUndefValueValueKind
        | ValueKind::LLVMPoisonValueKind => true,
        ValueKind::LLVMConstantArrayValueKind | ValueKind::LLVMConstantStructValueKind => {
            (0..constant.operand_count()).all(|index| is_plain(constant.operand(index)))
        }
        _ => false,
    }
}
