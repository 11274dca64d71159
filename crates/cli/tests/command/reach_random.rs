//! Verdicts on targets, judged by brute force: small random programs over two bytes with loops of few and of
//! many turns, arrays, structures, copies of memory, pointers and calls, in which marks stand at random places. Every input is run natively; a mark
//! that is said to be unreachable must be met by none of them, one that is said to be reached by one.
//!
//! `REACH_PROGRAMS` and `REACH_SEED` say how many programs the long test makes, and from which seed on.

use crate::random_program::{self, Generator as _, Program};
use crate::seeds;
use serde_json::Value;
use std::collections::BTreeSet;
use std::path::Path;
use std::process::Command;

const HEAD: &str = "\
struct pair { unsigned x; unsigned short y; unsigned char z; };
static unsigned g[4];
static struct pair s, t;
static const unsigned char table[16] = {3, 0, 0, 0, 7, 1, 0, 0, 255, 255, 255, 255, 9};
#include <string.h>
#ifdef ALL_INPUTS
static unsigned char met[256];
#define MARK(k) met[k] = 1
#else
static volatile int mark;
#define MARK(k) mark = k
#endif
";

const ALL_INPUTS: &str = "\
#ifdef ALL_INPUTS
#include <stdio.h>
int main(void) {
    for (unsigned i = 0; i < 65536; i++) {
        memset(g, 0, sizeof g);
        memset(&s, 0, sizeof s);
        memset(&t, 0, sizeof t);
        f(i & 255, i >> 8);
    }
    for (int k = 0; k < 256; k++)
        if (met[k]) printf(\"%d\\n\", k);
    return 0;
}
#endif
";

struct Generator {
    program: Program,
    marks: u32,
    /// Helpers that may be called: those before the function that is being written.
    helpers: u32,
}

impl random_program::Generator for Generator {
    fn program(&mut self) -> &mut Program {
        &mut self.program
    }

    fn block(&mut self, left: u32) {
        self.program.depth += 1;
        for _ in 0..1 + self.pick(2) {
            self.statement(left);
        }
        if self.pick(2) == 0 && self.marks < 250 {
            let mark = self.marks;
            self.marks += 1;
            self.line(&format!("MARK({mark});"));
        }
        self.program.depth -= 1;
    }
}

impl Generator {
    fn value(&mut self) -> String {
        match self.pick(9) {
            0 | 1 => "a".to_owned(),
            2 => "b".to_owned(),
            3 | 4 => format!("v{}", self.pick(3)),
            5 => format!("g[{}]", self.pick(4)),
            6 => ["s.x", "s.y", "s.z", "*p"][self.pick(4) as usize].to_owned(),
            7 => format!("g[v{} & 3]", self.pick(3)),
            _ => self.pick(9).to_string(),
        }
    }

    fn expression(&mut self) -> String {
        let (left, right) = (self.value(), self.value());
        match self.pick(8) {
            0 | 1 => left,
            2 => format!("{left} + {right}"),
            3 => format!("{left} - {right}"),
            4 => format!("({left} & {right})"),
            5 => format!("{left} * 3 + {}", self.pick(5)),
            6 => format!("({left} ^ {right})"),
            _ => format!("{left} / ({right} | 1)"),
        }
    }

    fn condition(&mut self) -> String {
        // The compiler leaves out what depends on constants alone.
        let mut left = self.expression();
        while !left.contains(char::is_alphabetic) {
            left = self.expression();
        }
        let right = match self.pick(3) {
            0 => self.value(),
            _ => self.pick(200).to_string(),
        };
        self.comparison(&left, &right)
    }

    fn statement(&mut self, left: u32) {
        let value = self.expression();
        let number = self.pick(3);
        match self.pick(17) {
            0..=2 => self.line(&format!("v{number} = {value};")),
            3 => {
                let index = self.value();
                self.line(&format!("g[{index} & 3] = {value};"));
            }
            4 => {
                let field = ["s.x", "s.y", "s.z"][number as usize];
                self.line(&format!("{field} = {value};"));
            }
            5 => {
                let to = ["&g[1]", "&v0", "&s.x"][number as usize];
                self.line(&format!("p = {to};"));
            }
            6 => self.line(&format!("*p = {value};")),
            7 => {
                let helper = self.pick(self.helpers);
                self.line(&format!("v{number} = h{helper}({value});"));
            }
            8 if left > 0 => self.for_loop(left),
            9 if left > 0 => {
                let value = format!("v{}", self.pick(3));
                self.switch(&value, left - 1);
            }
            10..=13 if left > 0 => {
                let condition = self.condition();
                self.branch(&condition, left - 1);
            }
            14 => self.range(),
            15 if left > 0 => self.long_loop(),
            _ => self.line(&format!("v{number} += {value};")),
        }
    }

    fn range(&mut self) {
        let value = self.value();
        let line = match self.pick(6) {
            0 => format!("memset(g, {value}, sizeof g);"),
            1 => "memset(&g[1], 0, 2 * sizeof *g);".to_owned(),
            2 => "memcpy(&g[2], &g[0], 2 * sizeof *g);".to_owned(),
            3 => "memmove(&g[1], &g[0], 3 * sizeof *g);".to_owned(),
            4 => "memcpy(g, table, sizeof g);".to_owned(),
            _ => "t = s; s.x = t.y; s = t;".to_owned(),
        };
        self.line(&line);
    }

    /// A loop of too many turns to be followed one by one, with what an invariant might tell.
    fn long_loop(&mut self) {
        let counter = self.name('i');
        let bound = ["a * 5u", "b + 100u", "1000u", "a & 248u"][self.pick(4) as usize];
        let step = 1 + self.pick(3);
        let first = self.pick(3);
        self.line(&format!(
            "for (unsigned {counter} = {first}; {counter} < {bound}; {counter} += {step}) {{"
        ));
        self.program.depth += 1;
        let number = self.pick(3);
        let other = (number + 1) % 3;
        let line = match self.pick(6) {
            0 => format!("v{number} += {};", 1 + self.pick(4)),
            1 => format!("v{number}++, v{other} -= {};", 1 + self.pick(2)),
            2 => format!(
                "v{number} = v{number} == {} ? 0 : v{number} + 1;",
                self.pick(9)
            ),
            3 => format!("if ({counter} > v{other}) v{number} = {counter};"),
            4 => format!("v{number} ^= {};", 1 + self.pick(4)),
            _ => format!("g[{counter} & 3] = v{number};"),
        };
        self.line(&line);
        self.program.depth -= 1;
        self.line("}");
        let condition = self.condition();
        self.line(&format!("if ({condition}) {{"));
        self.block(0);
        self.line("}");
    }

    fn for_loop(&mut self, left: u32) {
        let bound = match self.pick(3) {
            0 => "(b & 7)".to_owned(),
            1 => "(v1 & 3)".to_owned(),
            _ => (1 + self.pick(5)).to_string(),
        };
        self.counting_loop("unsigned", &bound, left - 1);
    }

    fn helper(&mut self, number: u32) {
        self.line(&format!("unsigned h{number}(unsigned a) {{"));
        self.program.depth += 1;
        self.line("unsigned b = a & 15, v0 = 0, v1 = 1, v2 = 2, *p = &g[2];");
        self.statement(0);
        self.statement(1);
        self.line("(void)b, (void)v0, (void)v1, (void)v2, (void)p;");
        let value = self.expression();
        self.line(&format!("return {value};"));
        self.program.depth -= 1;
        self.line("}");
    }
}

/// A program, and the line of each mark.
fn generate(seed: u64) -> (String, Vec<usize>) {
    let mut generator = Generator {
        program: Program::new(seed, HEAD),
        marks: 0,
        helpers: 1,
    };
    generator.line("unsigned h0(unsigned a) { g[3] += a; return a * 2 + g[3]; }");
    generator.helper(1);
    generator.helpers = 2;
    generator.line("int f(unsigned char a, unsigned char b) {");
    generator.program.depth = 1;
    generator.line("unsigned v0 = a, v1 = 1, v2 = 2, *p = &g[0];");
    for _ in 0..5 {
        generator.statement(3);
    }
    generator.line("(void)v0, (void)v1, (void)v2, (void)p;");
    generator.line("return 0;");
    generator.program.depth = 0;
    generator.line("}");
    let text = generator.program.text + ALL_INPUTS;
    let mark = |number: u32| {
        let wanted = format!("MARK({number});");
        let mut lines = text.lines();
        lines
            .position(|line| line.trim() == wanted)
            .expect("it stands there")
            + 1
    };
    let lines = (0..generator.marks).map(mark).collect();
    (text, lines)
}

/// The marks that some input meets, natively.
fn met(source: &Path) -> BTreeSet<usize> {
    let program = source.with_extension("all");
    let built = Command::new("clang-19")
        .args(["-w", "-O1", "-DALL_INPUTS", "-o"])
        .arg(&program)
        .arg(source)
        .status();
    assert!(built.expect("clang starts").success());
    let output = Command::new(&program).output().expect("it runs");
    assert!(output.status.success());
    let text = String::from_utf8(output.stdout).expect("numbers");
    let numbers = text.lines().map(|line| line.parse().expect("a number"));
    numbers.collect()
}

/// Verdicts on marks, found in so many seconds.
fn verdicts(source: &Path, lines: &[usize], direction: &str, seconds: u32) -> Vec<String> {
    let targets = lines.iter().flat_map(|line| {
        let name = source.file_name().expect("it has one").to_string_lossy();
        ["--target".to_owned(), format!("{name}:{line}")]
    });
    let output = Command::new(env!("CARGO_BIN_EXE_wayfarer"))
        .arg("reach")
        .arg(source)
        .args([
            "--function",
            "f",
            "--json",
            "--no-store",
            "--jobs",
            "1",
            "--time",
            &seconds.to_string(),
        ])
        .args([
            "--format",
            "none",
            "--direction",
            direction,
            // As many loops as can be are taken as functions.
            "--loop-traversals",
            "1",
            "--force",
            "-o",
        ])
        .arg(source.with_extension(direction))
        .args(targets)
        .output()
        .expect("wayfarer runs");
    let message = String::from_utf8_lossy(&output.stderr);
    let summary: Value =
        serde_json::from_slice(&output.stdout).unwrap_or_else(|_| panic!("{message}"));
    let targets = summary["targets"].as_array().expect("a list");
    let verdicts = targets
        .iter()
        .map(|it| it["verdict"].as_str().unwrap_or_default().to_owned());
    verdicts.collect()
}

#[derive(Debug, Default)]
struct Totals {
    marks: usize,
    reachable: usize,
    decided: usize,
    proved_backward: usize,
    wrong: Vec<String>,
}

impl seeds::Totals for Totals {
    fn add(&mut self, others: Totals) {
        self.marks += others.marks;
        self.reachable += others.reachable;
        self.decided += others.decided;
        self.proved_backward += others.proved_backward;
        self.wrong.extend(others.wrong);
    }
}

fn check(seed: u64, seconds: u32, totals: &mut Totals) {
    let (text, lines) = generate(seed);
    if lines.is_empty() {
        return;
    }
    let directory = tempfile::tempdir().expect("a temporary directory");
    let source = directory.path().join("program.c");
    std::fs::write(&source, &text).expect("the program is written");
    let met = met(&source);
    totals.marks += lines.len();
    totals.reachable += met.len();
    for direction in ["backward", "both"] {
        let verdicts = verdicts(&source, &lines, direction, seconds);
        assert_eq!(verdicts.len(), lines.len());
        for (mark, verdict) in verdicts.iter().enumerate() {
            let is_wrong = match verdict.as_str() {
                "reached" => !met.contains(&mark),
                "unreachable" => met.contains(&mark),
                _ => false,
            };
            if is_wrong {
                let line = lines[mark];
                let what = format!("seed {seed}, {direction}: line {line} is not {verdict}");
                eprintln!("{what}\n{text}");
                totals.wrong.push(what);
            }
            let decided = verdict != "open";
            totals.decided += usize::from(decided && direction == "both");
            totals.proved_backward += usize::from(decided && direction == "backward");
        }
    }
}

/// Checks programs, each of which gets so many seconds in each direction.
fn check_all(seeds: std::ops::Range<u64>, seconds: u32) {
    let totals: Totals = seeds::check(seeds, |seed, totals| check(seed, seconds, totals));
    println!("{totals:?}");
    assert!(totals.wrong.is_empty(), "{:?}", totals.wrong);
    assert!(
        totals.decided * 10 >= totals.marks * 9,
        "too few marks are decided"
    );
}

#[test]
fn no_verdict_is_wrong() {
    check_all(1..6, 10);
}

#[test]
#[ignore = "long: `make test-long`"]
fn no_verdict_on_many_programs_is_wrong() {
    check_all(seeds::wanted("REACH", 1..501), 30);
}
