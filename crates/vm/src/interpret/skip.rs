//! Calls that are replaced by fresh values for what they may change (LATEST §3).

use crate::call_policy::{INPUTS_OF_CALL, MOST_CALLS, SkippedFunction, Treated, input_of_call};
use crate::code::CallSite;
use crate::fault::{Fault, Outcome, unsupported};
use crate::memory::{ObjectId, ObjectKind, ObjectSlot, address, split};
use crate::run::{Cache, Run};
use crate::state::NONE_WATCHED;
use crate::state::Stage;
use crate::{
    Arm, ArmOutcome, CallMode, Cell, End, Events, ForkKind, Machine, NoEvents, SearchedCalls,
    State, Stop,
};
use ir::{FunctionId, Type};
use std::sync::Arc;
use term::{Bits, Op, Term, Value};

/// Instructions that a call may take when it is run apart.
const TRIAL: u64 = 50_000_000;

/// Whether a call is still to be made.
#[derive(PartialEq, Eq)]
pub(super) enum Call {
    /// The callee is to be entered.
    Enter,
    /// It is done.
    Done,
}

/// Something that a call may change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChangedPlace {
    /// A result: its register.
    Result(u32),
    /// Memory.
    Memory(ObjectId, u32),
}

/// That with its width.
pub(super) type Changed = (ChangedPlace, u32);

/// What came of a call that was run apart.
struct Trial {
    state: State,
    /// It decided something by inputs.
    decided: bool,
    /// How the program ended, if it did not return.
    end: Option<End>,
}

