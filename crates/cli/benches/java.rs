//! Whole-command benchmarks on Java: `make bench` prints these tables of `docs/benchmarks.md`, too.
//!
//! What is compared is measured in the same run on the same machine. The best of three counts: what
//! else the machine does only ever adds.

use serde_json::Value;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::time::Instant;

/// Millions of rounds of the loop; long enough for the start of the JVM not to matter.
const ROUNDS: &str = "30";

fn main() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let work = tempfile::tempdir().expect("a temporary directory");
    let work = work.path();
    let programs = ["TableLoop", "ComparePaths"].map(|name| {
        root.join("benches/programs")
            .join(name)
            .with_extension("java")
    });
    let tree = root.join("tests/java/programs/RedBlackTree.java");
    compile(work, &[&programs[0], &programs[1], &tree]);
    concrete(work);
    println!();
    println!("| exploration of Java | seconds, whole command | exploring | paths | paths/s |");
    println!("|---|---|---|---|---|");
    row(
        work,
        "the first path of a method",
        &["ComparePaths.hello", "--max-paths", "1"],
    );
    let paths = ["ComparePaths.count", "--strategy", "dfs"];
    row(work, "2^16 one-compare paths, dfs", &paths);
    let shapes = [
        "RedBlackTree.shape()",
        "--precondition",
        "repOk",
        "--heap-objects",
        "6",
        "--heap-depth",
        "5",
    ];
    row(work, "red-black trees of up to 5 nodes by repOk", &shapes);
}

fn compile(work: &Path, sources: &[&PathBuf]) {
    let status = Command::new("javac")
        .args(["-d", "."])
        .args(sources)
        .current_dir(work)
        .status();
    assert!(status.expect("javac runs").success());
}

/// Runs a command; gives its wall clock time, the least of three.
fn timed(command: &mut Command) -> (f64, Output) {
    let runs = (0..3).map(|_| {
        let started = Instant::now();
        let output = command.output().expect("the command runs");
        (started.elapsed().as_secs_f64(), output)
    });
    let best = runs.min_by(|a, b| a.0.total_cmp(&b.0));
    best.expect("there are three runs")
}

/// Bytecodes per second with nothing symbolic, against the JVM's interpreter.
fn concrete(work: &Path) {
    let (jvm, expected) = timed(
        Command::new("java")
            .args(["-Xint", "-cp", ".", "TableLoop", ROUNDS])
            .current_dir(work),
    );
    let (machine, output) = timed(
        Command::new(env!("CARGO_BIN_EXE_wayfarer"))
            .args(["run", "--statistics", "-cp", ".", "TableLoop", ROUNDS])
            .current_dir(work),
    );
    assert_eq!(output.stdout, expected.stdout);
    // Instructions of the machine: several bytecodes may be one.
    let text = String::from_utf8_lossy(&output.stderr);
    let instructions = text.split_whitespace().next();
    let instructions = instructions.and_then(|word| word.parse::<f64>().ok());
    let instructions = instructions.unwrap_or_else(|| panic!("no statistics: {text}"));
    println!(
        "| concrete execution of Java | seconds | million instructions/s | times java -Xint |"
    );
    println!("|---|---|---|---|");
    println!("| java -Xint | {jvm:.3} | | 1 |");
    println!(
        "| machine | {machine:.3} | {:.1} | {:.1} |",
        instructions / machine / 1e6,
        machine / jvm
    );
}

fn row(work: &Path, name: &str, arguments: &[&str]) {
    let (seconds, output) = timed(
        Command::new(env!("CARGO_BIN_EXE_wayfarer"))
            .args([
                "explore",
                "-cp",
                ".",
                "--json",
                "--no-replay",
                "--output",
                "out",
            ])
            .args(arguments)
            .current_dir(work),
    );
    let summary: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&output.stderr)));
    let number = |key: &str| summary[key].as_f64().unwrap_or(0.0);
    let (paths, exploring) = (number("paths"), number("seconds"));
    println!(
        "| {name} | {seconds:.2} | {exploring:.3} | {paths} | {:.0} |",
        paths / exploring
    );
}
