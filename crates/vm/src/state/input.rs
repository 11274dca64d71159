//! Inputs of a path.

use ir::FunctionId;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use term::Term;

/// Where an input comes from, and so where a test has to put its value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum InputOrigin {
    /// The program asked for it (`wf_int`, `klee_make_symbolic`, `__VERIFIER_nondet_int`, …).
    Program,
    /// The free bytes of `argv` at that index (behind the prefix of [`crate::Text::Symbolic`]).
    Argument(u32),
    /// The free bytes of the environment variable at that index of the options.
    Environment(u32),
    /// The contents of the input file at that index of the options.
    File(u32),
    /// A parameter, or memory behind a parameter, of the function under test.
    Parameter(u32),
    /// The variable of the program with that number, which is an input, or memory behind it.
    Global(u32),
    /// Result of a function without body.
    Stub(FunctionId),
    /// A number in an input object, or what an input reference refers to; see
    /// [`crate::Machine::heap_image`].
    Heap,
    /// What only the host gives, such as the time: no test can set it.
    Host,
    /// Whether an allocation fails: it does if the value is not zero.
    MallocFails,
    /// Memory never written, from that offset of an object on.
    NeverWritten(MadeObject, u32),
}

/// An input as the program asked for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InputRecord {
    /// Name the program gave it; not necessarily unique.
    pub name: Arc<str>,
    /// C type name of a scalar; of a row of bytes `bytes`, or what they are read as.
    pub ty: Arc<str>,
    /// One term for a scalar, one 8-bit term a byte for a row. Each is an input of the pool.
    pub terms: Arc<[Term]>,
    /// Number of inputs of the pool that the path created before: together with name and width it
    /// identifies an input across paths, pools and machines.
    pub ordinal: u32,
    /// Where it goes in a native run.
    pub origin: InputOrigin,
}

/// An object as a native run can find it: the how many-th one that the code under test makes.
/// Counted from 1; 0 stands for one that something else made, such as a function of the library.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum MadeObject {
    /// A local variable.
    Stack(u32),
    /// What `malloc` and its like returned.
    Heap(u32),
}
