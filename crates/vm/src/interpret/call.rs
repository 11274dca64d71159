//! Calls and returns.

use super::skip;
use crate::c_names::{STAND_IN_WITHOUT_RESULT, STUBBED, asks_for_input, type_name};
use crate::call_policy::Treatment;
use crate::code::{CallSite, Callee, Code};
use crate::fault::{Fault, Outcome, error, unsupported};
use crate::memory::{ObjectSlot, split};
use crate::run::Run;
use crate::state::{EXIT_HANDLERS, Frame, Stage, VariadicArgument};
use crate::{Arm, ArmOutcome, Bound, Cell, Events, ForkKind, InputOrigin, UndefinedFunctions};
use ir::{ErrorKind, FunctionId, Type};
use std::sync::Arc;

/// Calls beyond the limit that may be made to throw the exception that says so.
const FRAMES_TO_THROW: u32 = 1000;

/// Register files kept for reuse.
const SPARE_FILES: usize = 64;

impl Run<'_> {
    /// Executes the call at the frame's pc.
    pub(super) fn call<E: Events>(
        &mut self,
        code: &Arc<Code>,
        index: u32,
        events: &mut E,
    ) -> Outcome<()> {
        let site = &code.calls[index as usize];
        let (callee, indirect) = match &site.callee {
            Callee::Direct(function) => (*function, false),
            Callee::Virtual(..) => (self.virtual_callee(site)?, false),
            Callee::Indirect(slot) => (
                self.function_meant(self.frame.registers[*slot as usize])?,
                true,
            ),
        };
        let Some(target) = self
            .machine
            .code(callee)
            .map_err(|load| Box::new(Fault::Unsupported(load.to_string())))?
        else {
            return self.call_undefined(callee, code, index, events);
        };
        if self.frame.depth >= self.machine.options.max_frames {
            if let Some(frame) = self.overflow_helper(&target)? {
                events.call(frame.code.function);
                self.push(frame, events)?;
                self.state.overflow = self.frame.depth;
                return Ok(());
            }
            if self.frame.depth
                < self
                    .machine
                    .options
                    .max_frames
                    .saturating_add(FRAMES_TO_THROW)
                && self.state.overflow != 0
            {
                return self.enter(callee, target, site, indirect, events);
            }
            let message = format!("calls {} deep", self.frame.depth);
            return error(ErrorKind::StackExhausted, message);
        }
        if let Treatment::Skip(function) = &target.treatment
            && self.call_skipped(callee, site, function, events)? == skip::Call::Done
        {
            return Ok(());
        }
        self.enter(callee, target, site, indirect, events)
    }

    /// The call of what throws instead of a function for which there is no room, unless that is
    /// what is being executed.
    #[cold]
    fn overflow_helper(&mut self, callee: &Code) -> Outcome<Option<Frame>> {
        let helper = self.machine.objects().well_known().stack_overflow;
        let Some(helper) = helper.filter(|_| callee.throws && self.state.overflow == 0) else {
            return Ok(None);
        };
        let code = self.machine.code(helper);
        let code = code.map_err(|load| Box::new(Fault::Unsupported(load.to_string())))?;
        Ok(code.map(|code| Frame::new(code, Vec::new())))
    }

    /// Enters a function at a call site.
    #[inline]
    fn enter<E: Events>(
        &mut self,
        callee: FunctionId,
        target: Arc<Code>,
        site: &CallSite,
        indirect: bool,
        events: &mut E,
    ) -> Outcome<()> {
        if indirect || site.arguments.len() != target.parameters.len() {
            check_types(&target, &site.types)?;
            self.check_pointers(callee, &target, site)?;
        }
        let pinned = match target.treatment {
            Treatment::Pin => self.pin_arguments(&target, site)?,
            Treatment::Enter | Treatment::Skip(_) => Vec::new(),
        };
        let registers = self.machine.spare_registers.pop().unwrap_or_default();
        let mut frame = Frame::new(target, registers);
        for (&parameter, &argument) in frame.code.parameters.iter().zip(&site.arguments) {
            frame.registers[parameter as usize] = self.frame.registers[argument as usize];
        }
        for (number, value) in pinned {
            let parameter = frame.code.parameters[number];
            frame.registers[parameter as usize] = Cell::concrete(value);
        }
        if frame.code.variadic {
            for number in frame.code.parameters.len()..site.arguments.len() {
                let by_value = site
                    .by_value
                    .iter()
                    .find(|(argument, _)| *argument as usize == number);
                frame.more().variadic.push(VariadicArgument {
                    value: self.frame.registers[site.arguments[number] as usize],
                    ty: site.types[number],
                    by_value: by_value.map(|(_, size)| *size),
                });
            }
        }
        events.call(callee);
        self.push(frame, events)
    }

    /// Refuses a call by which a pointer of four bytes is passed or returned as a number, or the other way: both are
    /// the same natively, and not in registers here.
    fn check_pointers(&self, callee: FunctionId, target: &Code, site: &CallSite) -> Outcome<()> {
        let program = &self.machine.program;
        if !program.has_narrow_pointers() {
            return Ok(());
        }
        let mut types = site.types.iter().zip(&target.parameter_types);
        let mut agree = types.all(|(a, b)| (*a == Type::Ptr) == (*b == Type::Ptr));
        let function = program.loaded_function(callee);
        let results = function.iter().flat_map(|function| &function.results);
        for (result, width) in results.zip(&site.widths) {
            agree &= (result.width() == 64) == (*width == 64);
        }
        match agree {
            true => Ok(()),
            false => unsupported(format!(
                "a call of `{}` by a type that has numbers where it has pointers",
                target.name
            )),
        }
    }

    /// Pins the arguments of a call; where there are several, one after the other. Gives the values of
    /// those that depend on inputs, by number: the caller's own variables stay what they are.
    #[cold]
    fn pin_arguments(&mut self, target: &Code, site: &CallSite) -> Outcome<Vec<(usize, u64)>> {
        let mut pinned = Vec::with_capacity(site.arguments.len());
        let arguments = site.arguments.iter().zip(&target.parameter_types);
        for (number, (&argument, ty)) in arguments.enumerate() {
            let value = self.frame.registers[argument as usize];
            let width = ty.width();
            if value.as_term().is_some() && width <= 64 {
                let bits = self.pin_as(ForkKind::Opaque, value, width)?;
                pinned.push((number, bits));
            }
        }
        Ok(pinned)
    }

    /// Returns from the innermost function.
    pub(super) fn return_<E: Events>(
        &mut self,
        code: &Arc<Code>,
        index: u32,
        events: &mut E,
    ) -> Outcome<()> {
        let values = &code.returns[index as usize];
        events.returned(code.function);
        let Some(caller) = self.frame.caller.take() else {
            let result = |&slot: &u32| self.frame.registers[slot as usize];
            if self.state.stage == Stage::Program && !self.state.entry_is_main {
                self.state.returned = Some(values.iter().map(result).collect());
            }
            let first = values.first().map(result);
            return self.returned_from_entry(first, events);
        };
        self.kill_frame_objects();
        let caller = Arc::try_unwrap(caller).unwrap_or_else(|shared| (*shared).clone());
        let mut callee = std::mem::replace(&mut self.frame, caller);
        let call = (self.frame.pc as usize).saturating_sub(1);
        // What runs before and after the entry function is called by no instruction of it.
        let called = self.state.stage == Stage::Program || self.frame.caller.is_some();
        if self.state.stage == Stage::Initialising && self.frame.caller.is_none() {
            self.state.stage = Stage::Program;
        }
        let thrown = callee.depth == self.state.overflow;
        let (results, widths): (&[u32], &[u32]) = match self.frame.code.ops[call] {
            crate::code::Op::Call { index } if called && !callee.inserted => {
                let site = &self.frame.code.calls[index as usize];
                (&site.results, &site.widths)
            }
            _ => (&[], &[]),
        };
        for (number, &result) in results.iter().enumerate() {
            // A function that returns less than its caller expects leaves garbage; here zero.
            let value = values.get(number).filter(|_| !thrown);
            let value = value.map_or(Cell::ZERO, |&v| callee.registers[v as usize]);
            let value = value.resized(&mut self.machine.pool, widths[number]);
            self.frame.registers[result as usize] = value;
        }
        if thrown {
            // What was called instead of the callee has one result, the exception.
            self.state.overflow = 0;
            if let (Some(&to), Some(&value)) = (results.last(), values.first()) {
                self.frame.registers[to as usize] = callee.registers[value as usize];
            }
        }
        if self.machine.spare_registers.len() < SPARE_FILES {
            self.machine
                .spare_registers
                .push(std::mem::take(&mut callee.registers));
        }
        Ok(())
    }

    /// The function the program started with has returned: what the C library has to do then is
    /// done as if called from there; afterwards the entry function returns once more.
    fn returned_from_entry<E: Events>(
        &mut self,
        value: Option<Cell>,
        events: &mut E,
    ) -> Outcome<()> {
        let status = value
            .filter(|_| self.state.entry_is_main)
            .unwrap_or(Cell::ZERO);
        let status = self.settled_cell(status)?;
        if self.state.stage == Stage::Program {
            self.kill_frame_objects();
        }
        let ending = std::mem::replace(&mut self.state.stage, Stage::Ending) == Stage::Ending;
        if !ending && let Some(code) = self.machine.code_of(EXIT_HANDLERS) {
            let pc = self.frame.pc;
            let mut frame = Frame::new(code, Vec::new());
            // What handlers are told.
            if let Some(&parameter) = frame.code.parameters.first() {
                frame.registers[parameter as usize] = status;
            }
            self.push(frame, events)?;
            if let Some(entry) = self.frame.caller.as_mut().and_then(Arc::get_mut) {
                entry.pc = pc;
            }
            return Ok(());
        }
        let status = self.under_model(status);
        // The entry function's variables are gone: they no longer keep heap memory from being lost.
        self.frame.registers.fill(Cell::ZERO);
        Err(Box::new(Fault::Exit(status as i32)))
    }

    /// The function a pointer means; forks over the candidates if that depends on inputs.
    fn function_meant(&mut self, callee: Cell) -> Outcome<FunctionId> {
        let callee = self.settled_cell(callee)?;
        let Some(term) = callee.as_term() else {
            return self.function_at(callee.bits);
        };
        let machine = &mut *self.machine;
        if let Some(bits) = machine.pool.constant_u64(term) {
            return self.function_at(bits);
        }
        let (mut functions, mut exact) = machine.function_candidates(term);
        match self.functions_in_bytes(term)? {
            Some(named) => (functions, exact) = (named, true),
            None => {
                if let Some(settled) = self.settled_data(callee)? {
                    return self.function_at(settled);
                }
            }
        }
        let machine = &mut *self.machine;
        let most = machine.options.max_candidates;
        let exact = exact && functions.len() <= most;
        functions.truncate(most);
        let mut arms = Vec::with_capacity(functions.len() + 1);
        let mut choices = Vec::with_capacity(functions.len());
        let mut none = machine.pool.bool(true);
        for function in functions {
            let target = machine.pool.bv(64, machine.function_address(function));
            let condition = machine.pool.eq(term, target);
            let other = machine.pool.not(condition);
            none = machine.pool.and(none, other);
            let choice = machine.choice_of_function(function);
            choices.push((choice, function));
            arms.push(Arm {
                choice,
                condition,
                outcome: ArmOutcome::Continue,
            });
        }
        let mut inputs = self.state.heap.functions().iter();
        let input = inputs.find(|(_, value)| *value == term);
        let input = input.map(|(name, _)| Arc::clone(name));
        let outcome = match exact {
            true if input.is_some() => ArmOutcome::Error(ErrorKind::NullDereference),
            true => ArmOutcome::Error(ErrorKind::InvalidPointer),
            false => ArmOutcome::Continue,
        };
        arms.push(Arm {
            choice: 0,
            condition: none,
            outcome,
        });
        match self.decide(ForkKind::FunctionPointer, arms, true)? {
            0 if exact => {
                if let Some(name) = input {
                    self.expect_not_null(&name, term);
                }
                let value = self.under_model(callee);
                self.function_at(value)
            }
            // Not all it may be is known: what it is under the model, and nothing else.
            0 => {
                let value = self.pin(callee, 64)?;
                self.function_at(value)
            }
            choice => {
                let known = choices.iter().find(|(other, _)| *other == choice);
                let known = known.expect("the choice is that of a candidate");
                Ok(known.1)
            }
        }
    }

    /// Where a pointer to data leads that is called: callers have a function there. `None` if it is no such pointer.
    fn settled_data(&mut self, callee: Cell) -> Outcome<Option<u64>> {
        let Some(name) = callee.as_term().and_then(|term| self.name_of_data(term)) else {
            return Ok(None);
        };
        let null = ArmOutcome::Error(ErrorKind::NullDereference);
        let settled = self.settled_pointer(callee, null, None)?;
        if self.assumption.is_none() {
            let assumption = format!("--input '{name}: FUNCTION'");
            self.assumption = Some((ErrorKind::InvalidPointer, assumption));
        }
        Ok(settled.as_term().is_none().then_some(settled.bits))
    }

    fn function_at(&mut self, address: u64) -> Outcome<FunctionId> {
        if let Some(function) = self.machine.function_id_at(address) {
            return Ok(function);
        }
        if address < crate::memory::address::NULL_WINDOW {
            return error(ErrorKind::NullDereference, "call through a null pointer");
        }
        let (id, offset) = split(address);
        let message = match self.state.memory.slot(id) {
            ObjectSlot::Empty => format!("call of address {address:#x}, which is no function"),
            ObjectSlot::Live(_) | ObjectSlot::Freed(_) | ObjectSlot::Dead(_) => {
                let object = self.describe_object(id);
                format!(
                    "call of offset {} of {object}, which is no function",
                    offset as i64
                )
            }
        };
        error(ErrorKind::InvalidPointer, message)
    }

    /// A call of a function without body.
    fn call_undefined<E: Events>(
        &mut self,
        callee: FunctionId,
        code: &Arc<Code>,
        index: u32,
        events: &mut E,
    ) -> Outcome<()> {
        let declaration = self.machine.program.function(callee);
        let declaration =
            declaration.map_err(|load| Box::new(Fault::Unsupported(load.to_string())))?;
        if declaration.name == STUBBED {
            self.note_stubbed(callee, events);
            self.frame.pc += 1;
            return Ok(());
        }
        let asked = asks_for_input(&declaration.name);
        if !asked && self.machine.options.undefined_functions == UndefinedFunctions::End {
            let name = &declaration.name;
            return unsupported(format!("call of `{name}`, which has no body and no model"));
        }
        let site = &code.calls[index as usize];
        let returns_null = declaration.name.starts_with(STAND_IN_WITHOUT_RESULT);
        for (number, &slot) in site.results.iter().enumerate() {
            if returns_null {
                self.frame.registers[slot as usize] = Cell::ZERO;
                continue;
            }
            let ty = declaration
                .results
                .get(number)
                .copied()
                .unwrap_or(Type::Int(32));
            let origin = match asked {
                true => InputOrigin::Program,
                false => InputOrigin::Stub(callee),
            };
            let (name, width) = (&declaration.name, ty.width());
            let machine = &mut *self.machine;
            let record = machine.scalar_input(self.state, origin, name, type_name(ty), width);
            events.input(&record);
            let term = record.terms[0];
            let value = Cell::from_term(&self.machine.pool, term);
            self.frame.registers[slot as usize] =
                value.resized(&mut self.machine.pool, site.widths[number]);
        }
        if !asked {
            self.note_stubbed(callee, events);
        }
        self.frame.pc += 1;
        Ok(())
    }

    /// A function without body does what the machine takes it to do.
    fn note_stubbed<E: Events>(&mut self, callee: FunctionId, events: &mut E) {
        self.machine.statistics.stubbed_calls += 1;
        let place = self.site();
        self.state.bounds.push(Bound::Stubbed(place));
        events.stubbed(callee, place);
    }
}

/// Checks a call whose type may differ from the function's: arguments missing or of another width
/// would be read as something else.
fn check_types(code: &Code, types: &[Type]) -> Outcome<()> {
    if types.len() < code.parameters.len() {
        let (given, expected) = (types.len(), code.parameters.len());
        let name = &code.name;
        let message = format!("`{name}` is called with {given} arguments, but has {expected}");
        return error(ErrorKind::BadCall, message);
    }
    for (number, (given, expected)) in types.iter().zip(&code.parameter_types).enumerate() {
        let floats = |ty: &Type| matches!(ty, Type::Float(_));
        if given.width() != expected.width() || floats(given) != floats(expected) {
            let name = &code.name;
            let message = format!(
                "`{name}` is called with argument {} of another type ({} instead of {})",
                number + 1,
                type_name(*given),
                type_name(*expected)
            );
            return error(ErrorKind::BadCall, message);
        }
    }
    Ok(())
}
