//! A script that compiles the sources of a program whose flags, or languages, are not the same for all.

use crate::{Plan, SuiteError};
use object_cache::Language;
use std::fmt::Write;
use std::path::Path;

/// The script, from the directory of the suite.
pub(crate) const COMPILE_SCRIPT: &str = "build/compile.sh";
/// Where the objects go that it makes.
pub(crate) const OBJECTS: &str = "build/objects";

/// True if the sources of a program are compiled by the script: some have flags of their own, or are in C++.
pub(crate) fn is_needed(plan: &Plan) -> bool {
    !plan.own_flags.is_empty() || plan.has_cpp()
}

/// Writes the script for a suite in a directory, if it is needed.
///
/// # Errors
/// If it cannot be written.
pub(crate) fn write(plan: &Plan, directory: &Path) -> Result<(), SuiteError> {
    if !is_needed(plan) {
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
        let language = Language::of(source);
        let source = quote(&source.display().to_string());
        let _ = write!(out, "[ \"${{WITHOUT:-}}\" = {source} ] ||\n  ");
        let object = format!("\"$objects/{number}.o\"");
        let _ = match language {
            // A function of C++ that is not called main has another name for the linker.
            Some(Language::Cpp) => writeln!(
                out,
                "{{ ${{CXX:-c++}} -c \"$@\" -Umain{flags} {source} -o {object} &&\n    \
                 ${{OBJCOPY:-objcopy}} --redefine-sym main=wf_program_main {object}; }}"
            ),
            _ => writeln!(out, "${{CC:-cc}} -c \"$@\"{flags} {source} -o {object}"),
        };
    }
    out
}

/// A shell's word.
fn quote(text: &str) -> String {
    format!("'{}'", text.replace('\'', "'\\''"))
}
