//! Compiling Java sources.

use super::class_archive::ClassArchive;
use crate::{Jdk, JvmError};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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
    let separated = std::env::join_paths(class_path)
        .map_err(|error| JvmError::Javac(format!("the class path cannot be passed on: {error}")))?;
    let mut arguments: Vec<&OsStr> = vec!["-d".as_ref(), output.as_ref()];
    if !separated.is_empty() {
        arguments.extend(["-classpath".as_ref(), separated.as_os_str()]);
    }
    arguments.extend(sources.iter().map(|source| source.as_os_str()));
    let result = run(&jdk.home, &arguments).map_err(|error| {
        let compiler = compiler(&jdk.home);
        JvmError::Javac(format!("cannot run {}: {error}", compiler.display()))
    })?;
    if result.status.success() {
        return Ok(());
    }
    let mut text = String::from_utf8_lossy(&result.stderr).into_owned();
    text += &String::from_utf8_lossy(&result.stdout);
    Err(JvmError::Javac(text.trim_end().to_owned()))
}

/// Runs the compiler of the JDK in a directory on sources in UTF-8, with debug information; what is wrong with
/// them it says in English.
///
/// # Errors
/// If it cannot be started.
pub fn run(jdk: &Path, arguments: &[&OsStr]) -> std::io::Result<Output> {
    let mut command = Command::new(compiler(jdk));
    command.args(["-g", "-nowarn", "-proc:none", "-encoding", "UTF-8"]);
    command.arg("-J-Duser.language=en");
    // The better compiler of the JVM costs more than it gains, up to hundreds of thousands of lines.
    command.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]);
    let archive = ClassArchive::of("javac", jdk, &[]);
    if let Some(option) = archive.as_ref().map(ClassArchive::option) {
        command.args(["-J-Xlog:disable", &format!("-J{option}")]);
    }
    let result = command.args(arguments).output();
    if let Some(archive) = archive {
        archive.keep();
    }
    result
}

/// Where the compiler of a JDK is.
pub fn compiler(jdk: &Path) -> PathBuf {
    jdk.join("bin/javac")
}
