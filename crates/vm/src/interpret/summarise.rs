//! Calls of which it is asked what they do, instead of entering them, and what one did that was entered for
//! that.

use super::left_pointers::Leads;
use super::skip::Call;
use crate::call_policy::{SkippedFunction, input_of_call, selector};
use crate::code::CallSite;
use crate::fault::{Fault, Outcome, unsupported};
use crate::memory::ObjectId;
use crate::relevance::CallReads;
use crate::run::Run;
use crate::state::{AskedCall, CallEffect, ChangedPlace, WrittenPlace};
use crate::{CallMode, Cell, Machine, State};
use ir::FunctionId;
use std::sync::Arc;
use term::Term;

impl Run<'_> {
    /// Enters a call whose return ends the run.
    pub(super) fn begin_to_summarise(&mut self) -> Call {
        let depth = self.frame.depth;
        let decided_before = self.call_begins(None);
        let calls = &mut self.state.calls;
        calls.entering = false;
        calls.trial = true;
        calls.watched = depth;
        calls.decided_before = Some(decided_before);
        Call::Enter
    }

    /// Does what is answered, or asks.
    pub(super) fn ask(
        &mut self,
        callee: FunctionId,
        site: &CallSite,
        function: &SkippedFunction,
    ) -> Outcome<Call> {
        // What paths through calls do to a program's objects, summaries do not say.
        let changed = match function.objects {
            None => self.changed(callee, site, function),
            Some(_) => None,
        };
        let Some(changes) = changed else {
            return match self.state.calls.mode {
                CallMode::Search(_) => unsupported("a call that cannot be skipped in a search"),
                _ => Ok(Call::Enter),
            };
        };
        // A fork executes the call again.
        if let Some(answer) = self.state.calls.answer.clone() {
            let mut values = vec![None; changes.places.len()];
            for &(place, term) in answer.iter() {
                if let Some(value) = values.get_mut(place as usize) {
                    *value = Some(Cell::from_term(&self.machine.pool, term));
                }
            }
            self.put_all(&changes, &values)?;
            self.state.calls.answer = None;
            return self.skipped(callee);
        }
        let registers = &self.frame.registers;
        let arguments = site.arguments.iter();
        self.state.calls.asked = Some(Arc::new(AskedCall {
            function: callee,
            call: self.state.calls.treated.len(),
            arguments: arguments.map(|&slot| registers[slot as usize]).collect(),
            changes,
            referents: self.state.heap.referents(),
        }));
        Err(Box::new(Fault::Asked))
    }
}

impl Machine {
    /// The input that says which path summary `number` takes. `None` if there are too many.
    pub fn selector(&mut self, number: u32) -> Option<Term> {
        Some(self.input(selector(number)?, "path of a call", 16))
    }

    /// The inputs that stand for what a call may change, by place.
    pub fn inputs_of_call(&mut self, asked: &AskedCall) -> Vec<Term> {
        let function = self.program.function(asked.function);
        let name = function.map_or_else(|_| String::new(), |function| function.name.clone());
        let changed = asked.changes.places.iter().zip(1..);
        changed
            .map(|(&(_, width), number)| {
                self.input(input_of_call(asked.call, number), &name, width)
            })
            .collect()
    }

    /// What a call that was entered has done. `None` if it wrote to what it should not.
    pub fn call_effect(
        &mut self,
        asked: &AskedCall,
        reads: &CallReads,
        after: &State,
    ) -> Option<CallEffect> {
        let may_change = |id: ObjectId| {
            let mut places = asked.changes.places.iter();
            places.any(|(place, _)| matches!(place, ChangedPlace::Memory(other, _) if *other == id))
        };
        if !reads.written_objects().all(may_change) {
            return None;
        }
        let mut words = Vec::new();
        for (number, &(place, width)) in (0..).zip(&asked.changes.places) {
            let bytes = match place {
                ChangedPlace::Result(_) | ChangedPlace::Target(_) | ChangedPlace::Offset(_) => {
                    u64::from(u32::MAX)
                }
                ChangedPlace::Memory(id, at) => {
                    reads.written(id, u64::from(at), u64::from(width.div_ceil(8)))
                }
            };
            if bytes != 0 {
                words.push(WrittenPlace {
                    place: number,
                    bytes: bytes as u32,
                    value: self.value_behind(asked, after, place, width)?,
                });
            }
        }
        Some(CallEffect { words })
    }

