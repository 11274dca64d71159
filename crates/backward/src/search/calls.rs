//! Into calls from their returns, and out of them at their entries.

use super::{Search, State};
use crate::code::Body;
use crate::condition::Call;
use crate::heap::Space;
use ir::analysis::fits_call;
use ir::{BlockId, FunctionId, InstructionKind, Operand, TerminatorKind, Type};
use rustc_hash::FxHashMap;

/// Functions that a virtual call is entered into, at most.
const CANDIDATES: usize = 8;

impl Search<'_> {
    /// Goes into what a call may call, from its returns. False if it is to be stepped over.
    pub(super) fn enter_call(&mut self, state: &State, kind: &InstructionKind) -> bool {
        let (results, receiver) = match kind {
            InstructionKind::Call { results, .. } => (results, None),
            InstructionKind::CallVirtual {
                results, arguments, ..
            } => (results, arguments.first()),
            _ => return false,
        };
        let callees = self.callees_to_enter(state, kind);
        for &callee in &callees {
            let body = self.enter_frame(callee);
            let blocks = body.function.blocks.iter().enumerate();
            for (number, block) in blocks {
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
                    callee,
                    &body,
                    (state.block, state.instruction),
                );
                if let Some(receiver) = receiver {
                    self.dispatch(&mut inside, receiver, callee, &callees);
                }
                match inside.condition.is_false {
                    true => self.need(inside.parent, inside.condition.false_from),
                    false => self.push(inside),
                }
            }
        }
        !callees.is_empty()
    }

    /// The functions that a call is entered into; none if it is to be stepped over.
    fn callees_to_enter(&self, state: &State, kind: &InstructionKind) -> Vec<FunctionId> {
        let condition = &state.condition;
        if condition.depth() >= self.precision.calls {
            return Vec::new();
        }
        let objects = self.code.objects.as_ref();
        // It may fail because the stack is exhausted, whatever its code says.
        if objects.is_some_and(|objects| objects.is_deep(condition.function)) {
            return Vec::new();
        }
        let place = (state.block, state.instruction);
        let callees = match kind {
            InstructionKind::Call { function, .. } => std::slice::from_ref(function),
            InstructionKind::CallVirtual { selector, .. }
                if objects.is_some_and(|it| it.known.closed.contains(selector)) =>
            {
                self.code.callees(condition.function, place)
            }
            _ => &[],
        };
        // Methods of classes of which there are no objects are not among the functions.
        let runs = |id: &FunctionId| match objects {
            Some(it) if matches!(kind, InstructionKind::CallVirtual { .. }) => {
                it.known.functions.contains(id)
            }
            _ => true,
        };
        let callees: Vec<FunctionId> = callees.iter().copied().filter(runs).collect();
        let cannot = |callee: &FunctionId| {
            let entered = condition.calls.iter().any(|call| call.function == *callee);
            let is_recursive = entered || condition.function == *callee;
            let declared = self.code.function(*callee).is_declaration();
            is_recursive || declared || self.code.is_partial(*callee)
        };
        match callees.iter().any(cannot) || callees.len() > CANDIDATES {
            true => Vec::new(),
            false => callees,
        }
    }

    /// The receiver of a virtual call that was entered is of a class that has this method, and not another one of
    /// them. Its register is that of the caller before the call, which may be the one that gets the result.
    fn dispatch(
        &mut self,
        state: &mut State,
        receiver: &Operand,
        callee: FunctionId,
        callees: &[FunctionId],
    ) {
        let code = self.code;
        let Some(objects) = &code.objects else {
            return;
        };
        let holders = &objects.known.holders;
        let Some(&holder) = holders.get(&callee) else {
            return;
        };
        let condition = &mut state.condition;
        let Some(call) = condition.calls.pop() else {
            return;
        };
        condition.function = call.function;
        let receiver = condition.operand(self.pool, self.variables, receiver, Type::Ptr);
        condition.function = callee;
        condition.calls.push(call);
        let others = callees.iter().filter_map(|other| holders.get(other));
        let below =
            others.filter(|&&other| other != holder && objects.model.is_subclass(other, holder));
        for (class, is) in below.map(|&other| (other, false)).chain([(holder, true)]) {
            let place = (Space::Instance(class), receiver);
            let cell = condition.cell_in(self.pool, self.variables, place, 1);
            let holds = self.pool.bv_to_bool(cell);
            let wanted = match is {
                true => holds,
                false => self.pool.not(holds),
            };
            condition.require(self.pool, wanted);
        }
    }

    /// What a call that is not entered may change may be anything.
    pub(super) fn step_over(&mut self, state: &mut State, body: &Body, kind: &InstructionKind) {
        let code = self.code;
        let place = (state.block, state.instruction);
        let condition = &mut state.condition;
        let results = kind.destinations();
        let is_result = |register| results.contains(&register);
        condition.forget_registers(self.pool, self.variables, is_result);
        if let Some(objects) = &code.objects {
            let callees = code.callees(condition.function, place);
            let effects = objects.of(kind, &body.statics, callees);
            condition.forget_heap(self.pool, self.variables, objects, &effects);
            return;
        }
        let writes = |global| match kind {
            InstructionKind::Call { function, .. } => code.writes_global(*function, global),
            _ => true,
        };
        if crate::region::writes_memory(code, kind) {
            condition.forget_memory(self.pool, self.variables, writes);
        }
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
