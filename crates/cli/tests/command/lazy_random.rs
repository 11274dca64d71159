//! Lazy expansion finds the paths of the code around calls, all of them and no others: random programs whose
//! callees write through pointers, to globals and to structures, call each other and recurse are explored
//! with calls skipped and with all calls entered. `main` prints a letter for each way that it takes: what it
//! prints must be the same, once for each path. Or it is `top`, a function whose arguments are pointers to structures
//! that are linked: the calls that look at them first are expanded, so that there may be more paths than ways. So there
//! may be where callees return pointers, as it is decided what these point into.
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
struct pair { int first, second; int *to; };
static int g, h, table[4];
static int in(void) { int x = wf_int(\"x\"); wf_assume(x >= -2 && x <= 5); return x; }
";

const LINKED: &str = "\
#include <stdio.h>
struct pair { int first, second; struct pair *link; };
static int g, h, table[4];
";

/// What callees return that return pointers.
const POINTERS: &[&str] = &[
    "p",
    "p",
    "&g",
    "&h",
    "&table[a & 3]",
    "table + (b & 1)",
    "&s->first",
    "&s->second",
    "s->to",
    "0",
    "0",
];
/// What `main` reads and decides, if callees do.
const MAIN_VALUES_WITH_POINTERS: &[&str] = &[
    "x",
    "y",
    "g",
    "v",
    "z.first",
    "table[1]",
    "2",
    "(r ? *r : 7)",
    "(r ? *r : y)",
    "(r == &g)",
    "(r == &v)",
    "(r == table + 1)",
    "(r ? x : y)",
    "*z.to",
];
const MAIN_PLACES_WITH_POINTERS: &[&str] = &["v", "w", "g", "z.first", "*(r ? r : &w)", "*z.to"];

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
    kind: Kind,
}

/// What programs have beside calls that leave numbers behind.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Plain,
    /// The structures are linked, and arguments of `top`.
    Linked,
    /// Functions return pointers.
    Pointers,
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
        let one = match self.kind == Kind::Linked && of == VALUES && self.pick(3) == 0 {
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

    fn callee_with_pointer(&mut self, number: u32) {
        self.callee = 3;
        self.line(&format!(
            "static int *fq{number}(int a, int b, int *p, struct pair *s) {{"
        ));
        self.line("int t = 0;");
        for _ in 0..2 {
            if self.pick(2) == 0 {
                self.callee_statement(1);
            }
            let condition = self.condition(VALUES);
            let pointer = self.pointer(number);
            self.line(&format!("if ({condition}) return {pointer};"));
        }
        if self.pick(4) == 0 {
            self.line("while (a > 0 && *p != a) { a--; p = &table[a & 3]; }");
        }
        let pointer = self.pointer(number);
        self.line(&format!("return {pointer};\n}}"));
    }

    fn pointer(&mut self, number: u32) -> String {
        match self.pick(5) {
            0 if number > 0 => {
                let callee = self.pick(number);
                let value = self.expression(VALUES);
                format!("fq{callee}({value}, b, p, s)")
            }
            _ => self.one(POINTERS).to_owned(),
        }
    }

    fn letter(&mut self) {
        let letter = char::from(b'a' + self.letters);
        self.letters += 1;
        self.line(&format!("putchar('{letter}');"));
    }

    fn call(&mut self) {
        if self.kind == Kind::Linked {
            return self.call_with_pointers();
        }
        let values = self.main_values();
        let places = match self.kind {
            Kind::Pointers => MAIN_PLACES_WITH_POINTERS,
            Kind::Plain | Kind::Linked => MAIN_PLACES,
        };
        let (callee, place) = (self.pick(3), self.one(places));
        let (a, b) = (self.expression(values), self.one(values));
        let pointers = match self.kind {
            Kind::Pointers => &["&v", "&w", "&h", "r ? r : &g", "z.to"],
            Kind::Plain | Kind::Linked => &["&v", "&w", "&h", "&table[2]", "&z.second"],
        };
        let pointer = self.one(pointers);
        if self.kind == Kind::Pointers && self.pick(3) > 0 {
            return self.line(&format!("r = fq{callee}({a}, {b}, {pointer}, &z);"));
        }
        self.line(&format!("{place} = f{callee}({a}, {b}, {pointer}, &z);"));
    }

    fn main_values(&self) -> &'static [&'static str] {
        match self.kind {
            Kind::Pointers => MAIN_VALUES_WITH_POINTERS,
            Kind::Plain => MAIN_VALUES,
            Kind::Linked => TOP_VALUES,
        }
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
        let condition = self.condition(self.main_values());
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

fn generate(seed: u64, kind: Kind) -> String {
    let head = match kind {
        Kind::Linked => LINKED,
        Kind::Plain | Kind::Pointers => HEAD,
    };
    let mut generator = Generator {
        program: Program::new(seed, head),
        callee: 0,
        letters: 0,
        kind,
    };
    for number in 0..3 {
        generator.callee(number);
    }
    if kind == Kind::Pointers {
        for number in 0..3 {
            generator.callee_with_pointer(number);
        }
    }
    generator.line(match kind {
        Kind::Linked => {
            "int top(int x, int y, struct pair *one, struct pair *two, int *number) {\n\
             int v = 0, w = 1;\n\
             if (x < -2 || x > 5 || y < -2 || y > 5) return 0;"
        }
        Kind::Plain => {
            "int main(void) {\nint x = in(), y = in(), v = 0, w = 1;\nstruct pair z = {y, 2, &h};"
        }
        Kind::Pointers => {
            "int main(void) {\nint x = in(), y = in(), v = 0, w = 1, *r = 0;\n\
             struct pair z = {y, 2, x > 3 ? &v : table};"
        }
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

fn check(seed: u64, kind: Kind, all: &mut Totals) {
    let text = generate(seed, kind);
    let linked = kind == Kind::Linked;
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
    let twice = ways.len() != found.len() && kind == Kind::Plain;
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

fn check_all(seeds: std::ops::Range<u64>, kind: Kind) {
    let linked = kind == Kind::Linked;
    let check = |seed, all: &mut Totals| check(seed, kind, all);
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
    check_all(1..16, Kind::Plain);
}

#[test]
#[ignore = "long: `make test-long`"]
fn the_paths_around_skipped_calls_are_those_of_all_calls_entered_in_many_programs() {
    check_all(seeds::wanted("LAZY", 1000..2000), Kind::Plain);
}

#[test]
fn the_ways_of_functions_with_linked_arguments_are_those_of_all_calls_entered() {
    check_all(1..4, Kind::Linked);
}

#[test]
#[ignore = "long: `make test-long`"]
fn the_ways_of_functions_with_linked_arguments_are_those_of_all_calls_entered_in_many_programs() {
    check_all(seeds::wanted("LAZY", 1000..2000), Kind::Linked);
}

#[test]
fn the_ways_around_calls_that_return_pointers_are_those_of_all_calls_entered() {
    check_all(1..9, Kind::Pointers);
}

#[test]
#[ignore = "long: `make test-long`"]
fn the_ways_around_calls_that_return_pointers_are_those_of_all_calls_entered_in_many_programs() {
    check_all(seeds::wanted("LAZY", 1000..2000), Kind::Pointers);
}
