//! What inputs are: the methods that are explored, the types of what they take, and how objects come about.

mod call_effects;
mod call_sequences;
mod closed_state;
mod construction;
mod method_spec;
mod open_state;
mod recipes;
mod state_changes;
mod static_state;
mod type_arguments;
mod user_calls;

pub use method_spec::{Method, Parameter};
pub use user_calls::{ClosedWorld, OpenWorld, UserCalls};
