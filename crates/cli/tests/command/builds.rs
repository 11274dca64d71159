//! What builds make with `wayfarer cc` in the place of the compiler can be explored, and is what it would have
//! been.
//!
//! Each folder of `tests/builds` has a project, `build.sh`, which builds it, and `expected`: commands (`$ …`), each with
//! its exit status (`exit N`) and parts of what it says (`stdout …`, `stderr …`).

use std::path::Path;
use std::process::{Command, Output};

#[test]
fn libraries() {
    check("libraries");
}

#[test]
fn compiled_and_linked_in_one_step() {
    check("one_step");
}

#[test]
fn programs_of_c_and_cpp() {
    check("cpp");
}

#[test]
fn compilation_databases() {
    check("database");
}

#[test]
fn names_with_any_characters() {
    check("odd_names");
}

#[test]
fn what_the_linker_leaves_out() {
    check("garbage");
}

#[test]
fn builds_are_left_alone() {
    check("left_alone");
}

#[test]
fn what_is_damaged_or_without_a_note_is_named() {
    check("damaged");
}

fn check(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../tests/builds")
        .join(name);
    let project = tempfile::tempdir().expect("a temporary directory");
    let copied = Command::new("cp")
        .arg("-r")
        .arg(folder.join("."))
        .arg(project.path())
        .status()
        .expect("cp runs");
    assert!(copied.success());
    let built = shell("sh -eu build.sh", project.path());
    assert!(built.status.success(), "{}", said(&built));
    let text = std::fs::read_to_string(folder.join("expected")).expect("what is expected");
    let mut commands = 0;
    let mut done: Option<(&str, Output)> = None;
    let mut problems = Vec::new();
    for (number, line) in text.lines().enumerate() {
        let place = format!("{name}/expected:{}: {line}", number + 1);
        if let Some(command) = line.strip_prefix("$ ") {
            commands += 1;
            done = Some((command, shell(command, project.path())));
            continue;
        }
        let (command, output) = done.as_ref().expect("a command comes first");
        let (what, expected) = line.split_once(' ').expect("what and which");
        let holds = match what {
            "exit" => status(output).to_string() == expected,
            "stdout" => String::from_utf8_lossy(&output.stdout).contains(expected),
            "stderr" => String::from_utf8_lossy(&output.stderr).contains(expected),
            _ => panic!("{place}: unknown"),
        };
        if !holds {
            problems.push(format!("{place}\n{command}\n{}", said(output)));
        }
    }
    assert!(commands > 0);
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

/// The exit status as a shell has it.
fn status(output: &Output) -> i32 {
    use std::os::unix::process::ExitStatusExt;
    let status = output.status;
    let code = status.code().or(status.signal().map(|signal| 128 + signal));
    code.expect("it has ended")
}

fn said(output: &Output) -> String {
    format!(
        "{}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    )
}

/// Runs a command of the shell in which `wayfarer` is the one under test.
fn shell(command: &str, directory: &Path) -> Output {
    let wayfarer = Path::new(env!("CARGO_BIN_EXE_wayfarer"));
    let path = std::env::var("PATH").unwrap_or_default();
    let above = wayfarer.parent().expect("a file is in a directory");
    Command::new("sh")
        .args(["-c", command])
        .current_dir(directory)
        .env("PATH", format!("{}:{path}", above.display()))
        .env("CC", "wayfarer cc")
        .env("CXX", "wayfarer c++")
        .output()
        .expect("a shell runs")
}
