//! C: building and starting programs, and making tests of their paths.

mod assume;
pub mod beginning;
pub mod constructors;
mod declarations;
mod declared;
mod entry;
mod explore;
mod failing_result;
mod formats;
mod free_globals;
mod function_pointers;
pub mod made_arguments;
mod making_functions;
mod monitors;
mod named_variables;
mod narrow;
mod program;
pub mod roles;
mod stored_values;
mod stub_text;
mod stubs;
mod suite_plan;
mod targets;
mod test_case;
mod unit;
pub mod unsettled;
mod violations;

pub use explore::prepare;
pub use program::build;

/// Directory of what is built on the way, in the output directory.
const BUILD: &str = "build";
