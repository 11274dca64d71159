//! Arrays that the code takes for ones that end with an element of zeros, or null: vectors of pointers, tables of structures,
//! numbers. It reads them until such an element tells it to stop, and asks for no number that is passed beside them: where they end
//! without one, that is what excludes the error.

use super::{Access, Run};
use crate::Cell;
use crate::memory::ObjectId;
use ir::{
    CompareOp, Constant, Function, InstructionKind, Operand, Reg, SourceType, SourceTypeId,
    TerminatorKind,
};
use rustc_hash::FxHashSet;
use std::sync::Arc;
use term::{InputId, Term};

impl Run<'_> {
    /// What excludes the read of the first element behind the end of an input array, or of a member of it, if the read asks
    /// whether that is zero, and so was asked of the last element, which is not.
    pub(super) fn terminator_assumption(
        &mut self,
        id: ObjectId,
        (offset, size): (u64, u64),
        access: Access,
    ) -> Option<String> {
        if access != Access::Read || !self.reads_for_zero() {
            return None;
        }
        let object = self.state.memory.object(id)?;
        let found = self
            .state
            .heap
            .pointers()
            .find(|(_, _, it)| it.own == Some(id));
        let (_, reference, pointer) = found?;
        let name = Arc::clone(&reference.name);
        let is_parameter = name.chars().all(|c| c.is_alphanumeric() || c == '_');
        let has_length = object.extent.is_some() || pointer.length.is_some();
        let element = pointer.element?;
        let is_byte = self.machine.program.source_type(element).is_byte();
        if has_length || is_byte || !is_parameter || self.machine.is_told(&name) {
            return None;
        }
        let whole = pointer.size.checked_div(pointer.count)?;
        let within = offset.checked_sub(pointer.size).filter(|&it| it < whole)?;
        let member = self.member_at(element, within)?;
        let last = pointer.count - 1;
        let goes_on = self.is_known_not_to_be_zero(id, last * whole + within, size);
        goes_on.then(|| format!("--assume '!{name} || !{name}[{last}]{member}'"))
    }

    /// True if the path has decided something by what memory holds, which is not zero.
    fn is_known_not_to_be_zero(&mut self, id: ObjectId, from: u64, size: u64) -> bool {
        let Some(object) = self.state.memory.object(id) else {
            return false;
        };
        let places = from as usize..(from + size) as usize;
        let Some(bytes) = object.bytes.get(places.clone()) else {
            return false;
        };
        let is_written = bytes.iter().any(|&byte| byte != 0);
        let symbolic = object.symbolic.as_deref().unwrap_or(&[]);
        let terms = symbolic.get(places).unwrap_or(&[]).iter();
        let terms: Vec<Term> = terms.filter_map(|byte| byte.term).collect();
        if terms.is_empty() {
            return is_written;
        }
        let pool = &self.machine.pool;
        let mut asked: FxHashSet<InputId> = FxHashSet::default();
        for made in self.state.path.decisions() {
            asked.extend(pool.inputs_of(made.condition).iter());
        }
        let is_asked = terms.iter().all(|&term| {
            let inputs = pool.inputs_of(term);
            inputs.iter().all(|input| asked.contains(input))
        });
        is_asked
            && terms
                .into_iter()
                .any(|term| self.under_model(Cell::symbolic(term)) != 0)
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
