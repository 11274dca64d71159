//! Exploration against brute force: each program of `tests/brute_force` has one symbolic byte, and
//! is run natively on all 256 values of it. An exhaustive exploration has to find as many paths as
//! there are ways through the native control flow graph, and as many of them have to end in errors.

use serde_json::Value;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// Errors that end a native run. Those that the machine does not look for without being asked, or
/// that lie inside of an object, are not among them.
const SANITIZERS: &str = "-fsanitize=address,integer-divide-by-zero,shift-exponent";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn succeed(command: &mut Command) -> Output {
    let output = command.output().expect("the command starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {stderr}");
    output
}

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
    let include = root().join("crates/llvm/library/include");
    let driver = root().join("tests/brute_force/native/enumerate.c");
    let (object, binary) = (directory.join("program.o"), directory.join("program"));
    succeed(
        Command::new("clang-19")
            .args(["-w", "-O0", SANITIZERS, "-fno-sanitize-recover=all"])
            .args(["-fsanitize-coverage=trace-pc-guard,no-prune", "-I"])
            .arg(include)
            .args(["-Dmain=wf_program_main", "-c"])
            .arg(program)
            .arg("-o")
            .arg(&object),
    );
    succeed(
        Command::new("clang-19")
            .args(["-w", SANITIZERS])
            .arg(&object)
            .arg(driver)
            .args(["-lm", "-o"])
            .arg(&binary),
    );
    // Status 178 is the driver's `ERROR`.
    let options = "exitcode=178:symbolize=0";
    let run = succeed(
        Command::new(&binary)
            .env("ASAN_OPTIONS", format!("detect_leaks=0:{options}"))
            .env("UBSAN_OPTIONS", options),
    );
    let text = String::from_utf8(run.stdout).expect("the driver prints text");
    assert_eq!(text.lines().count(), 256, "{}: {text}", program.display());
    let ways: BTreeSet<&str> = text
        .lines()
        .filter_map(|line| line.split_once(' '))
        .map(|(_, way)| way)
        .filter(|way| !way.ends_with("skip"))
        .collect();
    Paths {
        all: ways.len(),
        in_errors: ways.iter().filter(|way| way.ends_with("error")).count(),
    }
}

#[test]
fn exploration_finds_the_paths_that_brute_force_finds() {
    let mut programs: Vec<PathBuf> = std::fs::read_dir(root().join("tests/brute_force"))
        .expect("the directory is there")
        .map(|entry| entry.expect("the directory is readable").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "c"))
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
