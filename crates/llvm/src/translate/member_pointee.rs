//! What members of structures that are pointers to `void` are taken for by the program.

use super::member_places::{KnownRecords, MemberPlace};
use super::module::ModuleTranslator;
use super::pointee::{Told, told_by_uses};
use crate::reader::{TyKind, Value};
use llvm_sys::LLVMOpcode;
use std::collections::BTreeMap;

impl<'m> ModuleTranslator<'m> {
    /// Has members that are pointers to `void`, and arrays of such, be pointers to what all of the functions that tell take them
    /// for. Where one takes them for text, bytes or what nothing is known of, nothing is.
    pub fn tell_members(&mut self, functions: &[Value<'m>]) {
        let mut records = KnownRecords::default();
        let mut told: BTreeMap<MemberPlace, Option<u32>> = BTreeMap::new();
        for &function in functions {
            for (place, values) in self.loaded_members(function, &mut records) {
                let target = match told_by_uses(&self.debug, &function.name(), values) {
                    Told::Nothing => continue,
                    Told::Contradictory => None,
                    Told::Type(node) => Some(node),
                };
                let known = told.entry(place).or_insert(target);
                let agree = match (*known, target) {
                    (Some(one), Some(other)) => self.debug.is_same(one, other),
                    _ => false,
                };
                if !agree {
                    *known = None;
                }
            }
        }
        for ((record, offset), target) in told {
            if let Some(target) = target {
                let (record, target) = (self.source_type(record), self.source_type(target));
                self.source_types_mut()
                    .set_void_pointee(record, offset, target);
            }
        }
    }

    /// The pointers that a function loads from members which are pointers to `void`, by where these stand: of an array, where it
    /// begins.
    fn loaded_members(
        &mut self,
        function: Value<'m>,
        records: &mut KnownRecords<'m>,
    ) -> BTreeMap<MemberPlace, Vec<Value<'m>>> {
        let mut found: BTreeMap<MemberPlace, Vec<Value<'m>>> = BTreeMap::new();
        let blocks = function.blocks();
        for load in blocks.iter().flat_map(|block| block.instructions()) {
            let is_load = load.opcode() == LLVMOpcode::LLVMLoad;
            if !is_load || !matches!(load.ty().kind(), TyKind::Ptr) {
                continue;
            }
            if let Some(((record, offset), _)) = self.member_place(load.operand(0), records) {
                let whole = self.source_type(record);
                let types = self.source_types_mut();
                if let Some(begin) = types.beginning_of_void_member(whole, offset) {
                    found.entry((record, begin)).or_default().push(load);
                }
            }
        }
        found
    }
}
