//! At the entries of functions: back to what calls them, or to where runs begin.

use super::{Cut, Outcome, Search, State, Stopped};
use crate::code::Body;
use crate::condition::{Call, Condition};
use crate::heap::Space;
use crate::origins::Origins;
use ir::{BlockId, FunctionId, TerminatorKind};
use rustc_hash::FxHashMap;

impl Search<'_> {
    /// At the entry of a function: back to the call that was entered, or to all callers.
    pub(super) fn at_entry(&mut self, state: State, body: &Body) -> Result<(), Stopped> {
        if let Some(call) = state.condition.calls.last().cloned() {
            let mut before = state;
            before
                .traversals
                .retain(|((depth, _), _)| *depth < before.condition.depth());
            self.leave(&mut before, &call, body, true);
            let (parent, false_from) = (before.parent, before.condition.false_from);
            if !before.condition.is_false {
                self.push(before);
            }
            self.end(parent, false_from, None);
            return Ok(());
        }
        let function = state.condition.function;
        if self.cuts.is_some() {
            let mut condition = state.condition;
            if self.begins_program(function) {
                self.set_initial(&mut condition);
            }
            if let Some(cuts) = &mut self.cuts {
                cuts.push(Cut {
                    from: None,
                    condition,
                });
            }
            return Ok(());
        }
        if self.code.handles_signals && self.code.calls.is_address_taken(function) {
            return Err(Outcome::GaveUp("functions that signals may call"));
        }
        if self.entry.called_from_outside.contains(&function) {
            return Err(Outcome::GaveUp("functions that are called by the host"));
        }
        if self.is_refuted_already(&state) || self.is_covered(&state) {
            return Ok(());
        }
        let mut state = state;
        self.open(&mut state);
        let node = state.parent;
        self.go_on_at_entry(state, body)?;
        self.end(node, Origins::NONE, None);
        Ok(())
    }

    /// From the entry of a function that a run may begin with, or that is called.
    fn go_on_at_entry(&mut self, state: State, body: &Body) -> Result<(), Stopped> {
        let function = state.condition.function;
        match self.entry.initialise {
            Some(initialise) if function == initialise => self.at_start(&state)?,
            Some(initialise) if self.entry.functions.contains(&function) => {
                self.after_initialisation(&state, initialise);
            }
            None if self.entry.functions.contains(&function) => self.at_start(&state)?,
            Some(_) | None => {}
        }
        let callers = self.code.calls.callers(function);
        let callers: Vec<FunctionId> = callers.filter(|&it| self.may_run(it)).collect();
        for caller in callers {
            for site in self.code.calls.sites(caller) {
                if !site.callees.contains(&function) {
                    continue;
                }
                let mut before = state.clone();
                before.traversals.clear();
                let call = Call {
                    function: caller,
                    block: site.block,
                    instruction: site.instruction,
                };
                self.enter_frame(caller);
                self.leave(&mut before, &call, body, false);
                match before.condition.is_false {
                    true => self.need(before.parent, before.condition.false_from),
                    false => self.push(before),
                }
            }
        }
        Ok(())
    }

    /// From the entry where runs begin to the end of what initialises the program before.
    fn after_initialisation(&mut self, state: &State, initialise: FunctionId) {
        let mut condition = state.condition.clone();
        // The arguments are anything.
        let mut free = FxHashMap::default();
        for (_, variable) in condition.take_registers(|_| true) {
            let width = self.pool.width(variable);
            let any = condition.anything(self.pool, self.variables, width);
            free.insert(variable, any);
        }
        condition.function = initialise;
        condition.assign(self.pool, self.variables, free);
        let body = self.enter_frame(initialise);
        for (number, block) in body.function.blocks.iter().enumerate() {
            if matches!(block.terminator.kind, TerminatorKind::Return(_)) {
                self.push(State {
                    block: BlockId(number as u32),
                    instruction: block.instructions.len() as u32,
                    condition: condition.clone(),
                    traversals: Vec::new(),
                    parent: state.parent,
                });
            }
        }
    }

    /// True for a function that is called once, first of all.
    fn begins_program(&self, function: FunctionId) -> bool {
        let calls = &self.code.calls;
        let called = calls.callers(function).len() > 0 || calls.is_address_taken(function);
        let outside = self.entry.called_from_outside.contains(&function);
        let first = self.entry.functions.contains(&function) && self.entry.initialise.is_none();
        first && !called && !outside
    }

    /// Variables that nobody has written have their initial values.
    fn set_initial(&mut self, condition: &mut Condition) {
        let mut values = FxHashMap::default();
        for cell in &condition.cells {
            if let Space::State(_) = cell.space {
                // No class is initialised yet.
                values.insert(cell.variable, self.pool.bv(cell.width, 0));
            } else if let Some(value) = self.code.initial(
                self.pool,
                &self.variables.addresses,
                (cell.address, cell.width),
            ) {
                values.insert(cell.variable, self.pool.constant(&value));
            }
        }
        condition.assign(self.pool, self.variables, values);
    }

    /// At the entry where runs begin.
    fn at_start(&mut self, state: &State) -> Result<(), Stopped> {
        let mut condition = state.condition.clone();
        self.set_initial(&mut condition);
        if let Some(needed) = self.refuted_by(&condition) {
            self.need(state.parent, needed);
            return Ok(());
        }
        let approximate = condition.approximate;
        Err(Outcome::Reached { approximate })
    }
}
