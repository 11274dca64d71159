//! The concolic machine: executes a program on states and tells what happened.
//!
//! Vocabulary: a [`Machine`] runs [`State`]s of one program; a register or byte holds either a
//! concrete value or a term. The machine follows the state's model; where a decision depends on
//! inputs it stops with a [`Fork`], whose [`Arm`]s say which inputs go which way. A clone of a
//! state is a snapshot. [`Events`] tell a listener what happens on the way.
//!
//! Invariant: this crate knows nothing of strategies, solvers or tests.

mod c_names;
mod call_policy;
mod cell;
mod classes;
mod code;
mod concrete;
mod digest;
mod end;
mod entry;
mod events;
mod fault;
mod fork;
mod image;
mod initial_memory;
mod instruction;
mod interpret;
mod intrinsics;
mod length_names;
mod loop_function;
mod machine;
mod memory;
mod monitor_step;
mod options;
mod precondition;
mod relevance;
mod reported_error;
mod run;
mod start;
mod state;
mod statistics;
mod surroundings;

pub use c_names::{NOT_LOOKED_INTO, STAND_IN, STAND_IN_WITHOUT_RESULT, asks_for_input, type_name};
pub use call_policy::{
    CallMode, ChangedObjects, INITIALISES, ReturnedPointers, SearchedCalls, SkippedFunction,
    SkippedFunctions, Treated, WrittenArgument, call_of_input, is_outcome_of_call,
    summary_of_input,
};
pub(crate) use cell::Cell;
pub use concrete::{ConcreteRun, run_concrete};
pub use digest::DataDigest;
pub use end::{
    BY_CALLS, End, Error, Limit, LimitReached, PASSED, StackEntry, StartError, Stop, Unsupported,
};
pub use entry::{
    ASSUMED_CALL, ASSUMPTION, AfterKind, EntryAfter, EntryImage, EntryPointer, EntryRegion,
    FUZZ_DATA, FUZZ_SIZE, FUZZ_TARGET, ObjectAfter,
};
pub use events::{Events, NoEvents};
pub use fork::{Arm, ArmOutcome, Fork, ForkKind, Site};
pub use image::{
    HeapImage, ImageCall, ImageContents, ImageField, ImageObject, ImageValue, Observed, keep_common,
};
pub use instruction::Instruction;
pub use machine::Machine;
pub use monitor_step::MonitorStep;
pub use options::{
    CallParameter, Contents, Count, FreeGlobal, FreeHost, InputFile, MadeArguments, NeverWritten,
    Options, PointerReading, Reading, StoredValues, Text, UndefinedFunctions,
};
pub use precondition::Instance;
pub use relevance::{
    Annotation, CallReads, Likeness, LiveRegisters, Needs, ReadCells, Region, SequenceState, Shape,
    Trace, has_every_arm, point, tells_all,
};
pub use reported_error::reported_error;
pub use state::{
    AskedCall, Bound, CallEffect, DISTINCT_HASHES, Decision, EXIT_HANDLERS, INITIALISE,
    InputOrigin, InputRecord, MadeObject, OTHER_SURROUNDINGS, OccupiedStates, OutputChunk, State,
};
pub use statistics::Statistics;
pub use surroundings::Surrounding;
