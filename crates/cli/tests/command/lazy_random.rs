//! Lazy expansion finds the paths of the code around calls, all of them and no others: random programs whose
//! callees write through pointers, to globals and to structures, call each other and recurse are explored
//! with calls skipped and with all calls entered. `main` prints a letter for each way that it takes: what it
//! prints must be the same, once for each path. Or it is `top`, a function whose arguments are pointers to structures
//! that are linked: the calls that look at them first are expanded, so that there may be more paths than ways.
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

const LINKED: &str = "\
#include <stdio.h>
struct pair { int first, second; struct pair *link; };
static int g, h, table[4];
";

/// What callees read of linked structures, and what `top` does.
const LINKED_VALUES: &[&str] = &[
    "(s->link ? s->link->first : a)",
    "(s->link && s->link->link ? 1 : s->first)",
    "(s ? s->second : b)",
];
const TOP_VALUES: &[&str] = &[
    "x",
    "y",
    "v",
    "g",
    "one->first",
    "two->second",
    "(one->link ? one->link->first : y)",
    "(one == two)",
    "*number",
    "1",
    "0",
];
const TOP_PLACES: &[&str] = &["v", "w", "g", "one->second", "*number"];

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
    /// The structures are linked, and arguments of `top`.
    linked: bool,
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
        let other = self.one(of);
        let one = match self.linked && of == VALUES && self.pick(3) == 0 {
            true => self.one(LINKED_VALUES),
            false => self.one(of),
        };
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
        if self.linked {
            return self.call_with_pointers();
        }
        let (callee, place) = (self.pick(3), self.one(MAIN_PLACES));
        let (a, b) = (self.expression(MAIN_VALUES), self.one(MAIN_VALUES));
        let pointer = self.one(&["&v", "&w", "&h", "&table[2]", "&z.second"]);
        self.line(&format!("{place} = f{callee}({a}, {b}, {pointer}, &z);"));
    }

    fn call_with_pointers(&mut self) {
        let (callee, place) = (self.pick(3), self.one(TOP_PLACES));
        let (a, b) = (self.expression(TOP_VALUES), self.one(TOP_VALUES));
        let pointer = self.one(&["&v", "&w", "&h", "number", "&one->second"]);
        let pair = self.one(&["one", "two", "one", "one->link"]);
        let line = format!("{place} = f{callee}({a}, {b}, {pointer}, {pair});");
        match pair {
            "one->link" => self.line(&format!("if (one->link) {line}")),
            _ => self.line(&line),
        }
    }

    fn decision(&mut self) {
        let condition = match self.linked {
            true => self.condition(TOP_VALUES),
            false => self.condition(MAIN_VALUES),
        };
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

fn generate(seed: u64, linked: bool) -> String {
    let head = if linked { LINKED } else { HEAD };
    let mut generator = Generator {
        program: Program::new(seed, head),
        callee: 0,
        letters: 0,
        linked,
    };
    for number in 0..3 {
        generator.callee(number);
    }
    generator.line(match linked {
        true => {
            "int top(int x, int y, struct pair *one, struct pair *two, int *number) {\n\
             int v = 0, w = 1;\n\
             if (x < -2 || x > 5 || y < -2 || y > 5) return 0;"
        }
        false => "int main(void) {\nint x = in(), y = in(), v = 0, w = 1;\nstruct pair z = {y, 2};",
    });
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
    let printed = tests.filter_map(|path| {
        let text = std::fs::read(&path).expect("the test is read");
        let test: Value = serde_json::from_slice(&text).expect("a test is JSON");
        // Errors in skipped calls are not asked for; what was cut is no way.
        let ended = test["outcome"]["kind"] == "exit";
        ended.then(|| test["stdout"]["first"].to_string())
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

fn check(seed: u64, linked: bool, all: &mut Totals) {
    let text = generate(seed, linked);
    let directory = tempfile::tempdir().expect("a temporary directory");
    let source = directory.path().join("program.c");
    std::fs::write(&source, &text).expect("the program is written");
    let function: &[&str] = match linked {
        true => &[
            "--function",
            "top",
            "--heap-depth",
            "2",
            "--heap-objects",
            "3",
        ],
        false => &[],
    };
    let eager = [function, &["--jobs", "1", "--max-paths", "3000"]].concat();
    let eager = explore(&source, &eager);
    let is_complete = |summary: &Value| match linked {
        // Memory of an argument is always bounded.
        true => summary["limits"]
            .as_object()
            .is_none_or(|limits| limits.is_empty()),
        false => summary["exhaustive"] == true,
    };
    let eager = eager.filter(|(summary, _)| is_complete(summary));
    let strategy = ["dfs", "bfs", "random-path", "generational"][seed as usize % 4];
    let jobs = if seed.is_multiple_of(5) { "2" } else { "1" };
    // Answered by summaries at once, or after a search through calls that are entered.
    let entered = if seed.is_multiple_of(3) { "500" } else { "0" };
    // By name, or all that `main` calls.
    let skipped = match seed % 4 {
        3 => ["--call-depth", "0"],
        _ => ["--lazy-functions", "f*"],
    };
    let options = [
        "--lazy-entered-steps",
        entered,
        skipped[0],
        skipped[1],
        "--strategy",
        strategy,
        "--jobs",
        jobs,
    ];
    let options = [function, &options].concat();
    let (Some((_, every)), Some((summary, found))) = (eager, explore(&source, &options)) else {
        return;
    };
    let (all_ways, ways): (BTreeSet<_>, BTreeSet<_>) =
        (every.iter().collect(), found.iter().collect());
    let proved = is_complete(&summary);
    let missing = proved && ways != all_ways;
    let twice = ways.len() != found.len() && !linked;
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

fn check_all(seeds: std::ops::Range<u64>, linked: bool) {
    let check = |seed, all: &mut Totals| check(seed, linked, all);
    let totals: Totals = seeds::check(seeds, check);
    println!("{totals:?}");
    assert!(totals.wrong.is_empty(), "{:?}", totals.wrong);
    assert!(totals.expansions > 0, "no skipped call was expanded");
    assert!(
        linked || totals.summaries > 0,
        "no call was answered by a summary"
    );
    // Of functions with linked arguments, it may stay open whether a call looks at a pointer.
    assert!(
        linked || totals.proved * 10 > totals.programs * 9,
        "too little is proved"
    );
}

#[test]
fn the_paths_around_skipped_calls_are_those_of_all_calls_entered() {
    check_all(1..36, false);
}

#[test]
#[ignore = "long: `make test-long`"]
fn the_paths_around_skipped_calls_are_those_of_all_calls_entered_in_many_programs() {
    check_all(seeds::wanted("LAZY", 1000..2000), false);
}

#[test]
fn the_ways_of_functions_with_linked_arguments_are_those_of_all_calls_entered() {
    check_all(1..4, true);
}

#[test]
#[ignore = "long: `make test-long`"]
fn the_ways_of_functions_with_linked_arguments_are_those_of_all_calls_entered_in_many_programs() {
    check_all(seeds::wanted("LAZY", 1000..2000), true);
}
