//! Searches backward: in each program of `tests/loops` (loops whose proofs close) and `tests/backward` (objects of
//! Java) nothing reaches a line with `// never`, which the backward search must prove; some run reaches one with
//! `// sometimes`, of which that must not be said. Of lines with `// never, not proved` nothing is asked. Java
//! programs are searched in both directions, which must reach the lines with `// sometimes`, unless one says
//! `// sometimes, not reached`: such programs, and C, are searched backward only.
//! A program whose search does not end says how many seconds it gets: `// time: 5`.

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

fn is_java(program: &Path) -> bool {
    program.extension().is_some_and(|it| it == "java")
}

/// What is said of lines.
fn verdicts(program: &Path, text: &str, lines: &[usize], direction: &str) -> Vec<Value> {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let name = program.file_name().expect("it has one").to_string_lossy();
    let targets = lines.iter();
    let targets = targets.flat_map(|line| ["--target".to_owned(), format!("{name}:{line}")]);
    let class = program.file_stem().expect("it has one").to_string_lossy();
    let entry: &[&str] = match text.contains("int main(") {
        _ if is_java(program) => &[&class],
        true => &[],
        false => &["--function", "f"],
    };
    let time = text.lines().find_map(|line| line.strip_prefix("// time: "));
    let output = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .arg("reach")
        .arg(program)
        .args(entry)
        .args(["--direction", direction, "--json", "--no-store"])
        .args(["--time", time.unwrap_or("120"), "-o", "out"])
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
    let not_reached = marked(&text, "// sometimes, not reached");
    let mut lines = never.clone();
    lines.extend(marked(&text, "// sometimes"));
    lines.extend(&not_reached);
    if lines.is_empty() {
        return Vec::new();
    }
    let both = is_java(program) && not_reached.is_empty();
    let expected = |line: usize| match never.contains(&line) {
        true => ("unreachable", "backward"),
        false if both => ("reached", "forward"),
        false => ("open", ""),
    };
    let direction = if both { "both" } else { "backward" };
    let found = verdicts(program, &text, &lines, direction);
    assert_eq!(found.len(), lines.len());
    let problem = |(target, &line): (&Value, &usize)| {
        let (verdict, direction) = expected(line);
        let confirmed = verdict != "reached" || target["native"] == "confirmed";
        let found_so = verdict == "open" || target["direction"] == direction;
        let right = target["verdict"] == verdict && found_so && confirmed;
        (!right).then(|| format!("{}:{line}: {target}", program.display()))
    };
    found.iter().zip(&lines).filter_map(problem).collect()
}

fn check_folder(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests");
    let folder = folder.canonicalize().expect("the folder").join(name);
    let entries = std::fs::read_dir(folder).expect("it is listed");
    let mut programs: Vec<PathBuf> = entries.map(|entry| entry.expect("a file").path()).collect();
    programs.sort();
    let only = std::env::var("ONLY").unwrap_or_default();
    programs.retain(|path| path.to_string_lossy().contains(&only));
    let problems: Vec<String> = programs.par_iter().flat_map(|it| problems(it)).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn what_no_run_reaches_is_proved_unreachable() {
    check_folder("loops");
}

#[test]
fn what_no_run_reaches_of_objects_is_proved_unreachable() {
    check_folder("backward");
}
