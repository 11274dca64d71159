//! Truth by brute force: small random programs over one or two bytes are explored, and run natively on
//! every input. What an exhaustive run says must be all there is: every way that some input takes
//! through the program, and every end that it comes to there, is a path of the run, and each path's own
//! input comes to the end that the run predicts. A second run has a path for each input that leads to an
//! exit: status and output are those of the native run, and the other inputs are those that fail.
//!
//! `SOAK_PROGRAMS` and `SOAK_SEED` say how many programs the long test makes, and from which seed on;
//! with `SOAK_KEEP` a directory for those that came out wrong.

mod c_programs;
mod comparison;
#[path = "../every_input/mod.rs"]
mod every_input;
mod java;
mod java_programs;
#[path = "../seeds/mod.rs"]
mod seeds;

use comparison::{Explored, differences, differences_apart, wrong_predictions};
use every_input::every_input;
use std::path::{Path, PathBuf};

/// What programs came to.
#[derive(Default)]
struct Totals {
    exhaustive: usize,
    /// Programs whose run with inputs told apart was exhaustive, too.
    apart: usize,
    paths: usize,
    inputs: usize,
    /// Runs that were not exhaustive, by what they say of it.
    counted: Vec<String>,
    wrong: Vec<String>,
}

impl seeds::Totals for Totals {
    fn add(&mut self, others: Totals) {
        self.exhaustive += others.exhaustive;
        self.apart += others.apart;
        self.paths += others.paths;
        self.inputs += others.inputs;
        self.counted.extend(others.counted);
        self.wrong.extend(others.wrong);
    }
}

/// One program against its native runs, and with `replay` its own tests, too.
fn check(seed: u64, replay: bool, totals: &mut Totals) {
    let program = c_programs::generate(seed);
    let directory = tempfile::tempdir().expect("a directory for temporary files");
    let source = directory.path().join("program.c");
    std::fs::write(&source, &program.text).expect("the program is written");
    let (way, values) = (program.input.way.name(), &program.input.values);
    let native = every_input(&source, way, values, directory.path());
    let explored = Explored::of(
        &source,
        &program.input,
        replay,
        &directory.path().join("out"),
    );
    totals.paths += explored.paths.len();
    totals.inputs += native.len();
    match &explored.left {
        None => totals.exhaustive += 1,
        Some(left) => {
            let wrong = wrong_predictions(&native, &explored);
            let line = format!("seed {seed}: {wrong} wrong predictions; {left}");
            totals.counted.push(line);
        }
    }
    let mut wrong = differences(&native, &explored);
    if explored.left.is_none() {
        let apart = Explored::apart(&source, &program.input, &directory.path().join("apart"));
        match &apart.left {
            None => totals.apart += 1,
            Some(left) => {
                let line = format!("seed {seed}, inputs told apart: {left}");
                totals.counted.push(line);
            }
        }
        wrong.extend(differences_apart(&native, &apart));
    }
    if wrong.is_empty() {
        return;
    }
    if let Some(keep) = std::env::var_os("SOAK_KEEP") {
        let kept = PathBuf::from(keep).join(format!("program-{seed}.c"));
        std::fs::write(kept, &program.text).expect("the program is kept");
    }
    let shown = wrong.len().min(8);
    let wrong = wrong[..shown].join("\n  ");
    eprintln!("seed {seed}:\n  {wrong}");
    totals.wrong.push(format!(
        "seed {seed} ({}):\n  {wrong}",
        program.input.describe()
    ));
}

/// Checks the programs of these seeds, with the tests of one in `replayed`.
fn check_all(seeds: std::ops::Range<u64>, replayed: u64) {
    let count = seeds.end - seeds.start;
    let totals = seeds::check(seeds, |seed, totals: &mut Totals| {
        check(seed, seed % replayed == 0, totals);
    });
    println!(
        "{count} programs, {} exhaustive ({} with inputs told apart), {} paths, {} native runs; \
         {} programs with differences",
        totals.exhaustive,
        totals.apart,
        totals.paths,
        totals.inputs,
        totals.wrong.len()
    );
    println!("{}", totals.counted.join("\n"));
    assert!(totals.wrong.is_empty(), "{}", totals.wrong.join("\n"));
    let least = count as usize * 3 / 4;
    let fewer = totals.exhaustive.min(totals.apart);
    assert!(fewer >= least, "too few runs are exhaustive");
}

#[test]
fn exhaustive_runs_say_all_there_is_and_nothing_else() {
    check_all(1..5, 2);
}

#[test]
#[ignore = "long: `make soak-truth`"]
fn many_exhaustive_runs_say_all_there_is_and_nothing_else() {
    check_all(seeds::wanted("SOAK", 1..301), 5);
}

/// Checks as many methods as there are seeds, those of a program together.
fn check_all_java(seeds: std::ops::Range<u64>, replay: bool) {
    let (first, count) = (seeds.start, seeds.end - seeds.start);
    let programs = first..first + count.div_ceil(java::TOGETHER);
    let totals = seeds::check(programs, |seed, totals: &mut java::Totals| {
        let methods = (count - (seed - first) * java::TOGETHER).min(java::TOGETHER);
        java::check(seed, methods, replay, totals);
    });
    println!(
        "{} Java methods, {} explored exhaustively, {} paths; {} with differences",
        totals.methods,
        totals.exhaustive,
        totals.paths,
        totals.wrong.len()
    );
    println!("{}", totals.counted.join("\n"));
    assert!(totals.wrong.is_empty(), "{}", totals.wrong.join("\n"));
    let least = count / 2;
    assert!(totals.exhaustive >= least, "too few runs are exhaustive");
}

#[test]
fn exhaustive_java_runs_say_all_there_is_and_nothing_else() {
    check_all_java(1..4, true);
}

#[test]
#[ignore = "long: `make soak-truth`"]
fn many_exhaustive_java_runs_say_all_there_is_and_nothing_else() {
    check_all_java(seeds::wanted("SOAK", 1..301), false);
}

/// The repository.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}
