//! The file of a test that people read.

use crate::output;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// The source file with a test of a run, or what there is of it; `None` if it was not written.
pub fn test_file(run: &Path, test: u64) -> Option<PathBuf> {
    let run = run.canonicalize().ok()?;
    let json = run.join(format!("test{test:06}.json"));
    if !json.is_file() {
        return None;
    }
    let of_c = json.with_extension("c");
    if of_c.is_file() {
        return Some(of_c);
    }
    Some(of_java(&run, &json).unwrap_or(json))
}

/// The JUnit class of a Java test.
fn of_java(run: &Path, json: &Path) -> Option<PathBuf> {
    let text = std::fs::read_to_string(json).ok()?;
    let test: Value = serde_json::from_str(&text).ok()?;
    let (class, _) = test["junit"].as_str()?.split_once('#')?;
    let path = class.replace('.', "/") + ".java";
    let file = run.join(output::JUNIT).join(path);
    file.is_file().then_some(file)
}
