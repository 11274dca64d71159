//! Calls that are replaced by fresh values for what they may change (LATEST §3).

use crate::call_policy::{CallOutcome, SkippedFunction, Treated, input_of_call};
use crate::code::CallSite;
use crate::fault::{Fault, Outcome, unsupported};
use crate::memory::split;
use crate::run::Run;
use crate::state::{CallBegun, Changed, NONE_WATCHED, Referent, Stage};
use crate::{
    Arm, ArmOutcome, CallMode, Cell, End, Events, ForkKind, Machine, NoEvents, SearchedCalls,
    State, Stop,
};
use ir::FunctionId;
use std::sync::Arc;
use term::{Bits, Op, Term, Value};

/// Instructions that a call may take when it is run apart.
const TRIAL: u64 = 50_000_000;

/// A pointer that is none of those that the analysis of a call's code says.
const UNFORESEEN: &str = "a call that leaves a pointer behind, which its effects do not say";

/// Whether a call is still to be made.
#[derive(PartialEq, Eq)]
pub(super) enum Call {
    /// The callee is to be entered.
    Enter,
    /// It is done.
    Done,
}

/// What came of a call that was run apart.
struct Trial {
    state: State,
    /// It decided something by inputs.
    decided: bool,
    /// How the program ended, if it did not return.
    end: Option<End>,
    /// It looked at input pointers, or at objects behind them, that the path has not looked at.
    initialised: bool,
}

impl Trial {
    /// It was not followed to its end.
    fn decided_early(&self, to_the_end: bool) -> bool {
        self.decided && !to_the_end
    }
}

impl SkippedFunction {
    /// The register that has what a call throws.
    pub(super) fn thrown(&self, site: &CallSite) -> Option<u32> {
        let throws = self.objects.as_ref().is_some_and(|objects| objects.throws);
        site.results.last().copied().filter(|_| throws)
    }
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
        if self.frame.depth < function.from_depth
            || matches!(calls.mode, CallMode::Enter)
            || (calls.watched != NONE_WATCHED && !summarise)
            || self.state.stage != Stage::Program
            || function.objects.is_some() && self.frame.chain().any(|frame| frame.inserted)
        {
            return Ok(Call::Enter);
        }
        let mode = calls.mode.clone();
        let met = match self.state.heap.has_pointers() {
            true => self.initialise_arguments(site, function)?,
            false => true,
        };
        match mode {
            CallMode::Enter => Ok(Call::Enter),
            CallMode::Accompany => self.accompany(callee, site, (function, met)),
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
        if matches!(before, Some(Treated::Initialising(_))) {
            return Ok(self.enter_to_initialise(callee, site, function));
        }
        if searched.summarised.contains(&call) {
            return self.ask(callee, site, function);
        }
        if searched.entered.contains(&call) {
            self.state.calls.leaves = self.left_by(callee, site, function);
            return Ok(self.watch(Treated::Skipped(callee), function.thrown(site), events));
        }
        if matches!(before, Some(Treated::Expanded(_))) {
            self.state.calls.treated.push(Treated::Expanded(callee));
            return Ok(Call::Enter);
        }
        let trial = self.trial(function.thrown(site), false)?;
        if let Some(done) = self.single(trial) {
            return Ok(done);
        }
        if before == Some(Treated::Single) {
            return Ok(self.watch(Treated::Single, None, events));
        }
        let Some(changes) = self.changed(callee, site, function) else {
            return unsupported("a call that cannot be skipped in a search");
        };
        let inputs = self.inputs_of(call, callee, &changes.places);
        let mut values = Vec::with_capacity(inputs.len());
        for (&(_, width), &term) in changes.places.iter().zip(&inputs) {
            values.push(Some(match &searched.fixed {
                None => Cell::symbolic(term),
                Some(model) => {
                    let value = input_value(self.machine, model, term, width);
                    let constant = self.machine.pool.constant(&value);
                    Cell::from_term(&self.machine.pool, constant)
                }
            }));
        }
        self.put_all(&changes, &values)?;
        self.throw_nothing(site, function);
        self.skipped(callee)
    }

