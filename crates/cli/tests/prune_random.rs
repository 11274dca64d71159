//! Nothing is lost by pruning: random programs with calls, arrays, heap, pointers, texts, loops and inputs
//! that are asked for in the midst are explored exhaustively with and without it, in several orders and
//! by several workers. The error sites and the code covered must be the same.
//!
//! `PRUNE_PROGRAMS` and `PRUNE_SEED` say how many programs the long test makes, and from which seed on.

use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

const HEAD: &str = "\
#include <wayfarer.h>
#include <assert.h>
#include <stdlib.h>
#include <string.h>
struct node { int value; struct node *next; int tag; };
static int g[4], *gp = &g[1];
static struct node *list, pool[3];
static int in(void) { int x = wf_int(\"x\"); wf_assume(x >= -3 && x <= 12); return x; }
static struct node *make(int v) {
    struct node *n = malloc(sizeof *n);
    if (!n) exit(1);
    n->value = v; n->tag = 0; n->next = list;
    return n;
}
";

const LOCALS: &str =
    "int v0 = a, v1 = 1, v2 = 2, v3 = 0, arr[4] = {1, 2, 3, a}, buf[4] = {0}, *p = &g[0];
char text[4] = \"ab\"; struct node *n = &pool[0];";
const USED: &str = "(void)v3, (void)arr, (void)buf, (void)p, (void)text, (void)n;";

const VALUES: &[&str] = &[
    "v0",
    "v1",
    "v2",
    "v3",
    "g[0]",
    "g[1]",
    "*p",
    "*gp",
    "n->value",
    "n->tag",
    "a",
    "a",
    "in()",
    "in()",
    "(list ? list->value : 0)",
    "buf[1]",
    "(int)strlen(text)",
    "arr[v0 & 3]",
    "-2",
    "0",
    "3",
    "7",
];

/// Statements without values of their own.
const MOVES: &[&str] = &[
    "p = &g[2];",
    "p = &v1;",
    "p = &n->value;",
    "p = gp;",
    "p = &arr[v2 & 3];",
    "gp = &g[3];",
    "gp = &pool[1].tag;",
    "n = &pool[2];",
    "n = list ? list : &pool[1];",
    "n = n->next ? n->next : n;",
    "n->next = list;",
    "n->next = 0;",
    "list = n;",
    "list = list ? list->next : 0;",
    "list = make(1);",
    "memcpy(buf, arr, 8);",
    "memcpy(arr, buf, sizeof buf);",
    "memset(buf, 0, 12);",
    "memmove(arr + 1, arr, 8);",
    "memcpy(&pool[0], n, sizeof *n);",
    "text[v1 & 3] = 0;",
    "text[0] = (char)v2;",
    "v2 = in();",
    "if (list && list != &pool[0] && list != &pool[1] && list != &pool[2] && p == &g[0]) free(list);",
];

const PLACES: &[&str] = &[
    "v0",
    "v1",
    "v2",
    "v3",
    "v0",
    "v1",
    "g[0]",
    "g[1]",
    "g[3]",
    "*p",
    "*p",
    "n->value",
    "n->tag",
    "arr[1]",
    "arr[v3 & 3]",
    "arr[in() & 3]",
];

struct Generator {
    random: SmallRng,
    text: String,
    loops: u32,
    helpers: u32,
}

impl Generator {
    fn line(&mut self, text: &str) {
        self.text.push_str(text);
        self.text.push('\n');
    }

    fn pick(&mut self, count: u32) -> u32 {
        self.random.random_range(0..count)
    }

    fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.pick(of.len() as u32) as usize]
    }

    fn expression(&mut self) -> String {
        let (a, b) = (self.one(VALUES), self.one(VALUES));
        match self.pick(8) {
            0 | 1 => a.to_owned(),
            2 => format!("{a} + {b}"),
            3 => format!("{a} - {b}"),
            4 => format!("({a} & {b})"),
            5 => format!("({a} ^ 3)"),
            6 => format!("({a} < {b} ? {a} : 1)"),
            _ => format!("{a} * 2"),
        }
    }

    fn condition(&mut self) -> String {
        match self.pick(10) {
            0 => "p == gp".to_owned(),
            1 => "list == n".to_owned(),
            2 => "n->next != 0".to_owned(),
            3 => "memcmp(buf, arr, 8) == 0".to_owned(),
            _ => {
                let (left, right) = (self.expression(), self.expression());
                let operator = self.one(&["==", "!=", "<", ">", "<=", ">="]);
                format!("{left} {operator} {right}")
            }
        }
    }

    fn statement(&mut self, left: u32) {
        match self.pick(24) {
            0..=5 => {
                let (place, value) = (self.one(PLACES), self.expression());
                self.line(&format!("{place} = {value};"));
            }
            6..=9 => {
                let text = self.one(MOVES);
                self.line(text);
            }
            10 => {
                let value = self.expression();
                self.line(&format!("n = make({value});"));
            }
            11 | 12 if self.helpers > 0 => {
                let (helper, value) = (self.pick(self.helpers), self.expression());
                let to = self.one(&["&v0", "p", "gp", "&g[1]", "&n->tag", "&arr[2]"]);
                let place = self.one(PLACES);
                self.line(&format!("{place} = h{helper}({value}, {to});"));
            }
            13 | 14 => self.assertion(),
            15 if left > 0 => {
                let bound = self.one(&["2", "3", "4", "(v0 & 3)", "(v1 & 1)"]);
                let counter = format!("i{}", self.loops);
                self.loops += 1;
                self.line(&format!(
                    "for (int {counter} = 0; {counter} < {bound}; {counter}++) {{"
                ));
                self.block(left - 1);
                self.line("}");
            }
            16 if left > 0 => {
                let value = self.expression();
                self.line(&format!("switch ({value} & 3) {{"));
                for case in ["case 0:", "case 1:", "default:"] {
                    self.line(case);
                    self.block(left - 1);
                    self.line("break;");
                }
                self.line("}");
            }
            _ if left > 0 => {
                let condition = self.condition();
                self.line(&format!("if ({condition}) {{"));
                self.block(left - 1);
                if self.pick(2) == 0 {
                    self.line("} else {");
                    self.block(left - 1);
                }
                self.line("}");
            }
            _ => {
                let value = self.expression();
                self.line(&format!("v2 += {value};"));
            }
        }
    }

    fn assertion(&mut self) {
        let (unless, holds) = (self.condition(), self.condition());
        self.line(&format!("if ({unless}) assert({holds});"));
    }

    fn block(&mut self, left: u32) {
        for _ in 0..1 + self.pick(2) {
            self.statement(left);
        }
    }

    fn helper(&mut self) {
        let number = self.helpers;
        self.line(&format!("static int h{number}(int a, int *q) {{\n{LOCALS}"));
        self.statement(1);
        let through = self.one(&["*q = v1;", "v1 += *q;", "v2 = *q + 1;"]);
        self.line(through);
        self.statement(1);
        let value = self.expression();
        self.line(&format!("{USED}\nreturn {value};\n}}"));
        self.helpers += 1;
    }
}

