//! Lazy expansion finds the paths of the code around calls, all of them and no others: random programs whose
//! callees write through pointers, to globals and to structures, call each other and recurse are explored
//! with calls skipped and with all calls entered. `main` prints a letter for each way that it takes: what it
//! prints must be the same, once for each path.
//!
//! `LAZY_PROGRAMS` and `LAZY_SEED` say how many programs the long test makes, and from which seed on.

use crate::random_program::{self, Generator as _, Program};
use crate::seeds;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const HEAD: &str = "\
#include <wayfarer.h>
#include <stdio.h>
struct pair { int first, second; };
static int g, h, table[4];
static int in(void) { int x = wf_int(\"x\"); wf_assume(x >= -2 && x <= 5); return x; }
";

/// What callees read.
const VALUES: &[&str] = &[
    "a",
    "b",
    "a",
    "b",
    "g",
    "h",
    "*p",
    "s->first",
    "s->second",
    "table[a & 3]",
    "t",
    "t",
    "1",
    "3",
    "-1",
    "0",
];
/// What they write.
const PLACES: &[&str] = &[
    "g",
    "h",
    "*p",
    "s->first",
    "s->second",
    "table[b & 3]",
    "t",
    "t",
];
/// What `main` reads and writes.
const MAIN_VALUES: &[&str] = &[
    "x", "y", "g", "h", "v", "w", "z.first", "z.second", "table[1]", "2", "0",
];
const MAIN_PLACES: &[&str] = &["v", "w", "g", "z.first", "table[1]"];

struct Generator {
    program: Program,
    /// The callee that is being written: it may call those before it.
    callee: u32,
    letters: u8,
}

impl random_program::Generator for Generator {
    fn program(&mut self) -> &mut Program {
        &mut self.program
    }

    fn block(&mut self, levels: u32) {
        self.callee_statement(levels);
    }
}

impl Generator {
    fn expression(&mut self, of: &[&str]) -> String {
        let (one, other) = (self.one(of), self.one(of));
        match self.pick(5) {
            0 | 1 => one.to_owned(),
            2 => format!("({one} + {other})"),
            3 => format!("({one} - {other})"),
            _ => format!("({one} ^ {other})"),
        }
    }

    fn condition(&mut self, of: &[&str]) -> String {
        let (one, other) = (self.expression(of), self.one(of));
        let compare = self.one(&["<", "==", "!=", ">="]);
        format!("{one} {compare} {other}")
    }

    fn callee_statement(&mut self, depth: u32) {
        match self.pick(if depth == 0 { 3 } else { 6 }) {
            0..=2 => {
                let (place, value) = (self.one(PLACES), self.expression(VALUES));
                self.line(&format!("{place} = {value};"));
            }
            3 | 4 => {
                let condition = self.condition(VALUES);
                self.branch(&condition, depth - 1);
            }
            _ if self.callee > 0 => {
                let (callee, value) = (self.pick(self.callee), self.expression(VALUES));
                let pointer = self.one(&["p", "&t", "&g", "&s->second"]);
                self.line(&format!("t = f{callee}({value}, b, {pointer}, s);"));
            }
            _ => self.line("for (int i = 0; i < (a & 1); i++) t += b;"),
        }
    }

    fn callee(&mut self, number: u32) {
        self.callee = number;
        self.line(&format!(
            "static int f{number}(int a, int b, int *p, struct pair *s) {{"
        ));
        self.line("int t = 0;");
        if self.pick(4) == 0 {
            self.line(&format!("if (a > 3) return f{number}(a - 3, b, p, s) + 1;"));
        }
        for _ in 0..2 + self.pick(2) {
            self.callee_statement(2);
        }
        let value = self.expression(VALUES);
        self.line(&format!("return {value};\n}}"));
    }

    fn letter(&mut self) {
        let letter = char::from(b'a' + self.letters);
        self.letters += 1;
        self.line(&format!("putchar('{letter}');"));
    }

    fn call(&mut self) {
        let (callee, place) = (self.pick(3), self.one(MAIN_PLACES));
        let (a, b) = (self.expression(MAIN_VALUES), self.one(MAIN_VALUES));
        let pointer = self.one(&["&v", "&w", "&h", "&table[2]", "&z.second"]);
        self.line(&format!("{place} = f{callee}({a}, {b}, {pointer}, &z);"));
    }

    fn decision(&mut self) {
        let condition = self.condition(MAIN_VALUES);
        self.line(&format!("if ({condition}) {{"));
        self.letter();
        if self.pick(3) == 0 {
            self.call();
        }
        self.line("} else {");
        self.letter();
        self.line("}");
    }
}

fn generate(seed: u64) -> String {
    let mut generator = Generator {
        program: Program::new(seed, HEAD),
        callee: 0,
        letters: 0,
    };
    for number in 0..3 {
        generator.callee(number);
    }
    generator
        .line("int main(void) {\nint x = in(), y = in(), v = 0, w = 1;\nstruct pair z = {y, 2};");
    for _ in 0..2 + generator.pick(3) {
        generator.call();
        if generator.pick(4) > 0 {
            generator.decision();
        }
    }
    generator.decision();
    generator.line("return 0;\n}");
    generator.program.text
}

/// The summary of a run and what its tests print; `None` if it takes too long.
fn explore(source: &Path, options: &[&str]) -> Option<(Value, Vec<String>)> {
    let directory = source.with_extension("out");
    let output = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .arg("explore")
        .arg(source)
        .args([
            "--no-replay",
            "--json",
            "--no-store",
            "--format",
            "none",
            "--all-paths",
        ])
        .args(["--time", "30", "--force", "-o"])
        .arg(&directory)
        .args(options)
        .output()
        .expect("wayfarer runs");
    let message = String::from_utf8_lossy(&output.stderr);
    let summary: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{message}"));
    let files = std::fs::read_dir(&directory).expect("there are tests");
    let paths = files.map(|file| file.expect("a file").path());
    let tests = paths.filter(|path| {
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        name.starts_with("test0") && name.ends_with(".json")
    });
    let printed = tests.map(|path| {
        let text = std::fs::read(&path).expect("the test is read");
        let test: Value = serde_json::from_slice(&text).expect("a test is JSON");
        test["stdout"]["first"].to_string()
    });
    let printed = printed.collect();
    summary["limits"]["time"]
        .is_null()
        .then_some((summary, printed))
}

#[derive(Debug, Default)]
struct Totals {
    programs: u32,
    proved: u32,
    eager_paths: usize,
    lazy_paths: usize,
    expansions: u64,
    summaries: u64,
    wrong: Vec<String>,
}

impl seeds::Totals for Totals {
    fn add(&mut self, others: Totals) {
        self.programs += others.programs;
        self.proved += others.proved;
        self.eager_paths += others.eager_paths;
        self.lazy_paths += others.lazy_paths;
        self.expansions += others.expansions;
        self.summaries += others.summaries;
        self.wrong.extend(others.wrong);
    }
}

fn check(seed: u64, all: &mut Totals) {
    let text = generate(seed);
    let directory = tempfile::tempdir().expect("a temporary directory");
    let source = directory.path().join("program.c");
    std::fs::write(&source, &text).expect("the program is written");
    let eager = explore(&source, &["--jobs", "1", "--max-paths", "3000"]);
    let eager = eager.filter(|(summary, _)| summary["exhaustive"] == true);
    let strategy = ["dfs", "bfs", "random-path", "generational"][seed as usize % 4];
    let jobs = if seed.is_multiple_of(5) { "2" } else { "1" };
    // Answered by summaries at once, or after a search through calls that are entered.
    let entered = if seed.is_multiple_of(3) { "500" } else { "0" };
    let options = [
        "--lazy-entered-steps",
        entered,
        "--lazy-functions",
        "f*",
        "--strategy",
        strategy,
        "--jobs",
        jobs,
    ];
    let (Some((_, every)), Some((summary, found))) = (eager, explore(&source, &options)) else {
        return;
    };
    let (all_ways, ways): (BTreeSet<_>, BTreeSet<_>) =
        (every.iter().collect(), found.iter().collect());
    let proved = summary["exhaustive"] == true;
    let missing = proved && ways != all_ways;
    let twice = ways.len() != found.len();
    all.programs += 1;
    all.proved += u32::from(proved);
    all.eager_paths += every.len();
    all.lazy_paths += found.len();
    all.summaries += summary["lazy"]["summaries"].as_u64().unwrap_or(0);
    let expansions = summary["lazy"]["expansions"]
        .as_object()
        .into_iter()
        .flatten();
    all.expansions += expansions
        .filter_map(|(_, count)| count.as_u64())
        .sum::<u64>();
    if missing || twice || !ways.is_subset(&all_ways) {
        let what = format!("seed {seed}: {found:?} instead of {all_ways:?}");
        eprintln!("{what}\n{text}\n{summary:#}");
        all.wrong.push(what);
    }
}

fn check_all(seeds: std::ops::Range<u64>) {
    let totals: Totals = seeds::check(seeds, check);
    println!("{totals:?}");
    assert!(totals.wrong.is_empty(), "{:?}", totals.wrong);
    assert!(totals.summaries > 0, "no call was answered by a summary");
    assert!(
        totals.proved * 10 > totals.programs * 9,
        "too little is proved"
    );
}

#[test]
fn the_paths_around_skipped_calls_are_those_of_all_calls_entered() {
    check_all(1..51);
}

#[test]
#[ignore = "long: `make test-long`"]
fn the_paths_around_skipped_calls_are_those_of_all_calls_entered_in_many_programs() {
    check_all(seeds::wanted("LAZY", 1000..2000));
}
