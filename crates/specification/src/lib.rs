//! Specifications of how functions may be called and what they must do: their language, and the monitors
//! that watch over them.
//!
//! Vocabulary: an [`Event`] is something that a call does (it begins, it returns), perhaps under a condition;
//! a *step* is a moment at which at least one event of a specification happens, and a [`Letter`] says which
//! do. A [`Clause`] says which sequences of steps are allowed, as a [`Formula`] of temporal logic, an
//! [`Expression`] or an [`Automaton`]; a [`Monitor`] is the least deterministic automaton that finds the first
//! step at which a sequence is none of them.
//!
//! Invariant: this crate knows nothing of programs, and of their languages only that they have functions.

mod check;
mod error;
mod model;
mod monitor;
mod syntax;

/// Specifications of the C library, for programs that use it.
pub const LIBC: &str = include_str!("../library/libc.spec");
/// Specifications of classes of the JDK.
pub const JDK: &str = include_str!("../library/jdk.spec");

pub use check::warnings;
pub use error::SpecificationError;
pub use model::{
    Automaton, Binary, Blame, Clause, Condition, Event, Expression, ExpressionKind, Formula,
    FormulaKind, Function, Method, MethodKind, Moment, Occasion, Parameter, Pattern, Property,
    Specification, SpecificationFile, State, Transition, Unary,
};
pub use monitor::{
    ClauseState, ClauseTable, Decision, Group, Letter, MomentTable, Monitor, MonitorError,
    MonitorTables, groups, letters,
};
pub use syntax::parse;
