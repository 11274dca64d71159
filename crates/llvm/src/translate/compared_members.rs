//! Which members of structures the program compares as pointers into one array: see [`ComparedMembers`].

use super::member_places::{KnownRecords, MemberPlace};
use super::module::ModuleTranslator;
use crate::reader::{TyKind, Value, ValueKind};
use ir::{ComparedMembers, Comparison};
use llvm_sys::{LLVMIntPredicate, LLVMOpcode};

/// Steps that are followed back from a value to where it was loaded.
const MOST_STEPS: usize = 16;

/// What functions do with members.
#[derive(Default)]
struct Found {
    pairs: Vec<(u32, u64, u64, Comparison)>,
    looked_at: Vec<MemberPlace>,
}

impl<'m> ModuleTranslator<'m> {
    /// What functions compare, and look at.
    pub fn compared_members(&mut self, functions: &[Value<'m>]) -> ComparedMembers {
        let mut records = KnownRecords::default();
        let mut found = Found::default();
        for function in functions {
            for block in function.blocks() {
                for instruction in block.instructions() {
                    self.note_compared(instruction, &mut records, &mut found);
                }
            }
        }
        let mut record = |node: u32| self.source_type(node);
        let pairs = found.pairs.into_iter();
        let pairs = pairs.map(|(node, one, other, how)| (record(node), one, other, how));
        let pairs = pairs.collect();
        let looked_at = found.looked_at.into_iter();
        let looked_at = looked_at.map(|(node, at)| (record(node), at)).collect();
        ComparedMembers::new(pairs, looked_at)
    }

    fn note_compared(
        &mut self,
        instruction: Value<'m>,
        records: &mut KnownRecords<'m>,
        found: &mut Found,
    ) {
        let how = match instruction.opcode() {
            LLVMOpcode::LLVMICmp => match instruction.integer_predicate() {
                LLVMIntPredicate::LLVMIntEQ | LLVMIntPredicate::LLVMIntNE => Comparison::Equality,
                _ => Comparison::Order,
            },
            LLVMOpcode::LLVMSub => Comparison::Distance,
            LLVMOpcode::LLVMLoad => return self.note_looked_at(instruction, records, found),
            _ => return,
        };
        let (left, right) = (instruction.operand(0), instruction.operand(1));
        let (Some((one, one_base)), Some((other, other_base))) = (
            self.pointer_member(left, records),
            self.pointer_member(right, records),
        ) else {
            return;
        };
        if one.0 == other.0 && one.1 != other.1 && same_place(one_base, other_base) {
            found.pairs.push((one.0, one.1, other.1, how));
        }
    }

    /// A pointer from a member that is accessed, at once or in a member of what it leads to, or asked whether it is null.
    fn note_looked_at(
        &mut self,
        load: Value<'m>,
        records: &mut KnownRecords<'m>,
        found: &mut Found,
    ) {
        if !matches!(load.ty().kind(), TyKind::Ptr)
            || !load.users().any(|user| looks_at(load, user))
        {
            return;
        }
        if let Some((place, _)) = self.member_place(load.operand(0), records) {
            found.looked_at.push(place);
        }
    }

    /// The member that a pointer was loaded from, whatever was added to it since; the difference of two pointers is none.
    fn pointer_member(
        &mut self,
        value: Value<'m>,
        records: &mut KnownRecords<'m>,
    ) -> Option<(MemberPlace, Value<'m>)> {
        let mut value = value;
        for _ in 0..MOST_STEPS {
            if value.kind() != ValueKind::LLVMInstructionValueKind {
                return None;
            }
            value = match value.opcode() {
                LLVMOpcode::LLVMPtrToInt
                | LLVMOpcode::LLVMBitCast
                | LLVMOpcode::LLVMFreeze
                | LLVMOpcode::LLVMGetElementPtr => value.operand(0),
                LLVMOpcode::LLVMLoad if matches!(value.ty().kind(), TyKind::Ptr) => {
                    return self.member_place(value.operand(0), records);
                }
                _ => return None,
            };
        }
        None
    }
}

/// True if a user of a pointer looks at what it leads to, or asks whether it is null.
fn looks_at<'m>(pointer: Value<'m>, user: Value<'m>) -> bool {
    if user.kind() != ValueKind::LLVMInstructionValueKind {
        return false;
    }
    match user.opcode() {
        LLVMOpcode::LLVMLoad => true,
        LLVMOpcode::LLVMStore => user.operand(1) == pointer,
        LLVMOpcode::LLVMICmp => user.operand(0).is_null() || user.operand(1).is_null(),
        // A member of what is there; what is computed by other indices may be in front of it.
        LLVMOpcode::LLVMGetElementPtr => {
            matches!(user.gep_source().kind(), TyKind::Struct(_)) && user.operand_count() > 2
        }
        _ => false,
    }
}

/// True if two addresses are one: the same value, or loaded from places that are.
fn same_place<'m>(one: Value<'m>, other: Value<'m>) -> bool {
    let (mut one, mut other) = (one, other);
    for _ in 0..MOST_STEPS {
        if one == other {
            return true;
        }
        let both = |opcode| {
            let is_one = |it: Value<'m>| {
                it.kind() == ValueKind::LLVMInstructionValueKind && it.opcode() == opcode
            };
            is_one(one) && is_one(other)
        };
        let same_path = || {
            let count = one.operand_count();
            count == other.operand_count()
                && one.gep_source() == other.gep_source()
                && (1..count).all(|at| one.operand(at) == other.operand(at))
        };
        if both(LLVMOpcode::LLVMLoad) || both(LLVMOpcode::LLVMGetElementPtr) && same_path() {
            (one, other) = (one.operand(0), other.operand(0));
        } else {
            return false;
        }
    }
    false
}
