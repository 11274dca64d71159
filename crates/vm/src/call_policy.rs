//! How calls are treated: the one place that says what may happen at a call beside entering the callee.

use ir::analysis::{Part, PointerSource, WrittenObjects};
use ir::{ClassId, FunctionId, GlobalId};
use rustc_hash::FxHashMap;
use std::collections::BTreeSet;
use std::sync::Arc;
use term::Model;

/// How calls of a function are treated, known once its code is.
#[derive(Clone, Debug, Default)]
pub(crate) enum Treatment {
    /// The callee runs.
    #[default]
    Enter,
    /// The callee runs with the values that its arguments have under the model ([`crate::Options::opaque`]).
    Pin,
    /// The call may be replaced by fresh values for what it may change; whether it is, the state says
    /// ([`CallMode`]).
    Skip(Arc<SkippedFunction>),
}

/// What a call of a function that may be skipped can change beside what it returns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SkippedFunction {
    /// Calls of it are skipped in frames that are so deep or deeper; the entry function's is 0.
    pub from_depth: u32,
    /// Anywhere in these globals.
    pub globals: Vec<GlobalId>,
    /// The objects that these arguments point into.
    pub arguments: Vec<WrittenArgument>,
    /// It accesses nothing but these globals, what it makes itself, and the objects that `accessed` arguments
    /// point into; otherwise it may follow pointers that it finds in memory.
    pub stays: bool,
    /// It may access the objects that these arguments point into.
    pub accessed: Vec<u32>,
    /// It may not return: it makes an error, or runs for ever.
    pub may_not_return: bool,
    /// What it changes of a program's objects, if the program has such.
    pub objects: Option<ChangedObjects>,
    /// What the pointers may be that it returns, if it returns any.
    pub pointers: Option<ReturnedPointers>,
}

/// What pointers may be that a call returns.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReturnedPointers {
    /// Null.
    pub null: bool,
    /// What they come from, each with offsets: any if there are none.
    pub from: Vec<(PointerSource, Vec<u64>)>,
    /// Globals that pointers in memory are found from, beside the arguments.
    pub globals: Vec<GlobalId>,
    /// Pointers in memory may be others than before the call.
    pub stores: bool,
}

impl ReturnedPointers {
    /// True if it may return pointers that it finds in memory.
    pub(crate) fn are_loaded(&self) -> bool {
        let mut sources = self.from.iter();
        sources.any(|(source, _)| *source == PointerSource::Loaded)
    }
}

/// What a call may change of a program's objects, on its plain way.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChangedObjects {
    /// Fields that are numbers, by their offsets.
    pub fields: Vec<(WrittenObjects, u32)>,
    /// Elements of arrays of numbers, by their width in bits.
    pub elements: Vec<(WrittenObjects, u32)>,
    /// Static fields that are numbers.
    pub statics: Vec<(ClassId, u32)>,
    /// There are other ways, on which it throws, initialises a class, or decides what an input refers to: on these it
    /// is entered.
    pub other_ways: bool,
    /// Its last result is what it throws.
    pub throws: bool,
}

/// What a call may write of the object that an argument points into.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenArgument {
    /// The argument's number.
    pub number: u32,
    /// Bytes behind the argument, each part with its size; all of the object if there are none.
    pub parts: Vec<Part>,
}

/// The functions whose calls may be skipped.
pub type SkippedFunctions = FxHashMap<FunctionId, Arc<SkippedFunction>>;

/// What a state does at calls of functions that may be skipped ([`crate::Options::skipped`]). Calls that
/// decide nothing by inputs are executed in every mode: there is one path through them (LATEST §4.4).
#[derive(Clone, Debug, Default)]
pub enum CallMode {
    /// Enter them.
    #[default]
    Enter,
    /// Run them apart under the model, and go on with fresh inputs that have the values that came of it: the
    /// path is one of the code around the calls, and its model that of a real run.
    Accompany,
    /// Enter some of them, and go on with values for the others.
    Search(Arc<SearchedCalls>),
    /// Ask what each of them does ([`crate::AskedCall`]), but for the one that the state stands at, which is
    /// entered; the run stops when that returns.
    Summarise,
}

/// Which calls are entered in a search, by their numbers on the path.
#[derive(Clone, Debug, Default)]
pub struct SearchedCalls {
    /// These are entered.
    pub entered: BTreeSet<u32>,
    /// Of these it is asked what they do ([`crate::AskedCall`]).
    pub summarised: BTreeSet<u32>,
    /// How the first calls were treated on the path whose decisions are followed.
    pub treated: Vec<Treated>,
    /// What the others change has the values that it has here; else it is free.
    pub fixed: Option<Model>,
}

/// What became of a call of a function that may be skipped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Treated {
    /// What it may change cannot be told: it was entered, as a part of the code around it.
    Expanded(FunctionId),
    /// It decided nothing by inputs.
    Single,
    /// It was replaced by fresh values.
    Skipped(FunctionId),
    /// It looked at input pointers, or at objects behind them, that the path had not looked at, or went another than its
    /// plain way ([`ChangedObjects::other_ways`]): it was entered, as a part of the code around it.
    Initialising(FunctionId),
}

/// What becomes of a call that is run apart, as the input says that stands for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum CallOutcome {
    /// The program ends in it.
    Ends = 0,
    /// It returns.
    Returns = 1,
    /// It looks at input pointers, or at objects behind them, that the path has not looked at, or goes another than its
    /// plain way.
    Initialises = 2,
}

impl CallOutcome {
    /// Width of the input.
    pub(crate) const WIDTH: u32 = 2;
}

/// The choice at a skipped call that stands for entering it, as it looks at input pointers, or at objects
/// behind them, that the path has not looked at.
pub const INITIALISES: u64 = CallOutcome::Initialises as u64;

/// Inputs that stand for what calls change have numbers from here on: apart from those that programs ask
/// for, whose numbers do not depend on which calls are skipped.
const FIRST_INPUT: u32 = 1 << 31;
/// Inputs of a call at the most.
pub(crate) const INPUTS_OF_CALL: u32 = 1 << 11;
/// Calls of a path that have such inputs at the most.
pub(crate) const MOST_CALLS: u32 = (FIRST_SELECTOR - FIRST_INPUT) / INPUTS_OF_CALL;
/// Inputs that say which path a summary of a call takes have numbers from here on.
const FIRST_SELECTOR: u32 = 0xf000_0000;

/// Number of an input of a call.
pub(crate) fn input_of_call(call: u32, number: u32) -> u32 {
    FIRST_INPUT + call * INPUTS_OF_CALL + number
}

/// The call that an input stands for the changes of, by the number of the input on its path.
pub fn call_of_input(ordinal: u32) -> Option<u32> {
    let number = ordinal.checked_sub(FIRST_INPUT)?;
    (ordinal < FIRST_SELECTOR).then_some(number / INPUTS_OF_CALL)
}

/// True if an input says what becomes of a call, by the number of the input on its path.
pub fn is_outcome_of_call(ordinal: u32) -> bool {
    let of_call = call_of_input(ordinal).is_some();
    of_call && (ordinal - FIRST_INPUT).is_multiple_of(INPUTS_OF_CALL)
}

/// Number of the input that says which path summary `number` takes, if there is one left.
pub(crate) fn selector(number: u32) -> Option<u32> {
    FIRST_SELECTOR.checked_add(number)
}

/// The summary whose path an input says, by the number of the input.
pub fn summary_of_input(ordinal: u32) -> Option<u32> {
    ordinal.checked_sub(FIRST_SELECTOR)
}
