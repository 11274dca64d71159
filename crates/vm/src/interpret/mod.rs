//! Running a state: the loop over instructions, calls, and what a run ends with.

mod branches;
mod call;
mod changed;
mod changed_objects;
mod collect;
mod execute;
mod left_pointers;
mod loop_functions;
mod missed;
mod skip;
mod slow_path;
mod summarise;

use crate::fault::Fault;
use crate::run::{Repetition, Run};
use crate::state::Frame;
use crate::{Bound, End, Events, Fork, ForkKind, Machine, State, Stop};
use std::sync::Arc;

/// Why the loop over a frame's ops was left.
pub(crate) enum Exit {
    Call {
        index: u32,
    },
    Return {
        index: u32,
    },
    Fault(Box<Fault>),
    Budget,
    /// Control went to another frame (`longjmp`).
    Reframed,
}

impl Machine {
    /// Runs a state until it forks, ends, or about `budget` instructions are executed. At a fork
    /// the state stands at the instruction that forks: clone it for the arms not taken, then
    /// [`Machine::take`] one arm on each.
    pub fn run<E: Events>(&mut self, state: &mut State, budget: u64, events: &mut E) -> Stop {
        if let Some(end) = &state.end {
            return Stop::End(end.clone());
        }
        self.follow(state);
        let frame = state
            .frame
            .take()
            .expect("a state that has not ended has a frame");
        let frame = Arc::try_unwrap(frame).unwrap_or_else(|shared| (*shared).clone());
        let before = state.instructions;
        let (key, choices) = (state.resume_key, std::mem::take(&mut state.resume));
        let cache = self.cache.take().unwrap_or_default();
        let repetition = Repetition::new(state.heap.has_pointers(), before);
        let mut run = Run {
            machine: self,
            state,
            frame,
            cache,
            key,
            choices,
            next_choice: 0,
            unannounced: Vec::new(),
            repetition,
            assumption: None,
        };
        if run.state.fresh {
            run.state.fresh = false;
            run.announce(events);
        }
        let stop = run.frames(before.saturating_add(budget), events);
        let mut cache = run.cache;
        cache.clear();
        self.cache = Some(cache);
        self.statistics.instructions += state.instructions - before;
        stop
    }

    /// Lets a state that stands at `fork` go on along an arm. If the arm is not the one taken under
    /// its model, [`State::set_model`] must give it a model that fits before it runs.
    pub fn take(&mut self, state: &mut State, fork: &Fork, arm: usize) {
        let taken = &fork.arms[arm];
        state.path.push(crate::Decision {
            choice: taken.choice,
            condition: taken.condition,
            kind: fork.kind,
        });
        state.resume.push(taken.choice);
        if fork.complete {
            return;
        }
        let bound = match fork.kind {
            ForkKind::Size => {
                self.statistics.bounded_sizes += 1;
                Bound::Size(fork.site)
            }
            ForkKind::Pointer | ForkKind::FunctionPointer => {
                self.statistics.bounded_pointers += 1;
                Bound::Pointer(fork.site)
            }
            ForkKind::Pin
            | ForkKind::Opaque
            | ForkKind::Branch
            | ForkKind::Switch
            | ForkKind::Bounds
            | ForkKind::Assume
            | ForkKind::MallocFails
            | ForkKind::Initialise
            | ForkKind::NeverWritten
            | ForkKind::Library
            | ForkKind::LoopFunction
            | ForkKind::LoopExit
            | ForkKind::Returns
            | ForkKind::LeftPointer => {
                self.statistics.pinned += 1;
                Bound::Pinned(fork.site)
            }
        };
        state.bounds.push(bound);
    }
}