fn generate(seed: u64) -> String {
    let mut generator = Generator {
        random: SmallRng::seed_from_u64(seed),
        text: HEAD.to_owned(),
        loops: 0,
        helpers: 0,
    };
    generator.helper();
    generator.helper();
    generator.line(&format!("int main(void) {{\nint a = in();\n{LOCALS}"));
    for _ in 0..6 + generator.pick(5) {
        generator.statement(2);
    }
    generator.assertion();
    generator.line(&format!("{USED}\nreturn 0;\n}}"));
    generator.text
}

/// The summary of a run; `None` if it takes too long.
fn explore(source: &Path, options: &[&str]) -> Option<Value> {
    let output = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .arg("explore")
        .arg(source)
        .args(["--no-replay", "--json", "--no-store", "--format", "none"])
        .args(["--time", "60", "--force", "-o"])
        .arg(source.with_extension("out"))
        .args(options)
        .output()
        .expect("wayfarer runs");
    let message = String::from_utf8_lossy(&output.stderr);
    let summary: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{message}"));
    summary["limits"]["time"].is_null().then_some(summary)
}

/// Error sites, and how many arms were covered.
fn shown(summary: &Value) -> (BTreeSet<String>, String) {
    let findings = summary["findings"].as_array().expect("a list").iter();
    let sites = findings.map(|it| format!("{} {} {}", it["kind"], it["line"], it["column"]));
    (sites.collect(), summary["machine_branches"].to_string())
}

