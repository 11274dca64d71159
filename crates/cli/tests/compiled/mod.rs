//! Java that is compiled once for all runs of a test: `javac` takes longer than most explorations.

use serde_json::Value;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Where the classes are in what [`compile`] gives.
pub const CLASSES: &str = "classes";

/// Compiles a Java program.
pub fn compile(source: &Path) -> TempDir {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let jdk = jvm::Jdk::find(None, None).expect("there is a JDK");
    let interface = suite::java::JavaSuite::write_interface(directory.path());
    let interface: PathBuf = interface.expect("the in-source interface is written");
    let (sources, classes) = ([source.to_owned()], directory.path().join(CLASSES));
    jvm::javac::compile(&jdk, &sources, &[interface], &classes)
        .unwrap_or_else(|error| panic!("{error}"));
    directory
}

/// What tells a path from others: its hash, behind the method whose path it is.
pub fn path_key(test: &Value) -> String {
    let word = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let method = &test["method"];
    word(&method["name"]) + &word(&method["descriptor"]) + &word(&test["path"])
}