    /// What stands at some of the places that a call may change, before it.
    pub fn before_call(
        &mut self,
        asked: &AskedCall,
        state: &State,
        places: &[u32],
    ) -> Option<Vec<Term>> {
        let values = places.iter().map(|&number| {
            let &(place, width) = asked.changes.places.get(number as usize)?;
            match place {
                // It is not there before.
                ChangedPlace::Result(_) | ChangedPlace::Target(_) | ChangedPlace::Offset(_) => {
                    Some(self.pool.bv(width, 0))
                }
                ChangedPlace::Memory(..) => self.value_at(state, place, width),
            }
        });
        values.collect()
    }

    /// What stands at these places after a call that did this, if that stood there `before`.
    pub fn after_call(
        &mut self,
        asked: &AskedCall,
        effect: &CallEffect,
        places: &[u32],
        before: &[Term],
    ) -> Vec<Term> {
        let mut after = before.to_vec();
        for word in &effect.words {
            if let Ok(at) = places.binary_search(&word.place)
                && let Some(&(_, width)) = asked.changes.places.get(word.place as usize)
            {
                after[at] = self.overwritten(before[at], word, width);
            }
        }
        after
    }

    /// A word some of whose bytes were written.
    fn overwritten(&mut self, before: Term, word: &WrittenPlace, width: u32) -> Term {
        let all = width.div_ceil(8);
        if word.bytes.trailing_ones() >= all {
            return word.value;
        }
        let pool = &mut self.pool;
        let mut whole = None;
        for byte in 0..all {
            let from = match word.bytes >> byte & 1 {
                1 => word.value,
                _ => before,
            };
            let part = pool.extract(from, byte * 8 + 7, byte * 8);
            whole = Some(match whole {
                None => part,
                Some(lower) => pool.concat(part, lower),
            });
        }
        whole.unwrap_or(before)
    }

    /// The same behind a call. `None` also if it is a pointer that leads elsewhere, or to where that depends on inputs.
    fn value_behind(
        &mut self,
        asked: &AskedCall,
        after: &State,
        place: ChangedPlace,
        width: u32,
    ) -> Option<Term> {
        let (slot, is_target) = match place {
            ChangedPlace::Target(slot) => (slot, true),
            ChangedPlace::Offset(slot) => (slot, false),
            ChangedPlace::Result(_) | ChangedPlace::Memory(..) => {
                return self.value_at(after, place, width);
            }
        };
        let pointer = after.frame.as_ref()?.registers[slot as usize];
        let Leads::To(leads) = asked.changes.pointees.lead(self, after, pointer) else {
            return None;
        };
        let term = match is_target {
            true => self.pool.bv(width, leads.target),
            false => leads.offset.to_term(&mut self.pool, width),
        };
        (!self.never_written.occur_in(&self.pool, term)).then_some(term)
    }

    /// What stands at a place, as a term. `None` if a part of it was never written.
    fn value_at(&mut self, state: &State, place: ChangedPlace, width: u32) -> Option<Term> {
        let cell = match place {
            ChangedPlace::Result(slot)
            | ChangedPlace::Target(slot)
            | ChangedPlace::Offset(slot) => state.frame.as_ref()?.registers[slot as usize],
            ChangedPlace::Memory(id, offset) => {
                let object = state.memory.object(id)?;
                object.read(&mut self.pool, offset as usize, width)
            }
        };
        let term = cell.to_term(&mut self.pool, width);
        (!self.never_written.occur_in(&self.pool, term)).then_some(term)
    }
}