    /// Looks at the input pointers that are arguments of a call and may be followed by it: the call meets no
    /// others, if it stays within what its arguments point into. False if it is not known then where all lead.
    fn initialise_arguments(
        &mut self,
        site: &CallSite,
        function: &SkippedFunction,
    ) -> Outcome<bool> {
        let mut all = true;
        for &number in &function.accessed {
            let Some(&slot) = site.arguments.get(number as usize) else {
                continue;
            };
            let argument = self.frame.registers[slot as usize];
            let settled = match argument.as_term() {
                Some(_) => self.settled_pointer(argument, ArmOutcome::Continue, None)?,
                None => argument,
            };
            if settled.as_term().is_some() {
                all = false;
                continue;
            }
            let id = split(settled.bits).0;
            if self.state.memory.object(id).is_some_and(|it| it.unmade) {
                self.make_input_object(id)?;
            }
        }
        Ok(all)
    }

    /// True if there are input pointers of which it is open where they lead, or to objects that were not accessed.
    pub(super) fn meets_open_pointers(&self) -> bool {
        let memory = &self.state.memory;
        let mut pointers = self.state.heap.pointers();
        pointers.any(|(_, reference, _)| match reference.referent {
            Referent::Object(at) => memory.object(split(at).0).is_some_and(|it| it.unmade),
            referent => referent == Referent::Open,
        })
    }

    /// Enters a call that looks at input pointers that the path has not looked at, as a part of the code around it.
    fn enter_to_initialise(
        &mut self,
        callee: FunctionId,
        site: &CallSite,
        function: &SkippedFunction,
    ) -> Call {
        let begun = self.call_begins(function.thrown(site));
        let leaves = self.left_by(callee, site, function);
        let calls = &mut self.state.calls;
        calls.treated.push(Treated::Initialising(callee));
        calls.initialising.push((self.frame.depth, begun, leaves));
        Call::Enter
    }

    /// The state as it is before a call, whose exception is returned in that register.
    pub(super) fn call_begins(&self, thrown: Option<u32>) -> CallBegun {
        CallBegun {
            decided: self.state.heap.changes(),
            classes: self.state.classes.begun(),
            thrown,
        }
    }

    /// True if a call that has returned went another than its plain way, or looked at input pointers.
    fn went_elsewhere(&self, begun: CallBegun) -> bool {
        let threw = |slot: u32| self.frame.registers[slot as usize] != Cell::ZERO;
        self.call_begins(begun.thrown) != begun || begun.thrown.is_some_and(threw)
    }

    /// A call has returned. If it was entered to look at input pointers and has not done so, the path is that of
    /// the same call skipped.
    pub(super) fn returned_from_initialising(&mut self) -> Outcome<()> {
        let depth = self.frame.depth;
        // Every return comes by here: nothing is written where there is nothing to do.
        match self.state.calls.initialising.last() {
            Some(&(frame, ..)) if frame == depth => {}
            _ => return Ok(()),
        }
        let Some((_, before, leaves)) = self.state.calls.initialising.pop() else {
            return Ok(());
        };
        let elsewhere = |run: &mut Self| leaves.is_some_and(|leaves| run.leads_elsewhere(&leaves));
        match self.went_elsewhere(before) || elsewhere(self) {
            true => Ok(()),
            false => Err(Box::new(Fault::AssumeFailed)),
        }
    }

    /// The call that was watched has returned. If it has looked at input pointers, the path is another one: that
    /// on which the call is entered for that.
    pub(super) fn returned_from_watched<E: Events>(&mut self, events: &mut E) -> Outcome<()> {
        let calls = &mut self.state.calls;
        calls.watched = NONE_WATCHED;
        let leaves = calls.leaves.take();
        match calls.decided_before.take() {
            Some(before) if self.went_elsewhere(before) => {
                return Err(Box::new(Fault::AssumeFailed));
            }
            _ => {}
        }
        if let Some(leaves) = leaves {
            if self.leads_elsewhere(&leaves) {
                return match self.meets_open_pointers() {
                    true => Err(Box::new(Fault::AssumeFailed)),
                    false => unsupported(UNFORESEEN),
                };
            }
            let choices = self.choices_left(&leaves);
            events.left_pointers(leaves.site, &choices);
        }
        Ok(())
    }

    /// Enters a call whose end is told.
    fn watch<E: Events>(&mut self, treated: Treated, thrown: Option<u32>, events: &mut E) -> Call {
        let begun = self.call_begins(thrown);
        self.state.calls.treated.push(treated);
        self.state.calls.watched = self.frame.depth;
        self.state.calls.decided_before = match treated {
            Treated::Single => None,
            Treated::Expanded(_) | Treated::Skipped(_) | Treated::Initialising(_) => Some(begun),
        };
        events.beneath(true);
        Call::Enter
    }