impl Run<'_> {
    /// Tells of the inputs and calls a path begins with.
    fn announce<E: Events>(&mut self, events: &mut E) {
        for record in self.state.inputs.to_vec() {
            events.input(record);
        }
        let frames: Vec<&Frame> = self.frame.chain().collect();
        for frame in frames.into_iter().rev() {
            events.call(frame.code.function);
            if let crate::code::Op::Enter { block, cost } = frame.code.ops[0] {
                self.state.instructions += u64::from(cost);
                if E::TRACE {
                    events.block(frame.code.function, ir::BlockId(block));
                }
            }
        }
    }

    /// Runs frame after frame until there is something to report.
    fn frames<E: Events>(&mut self, limit: u64, events: &mut E) -> Stop {
        loop {
            let code = Arc::clone(&self.frame.code);
            let exit = self.execute(&code, self.repetition.limit(limit), events);
            for record in self.unannounced.drain(..) {
                events.input(&record);
            }
            let outcome = match exit {
                Exit::Call { index } => self.call(&code, index, events),
                Exit::Return { index } => {
                    let outcome = self.return_(&code, index, events);
                    let outcome = outcome.and_then(|()| self.returned_from_initialising());
                    if self.frame.depth == self.state.calls.watched {
                        let outcome = outcome.and_then(|()| self.returned_from_watched(events));
                        if self.state.calls.trial && outcome.is_ok() {
                            self.suspend();
                            return Stop::Budget;
                        }
                        events.beneath(false);
                        outcome
                    } else {
                        outcome
                    }
                }
                Exit::Reframed => {
                    // A loop may consist of nothing but jumps of this kind.
                    self.state.instructions += 1;
                    if self.state.instructions >= limit {
                        self.suspend();
                        return Stop::Budget;
                    }
                    Ok(())
                }
                Exit::Fault(fault) => Err(fault),
                Exit::Budget if self.state.memory.is_collection_due() => {
                    self.collect();
                    if self.state.instructions < limit {
                        continue;
                    }
                    self.suspend();
                    return Stop::Budget;
                }
                Exit::Budget if self.state.instructions < limit => self.look_for_repetition(),
                Exit::Budget => {
                    self.suspend();
                    return Stop::Budget;
                }
            };
            if let Err(fault) = outcome
                && let Some(stop) = self.stop(*fault)
            {
                return stop;
            }
        }
    }

    /// Turns a fault into what the caller of the machine is told; `None` if the run goes on.
    fn stop(&mut self, fault: Fault) -> Option<Stop> {
        let end = match fault {
            Fault::Fork {
                kind,
                arms,
                taken,
                complete,
            } => {
                let mut site = self.site();
                if matches!(kind, ForkKind::LoopFunction | ForkKind::LoopExit) {
                    // It is made at a branch, but is not that of the source.
                    site.decision = None;
                }
                self.machine.statistics.forks += 1;
                self.suspend();
                return Some(Stop::Fork(Box::new(Fork {
                    kind,
                    site,
                    arms,
                    taken,
                    complete,
                })));
            }
            Fault::Asked => {
                self.suspend();
                return Some(Stop::Budget);
            }
            Fault::Error(..) if self.frame.is_in_assumption() => End::AssumeFailed,
            Fault::Uncaught(uncaught) => End::Error(Box::new(self.uncaught_error(*uncaught))),
            Fault::Error(kind, message) => {
                let mut error = self.error(kind, message);
                let assumption = self.assumption.take().filter(|(of, _)| is_about(*of, kind));
                let assumption = assumption.map(|(_, text)| text);
                let assumption = self.unless_apart().or(assumption);
                let assumption = assumption.or_else(|| self.goes_on_making());
                let assumption = assumption.or_else(|| self.unless_made());
                let assumption = assumption.or_else(|| self.unless_caught(kind));
                let assumption = assumption.or_else(|| self.unless_encapsulated());
                let assumption = assumption.or_else(|| self.unless_meant());
                let assumption = assumption.or_else(|| self.unless_one_object(kind));
                let assumption = assumption.or_else(|| self.unless_initial());
                error.assumption = assumption.unwrap_or_default();
                End::Error(Box::new(error))
            }
            Fault::Unsupported(what) => End::Unsupported(Box::new(self.unsupported(what))),
            Fault::Limit(limit) => End::Limit(Box::new(self.limit(limit))),
            Fault::AssumeFailed => End::AssumeFailed,
            Fault::Exit(status) => match self.leak() {
                Some(error) => End::Error(Box::new(error)),
                None => End::Exit(status),
            },
            Fault::Killed(signal) => End::Killed(signal),
            Fault::Ended(end) => Arc::unwrap_or_clone(end),
        };
        self.choices.clear();
        self.suspend();
        self.state.frame = None;
        self.state.end = Some(end.clone());
        Some(Stop::End(end))
    }
}

/// True if what excludes an error of a kind is about one of another, too: what is a little before a null pointer is
/// at an address that is not near to null.
fn is_about(of: ir::ErrorKind, kind: ir::ErrorKind) -> bool {
    of == kind
        || (of, kind)
            == (
                ir::ErrorKind::NullDereference,
                ir::ErrorKind::InvalidPointer,
            )
}
