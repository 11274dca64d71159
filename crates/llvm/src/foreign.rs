//! Bitcode that others made.
//!
//! LLVM's parser may abort the process on malformed input, so foreign files are read, verified and
//! rewritten by a child process (`opt`); only what that wrote is read here.

use crate::LlvmError;
use crate::reader::Module;
use std::path::Path;
use std::process::{Command, Stdio};

/// Rewrites a bitcode or assembly file as verified bitcode; gives LLVM's warnings.
pub fn normalise(input: &Path, output: &Path, opt: &str) -> Result<String, LlvmError> {
    let result = Command::new(opt)
        .arg("-passes=verify")
        .arg(input)
        .arg("-o")
        .arg(output)
        .stdin(Stdio::null())
        .output()
        .map_err(|error| LlvmError::Tool {
            tool: opt.to_owned(),
            message: error.to_string(),
        })?;
    let said = String::from_utf8_lossy(&result.stderr).into_owned();
    if result.status.success() {
        return Ok(said);
    }
    // A crash prints a stack trace; the first lines say what is wrong.
    let lines: Vec<&str> = said
        .lines()
        .take_while(|line| !line.starts_with("PLEASE submit") && !line.starts_with("Stack dump"))
        .take(5)
        .collect();
    let message = match lines.join("\n").trim() {
        "" => format!("{opt} fails on it: {}", result.status),
        lines => lines.to_owned(),
    };
    Err(LlvmError::Bitcode {
        path: input.to_owned(),
        message,
    })
}

/// Refuses programs for other machines.
pub fn check_target(module: &Module<'_>, path: &Path) -> Result<(), LlvmError> {
    let (triple, layout) = module.target();
    let other_machine = !triple.is_empty() && !triple.starts_with("x86_64");
    // Pointers of 64 bits, the least byte first, as in the layout of x86-64.
    let other_layout = !layout.starts_with("e-") || layout.contains("p:32:32");
    if other_machine || other_layout || triple.ends_with("x32") {
        let target = if triple.is_empty() { layout } else { triple };
        return Err(LlvmError::Target {
            path: path.to_owned(),
            target,
        });
    }
    Ok(())
}
