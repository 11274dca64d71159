//! Addresses that are seen as numbers or compared: they differ from those of a native run, which the machine
//! is told where that can show.

use super::Result;
use super::function::FunctionTranslator;
use crate::reader::{TyKind, Value, ValueKind};
use ir::{CIntrinsic, Operand};
use llvm_sys::{LLVMIntPredicate, LLVMOpcode};
use std::collections::HashSet;

/// Functions after which an object is gone, or still there, as the C library likes.
const MOVES: &[&str] = &[
    "realloc",
    "reallocarray",
    "getline",
    "getdelim",
    "__getdelim",
];

impl<'m> FunctionTranslator<'_, 'm> {
    /// A pointer as a number. Where more is done with it than addresses allow in every run (taking
    /// their difference, looking at their lowest bits, making a pointer of it again), the machine
    /// is told.
    pub fn pointer_to_integer(&mut self, value: Value<'m>) -> Result<Vec<Operand>> {
        if self.user && !value.users().all(is_harmless_use) {
            for address in self.operands(value.operand(0))? {
                self.b.intrinsic(CIntrinsic::AddressSeen, vec![address]);
            }
        }
        self.cast(value)
    }

    /// The same for addresses of globals, which are constants.
    pub fn notice_constant_addresses(&mut self, value: Value<'m>) -> Result<()> {
        // Constants within others are found with the instruction that uses them.
        let is_used = value.kind() != ValueKind::LLVMConstantExprValueKind;
        if !self.user || !is_used || is_harmless_use(value) {
            return Ok(());
        }
        for number in 0..value.operand_count() {
            let operand = value.operand(number);
            if let Some(pointer) = address_in_constant(operand) {
                for address in self.operands(pointer)? {
                    self.b.intrinsic(CIntrinsic::AddressSeen, vec![address]);
                }
            }
        }
        Ok(())
    }

    /// The order of two pointers, which only those into one object have in every run.
    pub fn order_of_addresses(&mut self, a: Value<'m>, b: Value<'m>) -> Result<()> {
        // Null comes before all.
        if a.is_null() || b.is_null() {
            return Ok(());
        }
        self.addresses_related(a, b, CIntrinsic::AddressesCompared)
    }

    /// Whether two pointers are equal, where objects may be gone because the program has had them moved.
    pub fn match_of_addresses(&mut self, a: Value<'m>, b: Value<'m>) -> Result<()> {
        let module = self.program.module;
        let may_be_gone = |value: Value<'m>| {
            matches!(
                value.kind(),
                ValueKind::LLVMInstructionValueKind | ValueKind::LLVMArgumentValueKind
            )
        };
        let moves = || MOVES.iter().any(|name| module.function(name).is_some());
        match may_be_gone(a) && may_be_gone(b) && moves() {
            true => self.addresses_related(a, b, CIntrinsic::AddressesMatched),
            false => Ok(()),
        }
    }

    /// The difference of two pointers as numbers; the same holds of it.
    pub fn difference_of_addresses(&mut self, difference: Value<'m>) -> Result<()> {
        let (a, b) = (difference.operand(0), difference.operand(1));
        match is_address(a) && is_address(b) {
            true => {
                let (a, b) = (a.operand(0), b.operand(0));
                self.addresses_related(a, b, CIntrinsic::AddressesSubtracted)
            }
            false => Ok(()),
        }
    }

    fn addresses_related(&mut self, a: Value<'m>, b: Value<'m>, how: CIntrinsic) -> Result<()> {
        let of_a = object(a);
        if !self.user || (of_a.is_some() && of_a == object(b)) {
            return Ok(());
        }
        for (a, b) in self.pairs(a, b)? {
            self.b.intrinsic(how, vec![a, b]);
        }
        Ok(())
    }
}

