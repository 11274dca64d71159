//! The end of a path: what is booked of it, and whether it becomes a test.

use crate::explorer::{BoxError, Explorer, Running};
use crate::finding::{Finding, Place};
use crate::limits::LimitKind;
use crate::observer::{KeptPath, Observer, PathInput};
use crate::trace::{Trace, TraceEvents};
use crate::tree::Closed;
use ir::{ErrorKind, Program};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use vm::{Bound, End, Limit, State, Stop};

/// Instructions between two looks at the interrupt.
const SLICE: u64 = 1 << 20;

impl Explorer {
    /// Books the end of a path and keeps it if it is worth a test.
    pub(crate) fn end_path(
        &mut self,
        at: Running,
        end: Option<End>,
        closed: Closed,
        observer: &mut dyn Observer,
    ) -> Result<(), BoxError> {
        let program = self.machine.program().clone();
        let closed = match &end {
            Some(End::Error(error)) if self.is_assumption(&*program, error)? => {
                Closed::AssumeFailed
            }
            _ => closed,
        };
        self.tree.close(at.node, closed);
        self.book_bounds(&at.state);
        let (mut place, mut stack, mut new_finding) = (Place::default(), Vec::new(), None);
        match &end {
            Some(End::Error(error)) => {
                place = Place::of(&*program, error.location);
                stack = named_stack(&*program, &error.stack);
                let function = program.function(error.function)?.name.clone();
                let counts = closed == Closed::Completed;
                if counts && self.findings.is_new(error.kind, &function, &place) {
                    new_finding = Some((error.kind, error.message.clone(), function));
                }
            }
            Some(End::Unsupported(unsupported)) => {
                place = Place::of(&*program, unsupported.location);
                stack = named_stack(&*program, &unsupported.stack);
                let key = (unsupported.what.clone(), place.clone());
                *self.report.unsupported.entry(key).or_default() += 1;
            }
            Some(End::Limit(reached)) => {
                place = Place::of(&*program, reached.location);
                stack = named_stack(&*program, &reached.stack);
                let kind = match reached.limit {
                    Limit::ObjectBytes | Limit::MemoryBytes => LimitKind::ProgramMemory,
                    Limit::SymbolicSize => LimitKind::SymbolicSize,
                };
                *self.report.limits.entry(kind).or_default() += 1;
            }
            Some(End::Exit(_) | End::AssumeFailed) | None => {}
        }
        let keep = at.covers_new
            || new_finding.is_some()
            || (self.options.keep_all && closed == Closed::Completed);
        if !keep {
            return Ok(());
        }
        let Some(trace) = self.trace(&at.state, end.is_some()) else {
            self.report.diverged += 1;
            return Ok(());
        };
        self.report.tests += 1;
        let id = self.report.tests;
        if let Some((kind, message, function)) = new_finding {
            let calls = stack
                .iter()
                .map(|(name, place, _)| (name.clone(), place.clone()))
                .collect();
            self.findings.add(Finding {
                kind,
                message,
                place: place.clone(),
                function,
                stack: calls,
                count: 1,
                test: id,
            });
        }
        let kept = KeptPath {
            id,
            inputs: self.input_bytes(&at.state),
            entry: self.machine.entry_image(&self.start, &at.state),
            end,
            place,
            stack,
            trace,
            hash: at.state.path_hash(),
            stdout: self.machine.output_bytes(&at.state, 1),
        };
        observer.path(&kept)
    }

    /// True for the abort by which a program states an assumption.
    fn is_assumption(&self, program: &dyn Program, error: &vm::Error) -> Result<bool, BoxError> {
        if error.kind != ErrorKind::Abort {
            return Ok(false);
        }
        let function = program.function(error.function)?;
        Ok(self.options.assuming_functions.contains(&function.name))
    }

    /// Remembers what the path left out.
    fn book_bounds(&mut self, state: &State) {
        let bounds = state.bounds();
        for bound in bounds {
            let what = match bound {
                Bound::Pinned(_) => "values pinned to what they were under one model",
                Bound::Size(_) => "allocation sizes of which only some values were tried",
                Bound::Pointer(_) => "pointers of which only some targets were tried",
                Bound::PointerArguments => {
                    "pointer arguments, taken to be valid, distinct and of bounded length"
                }
                Bound::PointerDepth => "pointers inside of arguments, taken to be null",
                Bound::ArgumentBytes => "memory behind arguments of which only a part was free",
                Bound::Stubbed(_) => "calls of functions without body, taken to return anything",
            };
            self.bounds.entry(what).or_default().insert(*bound);
        }
    }

    /// Values of a state's inputs as bytes in memory order.
    fn input_bytes(&mut self, state: &State) -> Vec<PathInput> {
        let values = self.machine.input_values(state);
        let records = state.inputs().into_iter();
        records
            .zip(values)
            .map(|(record, bits)| PathInput {
                record: Arc::new(record.clone()),
                bytes: bits.iter().flat_map(term::Bits::to_le_bytes).collect(),
            })
            .collect()
    }

    /// Runs a path again from the start, under its model, to collect its decisions. `None` if it
    /// decides otherwise than before (LCT §4.3 calls this divergence): such a path is not believed.
    fn trace(&mut self, state: &State, ended: bool) -> Option<Trace> {
        let expected = state.decisions();
        let mut again = self.start.clone();
        again.set_model(state.model().clone());
        let mut events = TraceEvents {
            trace: Trace::default(),
            numbers: &self.trace_numbers,
        };
        loop {
            // A path the run cut off is traced about as far as it went.
            let budget = match ended {
                true => SLICE,
                false => state
                    .instructions()
                    .saturating_sub(again.instructions())
                    .min(SLICE),
            };
            if budget == 0 {
                return Some(events.trace);
            }
            match self.machine.run(&mut again, budget, &mut events) {
                Stop::Fork(fork) => {
                    let (depth, choice) = (again.depth() as usize, fork.arms[fork.taken].choice);
                    match expected.get(depth) {
                        Some(&before) if before != choice => {
                            let (kind, site) = (fork.kind, fork.site);
                            tracing::warn!(depth, before, choice, ?kind, ?site, "path diverged");
                            return None;
                        }
                        None if ended => return None,
                        None => return Some(events.trace),
                        Some(_) => self.machine.take(&mut again, &fork, fork.taken),
                    }
                }
                Stop::End(_) => {
                    return (again.depth() as usize == expected.len()).then_some(events.trace);
                }
                Stop::Budget if self.interrupt.load(Ordering::Relaxed) && !ended => {
                    return Some(events.trace);
                }
                Stop::Budget => {}
            }
        }
    }
}

fn named_stack(program: &dyn ir::Program, stack: &[vm::StackEntry]) -> Vec<(String, Place, bool)> {
    let frame = |entry: &vm::StackEntry| {
        (
            entry.name.clone(),
            Place::of(program, entry.location),
            entry.user,
        )
    };
    stack.iter().map(frame).collect()
}
