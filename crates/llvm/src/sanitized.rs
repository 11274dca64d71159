//! Bitcode from which a native build with sanitizers goes on, for what only bitcode can say.

use crate::LlvmError;
use crate::clang::run_clang;
use crate::decisions::{Changes, change};
use crate::reader::{Context, Module};
use std::path::Path;

/// Compiles a source with these flags (sanitizers and coverage among them) as far as bitcode, changes
/// it, and writes it. Who compiles the result with the same sanitizers gets what compiling the source
/// would have given.
///
/// # Errors
/// If the source does not compile or the output cannot be written.
pub fn compile_for_sanitizers(
    source: &Path,
    flags: &[String],
    changes: &Changes,
    output: &Path,
) -> Result<(), LlvmError> {
    // The passes of the sanitizers come behind the changes.
    let more = [
        "-w",
        "-emit-llvm",
        "-c",
        "-fno-discard-value-names",
        "-Xclang",
        "-disable-llvm-passes",
    ];
    let mut flags = flags.to_vec();
    flags.extend(more.iter().map(|&flag| flag.to_owned()));
    run_clang("clang-19", &flags, source, output)?;
    let context = Context::new();
    let mut module = Module::read(&context, output)?;
    change(&mut module, changes);
    module.verify()?;
    module.write(output)
}
