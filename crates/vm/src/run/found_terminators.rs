//! Arrays that the code takes for ones that end with an element of zeros, or null: vectors of pointers, tables of structures,
//! numbers. It reads them until such an element tells it to stop, and asks for no number that is passed beside them: where they end
//! without one, that is what excludes the error.

use super::{Access, Run};
use crate::memory::ObjectId;
use ir::{
    CompareOp, Constant, Function, InstructionKind, Operand, Reg, SourceType, SourceTypeId,
    TerminatorKind,
};

impl Run<'_> {
    /// What excludes the read of the first element behind the end of an input array, or of a member of it, if the read asks
    /// whether that is zero.
    pub(super) fn terminator_assumption(
        &self,
        id: ObjectId,
        offset: u64,
        access: Access,
    ) -> Option<String> {
        if access != Access::Read || !self.reads_for_zero() {
            return None;
        }
        let object = self.state.memory.object(id)?;
        let mut pointers = self.state.heap.pointers();
        let (_, reference, pointer) = pointers.find(|(_, _, it)| it.own == Some(id))?;
        let name = &reference.name;
        let is_parameter = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let has_length = object.extent.is_some() || pointer.length.is_some();
        if has_length || !is_parameter || self.machine.is_told(name) {
            return None;
        }
        let size = pointer.size.checked_div(pointer.count)?;
        let within = offset.checked_sub(pointer.size).filter(|&it| it < size)?;
        let member = self.member_at(pointer.element?, within)?;
        let last = pointer.count - 1;
        Some(format!("--assume '!{name} || !{name}[{last}]{member}'"))
    }

    /// How C names the scalar at an offset in a value of a type, behind the value.
    fn member_at(&self, ty: SourceTypeId, offset: u64) -> Option<String> {
        let program = &self.machine.program;
        match program.source_type(program.resolved_type(ty)) {
            SourceType::Record { members, .. } => {
                let mut members = members.iter();
                let is_there = |it: &&ir::SourceMember| it.bit_offset == 8 * offset;
                let member = members.find(is_there).filter(|it| !it.name.is_empty())?;
                let inner = self.member_at(member.ty, 0)?;
                Some(format!(".{}{inner}", member.name))
            }
            SourceType::Array { .. } | SourceType::Void | SourceType::Function { .. } => None,
            _ => (offset == 0).then(String::new),
        }
    }

    /// True if what is being read decides, by being zero or not, where the code goes on.
    fn reads_for_zero(&self) -> bool {
        let site = self.site();
        let Some(function) = self.machine.program.loaded_function(site.function) else {
            return false;
        };
        let block = &function.blocks[site.block.0 as usize];
        let rest = block.instructions.get(site.instruction as usize..);
        let mut rest = rest.unwrap_or_default().iter();
        let Some(InstructionKind::Load { to, .. }) = rest.next().map(|it| &it.kind) else {
            return false;
        };
        let compared = rest.find_map(|it| match &it.kind {
            InstructionKind::Compare {
                op: CompareOp::Eq | CompareOp::Ne,
                to: result,
                left,
                right,
                ..
            } => is_with_zero(*to, left, right).then_some(*result),
            _ => None,
        });
        let decides = |result: Reg| decides_by(&function, site.block.0, result);
        compared.is_some_and(decides)
    }
}

fn is_with_zero(read: Reg, left: &Operand, right: &Operand) -> bool {
    let zero = Operand::Constant(Constant::Bits(0));
    let read = Operand::Register(read);
    (*left == read && *right == zero) || (*left == zero && *right == read)
}

fn decides_by(function: &Function, block: u32, result: Reg) -> bool {
    let terminator = &function.blocks[block as usize].terminator.kind;
    matches!(terminator, TerminatorKind::Branch { condition: Operand::Register(it), .. } if *it == result)
}
