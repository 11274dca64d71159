//! Exploration against brute force: each program of `tests/brute_force` has one symbolic byte, and
//! is run natively on all 256 values of it. An exhaustive exploration has to find as many paths as
//! there are ways through the native control flow graph, and as many of them have to end in errors.

use crate::every_input::every_input;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What a set of paths comes to.
#[derive(Debug, PartialEq, Eq)]
struct Paths {
    all: usize,
    in_errors: usize,
}

fn explored(program: &Path, output: &Path) -> Paths {
    let result = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .arg("explore")
        .arg(program)
        .args(["--json", "--no-replay", "--output"])
        .arg(output)
        .output()
        .expect("the command starts");
    let stderr = String::from_utf8_lossy(&result.stderr);
    assert!(
        matches!(result.status.code(), Some(0 | 1)),
        "{}: {stderr}",
        program.display()
    );
    let summary: Value = serde_json::from_slice(&result.stdout).expect("stdout is one JSON object");
    assert_eq!(
        summary["exhaustive"],
        Value::Bool(true),
        "{}: {summary}",
        program.display()
    );
    let count = |value: &Value| value.as_u64().expect("a count") as usize;
    let findings = summary["findings"].as_array().expect("an array");
    Paths {
        all: count(&summary["paths"]),
        in_errors: findings
            .iter()
            .map(|finding| count(&finding["paths"]))
            .sum(),
    }
}

fn enumerated(program: &Path, directory: &Path) -> Paths {
    let runs = every_input(program, "call", &[256], directory);
    let ways: BTreeSet<(&str, bool)> = runs
        .values()
        .filter(|run| run.end != "skip")
        .map(|run| (run.way.as_str(), !run.end.starts_with("exit")))
        .collect();
    Paths {
        all: ways.len(),
        in_errors: ways.iter().filter(|(_, error)| *error).count(),
    }
}

#[test]
fn exploration_finds_the_paths_that_brute_force_finds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut programs: Vec<PathBuf> = std::fs::read_dir(root.join("tests/brute_force"))
        .expect("the directory is there")
        .map(|entry| entry.expect("the directory is readable").path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "c" || extension == "cpp")
        })
        .collect();
    programs.sort();
    assert!(!programs.is_empty());
    let mut wrong = Vec::new();
    for program in &programs {
        let directory = tempfile::tempdir().expect("a directory for temporary files");
        let native = enumerated(program, directory.path());
        let found = explored(program, &directory.path().join("out"));
        if native != found {
            wrong.push(format!(
                "{}: natively {native:?}, explored {found:?}",
                program.display()
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
