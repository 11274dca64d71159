//! Compiling Java sources.

use crate::{Jdk, JvmError};
use std::path::{Path, PathBuf};
use std::process::Command;

/// Compiles sources into a directory, with debug information.
///
/// # Errors
/// If `javac` is missing or rejects them; its messages are passed on.
pub fn compile(
    jdk: &Jdk,
    sources: &[PathBuf],
    class_path: &[PathBuf],
    output: &Path,
) -> Result<(), JvmError> {
    let compiler = jdk.home.join("bin/javac");
    let mut command = Command::new(&compiler);
    command.args(["-g", "-nowarn", "-proc:none", "-encoding", "UTF-8"]);
    // The better compiler of the JVM costs more than it gains, up to hundreds of thousands of lines.
    command.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]);
    command.arg("-d").arg(output);
    let separated = std::env::join_paths(class_path)
        .map_err(|error| JvmError::Javac(format!("the class path cannot be passed on: {error}")))?;
    if !separated.is_empty() {
        command.arg("-classpath").arg(separated);
    }
    command.args(sources);
    let result = command
        .output()
        .map_err(|error| JvmError::Javac(format!("cannot run {}: {error}", compiler.display())))?;
    if result.status.success() {
        return Ok(());
    }
    let mut text = String::from_utf8_lossy(&result.stderr).into_owned();
    text += &String::from_utf8_lossy(&result.stdout);
    Err(JvmError::Javac(text.trim_end().to_owned()))
}
