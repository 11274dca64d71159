//! As `lazy_random`, for Java: random methods whose callees write to fields, static fields and arrays, throw, call each
//! other and recurse are explored with calls skipped and with all calls entered. `top` returns a number for each
//! way that it takes: what is returned or thrown must be the same. On ways on which callees throw, these are
//! entered, so that there may be more paths than ways; so there may be where callees return references, as it is decided
//! which.
//!
//! `LAZY_PROGRAMS` and `LAZY_SEED` say how many programs the long test makes, and from which seed on.

use crate::random_program::{self, Generator as _, Program};
use crate::seeds;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const HEAD: &str = "\
class C {
    static int g;
    static long h;
    static int[] table = new int[4];
    static byte[] bytes = new byte[4];
    int first;
    short second;
    C link;
    C() { }
    static C one = new C();
    static class Late { static int made = g + 1; }
";

/// What callees read.
const VALUES: &[&str] = &[
    "a",
    "b",
    "a",
    "b",
    "g",
    "(int) h",
    "s.first",
    "s.second",
    "table[a & 3]",
    "p[1]",
    "t",
    "t",
    "1",
    "3",
    "-1",
    "0",
    "bytes[b & 3]",
];
/// What they read in some programs only: what they look at first, and what may throw.
const MORE_VALUES: &[&str] = &[
    "s.link.first",
    "(s.link != null ? s.link.second : a)",
    "Late.made",
    "table[a]",
    "(a / b)",
];
/// What they write.
const PLACES: &[&str] = &[
    "g",
    "h",
    "s.first",
    "t",
    "t",
    "table[b & 3]",
    "p[a & 1]",
    "bytes[1]",
    "s.second",
];
/// What `top` reads and writes.
const TOP_VALUES: &[&str] = &[
    "x",
    "y",
    "C.g",
    "(int) C.h",
    "v",
    "w",
    "z.first",
    "z.second",
    "C.table[1]",
    "m[0]",
    "2",
    "0",
];
const TOP_PLACES: &[&str] = &["v", "w", "C.g", "z.first", "C.table[1]", "m[1]"];
/// References that callees return.
const REFERENCES: &[&str] = &["s", "s", "s.link", "one", "null", "o"];
/// What `top` reads if they do.
const VALUES_OF_REFERENCES: &[&str] = &[
    "x",
    "y",
    "v",
    "C.g",
    "z.first",
    "(r == z ? 1 : 0)",
    "(r != null ? r.first : 7)",
    "(r == C.one ? x : y)",
    "r.second",
    "2",
];

struct Generator {
    program: Program,
    /// The callee that is being written: it may call those before it.
    callee: u32,
    letters: u32,
    /// An object is an argument of `top`, and callees may throw by accident.
    wild: bool,
    /// Callees return references.
    references: bool,
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
        let one = match self.wild && of == VALUES && self.pick(4) == 0 {
            true => self.one(MORE_VALUES),
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

    fn assign(&mut self, place: &str, value: &str) {
        match place {
            "s.second" => self.line(&format!("{place} = (short) ({value});")),
            "bytes[1]" => self.line(&format!("{place} = (byte) ({value});")),
            _ => self.line(&format!("{place} = {value};")),
        }
    }

    fn callee_statement(&mut self, depth: u32) {
        match self.pick(if depth == 0 { 3 } else { 7 }) {
            0..=2 => {
                let (place, value) = (self.one(PLACES), self.expression(VALUES));
                self.assign(place, &value);
            }
            3 | 4 => {
                let condition = self.condition(VALUES);
                self.branch(&condition, depth - 1);
            }
            5 => {
                let condition = self.condition(VALUES);
                self.line(&format!(
                    "if ({condition} && a > 2) throw new IllegalStateException(\"no\");"
                ));
            }
            _ if self.callee > 0 => {
                let (callee, value) = (self.pick(self.callee), self.expression(VALUES));
                let call = match callee % 2 {
                    0 => format!("t = f{callee}({value}, b, s, p);"),
                    _ => format!("t = s.f{callee}({value}, b, s, p);"),
                };
                self.line(&call);
            }
            _ => self.line("for (int i = 0; i < (a & 1); i++) t += b;"),
        }
    }

    fn callee(&mut self, number: u32) {
        self.callee = number;
        let kind = if number.is_multiple_of(2) {
            "static "
        } else {
            ""
        };
        self.line(&format!(
            "{kind}int f{number}(int a, int b, C s, int[] p) {{"
        ));
        self.line("int t = 0;");
        if self.pick(4) == 0 {
            self.line(&format!("if (a > 3) return f{number}(a - 3, b, s, p) + 1;"));
        }
        for _ in 0..2 + self.pick(2) {
            self.callee_statement(2);
        }
        let value = self.expression(VALUES);
        self.line(&format!("return {value};\n}}"));
    }

    fn callee_with_reference(&mut self, number: u32) {
        self.callee = 3;
        self.line(&format!(
            "static C fr{number}(int a, int b, C s, C o, int[] p) {{"
        ));
        self.line("int t = 0;");
        for _ in 0..2 {
            if self.pick(2) == 0 {
                self.callee_statement(1);
            }
            let condition = self.condition(VALUES);
            let reference = self.reference(number);
            self.line(&format!("if ({condition}) return {reference};"));
        }
        let reference = self.reference(number);
        self.line(&format!("return {reference};\n}}"));
    }

    fn reference(&mut self, number: u32) -> String {
        if number > 0 && self.pick(5) == 0 {
            let callee = self.pick(number);
            let value = self.expression(VALUES);
            return format!("fr{callee}({value}, b, o, s, p)");
        }
        self.one(REFERENCES).to_owned()
    }

    fn top_values(&self) -> &'static [&'static str] {
        match self.references {
            true => VALUES_OF_REFERENCES,
            false => TOP_VALUES,
        }
    }

