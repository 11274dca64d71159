//! Java: exploring methods, and making tests of their paths.

mod annotations;
mod explore;
mod lazy;
mod monitors;
mod program;
mod scopes;
mod targets;
mod test_case;
mod violations;

use crate::Usage;
use std::path::Path;

pub use annotations::specification as annotated_specification;
pub use explore::prepare;
pub use monitors::{WatchedProgram, put_in_place};
pub use program::{add_files, function_name, unsettled, warn_of_missing};

/// Refuses an output directory that no JVM can be told of: its class path goes there.
pub fn check_output(directory: &Path) -> anyhow::Result<()> {
    let absolute = std::path::absolute(directory)?;
    match absolute.as_os_str().as_encoded_bytes().contains(&b':') {
        true => Err(Usage(format!(
            "--output {}: a Java class path cannot name a directory with ':' in its path ({})",
            directory.display(),
            absolute.display()
        ))
        .into()),
        false => Ok(()),
    }
}

/// Writes the in-source interface into a directory.
pub fn write_interface(directory: &Path) -> anyhow::Result<u8> {
    let path = suite::java::JavaSuite::write_interface(directory)?;
    say!("{}", path.display());
    Ok(crate::exit::NOTHING_FOUND)
}
