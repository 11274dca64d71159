//! What programs of every language ask of the machine.

use super::{F64, I32, I64, PTR};

intrinsics! {
    /// An operation that every language needs.
    CoreIntrinsic:

    /// Ends the path silently unless the argument is non-zero on it.
    Assume = "assume"(I64);
    /// Ends the program with that exit status, without running `atexit` handlers.
    Exit = "exit"(I32);
    /// 1 if the value is not constant on this path.
    IsSymbolic = "is_symbolic"(I64) -> I32;
    /// The value under the current model, pinned on the path (the node counts as concretised).
    Concretise = "concretise"(I64) -> I64;
    /// `(function, x)`: a mathematical function the solver does not understand; the numbering is
    /// that of `MATH_FUNCTIONS` in the crate `semantics`.
    Math1 = "math1"(I32, F64) -> F64;
    /// `(function, x, y)`.
    Math2 = "math2"(I32, F64, F64) -> F64;
    /// `(moment, object, happened)`: the monitors of a specification are told of a moment, where it is about
    /// objects for one of them; bit n of `happened` says that the nth event of that moment which has a condition
    /// happens. -1 has all monitors begin anew. Without effect: whoever listens is told.
    MonitorStep = "monitor_step"(I32, PTR, I64);
}