    fn letter(&mut self) {
        self.letters += 1;
        let letter = self.letters;
        self.line(&format!("way = way * 32 + {letter};"));
    }

    fn call(&mut self) {
        let (callee, place) = (self.pick(3), self.one(TOP_PLACES));
        let values = self.top_values();
        let (a, b) = (self.expression(values), self.one(values));
        let array = self.one(&["m", "C.table"]);
        let object = match self.wild {
            true => self.one(&["z", "q"]),
            false => "z",
        };
        if self.references && self.pick(3) > 0 {
            let other = self.one(&["q", "z", "r"]);
            return self.line(&format!(
                "r = C.fr{callee}({a}, {b}, {object}, {other}, {array});"
            ));
        }
        let on = if callee.is_multiple_of(2) {
            "C"
        } else {
            object
        };
        let call = format!("{place} = {on}.f{callee}({a}, {b}, {object}, {array});");
        if self.pick(3) > 0 {
            return self.line(&call);
        }
        self.line(&format!(
            "try {{ {call} }} catch (IllegalStateException e) {{"
        ));
        self.letter();
        self.line("}");
    }

    fn decision(&mut self) {
        let condition = self.condition(self.top_values());
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

fn generate(seed: u64, wild: bool, references: bool) -> String {
    let mut generator = Generator {
        program: Program::new(seed, HEAD),
        callee: 0,
        letters: 0,
        wild,
        references,
    };
    for number in 0..3 {
        generator.callee(number);
    }
    if references {
        for number in 0..3 {
            generator.callee_with_reference(number);
        }
    }
    generator.line(
        "}\nclass P {\nstatic long top(int x, int y, C q) {\n\
         if (x < -2 || x > 5 || y < -2 || y > 5) return 0;\n\
         int v = 0, w = 1;\nlong way = 1;\nint[] m = {x, 1};\nC z = new C();\nz.first = y;\nC r = z;\n\
         C.g = C.table[0] = 0;",
    );
    for _ in 0..2 + generator.pick(2) {
        generator.call();
        if generator.pick(4) > 0 {
            generator.decision();
        }
    }
    generator.decision();
    generator.line("return way;\n}\n}");
    generator.program.text
}

/// The summary of a run and how its tests come out; `None` if it takes too long.
fn explore(source: &Path, options: &[&str]) -> Option<(Value, Vec<String>)> {
    let directory = source.with_extension("out");
    let output = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .arg("explore")
        .arg(source)
        .arg("P.top")
        .args(["--no-replay", "--json", "--no-store", "--all-paths"])
        .args(["--heap-depth", "2", "--heap-objects", "3"])
        .args(["--objects", "any-state"])
        .args(["--time", "60", "--force", "-o"])
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
    let ways = tests.map(|path| {
        let text = std::fs::read(&path).expect("the test is read");
        let test: Value = serde_json::from_slice(&text).expect("a test is JSON");
        way(&test)
    });
    let ways = ways.collect();
    summary["limits"]["time"]
        .is_null()
        .then_some((summary, ways))
}

/// How a test comes out: what it returns, or what it throws and where. What the message says depends on the inputs.
fn way(test: &Value) -> String {
    let outcome = &test["outcome"];
    let parts =
        ["kind", "value", "exception", "line", "stack"].map(|part| outcome[part].to_string());
    parts.join(" ")
}

#[derive(Debug, Default)]
struct Totals {
    programs: u32,
    proved: u32,
    eager_paths: usize,
    lazy_paths: usize,
    skipped: u64,
    expansions: u64,
    wrong: Vec<String>,
}

impl seeds::Totals for Totals {
    fn add(&mut self, others: Totals) {
        self.programs += others.programs;
        self.proved += others.proved;
        self.eager_paths += others.eager_paths;
        self.lazy_paths += others.lazy_paths;
        self.skipped += others.skipped;
        self.expansions += others.expansions;
        self.wrong.extend(others.wrong);
    }
}

fn is_complete(summary: &Value) -> bool {
    // Input objects are always bounded.
    let limits = summary["limits"].as_object();
    let unsupported = summary["unsupported"].as_array();
    limits.is_none_or(serde_json::Map::is_empty) && unsupported.is_none_or(Vec::is_empty)
}

fn check(seed: u64, wild: bool, references: bool, all: &mut Totals) {
    let text = generate(seed, wild, references);
    let directory = tempfile::tempdir().expect("a temporary directory");
    let source = directory.path().join("P.java");
    std::fs::write(&source, &text).expect("the program is written");
    let eager = explore(&source, &["--jobs", "1", "--max-paths", "3000"]);
    let eager = eager.filter(|(summary, _)| is_complete(summary));
    let strategy = ["dfs", "bfs", "random-path", "generational"][seed as usize % 4];
    let jobs = if seed.is_multiple_of(5) { "2" } else { "1" };
    let skipped = match seed % 3 {
        0 => ["--call-depth", "0"],
        1 => ["--call-depth", "1"],
        _ => ["--lazy-functions", "C.f*"],
    };
    let options = [
        skipped[0],
        skipped[1],
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
    let proved = is_complete(&summary);
    let missing = proved && ways != all_ways;
    all.programs += 1;
    all.proved += u32::from(proved);
    all.eager_paths += every.len();
    all.lazy_paths += found.len();
    all.skipped += summary["lazy"]["skipped_calls"].as_u64().unwrap_or(0);
    let expansions = summary["lazy"]["expansions"].as_object();
    let expansions = expansions.into_iter().flatten();
    all.expansions += expansions
        .filter_map(|(_, count)| count.as_u64())
        .sum::<u64>();
    if missing || !ways.is_subset(&all_ways) {
        let what = format!("seed {seed}: {ways:?} instead of {all_ways:?}");
        eprintln!("{what}\n{text}\n{summary:#}");
        all.wrong.push(what);
    }
}

fn check_all(seeds: std::ops::Range<u64>, wild: bool, references: bool) {
    let check = |seed, all: &mut Totals| check(seed, wild, references, all);
    let totals: Totals = seeds::check(seeds, check);
    println!("{totals:?}");
    assert!(totals.wrong.is_empty(), "{:?}", totals.wrong);
    assert!(totals.programs > 0, "no program was explored");
    assert!(totals.skipped > 0, "no call was skipped");
    assert!(totals.expansions > 0, "no skipped call was expanded");
}

#[test]
fn the_ways_around_skipped_methods_are_those_of_all_calls_entered() {
    check_all(1..5, false, false);
}

#[test]
#[ignore = "long: `make test-long`"]
fn the_ways_around_skipped_methods_are_those_of_all_calls_entered_in_many_programs() {
    check_all(seeds::wanted("LAZY", 1000..1400), false, false);
}

#[test]
fn the_ways_around_skipped_methods_that_look_at_inputs_are_those_of_all_calls_entered() {
    check_all(1..4, true, false);
}

#[test]
#[ignore = "long: `make test-long`"]
fn the_ways_around_skipped_methods_that_look_at_inputs_are_those_in_many_programs() {
    check_all(seeds::wanted("LAZY", 1000..1400), true, false);
}

#[test]
fn the_ways_around_methods_that_return_references_are_those_of_all_calls_entered() {
    check_all(1..4, true, true);
}

#[test]
#[ignore = "long: `make test-long`"]
fn the_ways_around_methods_that_return_references_are_those_in_many_programs() {
    check_all(seeds::wanted("LAZY", 1000..1400), true, true);
}
