//! Truth by brute force: small random programs over one or two bytes are explored, and run natively on
//! every input. What an exhaustive run says must be all there is: every way that some input takes
//! through the program, and every end that it comes to there, is a path of the run, and each path's own
//! input comes to the end that the run predicts.
//!
//! `SOAK_PROGRAMS` and `SOAK_SEED` say how many programs the long test makes, and from which seed on;
//! with `SOAK_KEEP` a directory for those that came out wrong.

mod c_programs;
mod comparison;
mod java;
mod java_programs;
mod native;

use comparison::{Explored, differences};
use std::path::{Path, PathBuf};
use std::process::Command;

/// The number in an environment variable.
fn number(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.map_or(default, |text| text.parse().expect("a number"))
}

/// What programs came to.
#[derive(Default)]
struct Tally {
    exhaustive: usize,
    paths: usize,
    inputs: usize,
    /// Runs that were not exhaustive, by what they say of it.
    counted: Vec<String>,
    wrong: Vec<String>,
}

/// One program against its native runs.
fn check(seed: u64, tally: &mut Tally) {
    let program = c_programs::generate(seed);
    let directory = tempfile::tempdir().expect("a directory for temporary files");
    let source = directory.path().join("program.c");
    std::fs::write(&source, &program.text).expect("the program is written");
    let native = native::every_input(&source, &program.input, directory.path());
    let explored = Explored::of(&source, &program.input, &directory.path().join("out"));
    tally.paths += explored.paths.len();
    tally.inputs += native.len();
    match &explored.left {
        None => tally.exhaustive += 1,
        Some(left) => tally.counted.push(format!("seed {seed}: {left}")),
    }
    let wrong = differences(&native, &explored);
    if wrong.is_empty() {
        return;
    }
    if let Some(keep) = std::env::var_os("SOAK_KEEP") {
        let kept = PathBuf::from(keep).join(format!("program-{seed}.c"));
        std::fs::write(kept, &program.text).expect("the program is kept");
    }
    let wrong = wrong.join("\n  ");
    eprintln!("seed {seed}:\n  {wrong}");
    tally.wrong.push(format!(
        "seed {seed} ({}):\n  {wrong}",
        program.input.describe()
    ));
}

fn check_all(seeds: std::ops::Range<u64>) {
    let mut tally = Tally::default();
    let count = seeds.end - seeds.start;
    for seed in seeds {
        check(seed, &mut tally);
    }
    println!(
        "{count} programs, {} exhaustive, {} paths, {} native runs; {} programs with differences",
        tally.exhaustive,
        tally.paths,
        tally.inputs,
        tally.wrong.len()
    );
    println!("{}", tally.counted.join("\n"));
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    let least = count as usize * 3 / 4;
    assert!(tally.exhaustive >= least, "too few runs are exhaustive");
}

#[test]
fn exhaustive_runs_say_all_there_is_and_nothing_else() {
    check_all(1..11);
}

#[test]
#[ignore = "long: `make soak-truth`"]
fn many_exhaustive_runs_say_all_there_is_and_nothing_else() {
    let first = number("SOAK_SEED", 1);
    check_all(first..first + number("SOAK_PROGRAMS", 300));
}

fn check_all_java(first: u64, count: u64, replay: bool) {
    let mut tally = java::Tally::default();
    for row in 0..count.div_ceil(java::TOGETHER) {
        let methods = (count - row * java::TOGETHER).min(java::TOGETHER);
        java::check(first + row, methods, replay, &mut tally);
    }
    println!(
        "{} Java methods, {} explored exhaustively, {} paths; {} with differences",
        tally.methods,
        tally.exhaustive,
        tally.paths,
        tally.wrong.len()
    );
    println!("{}", tally.counted.join("\n"));
    assert!(tally.wrong.is_empty(), "{}", tally.wrong.join("\n"));
    let least = count / 2;
    assert!(tally.exhaustive >= least, "too few runs are exhaustive");
}

#[test]
fn exhaustive_java_runs_say_all_there_is_and_nothing_else() {
    check_all_java(1, java::TOGETHER, true);
}

#[test]
#[ignore = "long: `make soak-truth`"]
fn many_exhaustive_java_runs_say_all_there_is_and_nothing_else() {
    check_all_java(number("SOAK_SEED", 1), number("SOAK_PROGRAMS", 300), false);
}

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs a command that must succeed.
fn succeed(command: &mut Command) -> Vec<u8> {
    let output = command.output().expect("the command starts");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {stderr}");
    output.stdout
}
