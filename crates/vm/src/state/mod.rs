//! The state of a path: everything that running on from here depends on.

mod asked_call;
mod calls;
mod classes;
mod frame;
mod input;
mod input_heap;
mod key;
mod list;
mod monitors;
mod never_written;
mod output;
mod path;
mod pointer_bytes;
mod shared;
mod texts;

pub use asked_call::{AskedCall, CallEffect};
pub(crate) use asked_call::{CallChanges, Changed, ChangedPlace, LeftTo, Pointees, WrittenPlace};
pub(crate) use calls::{CallBegun, CallProgress, LeftByCall, NONE_WATCHED};
pub(crate) use classes::{ClassState, Classes, ObservedValue};
pub(crate) use frame::{Frame, VariadicArgument};
pub use input::{InputOrigin, InputRecord, MadeObject};
pub(crate) use input_heap::{
    InitialContents, InputHeap, InputObject, InputPart, InputPointer, LazyId, LazyReference,
    Referent, SequenceStart, SharedPlace, Target, selector_name,
};
pub(crate) use key::Key;
pub(crate) use list::List;
pub(crate) use monitors::MonitorStates;
pub use monitors::OccupiedStates;
pub(crate) use never_written::ReadNeverWritten;
pub(crate) use output::Output;
pub use output::OutputChunk;
pub(crate) use path::Path;
pub use path::{Bound, Decision};
pub(crate) use pointer_bytes::{NewPointer, PointerBytes, PointerMeaning, has_scalar};
pub(crate) use shared::Shared;
pub(crate) use texts::InputTexts;

use crate::memory::{Memory, ObjectId};
use crate::{CallMode, Cell, End, Treated};
use ir::FunctionId;
use rustc_hash::FxHashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use term::{Model, Term};

/// A path under way. A clone is a snapshot: it shares all it can and copies what either writes.
#[derive(Clone, Debug)]
pub struct State {
    model: Model,
    /// Differs between models that may differ: tells the machine when to change the evaluator's.
    model_stamp: u64,
    pub(crate) path: Path,
    pub(crate) inputs: List<InputRecord>,
    /// Inputs of the pool created so far on the path.
    pub(crate) input_count: u32,
    pub(crate) output: Output,
    pub(crate) bounds: List<Bound>,
    pub(crate) instructions: u64,
    /// Choices already made for the instruction the state stands at; it takes them instead of
    /// forking when it is executed again.
    pub(crate) resume: Vec<u64>,
    /// The execution of an instruction that these choices belong to.
    pub(crate) resume_key: Key,
    /// The innermost call; absent once the path is over.
    pub(crate) frame: Option<Arc<Frame>>,
    pub(crate) memory: Memory,
    /// Reads of memory never written so far.
    pub(crate) reads_never_written: u32,
    /// The first of these: what was read.
    pub(crate) never_written: List<ReadNeverWritten>,
    /// Objects that the code under test has made on the stack and on the heap, as a native run can
    /// number them.
    pub(crate) made_objects: MadeObjects,
    /// Calls made so far.
    pub(crate) serials: u64,
    /// True if the path began in `main`, whose result is the exit status.
    pub(crate) entry_is_main: bool,
    pub(crate) stage: Stage,
    /// True until the path has run for the first time.
    pub(crate) fresh: bool,
    /// What is known of the texts that are inputs.
    pub(crate) texts: Shared<InputTexts>,
    /// What the path has made of the program's classes.
    pub(crate) classes: Classes,
    /// Inputs that are references and objects.
    pub(crate) heap: Shared<InputHeap>,
    /// Surroundings that the program runs in: 0, or one of others up to [`OTHER_SURROUNDINGS`], in
    /// which identity hash codes and the time are other ones.
    pub(crate) surroundings: u32,
    /// True once the path asked for such a thing.
    pub(crate) asked_surroundings: bool,
    /// True once the path asked for the time, or a seed of random numbers, where these are no inputs.
    pub(crate) asked_host: bool,
    /// Objects whose identity hash was asked for are numbered from this object on.
    pub(crate) first_object: u32,
    /// Identity hashes that are inputs.
    pub(crate) identity_hashes: Arc<FxHashMap<ObjectId, Cell>>,
    /// What references that depend on inputs were decided to be.
    pub(crate) chosen_references: Arc<FxHashMap<Term, u64>>,
    /// Values that the code under test has told of.
    pub(crate) observed: List<ObservedValue>,
    /// Depth of the call that throws because there is no room for more calls; 0 for none.
    pub(crate) overflow: u32,
    /// Where it is among calls that may be skipped.
    pub(crate) calls: Shared<CallProgress>,
    /// Loops so far that might be taken as functions.
    pub(crate) loops_offered: u32,
    /// One of them was.
    pub(crate) loop_function_taken: bool,
    /// Where the monitors of specifications are, if they are followed.
    pub(crate) monitors: Shared<MonitorStates>,
    /// What the entry function, which is not `main`, has returned: its scalars.
    pub(crate) returned: Option<Arc<[Cell]>>,
    /// How the path ended.
    pub(crate) end: Option<End>,
}

