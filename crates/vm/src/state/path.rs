//! What a path is: its decisions.

use super::list::List;
use crate::{ForkKind, Site, Surrounding};
use term::Term;

/// A decision taken at a fork.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decision {
    /// Choice of the arm taken.
    pub choice: u64,
    /// Condition of the arm taken.
    pub condition: Term,
    /// What was decided.
    pub kind: ForkKind,
}

/// The decisions of a path, with a hash of them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Path {
    decisions: List<Decision>,
    hash: u64,
}

impl Path {
    pub(crate) fn push(&mut self, decision: Decision) {
        self.hash = mix(self.hash ^ decision.choice.wrapping_add(1));
        self.decisions.push(decision);
    }

    pub(crate) fn decisions(&self) -> Vec<&Decision> {
        self.decisions.to_vec()
    }

    /// From the last decision to the first.
    pub(crate) fn recent(&self) -> impl Iterator<Item = &Decision> {
        self.decisions.iter_back()
    }

    pub(crate) fn last(&self) -> Option<&Decision> {
        self.decisions.last()
    }

    pub(crate) fn len(&self) -> u32 {
        self.decisions.len()
    }

    pub(crate) fn hash(&self) -> u64 {
        self.hash
    }
}

/// The finaliser of splitmix64: a bijection, so that short paths do not collide.
fn mix(value: u64) -> u64 {
    let value = value.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let value = (value ^ (value >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    value ^ (value >> 31)
}

/// Something the machine left out on a path, for the summary.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Bound {
    /// A value was pinned to what it is under the model.
    Pinned(Site),
    /// Only some values of a symbolic size were offered.
    Size(Site),
    /// Only some targets of a symbolic pointer were offered.
    Pointer(Site),
    /// Inputs are pointers: they lead to the beginnings of objects of bounded length
    /// ([`crate::Options::pointer_elements`]), never into the middle of one or to a variable of the
    /// program.
    PointerArguments,
    /// Arrays behind arguments have as many elements as the parameter behind the pointer says.
    LengthParameters,
    /// Entry points of fuzzers are given at most [`crate::Options::data_length`] bytes.
    DataLength,
    /// Input pointers to streams and types without description are null; to functions, if there is none
    /// that they may lead to.
    NullPointers,
    /// Arguments are made by calls of some functions of the program: others may make others.
    MadeArguments,
    /// Arguments that are streams are at the beginning of files of one length, for reading and writing.
    StreamArguments,
    /// Input pointers to functions lead to [`crate::Options::functions`] or nowhere.
    FunctionArguments,
    /// An object behind an argument of the function under test is larger than what of it may be free:
    /// the rest is zero.
    ArgumentBytes,
    /// Input references deeper than [`crate::Options::heap_depth`] refer to no object of their own.
    HeapDepth,
    /// There are no more than [`crate::Options::heap_objects`] input objects.
    HeapObjects,
    /// Only some of the classes of which an input reference may refer to an object were tried.
    HeapClasses,
    /// Input arrays have at most [`crate::Options::array_length`] elements.
    ArrayLength,
    /// An input array is one of exactly the class that its variable is declared with.
    ArrayClasses,
    /// Input strings have at most [`crate::Options::string_length`] characters.
    StringLength,
    /// Input collections have at most [`crate::Options::collection_size`] elements.
    CollectionSize,
    /// An input reference may refer to objects of classes of libraries that were not tried.
    LibraryClasses,
    /// Where a type variable is bounded by a type that has a variable, or by several types, one class stands for it.
    TypeArguments,
    /// Input objects of classes of the library are made by one call with free arguments; states that
    /// only others lead to were not tried.
    LibraryValues,
    /// An object of the program's classes is made by one of the sequences of calls that are tried.
    CallSequences,
    /// Something else than the calls that are tried may make or change such an object.
    OtherChanges,
    /// Input references refer to no object that a static field of the program holds.
    StaticObjects,
    /// Input functions return anything and do nothing else.
    Functions,
    /// No input object that a call makes is part of what the call is given.
    CyclesOfMade,
    /// Input strings have only characters below U+0100 ([`crate::Options::wide_strings`]).
    StringCharacters,
    /// Something depends on memory never written, which holds one of the values it may hold.
    NeverWritten(Site),
    /// The path looked at something that a native run sees otherwise.
    Surroundings(Surrounding, Site),
    /// A decision depends on the time, or on a seed of random numbers, which is the same in every run (Java).
    HostValues,
    /// A function without body returned a fresh input instead of having its effects.
    Stubbed(Site),
}

impl Bound {
    /// True if it says which inputs are tried, whatever the path does with them.
    pub(crate) fn is_of_inputs(&self) -> bool {
        match self {
            Bound::PointerArguments
            | Bound::LengthParameters
            | Bound::DataLength
            | Bound::NullPointers
            | Bound::MadeArguments
            | Bound::StreamArguments
            | Bound::FunctionArguments
            | Bound::ArgumentBytes
            | Bound::HeapDepth
            | Bound::HeapObjects
            | Bound::HeapClasses
            | Bound::ArrayLength
            | Bound::ArrayClasses
            | Bound::StringLength
            | Bound::CollectionSize
            | Bound::LibraryClasses
            | Bound::LibraryValues
            | Bound::TypeArguments
            | Bound::CallSequences
            | Bound::OtherChanges
            | Bound::StaticObjects
            | Bound::Functions
            | Bound::CyclesOfMade
            | Bound::StringCharacters => true,
            Bound::Pinned(_)
            | Bound::Size(_)
            | Bound::Pointer(_)
            | Bound::NeverWritten(_)
            | Bound::Surroundings(..)
            | Bound::HostValues
            | Bound::Stubbed(_) => false,
        }
    }
}