impl Run<'_> {
    /// The call of a function that may be skipped, which stands at the frame's pc.
    pub(super) fn call_skipped<E: Events>(
        &mut self,
        callee: FunctionId,
        site: &CallSite,
        function: &SkippedFunction,
        events: &mut E,
    ) -> Outcome<Call> {
        let calls = &self.state.calls;
        let summarise = matches!(calls.mode, CallMode::Summarise);
        if summarise && calls.entering {
            return Ok(self.begin_to_summarise());
        }
        if matches!(calls.mode, CallMode::Enter)
            || (calls.watched != NONE_WATCHED && !summarise)
            || self.state.stage != Stage::Program
            // What a call does to objects that are made when they are accessed first is not known.
            || self.state.heap.has_pointers()
        {
            return Ok(Call::Enter);
        }
        match calls.mode.clone() {
            CallMode::Enter => Ok(Call::Enter),
            CallMode::Accompany => self.accompany(callee, site, function),
            CallMode::Search(searched) => self.search(callee, site, function, &searched, events),
            CallMode::Summarise => self.ask(callee, site, function),
        }
    }

    /// A call in a search: entered, or replaced by values that no run gave.
    fn search<E: Events>(
        &mut self,
        callee: FunctionId,
        site: &CallSite,
        function: &SkippedFunction,
        searched: &SearchedCalls,
        events: &mut E,
    ) -> Outcome<Call> {
        let call = self.state.calls.treated.len();
        let before = searched.treated.get(call as usize).copied();
        if searched.summarised.contains(&call) {
            return self.ask(callee, site, function);
        }
        if searched.entered.contains(&call) {
            return Ok(self.watch(Treated::Skipped(callee), events));
        }
        if matches!(before, Some(Treated::Expanded(_))) {
            self.state.calls.treated.push(Treated::Expanded(callee));
            return Ok(Call::Enter);
        }
        let trial = self.trial(false)?;
        if let Some(done) = self.single(trial) {
            return Ok(done);
        }
        if before == Some(Treated::Single) {
            return Ok(self.watch(Treated::Single, events));
        }
        let Some(changed) = self.changed(callee, site, function) else {
            return unsupported("a call that cannot be skipped in a search");
        };
        let inputs = self.inputs_of(call, callee, &changed);
        for (&(place, width), &term) in changed.iter().zip(&inputs) {
            let cell = match &searched.fixed {
                None => Cell::symbolic(term),
                Some(model) => {
                    let value = input_value(self.machine, model, term, width);
                    let constant = self.machine.pool.constant(&value);
                    Cell::from_term(&self.machine.pool, constant)
                }
            };
            self.put(place, width, cell)?;
        }
        self.skipped(callee)
    }

    /// Enters a call whose end is told.
    fn watch<E: Events>(&mut self, treated: Treated, events: &mut E) -> Call {
        self.state.calls.treated.push(treated);
        self.state.calls.watched = self.frame.depth;
        events.beneath(true);
        Call::Enter
    }

    pub(super) fn skipped(&mut self, callee: FunctionId) -> Outcome<Call> {
        self.state.calls.treated.push(Treated::Skipped(callee));
        self.frame.pc += 1;
        Ok(Call::Done)
    }

    /// Runs a call apart, and goes on with inputs that have the values that came of it.
    fn accompany(
        &mut self,
        callee: FunctionId,
        site: &CallSite,
        function: &SkippedFunction,
    ) -> Outcome<Call> {
        let call = self.state.calls.treated.len();
        let known = self.state.calls.known.as_ref();
        let known = known.filter(|(known, _)| *known == call).cloned();
        // Executed again behind a fork, the call finds the values in the model.
        let trial = match known {
            Some(_) => None,
            None => {
                let trial = self.trial(true)?;
                if !trial.decided {
                    let done = self.single(trial);
                    return Ok(done.expect("a call that decides nothing is executed"));
                }
                Some(trial)
            }
        };
        let Some(changed) = self.changed(callee, site, function) else {
            self.state.calls.treated.push(Treated::Expanded(callee));
            self.machine.statistics.expanded_calls += 1;
            return Ok(Call::Enter);
        };
        let inputs = self.inputs_of(call, callee, &changed);
        let returns = self.returns_input(call, callee);
        if let Some(trial) = trial {
            if trial.end.is_some() && !function.may_not_return {
                return unsupported("a call that does not return, which its effects do not say");
            }
            debug_assert!(
                trial.end.is_some() || self.changes_only(&changed, &trial.state),
                "a call of {} changed what its effects do not say",
                self.name_of(callee)
            );
            self.adopt_values(&changed, &inputs, (call, returns), trial);
        }
        self.machine.skipped.insert(callee);
        if function.may_not_return && !self.returns(returns)? {
            let known = self.state.calls.known.take();
            return match known.and_then(|(_, end)| end) {
                Some(end) => Err(Box::new(Fault::Ended(end))),
                None => unsupported("a call whose end is not known"),
            };
        }
        for (&(place, width), &term) in changed.iter().zip(&inputs) {
            self.put(place, width, Cell::symbolic(term))?;
        }
        self.machine.statistics.skipped_calls += 1;
        self.state.calls.known = None;
        self.skipped(callee)
    }

    /// Executes a call that decides nothing by inputs. `None` if it does.
    fn single(&mut self, trial: Trial) -> Option<Call> {
        if trial.decided {
            return None;
        }
        self.state.calls.treated.push(Treated::Single);
        if trial.end.is_some() {
            // It ends in the same way when it is entered.
            return Some(Call::Enter);
        }
        let mut state = trial.state;
        let frame = state.frame.take();
        let frame = frame.expect("a state that has not ended has a frame");
        state.calls = self.state.calls.clone();
        *self.state = state;
        self.frame = Arc::try_unwrap(frame).unwrap_or_else(|shared| (*shared).clone());
        self.cache = Cache::default();
        self.choices.clear();
        Some(Call::Done)
    }

    /// Runs the call at the frame's pc on a copy of the state, under the model; not beyond the first
    /// decision by inputs unless it is to be followed to its end.
    fn trial(&mut self, to_the_end: bool) -> Outcome<Trial> {
        let mut state = self.state.clone();
        state.frame = Some(Arc::new(self.frame.clone()));
        state.resume = self.choices[..self.next_choice].to_vec();
        state.resume_key = self.key;
        state.calls.mode = CallMode::Enter;
        state.calls.trial = true;
        state.calls.watched = self.frame.depth;
        let last = state.instructions.saturating_add(TRIAL);
        let mut trial = Trial {
            state,
            decided: false,
            end: None,
        };
        while trial.state.calls.watched != NONE_WATCHED {
            let left = last.saturating_sub(trial.state.instructions);
            if left == 0 {
                return unsupported("a skipped call that takes very long");
            }
            match self.machine.run(&mut trial.state, left, &mut NoEvents) {
                Stop::Budget => {}
                Stop::End(end) => {
                    trial.end = Some(end);
                    break;
                }
                Stop::Fork(fork) => {
                    trial.decided = true;
                    if !to_the_end {
                        break;
                    }
                    self.machine.take(&mut trial.state, &fork, fork.taken);
                }
            }
        }
        Ok(trial)
    }

    /// What a call may change; `None` if that cannot be told.
    pub(super) fn changed(
        &mut self,
        callee: FunctionId,
        site: &CallSite,
        function: &SkippedFunction,
    ) -> Option<Vec<Changed>> {
        let mut changed = Vec::new();
        let declaration = self.machine.program.function(callee).ok()?;
        for (number, &slot) in site.results.iter().enumerate() {
            match declaration.results.get(number)? {
                Type::Ptr => return None,
                ty => changed.push((ChangedPlace::Result(slot), ty.width())),
            }
        }
        let mut objects = Vec::new();
        for &global in &function.globals {
            objects.push(self.machine.object_of_global(global));
        }
        for &number in &function.parameters {
            let argument = *site.arguments.get(number as usize)?;
            let argument = self.frame.registers[argument as usize];
            if argument.as_term().is_some() {
                return None;
            }
            objects.push(split(argument.bits).0);
        }
        objects.sort_unstable();
        objects.dedup();
        for id in objects {
            self.add_object(id, &mut changed)?;
        }
        let few = changed.len() + 1 < INPUTS_OF_CALL as usize;
        (few && self.state.calls.treated.len() < MOST_CALLS).then_some(changed)
    }

    /// The parts of an object that may be written; `None` if it holds addresses, or is too large.
    fn add_object(&self, id: ObjectId, changed: &mut Vec<Changed>) -> Option<()> {
        let ObjectSlot::Live(object) = self.state.memory.slot(id) else {
            return Some(());
        };
        if object.info.kind == ObjectKind::Constant {
            return Some(());
        }
        if object.text.is_some() || object.size() > 4 * u64::from(INPUTS_OF_CALL) {
            return None;
        }
        let words = object.bytes.chunks_exact(8);
        let mut words = words.map(|word| u64::from_le_bytes(word.try_into().unwrap_or_default()));
        let is_address = |word: u64| {
            let id = split(word).0;
            id.0 != 0 && id.0 < self.state.memory.len()
        };
        if words.any(is_address) {
            return None;
        }
        let size = object.size() as u32;
        let whole = size / 4 * 4;
        changed.extend(
            (0..whole)
                .step_by(4)
                .map(|at| (ChangedPlace::Memory(id, at), 32)),
        );
        changed.extend((whole..size).map(|at| (ChangedPlace::Memory(id, at), 8)));
        Some(())
    }

    /// True if a call that was run apart left everything else as it was: what the analysis of effects promises.
    fn changes_only(&self, changed: &[Changed], after: &State) -> bool {
        let may_change = |id: ObjectId| {
            let mut places = changed.iter();
            places.any(|(place, _)| matches!(place, ChangedPlace::Memory(other, _) if *other == id))
        };
        let before = &self.state.memory;
        let same = |id: ObjectId| match (before.object(id), after.memory.object(id)) {
            (Some(before), Some(after)) => {
                before.bytes == after.bytes && before.symbolic == after.symbolic
            }
            (None, None) => true,
            (Some(_), None) | (None, Some(_)) => false,
        };
        let mut all = (0..after.memory.len()).map(ObjectId);
        all.all(|id| may_change(id) || same(id))
    }

    /// The inputs that stand for what a call changes.
    pub(super) fn inputs_of(
        &mut self,
        call: u32,
        callee: FunctionId,
        changed: &[Changed],
    ) -> Vec<Term> {
        let name = self.name_of(callee);
        let inputs = changed.iter().zip(1..);
        inputs
            .map(|(&(_, width), number)| {
                let ordinal = input_of_call(call, number);
                self.machine.input(ordinal, &name, width)
            })
            .collect()
    }

    /// The input that says whether a call returns.
    fn returns_input(&mut self, call: u32, callee: FunctionId) -> Term {
        let name = self.name_of(callee);
        self.machine.input(input_of_call(call, 0), &name, 1)
    }

    fn name_of(&self, callee: FunctionId) -> String {
        let function = self.machine.program.function(callee);
        function.map_or_else(|_| String::new(), |function| function.name.clone())
    }

    /// Gives inputs the values that a call run apart left.
    fn adopt_values(
        &mut self,
        changed: &[Changed],
        inputs: &[Term],
        (call, returns): (u32, Term),
        trial: Trial,
    ) {
        let mut model = self.state.model().clone();
        let machine = &mut *self.machine;
        let mut set = |machine: &Machine, term: Term, value: Bits| {
            if let Op::Input(input) = machine.pool.op(term) {
                model.set(input, Value::Bits(value));
            }
        };
        set(
            machine,
            returns,
            Bits::new(1, u64::from(trial.end.is_none())),
        );
        if trial.end.is_none() {
            machine.follow(&trial.state);
            for (&(place, width), &term) in changed.iter().zip(inputs) {
                let value = value_at(machine, &trial.state, place, width);
                set(machine, term, value);
            }
        }
        self.state.set_model(model);
        self.machine.follow(self.state);
        self.state.calls.known = Some((call, trial.end.map(Arc::new)));
    }

    /// Whether a call returns: a decision of the path. That it does not is no path of the code around it.
    fn returns(&mut self, returns: Term) -> Outcome<bool> {
        let pool = &mut self.machine.pool;
        let one = pool.bv(1, 1);
        let condition = pool.eq(returns, one);
        let otherwise = pool.not(condition);
        let arm = |choice, condition, outcome| Arm {
            choice,
            condition,
            outcome,
        };
        let arms = vec![
            arm(1, condition, ArmOutcome::Continue),
            arm(0, otherwise, ArmOutcome::Discard),
        ];
        Ok(self.decide(ForkKind::Returns, arms, true)? == 1)
    }

    pub(super) fn put(&mut self, place: ChangedPlace, width: u32, cell: Cell) -> Outcome<()> {
        match place {
            ChangedPlace::Result(slot) => {
                self.frame.registers[slot as usize] = cell;
                Ok(())
            }
            ChangedPlace::Memory(id, offset) => {
                let at = Cell::concrete(address(id, u64::from(offset)));
                self.store(at, cell, width)
            }
        }
    }
}

/// What stands at a place under the state's model, which the machine follows.
fn value_at(machine: &mut Machine, state: &State, place: ChangedPlace, width: u32) -> Bits {
    let cell = match place {
        ChangedPlace::Result(slot) => {
            let frame = state.frame.as_ref();
            frame.map_or(Cell::ZERO, |frame| frame.registers[slot as usize])
        }
        ChangedPlace::Memory(id, offset) => match state.memory.object(id) {
            Some(object) => object.read(&mut machine.pool, offset as usize, width),
            None => Cell::ZERO,
        },
    };
    let term = cell.to_term(&mut machine.pool, width);
    let term = machine.never_written.filled(&mut machine.pool, term);
    machine.evaluator.bits(&machine.pool, term)
}

/// The value of an input in a model.
fn input_value(machine: &Machine, model: &term::Model, term: Term, width: u32) -> Bits {
    match machine.pool.op(term) {
        Op::Input(input) => match model.find(input) {
            Some(Value::Bits(bits)) => bits.clone(),
            _ => Bits::zero(width),
        },
        _ => Bits::zero(width),
    }
}
