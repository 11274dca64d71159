//! The JDK's tools and the jars that a replay needs.

use crate::SuiteError;
use crate::java::JUnit;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};

/// Where Debian has jars.
const JARS: &str = "/usr/share/java";

const JUNIT_4: &[&str] = &["junit4.jar", "hamcrest.jar", "hamcrest-core.jar"];
const JUNIT_5: &[&str] = &[
    "junit-jupiter-api.jar",
    "junit-jupiter-engine.jar",
    "junit-platform-commons.jar",
    "junit-platform-engine.jar",
    "junit-platform-launcher.jar",
    "opentest4j.jar",
    "apiguardian-api.jar",
];

/// The jars of a JUnit.
///
/// # Errors
/// If one is missing.
pub fn junit_jars(version: JUnit) -> Result<Vec<PathBuf>, SuiteError> {
    let (names, package) = match version {
        JUnit::Four => (JUNIT_4, "junit4"),
        JUnit::Five => (JUNIT_5, "junit5"),
    };
    names.iter().map(|name| jar(name, package)).collect()
}

/// The library that puts probes into classes.
pub fn asm_jar() -> Result<PathBuf, SuiteError> {
    jar("asm.jar", "libasm-java")
}

/// The same for those that change classes as a whole.
pub fn asm_tree_jar() -> Result<PathBuf, SuiteError> {
    jar("asm-tree.jar", "libasm-java")
}

fn jar(name: &str, package: &str) -> Result<PathBuf, SuiteError> {
    let path = Path::new(JARS).join(name);
    match path.is_file() {
        true => Ok(path),
        false => Err(SuiteError::Missing {
            path,
            package: package.to_owned(),
        }),
    }
}

/// A class path as tools take it.
pub fn class_path<'a>(entries: impl IntoIterator<Item = &'a PathBuf>) -> OsString {
    let mut text = OsString::new();
    for entry in entries {
        if !text.is_empty() {
            text.push(":");
        }
        text.push(entry);
    }
    text
}

/// Compiles sources into a directory.
pub fn javac(
    jdk: &Path,
    sources: &[PathBuf],
    class_path: &OsString,
    into: &Path,
) -> Result<(), SuiteError> {
    // All errors.
    let mut arguments: Vec<&OsStr> = vec!["-Xmaxerrs".as_ref(), "1000000".as_ref()];
    arguments.extend(["-cp".as_ref(), class_path.as_os_str()]);
    arguments.extend(["-d".as_ref(), into.as_os_str()]);
    arguments.extend(sources.iter().map(|source| source.as_os_str()));
    let output = match jvm::javac::run(jdk, &arguments) {
        Ok(output) if output.status.success() => return Ok(()),
        Ok(output) => String::from_utf8_lossy(&output.stderr).into_owned(),
        Err(error) => error.to_string(),
    };
    Err(SuiteError::Build {
        command: format!("{} {arguments:?}", jvm::javac::compiler(jdk).display()),
        output,
    })
}
