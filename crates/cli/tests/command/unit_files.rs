//! Tests of a function in one C file: built by two compilers with all warnings, by the command that stands
//! in it, from another directory, they go as they say.
//!
//! Programs of `tests/programs` say at their end with `// unit: LINE` which lines the file must have, and
//! with `// unit_without: N` how many tests of the suite are not in it.

use rayon::prelude::*;
use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;

const COMPILERS: &[&str] = &["gcc", "clang-19"];
const WARNINGS: &str = "-Wall -Wextra -pedantic";

#[test]
fn unit_files_go_as_they_say() {
    check_all(|text| text.contains("\n// unit"), 3);
}

#[test]
#[ignore = "long: `make test-long`"]
fn unit_files_of_all_functions_go_as_they_say() {
    check_all(|text| text.contains(" --function "), 1);
}

/// Checks the programs that are wanted, and of one in so many what CTest does with them; with `ONLY` set, those whose
/// path has that in it.
fn check_all(wanted: fn(&str) -> bool, for_ctest_one_of: usize) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/programs");
    let only = std::env::var("ONLY").unwrap_or_default();
    let entries = std::fs::read_dir(&folder).expect("the folder of programs");
    let mut programs: Vec<(PathBuf, String)> = entries
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|path| path.to_string_lossy().contains(&only))
        .map(|path| {
            let text = std::fs::read_to_string(&path).expect("a program is readable");
            (path, text)
        })
        .filter(|(_, text)| wanted(text))
        .collect();
    programs.sort();
    assert!(!programs.is_empty());
    let failures: Vec<String> = programs
        .par_iter()
        .enumerate()
        .flat_map(|(number, (path, text))| {
            let problems = check(path, text, number.is_multiple_of(for_ctest_one_of)).into_iter();
            let name = path.display();
            problems
                .map(|problem| format!("{name}: {problem}"))
                .collect::<Vec<_>>()
        })
        .collect();
    assert!(failures.is_empty(), "\n{}", failures.join("\n"));
}

/// What is wrong with the file for a program.
fn check(program: &Path, text: &str, with_ctest: bool) -> Vec<String> {
    let output = tempfile::tempdir().expect("a temporary directory");
    let options = text
        .lines()
        .find_map(|line| line.strip_prefix("// options: "));
    let options: Vec<&str> = options.unwrap_or_default().split_whitespace().collect();
    let more = [&options[..], &["--format", "c"]].concat();
    crate::expectation::explore_into(output.path(), program, &more);
    let suite = std::fs::read(output.path().join("suite.json")).expect("there is a suite");
    let suite: Value = serde_json::from_slice(&suite).expect("a suite is JSON");
    let unit = &suite["unit"];
    let Some(file) = unit["file"].as_str() else {
        return match text.contains("\n// unit") {
            true => vec!["there is no file".to_owned()],
            // Without debug information, or with a type that has no name.
            false => Vec::new(),
        };
    };
    let written = std::fs::read_to_string(output.path().join(file));
    let Ok(written) = written else {
        return vec!["the file is not there".to_owned()];
    };
    let mut problems = contents(text, &written, output.path());
    for compiler in COMPILERS {
        let command = unit["command_with_sanitizers"].as_str();
        let Some(command) = command.filter(|command| {
            written.contains(*command)
                || written.contains(unit["command"].as_str().unwrap_or_default())
        }) else {
            problems.push("the file has not the command of the suite".to_owned());
            continue;
        };
        let command = command.replacen("&& cc ", &format!("&& {compiler} {WARNINGS} "), 1);
        let found = run(&command, file);
        problems.extend(found.into_iter().map(|it| format!("{compiler}: {it}")));
    }
    if with_ctest {
        problems.extend(for_ctest(output.path()));
    }
    problems
}

/// What goes otherwise than the file for CTest says: all its commands end well, but for tests that show errors.
fn for_ctest(output: &Path) -> Vec<String> {
    let text = std::fs::read_to_string(output.join("CTestTestfile.cmake"));
    let text = text.unwrap_or_default();
    let added = text.lines().filter_map(|line| {
        let (name, command) = line.strip_prefix("add_test(")?.split_once(" sh -c [[")?;
        Some((name, command.strip_suffix("]])")?))
    });
    let added: Vec<(&str, &str)> = added.collect();
    if !added
        .first()
        .is_some_and(|(name, _)| name.ends_with(".compile"))
        || added.len() < 2
    {
        return vec![format!("no tests for CTest:\n{text}")];
    }
    let wrong = added.into_iter().filter(|(name, command)| {
        let properties = format!("set_tests_properties({name} ");
        let properties = text.lines().find(|line| line.starts_with(&properties));
        let finding = properties.is_some_and(|line| line.contains(" LABELS finding"));
        let done = Command::new("sh").args(["-c", command]).output();
        done.expect("sh runs").status.success() == finding
    });
    wrong.map(|(name, _)| format!("CTest: {name}")).collect()
}

/// What the file has not of what the program says of it.
fn contents(program: &str, written: &str, output: &Path) -> Vec<String> {
    let mut problems = Vec::new();
    for line in program
        .lines()
        .filter_map(|line| line.strip_prefix("// unit: "))
    {
        if !written.lines().any(|found| found.trim() == line) {
            problems.push(format!("no line `{line}` in\n{written}"));
        }
    }
    let entries = std::fs::read_dir(output).expect("the suite");
    let names = entries.map(|entry| entry.expect("an entry").file_name().into_string());
    let is_test = |name: &String| name.starts_with("test0") && name.ends_with(".json");
    let all = names
        .filter(|name| name.as_ref().is_ok_and(is_test))
        .count();
    let without = program
        .lines()
        .find_map(|line| line.strip_prefix("// unit_without: "));
    let without = without.map_or(0, |number| number.parse().expect("a number"));
    let tests = written.matches("static void test_").count();
    if program.contains("\n// unit") && tests + without != all {
        problems.push(format!("{tests} of {all} tests:\n{written}"));
    }
    problems
}

/// Compiles and runs the tests. Findings must be seen, all others pass.
fn run(command: &str, file: &str) -> Vec<String> {
    let ran = Command::new("sh")
        .args(["-c", command])
        .current_dir("/")
        .output()
        .expect("a shell runs");
    let said = String::from_utf8_lossy(&ran.stdout);
    let errors = String::from_utf8_lossy(&ran.stderr);
    let mut problems = Vec::new();
    let warns = |line: &&str| line.contains(file) && line.contains("warning: ");
    problems.extend(errors.lines().filter(warns).map(str::to_owned));
    let mut lines = said.lines();
    let count = lines.next().and_then(|line| line.strip_prefix("1.."));
    let count = count.and_then(|count| count.parse::<usize>().ok());
    let results: Vec<&str> = lines.collect();
    if count != Some(results.len()) {
        problems.push(format!("it did not run: {said}{errors}"));
    }
    for line in results {
        let (passed, finding) = (line.starts_with("ok "), line.contains(" # "));
        if passed == finding {
            problems.push(format!("{line}: {errors}"));
        }
    }
    problems
}
