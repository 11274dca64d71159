//! Is this set of terms satisfiable, with which model, or with which core?
//!
//! Vocabulary: a [`PathCondition`] is a persistent set of constraints that knows which of them
//! share inputs; a [`Solver`] answers whether a goal can hold together with it, through a chain:
//! the hint, independent-constraint slicing, equalities on the path, earlier answers, inverting
//! the goal, refuting by bounds, then a [`Backend`], with a search by evaluation beside it.
//!
//! Invariant: this crate knows nothing of programs.

mod answer;
pub mod bitblast;
mod bounds;
mod cache;
mod clock;
mod constant_bound;
mod descent;
mod equality;
mod input_components;
mod lower;
mod options;
mod path;
mod portfolio;
mod query;
mod query_copy;
mod record;
mod refinement_loop;
mod search;
mod second_opinion;
mod smtlib;
mod solver;
mod statistics;
mod wanted;
mod z3;

pub use answer::{Answer, Backend, Limits, Unknown};
pub use clock::CoarseInstant;
pub use options::{BackendKind, Options, SolverError};
pub use path::{Decision, PathCondition};
pub use portfolio::Portfolio;
pub use smtlib::{Summary, run_script};
pub use solver::Solver;
pub use statistics::Statistics;
pub use z3::Z3Backend;
