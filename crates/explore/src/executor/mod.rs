//! Running the program: from its start, from a snapshot, and along the decisions of an earlier path.

pub(crate) mod retrace;

use crate::error::ExploreError;
use crate::options::Options;
use crate::paths::{ForkPoint, Paused};
use crate::results::{Statistics, Traced};
use crate::strategy::KnownGraph;
use crate::tree::InputValue;
use ir::Program;
use specification::MonitorTables;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;
use term::{Bits, InputId, Model, Op, Pool, Value};
use vm::{DataDigest, EntryImage, Events, Fork, ForkKind, Machine, Site, State, Stop, Text};

/// Where runs start.
#[derive(Clone, Debug)]
pub enum Start {
    /// At `main`, with these arguments after the program's name.
    Main(Vec<Text>),
    /// At a function with free arguments.
    Function(ir::FunctionId),
}

/// Instructions between two looks at the clock.
pub(crate) const SLICE: u64 = 1 << 20;

/// Why a place on an earlier path was not reached again.
pub(crate) enum NotReached {
    /// The program decided otherwise than before.
    Diverged,
    /// It stands for values of an argument that others did not try.
    OtherValues,
    /// The run is being stopped.
    Interrupted,
}

/// The machine, and the state that all paths start from.
pub(crate) struct Executor {
    machine: Machine,
    start: State,
    digest: DataDigest,
    graph: Arc<KnownGraph>,
    interrupt: Arc<AtomicBool>,
    /// When runs along earlier paths end wherever they are: the run is over.
    deadline: Option<Instant>,
    /// Which decisions go into traces.
    traced: Traced,
    skips_calls: bool,
    /// Paths run again from an ancestor, for want of a snapshot.
    replays: u64,
    /// Nodes of others that were reached by running from the start.
    tasks_taken: u64,
}

impl Executor {
    /// An executor of a program; `decision_functions` are the names of the functions whose decisions
    /// go into traces, in the order of their numbers.
    pub(crate) fn new(
        mut machine: Machine,
        start: Start,
        decision_functions: &[String],
        options: &Options,
        interrupt: Arc<AtomicBool>,
    ) -> Result<Executor, ExploreError> {
        let mut start = match start {
            Start::Main(arguments) => machine.start_main(&arguments)?,
            Start::Function(function) => machine.start_function(function)?,
        };
        if options.lazy {
            start.set_call_mode(vm::CallMode::Accompany);
        }
        Ok(Executor {
            digest: machine.data_digest(&start),
            graph: Arc::clone(&options.graph),
            traced: match &options.trace_from {
                Some(from) if decision_functions.is_empty() => Traced::From(from.as_str().into()),
                from => {
                    let program = &**machine.program();
                    let from = from.as_ref().and_then(|name| program.find_function(name));
                    Traced::Listed(trace_numbers(program, decision_functions), from)
                }
            },
            machine,
            start,
            interrupt,
            deadline: None,
            skips_calls: options.lazy,
            replays: 0,
            tasks_taken: 0,
        })
    }

    /// The program.
    pub(crate) fn program(&self) -> &Arc<dyn Program> {
        self.machine.program()
    }

    /// Its graph, if somebody has made one.
    pub(crate) fn graph(&self) -> &KnownGraph {
        &self.graph
    }

    /// The monitors of specifications, if they are followed.
    pub(crate) fn monitors(&self) -> Option<&MonitorTables> {
        self.machine.options().monitors.as_deref()
    }

    /// The terms.
    pub(crate) fn pool(&self) -> &Pool {
        &self.machine.pool
    }

    /// The terms, to make new ones.
    pub(crate) fn pool_mut(&mut self) -> &mut Pool {
        &mut self.machine.pool
    }

    /// The machine, for what a state looks like from outside.
    pub(crate) fn machine(&mut self) -> &mut Machine {
        &mut self.machine
    }

    /// The arguments of a path that began at a function other than `main`, and what became of them in the
    /// state that it ended in.
    pub(crate) fn entry_image(&mut self, path: &State, last: &State) -> Option<EntryImage> {
        self.machine.entry_image(&self.start, path, last)
    }

    /// True if paths skip calls.
    pub(crate) fn skips_calls(&self) -> bool {
        self.skips_calls
    }

    /// Names of the functions of which calls were skipped.
    pub(crate) fn skipped_functions(&self) -> BTreeSet<String> {
        let functions = self.machine.skipped_functions().iter();
        let names = functions.filter_map(|&function| {
            let function = self.machine.program().function(function).ok()?;
            Some(function.name.clone())
        });
        names.collect()
    }

    /// The state all paths start from.
    pub(crate) fn start(&self) -> &State {
        &self.start
    }

    /// True if the run is being stopped.
    pub(crate) fn is_interrupted(&self) -> bool {
        self.interrupt.load(Ordering::Relaxed)
    }

    /// Lets runs along earlier paths end at that time.
    pub(crate) fn set_deadline(&mut self, deadline: Option<Instant>) {
        self.deadline = deadline;
    }

    /// True if that time has come.
    pub(crate) fn is_out_of_time(&self) -> bool {
        self.deadline
            .is_some_and(|deadline| Instant::now() >= deadline)
    }

    /// Instructions executed, those of replays included.
    pub(crate) fn executed(&self) -> u64 {
        self.machine.statistics().instructions
    }

    /// Which decisions go into traces.
    pub(crate) fn traced(&self) -> Traced {
        self.traced.clone()
    }

    /// Where a state stands.
    pub(crate) fn site(&self, state: &State) -> Option<Site> {
        self.machine.site(state)
    }

    /// Digest of a state's data.
    pub(crate) fn digest(&mut self, state: &State) -> u64 {
        self.digest.of(&mut self.machine, state)
    }

