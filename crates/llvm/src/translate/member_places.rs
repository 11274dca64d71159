//! Which member of which structure an address is that of.

use super::module::ModuleTranslator;
use crate::reader::{Ty, TyKind, Value, ValueKind};
use llvm_sys::LLVMOpcode;
use rustc_hash::FxHashMap;

/// Where a member stands: the debug node of a structure, and an offset in it.
pub type MemberPlace = (u32, u64);

/// Computations of addresses that are followed, from a member to the structure: one for each structure that it is nested in.
const MOST_STEPS: usize = 32;

/// Structures by their types of LLVM: their debug nodes.
#[derive(Default)]
pub struct KnownRecords<'m>(FxHashMap<Ty<'m>, Option<u32>>);

impl<'m> ModuleTranslator<'m> {
    /// The member that an address is that of, in the innermost structure around it that has a name; with the value that the
    /// structure begins at.
    pub fn member_place(
        &mut self,
        address: Value<'m>,
        records: &mut KnownRecords<'m>,
    ) -> Option<(MemberPlace, Value<'m>)> {
        let (mut offset, mut at) = (0_u64, address);
        for _ in 0..MOST_STEPS {
            let computed = matches!(
                at.kind(),
                ValueKind::LLVMInstructionValueKind | ValueKind::LLVMConstantExprValueKind
            );
            if !computed || at.opcode() != LLVMOpcode::LLVMGetElementPtr {
                return None;
            }
            offset = offset.wrapping_add(self.gep_path(at).ok()?.offset);
            let (source, base) = (at.gep_source(), at.operand(0));
            if let TyKind::Struct(_) = source.kind() {
                let size = source.alloc_size(self.module);
                // A constant that leads to another element is no part of it.
                if offset >= size {
                    return None;
                }
                if let Some(record) = self.record_of(source, size, records) {
                    return Some(((record, offset), base));
                }
            }
            at = base;
        }
        None
    }

    /// The debug node of a structure of that size, if it is known by its name.
    fn record_of(&self, ty: Ty<'m>, size: u64, records: &mut KnownRecords<'m>) -> Option<u32> {
        let debug = &self.debug;
        *records.0.entry(ty).or_insert_with(|| {
            let node = debug.record(&ty.print())?;
            let bits = debug.metadata.node(node)?.number("size");
            // Others may have the same name.
            (bits == size.checked_mul(8)).then_some(node)
        })
    }
}
