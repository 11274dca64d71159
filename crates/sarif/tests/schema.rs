//! Logs that the command writes, as its tests keep them in `logs`, are valid against the schema of SARIF 2.1.0.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The schema of SARIF 2.1.0, which a crate that is fetched for that has in its sources, where cargo keeps them.
fn schema() -> PathBuf {
    find_schema().unwrap_or_else(|| {
        // Cargo fetches what is compiled nowhere only if it is asked to.
        let fetched = Command::new(env!("CARGO"))
            .args(["fetch", "--locked", "--manifest-path"])
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
            .status();
        assert!(fetched.expect("cargo runs").success());
        find_schema().expect("the crate with the schema")
    })
}

fn find_schema() -> Option<PathBuf> {
    let home = std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".cargo"));
    let cargo = std::env::var_os("CARGO_HOME").map(PathBuf::from).or(home);
    let registries = std::fs::read_dir(cargo?.join("registry/src")).ok()?;
    let paths = registries.map(|registry| {
        let registry = registry.expect("a registry").path();
        registry.join("serde-sarif-0.8.0/src/schema.json")
    });
    paths.into_iter().find(|path| path.is_file())
}

/// How logs are not valid, a line an error.
fn errors(schema: &Path, logs: &[PathBuf]) -> Vec<String> {
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/validate.py");
    // Debian has the package for its own interpreter, which need not be the first.
    let output = Command::new("/usr/bin/python3")
        .arg(script)
        .arg(schema)
        .args(logs)
        .output();
    let output = output.expect("python3 runs");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
    let lines = String::from_utf8(output.stdout).expect("text");
    lines.lines().map(str::to_owned).collect()
}

#[test]
fn logs_are_valid() {
    let schema = schema();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/logs");
    let entries = std::fs::read_dir(folder).expect("the folder of logs");
    let logs: Vec<PathBuf> = entries
        .map(|entry| entry.expect("an entry of the folder").path())
        .collect();
    assert!(logs.len() > 3, "{logs:?}");
    let found = errors(&schema, &logs);
    assert!(found.is_empty(), "{found:#?}");

    // So that the schema is one.
    let wrong = tempfile::tempdir().expect("a temporary directory");
    let mut changed = Vec::new();
    for log in &logs {
        let text = std::fs::read_to_string(log).expect("the log");
        let mut log_of_it: Value = serde_json::from_str(&text).expect("JSON");
        log_of_it["runs"][0]["results"][0]["level"] = "worst".into();
        let path = wrong.path().join(log.file_name().expect("a file"));
        std::fs::write(&path, log_of_it.to_string()).expect("written");
        changed.push(path);
    }
    let found = errors(&schema, &changed);
    for log in changed {
        let name = log.display().to_string();
        assert!(
            found.iter().any(|it| it.starts_with(&name)),
            "{name}: {found:#?}"
        );
    }
}
