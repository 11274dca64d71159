//! Hard constraints: each program of `tests/hard` has one error, behind floats, products, hash
//! functions or dates, and a comment with inputs that reach it (`witness`).
//!
//! The errors of some are reached in every test run, those whose first comment says `fast: true`. All
//! of them are measured, with a table, by
//!
//!     cargo test --release -p wayfarer --test hard -- --ignored --nocapture

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

/// Seconds for one program.
const SECONDS: u32 = 20;

/// So many times as long a fast program may take where other tests run beside it.
const PATIENCE: u32 = 6;
/// Per cent of the programs whose error is to be reached.
const REACHED: usize = 95;

struct Program {
    file: PathBuf,
    text: String,
}

impl Program {
    fn directive(&self, name: &str) -> Option<&str> {
        let comments = self.text.lines().map_while(|line| line.strip_prefix("//"));
        let mut directives = comments.filter_map(|line| line.trim().split_once(": "));
        directives.find(|(known, _)| *known == name).map(|it| it.1)
    }

    fn name(&self) -> &str {
        let name = self.file.file_stem().and_then(|name| name.to_str());
        name.expect("names are text")
    }

    fn is_java(&self) -> bool {
        self.file.extension().is_some_and(|it| it == "java")
    }

    fn witness(&self) -> &str {
        let witness = self.directive("witness");
        witness.unwrap_or_else(|| panic!("{} has no witness", self.file.display()))
    }
}

/// The programs in the order of their names; with `ONLY` set, those whose path has that in it.
fn programs() -> Vec<Program> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/hard");
    let only = std::env::var("ONLY").unwrap_or_default();
    let entries = std::fs::read_dir(folder).expect("the folder of programs");
    let mut programs: Vec<Program> = entries
        .map(|entry| entry.expect("an entry of the folder").path())
        .filter(|file| file.extension().is_some_and(|it| it == "c" || it == "java"))
        .filter(|file| file.to_string_lossy().contains(&only))
        .map(|file| {
            let text = std::fs::read_to_string(&file).expect("a program is readable");
            Program { file, text }
        })
        .collect();
    programs.sort_by(|a, b| a.file.cmp(&b.file));
    assert!(!programs.is_empty());
    programs
}

/// What came of the exploration of a program.
struct Outcome {
    reached: bool,
    took: Duration,
    summary: Value,
}

fn explore(program: &Program, seconds: u32) -> Outcome {
    let output = tempfile::tempdir().expect("a temporary directory");
    let mut command = Command::new(env!("CARGO_BIN_EXE_wayfarer"));
    command.arg("explore").arg(&program.file);
    if program.is_java() {
        command.arg(format!("{}.check", program.name()));
    }
    let begun = Instant::now();
    let result = command
        .args(["--time", &seconds.to_string()])
        .args(["--max-findings", "1", "--jobs", "1", "--json", "--output"])
        .arg(output.path())
        .output()
        .expect("the command runs");
    let took = begun.elapsed();
    let stderr = String::from_utf8_lossy(&result.stderr);
    let failed = !matches!(result.status.code(), Some(0 | 1));
    assert!(!failed, "{}: {stderr}", program.file.display());
    let summary: Value = serde_json::from_slice(&result.stdout).expect("stdout is one JSON object");
    let findings = summary["findings"].as_array().expect("findings");
    Outcome {
        reached: findings.iter().any(|it| it["verdict"] == "confirmed"),
        took,
        summary,
    }
}

/// Runs the programs in C natively on their witnesses; those that do not reach their errors.
fn c_programs_not_reached(programs: &[Program], directory: &Path) -> Vec<String> {
    let inputs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/hard_witness/inputs.c");
    let object = directory.join("inputs.o");
    compile(
        Command::new("clang-19")
            .arg("-c")
            .arg(inputs)
            .arg("-o")
            .arg(&object),
    );
    let mut failures = Vec::new();
    for program in programs.iter().filter(|program| !program.is_java()) {
        let executable = directory.join(program.name());
        let mut compiler = Command::new("clang-19");
        compiler.args(["-O1", "-w", "-Dmain=program", "-ffp-contract=off"]);
        compile(
            compiler
                .arg(&program.file)
                .arg(&object)
                .args(["-lm", "-o"])
                .arg(&executable),
        );
        let witness = program.witness().split_whitespace();
        let run = Command::new(&executable).args(witness).output();
        if run.expect("the program starts").stdout != b"reached\n" {
            failures.push(program.name().to_owned());
        }
    }
    failures
}

/// The same for those in Java: one class calls them all.
fn java_programs_not_reached(programs: &[Program], directory: &Path) -> Vec<String> {
    let java: Vec<&Program> = programs.iter().filter(|it| it.is_java()).collect();
    if java.is_empty() {
        return Vec::new();
    }
    let calls: String = java
        .iter()
        .map(|program| {
            let (name, witness) = (program.name(), program.witness());
            format!(
                "try {{ {name}.check({witness}); System.out.println(\"{name}\"); }} \
                 catch (IllegalStateException reached) {{ }}\n"
            )
        })
        .collect();
    let source = directory.join("Witnesses.java");
    let text = format!("class Witnesses {{ public static void main(String[] a) {{ {calls} }} }}");
    std::fs::write(&source, text).expect("the directory can be written");
    let files = java.iter().map(|program| &program.file);
    compile(
        Command::new("javac")
            .arg("-d")
            .arg(directory)
            .arg(&source)
            .args(files),
    );
    let mut run = Command::new("java");
    let run = run.arg("-cp").arg(directory).arg("Witnesses").output();
    let output = run.expect("java starts");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let names = String::from_utf8_lossy(&output.stdout);
    names.lines().map(str::to_owned).collect()
}

fn compile(command: &mut Command) {
    let result = command.output().expect("the compiler starts");
    let stderr = String::from_utf8_lossy(&result.stderr);
    assert!(result.status.success(), "{stderr}");
}

#[test]
fn witnesses_reach_the_errors() {
    let directory = tempfile::tempdir().expect("a temporary directory");
    let programs = programs();
    let mut failures = c_programs_not_reached(&programs, directory.path());
    failures.extend(java_programs_not_reached(&programs, directory.path()));
    assert!(failures.is_empty(), "{failures:?}");
}

#[test]
fn fast_programs_are_reached() {
    let programs = programs();
    let fast = programs
        .iter()
        .filter(|it| it.directive("fast") == Some("true"));
    let failures: Vec<&str> = fast
        .filter(|program| !explore(program, PATIENCE * SECONDS).reached)
        .map(Program::name)
        .collect();
    assert!(failures.is_empty(), "{failures:?}");
}

#[test]
#[ignore = "long: up to 20 seconds for each program"]
fn programs_are_reached() {
    let programs = programs();
    println!("| program | reached and confirmed | seconds | queries open |");
    println!("|---|---|---|---|");
    let mut reached = 0;
    for program in &programs {
        let outcome = explore(program, SECONDS);
        reached += usize::from(outcome.reached);
        println!(
            "| {} | {} | {:.1} | {} |",
            program.name(),
            if outcome.reached { "yes" } else { "no" },
            outcome.took.as_secs_f64(),
            outcome.summary["solver"]["unknown"]
        );
    }
    println!("{reached} of {} reached and confirmed", programs.len());
    assert!(reached * 100 >= programs.len() * REACHED);
}
