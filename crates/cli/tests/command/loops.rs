//! Loops whose proofs close: in each program of `tests/loops` nothing reaches a line with `// never`, which
//! the backward search must prove; some run reaches one with `// sometimes`, of which that must not be
//! said. Of lines with `// never, not proved` nothing is asked.

use rayon::prelude::*;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The lines of a program with such a mark.
fn marked(text: &str, mark: &str) -> Vec<usize> {
    let lines = text.lines().enumerate();
    lines
        .filter(|(_, line)| line.ends_with(mark))
        .map(|(at, _)| at + 1)
        .collect()
}

/// What is said of lines.
fn verdicts(program: &Path, text: &str, lines: &[usize]) -> Vec<Value> {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let name = program.file_name().expect("it has one").to_string_lossy();
    let targets = lines.iter();
    let targets = targets.flat_map(|line| ["--target".to_owned(), format!("{name}:{line}")]);
    let entry: &[&str] = match text.contains("int main(") {
        true => &[],
        false => &["--function", "f"],
    };
    let output = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .arg("reach")
        .arg(program)
        .args(entry)
        .args(["--direction", "backward", "--json", "--no-store"])
        .args(["--time", "120", "-o", "out"])
        .args(targets)
        .current_dir(directory.path())
        .output()
        .expect("wayfarer runs");
    let message = String::from_utf8_lossy(&output.stderr);
    let summary: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{message}"));
    summary["targets"].as_array().expect("a list").clone()
}

/// What is wrong with what is said of a program.
fn problems(program: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(program).expect("the program");
    let never = marked(&text, "// never");
    let mut lines = never.clone();
    lines.extend(marked(&text, "// sometimes"));
    if lines.is_empty() {
        return Vec::new();
    }
    let found = verdicts(program, &text, &lines);
    assert_eq!(found.len(), lines.len());
    let wrong = found.iter().zip(&lines).filter(|(target, line)| {
        let proved = target["verdict"] == "unreachable";
        proved != never.contains(line)
    });
    let told = wrong.map(|(target, line)| format!("{}:{line}: {target}", program.display()));
    told.collect()
}

#[test]
fn what_no_run_reaches_is_proved_unreachable() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/loops");
    let entries = std::fs::read_dir(folder.canonicalize().expect("the folder"));
    let entries = entries.expect("it is listed");
    let mut programs: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    programs.sort();
    let only = std::env::var("ONLY").unwrap_or_default();
    programs.retain(|path| path.to_string_lossy().contains(&only));
    let problems: Vec<String> = programs.par_iter().flat_map(|it| problems(it)).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}