    /// A call that is skipped goes its plain way.
    pub(super) fn throw_nothing(&mut self, site: &CallSite, function: &SkippedFunction) {
        if let Some(slot) = function.thrown(site) {
            self.frame.registers[slot as usize] = Cell::ZERO;
        }
    }

    pub(super) fn skipped(&mut self, callee: FunctionId) -> Outcome<Call> {
        self.state.calls.treated.push(Treated::Skipped(callee));
        self.frame.pc += 1;
        Ok(Call::Done)
    }

    /// Runs a call apart, and goes on with inputs that have the values that came of it. `all_met`: it is known where
    /// those of its arguments lead that are input pointers.
    fn accompany(
        &mut self,
        callee: FunctionId,
        site: &CallSite,
        (function, all_met): (&SkippedFunction, bool),
    ) -> Outcome<Call> {
        let call = self.state.calls.treated.len();
        let known = self.state.calls.known.as_ref();
        let is_known = known.is_some_and(|(known, _)| *known == call);
        let outcome = self.outcome_input(call, callee);
        let may_initialise = match &function.objects {
            Some(objects) => objects.other_ways,
            None => !(function.stays && all_met) && self.meets_open_pointers(),
        };
        // Executed again behind a fork, the call finds the values in the model. A path on which it looks at input
        // pointers enters it, whether it does so under the model or not.
        let trial = match is_known || may_initialise && self.model_enters(outcome) {
            true => None,
            false => {
                let trial = self.trial(function.thrown(site), true)?;
                if !trial.decided {
                    let done = self.single(trial);
                    return Ok(done.expect("a call that decides nothing is executed"));
                }
                Some(trial)
            }
        };
        let Some(changes) = self.changed(callee, site, function) else {
            self.state.calls.treated.push(Treated::Expanded(callee));
            self.machine.statistics.expanded_calls += 1;
            return Ok(Call::Enter);
        };
        let inputs = self.inputs_of(call, callee, &changes.places);
        if let Some(mut trial) = trial {
            let mut values = None;
            if trial.end.is_none() && !trial.initialised {
                values = self.values_behind(&changes, &trial.state);
                if values.is_none() && !may_initialise {
                    return unsupported(UNFORESEEN);
                }
                trial.initialised = values.is_none();
            }
            self.check_trial(callee, &trial, (function, may_initialise), &changes.places)?;
            let values = values.unwrap_or_default();
            self.adopt_values(&values, &inputs, (call, outcome), trial);
        }
        self.machine.skipped.insert(callee);
        if function.may_not_return || may_initialise {
            let became = self.decide_outcome(outcome, may_initialise)?;
            if became == CallOutcome::Initialises {
                self.state.calls.known = None;
                return Ok(self.enter_to_initialise(callee, site, function));
            }
            if became == CallOutcome::Ends {
                let known = self.state.calls.known.take();
                return match known.and_then(|(_, end)| end) {
                    Some(end) => Err(Box::new(Fault::Ended(end))),
                    None => unsupported("a call whose end is not known"),
                };
            }
        }
        let values = inputs.iter().map(|&term| Some(Cell::symbolic(term)));
        self.put_all(&changes, &values.collect::<Vec<_>>())?;
        self.throw_nothing(site, function);
        self.machine.statistics.skipped_calls += 1;
        self.state.calls.known = None;
        self.skipped(callee)
    }

    /// Refuses a call that was run apart and did what its effects do not say.
    fn check_trial(
        &self,
        callee: FunctionId,
        trial: &Trial,
        (function, may_initialise): (&SkippedFunction, bool),
        changed: &[Changed],
    ) -> Outcome<()> {
        if trial.initialised && !may_initialise {
            return unsupported("a call that looks at pointers, which its effects do not say");
        }
        if !trial.initialised && trial.end.is_some() && !function.may_not_return {
            return unsupported("a call that does not return, which its effects do not say");
        }
        debug_assert!(
            trial.end.is_some()
                || trial.initialised
                || self.changes_only(changed, &trial.state, function.objects.is_some()),
            "a call of {} changed what its effects do not say",
            self.name_of(callee)
        );
        Ok(())
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
        self.cache.clear();
        self.choices.clear();
        Some(Call::Done)
    }