/// Objects that the code under test has made.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct MadeObjects {
    pub stack: u32,
    pub heap: u32,
}

/// How far a path is: what front end and library want run around the entry function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Constructors run, and the stores that initialise globals: constants may be written.
    Initialising,
    /// The entry function runs.
    Program,
    /// It has returned: the library ends the program, with handlers and destructors.
    Ending,
}

/// Function that runs constructors and stores initial values that are no constants.
pub const INITIALISE: &str = "wf__init";

/// Function of the library that does what is to be done when `main` returns.
pub const EXIT_HANDLERS: &str = "wf__exit_handlers";

/// Surroundings beside those in which paths are explored ([`State::set_surroundings`]).
pub const OTHER_SURROUNDINGS: u32 = 5;

/// Surroundings that differ from those in which paths are explored in one thing: no two objects have
/// the same identity hash code.
pub const DISTINCT_HASHES: u32 = 2;

/// Numbers models, so that comparing stamps tells whether two states have the same one.
static NEXT_MODEL: AtomicU64 = AtomicU64::new(1);

impl State {
    /// Changes the model the path follows from here. It must satisfy the conditions of the path so
    /// far; the machine does not check that.
    pub fn set_model(&mut self, model: Model) {
        self.model = model;
        self.model_stamp = NEXT_MODEL.fetch_add(1, Ordering::Relaxed);
    }

    /// True if the path took a loop as a function: it leads where one leads that did not.
    pub fn has_taken_loop_function(&self) -> bool {
        self.loop_function_taken
    }

    /// Lets the path, which must not have begun, run in other surroundings: what differs from one
    /// run of a program to the next, such as identity hash codes and the time, is different there.
    /// 0 are those in which paths are explored; there are [`OTHER_SURROUNDINGS`] more.
    pub fn set_surroundings(&mut self, surroundings: u32) {
        self.surroundings = surroundings;
    }

    /// The surroundings of which the time and the order of `Set.of` are.
    pub(crate) fn clock(&self) -> u32 {
        match self.surroundings {
            DISTINCT_HASHES => 0,
            other => other,
        }
    }

    /// What the path, which must not have begun, does at calls of functions that may be skipped.
    pub fn set_call_mode(&mut self, mode: CallMode) {
        self.calls.mode = mode;
    }

    /// What became of the calls of functions that may be skipped, in order.
    pub fn treated_calls(&self) -> Vec<Treated> {
        self.calls.treated.to_vec().into_iter().copied().collect()
    }

    /// The call that the state stands at, if it is to be told what that does
    /// ([`State::answer_call`]): the run stopped there as if its budget were spent.
    pub fn asked_call(&self) -> Option<&Arc<AskedCall>> {
        self.calls.asked.as_ref()
    }

    /// Says what the call does that the state stands at: of the places that it may change, by number, what
    /// stands there when it has returned; the others stay as they are.
    pub fn answer_call(&mut self, values: Vec<(u32, Term)>) {
        self.calls.asked = None;
        self.calls.answer = Some(values.into());
    }

    /// A state that enters the call that this one stands at, of which it was asked what it does, and stops
    /// when the call returns ([`State::has_returned`]). Nothing is decided there that was decided before.
    pub fn into_call(&self) -> State {
        let mut state = self.clone();
        state.path = Path::default();
        state.calls.mode = CallMode::Summarise;
        state.calls.entering = true;
        state.calls.asked = None;
        state.calls.answer = None;
        state
    }

    /// True if the call has returned that the state entered ([`State::into_call`]).
    pub fn has_returned(&self) -> bool {
        self.calls.trial && self.calls.watched == NONE_WATCHED
    }

    /// The states that monitors of specifications are in; none unless they are followed
    /// ([`crate::Options::monitors`]).
    pub fn monitor_states(&self) -> &Arc<OccupiedStates> {
        self.monitors.occupied()
    }

    /// True if the path asked for something that depends on the surroundings.
    pub fn asked_surroundings(&self) -> bool {
        self.asked_surroundings
    }

