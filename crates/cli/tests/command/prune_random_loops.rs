//! Nothing is lost by closing loops that go on for ever: random loops about a few small variables, which are explored
//! exhaustively for three iterations without pruning, and with it for as many as there are. What the first shows, the
//! second must show, if it says that it is exhaustive.
//!
//! `PRUNE_PROGRAMS` and `PRUNE_SEED` say how many programs the long test makes, and from which seed on.

use crate::no_loss::{explore, many, shown};
use crate::random_program::{self, Generator as _, Program};
use crate::seeds;

const HEAD: &str = "\
#include <wayfarer.h>
#include <assert.h>
static int s, t, u, count;
static unsigned char table[4];
#ifdef ROUNDS
static int rounds;
#define MORE (rounds++ < ROUNDS)
#else
#define MORE 1
#endif
static int in(void) { int x = wf_int(\"x\"); wf_assume(x >= -2 && x <= 9); return x; }
";

const VALUES: &[&str] = &[
    "s",
    "t",
    "u",
    "x",
    "x",
    "0",
    "1",
    "2",
    "table[s]",
    "table[t & 3]",
];

const MOVES: &[&str] = &[
    "s = (s + 1) & 3;",
    "t = (t + 1) & 1;",
    "u = x & 1;",
    "u = s;",
    "t = u & 3;",
    "s = 0;",
    "count++;",
    "count += x;",
    "table[s] = 1;",
    "table[x & 3] = (unsigned char)t;",
    "x = in();",
];

struct Generator {
    program: Program,
}

impl random_program::Generator for Generator {
    fn program(&mut self) -> &mut Program {
        &mut self.program
    }

    fn block(&mut self, left: u32) {
        for _ in 0..1 + self.pick(2) {
            self.statement(left);
        }
    }
}

impl Generator {
    fn condition(&mut self) -> String {
        let (left, right) = (self.one(VALUES), self.one(VALUES));
        self.comparison(left, right)
    }

    fn statement(&mut self, left: u32) {
        match self.pick(10) {
            0..=4 => {
                let text = self.one(MOVES);
                self.line(text);
            }
            5 | 6 => self.assertion(),
            _ if left > 0 => {
                let condition = self.condition();
                self.branch(&condition, left - 1);
            }
            _ => self.line("if (x == 3) break;"),
        }
    }

    fn assertion(&mut self) {
        let (unless, holds) = (self.condition(), self.condition());
        self.line(&format!("if ({unless}) assert({holds});"));
    }
}

fn generate(seed: u64) -> String {
    let program = Program::new(seed, HEAD);
    let mut generator = Generator { program };
    generator.line("int main(void) {\nwhile (MORE) {\nint x = in();\nif (x == 0) break;");
    for _ in 0..2 + generator.pick(3) {
        generator.statement(1);
    }
    generator.line("}\nint x = count;\n(void)x;");
    generator.assertion();
    generator.line("return 0;\n}");
    generator.program.text
}

#[derive(Debug, Default)]
struct Totals {
    programs: u32,
    runs: u32,
    closed: u32,
    wrong: Vec<String>,
}

impl seeds::Totals for Totals {
    fn add(&mut self, other: Totals) {
        self.programs += other.programs;
        self.runs += other.runs;
        self.closed += other.closed;
        self.wrong.extend(other.wrong);
    }
}

/// Arms that the condition of the loop has where iterations are counted.
const ARMS_OF_MORE: u64 = 2;

fn check(seed: u64, totals: &mut Totals) {
    let text = generate(seed);
    let directory = tempfile::tempdir().expect("a temporary directory");
    let source = directory.path().join("loop.c");
    std::fs::write(&source, &text).expect("the program is written");
    let rounds = [
        "--jobs",
        "1",
        "--max-paths",
        "3000",
        "--cflags",
        "-DROUNDS=3",
    ];
    let Some(plain) = explore(&source, &[], &rounds).filter(|it| it["exhaustive"] == true) else {
        return;
    };
    totals.programs += 1;
    let orders = ["dfs", "bfs", "random-path", "cfg-directed", "generational"];
    let order = orders[seed as usize % orders.len()];
    for (keeps, exhaustive) in [
        ("coverage", "exhaustive_for_coverage"),
        ("errors", "exhaustive_for_errors"),
    ] {
        let options = ["--prune", keeps, "--strategy", order, "--jobs", "1"];
        let options = [
            &options[..],
            // Those that close do so early.
            &["--max-paths", "1000", "--max-instructions", "2000000"],
        ];
        let Some(pruned) = explore(&source, &[], &options.concat()) else {
            continue;
        };
        totals.runs += 1;
        if pruned[exhaustive] != true {
            continue;
        }
        totals.closed += 1;
        let (expected, got) = (shown(&plain), shown(&pruned));
        let covered = |summary: &serde_json::Value| summary["machine_branches"]["covered"].as_u64();
        let missed = covered(&plain) > covered(&pruned).map(|arms| arms + ARMS_OF_MORE);
        if !expected.0.is_subset(&got.0) || keeps == "coverage" && missed {
            let what = format!("seed {seed}, {keeps}, {order}: {got:?} instead of {expected:?}");
            eprintln!("{what}\n{text}");
            totals.wrong.push(what);
        }
    }
}

fn check_all(seeds: std::ops::Range<u64>) {
    let totals = seeds::check(seeds, check);
    println!("{totals:?}");
    assert!(totals.wrong.is_empty(), "{:?}", totals.wrong);
    assert!(totals.closed * 3 > totals.runs, "too few loops are closed");
}

#[test]
fn nothing_is_lost_by_closing_loops() {
    check_all(1..13);
}

#[test]
#[ignore = "long: `make test-long`"]
fn nothing_is_lost_by_closing_many_loops() {
    check_all(many());
}
