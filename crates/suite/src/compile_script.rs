//! A script that compiles the sources of a program whose flags are not the same for all.

use crate::{Plan, SuiteError};
use std::fmt::Write;
use std::path::Path;

/// The script, from the directory of the suite.
pub(crate) const COMPILE_SCRIPT: &str = "build/compile.sh";
/// Where the objects go that it makes.
pub(crate) const OBJECTS: &str = "build/objects";

/// Writes the script for a suite in a directory, if its sources have flags of their own.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write(plan: &Plan, directory: &Path) -> Result<(), SuiteError> {
    if plan.own_flags.is_empty() {
        return Ok(());
    }
    let path = directory.join(COMPILE_SCRIPT);
    let above = path.parent().unwrap_or(directory);
    std::fs::create_dir_all(above).map_err(SuiteError::io(above))?;
    crate::directory::write_whole(&path, text(plan).as_bytes())
}

fn text(plan: &Plan) -> String {
    let mut out = String::from(
        "#!/bin/sh\n# Compiles the program's sources, each with its own flags: sh compile.sh FLAGS...\n\
         # The objects go to objects/ beside this script. WITHOUT=FILE leaves out a source.\n\
         set -e\nobjects=$(dirname \"$0\")/objects\nrm -rf \"$objects\"\nmkdir \"$objects\"\n",
    );
    for (number, source) in plan.sources.iter().enumerate() {
        let flags: String = plan
            .flags_of(source)
            .iter()
            .map(|flag| format!(" {}", quote(flag)))
            .collect();
        let source = quote(&source.display().to_string());
        let _ = writeln!(
            out,
            "[ \"${{WITHOUT:-}}\" = {source} ] ||\n  ${{CC:-cc}} -c \"$@\"{flags} {source} -o \"$objects/{number}.o\""
        );
    }
    out
}

/// A shell's word.
fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
