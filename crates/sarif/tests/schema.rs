//! Logs that the command writes, as its tests keep them in `logs`, are valid against the schema of SARIF 2.1.0.

use serde_json::Value;
use std::path::{Path, PathBuf};

/// The schema of SARIF 2.1.0, which a crate that is there for these tests has in its sources, where cargo keeps those
/// that it compiles.
fn schema() -> Value {
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo"));
    let cargo = std::env::var_os("CARGO_HOME").map(PathBuf::from).or(home);
    let sources = cargo.expect("a home").join("registry/src");
    let registries = std::fs::read_dir(&sources).expect("sources of crates");
    let paths = registries.map(|registry| {
        let registry = registry.expect("a registry").path();
        registry.join("serde-sarif-0.8.0/src/schema.json")
    });
    let path = paths.into_iter().find(|path| path.is_file());
    let text = std::fs::read_to_string(path.expect("the crate with the schema"));
    let mut schema: Value = serde_json::from_str(&text.expect("the schema")).expect("JSON");
    // The pattern that the schema has for languages is read as one by browsers only.
    for owner in ["run", "toolComponent"] {
        let pointer = format!("/definitions/{owner}/properties/language/pattern");
        let language = schema.pointer_mut(&pointer).expect("a pattern");
        *language = "^[a-zA-Z]{2}(-[a-zA-Z]{2})?$".into();
    }
    schema
}

/// Fails unless a log is valid, and another reader understands it.
fn is_valid(path: &Path, log: &Value, validator: &jsonschema::Validator) {
    let errors: Vec<String> = validator
        .iter_errors(log)
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{}: {errors:#?}", path.display());
    let read: serde_sarif::sarif::Sarif = serde_json::from_value(log.clone()).expect("a log");
    assert_eq!(read.runs.len(), 1, "{}", path.display());
}

#[test]
fn logs_are_valid() {
    let validator = jsonschema::validator_for(&schema()).expect("a schema");
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs");
    let mut count = 0;
    for entry in std::fs::read_dir(folder).expect("the folder of logs") {
        let path = entry.expect("an entry of the folder").path();
        let text = std::fs::read_to_string(&path).expect("the log");
        let mut log: Value = serde_json::from_str(&text).expect("JSON");
        is_valid(&path, &log, &validator);
        // So that the schema is one.
        log["runs"][0]["results"][0]["level"] = "worst".into();
        assert!(!validator.is_valid(&log), "{}", path.display());
        count += 1;
    }
    assert!(count > 3, "{count} logs");
}
