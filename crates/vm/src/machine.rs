//! The machine: what is the same for all states of one worker.

use crate::{
    Decision, End, Events, Fork, Options, Site, StackEntry, StartError, State, Statistics, Stop,
    Text,
};
use ir::{FunctionId, Program};
use std::sync::Arc;
use term::{Bits, Evaluator, Pool};

/// Executes a program on states. One a worker: states, terms and inputs belong to the pool of the
/// machine that made them.
pub struct Machine {
    /// The terms of all states.
    pub pool: Pool,
    pub(crate) evaluator: Evaluator,
    /// Stamp of the model the evaluator is under.
    pub(crate) evaluator_stamp: u64,
    pub(crate) program: Arc<dyn Program>,
    pub(crate) options: Options,
    pub(crate) statistics: Statistics,
}

impl Machine {
    /// A machine for a program.
    pub fn new(program: Arc<dyn Program>, options: Options) -> Machine {
        Machine {
            pool: Pool::new(),
            evaluator: Evaluator::new(),
            evaluator_stamp: 0,
            program,
            options,
            statistics: Statistics::default(),
        }
    }

    /// The program.
    pub fn program(&self) -> &Arc<dyn Program> {
        &self.program
    }

    /// The options.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Counters over all states so far.
    pub fn statistics(&self) -> &Statistics {
        &self.statistics
    }

    /// A state that stands at the beginning of `main`, with these arguments (the first is the
    /// program's name), under the model in which all inputs are zero.
    ///
    /// # Errors
    /// If there is no `main` with a body, or it has parameters unknown to C.
    pub fn start_main(&mut self, arguments: &[Text]) -> Result<State, StartError> {
        let _ = arguments;
        Ok(State::empty())
    }

    /// A state that stands at the beginning of a function called with free scalars and, for
    /// pointers, fresh objects of the type pointed to with free contents (see
    /// [`crate::Bound::PointerArguments`]).
    ///
    /// # Errors
    /// If the function has no body.
    pub fn start_function(&mut self, function: FunctionId) -> Result<State, StartError> {
        let _ = function;
        Ok(State::empty())
    }

    /// Runs a state until it forks, ends, or about `budget` instructions are executed. At a fork
    /// the state stands at the instruction that forks: clone it for the arms not taken, then
    /// [`Machine::take`] one arm on each.
    pub fn run<E: Events>(&mut self, state: &mut State, budget: u64, events: &mut E) -> Stop {
        let _ = (state, budget, events);
        Stop::End(End::Exit(0))
    }

    /// Lets a state that stands at `fork` go on along an arm. If the arm is not the one taken under
    /// its model, [`State::set_model`] must give it a model that fits before it runs.
    pub fn take(&mut self, state: &mut State, fork: &Fork, arm: usize) {
        let taken = &fork.arms[arm];
        state.path.push(Decision {
            choice: taken.choice,
            condition: taken.condition,
            kind: fork.kind,
        });
        state.resume.push(taken.choice);
    }

    /// The call stack of a state, innermost first; empty if its path is over.
    pub fn stack(&self, state: &State) -> Vec<StackEntry> {
        let _ = state;
        Vec::new()
    }

    /// Where a state stands; `None` if its path is over.
    pub fn site(&self, state: &State) -> Option<Site> {
        let _ = state;
        None
    }

    /// Values of a state's inputs under its model, in the order of [`State::inputs`].
    pub fn input_values(&mut self, state: &State) -> Vec<Vec<Bits>> {
        self.follow(state);
        let mut values = Vec::new();
        for record in state.inputs() {
            let evaluate = |&term| self.evaluator.bits(&self.pool, term);
            values.push(record.terms.iter().map(evaluate).collect());
        }
        values
    }

    /// What a state has written to a descriptor (1: standard output, 2: standard error), under its
    /// model.
    pub fn output_bytes(&mut self, state: &State, descriptor: i32) -> Vec<u8> {
        self.follow(state);
        let mut bytes = Vec::new();
        for chunk in state
            .output()
            .into_iter()
            .filter(|chunk| chunk.descriptor == descriptor)
        {
            let base = bytes.len();
            bytes.extend_from_slice(&chunk.bytes);
            for &(at, term) in &chunk.symbolic {
                bytes[base + at as usize] = self.evaluator.u64(&self.pool, term) as u8;
            }
        }
        bytes
    }

    /// Puts the evaluator under the model of a state.
    pub(crate) fn follow(&mut self, state: &State) {
        if self.evaluator_stamp != state.model_stamp() {
            self.evaluator.set_model(state.model().clone());
            self.evaluator_stamp = state.model_stamp();
        }
    }
}