/// Orders and numbers of workers.
const RUNS: &[&[&str]] = &[
    &["--strategy", "dfs", "--jobs", "1"],
    &["--strategy", "bfs", "--jobs", "1"],
    &["--strategy", "random-path", "--jobs", "1"],
    &["--strategy", "cfg-directed", "--jobs", "1"],
    &["--strategy", "generational", "--jobs", "1"],
    &["--strategy", "dfs", "--jobs", "3"],
];

#[derive(Debug, Default)]
struct Tally {
    programs: u32,
    runs: u32,
    pruned: u32,
    paths: u64,
    paths_pruned: u64,
    wrong: Vec<String>,
}

impl Tally {
    fn add(&mut self, other: Tally) {
        self.programs += other.programs;
        self.runs += other.runs;
        self.pruned += other.pruned;
        self.paths += other.paths;
        self.paths_pruned += other.paths_pruned;
        self.wrong.extend(other.wrong);
    }
}

fn check(seed: u64, all: &Mutex<Tally>) {
    let mut tally = Tally::default();
    let text = generate(seed);
    let directory = tempfile::tempdir().expect("a temporary directory");
    let source = directory.path().join("program.c");
    std::fs::write(&source, &text).expect("the program is written");
    let plain = explore(&source, &["--jobs", "1", "--max-paths", "2000"]);
    let Some(plain) = plain.filter(|summary| summary["exhaustive"] == true) else {
        return;
    };
    tally.programs += 1;
    // Depth first always, and one of the others.
    let other = 1 + seed as usize % (RUNS.len() - 1);
    for options in [RUNS[0], RUNS[other]] {
        let Some(pruned) = explore(&source, &[&["--prune", "coverage"], options].concat()) else {
            continue;
        };
        let paths = |summary: &Value| summary["paths"].as_u64().unwrap_or(0);
        tally.runs += 1;
        tally.pruned += u32::from(pruned["subsumed"] != 0);
        tally.paths += paths(&plain);
        tally.paths_pruned += paths(&pruned);
        if pruned["exhaustive_for_coverage"] != true || shown(&plain) != shown(&pruned) {
            let (expected, got) = (shown(&plain), shown(&pruned));
            let left = &pruned["left"];
            let what = format!("seed {seed}, {options:?}: {got:?} instead of {expected:?}; {left}");
            eprintln!("{what}\n{text}");
            tally.wrong.push(what);
        }
    }
    all.lock().expect("no check failed").add(tally);
}

fn check_all(seeds: std::ops::Range<u64>) {
    let (next, tally) = (AtomicU64::new(seeds.start), Mutex::new(Tally::default()));
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        break;
                    }
                    check(seed, &tally);
                }
            });
        }
    });
    let tally = tally.into_inner().expect("no check failed");
    println!("{tally:?}");
    assert!(tally.wrong.is_empty(), "{:?}", tally.wrong);
    assert!(tally.pruned * 4 > tally.runs, "too little is pruned");
}

#[test]
fn nothing_is_lost_by_pruning() {
    check_all(1..101);
}

#[test]
#[ignore = "long: `make test-long`"]
fn nothing_is_lost_by_pruning_many_programs() {
    let number = |name: &str, default: u64| {
        let text = std::env::var(name).ok();
        text.map_or(default, |text| text.parse().expect("a number"))
    };
    let first = number("PRUNE_SEED", 1000);
    check_all(first..first + number("PRUNE_PROGRAMS", 2000));
}