    /// Runs the call at the frame's pc on a copy of the state, under the model; not beyond the first
    /// decision by inputs unless it is to be followed to its end.
    fn trial(&mut self, thrown: Option<u32>, to_the_end: bool) -> Outcome<Trial> {
        let mut state = self.state.clone();
        state.frame = Some(Arc::new(self.frame.clone()));
        state.resume = self.choices[..self.next_choice].to_vec();
        state.resume_key = self.key;
        state.calls.mode = CallMode::Enter;
        state.calls.trial = true;
        state.calls.watched = self.frame.depth;
        state.calls.decided_before = None;
        let last = state.instructions.saturating_add(TRIAL);
        let mut trial = Trial {
            state,
            decided: false,
            end: None,
            initialised: false,
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
        let threw = |slot: u32| match (&trial.end, &trial.state.frame) {
            (None, Some(frame)) => frame.registers[slot as usize] != Cell::ZERO,
            _ => false,
        };
        trial.initialised = trial.state.heap.changes() != self.state.heap.changes()
            || trial.state.classes.begun() != self.state.classes.begun()
            || !trial.decided_early(to_the_end) && thrown.is_some_and(threw);
        Ok(trial)
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

    /// The input that says what becomes of a call.
    fn outcome_input(&mut self, call: u32, callee: FunctionId) -> Term {
        let name = self.name_of(callee);
        let ordinal = input_of_call(call, 0);
        self.machine.input(ordinal, &name, CallOutcome::WIDTH)
    }

    /// True if the model says that a call is entered to look at input pointers.
    fn model_enters(&mut self, outcome: Term) -> bool {
        let value = self.machine.evaluator.u64(&self.machine.pool, outcome);
        value == CallOutcome::Initialises as u64
    }

    fn name_of(&self, callee: FunctionId) -> String {
        let function = self.machine.program.function(callee);
        function.map_or_else(|_| String::new(), |function| function.name.clone())
    }

    /// Gives inputs the values that a call run apart left.
    fn adopt_values(
        &mut self,
        values: &[Bits],
        inputs: &[Term],
        (call, outcome): (u32, Term),
        trial: Trial,
    ) {
        let mut model = self.state.model().clone();
        let machine = &mut *self.machine;
        let mut set = |machine: &Machine, term: Term, value: Bits| {
            if let Op::Input(input) = machine.pool.op(term) {
                model.set(input, Value::Bits(value));
            }
        };
        let became = match (trial.initialised, &trial.end) {
            (true, _) => CallOutcome::Initialises,
            (false, None) => CallOutcome::Returns,
            (false, Some(_)) => CallOutcome::Ends,
        };
        set(
            machine,
            outcome,
            Bits::new(CallOutcome::WIDTH, became as u64),
        );
        if became == CallOutcome::Returns {
            for (value, &term) in values.iter().zip(inputs) {
                set(machine, term, value.clone());
            }
        }
        self.state.set_model(model);
        self.machine.follow(self.state);
        self.state.calls.known = Some((call, trial.end.map(Arc::new)));
    }

    /// What becomes of a call: a decision of the path. That the program ends in it is no path of the code around
    /// it.
    fn decide_outcome(&mut self, outcome: Term, may_initialise: bool) -> Outcome<CallOutcome> {
        let pool = &mut self.machine.pool;
        let returned = pool.bv(CallOutcome::WIDTH, CallOutcome::Returns as u64);
        let returned = pool.eq(outcome, returned);
        let mut otherwise = pool.not(returned);
        let arm = |outcome: CallOutcome, condition, leads_to| Arm {
            choice: outcome as u64,
            condition,
            outcome: leads_to,
        };
        let mut arms = vec![arm(CallOutcome::Returns, returned, ArmOutcome::Continue)];
        if may_initialise {
            let initialises = pool.bv(CallOutcome::WIDTH, CallOutcome::Initialises as u64);
            let initialises = pool.eq(outcome, initialises);
            arms.push(arm(
                CallOutcome::Initialises,
                initialises,
                ArmOutcome::Continue,
            ));
            let does_not = pool.not(initialises);
            otherwise = pool.and(otherwise, does_not);
        }
        arms.push(arm(CallOutcome::Ends, otherwise, ArmOutcome::Discard));
        let choice = self.decide(ForkKind::Returns, arms, true)?;
        let all = [
            CallOutcome::Ends,
            CallOutcome::Returns,
            CallOutcome::Initialises,
        ];
        let became = all.into_iter().find(|outcome| *outcome as u64 == choice);
        Ok(became.expect("the choice is one of the arms"))
    }
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