    /// True if the path asked for the time, or a seed of random numbers, where these are no inputs (Java): it saw one
    /// of many values ([`crate::Machine::probe_host`]).
    pub fn asked_host(&self) -> bool {
        self.asked_host
    }

    /// The model the path follows.
    pub fn model(&self) -> &Model {
        &self.model
    }

    pub(crate) fn model_stamp(&self) -> u64 {
        self.model_stamp
    }

    /// The choices made so far, in order: what identifies the path.
    pub fn decisions(&self) -> Vec<u64> {
        self.path
            .decisions()
            .into_iter()
            .map(|decision| decision.choice)
            .collect()
    }

    /// The decisions made so far with their conditions, in order.
    pub fn path(&self) -> Vec<&Decision> {
        self.path.decisions()
    }

    /// The last decision made.
    pub fn last_decision(&self) -> Option<&Decision> {
        self.path.last()
    }

    /// The path condition: the conditions of the decisions, in order.
    pub fn conditions(&self) -> Vec<Term> {
        self.path
            .decisions()
            .into_iter()
            .map(|decision| decision.condition)
            .collect()
    }

    /// Number of decisions made so far.
    pub fn depth(&self) -> u32 {
        self.path.len()
    }

    /// A hash of the decisions made so far, in order.
    pub fn path_hash(&self) -> u64 {
        self.path.hash()
    }

    /// Inputs created so far, in order.
    pub fn inputs(&self) -> Vec<&InputRecord> {
        self.inputs.to_vec()
    }

    /// How many there are, scalars and rows.
    pub fn input_records(&self) -> usize {
        self.inputs.len() as usize
    }

    /// Output captured so far, in order.
    pub fn output(&self) -> Vec<&OutputChunk> {
        self.output.chunks()
    }

    /// True while sequences of calls make an input ([`ir::CallSequences`]).
    pub fn makes_inputs(&self) -> bool {
        self.heap.being_made() > 0
    }

    /// Calls that follow on those which make objects, in all sequences of the path so far
    /// ([`ir::CallSequences::calls`]); where the next one is decided it counts already.
    pub fn sequence_calls(&self) -> u32 {
        self.heap.calls()
    }

    /// Those of them that were made: the functions that make inputs by them, and their numbers among
    /// [`ir::CallSequences::calls`].
    pub fn made_calls(&self) -> &Arc<Vec<(FunctionId, u32)>> {
        self.heap.made_calls()
    }

    /// What was left out along the path, in order; empty if nothing was.
    pub fn bounds(&self) -> Vec<&Bound> {
        self.bounds.to_vec()
    }

    /// Instructions executed so far.
    pub fn instructions(&self) -> u64 {
        self.instructions
    }

    /// How the path ended; `None` if it can go on.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Bytes that this state keeps alive alone, roughly: what dropping it would free.
    pub fn approximate_bytes(&self) -> usize {
        let mut bytes = std::mem::size_of::<State>() + self.memory.unshared_bytes();
        let mut frame = self.frame.as_ref();
        while let Some(unshared) = frame.filter(|frame| Arc::strong_count(frame) == 1) {
            bytes += unshared.host_bytes();
            frame = unshared.caller.as_ref();
        }
        bytes
    }

    /// Notes what was left out, once.
    pub(crate) fn note_bound(&mut self, bound: Bound) {
        if self.bounds.iter_back().all(|other| *other != bound) {
            self.bounds.push(bound);
        }
    }

    /// A state before its first call, with this memory.
    pub(crate) fn new(memory: Memory) -> State {
        State {
            surroundings: 0,
            asked_surroundings: false,
            asked_host: false,
            first_object: memory.len(),
            model: Model::new(),
            model_stamp: 0,
            path: Path::default(),
            inputs: List::default(),
            input_count: 0,
            output: Output::default(),
            bounds: List::default(),
            instructions: 0,
            resume: Vec::new(),
            resume_key: Key::default(),
            frame: None,
            memory,
            reads_never_written: 0,
            never_written: List::default(),
            made_objects: MadeObjects::default(),
            serials: 0,
            entry_is_main: false,
            stage: Stage::Program,
            fresh: true,
            texts: Shared::default(),
            classes: Classes::default(),
            heap: Shared::default(),
            observed: List::default(),
            identity_hashes: Arc::default(),
            chosen_references: Arc::default(),
            overflow: 0,
            calls: Shared::default(),
            loops_offered: 0,
            loop_function_taken: false,
            monitors: Shared::default(),
            returned: None,
            end: None,
        }
    }
}