    /// Executes some instructions, up to the next fork.
    pub(crate) fn run(
        &mut self,
        state: &mut State,
        instructions: u64,
        events: &mut impl Events,
    ) -> Stop {
        self.machine.run(state, instructions, events)
    }

    /// Goes along an arm.
    pub(crate) fn take(&mut self, state: &mut State, fork: &Fork, arm: usize) {
        self.machine.take(state, fork, arm);
    }

    /// Fills in what it counts.
    pub(crate) fn count(&self, statistics: &mut Statistics) {
        statistics.machine = *self.machine.statistics();
        statistics.replays = self.replays;
        statistics.tasks_taken = self.tasks_taken;
        statistics.terms = self.machine.pool.len();
    }
}

/// Inputs in words that every process understands.
impl Executor {
    /// A model with these values.
    pub(crate) fn model(&mut self, inputs: &[InputValue]) -> Model {
        let mut model = Model::new();
        for input in inputs {
            let term = self.machine.input(input.ordinal, &input.name, input.width);
            if let Op::Input(id) = self.machine.pool.op(term) {
                let value = Bits::from_le_bytes(input.width, &input.bytes);
                model.set(id, Value::Bits(value));
            }
        }
        model
    }

    /// An input's value; unset ones are zero.
    pub(crate) fn input_value(&self, input: InputId, value: Option<Value>) -> Option<InputValue> {
        let (ordinal, name) = self.machine.input_key(input)?;
        let width = self.machine.pool.width(self.machine.pool.input_term(input));
        let bits = match value {
            Some(Value::Bits(bits)) => bits,
            Some(Value::Bool(_) | Value::Array(_)) | None => Bits::zero(width),
        };
        Some(InputValue {
            ordinal,
            name: name.clone(),
            width,
            bytes: bits.to_le_bytes(),
        })
    }
}

/// Earlier paths, run again.
impl Executor {
    /// Reaches the fork of a dropped snapshot again: from a state above it, else from the start, under
    /// the model that led there before.
    pub(crate) fn replay(
        &mut self,
        above: Option<State>,
        point: &ForkPoint,
    ) -> Result<State, NotReached> {
        self.replays += 1;
        let origin = &point.origin;
        let mut state = above.unwrap_or_else(|| self.start.clone());
        state.set_model(origin.model.model.clone());
        loop {
            match self.machine.run(&mut state, SLICE, &mut vm::NoEvents) {
                Stop::Fork(fork) if state.depth() == origin.depth => {
                    let same = fork.site == point.fork.site
                        && fork.kind == point.fork.kind
                        && state.path_hash() == origin.hash;
                    return if same {
                        Ok(state)
                    } else {
                        Err(NotReached::Diverged)
                    };
                }
                Stop::Fork(fork) => {
                    let taken = fork.taken;
                    self.machine.take(&mut state, &fork, taken);
                }
                Stop::Budget if self.is_interrupted() => return Err(NotReached::Interrupted),
                Stop::Budget => {}
                Stop::End(_) => return Err(NotReached::Diverged),
            }
        }
    }

    /// The state of a path that waits, reached again likewise.
    pub(crate) fn replay_paused(
        &mut self,
        above: Option<State>,
        paused: &Paused,
    ) -> Result<State, NotReached> {
        self.replays += 1;
        let end = paused.at;
        let mut state = above.unwrap_or_else(|| self.start.clone());
        state.set_model(paused.model.model.clone());
        loop {
            let left = end.instructions.saturating_sub(state.instructions());
            if state.depth() == end.depth && left == 0 {
                return match state.path_hash() == end.hash {
                    true => Ok(state),
                    false => Err(NotReached::Diverged),
                };
            }
            // It may stand at the last of its forks already, and execute nothing more on the way.
            let budget = left.clamp(1, SLICE);
            match self.machine.run(&mut state, budget, &mut vm::NoEvents) {
                _ if self.is_out_of_time() => return Err(NotReached::Interrupted),
                Stop::Fork(fork) if state.depth() < end.depth => {
                    let taken = fork.taken;
                    self.machine.take(&mut state, &fork, taken);
                }
                Stop::Budget if self.is_interrupted() => return Err(NotReached::Interrupted),
                Stop::Budget if left > 0 => {}
                Stop::Budget | Stop::Fork(_) | Stop::End(_) => return Err(NotReached::Diverged),
            }
        }
    }

    /// The state at a call of an opaque function and the fork as it is under another model. `None` if
    /// the run is interrupted or the program does not get there again.
    pub(crate) fn fork_under(
        &mut self,
        above: Option<State>,
        point: &ForkPoint,
        model: &Model,
    ) -> Option<(State, Box<Fork>)> {
        let mut state = self.replay(above, point).ok()?;
        state.set_model(model.clone());
        loop {
            match self.machine.run(&mut state, SLICE, &mut vm::NoEvents) {
                Stop::Fork(fork) => {
                    let same = fork.kind == ForkKind::Opaque && fork.site == point.fork.site;
                    return same.then_some((state, fork));
                }
                Stop::Budget => {}
                Stop::End(_) => return None,
            }
        }
    }

    /// A node of others is about to be reached from the start.
    pub(crate) fn count_task(&mut self) {
        self.tasks_taken += 1;
    }
}

/// Numbers of functions in traces, by function id.
fn trace_numbers(program: &dyn Program, functions: &[String]) -> Arc<[Option<u32>]> {
    let mut numbers = vec![None; program.function_count() as usize];
    for (number, name) in functions.iter().enumerate() {
        if let Some(id) = program.find_function(name) {
            let index = id.0 as usize;
            if numbers.len() <= index {
                // Looking for it may have made it known.
                numbers.resize(index + 1, None);
            }
            numbers[index] = Some(number as u32);
        }
    }
    numbers.into()
}
