//! Java: exploring methods, and making tests of their paths.

mod annotations;
mod explore;
mod lazy;
mod monitors;
mod program;
mod scopes;
mod targets;
mod test_case;

pub use annotations::specification as annotated_specification;
pub use explore::prepare;
pub use monitors::{WatchedProgram, put_in_place};
pub use program::{add_files, function_name, unsettled, warn_of_missing};

/// Writes the in-source interface into a directory.
pub fn write_interface(directory: &std::path::Path) -> anyhow::Result<u8> {
    let path = suite::java::JavaSuite::write_interface(directory)?;
    say!("{}", path.display());
    Ok(crate::exit::NOTHING_FOUND)
}
