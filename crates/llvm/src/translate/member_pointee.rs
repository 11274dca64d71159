//! What members of structures that are pointers to `void` are taken for by the program.

use super::module::ModuleTranslator;
use super::pointee::told_by_uses;
use crate::reader::{Ty, TyKind, Value, ValueKind};
use llvm_sys::LLVMOpcode;
use rustc_hash::FxHashMap;
use std::collections::BTreeMap;

/// Where a pointer stands: the debug node of a structure, and an offset in it.
type MemberPlace = (u32, u64);

/// Structures by their types of LLVM.
type Records<'m> = FxHashMap<Ty<'m>, Option<u32>>;

impl<'m> ModuleTranslator<'m> {
    /// Has members that are pointers to `void`, and arrays of such, be pointers to what all of the program's functions that tell
    /// take them for.
    pub fn tell_members(&mut self, functions: &[Value<'m>]) {
        let mut told: BTreeMap<MemberPlace, Option<(u32, u32)>> = BTreeMap::new();
        let mut records = Records::default();
        for &function in functions {
            for (place, values) in self.loaded_members(function, &mut records) {
                // The nodes without and with names; one that another function contradicts stays unknown.
                for (plain, named) in told_by_uses(&self.debug, &function.name(), values) {
                    let known = told.entry(place).or_insert(Some((plain, named)));
                    if known.is_some_and(|(other, _)| other != plain) {
                        *known = None;
                    }
                }
            }
        }
        for ((record, offset), target) in told {
            if let Some((_, target)) = target {
                let (record, target) = (self.source_type(record), self.source_type(target));
                self.source_types_mut()
                    .set_void_pointee(record, offset, target);
            }
        }
    }

    /// The pointers that a function loads from members, by where these stand.
    fn loaded_members(
        &mut self,
        function: Value<'m>,
        records: &mut Records<'m>,
    ) -> BTreeMap<MemberPlace, Vec<Value<'m>>> {
        let mut found: BTreeMap<MemberPlace, Vec<Value<'m>>> = BTreeMap::new();
        let blocks = function.blocks();
        for load in blocks.iter().flat_map(|block| block.instructions()) {
            let is_load = load.opcode() == LLVMOpcode::LLVMLoad;
            if !is_load || !matches!(load.ty().kind(), TyKind::Ptr) {
                continue;
            }
            if let Some(place) = self.member_place(load.operand(0), records) {
                found.entry(place).or_default().push(load);
            }
        }
        found
    }

    /// Where an address is, if it is that of a member; any element of an array stands for the first.
    fn member_place(
        &mut self,
        address: Value<'m>,
        records: &mut Records<'m>,
    ) -> Option<MemberPlace> {
        let mut offset = 0_u64;
        let mut at = address;
        loop {
            let is_instruction = at.kind() == ValueKind::LLVMInstructionValueKind;
            if !is_instruction || at.opcode() != LLVMOpcode::LLVMGetElementPtr {
                return None;
            }
            offset = offset.wrapping_add(self.gep_path(at).ok()?.offset);
            let source = at.gep_source();
            if let TyKind::Struct(_) = source.kind() {
                let debug = &self.debug;
                let known = records.entry(source);
                let record = (*known.or_insert_with(|| debug.record(&source.print())))?;
                // A constant that leads to another element is no part of it.
                return (offset < source.alloc_size(self.module)).then_some((record, offset));
            }
            at = at.operand(0);
        }
    }
}
