//! Paths run once more from the start: for their decisions, and to see what of them holds in every
//! run.

use crate::explorer::{Explorer, SLICE};
use crate::trace::{Trace, TraceEvents, Traced};
use std::sync::atomic::Ordering;
use vm::{End, Observed, State, Stop};

/// What running a path again showed.
pub(crate) struct Again {
    /// The state it ended in, or was cut off.
    pub(crate) state: State,
    /// Its decisions.
    pub(crate) trace: Trace,
    /// What the code under test told of, as far as it is the same in every run.
    pub(crate) observed: Vec<Observed>,
    /// The message of the error at its end is not the same in every run.
    pub(crate) message_differs: bool,
}

impl Explorer {
    /// Runs a path again from the start, under its model. `None` if it decides otherwise than before
    /// (LCT §4.3 calls this divergence): such a path is not believed. If the path asked for what is
    /// not the same in every run of a program, such as hash codes made from addresses, it runs in
    /// other surroundings, too: what then comes out otherwise no native run would confirm.
    pub(crate) fn again(&mut self, state: &State, end: Option<&End>) -> Option<Again> {
        let (trace, last) = self.run_again(state, 0, end.is_some())?;
        let mut again = Again {
            state: last,
            trace,
            observed: self.machine.observed(state),
            message_differs: false,
        };
        if !state.asked_surroundings() {
            return Some(again);
        }
        for surroundings in 1..=vm::OTHER_SURROUNDINGS {
            let (trace, other) = self.run_again(state, surroundings, end.is_some())?;
            if trace != again.trace {
                return None;
            }
            match (end, other.end()) {
                (Some(End::Error(one)), Some(End::Error(two))) if one.kind == two.kind => {
                    again.message_differs |= one.message != two.message;
                }
                (Some(End::Exit(one)), Some(End::Exit(two))) if one == two => {}
                (Some(End::Error(_) | End::Exit(_)), _) => return None,
                (Some(End::AssumeFailed | End::Unsupported(_) | End::Limit(_)) | None, _) => {}
            }
            let others = self.machine.observed(&other);
            vm::keep_common(&mut again.observed, &others);
        }
        Some(again)
    }

    /// Runs a path in given surroundings: its decisions, and the state it ends in.
    fn run_again(
        &mut self,
        state: &State,
        surroundings: u32,
        ended: bool,
    ) -> Option<(Trace, State)> {
        let expected = state.decisions();
        let mut again = self.start.clone();
        again.set_model(state.model().clone());
        again.set_surroundings(surroundings);
        let traced = match &self.options.trace_from {
            Some(from) => Traced::From(from),
            None => Traced::Listed(&self.trace_numbers),
        };
        let program = self.machine.program().clone();
        let mut events = TraceEvents::new(traced, &*program);
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
                break;
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
                        None => break,
                        Some(_) => self.machine.take(&mut again, &fork, fork.taken),
                    }
                }
                Stop::End(_) => {
                    if again.depth() as usize != expected.len() {
                        return None;
                    }
                    break;
                }
                Stop::Budget if self.interrupt.load(Ordering::Relaxed) && !ended => break,
                Stop::Budget => {}
            }
        }
        Some((events.trace, again))
    }
}