/// The argument or variable that a pointer surely leads into, as far as that is plain to see. The same call
/// makes another object each time; arguments and variables are what they are throughout an activation.
fn object(pointer: Value<'_>) -> Option<Value<'_>> {
    /// Values that are looked at.
    const MOST: usize = 64;
    let (mut seen, mut found) = (vec![pointer], None);
    let mut next = 0;
    while let Some(&value) = seen.get(next) {
        next += 1;
        let from: Vec<Value<'_>> = match value.kind() {
            ValueKind::LLVMArgumentValueKind | ValueKind::LLVMGlobalVariableValueKind => {
                if *found.get_or_insert(value) != value {
                    return None;
                }
                continue;
            }
            ValueKind::LLVMInstructionValueKind | ValueKind::LLVMConstantExprValueKind => {
                match value.opcode() {
                    LLVMOpcode::LLVMGetElementPtr => vec![value.operand(0)],
                    LLVMOpcode::LLVMSelect => vec![value.operand(1), value.operand(2)],
                    LLVMOpcode::LLVMPHI => value.incoming().iter().map(|(it, _)| *it).collect(),
                    _ => return None,
                }
            }
            _ => return None,
        };
        seen.extend(
            from.into_iter()
                .filter(|it| !seen.contains(it))
                .collect::<Vec<_>>(),
        );
        if seen.len() > MOST {
            return None;
        }
    }
    found
}

pub(super) fn is_computed(value: Value<'_>) -> bool {
    matches!(
        value.kind(),
        ValueKind::LLVMInstructionValueKind | ValueKind::LLVMConstantExprValueKind
    )
}

fn is_address(operand: Value<'_>) -> bool {
    is_computed(operand) && operand.opcode() == LLVMOpcode::LLVMPtrToInt
}

/// Bits of an address that are the same in every run: objects are aligned to so much; those of i386, as a number of 32
/// bits shows, to less.
const ALIGNMENT: (u64, u64) = (15, 3);

/// Whether a use of an address as a number gives the same in every run.
pub(super) fn is_harmless_use(user: Value<'_>) -> bool {
    if !is_computed(user) {
        return false;
    }
    let constant = |operand: Value<'_>| match operand.kind() {
        ValueKind::LLVMConstantIntValueKind => Some(operand.small_integer()),
        _ => None,
    };
    let alignment = match user.ty().kind() {
        TyKind::Int(32) => ALIGNMENT.1,
        _ => ALIGNMENT.0,
    };
    match user.opcode() {
        LLVMOpcode::LLVMIntToPtr => true,
        LLVMOpcode::LLVMSub => is_address(user.operand(0)) && is_address(user.operand(1)),
        LLVMOpcode::LLVMAnd => constant(user.operand(1)).is_some_and(|mask| mask <= alignment),
        LLVMOpcode::LLVMURem => constant(user.operand(1))
            .is_some_and(|size| size.is_power_of_two() && size <= alignment + 1),
        LLVMOpcode::LLVMICmp => {
            let equality = matches!(
                user.integer_predicate(),
                LLVMIntPredicate::LLVMIntEQ | LLVMIntPredicate::LLVMIntNE
            );
            let known = |operand| is_address(operand) || constant(operand) == Some(0);
            equality && known(user.operand(0)) && known(user.operand(1))
        }
        _ => false,
    }
}

/// A pointer of which a constant makes a number, at any depth.
fn address_in_constant(value: Value<'_>) -> Option<Value<'_>> {
    let (mut pending, mut seen) = (vec![value], HashSet::new());
    while let Some(value) = pending.pop() {
        if value.kind() != ValueKind::LLVMConstantExprValueKind || !seen.insert(value) {
            continue;
        }
        match value.opcode() {
            LLVMOpcode::LLVMPtrToInt => return Some(value.operand(0)),
            // A pointer again.
            LLVMOpcode::LLVMIntToPtr | LLVMOpcode::LLVMGetElementPtr => {}
            // Distances have their own rule.
            LLVMOpcode::LLVMSub if is_harmless_use(value) => {}
            _ => pending.extend((0..value.operand_count()).map(|number| value.operand(number))),
        }
    }
    None
}
