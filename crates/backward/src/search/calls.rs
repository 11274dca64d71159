//! Into calls from their returns, and out of them at their entries.

use super::{Search, State};
use crate::code::Body;
use crate::condition::Call;
use ir::analysis::fits_call;
use ir::{BlockId, FunctionId, InstructionKind, Operand, TerminatorKind, Type};
use rustc_hash::FxHashMap;

impl Search<'_> {
    /// Goes into what a call may call, from its returns. False if it is to be stepped over.
    pub(super) fn enter_call(&mut self, state: &State, kind: &InstructionKind) -> bool {
        let InstructionKind::Call {
            results,
            function: callee,
            ..
        } = kind
        else {
            return false;
        };
        let condition = &state.condition;
        let depth = condition.depth();
        let entered = condition.calls.iter().any(|call| call.function == *callee);
        let is_recursive = entered || condition.function == *callee;
        let declared = self.code.function(*callee).is_declaration();
        let partial = self.code.is_partial(*callee);
        if depth >= self.precision.calls || is_recursive || declared || partial {
            return false;
        }
        let body = self.enter_frame(*callee);
        for (number, block) in body.function.blocks.iter().enumerate() {
            let TerminatorKind::Return(values) = &block.terminator.kind else {
                continue;
            };
            let number = BlockId(number as u32);
            if !body.cfg.is_reachable(number) {
                continue;
            }
            let mut inside = state.clone();
            inside.block = number;
            inside.instruction = block.instructions.len() as u32;
            self.return_from(
                &mut inside,
                results,
                values,
                *callee,
                &body,
                (state.block, state.instruction),
            );
            if !inside.condition.is_false {
                self.pending.push(inside);
            }
        }
        true
    }

    /// The results of a call are the values returned.
    fn return_from(
        &mut self,
        state: &mut State,
        results: &[ir::Reg],
        values: &[Operand],
        callee: FunctionId,
        body: &Body,
        (block, instruction): (BlockId, u32),
    ) {
        let condition = &mut state.condition;
        let taken = condition.take_registers(|it| results.contains(&it));
        condition.calls.push(Call {
            function: condition.function,
            block,
            instruction,
        });
        condition.function = callee;
        let mut replaced = FxHashMap::default();
        for (register, variable) in taken {
            let position = results.iter().position(|&result| result == register);
            let value = position.and_then(|position| {
                let ty = *body.function.results.get(position)?;
                Some((values.get(position)?, ty))
            });
            let value = match value {
                Some((operand, ty)) if ty.width() == self.pool.width(variable) => {
                    condition.operand(self.pool, self.variables, operand, ty)
                }
                _ => {
                    condition.approximate = true;
                    let width = self.pool.width(variable);
                    condition.anything(self.pool, self.variables, width)
                }
            };
            replaced.insert(variable, value);
        }
        condition.assign(self.pool, self.variables, replaced);
    }

    /// From the entry of a function to before a call of it: parameters are the arguments, and nothing else
    /// of its frame is there yet.
    pub(super) fn leave(&mut self, state: &mut State, call: &Call, body: &Body, entered: bool) {
        let condition = &mut state.condition;
        let callee = &body.function;
        let taken = condition.take_registers(|_| true);
        if entered {
            condition.calls.pop();
        }
        condition.function = call.function;
        (state.block, state.instruction) = (call.block, call.instruction);
        let caller = self.code.function(call.function).clone();
        let site = &caller.blocks[call.block.0 as usize].instructions[call.instruction as usize];
        let arguments: &[Operand] = match &site.kind {
            InstructionKind::Call { arguments, .. }
            | InstructionKind::CallIndirect { arguments, .. }
            | InstructionKind::CallVirtual { arguments, .. } => arguments,
            _ => &[],
        };
        let types: &[Type] = match &site.kind {
            InstructionKind::Call { types, .. }
            | InstructionKind::CallIndirect { types, .. }
            | InstructionKind::CallVirtual { types, .. } => types,
            _ => &[],
        };
        let fits = fits_call(callee, types, &[]);
        let mut replaced = FxHashMap::default();
        for (register, variable) in taken {
            let mut parameters = callee.parameters.iter();
            let number = parameters.position(|it| it.register == register);
            let argument =
                number.and_then(|number| Some((arguments.get(number)?, types.get(number)?)));
            let width = self.pool.width(variable);
            let value = match argument {
                Some((operand, ty)) if fits && ty.width() == width => {
                    condition.operand(self.pool, self.variables, operand, *ty)
                }
                // Such as the address of a variable that is not read any more.
                _ if !condition.depends_on(self.pool, variable) => continue,
                _ => {
                    condition.approximate = true;
                    condition.anything(self.pool, self.variables, width)
                }
            };
            replaced.insert(variable, value);
        }
        condition.assign(self.pool, self.variables, replaced);
    }
}
